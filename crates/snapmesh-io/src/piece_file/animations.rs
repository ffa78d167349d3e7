//! Animations of a file, as far as maps have them: channels that shift, turn or scale nodes.

use super::names::short;
use gltf::Accessor;
use gltf::accessor::{DataType, Dimensions};
use serde_json::Value;
use std::collections::BTreeSet;

/// Channels that play together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Animation {
    pub(crate) name: String,
    pub(crate) channels: Vec<Channel>,
}

/// How one thing about a node changes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Channel {
    /// The number of the node in the file.
    pub(crate) node: usize,
    pub(crate) path: Path,
    pub(crate) interpolation: &'static str,
    /// The accessors of the times and of what is there at each.
    pub(crate) times: usize,
    pub(crate) values: usize,
}

/// What changes about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    Translation,
    Rotation,
    Scale,
}

impl Path {
    const ALL: [Self; 3] = [Self::Translation, Self::Rotation, Self::Scale];

    /// What glTF calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
        }
    }

    /// Whether it can be told so.
    fn takes(self, values: &Accessor<'_>) -> bool {
        let kind = values.data_type();
        match self {
            Self::Rotation => {
                let short = values.normalized() && kind != DataType::U32;
                values.dimensions() == Dimensions::Vec4 && (kind == DataType::F32 || short)
            }
            _ => values.dimensions() == Dimensions::Vec3 && kind == DataType::F32,
        }
    }
}

/// The ways from one time to the next, with how many values each time has.
const INTERPOLATIONS: [(&str, usize); 3] = [("LINEAR", 1), ("STEP", 1), ("CUBICSPLINE", 3)];

/// How many channels of a file there are, of any kind.
pub(super) fn count(json: &Value) -> usize {
    json.as_array().into_iter().flatten().map(|item| list(item, "channels").len()).sum()
}

/// The channels in the `animations` of a file that move nodes and make sense.
pub(super) fn read(json: &Value, gltf: &gltf::Document) -> Vec<Animation> {
    let accessors: Vec<Accessor<'_>> = gltf.accessors().collect();
    let animations = json.as_array().into_iter().flatten().map(|item| Animation {
        name: short(item["name"].as_str().unwrap_or("animation")),
        channels: list(item, "channels")
            .iter()
            .filter_map(|channel| read_channel(channel, list(item, "samplers"), &accessors))
            .collect(),
    });
    animations.filter(|animation| !animation.channels.is_empty()).collect()
}

/// The nodes that are moved.
pub(super) fn nodes(animations: &[Animation]) -> BTreeSet<usize> {
    animations.iter().flat_map(|animation| &animation.channels).map(|channel| channel.node).collect()
}

/// Leaves the channels of these nodes alone.
pub(super) fn keep(animations: &mut Vec<Animation>, nodes: &BTreeSet<usize>) {
    for animation in &mut *animations {
        animation.channels.retain(|channel| nodes.contains(&channel.node));
    }
    animations.retain(|animation| !animation.channels.is_empty());
}

fn read_channel(channel: &Value, samplers: &[Value], accessors: &[Accessor<'_>]) -> Option<Channel> {
    let target = &channel["target"];
    let path = Path::ALL.into_iter().find(|path| target["path"] == path.name())?;
    let sampler = samplers.get(number(&channel["sampler"])?)?;
    let wanted = sampler["interpolation"].as_str().unwrap_or("LINEAR");
    let (interpolation, each) = INTERPOLATIONS.into_iter().find(|(name, _)| *name == wanted)?;
    let (times, values) = (number(&sampler["input"])?, number(&sampler["output"])?);
    let (input, output) = (accessors.get(times)?, accessors.get(values)?);
    let timed = input.dimensions() == Dimensions::Scalar && input.data_type() == DataType::F32;
    let sound = timed && path.takes(output) && input.count().checked_mul(each) == Some(output.count());
    sound.then_some(Channel { node: number(&target["node"])?, path, interpolation, times, values })
}

fn list<'a>(item: &'a Value, key: &str) -> &'a [Value] {
    item[key].as_array().map_or(&[], |list| list)
}

fn number(value: &Value) -> Option<usize> {
    value.as_u64().map(|number| number as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{add, add_view, floats, gltf, piece};
    use serde_json::json;

    /// A file with two times (accessor 2) and two turns (accessor 3).
    fn document() -> gltf::Document {
        let mut json = gltf(&json!([{ "name": "A", "mesh": 0 }]));
        for (numbers, shape) in
            [(&[0.0, 1.0][..], "SCALAR"), (&[0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0], "VEC4")]
        {
            let view = add_view(&mut json, &floats(numbers));
            let item = json!({ "bufferView": view, "componentType": 5126, "count": 2, "type": shape });
            add(&mut json, "accessors", item);
        }
        piece(&json).document.gltf
    }

    fn channels(sampler: &Value, target: &Value) -> Vec<Channel> {
        let json = json!([{
            "name": "open", "samplers": [sampler], "channels": [{ "sampler": 0, "target": target }],
        }]);
        assert_eq!(count(&json), 1);
        read(&json, &document()).into_iter().flat_map(|animation| animation.channels).collect()
    }

    #[test]
    fn a_channel_that_turns_a_node_is_read() {
        let sampler = json!({ "input": 2, "output": 3 });
        let read = channels(&sampler, &json!({ "node": 0, "path": "rotation" }));
        let want = Channel { node: 0, path: Path::Rotation, interpolation: "LINEAR", times: 2, values: 3 };
        assert_eq!(read, [want]);
    }

    #[test]
    fn what_moves_no_node_or_makes_no_sense_is_none() {
        let turn = json!({ "node": 0, "path": "rotation" });
        for sampler in [
            json!({ "input": 3, "output": 3 }),
            json!({ "input": 2, "output": 2 }),
            json!({ "input": 2, "output": 9 }),
            json!({ "input": 1, "output": 3 }),
            json!({ "input": 2, "output": 3, "interpolation": "CUBICSPLINE" }),
            json!({ "input": 2, "output": 3, "interpolation": "WOBBLE" }),
            json!({}),
        ] {
            assert_eq!(channels(&sampler, &turn), [], "{sampler}");
        }
        let sampler = json!({ "input": 2, "output": 3 });
        for target in [
            json!({ "node": 0, "path": "weights" }),
            json!({ "node": 0, "path": "translation" }),
            json!({ "path": "rotation" }),
            json!(7),
        ] {
            assert_eq!(channels(&sampler, &target), [], "{target}");
        }
        assert_eq!(count(&json!({ "channels": 3 })), 0);
        assert!(read(&json!([3, { "channels": {} }]), &document()).is_empty());
    }
}
