//! Wavefront OBJ, for old tools: every placed piece as an object of its own, without materials.

use super::exporter::{Exporter, check_drawing};
use crate::kit_file::LoadedKit;
use snapmesh::Map;
use std::fmt::Write as _;

pub(super) const OBJ: Exporter = Exporter {
    ending: "obj",
    summary: "triangles alone, for old tools",
    write: |kit, _, map, _| {
        check_drawing(kit, map)?;
        Ok(text(kit, map).into_bytes())
    },
};

fn text(kit: &LoadedKit, map: &Map) -> String {
    let mut text =
        format!("# {} pieces of {}, grown by snapmesh\n", map.grown().len(), one_line(kit.kit().name()));
    let mut base = 1;
    for drawn in map.drawn() {
        let id = one_line(&kit.kit().piece(drawn.piece).id);
        let _ = writeln!(text, "o {}", drawn.name(&id));
        for part in &kit.model(drawn.piece).parts {
            for corner in &part.positions {
                let p = drawn.pose.point(*corner).as_vec3();
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
    name.replace(|sign: char| sign.is_whitespace() || sign.is_control(), "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{open, room};

    #[test]
    fn every_placed_piece_is_an_object_whose_corners_are_numbered_on() {
        let open =
            open("[kit]\nname = \"Old Mill\"\n[selection]\nmax_pieces = 2\n", &[("A B.gltf", &room())])
                .unwrap();
        let map = open.recipe().unwrap().grow(1);
        let text = text(&open.kit, &map);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "# 2 pieces of Old_Mill, grown by snapmesh");
        assert_eq!(lines[1..6], ["o p0_A_B", "v 0 0 0", "v 0 0 1", "v 1 0 0", "f 1 2 3"]);
        assert_eq!((lines[6], lines[10], lines.len()), ("o p1_A_B", "f 4 5 6", 11));
        let moved = map.pieces[1].pose.position.as_vec3();
        assert_eq!(lines[7], format!("v {} {} {}", moved.x, moved.y, moved.z));
    }
}
