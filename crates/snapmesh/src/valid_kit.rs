//! A kit that passed every check: what the generator draws from.

use crate::check;
use crate::id::{ConnectorId, KindId, PieceId};
use crate::kit::Kit;
use crate::piece::{Connector, Piece};
use crate::problem::Problems;
use std::collections::BTreeMap;

impl Kit {
    /// Checks everything that can be wrong with a kit, whatever the settings.
    ///
    /// Returns the kit ready for use with what is odd about it, or all that is wrong.
    pub fn validate(self) -> Result<(ValidKit, Problems), Problems> {
        let problems = check::kit(&self);
        if problems.any_error() { Err(problems) } else { Ok((ValidKit::new(self), problems)) }
    }
}

/// What the rules see of a connector: two of one kind are treated alike.
#[derive(Clone, Debug, PartialEq)]
pub struct ConnectorKind {
    /// Pin count.
    pub pins: u32,
    /// Color.
    pub color: String,
    /// The vertical part of the heading, from -1 to 1.
    pub rise: f64,
}

/// A kit that was checked: pieces and connectors in canonical order, and nothing in it can be wrong.
///
/// Canonical order: pieces by number of connectors, descending, ties as listed; connectors of a piece by pins,
/// descending, ties as in the file. Starters stay as listed.
///
/// ```
/// use snapmesh::glam::DVec3;
/// use snapmesh::{Connector, Kit, OrientedBox, Piece};
///
/// let doors = [DVec3::X, DVec3::NEG_X].map(|side| Connector::new(side, side));
/// let room = Piece::new("Room", doors.into(), vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)]);
/// let (kit, warnings) = Kit::new("rooms", vec![room]).validate()?;
/// assert_eq!((kit.name(), kit.library().len(), warnings.len()), ("rooms", 1, 0));
///
/// // What is wrong is told together, and there is no such kit.
/// let problems = Kit::new("nothing", vec![]).validate().unwrap_err();
/// assert!(problems.any_error());
/// # Ok::<(), snapmesh::Problems>(())
/// ```
#[derive(Clone, Debug)]
pub struct ValidKit {
    name: String,
    library: Vec<Piece>,
    pieces: Vec<PieceId>,
    starters: Vec<PieceId>,
    names_starters: bool,
    kinds: Vec<ConnectorKind>,
    /// The kind of every connector, by piece.
    kind_of: Vec<Vec<KindId>>,
    usual_size: f64,
}

impl ValidKit {
    fn new(kit: Kit) -> Self {
        let Kit { name, mut library, mut pieces, starters } = kit;
        for piece in &mut library {
            piece.connectors.sort_by_key(|connector| std::cmp::Reverse(connector.pins));
        }
        pieces.sort_by_key(|piece| std::cmp::Reverse(library[piece.index()].connectors.len()));
        let names_starters = starters.is_some();
        let starters = starters.unwrap_or_else(|| pieces.clone());
        let (kinds, kind_of) = number_kinds(&library);
        let usual_size = usual_size(&library, |piece| pieces.contains(&piece) || starters.contains(&piece));
        Self { name, library, pieces, starters, names_starters, kinds, kind_of, usual_size }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Every piece once, in the order of their ids.
    pub fn library(&self) -> &[Piece] {
        &self.library
    }

    /// The ids of all pieces.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = PieceId> + use<> {
        (0..self.library.len()).map(PieceId::new)
    }

    /// The piece of an id.
    pub fn piece(&self, piece: PieceId) -> &Piece {
        &self.library[piece.index()]
    }

    /// The piece of a name.
    pub fn named(&self, id: &str) -> Option<PieceId> {
        self.library.iter().position(|piece| piece.id == id).map(PieceId::new)
    }

    /// A connector of a piece.
    pub fn connector(&self, piece: PieceId, connector: ConnectorId) -> &Connector {
        &self.piece(piece).connectors[connector.index()]
    }

    /// The pieces drawn from, in canonical order.
    pub fn pieces(&self) -> &[PieceId] {
        &self.pieces
    }

    /// The pieces to start from.
    pub fn starters(&self) -> &[PieceId] {
        &self.starters
    }

    /// Whether those were named, and are not just all pieces.
    pub fn names_starters(&self) -> bool {
        self.names_starters
    }

    /// Every kind of connector there is.
    pub fn kinds(&self) -> &[ConnectorKind] {
        &self.kinds
    }

    /// The kinds of a piece's connectors.
    pub fn kinds_of(&self, piece: PieceId) -> &[KindId] {
        &self.kind_of[piece.index()]
    }

    /// The size of the box in the middle when the boxes of all pieces that maps grow by are put in order, in metres.
    pub fn usual_size(&self) -> f64 {
        self.usual_size
    }
}

