//! Where the nodes of a file stand, in 64 bits.

use super::names::{MeshRole, mesh_role};
use super::raw::RawFile;
use super::trs::Trs;
use serde_json::{Map, Value};
use snapmesh::glam::{DMat4, DVec3};

/// A node of the default scene.
pub(crate) struct Node {
    /// Its number in the file.
    pub(crate) index: usize,
    pub(crate) name: String,
    /// Whether that is a name of its own, and not its number.
    pub(crate) named: bool,
    pub(crate) mesh: Option<usize>,
    pub(crate) extras: Map<String, Value>,
    pub(crate) extensions: Map<String, Value>,
    /// As the file tells it, in the space of its parent; and from there to that of the piece.
    pub(super) local: Trs,
    pub(super) parent: DMat4,
    /// From its own space to that of the piece.
    pub(crate) world: DMat4,
    /// Where its mesh is shown: there once, or wherever its copies are.
    pub(crate) places: Vec<DMat4>,
    /// From its own space to that of the piece, without its own scale; that of the kit stays.
    pub(crate) unscaled: DMat4,
    /// Whether its own scale mirrors it.
    pub(crate) mirrored: bool,
    /// Whether its mesh moves, or may: then it is no part of the mesh that a piece is in maps (`fixtures`).
    pub(crate) moves: bool,
}

/// The roots of the default scene: the one named, else the first, else every node that has no parent.
pub(super) fn roots(raw: &RawFile) -> Vec<usize> {
    if let Some(scene) = raw.scenes.get(raw.scene.unwrap_or(0)) {
        return scene.nodes.clone();
    }
    let mut roots = vec![true; raw.nodes.len()];
    for child in raw.nodes.iter().flat_map(|node| &node.children) {
        roots[*child] = false;
    }
    (0..roots.len()).filter(|&node| roots[node]).collect()
}

/// Works out where the nodes of the scene stand, in the order of the file. `scale` is how many metres its units are.
pub(super) fn world_transforms(
    raw: &RawFile,
    roots: &[usize],
    scale: f64,
) -> Result<Vec<Node>, (usize, String)> {
    let mut found: Vec<Option<Option<Node>>> = raw.nodes.iter().map(|_| None).collect();
    // Around everything, so that all that is read through nodes is in metres: meshes, connectors and boxes.
    let metres = DMat4::from_scale(DVec3::splat(scale));
    let mut open: Vec<(usize, DMat4)> = roots.iter().rev().map(|&root| (root, metres)).collect();
    while let Some((index, parent)) = open.pop() {
        if found[index].is_some() {
            return Err((index, "has two parents, or is its own".into()));
        }
        let node = build_node(raw, index, parent).map_err(|message| (index, message))?;
        open.extend(raw.nodes[index].children.iter().rev().map(|&child| (child, node.world)));
        // What is not to be imported is not there; what hangs on it still is.
        found[index] = Some((mesh_role(&node.name) != MeshRole::LeftOut).then_some(node));
    }
    Ok(found.into_iter().flatten().flatten().collect())
}

