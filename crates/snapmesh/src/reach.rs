//! Which connectors can meet under the rules, which pieces can ever be placed, which connectors stay alone.

use crate::id::{KindId, PieceId};
use crate::problem::{Problem, nearest};
use crate::recipe::Recipe;
use crate::settings::{ColorMatrix, Connection};
use crate::valid_kit::ValidKit;
use crate::value::Value;

/// What the rules make of a kit.
///
/// ```
/// use snapmesh::glam::DVec3;
/// use snapmesh::{Connector, Kit, OrientedBox, Piece, PieceId, Reach, Recipe, Settings};
///
/// let piece = |id: &str, color: &str| {
///     let doors = [DVec3::X, DVec3::NEG_X].map(|side| Connector::new(side, side).with(1, color));
///     Piece::new(id, doors.into(), vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)])
/// };
/// let mut kit = Kit::new("two worlds", vec![piece("Red", "red"), piece("Blue", "blue")]);
/// kit.starters = Some(vec![PieceId::new(0)]);
/// let mut settings = Settings::default();
/// settings.connection.matching_rules = snapmesh::settings::MatchingRules::Colors;
/// let recipe = Recipe::new(kit.validate()?.0, settings)?;
/// // Nothing red takes anything blue, so the second piece can never be placed.
/// let reach = Reach::new(&recipe);
/// assert_eq!(reach.most_copies(PieceId::new(1)), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reach<'r> {
    recipe: &'r Recipe,
    /// By kind: it can be free on a placed piece.
    offered: Vec<bool>,
    /// By kind: something offered takes it.
    taken: Vec<bool>,
    /// By kind: a piece that is drawn has it.
    drawn: Vec<bool>,
}

impl<'r> Reach<'r> {
    /// Follows every way a map could grow, overlaps left aside.
    pub fn new(recipe: &'r Recipe) -> Self {
        let kit = recipe.kit();
        let kinds = kit.kinds().len();
        let none = vec![false; kinds];
        let mut reach = Self { recipe, offered: none.clone(), taken: none.clone(), drawn: none };
        for &piece in kit.pieces() {
            kit.kinds_of(piece).iter().for_each(|kind| reach.drawn[kind.index()] = true);
        }
        while reach.grow() {}
        reach
    }

    /// One round of growth; whether it found anything new.
    fn grow(&mut self) -> bool {
        let kit = self.recipe.kit();
        let mut news = Vec::new();
        let starts = self.recipe.starts().iter().map(|&piece| (piece, true));
        for (piece, starts) in starts.chain(kit.pieces().iter().map(|&piece| (piece, false))) {
            let kinds = kit.kinds_of(piece);
            let ways_in = kinds.iter().filter(|kind| self.taken[kind.index()]).count();
            // The connector a piece came in by is used; it is free only on a piece that came in by another.
            let free = |kind: KindId| starts || ways_in > usize::from(self.taken[kind.index()]);
            news.extend(kinds.iter().copied().filter(|&kind| !self.offered[kind.index()] && free(kind)));
        }
        news.sort_unstable();
        news.dedup();
        for &guide in &news {
            self.offered[guide.index()] = true;
            for kind in self.kinds() {
                self.taken[kind.index()] |= self.meets(guide, kind);
            }
        }
        !news.is_empty()
    }

    fn kinds(&self) -> impl Iterator<Item = KindId> + use<> {
        (0..self.taken.len()).map(KindId::new)
    }

