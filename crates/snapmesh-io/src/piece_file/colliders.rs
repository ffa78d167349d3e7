//! The boxes of a piece: of four kinds, and the first kind found in the file counts.

use super::document::Document;
use super::model::Model;
use super::names::{MeshRole, mesh_role};
use super::nodes::Node;
use super::triangles::{corners, mesh_of};
use serde_json::Value;
use snapmesh::glam::{DMat4, DVec3, DVec4};
use snapmesh::{Bounds, OrientedBox, Problem, Problems};

/// One kind of colliders: what it is called, and its boxes in a file.
type Kind = fn(&Document) -> Vec<(&Node, Result<OrientedBox, String>)>;

/// In the order they are looked for.
const KINDS: &[Kind] = &[by_extras, by_extension, by_name];

/// Axes further from right angles than this (cosine) are sheared.
const SHEAR: f64 = 1e-4;

/// Reads the boxes of a file, or makes one around all that is drawn.
pub(crate) fn read(
    document: &Document,
    model: &Model,
    source: &str,
    problems: &mut Problems,
) -> Vec<OrientedBox> {
    for node in &document.nodes {
        if let Some(kind) = node.extras.get("collider").filter(|kind| !is_box(kind)) {
            let message = format!("`collider` must be \"box\", found {kind}; it is left aside");
            problems.push(Problem::warning(source, message).at_node(&node.name));
        }
    }
    if let Some(found) = KINDS.iter().map(|kind| kind(document)).find(|found| !found.is_empty()) {
        let mut boxes = Vec::new();
        for (node, result) in found {
            match result {
                Ok(shape) => boxes.push(shape),
                Err(message) => problems.push(Problem::error(source, message).at_node(&node.name)),
            }
        }
        return boxes;
    }
    let bounds = model.bounds();
    if bounds.is_empty() {
        let message = "has no collider and no mesh, so it overlaps nothing";
        problems.push(Problem::warning(source, message));
        return vec![];
    }
    let message = "has no collider: the box around all that is drawn is used, 5 cm smaller on each side";
    let help = "for a closer fit, add a cube named `UBX_...`, an empty with the property collider = \"box\", or `boxes` in \
                [pieces] of kit.toml";
    problems.push(Problem::note(source, message).help(help));
    vec![shrunk(OrientedBox::aligned(bounds.min, bounds.max))]
}

/// Metres on each side by which a box around a mesh is smaller, so that pieces on a grid may touch.
const INSET: f64 = 0.05;

/// A smaller box in its place, at least of half its size.
fn shrunk(shape: OrientedBox) -> OrientedBox {
    OrientedBox { half: (shape.half - INSET).max(shape.half / 2.0), ..shape }
}

/// How many boxes of a kind there may be in a file, at most.
pub(crate) fn count(document: &Document) -> u64 {
    let may_be_one = |node: &&Node| {
        node.extras.get("collider").is_some_and(is_box)
            || mesh_role(&node.name) == MeshRole::Collider
            || physics_box(document, node).is_some()
    };
    document.nodes.iter().filter(may_be_one).map(|node| node.places.len() as u64).sum()
}

/// Nodes with extras `collider: "box"`.
fn by_extras(document: &Document) -> Vec<(&Node, Result<OrientedBox, String>)> {
    let marked = document.nodes.iter().filter(|node| node.extras.get("collider").is_some_and(is_box));
    marked
        .flat_map(|node| {
            let shapes = match (node.extras.get("size"), mesh_of(document, node)) {
                // A size in full takes the place of the node's own scale.
                (Some(size), _) => vec![
                    triple(size)
                        .ok_or_else(|| format!("`size` must be three numbers of at least 0, found {size}"))
                        .map(|size| around(node.unscaled, -size / 2.0, size / 2.0)),
                ],
                (None, Some(mesh)) => local_bounds(document, node, &mesh),
                (None, None) => vec![Ok(around(node.world, -DVec3::ONE, DVec3::ONE))],
            };
            shapes.into_iter().map(move |shape| (node, shape))
        })
        .collect()
}

