//! Wavefront OBJ, for old tools: every placed piece as an object of its own, without materials.

use super::exporter::Exporter;
use crate::kit_file::LoadedKit;
use snapmesh::Map;
use std::fmt::Write as _;

pub(super) const OBJ: Exporter = Exporter {
    ending: "obj",
    summary: "triangles alone, for old tools",
    write: |kit, _, map, _| Ok(text(kit, map).into_bytes()),
};

fn text(kit: &LoadedKit, map: &Map) -> String {
    let mut text =
        format!("# {} pieces of {}, grown by snapmesh\n", map.pieces.len(), one_line(kit.kit().name()));
    let mut base = 1;
    for (index, placed) in map.pieces.iter().enumerate() {
        let id = one_line(&kit.kit().piece(placed.piece).id);
        let _ = writeln!(text, "o p{index}_{id}");
        for part in &kit.model(placed.piece).parts {
            for corner in &part.positions {
                let p = placed.pose.point(*corner).as_vec3();
                let _ = writeln!(text, "v {} {} {}", p.x, p.y, p.z);
            }
            for [a, b, c] in &part.triangles {
                let _ = writeln!(text, "f {} {} {}", base + a, base + b, base + c);
            }
            base += part.positions.len() as u32;
        }
    }
    text
}

/// A name is all of its line.
fn one_line(name: &str) -> String {
    name.replace(char::is_whitespace, "_")
}