    /// Kit and settings.
    pub fn recipe(&self) -> &'r Recipe {
        self.recipe
    }

    /// Whether a connector of one kind on the map may meet one of another kind on a piece that is tried.
    pub fn meets(&self, guide: KindId, tentative: KindId) -> bool {
        self.recipe.matching().allow(guide, tentative)
    }

    /// How often a piece can be on a map, where that is known beforehand: never if no connector can reach it, once if
    /// it can only be the starting piece.
    pub fn most_copies(&self, piece: PieceId) -> Option<usize> {
        let kit = self.recipe.kit();
        let is_taken = kit.kinds_of(piece).iter().any(|kind| self.taken[kind.index()]);
        let grows = kit.pieces().contains(&piece) && is_taken;
        (!grows).then_some(usize::from(self.recipe.starts().contains(&piece)))
    }

    /// Everything a designer should know.
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = self.unreachable();
        problems.extend(self.kept_out());
        problems.extend(self.unanswered());
        problems.extend(self.lonely_starts());
        problems
    }

    /// Whether a piece that is drawn has an answer to a connector on the map.
    fn is_answered(&self, guide: KindId) -> bool {
        self.kinds().any(|kind| self.drawn[kind.index()] && self.meets(guide, kind))
    }

    /// Whether there is a cap for it.
    fn is_closed(&self, guide: KindId) -> bool {
        self.recipe.ends().of(guide).is_some_and(|ends| !ends.caps.is_empty())
    }

    fn unreachable(&self) -> Vec<Problem> {
        let kit = self.recipe.kit();
        let mut pieces = kit.pieces().to_vec();
        pieces.sort_unstable();
        pieces.dedup();
        let alone = pieces.into_iter().filter(|&piece| self.most_copies(piece) == Some(0));
        let problem = |piece: PieceId| {
            Problem::warning(&*kit.piece(piece).source, "no connector can reach it: it will never be placed")
                .help("give one of its connectors the pins and color of a connector it should meet")
        };
        alone.map(problem).collect()
    }

    /// Pieces that could be placed, if some rules were not.
    fn kept_out(&self) -> Vec<Problem> {
        let kit = self.recipe.kit();
        let reached =
            kit.ids().filter(|&piece| kit.pieces().contains(&piece) && self.most_copies(piece) != Some(0));
        let problem = |piece: PieceId| {
            let by = self.recipe.kept_out(piece)?;
            let clauses: Vec<String> = by.clauses.iter().map(ToString::to_string).collect();
            let message = format!("it will never be placed, because of {}", clauses.join(" and "));
            // Nobody writes a count or a weight of 0 by accident.
            let zeros = [Value::Integer(0), Value::Real(0.0)];
            let meant = by.clauses.iter().all(|clause| zeros.contains(&clause.value));
            let source = &*kit.piece(piece).source;
            Some(if meant { Problem::note(source, message) } else { Problem::warning(source, message) })
        };
        reached.filter_map(problem).collect()
    }

    fn unanswered(&self) -> Vec<Problem> {
        let kit = self.recipe.kit();
        let answered: Vec<bool> =
            self.kinds().map(|kind| self.is_answered(kind) || self.is_closed(kind)).collect();
        let mut problems = Vec::new();
        for (piece, id) in kit.library().iter().zip(kit.ids()) {
            // A piece that only starts maps is never joined to anything.
            let drawn = kit.pieces().contains(&id);
            if !drawn && !kit.starters().contains(&id) {
                // Caps and doors are joined where `[ends]` says, and that is checked there.
                continue;
            }
            for (connector, &kind) in piece.connectors.iter().zip(kit.kinds_of(id)) {
                if answered[kind.index()] {
                    continue;
                }
                let what = format!("{} {}", connector.pins, connector.color);
                let problem = if drawn && self.taken[kind.index()] {
                    let message = format!("nothing can answer it ({what}) once it is on the map");
                    Problem::note(&piece.source, format!("{message}; the piece can be joined by it, though"))
                } else {
                    Problem::warning(
                        &piece.source,
                        format!("nothing can answer it ({what}): it is never joined"),
                    )
                    .help("change its pins or color, the rules, or add a piece that answers it")
                };
                problems.push(problem.at_node(&connector.name));
            }
        }
        problems
    }

    /// A starting piece that nothing can be joined to is a map of one.
    fn lonely_starts(&self) -> Vec<Problem> {
        let kit = self.recipe.kit();
        let lonely = self
            .recipe
            .starts()
            .iter()
            .filter(|&&piece| !kit.kinds_of(piece).iter().any(|&kind| self.is_answered(kind)));
        let problem = |&piece: &PieceId| {
            let message = "no piece can be joined to it, so a map that starts with it has one piece";
            Problem::warning(&*kit.piece(piece).source, message)
        };
        lonely.map(problem).collect()
    }
}

