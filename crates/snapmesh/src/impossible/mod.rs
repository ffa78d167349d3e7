//! Settings that cannot hold together, as far as that can be seen before growing; and the smallest set of them.
//!
//! Every proof is optimistic: it looks at counts, connectors, joints and heights, never at overlaps. What it calls
//! impossible is; what it lets pass may still be.

mod clause;
mod asked;
mod way;
mod proofs;

pub(crate) use asked::Asked;
pub use clause::{Clause, Contradiction};

use crate::id::PieceId;
use asked::Part;

/// Finds settings that cannot hold together, and leaves out what has no part in it.
pub(crate) fn contradiction(asked: &Asked<'_>) -> Option<Contradiction> {
    smallest(asked, |_| true)
}

/// The same, and only some of what has a part is told.
fn smallest(asked: &Asked<'_>, is_told: impl Fn(&Part) -> bool) -> Option<Contradiction> {
    proofs::find(asked)?;
    let mut left = asked.clone();
    // What was needed while others were there may not be needed without them: until nothing more can go.
    while let Some(fewer) = left.parts().into_iter().map(|part| left.without(part)).find(is_impossible) {
        left = fewer;
    }
    let because = proofs::find(&left)?;
    let mut clauses: Vec<Clause> = Vec::new();
    for clause in left.parts().into_iter().filter(is_told).flat_map(|part| left.clauses(part)) {
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    Some(Contradiction { because, clauses })
}

fn is_impossible(asked: &Asked<'_>) -> bool {
    proofs::find(asked).is_some()
}

/// The settings that keep a piece off every map that it could be on without them.
pub(crate) fn kept_out(asked: &Asked<'_>, piece: PieceId) -> Option<Contradiction> {
    let wanted = asked.wanting(piece);
    let free = wanted.parts().into_iter().filter(|part| matches!(part, Part::Rule(..)));
    let none = free.fold(wanted.clone(), |left, part| left.without(part)).wanting(piece);
    let ours = asked.rules.len();
    let is_told = |part: &Part| *part != Part::Rule(ours, "count");
    if is_impossible(&none) { None } else { smallest(&wanted, is_told) }
}

#[cfg(test)]
mod tests {
    use crate::boxes::{Bounds, OrientedBox};
    use crate::id::PieceId;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::recipe::{Recipe, RecipeError};
    use crate::selection::{ARENA, CORRIDOR, Method, STAR};
    use crate::settings::{PieceRule, Settings, Span, WhenBlocked};
    use glam::DVec3;

    /// A hall with four doors, a tower on a step, a cell with one door, and an attic that only the tower's red door leads to.
    fn kit() -> Kit {
        let boxes = || vec![OrientedBox::aligned(DVec3::splat(-0.9), DVec3::splat(0.9))];
        let door = |side: DVec3| Connector::new(side, side);
        let sides = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z];
        let hall = Piece::new("Hall", sides.map(door).into(), boxes());
        let up = Connector::new(DVec3::new(-1.0, 1.0, 0.0), DVec3::NEG_X).with(1, "red");
        let tower = Piece::new("Tower", vec![door(DVec3::X), up], boxes());
        let cell = Piece::new("Cell", vec![door(DVec3::X)], boxes());
        let attic = Piece::new("Attic", vec![door(DVec3::X).with(1, "red")], boxes());
        Kit::new("kit", vec![hall, tower, cell, attic])
    }

    fn count(selector: &str, least: i64, most: i64) -> PieceRule {
        PieceRule { count: Some(Span { least, most }), ..PieceRule::new(selector) }
    }

    fn settings(method: &'static Method, pieces: i64, rules: Vec<PieceRule>) -> Settings {
        let mut settings = Settings { rules, ..Settings::default() };
        settings.growth.when_blocked = WhenBlocked::Undo;
        settings.selection.method = method;
        settings.selection.set("max_pieces", pieces).unwrap();
        settings.connection.color_matrix.rows.insert("white".into(), vec!["white".into()]);
        settings.connection.color_matrix.rows.insert("red".into(), vec!["red".into()]);
        settings
    }

    /// What is told, or nothing if nothing is known against it.
    fn told(settings: Settings) -> String {
        match Recipe::new(kit().validate().unwrap().0, settings) {
            Ok(_) => String::new(),
            Err(RecipeError::Contradiction(told)) => told.to_string(),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn what_has_no_part_in_it_is_left_out() {
        let rules = vec![
            PieceRule { run: Some(3), ..PieceRule::new("Hall") },
            count("Cell", 4, 9),
            count("*", 2, 99),
            count("Hall", 5, 9),
        ];
        assert_eq!(
            told(settings(&ARENA, 8, rules)),
            "these cannot hold together, as 9 pieces must be there, and a map has 8 at most:\n  \
             - rules.Cell.count = [4, 9]\n  - rules.Hall.count = [5, 9]\n  - selection.max_pieces = 8"
        );
    }

    #[test]
    fn a_least_above_the_most_of_a_wider_selector_is_found() {
        let told = told(settings(&ARENA, 20, vec![count("*l*", 0, 2), count("Hall", 3, 5)]));
        assert!(told.contains("there can be 2 of Hall at most"), "{told}");
        assert!(told.contains("- rules.\"*l*\".count = [0, 2]\n  - rules.Hall.count = [3, 5]"), "{told}");
        assert!(!told.contains("max_pieces"), "{told}");
    }

    #[test]
    fn a_piece_behind_a_closed_door_is_out_of_reach() {
        let closed = PieceRule { weight: Some(0.0), ..PieceRule::new("Tower") };
        let with_way = told(settings(&ARENA, 20, vec![count("Attic", 1, 1)]));
        assert_eq!(with_way, "", "the tower leads to it");
        let told = told(settings(&ARENA, 20, vec![closed, count("Attic", 1, 1)]));
        assert!(told.contains("Attic can never be placed"), "{told}");
        assert!(told.contains("- rules.Tower.weight = 0.0\n  - rules.Attic.count = 1"), "{told}");
    }

    #[test]
    fn a_size_that_nothing_can_fill_is_found_by_counts_and_by_connectors() {
        let few = vec![count("Hall", 0, 2), count("Tower", 0, 1), count("Attic", 0, 1), count("Cell", 0, 3)];
        assert!(told(settings(&ARENA, 9, few)).contains("there may be 7 at most"));
        // Two halls, a tower and cells: 4 + 4 + 2 + 1 for each other piece are less than two for each joint.
        let ends = vec![count("Hall", 0, 2), count("Tower", 0, 1)];
        let said = told(settings(&ARENA, 10, ends.clone()));
        assert!(said.contains("10 pieces need 18 connectors"), "{said}");
        assert!(said.contains("growth.when_blocked = \"undo\""), "{said}");
        assert_eq!(told(settings(&ARENA, 9, ends)), "", "just enough");
        let line = told(settings(&CORRIDOR, 9, vec![count("Cell", 3, 9)]));
        assert!(line.contains("need 16 connectors"), "a line has two ends: {line}");
    }

    #[test]
    fn depth_and_distance_beyond_the_size_are_found() {
        let deep = PieceRule { depth: Some(Span { least: 9, most: 99 }), ..count("Hall", 1, 9) };
        assert!(told(settings(&ARENA, 9, vec![deep.clone()])).contains("Hall can never be placed"));
        assert_eq!(told(settings(&ARENA, 10, vec![deep])), "", "nine joints need ten pieces");
        let apart = PieceRule { apart: Some(4), ..count("Cell", 3, 9) };
        assert!(told(settings(&ARENA, 6, vec![apart.clone()])).contains("need 7 pieces"));
        assert_eq!(told(settings(&ARENA, 7, vec![apart])), "", "three arms of two");
    }

    #[test]
    fn a_star_is_no_deeper_than_its_arms() {
        let mut settings = settings(&STAR, 1, vec![]);
        settings.selection.set("arm_length", 3).unwrap();
        let deep = |least| PieceRule { depth: Some(Span { least, most: 99 }), ..count("Cell", 1, 9) };
        settings.rules = vec![deep(6)];
        assert!(told(settings.clone()).contains("Cell can never be placed"));
        settings.rules = vec![deep(5)];
        assert_eq!(told(settings), "", "three and two more");
    }

    #[test]
    fn a_height_that_no_chain_climbs_to_is_found() {
        let high = |least, most| PieceRule { height: Some(Span { least, most }), ..count("Attic", 1, 1) };
        assert_eq!(
            told(settings(&ARENA, 20, vec![high(0.5, 1.5)])),
            "",
            "the attic is a step above the tower"
        );
        let told = told(settings(&ARENA, 20, vec![high(1.5, 9.0)]));
        assert!(
            told.contains("Attic can never be placed") && told.contains("- rules.Attic.height = [1.5, 9.0]"),
            "{told}"
        );
    }

    #[test]
    fn a_start_that_is_forbidden_is_told_with_what_forbids_it() {
        let mut small = settings(&ARENA, 20, vec![count("Cell", 1, 2)]);
        small.growth.inside = Some(Bounds { min: DVec3::splat(-0.5), max: DVec3::splat(0.5) });
        let said = told(small);
        assert!(said.contains("no piece may start a map"), "{said}");
        assert!(said.contains("\n  - growth.inside = { \"min\" = [-0.5, -0.5, -0.5]"), "{said}");
        assert_eq!(said.matches("\n  - ").count(), 1, "{said}");
        let nothing = PieceRule { weight: Some(0.0), ..PieceRule::new("*") };
        assert!(told(settings(&ARENA, 20, vec![nothing])).contains("no piece is left to draw"));
    }

    #[test]
    fn rows_that_nothing_may_break_are_found() {
        let run = PieceRule { run: Some(2), ..PieceRule::new("*") };
        assert!(
            told(settings(&CORRIDOR, 3, vec![run.clone()])).contains("need 1 others, and there may be 0")
        );
        assert_eq!(told(settings(&ARENA, 3, vec![run])), "", "a tree has room beside a row");
    }

    #[test]
    fn what_keeps_a_piece_out_is_told_with_its_rules() {
        let closed = PieceRule { weight: Some(0.0), ..PieceRule::new("Tower") };
        let recipe = Recipe::new(kit().validate().unwrap().0, settings(&ARENA, 20, vec![closed])).unwrap();
        let out = |piece| recipe.kept_out(PieceId::new(piece)).map(|told| told.clauses[0].to_string());
        assert_eq!(out(0), None);
        assert_eq!(out(1).as_deref(), Some("rules.Tower.weight = 0.0"));
        assert_eq!(out(3).as_deref(), Some("rules.Tower.weight = 0.0"), "there is no other way to the attic");
    }
}
