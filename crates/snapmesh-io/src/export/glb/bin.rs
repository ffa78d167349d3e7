//! The binary part of a GLB, with its views and accessors.

use serde_json::{Value, json};
use snapmesh::Limits;
use snapmesh::limits::{Exceeded, within};

/// What a buffer view is for.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Vertices = 34962,
    Indices = 34963,
}

pub(super) struct Bin {
    most_megabytes: u64,
    pub(super) bytes: Vec<u8>,
    pub(super) views: Vec<Value>,
    pub(super) accessors: Vec<Value>,
}

/// Elements of an accessor, packed.
pub(super) struct Elements {
    pub(super) bytes: Vec<u8>,
    /// Bytes from one element to the next.
    pub(super) stride: usize,
    /// The glTF number of the component type.
    pub(super) component: u32,
    /// `SCALAR`, `VEC3` and so on.
    pub(super) shape: &'static str,
    pub(super) normalized: bool,
    /// Bytes of an element without padding.
    pub(super) size: usize,
}

impl Elements {
    /// Vectors of 32-bit numbers.
    pub(super) fn floats<const N: usize>(vectors: impl IntoIterator<Item = [f32; N]>) -> Self {
        Self::of_floats(&vectors.into_iter().flatten().collect::<Vec<f32>>(), N)
    }

    /// The same where how many numbers a vector has, one to four, is known only now.
    pub(super) fn of_floats(numbers: &[f32], width: usize) -> Self {
        let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        let shape = ["SCALAR", "VEC2", "VEC3", "VEC4"][width - 1];
        Self { bytes, stride: 4 * width, component: 5126, shape, normalized: false, size: 4 * width }
    }

    /// How many numbers an element has.
    pub(super) fn width(&self) -> usize {
        match self.shape {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            _ => 4,
        }
    }

    /// Parts of bytes and shorts as 32-bit numbers, and those as they are; what an element lacks is one, as in a color
    /// without alpha.
    pub(super) fn to_floats(&self, width: usize) -> Self {
        let number = |bytes: &[u8]| match self.component {
            5121 => f32::from(bytes[0]) / 255.0,
            5123 => f32::from(u16::from_le_bytes([bytes[0], bytes[1]])) / 65_535.0,
            _ => f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        };
        let (own, each) = (self.width(), self.size / self.width());
        let elements = self.bytes.chunks_exact(self.stride);
        let numbers = elements.flat_map(|element| {
            (0..width).map(move |i| if i < own { number(&element[i * each..]) } else { 1.0 })
        });
        Self::of_floats(&numbers.collect::<Vec<f32>>(), width)
    }

    /// Corners of triangles, in as few bits as do. The largest number of 16 bits is none: to some readers it ends a strip.
    pub(super) fn indices(indices: impl IntoIterator<Item = u32>) -> Self {
        let indices: Vec<u32> = indices.into_iter().collect();
        let short = indices.iter().all(|&index| index < u32::from(u16::MAX));
        let (bytes, size, component) = if short {
            (indices.iter().flat_map(|&index| (index as u16).to_le_bytes()).collect(), 2, 5123)
        } else {
            (indices.iter().flat_map(|index| index.to_le_bytes()).collect(), 4, 5125)
        };
        Self { bytes, stride: size, component, shape: "SCALAR", normalized: false, size }
    }

    pub(super) fn count(&self) -> usize {
        self.bytes.len() / self.stride
    }
}

