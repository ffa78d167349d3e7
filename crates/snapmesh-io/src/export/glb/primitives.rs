//! Primitives under way: those of one material that have the same attributes become one.

use super::bin::{Bin, Elements, Target};
use gltf::mesh::Mode;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// An attribute of corners.
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) elements: Elements,
}

/// Corners with their attributes, and what is drawn between them.
pub(super) struct Group {
    mode: Mode,
    pub(super) material: Option<usize>,
    attributes: Vec<Attribute>,
    indices: Vec<u32>,
}

/// What primitives must have in common to become one: the material, whether they have normals (without, they are flat), and
/// attributes of one's own.
type Likeness = (Option<usize>, bool, Vec<(String, u32, &'static str, bool)>);

impl Group {
    /// Corners that nothing is drawn between are left out.
    pub(super) fn new(mode: Mode, attributes: Vec<Attribute>, mut indices: Vec<u32>) -> Self {
        let mut used = indices.clone();
        used.sort_unstable();
        used.dedup();
        let corners = attributes.first().map_or(0, |attribute| attribute.elements.count());
        let attributes = if used.len() == corners {
            attributes
        } else {
            for index in &mut indices {
                *index = used.partition_point(|corner| corner < index) as u32;
            }
            attributes.into_iter().map(|attribute| attribute.picked(&used)).collect()
        };
        Self { mode, material: None, attributes, indices }
    }

    fn corners(&self) -> usize {
        self.attributes.first().map_or(0, |attribute| attribute.elements.count())
    }

    fn bytes(&self) -> usize {
        let attributes = self.attributes.iter().map(|attribute| attribute.elements.bytes.len());
        attributes.sum::<usize>() + 4 * self.indices.len()
    }

    fn likeness(&self) -> Likeness {
        let own = self.attributes.iter().filter(|attribute| attribute.name.starts_with('_'));
        let format = |Attribute { name, elements }: &Attribute| {
            (name.clone(), elements.component, elements.shape, elements.normalized)
        };
        let normals = self.attributes.iter().any(|attribute| attribute.name == "NORMAL");
        (self.material, normals, own.map(format).collect())
    }

    fn append(&mut self, mut other: Self) {
        let base = self.corners() as u32;
        self.complete(&mut other);
        other.complete(self);
        self.indices.extend(other.indices.iter().map(|index| base + index));
        for mine in &mut self.attributes {
            let theirs = other.attributes.iter_mut().find(|theirs| theirs.name == mine.name);
            theirs.expect("each has what the other has by now").be_like(mine);
        }
        for (mine, theirs) in self.attributes.iter_mut().zip(other.attributes) {
            mine.elements.bytes.extend(theirs.elements.bytes);
        }
    }

    /// Gives another what only this has: where a texture is does not matter to who had none, and colors are white. Tangents
    /// go, as readers make them if they are needed.
    fn complete(&mut self, other: &mut Self) {
        let has = |name: &str| other.attributes.iter().any(|theirs| theirs.name == name);
        if !has("TANGENT") {
            self.attributes.retain(|attribute| attribute.name != "TANGENT");
        }
        let missing: Vec<Attribute> = self
            .attributes
            .iter()
            .filter(|mine| !has(&mine.name))
            .map(|mine| mine.blank(other.corners()))
            .collect();
        other.attributes.extend(missing);
        other.attributes.sort_by(|a, b| a.name.cmp(&b.name));
    }

    fn write(self, bin: &mut Bin) -> Value {
        let mut attributes = Map::new();
        for Attribute { name, elements } in &self.attributes {
            let number = bin.accessor(elements, Some(Target::Vertices));
            if name == "POSITION" {
                bin.bound(number, elements);
            }
            attributes.insert(name.clone(), json!(number));
        }
        let indices = bin.accessor(&Elements::indices(self.indices), Some(Target::Indices));
        let mut primitive = json!({ "attributes": attributes, "indices": indices });
        if self.mode != Mode::Triangles {
            primitive["mode"] = json!(self.mode.as_gl_enum());
        }
        if let Some(material) = self.material {
            primitive["material"] = json!(material);
        }
        primitive
    }
}

impl Attribute {
    /// What stands for nothing, for so many corners.
    fn blank(&self, corners: usize) -> Self {
        let number = if self.name.starts_with("COLOR_") { 1.0 } else { 0.0 };
        let width = self.elements.width();
        let elements = Elements::of_floats(&vec![number; width * corners], width);
        Self { name: self.name.clone(), elements }
    }

    /// Makes the bits of two attributes the same: if they are not, both become 32-bit numbers.
    fn be_like(&mut self, other: &mut Self) {
        let (mine, theirs) = (&self.elements, &other.elements);
        if mine.component != theirs.component || mine.shape != theirs.shape {
            let width = mine.width().max(theirs.width());
            (self.elements, other.elements) = (mine.to_floats(width), theirs.to_floats(width));
        }
    }

    /// Of some corners alone.
    fn picked(self, corners: &[u32]) -> Self {
        let Self { name, elements } = self;
        let stride = elements.stride;
        let element = |&corner: &u32| &elements.bytes[corner as usize * stride..][..stride];
        let bytes = corners.iter().flat_map(element).copied().collect();
        Self { name, elements: Elements { bytes, ..elements } }
    }
}

/// The primitives of a mesh, in the order in which the first of each was met.
#[derive(Default)]
pub(super) struct Groups {
    groups: Vec<Group>,
    known: BTreeMap<Likeness, usize>,
    bytes: usize,
}

impl Groups {
    /// How many bytes they will take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds a group, to the one that is like it if there is one. Points and lines stay by themselves.
    pub(super) fn join(&mut self, group: Group) {
        if group.indices.is_empty() {
            return;
        }
        self.bytes += group.bytes();
        if group.mode != Mode::Triangles {
            return self.groups.push(group);
        }
        match self.known.get(&group.likeness()) {
            Some(&like) => self.groups[like].append(group),
            None => {
                self.known.insert(group.likeness(), self.groups.len());
                self.groups.push(group);
            }
        }
    }

    /// Writes all.
    pub(super) fn write(self, bin: &mut Bin) -> Vec<Value> {
        self.groups.into_iter().map(|group| group.write(bin)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapmesh::Limits;

    fn attribute(name: &str, numbers: &[f32]) -> Attribute {
        let elements = numbers.chunks(3).map(|v| [v[0], v[1], v[2]]);
        Attribute { name: name.into(), elements: Elements::floats(elements) }
    }

    fn triangle(material: usize, names: &[&str]) -> Group {
        let attributes = names.iter().map(|name| attribute(name, &[0.0; 9])).collect();
        Group { material: Some(material), ..Group::new(Mode::Triangles, attributes, vec![0, 1, 2]) }
    }

    #[test]
    fn those_of_one_material_with_the_same_attributes_become_one() {
        let mut groups = Groups::default();
        for (material, names) in [
            (0, &["POSITION"][..]),
            (1, &["POSITION"]),
            (0, &["POSITION"]),
            (0, &["POSITION", "NORMAL"]),
            (1, &["POSITION"]),
        ] {
            groups.join(triangle(material, names));
        }
        let seen: Vec<(Option<usize>, usize)> =
            groups.groups.iter().map(|group| (group.material, group.corners())).collect();
        assert_eq!(seen, [(Some(0), 6), (Some(1), 6), (Some(0), 3)], "without normals they are flat");
        assert_eq!(groups.groups[0].indices, [0, 1, 2, 3, 4, 5]);
        assert_eq!(groups.bytes(), groups.groups.iter().map(Group::bytes).sum::<usize>());
    }

    #[test]
    fn what_only_one_of_two_has_is_made_up_or_left_out() {
        let mut groups = Groups::default();
        groups.join(triangle(0, &["NORMAL", "POSITION", "TANGENT"]));
        let bytes = Elements {
            bytes: vec![255; 12],
            stride: 4,
            component: 5121,
            shape: "VEC4",
            normalized: true,
            size: 4,
        };
        let mut colored = triangle(0, &["NORMAL", "POSITION"]);
        colored.attributes.insert(0, Attribute { name: "COLOR_0".into(), elements: bytes });
        groups.join(colored);
        groups.join(triangle(0, &["NORMAL", "POSITION", "TEXCOORD_0"]));
        assert_eq!(groups.groups.len(), 1);
        let group = &groups.groups[0];
        let names: Vec<&str> = group.attributes.iter().map(|attribute| &*attribute.name).collect();
        assert_eq!(names, ["COLOR_0", "NORMAL", "POSITION", "TEXCOORD_0"]);
        assert!(group.attributes.iter().all(|attribute| attribute.elements.count() == 9));
        let colors = &group.attributes[0].elements;
        assert_eq!((colors.component, colors.normalized, colors.stride), (5126, false, 16));
        assert!(colors.bytes.chunks_exact(4).all(|bytes| bytes == 1.0_f32.to_le_bytes()));
    }

    #[test]
    fn corners_that_nothing_is_drawn_between_are_left_out() {
        let positions = attribute("POSITION", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0, 0.0]);
        let group = Group::new(Mode::Triangles, vec![positions], vec![3, 1, 3]);
        assert_eq!((group.corners(), &group.indices[..]), (2, &[1, 0, 1][..]));
        let mut bin = Bin::new(&Limits::DEFAULT);
        let primitive = group.write(&mut bin);
        let accessor = &bin.accessors[primitive["attributes"]["POSITION"].as_u64().unwrap() as usize];
        assert_eq!((&accessor["min"], &accessor["max"]), (&json!([1.0, 0.0, 0.0]), &json!([3.0, 0.0, 0.0])));
    }

    #[test]
    fn points_and_lines_stay_by_themselves_and_nothing_is_nothing() {
        let mut groups = Groups::default();
        for mode in [Mode::Points, Mode::Points, Mode::LineStrip] {
            groups.join(Group::new(mode, vec![attribute("POSITION", &[0.0; 6])], vec![0, 1]));
        }
        groups.join(Group::new(Mode::Triangles, vec![attribute("POSITION", &[0.0; 6])], vec![]));
        let written = groups.write(&mut Bin::new(&Limits::DEFAULT));
        let modes: Vec<&Value> = written.iter().map(|primitive| &primitive["mode"]).collect();
        assert_eq!(modes, [0, 0, 3]);
        assert!(written[0].get("material").is_none());
    }
}
