//! Rings of pieces, apart from any map.

use super::loops::{Search, open_connectors};
use super::stage::Stage;
use crate::chains::Way;
use crate::event::Teller;
use crate::id::{PieceId, Port};
use crate::pose::Pose;
use crate::recipe::Recipe;
use crate::rng::Rng;

/// Pairings that are tried for a ring, at most.
const PATIENCE: u64 = 30;

/// The pieces of a ring of so many that a way through a piece is part of, if they fit: the piece first.
pub(crate) fn ring_of(recipe: &Recipe, way: &Way, pieces: usize, rng: &mut Rng) -> Option<Vec<PieceId>> {
    let mut world = recipe.world();
    let placed = world.place(way.piece, Pose::ORIGIN, None);
    let (mut nobody, mut tried) = ((), 0);
    let mut stage = Stage { recipe, world: &mut world, teller: Teller::new(&mut nobody), tried: &mut tried };
    let to = open_connectors(&stage).into_iter().find(|open| open.port.connector == way.entry)?;
    let mut search = Search { chains: recipe.chains(), to, left: PATIENCE, culprit: None, far: true };
    let found = search.go_on(&mut stage, rng, Port { placed, connector: way.exit }, pieces - 1);
    found.then(|| world.placed().iter().map(|placed| placed.piece).collect())
}
