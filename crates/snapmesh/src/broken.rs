//! What is broken by pieces that were kept from a map whose rules have changed since.

use crate::id::{ConnectorId, PlacedId};
use crate::kept::Kept;
use crate::matching::mismatch;
use crate::placed::{Joint, Placed};
use crate::recipe::Recipe;
use crate::snap::miss;
use crate::story::Story;
use crate::veto::{Fit, Veto};
use crate::world::World;

/// A kept piece that would not be where it is under the rules of now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The piece.
    pub index: PlacedId,
    /// What is said against it, as a part of a sentence.
    pub because: String,
}

/// Metres, and degrees, by which joined connectors may be off: what arithmetic and files lose.
const SLACK: f64 = 1e-6;
const SLACK_DEGREES: f64 = 1e-3;

impl Recipe {
    /// What kept pieces break, each as if it were placed after those before it.
    pub fn broken_by(&self, kept: &Kept) -> Vec<Broken> {
        let mut world = self.world();
        let mut broken = Vec::new();
        for (index, placed) in kept.pieces().iter().enumerate() {
            let index = PlacedId::new(index);
            let reason = |because| Broken { index, because };
            broken.extend(self.joined_wrongly(&world, placed).map(reason));
            let story = Story::of(self.kit(), kept.pieces());
            broken.extend(self.vetoes(&world, kept, index).map(|veto| reason(story.would(&veto))));
            world.add(*placed);
        }
        broken
    }

    /// What is said against the way a piece is joined to its guide.
    fn joined_wrongly(&self, world: &World, placed: &Placed) -> Option<String> {
        let Joint { guide, guide_connector, connector } = placed.joint?;
        let (kit, guide) = (self.kit(), world.get(guide));
        let kind =
            |piece, connector: ConnectorId| &kit.kinds()[kit.kinds_of(piece)[connector.index()].index()];
        let (theirs, ours) = (kind(guide.piece, guide_connector), kind(placed.piece, connector));
        if let Some(mismatch) = mismatch(&self.settings().connection, theirs, ours) {
            return Some(mismatch.to_string());
        }
        let side = |placed: &'_ Placed, connector| kit.connector(placed.piece, connector).clone();
        let (theirs, ours) = (side(guide, guide_connector), side(placed, connector));
        let distance = self.settings().generation.piece_distance;
        let (gap, turn) = miss((&guide.pose, &theirs), (&placed.pose, &ours), distance);
        (gap > SLACK || turn > SLACK_DEGREES)
            .then(|| format!("its connector is {gap:.4} m from where `piece_distance` would have it"))
    }

    /// What rules and constraints say against a piece.
    fn vetoes(&self, world: &World, kept: &Kept, index: PlacedId) -> impl Iterator<Item = Veto> {
        let Placed { piece, pose, joint, .. } = kept.pieces()[index.index()];
        let fit = Fit { piece, pose, joint, linked: None };
        let rules = self.rules().iter().filter(move |rule| rule.forbids(world, piece, fit.guide()).is_some());
        let rules = rules.map(move |rule| rule.reason(world, piece, fit.guide()));
        let constraints = self.constraints().iter();
        let constraints = constraints.filter(move |constraint| constraint.forbids(world, &fit).is_some());
        let constraints = constraints.map(move |constraint| constraint.reason(world, &fit));
        let linked = move |with: PlacedId| {
            kept.links().iter().any(|link| {
                let sides = link.sides().map(|port| port.placed);
                sides == [with, index] || sides == [index, with]
            })
        };
        // Pieces that a link joins do not count as overlapping each other.
        rules
            .chain(constraints)
            .filter(move |veto| !matches!(veto, Veto::Overlap { with, .. } if linked(*with)))
    }
}