fn build_node(raw: &RawFile, index: usize, parent: DMat4) -> Result<Node, String> {
    let node = &raw.nodes[index];
    let trs = Trs::of_node(node)?;
    let (unscaled, local) = match node.matrix {
        Some(matrix) => {
            let local = DMat4::from_cols_array(&matrix);
            let scale = [local.x_axis, local.y_axis, local.z_axis].map(|axis| axis.truncate().length());
            (local * DMat4::from_scale(DVec3::from(scale)).inverse(), local)
        }
        None => (trs.unscaled(), trs.unscaled() * DMat4::from_scale(trs.scale)),
    };
    let extras = match &node.extras {
        Some(Value::Object(extras)) => extras.clone(),
        _ => Map::new(),
    };
    Ok(Node {
        index,
        name: raw.name_of(index),
        named: node.name.as_ref().is_some_and(|name| !name.is_empty()),
        mesh: node.mesh,
        extras,
        extensions: node.extensions.clone(),
        local: trs,
        parent,
        world: parent * local,
        places: vec![parent * local],
        unscaled: parent * unscaled,
        mirrored: local.determinant() < 0.0 || node.scale.is_some_and(|scale| scale.iter().any(|&x| x < 0.0)),
        moves: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn file(json: &str) -> RawFile {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn transforms_are_read_in_64_bits_through_their_parents() {
        let raw = file(
            r#"{"nodes":[{"translation":[0.1234567890123,0,0]},{"children":[0],"rotation":[0,1,0,0]}],
                "scenes":[{"nodes":[1]}]}"#,
        );
        let nodes = world_transforms(&raw, &roots(&raw), 1.0).unwrap();
        assert_eq!(nodes.iter().map(|node| node.index).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(nodes[0].world.w_axis.x, -0.123_456_789_012_3);
    }

    #[test]
    fn a_node_that_is_its_own_parent_is_an_error_and_no_endless_loop() {
        let raw = file(r#"{"nodes":[{"children":[1]},{"children":[0]}],"scenes":[{"nodes":[0]}]}"#);
        assert!(world_transforms(&raw, &roots(&raw), 1.0).is_err());
    }

    #[test]
    fn a_rotation_of_no_length_is_an_error() {
        let raw = file(r#"{"nodes":[{"rotation":[0,0,0,0]}]}"#);
        assert!(
            world_transforms(&raw, &roots(&raw), 1.0)
                .is_err_and(|(node, message)| node == 0 && message.contains("length 1"))
        );
    }

    #[test]
    fn a_matrix_is_taken_apart_into_scale_and_the_rest() {
        // Twice as large along x, turned a quarter about y, moved.
        let matrix = [0, 0, -2, 0, 0, 1, 0, 0, 1, 0, 0, 0, 5, 6, 7, 1];
        let raw: RawFile = serde_json::from_value(json!({ "nodes": [{ "matrix": matrix }] })).unwrap();
        let node = world_transforms(&raw, &roots(&raw), 1.0).unwrap().remove(0);
        assert_eq!(node.world.transform_point3(DVec3::X), DVec3::new(5.0, 6.0, 5.0));
        assert_eq!(node.unscaled.transform_point3(DVec3::X), DVec3::new(5.0, 6.0, 6.0));
        assert!(!node.mirrored);
    }

    #[test]
    fn a_scale_comes_before_the_turn_and_both_before_the_place() {
        let raw = file(r#"{"nodes":[{"translation":[1,0,0],"rotation":[0,2,0,0],"scale":[3,1,1]}]}"#);
        let node = world_transforms(&raw, &roots(&raw), 1.0).unwrap().remove(0);
        assert_eq!(node.world.transform_point3(DVec3::X), DVec3::new(-2.0, 0.0, 0.0), "any length will do");
        assert_eq!(node.unscaled.transform_point3(DVec3::X), DVec3::ZERO);
    }

    #[test]
    fn the_scale_of_the_kit_is_around_everything() {
        let raw = file(
            r#"{"nodes":[{"translation":[100,0,0],"scale":[3,1,1],"children":[1]},{"translation":[0,50,0]}],
                "scenes":[{"nodes":[0]}]}"#,
        );
        let nodes = world_transforms(&raw, &roots(&raw), 0.01).unwrap();
        assert_eq!(nodes[1].world.w_axis.truncate(), DVec3::new(1.0, 0.5, 0.0));
        assert!((nodes[0].unscaled.transform_point3(DVec3::X) - DVec3::new(1.01, 0.0, 0.0)).length() < 1e-12);
        assert!(!nodes[0].mirrored);
    }

    #[test]
    fn the_scene_that_is_named_counts_else_the_first_else_all_without_a_parent() {
        let nodes = r#""nodes":[{"children":[1]},{},{}]"#;
        let of = |rest: &str| roots(&file(&format!("{{{nodes}{rest}}}")));
        assert_eq!(of(r#","scenes":[{"nodes":[2]},{"nodes":[0]}],"scene":1"#), [0]);
        assert_eq!(of(r#","scenes":[{"nodes":[2]},{"nodes":[0]}]"#), [2]);
        assert_eq!(of(""), [0, 2]);
    }

    #[test]
    fn what_is_not_to_be_imported_is_gone_and_what_hangs_on_it_is_not() {
        let raw = file(
            r#"{"nodes":[{"name":"Guide-noimp","children":[1],"translation":[4,0,0]},{"name":"Door"}],
                "scenes":[{"nodes":[0]}]}"#,
        );
        let nodes = world_transforms(&raw, &roots(&raw), 1.0).unwrap();
        assert_eq!(nodes.len(), 1);
        assert_eq!((&*nodes[0].name, nodes[0].world.w_axis.x), ("Door", 4.0));
    }
}
