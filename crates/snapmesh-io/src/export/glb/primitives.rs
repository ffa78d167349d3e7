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

/// What primitives must have in common to become one: the material, and names and bits of attributes.
type Likeness = (Option<usize>, Vec<(String, u32, &'static str, bool)>);

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
        let format = |Attribute { name, elements }: &Attribute| {
            (name.clone(), elements.component, elements.shape, elements.normalized)
        };
        (self.material, self.attributes.iter().map(format).collect())
    }

    fn append(&mut self, other: Self) {
        let base = self.corners() as u32;
        self.indices.extend(other.indices.iter().map(|index| base + index));
        for (mine, theirs) in self.attributes.iter_mut().zip(other.attributes) {
            mine.elements.bytes.extend(theirs.elements.bytes);
        }
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
        assert_eq!(seen, [(Some(0), 6), (Some(1), 6), (Some(0), 3)]);
        assert_eq!(groups.groups[0].indices, [0, 1, 2, 3, 4, 5]);
        assert_eq!(groups.bytes(), groups.groups.iter().map(Group::bytes).sum::<usize>());
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