impl Bin {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { most_megabytes: limits.glb_mb, bytes: vec![], views: vec![], accessors: vec![] }
    }

    /// Refuses bytes that there is no room for, before they are made.
    pub(super) fn check_room(&self, bytes: usize) -> Result<(), Exceeded> {
        self.check_bytes((self.bytes.len() as u64).saturating_add(bytes as u64))
    }

    /// Refuses more bytes than there may be at all.
    pub(super) fn check_bytes(&self, all: u64) -> Result<(), Exceeded> {
        within("glb_mb", all.div_ceil(1 << 20), self.most_megabytes)
    }

    /// Adds bytes as a view of their own, and returns its number.
    pub(super) fn view(&mut self, bytes: &[u8], target: Option<Target>, stride: Option<usize>) -> usize {
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = json!(target as u32);
        }
        if let Some(stride) = stride {
            view["byteStride"] = json!(stride);
        }
        self.bytes.extend(bytes);
        // Everything starts at a multiple of four, whatever its type needs.
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(view);
        self.views.len() - 1
    }

    /// Adds elements, and returns the number of their accessor.
    pub(super) fn accessor(&mut self, elements: &Elements, target: Option<Target>) -> usize {
        let padded = (elements.stride != elements.size).then_some(elements.stride);
        let view = self.view(&elements.bytes, target, padded);
        let mut accessor = json!({
            "bufferView": view,
            "componentType": elements.component,
            "count": elements.count(),
            "type": elements.shape,
        });
        if elements.normalized {
            accessor["normalized"] = json!(true);
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Adds positions: glTF wants their bounds to be told.
    pub(super) fn positions(&mut self, positions: &[[f32; 3]]) -> usize {
        let elements = Elements::floats(positions.iter().copied());
        let number = self.accessor(&elements, Some(Target::Vertices));
        self.bound(number, &elements);
        number
    }

    /// Tells the least and the largest of each number in an accessor of 32-bit numbers.
    pub(super) fn bound(&mut self, number: usize, elements: &Elements) {
        let width = elements.size / 4;
        let mut bounds = [vec![f32::INFINITY; width], vec![f32::NEG_INFINITY; width]];
        for (i, bytes) in elements.bytes.chunks_exact(4).enumerate() {
            let x = f32::from_le_bytes(bytes.try_into().expect("four bytes are four bytes"));
            let [least, most] = &mut bounds;
            least[i % width] = least[i % width].min(x);
            most[i % width] = most[i % width].max(x);
        }
        let [least, most] = bounds;
        self.accessors[number]["min"] = json!(least);
        self.accessors[number]["max"] = json!(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_follow_each_other_at_multiples_of_four() {
        let mut bin = Bin::new(&Limits::DEFAULT);
        assert_eq!(bin.view(b"abcde", None, None), 0);
        assert_eq!(bin.view(b"xy", Some(Target::Vertices), Some(12)), 1);
        assert_eq!(bin.bytes, b"abcde\0\0\0xy\0\0");
        assert_eq!(bin.views[0], json!({ "buffer": 0, "byteOffset": 0, "byteLength": 5 }));
        assert_eq!(
            bin.views[1],
            json!({ "buffer": 0, "byteOffset": 8, "byteLength": 2, "target": 34962, "byteStride": 12 })
        );
    }

    #[test]
    fn positions_are_written_with_their_bounds() {
        let mut bin = Bin::new(&Limits::DEFAULT);
        let number = bin.positions(&[[1.0, -2.0, 3.0], [-1.0, 5.0, 3.0]]);
        assert_eq!(
            bin.accessors[number],
            json!({
                "bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3",
                "min": [-1.0, -2.0, 3.0], "max": [1.0, 5.0, 3.0],
            })
        );
        assert_eq!(bin.bytes[..4], 1.0_f32.to_le_bytes());
        assert_eq!(bin.bytes[16..20], 5.0_f32.to_le_bytes());
    }

    #[test]
    fn indices_are_whole_numbers_of_16_bits_or_where_these_end_of_32() {
        let mut bin = Bin::new(&Limits::DEFAULT);
        let short = Elements::indices([7, 65_534, 1]);
        assert_eq!((short.count(), short.component, short.bytes.len()), (3, 5123, 6));
        assert_eq!(Elements::indices([65_535]).component, 5125);
        let elements = Elements::indices([7, 65_536, 1]);
        assert_eq!((elements.count(), elements.component, elements.shape), (3, 5125, "SCALAR"));
        bin.accessor(&elements, Some(Target::Indices));
        assert_eq!(bin.views[0]["target"], 34963);
        assert_eq!(bin.views[0].get("byteStride"), None, "elements that are packed need none");
        assert_eq!(bin.bytes, [7, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0]);
    }

    #[test]
    fn padded_elements_tell_their_stride_and_normalized_ones_that_they_are() {
        let mut bin = Bin::new(&Limits::DEFAULT);
        let bytes = vec![1, 2, 3, 0, 4, 5, 6, 0];
        let elements =
            Elements { bytes, stride: 4, component: 5121, shape: "VEC3", normalized: true, size: 3 };
        assert_eq!(elements.count(), 2);
        bin.accessor(&elements, None);
        assert_eq!(bin.views[0]["byteStride"], 4);
        assert_eq!(bin.accessors[0]["normalized"], true);
        assert_eq!(bin.accessors[0]["count"], 2);
    }

    #[test]
    fn the_shape_follows_from_the_numbers_of_a_vector() {
        assert_eq!(Elements::floats([[1.0]]).shape, "SCALAR");
        assert_eq!(Elements::floats([[1.0, 2.0]]).shape, "VEC2");
        let four = Elements::floats([[1.0, 2.0, 3.0, 4.0]; 3]);
        assert_eq!((four.shape, four.count(), four.stride, four.size), ("VEC4", 3, 16, 16));
    }

    #[test]
    fn there_is_room_for_so_many_megabytes_and_no_more() {
        let mut bin = Bin::new(&Limits { glb_mb: 1, ..Limits::DEFAULT });
        assert!(bin.check_room(1 << 20).is_ok() && bin.check_room((1 << 20) + 1).is_err());
        bin.view(b"abcd", None, None);
        assert!(bin.check_room(1 << 20).is_err() && bin.check_room(usize::MAX).is_err());
    }
}
