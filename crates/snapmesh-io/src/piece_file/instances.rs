//! Copies of a mesh by `EXT_mesh_gpu_instancing`: each is one more place where the mesh of its node is shown.

use super::accessors::{Bytes, vectors};
use super::nodes::Node;
use super::raw::FARTHEST;
use super::wrong::Wrong;
use serde_json::{Map, Value};
use snapmesh::glam::{DMat4, DQuat, DVec3};
use snapmesh::limits::within;

const INSTANCING: &str = "EXT_mesh_gpu_instancing";

/// Gives every node that has copies the places of all of them; or what is wrong, and with which node. All nodes and copies
/// together are at most so many.
pub(super) fn expand(
    nodes: &mut [Node],
    document: &gltf::Document,
    buffers: &[Bytes],
    most: u64,
) -> Result<(), (String, Wrong)> {
    let mut all = nodes.len() as u64;
    for node in nodes.iter_mut().filter(|node| node.mesh.is_some()) {
        let listed =
            node.extensions.get(INSTANCING).and_then(|instancing| instancing["attributes"].as_object());
        let Some(listed) = listed.filter(|listed| !listed.is_empty()) else { continue };
        let copies = Attributes { document, buffers, listed };
        let places = copies.count().and_then(|count| {
            // Counted before the memory is taken: an accessor without data may claim billions.
            all = all.saturating_add(count as u64);
            within("nodes", all, most)?;
            Ok(copies.transforms(count)?)
        });
        match places {
            Ok(places) => node.places = places.into_iter().map(|place| node.world * place).collect(),
            Err(wrong) => return Err((node.name.clone(), wrong)),
        }
    }
    Ok(())
}

/// What a node says about its copies.
struct Attributes<'a> {
    document: &'a gltf::Document,
    buffers: &'a [Bytes],
    listed: &'a Map<String, Value>,
}

