//! What the city is made of.

use crate::piece::Material;

pub(super) const FLOOR: Material = Material { roughness: 0.55, ..Material::floor("floor", [214, 214, 210]) };
pub(super) const TILE: Material = Material { roughness: 0.45, ..Material::floor("tile", [238, 237, 232]) };
pub(super) const BAND: Material = Material { roughness: 0.6, ..Material::floor("band", [64, 72, 86]) };
pub(super) const SHELL: Material = Material { roughness: 0.4, ..Material::solid("shell", [244, 243, 239]) };
pub(super) const HULL: Material = Material { roughness: 0.7, ..Material::solid("hull", [158, 165, 174]) };
pub(super) const TRIM: Material = Material { roughness: 0.5, ..Material::solid("trim", [48, 55, 68]) };
pub(super) const LIGHT: Material = Material { glow: true, ..Material::solid("light", [88, 214, 255]) };
pub(super) const BRASS: Material =
    Material { metallic: 0.9, roughness: 0.3, ..Material::solid("brass", [222, 164, 92]) };
pub(super) const LEAVES: Material = Material::solid("leaves", [104, 146, 84]);
pub(super) const WOOD: Material = Material::solid("wood", [122, 94, 72]);
pub(super) const WATER: Material = Material { roughness: 0.08, ..Material::solid("water", [70, 150, 172]) };
