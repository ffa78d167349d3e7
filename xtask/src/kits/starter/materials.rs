//! What the walkways are made of.

use crate::piece::Material;

pub(super) const STONE: Material = Material::floor("stone", [196, 186, 168]);
pub(super) const PAVING: Material = Material::floor("paving", [222, 214, 196]);
pub(super) const GRASS: Material = Material::floor("grass", [122, 158, 92]);
pub(super) const PLANKS: Material = Material::floor("planks", [172, 128, 84]);
pub(super) const CARPET: Material = Material::floor("carpet", [158, 52, 48]);
pub(super) const WALL: Material = Material::solid("wall", [150, 140, 124]);
pub(super) const TRIM: Material = Material::solid("trim", [108, 98, 88]);
pub(super) const WOOD: Material = Material::solid("wood", [118, 82, 54]);
pub(super) const LEAVES: Material = Material::solid("leaves", [78, 122, 64]);
pub(super) const ROOF: Material = Material::solid("roof", [140, 74, 58]);
pub(super) const GOLD: Material =
    Material { metallic: 0.8, roughness: 0.35, ..Material::solid("gold", [226, 178, 82]) };
pub(super) const WATER: Material = Material { roughness: 0.1, ..Material::solid("water", [92, 158, 186]) };
/// Stones that lie about, or stand out of a wall.
pub(super) const RUBBLE: Material = Material::solid("rubble", [176, 166, 148]);
/// Cloth that hangs, as red as the carpet.
pub(super) const CLOTH: Material = Material::solid("cloth", CARPET.color);
pub(super) const LAMP: Material = Material { glow: true, ..Material::solid("lamp", [255, 214, 140]) };
