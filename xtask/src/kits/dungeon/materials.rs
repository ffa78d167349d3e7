//! What the dungeon is made of.

use crate::piece::Material;

pub(super) const STONE: Material = Material::solid("stone", [146, 137, 125]);
pub(super) const STONE_PALE: Material = Material::solid("stone_pale", [168, 159, 145]);
pub(super) const STONE_DARK: Material = Material::solid("stone_dark", [120, 112, 104]);
pub(super) const TRIM: Material = Material::solid("trim", [74, 68, 66]);
pub(super) const ROOF: Material = Material::solid("roof", [92, 86, 82]);
pub(super) const MORTAR: Material = Material::floor("mortar", [72, 66, 62]);
pub(super) const FLAGS: [Material; 3] = [
    Material::floor("flag", [168, 158, 142]),
    Material::floor("flag_pale", [184, 174, 156]),
    Material::floor("flag_dark", [150, 140, 126]),
];
pub(super) const STEP: Material = Material::floor("step", [176, 166, 150]);

pub(super) const CRYPT: Material = Material::solid("crypt", [112, 84, 82]);
pub(super) const CRYPT_PALE: Material = Material::solid("crypt_pale", [134, 100, 96]);
pub(super) const CRYPT_TRIM: Material = Material::solid("crypt_trim", [110, 34, 34]);
pub(super) const CRYPT_FLAGS: [Material; 3] = [
    Material::floor("crypt_flag", [138, 108, 102]),
    Material::floor("crypt_flag_pale", [154, 120, 112]),
    Material::floor("crypt_flag_dark", [120, 92, 88]),
];
pub(super) const CAVE: Material = Material::solid("cave", [92, 104, 86]);
pub(super) const CAVE_PALE: Material = Material::solid("cave_pale", [112, 126, 98]);
pub(super) const CAVE_TRIM: Material = Material::solid("cave_trim", [58, 96, 60]);
pub(super) const CAVE_FLAGS: [Material; 3] = [
    Material::floor("cave_flag", [122, 132, 108]),
    Material::floor("cave_flag_mossy", [108, 134, 88]),
    Material::floor("cave_flag_dark", [104, 112, 96]),
];

pub(super) const WOOD: Material = Material::solid("wood", [104, 72, 46]);
pub(super) const WOOD_PALE: Material = Material::solid("wood_pale", [138, 98, 62]);
pub(super) const PLANKS: Material = Material::floor("planks", [150, 110, 72]);
pub(super) const IRON: Material =
    Material { metallic: 0.6, roughness: 0.5, ..Material::solid("iron", [62, 62, 68]) };
pub(super) const GOLD: Material =
    Material { metallic: 0.8, roughness: 0.35, ..Material::solid("gold", [224, 176, 76]) };
pub(super) const CARPET: Material = Material::floor("carpet", [148, 40, 42]);
pub(super) const CARPET_EDGE: Material = Material::floor("carpet_edge", [200, 156, 72]);
pub(super) const BONE: Material = Material::solid("bone", [214, 204, 180]);
pub(super) const WATER: Material = Material { roughness: 0.1, ..Material::solid("water", [64, 128, 132]) };
/// Water that one walks through.
pub(super) const PUDDLE: Material = Material { name: "puddle", walkable: true, ..WATER };
pub(super) const FLAME: Material = Material { glow: true, ..Material::solid("flame", [255, 178, 72]) };
pub(super) const CRYSTAL: Material = Material { glow: true, ..Material::solid("crystal", [104, 224, 176]) };

/// The stone that a place is made of.
pub(super) struct Theme {
    pub(super) wall: Material,
    /// Single stones that stand out of a wall.
    pub(super) stones: [Material; 2],
    pub(super) trim: Material,
    pub(super) flags: [Material; 3],
}

pub(super) const PLAIN: Theme =
    Theme { wall: STONE, stones: [STONE_PALE, STONE_DARK], trim: TRIM, flags: FLAGS };
pub(super) const RED: Theme =
    Theme { wall: CRYPT, stones: [CRYPT_PALE, STONE_DARK], trim: TRIM, flags: CRYPT_FLAGS };
pub(super) const GREEN: Theme =
    Theme { wall: CAVE, stones: [CAVE_PALE, STONE_DARK], trim: TRIM, flags: CAVE_FLAGS };
