//! Growth that looks for overlaps among all boxes of the map.

use snapmesh::{Blame, Constraint, Fit, OrientedBox, PlacedId, Recipe, Veto, World};
use snapmesh_io::OpenKit;
use std::sync::Arc;

/// A recipe for the same maps, without anything that knows where pieces are.
pub(crate) fn recipe(open: &OpenKit) -> Arc<Recipe> {
    let mut settings = open.settings.clone();
    assert!(settings.generation.check_overlaps, "there is something to look for");
    settings.generation.check_overlaps = false;
    let recipe = Recipe::new(open.kit.shared_kit(), settings).expect("settings within limits");
    Arc::new(recipe.with_constraint(AllBoxes).expect("a piece to start with"))
}

#[derive(Debug)]
struct AllBoxes;

impl Constraint for AllBoxes {
    fn forbids(&self, world: &World, fit: &Fit) -> Option<Blame> {
        let boxes = |piece, pose| {
            let boxes: &[OrientedBox] = &world.kit().piece(piece).boxes;
            boxes.iter().map(move |known| known.placed(pose))
        };
        let ours: Vec<OrientedBox> = boxes(fit.piece, &fit.pose).collect();
        let others = world.placed().iter().enumerate().map(|(index, placed)| (PlacedId::new(index), placed));
        let mut others = others.filter(|(id, _)| !fit.joins(*id));
        let meets =
            |theirs: OrientedBox| ours.iter().any(|ours| ours.closer_than(&theirs, world.clearance()));
        others.find(|(_, other)| boxes(other.piece, &other.pose).any(meets)).map(|(id, _)| Blame::Piece(id))
    }

    fn reason(&self, _: &World, _: &Fit) -> Veto {
        Veto::Custom { reason: "overlaps the map".into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kits;

    #[test]
    fn it_grows_the_same_maps() {
        for (kit, preset) in [("benchmark", "a"), ("benchmark", "h"), ("dungeon", "arena")] {
            let open = kits::open(kit, preset, &[]);
            let (ours, plain) = (kits::recipe(&open), recipe(&open));
            for seed in 1..20 {
                assert_eq!(ours.grow(seed).pieces, plain.grow(seed).pieces, "{kit} {preset} {seed}");
            }
        }
    }
}
