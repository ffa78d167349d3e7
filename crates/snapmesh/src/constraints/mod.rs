//! Constraints: what can forbid a piece where it would stand. A constraint is a file here and a line in the list.

mod inside;
mod outside;
mod height;
mod overlap;

use crate::selector::Terms;
use crate::veto::Constraint;

/// Makes a constraint; none if nothing asks for it, and then it costs nothing.
type FromTerms = fn(&Terms<'_>) -> Option<Box<dyn Constraint>>;

/// In the order they are asked: what is cheap comes first.
const CONSTRAINTS: &[FromTerms] =
    &[inside::from_terms, height::from_terms, outside::from_terms, overlap::from_terms];

/// The constraints that the settings and the files ask for.
pub(crate) fn of(terms: &Terms<'_>) -> Vec<Box<dyn Constraint>> {
    CONSTRAINTS.iter().filter_map(|from_terms| from_terms(terms)).collect()
}

#[cfg(test)]
mod testing {
    use crate::boxes::OrientedBox;
    use crate::id::{ConnectorId, PieceId, PlacedId};
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::placed::Joint;
    use crate::pose::{Pose, Turn};
    use crate::veto::Fit;
    use crate::world::World;
    use glam::DVec3;

    /// Cubes of two metres, by their x.
    pub(super) fn world(xs: &[f64]) -> World {
        let cube = OrientedBox::aligned(-DVec3::ONE, DVec3::ONE);
        let piece = Piece::new("Cube", vec![Connector::new(DVec3::X, DVec3::X)], vec![cube]);
        let kit = Kit::new("kit", vec![piece]).validate().unwrap().0;
        let mut world = World::new(kit.into(), 0.01);
        for &x in xs {
            world.place(PieceId::new(0), at(x), None);
        }
        world
    }

    fn at(x: f64) -> Pose {
        Pose { position: DVec3::X * x, turn: Turn::NONE }
    }

    /// Another cube, joined to one of them.
    pub(super) fn fit(x: f64, guide: Option<usize>) -> Fit {
        let connector = ConnectorId::new(0);
        let joint = |guide| Joint { guide: PlacedId::new(guide), guide_connector: connector, connector };
        Fit { piece: PieceId::new(0), pose: at(x), joint: guide.map(joint), linked: None }
    }
}
