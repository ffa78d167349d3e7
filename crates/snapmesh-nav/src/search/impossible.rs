//! Demands that no seed can fulfil, as far as that can be known before any is tried.

use super::demand::Demand;
use snapmesh::glam::DVec3;
use snapmesh::reach::Reach;
use snapmesh::{Piece, PieceId, Recipe};
use thiserror::Error;

/// Why no seed can fulfil some demands. Each knows their places in the list of demands.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Impossible {
    /// Maps never have so many pieces.
    #[error("the parameters of {method} allow {most} pieces at most{}", if *loops { ", those of loops included" } else { "" })]
    TooFewPieces {
        /// The demand for pieces.
        demand: usize,
        /// How many are wanted.
        least: usize,
        /// How many there can be.
        most: usize,
        /// The selection method.
        method: &'static str,
        /// Whether pieces of loops are among those.
        loops: bool,
    },
    /// Maps never have so many loops.
    #[error("`growth.loops` allows {most} at most")]
    TooFewLoops {
        /// The demand for loops.
        demand: usize,
        /// How many are wanted.
        least: usize,
        /// How many there can be.
        most: usize,
    },
    /// A piece that is wanted is never placed.
    #[error("no connector can reach {piece}")]
    Unreachable {
        /// The demand for the piece.
        demand: usize,
        /// The piece.
        piece: String,
    },
    /// More copies are wanted of a piece that is placed once at most.
    #[error("{piece} can only be the starting piece")]
    OnlyStart {
        /// The demand for the piece.
        demand: usize,
        /// The piece.
        piece: String,
    },
    /// The starting piece alone is larger than the map may be.
    #[error(
        "a map starts from {piece} or larger, which is {:.2} x {:.2} x {:.2} m",
        size.x, size.y, size.z
    )]
    StartTooLarge {
        /// The demand for the size.
        demand: usize,
        /// The starting piece that comes closest.
        piece: String,
        /// Its size, in metres.
        size: DVec3,
        /// The size that the map may have, in metres.
        most: DVec3,
    },
    /// The pieces that are wanted are more than the map can have.
    #[error("the pieces that it must have are {copies} together, and the map can have {most} at most")]
    TooManyTogether {
        /// The demands for the pieces, and that for no more pieces if it is what forbids them.
        demands: Vec<usize>,
        /// How many pieces are wanted.
        copies: usize,
        /// How many there can be.
        most: usize,
    },
}

impl Impossible {
    /// The demands it is about, by their places in the list of demands.
    pub fn demands(&self) -> &[usize] {
        match self {
            Self::TooFewPieces { demand, .. }
            | Self::TooFewLoops { demand, .. }
            | Self::Unreachable { demand, .. }
            | Self::OnlyStart { demand, .. }
            | Self::StartTooLarge { demand, .. } => std::slice::from_ref(demand),
            Self::TooManyTogether { demands, .. } => demands,
        }
    }
}

/// Everything that is known to be impossible: each demand by itself, in their order, and then all together.
pub(super) fn impossible(recipe: &Recipe, demands: &[Demand]) -> Vec<Impossible> {
    let reach = Reach::new(recipe);
    let alone = |(index, demand): (usize, &Demand)| match *demand {
        Demand::MinPieces(least) => too_few(recipe, index, least),
        Demand::MinLoops(least) => too_few_loops(recipe, index, least),
        Demand::MustHave { piece, count } => out_of_reach(recipe, &reach, index, piece, count),
        Demand::MaxSize(most) => start_too_large(recipe, index, most),
        _ => None,
    };
    let mut reasons: Vec<Impossible> = demands.iter().enumerate().filter_map(alone).collect();
    reasons.extend(too_many_together(demands, most_pieces(recipe)));
    reasons
}

/// How many loops are closed on purpose, at most.
fn most_loops(recipe: &Recipe) -> usize {
    usize::try_from(recipe.settings().growth.loops.most).unwrap_or_default()
}

/// How many pieces a map can have, those of loops included.
fn most_pieces(recipe: &Recipe) -> Option<usize> {
    let length = usize::try_from(recipe.settings().growth.loop_length).unwrap_or_default();
    recipe.most_pieces().map(|most| most.saturating_add(most_loops(recipe).saturating_mul(length)))
}

fn too_few(recipe: &Recipe, demand: usize, least: usize) -> Option<Impossible> {
    let method = recipe.settings().selection.method.name;
    let most = most_pieces(recipe).filter(|&most| most < least)?;
    Some(Impossible::TooFewPieces { demand, least, most, method, loops: most_loops(recipe) > 0 })
}

/// Connectors that may not stay free are linked where they meet, however often that is.
fn too_few_loops(recipe: &Recipe, demand: usize, least: usize) -> Option<Impossible> {
    let most = most_loops(recipe);
    (least > most && !recipe.ends().has_never()).then_some(Impossible::TooFewLoops { demand, least, most })
}