/// Boxes of `OMI_physics_shape` or `KHR_implicit_shapes`.
fn by_extension(document: &Document) -> Vec<(&Node, Result<OrientedBox, String>)> {
    let boxes = document.nodes.iter().filter_map(|node| {
        let shape = physics_box(document, node)?;
        let size = shape.get("box").and_then(|shape| shape.get("size")).or_else(|| shape.get("size"));
        let size = match size {
            None => Ok(DVec3::ONE),
            Some(size) => triple(size).ok_or_else(|| format!("the size of its box makes no sense: {size}")),
        };
        Some((node, size.map(|size| around(node.world, -size / 2.0, size / 2.0))))
    });
    boxes.collect()
}

/// The shape that a physics extension gives a node, if that is a box.
fn physics_box<'a>(document: &'a Document, node: &Node) -> Option<&'a Value> {
    let shapes = |name: &str| document.extensions.get(name)?.get("shapes")?.as_array();
    let omi = || {
        let collider = node.extensions.get("OMI_physics_body")?.get("collider")?;
        shapes("OMI_physics_shape")?.get(collider.get("shape")?.as_u64()? as usize)
    };
    let khr = || {
        let collider = node.extensions.get("KHR_physics_rigid_bodies")?.get("collider")?;
        let geometry = collider.get("geometry").unwrap_or(collider);
        let shape = geometry.get("shape").or_else(|| geometry.get("implicitShape"))?;
        shapes("KHR_implicit_shapes")?.get(shape.as_u64()? as usize)
    };
    omi().or_else(khr).filter(|shape| shape["type"] == "box")
}

/// Meshes named `*-colonly`, `*-convcolonly`, `UBX_*`, `UCX_*`.
fn by_name(document: &Document) -> Vec<(&Node, Result<OrientedBox, String>)> {
    let named = document.nodes.iter().filter(|node| mesh_role(&node.name) == MeshRole::Collider);
    let with_mesh = named.filter_map(|node| Some((node, mesh_of(document, node)?)));
    let shapes = |(node, mesh): (_, gltf::Mesh<'_>)| {
        local_bounds(document, node, &mesh).into_iter().map(move |shape| (node, shape))
    };
    with_mesh.flat_map(shapes).collect()
}

fn is_box(kind: &Value) -> bool {
    kind.as_str().is_some_and(|kind| kind.eq_ignore_ascii_case("box"))
}

fn triple(value: &Value) -> Option<DVec3> {
    let numbers: Vec<f64> = value.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
    let triple: [f64; 3] = numbers.try_into().ok()?;
    triple.iter().all(|&x| x >= 0.0).then(|| DVec3::from(triple))
}

/// The box around a mesh in its own space, wherever its node shows it.
fn local_bounds(document: &Document, node: &Node, mesh: &gltf::Mesh<'_>) -> Vec<Result<OrientedBox, String>> {
    let bounds = match corners(document, mesh).map(Bounds::around) {
        Ok(bounds) if bounds.is_empty() => {
            return vec![Err("its mesh has no corners to make a box of".into())];
        }
        Ok(bounds) => bounds,
        Err(message) => return vec![Err(message)],
    };
    node.places.iter().map(|place| Ok(around(*place, bounds.min, bounds.max))).collect()
}

/// A box in the space of a node, carried into that of the piece.
///
/// A sheared node makes no box of it; then it is the upright box around its corners.
fn around(world: DMat4, min: DVec3, max: DVec3) -> OrientedBox {
    let columns = [world.x_axis, world.y_axis, world.z_axis].map(DVec4::truncate);
    let scale = columns.map(DVec3::length);
    let Some(axes) = right_angles(columns, scale) else {
        let corner = |i: u8| {
            let pick = |bit: u8, a: f64, b: f64| if i & bit == 0 { a } else { b };
            DVec3::new(pick(1, min.x, max.x), pick(2, min.y, max.y), pick(4, min.z, max.z))
        };
        let bounds = Bounds::around((0..8).map(|i| world.transform_point3(corner(i))));
        return OrientedBox::aligned(bounds.min, bounds.max);
    };
    let center = world.transform_point3((min + max) / 2.0);
    OrientedBox { center, half: (max - min) / 2.0 * DVec3::from(scale), axes }
}

