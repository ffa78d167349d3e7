//! Rules: what can forbid a piece at a guide, however the two are joined. A rule is a file here and a line in the list.

mod count;
mod depth;
mod run;
mod apart;
mod owed;

pub(crate) use owed::Debts;

use crate::selector::Terms;
use crate::veto::Rule;

/// Makes a rule; none if nothing asks for it, and then it costs nothing.
type FromTerms = fn(&Terms<'_>) -> Option<Box<dyn Rule>>;

/// In the order they are asked.
const RULES: &[FromTerms] =
    &[count::from_terms, depth::from_terms, run::from_terms, apart::from_terms, owed::from_terms];

/// The rules that the settings and the files ask for.
pub(crate) fn of(terms: &Terms<'_>) -> Vec<Box<dyn Rule>> {
    RULES.iter().filter_map(|from_terms| from_terms(terms)).collect()
}

#[cfg(test)]
mod testing {
    use crate::id::{ConnectorId, PieceId, PlacedId};
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::placed::Joint;
    use crate::pose::Pose;
    use crate::selector::{Terms, bind};
    use crate::settings::{PieceRule, Settings};
    use crate::veto::Rule;
    use crate::world::World;
    use glam::DVec3;

    /// A world of pieces `A`, `B` and `C` (the first letters of a name), each joined to one before it: "A B0 C1" is a
    /// line.
    pub(super) fn world(placed: &str) -> World {
        let doors = || (0..9).map(|i| Connector::new(DVec3::X * f64::from(i), DVec3::X)).collect();
        let pieces = ["A", "B", "C"].map(|id| Piece::new(id, doors(), vec![]));
        let kit = Kit::new("kit", pieces.into()).validate().unwrap().0;
        let mut world = World::new(kit.into(), 0.0);
        for text in placed.split_whitespace() {
            let piece = piece(&text[..1]);
            let guide = text[1..].parse().ok().map(PlacedId::new);
            let joint = guide.map(|guide| Joint {
                guide,
                guide_connector: world.free_connectors(guide).last().unwrap(),
                connector: ConnectorId::new(0),
            });
            world.place(piece, Pose::ORIGIN, joint);
        }
        world
    }

    pub(super) fn piece(letter: &str) -> PieceId {
        PieceId::new(["A", "B", "C"].iter().position(|id| *id == letter).unwrap())
    }

    /// What is made of some rules.
    pub(super) fn made(
        world: &World,
        rules: &[PieceRule],
        from_terms: fn(&Terms<'_>) -> Option<Box<dyn Rule>>,
    ) -> Option<Box<dyn Rule>> {
        let settings = Settings { rules: rules.to_vec(), ..Settings::default() };
        let rules = bind(world.kit(), &settings);
        from_terms(&Terms { settings: &settings, kit: world.kit(), rules: &rules })
    }
}