/// Gives every kind of connector a number, in the order they are met.
fn number_kinds(library: &[Piece]) -> (Vec<ConnectorKind>, Vec<Vec<KindId>>) {
    let mut kinds = Vec::new();
    let mut numbers = BTreeMap::new();
    let kind_of = library.iter().map(|piece| {
        let numbered = piece.connectors.iter().map(|connector| {
            // Adding zero makes one number of 0.0 and -0.0.
            let rise = connector.heading.y + 0.0;
            *numbers.entry((connector.pins, &*connector.color, rise.to_bits())).or_insert_with(|| {
                kinds.push(ConnectorKind { pins: connector.pins, color: connector.color.clone(), rise });
                KindId::new(kinds.len() - 1)
            })
        });
        numbered.collect()
    });
    let kind_of = kind_of.collect();
    (kinds, kind_of)
}

/// What only closes connectors has no part in it: who is found to be in the way first depends on the size of cells, and so what
/// is taken back.
fn usual_size(library: &[Piece], grows: impl Fn(PieceId) -> bool) -> f64 {
    let pieces = library.iter().enumerate().filter(|(index, _)| grows(PieceId::new(*index)));
    let boxes = pieces.flat_map(|(_, piece)| &piece.boxes);
    let mut sizes: Vec<f64> = boxes.map(|shape| shape.bounds().size().max_element()).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Connector;
    use glam::DVec3;

    fn piece(id: &str, pins: &[u32]) -> Piece {
        let connectors = pins.iter().enumerate().map(|(i, &pins)| {
            let mut connector = Connector::new(DVec3::X * i as f64, DVec3::X).with(pins, "Red");
            connector.name = format!("c{i}");
            connector
        });
        Piece::new(id, connectors.collect(), vec![])
    }

    #[test]
    fn canonical_order_is_by_connectors_and_pins_with_ties_as_given() {
        let kit = Kit::new("k", vec![piece("a", &[1]), piece("b", &[1, 4, 2, 4]), piece("c", &[3])]);
        let (kit, problems) = kit.validate().unwrap();
        assert!(!problems.any_error());
        assert_eq!(kit.pieces(), [1, 0, 2].map(PieceId::new));
        let names: Vec<_> = kit.library()[1].connectors.iter().map(|c| &*c.name).collect();
        assert_eq!(names, ["c1", "c3", "c2", "c0"]);
    }

    #[test]
    fn starters_stay_as_listed() {
        let mut kit = Kit::new("k", vec![piece("a", &[1]), piece("b", &[1, 4])]);
        kit.starters = Some(vec![PieceId::new(0), PieceId::new(1)]);
        assert_eq!(kit.validate().unwrap().0.starters(), [0, 1].map(PieceId::new));
    }

    #[test]
    fn connectors_of_one_kind_share_a_number() {
        let kit = Kit::new("k", vec![piece("a", &[1, 1, 2]), piece("b", &[2])]).validate().unwrap().0;
        assert_eq!(kit.kinds().len(), 2);
        assert_eq!(kit.kinds_of(PieceId::new(0)), [0, 1, 1].map(KindId::new));
        assert_eq!(kit.kinds_of(PieceId::new(1)), [0].map(KindId::new));
    }

    #[test]
    fn errors_and_all_else_there_is_to_say_come_as_one_error() {
        let twice = Kit { pieces: vec![PieceId::new(0); 2], ..Kit::new("k", vec![piece("a", &[0])]) };
        let told = twice.validate().unwrap_err().to_string();
        assert!(
            told.contains("note: a: is listed 2 times") && told.contains("pins must be at least 1"),
            "{told}"
        );
    }

    #[test]
    fn the_usual_size_is_that_of_the_box_in_the_middle() {
        use crate::boxes::OrientedBox;
        let cube = |size: f64| OrientedBox::aligned(DVec3::ZERO, DVec3::new(size, 0.1, 0.1));
        let sized = |sizes: &[f64]| {
            let boxes = sizes.iter().map(|&size| cube(size)).collect();
            let piece = Piece { boxes, ..piece("a", &[1]) };
            Kit::new("k", vec![piece]).validate().unwrap().0.usual_size()
        };
        assert_eq!(sized(&[9.0, 1.0, 3.0]), 3.0);
        assert_eq!(sized(&[2.0, 8.0]), 8.0);
        assert_eq!(sized(&[]), 1.0);
    }

    #[test]
    fn pieces_are_found_by_name_and_kinds_by_what_the_rules_see() {
        let mut level = piece("b", &[1]);
        level.connectors[0].heading = DVec3::new(1.0, -0.0, 0.0);
        let kit = Kit::new("k", vec![piece("a", &[1]), level]).validate().unwrap().0;
        assert_eq!((kit.named("b"), kit.named("B")), (Some(PieceId::new(1)), None));
        assert_eq!(kit.kinds(), [ConnectorKind { pins: 1, color: "red".into(), rise: 0.0 }]);
        assert_eq!(kit.ids().collect::<Vec<_>>(), [0, 1].map(PieceId::new));
        assert_eq!(kit.connector(PieceId::new(1), ConnectorId::new(0)).name, "c0");
    }
}
