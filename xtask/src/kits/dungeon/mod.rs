//! The dungeon kit: rooms and passages under the ground, with walls and ceilings.
//!
//! One pin is a crawl of 1.4 m, two are a door of 2.4 m, three a gate of 4 m. White is plain stone, red the crypts,
//! green the flooded caves, gold what lies at the end of a way; shafts join floors by ladders, and ends close what
//! leads nowhere. Floors are at height 0
//! of the connectors, the outer faces of walls in the planes of the doorways.

mod ends;
mod floors;
mod outline;
mod props;
mod rooms;
mod shafts;
mod shell;
mod vaults;
mod ways;

use crate::piece::{Material, Piece};
use glam::DVec3;

const STONE: Material = Material::solid("stone", [146, 137, 125]);
const STONE_PALE: Material = Material::solid("stone_pale", [168, 159, 145]);
const STONE_DARK: Material = Material::solid("stone_dark", [120, 112, 104]);
const TRIM: Material = Material::solid("trim", [74, 68, 66]);
const ROOF: Material = Material::solid("roof", [92, 86, 82]);
const MORTAR: Material = Material::floor("mortar", [72, 66, 62]);
const FLAGS: [Material; 3] = [
    Material::floor("flag", [168, 158, 142]),
    Material::floor("flag_pale", [184, 174, 156]),
    Material::floor("flag_dark", [150, 140, 126]),
];
const STEP: Material = Material::floor("step", [176, 166, 150]);

const CRYPT: Material = Material::solid("crypt", [112, 84, 82]);
const CRYPT_PALE: Material = Material::solid("crypt_pale", [134, 100, 96]);
const CRYPT_TRIM: Material = Material::solid("crypt_trim", [110, 34, 34]);
const CRYPT_FLAGS: [Material; 3] = [
    Material::floor("crypt_flag", [138, 108, 102]),
    Material::floor("crypt_flag_pale", [154, 120, 112]),
    Material::floor("crypt_flag_dark", [120, 92, 88]),
];
const CAVE: Material = Material::solid("cave", [92, 104, 86]);
const CAVE_PALE: Material = Material::solid("cave_pale", [112, 126, 98]);
const CAVE_TRIM: Material = Material::solid("cave_trim", [58, 96, 60]);
const CAVE_FLAGS: [Material; 3] = [
    Material::floor("cave_flag", [122, 132, 108]),
    Material::floor("cave_flag_mossy", [108, 134, 88]),
    Material::floor("cave_flag_dark", [104, 112, 96]),
];

const WOOD: Material = Material::solid("wood", [104, 72, 46]);
const WOOD_PALE: Material = Material::solid("wood_pale", [138, 98, 62]);
const PLANKS: Material = Material::floor("planks", [150, 110, 72]);
const IRON: Material = Material { metallic: 0.6, roughness: 0.5, ..Material::solid("iron", [62, 62, 68]) };
const GOLD: Material = Material { metallic: 0.8, roughness: 0.35, ..Material::solid("gold", [224, 176, 76]) };
const CARPET: Material = Material::floor("carpet", [148, 40, 42]);
const CARPET_EDGE: Material = Material::floor("carpet_edge", [200, 156, 72]);
const BONE: Material = Material::solid("bone", [214, 204, 180]);
const WATER: Material = Material { roughness: 0.1, ..Material::solid("water", [64, 128, 132]) };
/// Water that one walks through.
const PUDDLE: Material = Material { name: "puddle", walkable: true, ..WATER };
const FLAME: Material = Material { glow: true, ..Material::solid("flame", [255, 178, 72]) };
const CRYSTAL: Material = Material { glow: true, ..Material::solid("crystal", [104, 224, 176]) };

/// The stone that a place is made of.
struct Theme {
    wall: Material,
    /// Single stones that stand out of a wall.
    stones: [Material; 2],
    trim: Material,
    flags: [Material; 3],
}

const PLAIN: Theme = Theme { wall: STONE, stones: [STONE_PALE, STONE_DARK], trim: TRIM, flags: FLAGS };
const RED: Theme = Theme { wall: CRYPT, stones: [CRYPT_PALE, STONE_DARK], trim: TRIM, flags: CRYPT_FLAGS };
const GREEN: Theme = Theme { wall: CAVE, stones: [CAVE_PALE, STONE_DARK], trim: TRIM, flags: CAVE_FLAGS };

/// How thick walls, floors and ceilings are.
const THICK: f64 = 0.4;
const DEEP: f64 = 0.4;
const LID: f64 = 0.3;
/// Half of what a way measures from outside, by the pins of its doors.
const CRAWL: f64 = 1.4;
const WAY: f64 = 1.9;
const AVENUE: f64 = 2.7;
/// How high its ceiling is.
const CRAWL_HIGH: f64 = 2.7;
const WAY_HIGH: f64 = 3.2;
const AVENUE_HIGH: f64 = 3.8;

pub(super) fn pieces() -> Vec<Piece> {
    vec![
        rooms::entrance(),
        rooms::cell(),
        rooms::hall(),
        rooms::storeroom(),
        vaults::throne(),
        vaults::treasury(),
        vaults::crypt(),
        vaults::ossuary(),
        vaults::cavern(),
        vaults::grotto(),
        ways::passage(),
        ways::crawl(),
        ways::avenue(),
        ways::corner(),
        ways::bend(),
        ways::tee(),
        ways::crossing(),
        ways::narrows(),
        ways::gateway(),
        ways::crypt_gate(),
        ways::cave_mouth(),
        floors::stairs(),
        floors::spiral(),
        floors::chasm(),
        shafts::top(),
        shafts::bottom(),
        shafts::ladder_shaft(),
        ends::locked_hatch(),
        ends::locked_door(),
        ends::portcullis(),
        ends::shaft_lid(),
        ends::shaft_sump(),
    ]
}

fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// How wide and high the way through a door is.
fn door_size(pins: u32) -> (f64, f64) {
    match pins {
        1 => (1.4, 2.2),
        2 => (2.4, 2.6),
        _ => (4.0, 3.2),
    }
}

/// A number from 0 to 1 that looks like chance and is the same on every machine: which stone lies where.
fn chance(x: usize, y: usize, salt: usize) -> f64 {
    let mut n = (x as u32).wrapping_mul(0x9E37_79B1)
        ^ (y as u32).wrapping_mul(0x85EB_CA6B)
        ^ (salt as u32).wrapping_mul(0xC2B2_AE35);
    n = (n ^ (n >> 15)).wrapping_mul(0x2C1B_3C6D);
    n = (n ^ (n >> 12)).wrapping_mul(0x297A_2D39);
    f64::from((n ^ (n >> 15)) & 0xFFFF) / 65536.0
}
