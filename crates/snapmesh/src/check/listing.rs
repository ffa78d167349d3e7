//! The lists of a kit: something to draw from, something to start from, and one piece for one name.

use crate::kit::Kit;
use crate::problem::Problem;

pub(super) fn check(kit: &Kit) -> Vec<Problem> {
    let mut problems = Vec::new();
    if kit.pieces.is_empty() {
        let problem = Problem::error(&kit.name, "the list of pieces is empty: there is nothing to draw from");
        problems.push(problem.help("name at least one piece in `pieces`"));
    }
    if kit.starters.as_ref().is_some_and(Vec::is_empty) {
        let problem = Problem::error(&kit.name, "`use_starters` is true, but the list of starters is empty");
        problems.push(problem.help("name at least one piece in `starters`, or set `use_starters` to false"));
    }
    for (i, piece) in kit.library.iter().enumerate() {
        if let Some(other) = kit.library[..i].iter().find(|other| other.id == piece.id) {
            let message = format!("has the same name `{}` as {}", piece.id, other.source);
            problems.push(Problem::error(&piece.source, message).help("rename one of the two files"));
        }
        let listed = kit.pieces.iter().filter(|piece| piece.index() == i).count();
        if listed > 1 {
            let message = format!("is listed {listed} times and will be drawn {listed} times as often");
            problems.push(Problem::note(&piece.source, message));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::testing::cube;
    use super::*;
    use crate::id::PieceId;
    use crate::piece::Connector;
    use crate::problem::Severity;
    use glam::DVec3;

    fn listed(pieces: Vec<usize>, starters: Option<Vec<usize>>) -> Vec<Severity> {
        let ids = |list: Vec<usize>| list.into_iter().map(PieceId::new).collect();
        let cube = cube(vec![Connector::new(DVec3::X, DVec3::X)]);
        let kit =
            Kit { name: "kit".into(), library: vec![cube], pieces: ids(pieces), starters: starters.map(ids) };
        check(&kit).iter().map(|problem| problem.severity).collect()
    }

    #[test]
    fn empty_lists_are_errors_and_doubles_are_worth_a_note() {
        assert_eq!(listed(vec![0], None), []);
        assert_eq!(listed(vec![], None), [Severity::Error]);
        assert_eq!(listed(vec![0], Some(vec![])), [Severity::Error]);
        assert_eq!(listed(vec![0, 0], Some(vec![0])), [Severity::Note]);
    }

    #[test]
    fn two_pieces_of_one_name_are_an_error() {
        let cube = cube(vec![Connector::new(DVec3::X, DVec3::X)]);
        let kit = Kit::new("kit", vec![cube.clone(), cube]);
        assert!(check(&kit)[0].message.contains("same name `Cube`"));
    }

    #[test]
    fn what_is_missing_and_what_is_double_is_said_with_what_to_do() {
        let cube = cube(vec![Connector::new(DVec3::X, DVec3::X)]);
        let empty = Kit { name: "kit".into(), library: vec![], pieces: vec![], starters: Some(vec![]) };
        let told: Vec<_> = check(&empty).iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 2);
        assert!(told[0].starts_with("error: kit: the list of pieces is empty"), "{}", told[0]);
        assert!(told[0].ends_with("help: name at least one piece in `pieces`"), "{}", told[0]);
        assert!(told[1].contains("or set `use_starters` to false"), "{}", told[1]);
        let thrice = Kit { pieces: vec![PieceId::new(0); 3], ..Kit::new("kit", vec![cube]) };
        assert_eq!(
            check(&thrice)[0].to_string(),
            "note: Cube: is listed 3 times and will be drawn 3 times as often"
        );
    }

    #[test]
    fn of_two_of_one_name_the_later_is_told_with_the_file_of_the_earlier() {
        let named = |source: &str| crate::Piece {
            source: source.into(),
            ..cube(vec![Connector::new(DVec3::X, DVec3::X)])
        };
        let kit = Kit::new("kit", vec![named("a/Cube.glb"), named("b/Cube.glb")]);
        let problems = check(&kit);
        assert_eq!(problems.len(), 1);
        assert_eq!(
            problems[0].to_string(),
            "error: b/Cube.glb: has the same name `Cube` as a/Cube.glb\n  help: rename one of the two files"
        );
    }
}