fn out_of_reach(
    recipe: &Recipe,
    reach: &Reach<'_>,
    demand: usize,
    piece: PieceId,
    count: usize,
) -> Option<Impossible> {
    let most = reach.most_copies(piece).filter(|&most| count > most)?;
    let piece = recipe.kit().piece(piece).id.clone();
    Some(match most {
        0 => Impossible::Unreachable { demand, piece },
        _ => Impossible::OnlyStart { demand, piece },
    })
}

/// The starting piece stands as it was drawn: if none fits, no map does.
fn start_too_large(recipe: &Recipe, demand: usize, most: DVec3) -> Option<Impossible> {
    let over = |piece: &Piece| (piece.bounds().size() / most).max_element();
    let pieces = recipe.starts().iter().map(|&piece| recipe.kit().piece(piece));
    let smallest = pieces.min_by(|a, b| over(a).total_cmp(&over(b)))?;
    let fits = over(smallest) <= 1.0;
    let (piece, size) = (smallest.id.clone(), smallest.bounds().size());
    (!fits).then_some(Impossible::StartTooLarge { demand, piece, size, most })
}

fn too_many_together(demands: &[Demand], allowed: Option<usize>) -> Option<Impossible> {
    let wanted = largest_of_each_piece(demands);
    let copies = wanted.iter().map(|&(_, count)| count).fold(0, usize::saturating_add);
    let limits = demands.iter().enumerate().filter_map(|(index, demand)| match demand {
        Demand::MaxPieces(most) => Some((*most, Some(index))),
        _ => None,
    });
    let limit = limits.chain(allowed.map(|most| (most, None))).min_by_key(|&(most, _)| most);
    let (most, limit) = limit.filter(|&(most, _)| copies > most)?;
    let mut demands: Vec<usize> = wanted.into_iter().map(|(index, _)| index).chain(limit).collect();
    demands.sort_unstable();
    Some(Impossible::TooManyTogether { demands, copies, most })
}

