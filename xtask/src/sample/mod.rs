//! A kit with every kind of thing in it, made by code: what our own kits do not have, real clients must find too.

mod looks;
mod things;
mod room;

use crate::glb;
use crate::piece::{Material, Piece, compass, ground};
use glam::DVec3;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const KIT: &str = r#"[kit]
name = "sample"
pieces = ["*.glb"]

[generation]
seed = 5

[selection]
max_pieces = 12

[growth]
when_blocked = "undo"

[rules]
"Room-col" = { count = [4, 12] }

[navigation]
agent_radius = 0.35
agent_height = 1.8
max_climb = 0.3
count = "doorways"

[presets.corridor]
selection = { method = "corridor", max_pieces = 8 }
"#;

const STONE: Material = Material::floor("stone", [150, 140, 130]);
const BRICK: Material = Material::solid("brick", [120, 70, 60]);

/// The name of the kit and of its folder.
pub(crate) const NAME: &str = "sample";

/// The piece that has every kind of thing in it. Godot would make bodies of what has such a name.
const ROOM: &str = "Room-col";

/// Writes the kit into a folder of its own in this one.
pub(crate) fn write(folder: &Path) -> Result<PathBuf, String> {
    let kit = folder.join(NAME);
    std::fs::create_dir_all(&kit).map_err(|error| error.to_string())?;
    let put =
        |name: &str, bytes: &[u8]| std::fs::write(kit.join(name), bytes).map_err(|error| error.to_string());
    put("kit.toml", KIT.as_bytes())?;
    put(&format!("{ROOM}.glb"), &room::bytes())?;
    put("Wall_navmesh.glb", &glb::bytes(&bend("Wall_navmesh", 90.0)))?;
    put("Bend.glb", &glb::bytes(&bend("Bend", 30.0)))?;
    Ok(kit)
}

/// What readers must find in every copy of a piece, by its id, and the materials of all.
pub(crate) fn wanted() -> Value {
    let mut wanted = things::wanted();
    wanted["draws"] = json!(room::DRAWS);
    wanted["materials"] = json!(looks::materials());
    wanted["pictures"] = json!(looks::PICTURES);
    json!({ ROOM: wanted })
}

/// A round place with two doorways, one to the south and one at some degrees, so that copies are turned.
fn bend(name: &'static str, degrees: f64) -> Piece {
    let mut piece = Piece::new(name);
    let radius = 3.0;
    let outline = Piece::ring(DVec3::ZERO, radius / 0.9659, 12, 15.0);
    piece.prism([STONE, STONE, STONE], &outline, -0.2, 0.0);
    for heading in [180.0, degrees] {
        piece.door(2, "white", compass(heading) * radius, compass(heading));
    }
    // A pillar, so that there is something to walk around.
    piece.block(BRICK, ground(-0.4, -0.4), DVec3::new(0.4, 2.0, 0.4));
    piece.keep_out_along(ground(0.0, -2.0), ground(0.0, 2.0), 4.0, 0.0, 2.0);
    piece
}
