//! Pieces and their connectors, as a designer made them.

use crate::boxes::{Bounds, OrientedBox};
use glam::DVec3;

/// The color of a connector that names none, and by default the wildcard.
pub const WHITE: &str = "white";

/// A place where a piece can be joined to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Connector {
    /// What the designer called it; for messages only.
    pub name: String,
    /// Pin count, at least 1.
    pub pins: u32,
    /// Color, in lower case.
    pub color: String,
    /// Where it is, in metres, in the space of the piece.
    pub position: DVec3,
    /// Unit vector out of the piece.
    pub heading: DVec3,
    /// Unit vector; decides the turn when the heading is vertical.
    pub up: DVec3,
}

impl Connector {
    /// A connector with one white pin, upright.
    pub fn new(position: DVec3, heading: DVec3) -> Self {
        let up = if heading.x == 0.0 && heading.z == 0.0 { DVec3::NEG_Z } else { DVec3::Y };
        Self { name: "connector".into(), pins: 1, color: WHITE.into(), position, heading, up }
    }

    /// The same connector with other pins and color.
    #[must_use]
    pub fn with(mut self, pins: u32, color: &str) -> Self {
        self.pins = pins;
        self.color = color.to_lowercase();
        self
    }
}

/// What a designer says about a piece as a whole. Kept and carried along; generation does not use it yet.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PieceHints {
    /// How often it should be drawn, against 1.
    pub weight: Option<f64>,
    /// How many copies a map may have.
    pub max: Option<u32>,
    /// Free words.
    pub tags: Vec<String>,
}

/// A premade mesh with connectors: the blueprint of what is placed on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its name in maps: the stem of its file.
    pub id: String,
    /// What to call it in messages: its file.
    pub source: String,
    /// Its connectors, in the order of the file.
    pub connectors: Vec<Connector>,
    /// The boxes that must not overlap those of other pieces.
    pub boxes: Vec<OrientedBox>,
    /// What the designer says about it.
    pub hints: PieceHints,
}

impl Piece {
    /// A piece that comes from no file.
    pub fn new(id: &str, connectors: Vec<Connector>, boxes: Vec<OrientedBox>) -> Self {
        Self { id: id.into(), source: id.into(), connectors, boxes, hints: PieceHints::default() }
    }

    /// Around its boxes and connectors.
    pub fn bounds(&self) -> Bounds {
        let boxes = self.boxes.iter().fold(Bounds::EMPTY, |all, b| all.join(b.bounds()));
        boxes.join(Bounds::around(self.connectors.iter().map(|c| c.position)))
    }
}
