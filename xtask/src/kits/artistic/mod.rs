//! The artistic kit: terraces of a white city, edged with light.
//!
//! Six hubs and six corridors. Two pins are a walkway, three a boulevard; all is white, so every end that fits in
//! width fits. One section (`frame`) edges every floor, and every doorway is that section cut straight: joined
//! pieces look like one building.

mod corridors;
mod frame;
mod hubs;
mod parts;
mod pavilions;

use crate::piece::{Material, Piece};

const FLOOR: Material = Material { roughness: 0.55, ..Material::floor("floor", [214, 214, 210]) };
const TILE: Material = Material { roughness: 0.45, ..Material::floor("tile", [238, 237, 232]) };
const BAND: Material = Material { roughness: 0.6, ..Material::floor("band", [64, 72, 86]) };
const SHELL: Material = Material { roughness: 0.4, ..Material::solid("shell", [244, 243, 239]) };
const HULL: Material = Material { roughness: 0.7, ..Material::solid("hull", [158, 165, 174]) };
const TRIM: Material = Material { roughness: 0.5, ..Material::solid("trim", [48, 55, 68]) };
const LIGHT: Material = Material { glow: true, ..Material::solid("light", [88, 214, 255]) };
const BRASS: Material =
    Material { metallic: 0.9, roughness: 0.3, ..Material::solid("brass", [222, 164, 92]) };
const LEAVES: Material = Material::solid("leaves", [104, 146, 84]);
const WOOD: Material = Material::solid("wood", [122, 94, 72]);
const WATER: Material = Material { roughness: 0.08, ..Material::solid("water", [70, 150, 172]) };

pub(super) fn pieces() -> Vec<Piece> {
    let mut pieces = hubs::pieces();
    pieces.extend(corridors::pieces());
    pieces
}