/// A color in the matrix that no connector has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnusedColor {
    /// The row it stands in; none if it is the name of a row itself.
    pub row: Option<String>,
    /// The color.
    pub color: String,
    /// A color of the kit that may have been meant.
    pub nearest: Option<String>,
}

/// The colors in the matrix that no connector has: likely misspelled.
pub fn unused_colors(kit: &ValidKit, connection: &Connection) -> Vec<UnusedColor> {
    let used: Vec<&str> = kit.kinds().iter().map(|kind| &*kind.color).collect();
    let mut unused = Vec::new();
    for (row, colors) in &connection.color_matrix.rows {
        let named = colors.iter().map(|color| (Some(row.clone()), color));
        for (row, color) in std::iter::once((None, row)).chain(named) {
            if color != ColorMatrix::ANY && !used.contains(&&**color) {
                let nearest = nearest(color, used.iter().copied()).map(Into::into);
                unused.push(UnusedColor { row, color: color.clone(), nearest });
            }
        }
    }
    unused
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::settings::Settings;
    use glam::DVec3;

    fn piece(id: &str, connectors: &[(u32, &str)]) -> Piece {
        let connectors = connectors
            .iter()
            .enumerate()
            .map(|(i, &(pins, color))| Connector::new(DVec3::X * i as f64, DVec3::X).with(pins, color));
        Piece::new(id, connectors.collect(), vec![])
    }

    fn told(pieces: Vec<Piece>) -> Vec<String> {
        let kit = Kit::new("kit", pieces).validate().unwrap().0;
        let problems = Reach::new(&Recipe::new(kit, Settings::default()).unwrap()).problems();
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn pieces_that_meet_have_nothing_to_tell() {
        assert_eq!(told(vec![piece("A", &[(1, "red"), (1, "red")])]), Vec::<String>::new());
    }

    #[test]
    fn a_piece_nothing_reaches_and_its_connector_are_told() {
        let told = told(vec![piece("A", &[(1, "red"), (1, "red")]), piece("B", &[(2, "blue")])]);
        // B meets itself, but no map that starts at A ever comes to it.
        assert!(told[0].starts_with("warning: B: no connector can reach it"), "{told:?}");
        assert_eq!(told.len(), 1);
    }

    #[test]
    fn the_way_in_is_not_a_way_out() {
        // C can be entered by its red connector only, so nothing ever meets red on it from the map; D would need
        // exactly that.
        let a = piece("A", &[(1, "red"), (1, "red"), (3, "gold")]);
        let told = told(vec![a, piece("C", &[(3, "gold"), (4, "iron")]), piece("D", &[(4, "iron")])]);
        assert_eq!(told, Vec::<String>::new());
    }

    #[test]
    fn a_connector_without_an_answer_is_told() {
        let told = told(vec![piece("A", &[(1, "red"), (1, "red"), (7, "red")])]);
        assert_eq!(told.len(), 0, "7 red meets the 7 red of another A");
    }

    #[test]
    fn a_single_piece_that_cannot_meet_itself_is_a_map_of_one() {
        let mut settings = Settings::default();
        settings.connection.color_matrix.rows.insert("red".into(), vec!["rde".into()]);
        let kit = Kit::new("kit", vec![piece("A", &[(1, "red")])]).validate().unwrap().0;
        let recipe = Recipe::new(kit, settings).unwrap();
        let told = Reach::new(&recipe).problems();
        assert!(told[0].message.contains("nothing can answer it (1 red)"), "{}", told[0]);
        assert!(told[1].message.contains("a map that starts with it has one piece"), "{}", told[1]);
        let unused = unused_colors(recipe.kit(), &recipe.settings().connection);
        assert_eq!(unused.len(), 1);
        assert_eq!((&*unused[0].color, unused[0].nearest.as_deref()), ("rde", Some("red")));
    }

    fn recipe(pieces: Vec<Piece>, change: impl FnOnce(&mut Kit, &mut Settings)) -> Recipe {
        let (mut kit, mut settings) = (Kit::new("kit", pieces), Settings::default());
        change(&mut kit, &mut settings);
        Recipe::new(kit.validate().unwrap().0, settings).unwrap()
    }

    #[test]
    fn a_starter_that_is_not_drawn_stands_once_and_all_else_as_often_as_it_likes() {
        let pieces = vec![
            piece("Start", &[(1, "red")]),
            piece("Hall", &[(1, "red"), (1, "red")]),
            piece("Far", &[(9, "blue")]),
        ];
        let recipe = recipe(pieces, |kit, _| {
            kit.pieces = vec![PieceId::new(1), PieceId::new(2)];
            kit.starters = Some(vec![PieceId::new(0)]);
        });
        let reach = Reach::new(&recipe);
        let most: Vec<_> = (0..3).map(|i| reach.most_copies(PieceId::new(i))).collect();
        assert_eq!(most, [Some(1), None, Some(0)]);
    }

    #[test]
    fn a_dead_end_does_not_offer_the_connector_it_came_in_by() {
        // E is entered by gold alone, so gold is never free on it, and the piece behind gold -> iron is not reached.
        let mut rows = std::collections::BTreeMap::new();
        rows.insert("red".to_string(), vec!["gold".to_string()]);
        rows.insert("gold".to_string(), vec!["iron".to_string()]);
        let pieces = vec![
            piece("S", &[(1, "red"), (1, "red")]),
            piece("E", &[(1, "gold")]),
            piece("F", &[(1, "iron")]),
        ];
        let dead_end =
            recipe(pieces.clone(), |_, settings| settings.connection.color_matrix.rows = rows.clone());
        assert_eq!(Reach::new(&dead_end).most_copies(PieceId::new(1)), None);
        assert_eq!(Reach::new(&dead_end).most_copies(PieceId::new(2)), Some(0));
        // With a second gold door it goes on.
        let mut open = pieces;
        open[1] = piece("E", &[(1, "gold"), (1, "gold")]);
        let open = recipe(open, |_, settings| settings.connection.color_matrix.rows = rows);
        assert_eq!(Reach::new(&open).most_copies(PieceId::new(2)), None);
    }

    #[test]
    fn a_connector_that_can_only_be_come_in_by_is_worth_a_note() {
        let pieces = vec![piece("S", &[(1, "red"), (1, "red")]), piece("E", &[(1, "gold"), (1, "red")])];
        let recipe = recipe(pieces, |_, settings| {
            let rows = &mut settings.connection.color_matrix.rows;
            rows.insert("red".into(), vec!["gold".into(), "red".into()]);
            rows.insert("gold".into(), vec![]);
        });
        let told: Vec<_> = Reach::new(&recipe).problems().iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "note: E: node `connector`: nothing can answer it (1 gold) once it is on the map; the piece can be \
              joined by it, though"
            ]
        );
    }

    #[test]
    fn pieces_that_only_start_do_not_answer() {
        let pieces = vec![piece("Start", &[(3, "red")]), piece("Hall", &[(1, "red"), (1, "red")])];
        let recipe = recipe(pieces, |kit, _| {
            kit.pieces = vec![PieceId::new(1)];
            kit.starters = Some(vec![PieceId::new(0)]);
        });
        let told: Vec<_> = Reach::new(&recipe).problems().iter().map(ToString::to_string).collect();
        assert!(told[0].starts_with("warning: Hall: no connector can reach it"), "{told:?}");
        assert!(
            told[1].starts_with("warning: Start: node `connector`: nothing can answer it (3 red)"),
            "{told:?}"
        );
        assert!(told[2].starts_with("warning: Start: no piece can be joined to it"), "{told:?}");
        assert_eq!(told.len(), 3);
    }

    #[test]
    fn unused_colors_are_told_with_the_row_they_stand_in() {
        let recipe = recipe(vec![piece("A", &[(1, "red"), (1, "blue")])], |_, settings| {
            let rows = &mut settings.connection.color_matrix.rows;
            rows.insert("blu".into(), vec!["*".into(), "red".into()]);
            rows.insert("red".into(), vec!["qqq".into(), "blue".into()]);
        });
        let unused = unused_colors(recipe.kit(), &recipe.settings().connection);
        let color = |row: Option<&str>, color: &str, nearest: Option<&str>| UnusedColor {
            row: row.map(Into::into),
            color: color.into(),
            nearest: nearest.map(Into::into),
        };
        assert_eq!(unused, [color(None, "blu", Some("blue")), color(Some("red"), "qqq", None)]);
    }
}