/// Of one piece, the largest number counts: the demand with it, and the number.
fn largest_of_each_piece(demands: &[Demand]) -> Vec<(usize, usize)> {
    let mut wanted: Vec<(usize, PieceId, usize)> = Vec::new();
    for (index, demand) in demands.iter().enumerate() {
        let Demand::MustHave { piece, count } = *demand else { continue };
        match wanted.iter_mut().find(|(_, known, _)| *known == piece) {
            Some(known) if count > known.2 => *known = (index, piece, count),
            None if count > 0 => wanted.push((index, piece, count)),
            _ => {}
        }
    }
    wanted.into_iter().map(|(index, _, count)| (index, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{MapSource, Verdict};
    use crate::search::{Goal, Search};
    use crate::walk_memory::WalkMemory;
    use snapmesh::settings::Settings;
    use snapmesh::{Connector, Kit, OrientedBox, ValidKit};
    use std::sync::Arc;

    const HALL: PieceId = PieceId::new(0);
    const ATTIC: PieceId = PieceId::new(1);
    const GATE: PieceId = PieceId::new(2);

    /// A box with two doors, a metre tall.
    fn piece(id: &str, size: f64, color: &str) -> Piece {
        let door = |x: f64| Connector::new(DVec3::X * x * size / 2.0, DVec3::X * x).with(1, color);
        let half = DVec3::new(size, 1.0, size) / 2.0;
        Piece::new(id, vec![door(1.0), door(-1.0)], vec![OrientedBox::aligned(-half, half)])
    }

    /// Halls that make the map, an attic that nothing answers, and a gate to start from, which is not drawn.
    fn kit() -> ValidKit {
        let library = vec![piece("Hall", 4.0, "red"), piece("Attic", 2.0, "blue"), piece("Gate", 6.0, "red")];
        let kit = Kit { pieces: vec![HALL, ATTIC], starters: Some(vec![GATE]), ..Kit::new("kit", library) };
        kit.validate().unwrap().0
    }

    /// What a search for maps of six pieces knows to be impossible.
    fn found(demands: Vec<Demand>) -> Vec<Impossible> {
        found_with(Settings::default(), demands)
    }

    fn found_with(mut settings: Settings, demands: Vec<Demand>) -> Vec<Impossible> {
        settings.selection.set("max_pieces", 6).unwrap();
        let recipe = Arc::new(Recipe::new(kit(), settings).unwrap());
        let source = MapSource { recipe: &recipe, terrain: None, memory: &WalkMemory::default() };
        let verdict = Verdict::Baked;
        let search = Search { source, demands, goal: Goal::First, verdict, start: 1, tries: 1, time: None };
        search.impossible()
    }

    fn must_have(piece: PieceId, count: usize) -> Demand {
        Demand::MustHave { piece, count }
    }

    /// The only reason there is, its words, and the demands it is about.
    fn only(demands: Vec<Demand>) -> (Impossible, String, Vec<usize>) {
        let reasons = found(demands);
        assert_eq!(reasons.len(), 1, "{reasons:?}");
        (reasons[0].clone(), reasons[0].to_string(), reasons[0].demands().to_vec())
    }

    #[test]
    fn what_may_be_possible_is_not_called_impossible() {
        let most = Demand::MaxSize(DVec3::new(6.0, 1.0, 6.0));
        let demands = vec![Demand::MinPieces(6), Demand::MinConnectivity(1.0), most];
        assert_eq!(found(demands), []);
        assert_eq!(found(vec![must_have(HALL, 5), must_have(GATE, 1), must_have(ATTIC, 0)]), []);
    }

    #[test]
    fn more_pieces_than_the_method_allows() {
        let (reason, words, about) = only(vec![Demand::MaxFreeConnectors(1), Demand::MinPieces(7)]);
        assert_eq!(
            reason,
            Impossible::TooFewPieces { demand: 1, least: 7, most: 6, method: "arena", loops: false }
        );
        assert_eq!((&*words, &*about), ("the parameters of arena allow 6 pieces at most", &[1][..]));
    }

    #[test]
    fn pieces_of_loops_come_on_top_of_what_the_method_allows() {
        let mut settings = Settings::default();
        (settings.growth.loops.most, settings.growth.loop_length) = (2, 3);
        let found = |demands| found_with(settings.clone(), demands);
        assert_eq!(found(vec![Demand::MinPieces(12), must_have(HALL, 12)]), []);
        let words: Vec<String> =
            found(vec![Demand::MinPieces(13), must_have(HALL, 13)]).iter().map(ToString::to_string).collect();
        let pieces = "the parameters of arena allow 12 pieces at most, those of loops included";
        let together = "the pieces that it must have are 13 together, and the map can have 12 at most";
        assert_eq!(words, [pieces, together]);
    }

    #[test]
    fn more_loops_than_are_closed() {
        let (reason, words, about) = only(vec![Demand::MinPieces(2), Demand::MinLoops(1)]);
        assert_eq!(reason, Impossible::TooFewLoops { demand: 1, least: 1, most: 0 });
        assert_eq!((&*words, &*about), ("`growth.loops` allows 0 at most", &[1][..]));
        let mut settings = Settings::default();
        settings.growth.loops.most = 2;
        assert_eq!(found_with(settings.clone(), vec![Demand::MinLoops(2)]), []);
        assert_eq!(found_with(settings, vec![Demand::MinLoops(3)]).len(), 1);
    }

    #[test]
    fn a_piece_that_nothing_answers() {
        let (reason, words, about) = only(vec![must_have(ATTIC, 1)]);
        assert_eq!(reason, Impossible::Unreachable { demand: 0, piece: "Attic".into() });
        assert_eq!((&*words, &*about), ("no connector can reach Attic", &[0][..]));
    }

    #[test]
    fn two_of_a_piece_that_maps_start_from() {
        let (reason, words, about) = only(vec![must_have(HALL, 1), must_have(GATE, 2)]);
        assert_eq!(reason, Impossible::OnlyStart { demand: 1, piece: "Gate".into() });
        assert_eq!((&*words, &*about), ("Gate can only be the starting piece", &[1][..]));
    }

    #[test]
    fn a_map_smaller_than_its_start() {
        let most = DVec3::new(5.0, 9.0, 9.0);
        let (reason, words, about) = only(vec![Demand::MaxSize(most)]);
        let size = DVec3::new(6.0, 1.0, 6.0);
        assert_eq!(reason, Impossible::StartTooLarge { demand: 0, piece: "Gate".into(), size, most });
        assert_eq!(words, "a map starts from Gate or larger, which is 6.00 x 1.00 x 6.00 m");
        assert_eq!(about, [0]);
    }

    #[test]
    fn more_pieces_together_than_a_map_can_have() {
        // Of one piece, the largest number counts; the limit is that of the method.
        let demands = vec![must_have(HALL, 3), must_have(GATE, 1), must_have(HALL, 6), Demand::MaxPieces(8)];
        let (reason, words, _) = only(demands);
        assert_eq!(reason, Impossible::TooManyTogether { demands: vec![1, 2], copies: 7, most: 6 });
        assert_eq!(words, "the pieces that it must have are 7 together, and the map can have 6 at most");
        // The limit may be a demand itself.
        let (reason, ..) = only(vec![Demand::MaxPieces(4), must_have(HALL, 5)]);
        assert_eq!(reason, Impossible::TooManyTogether { demands: vec![0, 1], copies: 5, most: 4 });
    }

    #[test]
    fn all_reasons_are_told_at_once() {
        let demands = vec![Demand::MinPieces(9), must_have(ATTIC, 7), must_have(GATE, 2)];
        let about: Vec<Vec<usize>> = found(demands).iter().map(|reason| reason.demands().to_vec()).collect();
        assert_eq!(about, [vec![0], vec![1], vec![2], vec![1, 2]]);
    }
}