impl<'a> Attributes<'a> {
    fn accessor(&self, value: &Value) -> Result<gltf::Accessor<'a>, Wrong> {
        let accessor = value.as_u64().and_then(|index| self.document.accessors().nth(index as usize));
        accessor.ok_or_else(|| format!("its copies have the accessor {value}, which is not there").into())
    }

    /// How many copies there are: all attributes have as many elements.
    fn count(&self) -> Result<usize, Wrong> {
        let counts = self.listed.values().map(|value| Ok(self.accessor(value)?.count()));
        let counts = counts.collect::<Result<Vec<usize>, Wrong>>()?;
        match counts.iter().find(|&&count| count != counts[0]) {
            Some(other) => Err(format!("has {} and {other} copies at once", counts[0]).into()),
            None => Ok(counts[0]),
        }
    }

    fn read<const N: usize>(&self, name: &str, what: &str) -> Result<Option<Vec<[f64; N]>>, String> {
        let Some(value) = self.listed.get(name) else { return Ok(None) };
        let accessor = self.accessor(value).map_err(|wrong| wrong.message)?;
        let read = vectors::<N>(self.buffers, &accessor, what)?;
        match read.iter().flatten().find(|x| !x.is_finite() || x.abs() >= FARTHEST) {
            Some(x) => Err(format!("its {what} must be finite numbers below {FARTHEST:e}, found {x:e}")),
            None => Ok(Some(read)),
        }
    }

    /// Where the copies stand, in the space of their node.
    fn transforms(&self, count: usize) -> Result<Vec<DMat4>, String> {
        let places = self.read::<3>("TRANSLATION", "places of copies")?;
        let turns = self.read::<4>("ROTATION", "rotations of copies")?;
        let scales = self.read::<3>("SCALE", "scales of copies")?;
        let transform = |copy: usize| {
            let place = places.as_ref().map_or(DVec3::ZERO, |places| DVec3::from(places[copy]));
            let scale = scales.as_ref().map_or(DVec3::ONE, |scales| DVec3::from(scales[copy]));
            let turn = turns.as_ref().map_or(DQuat::IDENTITY, |turns| DQuat::from_array(turns[copy]));
            if turn.length() < 1e-6 {
                return Err(format!(
                    "the rotation of copy {copy} must be a quaternion of length 1, found {turn}"
                ));
            }
            Ok(DMat4::from_scale_rotation_translation(scale, turn.normalize(), place))
        };
        (0..count).map(transform).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{add, add_view, floats, gltf, memory, piece, read};
    use crate::piece_file::{PieceFile, read_piece};
    use serde_json::json;
    use snapmesh::Limits;

    /// Two copies of the triangle: one as it is, one moved, turned by half, and twice as large.
    fn copies(name: &str) -> Value {
        let attributes = json!({ "TRANSLATION": 2, "ROTATION": 3, "SCALE": 4 });
        let mut json = gltf(&json!([{
            "name": name, "mesh": 0, "translation": [10, 0, 0],
            "extensions": { INSTANCING: { "attributes": attributes } },
        }]));
        let turns: [i8; 8] = [0, 0, 0, 127, 0, 127, 0, 0];
        for (bytes, kind, shape) in [
            (floats(&[0.0, 0.0, 0.0, 4.0, 1.0, 0.0]), 5126, "VEC3"),
            (turns.map(i8::cast_unsigned).to_vec(), 5120, "VEC4"),
            (floats(&[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]), 5126, "VEC3"),
        ] {
            let view = add_view(&mut json, &bytes);
            let accessor = json!({
                "bufferView": view, "componentType": kind, "normalized": kind == 5120, "count": 2, "type": shape,
            });
            add(&mut json, "accessors", accessor);
        }
        json
    }

    #[test]
    fn every_copy_is_a_part_and_is_within_the_box_around_all() {
        let PieceFile { model, piece, .. } = piece(&copies("Grass"));
        assert_eq!(model.parts.len(), 2);
        assert_eq!(model.parts[0].positions[2], DVec3::new(11.0, 0.0, 0.0));
        assert!((model.parts[1].positions[2] - DVec3::new(12.0, 1.0, 0.0)).length() < 1e-12);
        let bounds = model.bounds();
        assert!((bounds.min - DVec3::new(10.0, 0.0, -2.0)).length() < 1e-12, "{bounds:?}");
        assert!((bounds.max - DVec3::new(14.0, 1.0, 1.0)).length() < 1e-12, "{bounds:?}");
        assert_eq!(piece.boxes.len(), 1);
        assert_eq!(model.geometry().triangles.len(), 2, "both are walked on");
    }

    #[test]
    fn a_collider_that_is_copied_is_a_box_each_time() {
        let boxes = piece(&copies("UBX_wall")).piece.boxes;
        assert_eq!(boxes.len(), 2);
        assert_eq!(boxes[1].half, DVec3::new(1.0, 0.0, 1.0));
    }

    #[test]
    fn copies_that_make_no_sense_are_told_at_their_node() {
        let told = |change: fn(&mut Value)| {
            let mut json = copies("Grass");
            change(&mut json);
            let (file, problems) = read(&json);
            assert!(file.is_none());
            problems.to_string()
        };
        let count = told(|json| json["accessors"][4]["count"] = json!(1));
        assert!(count.contains("node `Grass`: has 2 and 1 copies at once"), "{count}");
        let none = told(|json| json["nodes"][0]["extensions"][INSTANCING]["attributes"]["SCALE"] = json!(17));
        assert!(none.contains("its copies have the accessor 17, which is not there"), "{none}");
        let kind =
            told(|json| json["nodes"][0]["extensions"][INSTANCING]["attributes"]["ROTATION"] = json!(2));
        assert!(kind.contains("its rotations of copies are not 4 numbers each"), "{kind}");
        let zero = told(|json| _ = json["accessors"][3].as_object_mut().unwrap().remove("bufferView"));
        assert!(zero.contains("the rotation of copy 0 must be a quaternion of length 1"), "{zero}");
    }

    #[test]
    fn copies_are_counted_before_they_are_made() {
        let mut json = copies("Grass");
        json["nodes"][0]["extensions"][INSTANCING]["attributes"] = json!({ "SCALE": 4 });
        json["accessors"][4] = json!({ "componentType": 5126, "count": 3_000_000_000_u64, "type": "VEC3" });
        let (_, problems) = read(&json);
        let told = problems.to_string();
        assert!(told.contains("node `Grass`: too much: 3000000001 nodes in a piece"), "{told}");
        // Within the nodes, but not within the corners.
        json["accessors"][4]["count"] = json!(50);
        let files = memory(&[("P.gltf", &json)]).with_limits(Limits { corners: 100, ..Limits::DEFAULT });
        let told = read_piece(&files, "P.gltf").1.to_string();
        assert!(told.contains("too much: 300 corners"), "{told}");
    }
}