/// The directions of three columns, if they stand at right angles. A column of no length is filled in.
fn right_angles(columns: [DVec3; 3], scale: [f64; 3]) -> Option<[DVec3; 3]> {
    let mut axes = [DVec3::ZERO; 3];
    for i in 0..3 {
        axes[i] = columns[i] / scale[i];
    }
    let flat: Vec<usize> = (0..3).filter(|&i| scale[i] < 1e-12).collect();
    match flat[..] {
        [] => {}
        [i] => axes[i] = axes[(i + 1) % 3].cross(axes[(i + 2) % 3]).normalize(),
        _ => return None,
    }
    let askew = |a: DVec3, b: DVec3| a.dot(b).abs() > SHEAR;
    (!(askew(axes[0], axes[1]) || askew(axes[1], axes[2]) || askew(axes[2], axes[0]))).then_some(axes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{gltf, piece, told};
    use serde_json::json;
    use snapmesh::glam::DQuat;

    #[test]
    fn an_empty_is_as_large_as_its_scale() {
        let world = DMat4::from_scale_rotation_translation(
            DVec3::new(1.0, -2.0, 3.0),
            DQuat::from_xyzw(0.0, 0.6, 0.0, 0.8),
            DVec3::X,
        );
        let shape = around(world, -DVec3::ONE, DVec3::ONE);
        assert!((shape.half - DVec3::new(1.0, 2.0, 3.0)).length() < 1e-12);
        assert!((shape.axes[0] - DVec3::new(0.28, 0.0, -0.96)).length() < 1e-12);
        assert_eq!(shape.center, DVec3::X);
    }

    #[test]
    fn a_sheared_box_is_the_upright_one_around_it() {
        let mut world = DMat4::IDENTITY;
        world.y_axis.x = 1.0;
        let shape = around(world, -DVec3::ONE, DVec3::ONE);
        assert_eq!(shape.axes, [DVec3::X, DVec3::Y, DVec3::Z]);
        assert_eq!(shape.half, DVec3::new(2.0, 1.0, 1.0));
    }

    #[test]
    fn a_flat_box_keeps_its_directions() {
        let world = DMat4::from_scale(DVec3::new(2.0, 0.0, 2.0));
        let shape = around(world, -DVec3::ONE, DVec3::ONE);
        assert_eq!(shape.half, DVec3::new(2.0, 0.0, 2.0));
        assert!(shape.axes.iter().all(|axis| axis.is_normalized()));
    }

    fn boxes(nodes: &Value) -> Vec<OrientedBox> {
        piece(&gltf(nodes)).piece.boxes
    }

    #[test]
    fn of_all_kinds_the_first_that_is_found_counts_alone() {
        let marked = json!({ "name": "A", "extras": { "collider": "Box", "size": [2, 4, 6] } });
        let named = json!({ "name": "UBX_B", "mesh": 0 });
        let floor = json!({ "name": "Floor", "mesh": 0 });
        let both = boxes(&json!([marked, named, floor]));
        assert_eq!(both.len(), 1);
        assert_eq!(both[0].half, DVec3::new(1.0, 2.0, 3.0));
        let by_name = boxes(&json!([named, floor]));
        assert_eq!(by_name, [OrientedBox::aligned(DVec3::ZERO, DVec3::new(1.0, 0.0, 1.0))]);
    }

    #[test]
    fn a_size_takes_the_place_of_the_scale_and_a_mesh_does_not() {
        let shape = |extras: Value, mesh: Option<usize>| {
            let mut node =
                json!({ "name": "A", "scale": [10, 10, 10], "translation": [1, 0, 0], "extras": extras });
            if let Some(mesh) = mesh {
                node["mesh"] = json!(mesh);
            }
            boxes(&json!([node])).remove(0)
        };
        let sized = shape(json!({ "collider": "box", "size": [2, 2, 2] }), Some(0));
        assert_eq!((sized.center, sized.half), (DVec3::X, DVec3::ONE));
        let meshed = shape(json!({ "collider": "box" }), Some(0));
        assert_eq!((meshed.center, meshed.half), (DVec3::new(6.0, 0.0, 5.0), DVec3::new(5.0, 0.0, 5.0)));
        let empty = shape(json!({ "collider": "box" }), None);
        assert_eq!((empty.center, empty.half), (DVec3::X, DVec3::splat(10.0)));
    }

    #[test]
    fn boxes_of_both_physics_extensions_are_read() {
        let mut omi = gltf(&json!([
            { "name": "A", "translation": [0, 3, 0], "extensions": { "OMI_physics_body": { "collider": { "shape": 1 } } } },
            { "name": "UBX_B", "mesh": 0 },
        ]));
        omi["extensions"] = json!({ "OMI_physics_shape": { "shapes": [
            { "type": "sphere" }, { "type": "box", "box": { "size": [2, 4, 6] } },
        ] } });
        let found = piece(&omi).piece.boxes;
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].center, found[0].half), (DVec3::Y * 3.0, DVec3::new(1.0, 2.0, 3.0)));
        let mut khr = gltf(&json!([{ "name": "A", "extensions": {
            "KHR_physics_rigid_bodies": { "collider": { "geometry": { "implicitShape": 0 } } },
        } }]));
        khr["extensions"] = json!({ "KHR_implicit_shapes": { "shapes": [{ "type": "box" }] } });
        assert_eq!(piece(&khr).piece.boxes[0].half, DVec3::splat(0.5), "a box without a size is a metre");
    }

    #[test]
    fn bodies_that_are_no_boxes_are_not_counted_as_such() {
        let mut omi = gltf(&json!([
            { "name": "A", "mesh": 0 },
            { "name": "A_body", "extensions": { "OMI_physics_body": { "collider": { "shape": 0 } } } },
        ]));
        omi["extensions"] =
            json!({ "OMI_physics_shape": { "shapes": [{ "type": "trimesh", "trimesh": { "mesh": 0 } }] } });
        let file = piece(&omi);
        assert!(!file.has_boxes() && file.piece.boxes.len() == 1, "one is made around what is drawn");
    }

    #[test]
    fn what_makes_no_box_is_told_at_its_node() {
        let size =
            told(&gltf(&json!([{ "name": "A", "extras": { "collider": "box", "size": [1, -1, 1] } }])));
        assert!(
            size.contains("error: kit/P.gltf: node `A`: `size` must be three numbers of at least 0"),
            "{size}"
        );
        let odd = told(&gltf(&json!([{ "name": "A", "mesh": 0, "extras": { "collider": "sphere" } }])));
        assert!(
            odd.contains("warning: kit/P.gltf: node `A`: `collider` must be \"box\", found \"sphere\""),
            "{odd}"
        );
        assert!(odd.contains("note: kit/P.gltf: has no collider: the box around all that is drawn"), "{odd}");
    }

    #[test]
    fn without_a_collider_the_box_is_around_all_that_is_drawn() {
        let nodes = json!([{ "name": "A", "mesh": 0 }, { "name": "B", "mesh": 0, "translation": [4, 2, 0] }]);
        let shape = boxes(&nodes).remove(0);
        assert_eq!((shape.center, shape.half), (DVec3::new(2.5, 1.0, 0.5), DVec3::new(2.45, 0.95, 0.45)));
        let nothing = told(&gltf(&json!([{ "name": "A" }])));
        assert!(nothing.contains("has no collider and no mesh, so it overlaps nothing"), "{nothing}");
    }

    #[test]
    fn the_box_around_a_mesh_is_5_cm_smaller_on_each_side_but_never_below_half_its_size() {
        let thin = OrientedBox::aligned(DVec3::ZERO, DVec3::new(2.0, 0.3, 0.1));
        let inner = shrunk(thin);
        assert!((inner.half - DVec3::new(0.95, 0.1, 0.025)).length() < 1e-12, "{}", inner.half);
        assert_eq!(inner.center, thin.center);
        assert_eq!(shrunk(OrientedBox::aligned(DVec3::ONE, DVec3::ONE)).half, DVec3::ZERO, "flat is flat");
    }

    #[test]
    fn three_numbers_are_three_and_not_below_zero() {
        assert_eq!(triple(&json!([1, 2.5, 0])), Some(DVec3::new(1.0, 2.5, 0.0)));
        for bad in [json!([1, 2]), json!([1, 2, 3, 4]), json!(["1", 2, 3]), json!(3), json!([1, 2, -0.1])] {
            assert_eq!(triple(&bad), None, "{bad}");
        }
    }
}
