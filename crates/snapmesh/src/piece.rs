//! Pieces and their connectors, as a designer made them.

use crate::boxes::{Bounds, OrientedBox};
use glam::DVec3;

/// The color of a connector that names none, and by default the wildcard.
pub const WHITE: &str = "white";

/// A color is written beside every connector, in lists, plans and logs: it has no more bytes than this.
pub const LONGEST_COLOR: usize = 100;

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

/// What a designer says about a piece as a whole. Weight and limit are rules for it, tags are what rules name it by.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PieceHints {
    /// How often it should be drawn, against 1.
    pub weight: Option<f64>,
    /// How many copies a map may have.
    pub max: Option<u32>,
    /// Free words.
    pub tags: Vec<String>,
}

/// The name in maps of a piece that is read from a file: that of the file without folder and ending. `.gltf.glb`, as some
/// programs write it, is one ending.
pub fn id_of_file(file: &str) -> &str {
    let file = file.rsplit('/').next().unwrap_or(file);
    let split = |name| str::rsplit_once(name, '.').filter(|(stem, _)| !stem.is_empty());
    let Some((stem, ending)) = split(file) else { return file };
    match split(stem).filter(|_| ending.eq_ignore_ascii_case("glb")) {
        Some((inner, twice)) if twice.eq_ignore_ascii_case("gltf") => inner,
        _ => stem,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connector_is_upright_and_one_in_a_shaft_looks_north() {
        assert_eq!(Connector::new(DVec3::ZERO, DVec3::X).up, DVec3::Y);
        assert_eq!(Connector::new(DVec3::ZERO, DVec3::NEG_Z).up, DVec3::Y);
        assert_eq!(Connector::new(DVec3::ZERO, DVec3::Y).up, DVec3::NEG_Z);
        assert_eq!(Connector::new(DVec3::ZERO, DVec3::NEG_Y).up, DVec3::NEG_Z);
        let tilted = DVec3::new(0.6, 0.8, 0.0);
        assert_eq!(Connector::new(DVec3::ZERO, tilted).up, DVec3::Y);
    }

    #[test]
    fn a_connector_begins_with_one_white_pin_and_colors_are_in_lower_case() {
        let plain = Connector::new(DVec3::X, DVec3::X);
        assert_eq!((&*plain.name, plain.pins, &*plain.color), ("connector", 1, "white"));
        let other = plain.clone().with(4, "DarkRed");
        assert_eq!((other.pins, &*other.color), (4, "darkred"));
        assert_eq!((other.position, other.heading), (plain.position, plain.heading));
    }

    #[test]
    fn an_id_is_the_name_of_the_file_without_folder_and_ending_be_it_double() {
        assert_eq!(id_of_file("rooms/Hall.glb"), "Hall");
        assert_eq!(id_of_file("Hall.GLTF"), "Hall");
        assert_eq!(id_of_file("wall.gltf.glb"), "wall");
        assert_eq!(id_of_file("wall.v2.glTF.GLB"), "wall.v2");
        assert_eq!(id_of_file("wall.glb.gltf"), "wall.glb", "nobody writes that as one ending");
        assert_eq!(id_of_file(".gltf.glb"), ".gltf", "a name of nothing but an ending is a name");
        assert_eq!((id_of_file(".glb"), id_of_file("Hall")), (".glb", "Hall"));
    }

    #[test]
    fn bounds_reach_around_boxes_and_connectors() {
        let shape = |at: DVec3| OrientedBox::aligned(at - 1.0, at + 1.0);
        let door = Connector::new(DVec3::new(9.0, 0.0, 0.0), DVec3::X);
        let piece = Piece::new("A", vec![door], vec![shape(DVec3::ZERO), shape(DVec3::Z * 4.0)]);
        assert_eq!((&*piece.id, &*piece.source), ("A", "A"));
        let bounds = piece.bounds();
        assert_eq!((bounds.min, bounds.max), (DVec3::splat(-1.0), DVec3::new(9.0, 1.0, 5.0)));
        assert!(Piece::new("Nothing", vec![], vec![]).bounds().is_empty());
    }
}
