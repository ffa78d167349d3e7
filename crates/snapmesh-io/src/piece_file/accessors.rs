//! Accessors, however a file stores them: as they are, sparse, or in fewer bits (`KHR_mesh_quantization`).

use gltf::Accessor;
use gltf::accessor::sparse::IndexType;
use gltf::accessor::{DataType, Dimensions};
use std::sync::Arc;

/// What a file holds, shared by all that need it.
pub(crate) type Bytes = Arc<[u8]>;

/// Every view lies within its buffer, and every accessor within its views: who reads them takes that for granted.
pub(super) fn check(document: &gltf::Document, buffers: &[Bytes]) -> Result<(), String> {
    for view in document.views() {
        let end = view.offset().checked_add(view.length());
        if end.is_none_or(|end| end > buffers[view.buffer().index()].len()) {
            return Err(format!("buffer view {} reaches out of its buffer", view.index()));
        }
    }
    document.accessors().try_for_each(|accessor| check_accessor(&accessor))
}

fn check_accessor(accessor: &Accessor<'_>) -> Result<(), String> {
    let (index, count, size) = (accessor.index(), accessor.count(), accessor.size());
    if count == 0 {
        return Err(format!("accessor {index} has no elements"));
    }
    if let Some(view) = accessor.view() {
        let stride = view.stride().unwrap_or(size);
        if stride < size {
            return Err(format!(
                "accessor {index} has elements longer than the stride of its view, {stride}"
            ));
        }
        if !fits(accessor.offset(), count, stride, size, view.length()) {
            return Err(format!("accessor {index} reaches out of its buffer view"));
        }
    }
    if let Some(sparse) = accessor.sparse() {
        let (changes, indices, values) = (sparse.count(), sparse.indices(), sparse.values());
        if changes > count {
            return Err(format!("accessor {index} has {changes} sparse values for {count} elements"));
        }
        let width = indices.index_type().size();
        if changes > 0
            && !(fits(indices.offset(), changes, width, width, indices.view().length())
                && fits(values.offset(), changes, size, size, values.view().length()))
        {
            return Err(format!("the sparse values of accessor {index} reach out of their buffer views"));
        }
    }
    Ok(())
}

/// Whether so many elements, one or more, end within a view of this length.
fn fits(offset: usize, count: usize, stride: usize, size: usize, length: usize) -> bool {
    let end = (count - 1).checked_mul(stride).and_then(|n| n.checked_add(size));
    end.and_then(|end| end.checked_add(offset)).is_some_and(|end| end <= length)
}

/// The bytes of all elements, each starting at a multiple of `align`, with what is sparse in its place. One without
/// data is all zeros and may claim billions: whoever asks has counted before.
pub(crate) fn dense(buffers: &[Bytes], accessor: &Accessor<'_>, align: usize) -> Result<Vec<u8>, String> {
    let size = accessor.size();
    let stride = size.next_multiple_of(align);
    let mut bytes = vec![0; stride * accessor.count()];
    if let Some(view) = accessor.view() {
        let data = &buffers[view.buffer().index()][view.offset() + accessor.offset()..];
        let step = view.stride().unwrap_or(size);
        for (i, element) in bytes.chunks_exact_mut(stride).enumerate() {
            element[..size].copy_from_slice(&data[i * step..][..size]);
        }
    }
    let Some(sparse) = accessor.sparse() else { return Ok(bytes) };
    let of = |view: gltf::buffer::View<'_>, offset: usize| {
        &buffers[view.buffer().index()][view.offset()..][offset..]
    };
    let places = of(sparse.indices().view(), sparse.indices().offset());
    let values = of(sparse.values().view(), sparse.values().offset());
    let width = sparse.indices().index_type().size();
    for (place, value) in places.chunks_exact(width).zip(values.chunks_exact(size)).take(sparse.count()) {
        let place = match sparse.indices().index_type() {
            IndexType::U8 => u32::from(place[0]),
            IndexType::U16 => u32::from(u16::from_le_bytes([place[0], place[1]])),
            IndexType::U32 => u32::from_le_bytes([place[0], place[1], place[2], place[3]]),
        } as usize;
        let element = bytes.chunks_exact_mut(stride).nth(place).ok_or_else(|| {
            let (index, count) = (accessor.index(), accessor.count());
            format!("accessor {index} has a sparse value for element {place}, and has {count} elements")
        })?;
        element[..size].copy_from_slice(value);
    }
    Ok(bytes)
}

/// The elements as vectors of so many numbers, whatever bits they are stored in.
pub(crate) fn vectors<const N: usize>(
    buffers: &[Bytes],
    accessor: &Accessor<'_>,
    what: &str,
) -> Result<Vec<[f64; N]>, String> {
    if accessor.dimensions().multiplicity() != N || accessor.data_type() == DataType::U32 {
        return Err(format!("its {what} are not {N} numbers each, of 8, 16 or 32 bits"));
    }
    let (kind, normalized) = (accessor.data_type(), accessor.normalized());
    let width = kind.size();
    let vector = |element: &[u8]| std::array::from_fn(|i| number(kind, normalized, &element[width * i..]));
    Ok(dense(buffers, accessor, 1)?.chunks_exact(accessor.size()).map(vector).collect())
}

/// The elements as whole numbers: indices of corners.
pub(crate) fn whole(buffers: &[Bytes], accessor: &Accessor<'_>, what: &str) -> Result<Vec<u32>, String> {
    let kind = accessor.data_type();
    let is_whole = matches!(kind, DataType::U8 | DataType::U16 | DataType::U32);
    if !(is_whole && accessor.dimensions() == Dimensions::Scalar) {
        return Err(format!("its {what} are not whole numbers"));
    }
    let number = |element: &[u8]| number(kind, false, element) as u32;
    Ok(dense(buffers, accessor, 1)?.chunks_exact(kind.size()).map(number).collect())
}

/// One number, as glTF reads it: a normalized one is a part of the largest that its bits can hold.
fn number(kind: DataType, normalized: bool, bytes: &[u8]) -> f64 {
    let (value, most) = match kind {
        DataType::I8 => (f64::from(bytes[0].cast_signed()), f64::from(i8::MAX)),
        DataType::U8 => (f64::from(bytes[0]), f64::from(u8::MAX)),
        DataType::I16 => (f64::from(i16::from_le_bytes([bytes[0], bytes[1]])), f64::from(i16::MAX)),
        DataType::U16 => (f64::from(u16::from_le_bytes([bytes[0], bytes[1]])), f64::from(u16::MAX)),
        DataType::U32 => {
            (f64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])), f64::from(u32::MAX))
        }
        DataType::F32 => {
            return f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        }
    };
    if normalized { (value / most).max(-1.0) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{add_view, floats, gltf, piece, read};
    use serde_json::{Value, json};

    #[test]
    fn numbers_of_few_bits_are_read_as_gltf_says() {
        assert_eq!(number(DataType::I8, true, &[0x80]), -1.0, "one more below than above");
        assert_eq!(number(DataType::I8, true, &[127]), 1.0);
        assert_eq!(number(DataType::I8, false, &[0x80]), -128.0);
        assert_eq!(number(DataType::U8, true, &[51]), 0.2);
        assert_eq!(number(DataType::U16, true, &[0xff, 0xff]), 1.0);
        assert_eq!(number(DataType::U16, false, &[1, 2]), 513.0);
        assert_eq!(number(DataType::I16, true, &[1, 0x80]), -1.0);
        assert_eq!(number(DataType::F32, true, &1.5_f32.to_le_bytes()), 1.5);
    }

    /// The triangle with an accessor that is changed; these bytes are views 2 and 3.
    fn floor(views: [&[u8]; 2], accessor: usize, change: &Value) -> Value {
        let mut json = gltf(&json!([{ "name": "Floor", "mesh": 0 }]));
        for bytes in views {
            add_view(&mut json, bytes);
        }
        for (key, value) in change.as_object().unwrap() {
            json["accessors"][accessor][key] = value.clone();
        }
        json
    }

    fn corners(json: &Value) -> Vec<[f64; 3]> {
        piece(json).model.parts[0].positions.iter().copied().map(Into::into).collect()
    }

    /// So many changes, their places in view 2 and their values in view 3.
    fn sparse(count: usize, kind: u32) -> Value {
        let indices = json!({ "bufferView": 2, "componentType": kind });
        json!({ "sparse": { "count": count, "indices": indices, "values": { "bufferView": 3 } } })
    }

    #[test]
    fn positions_are_read_in_eight_and_sixteen_bits() {
        let shorts = [[0, 0, 0, 9], [0, 0, 300, 9], [-300, 0, 0, 9_i16]];
        let shorts: Vec<u8> = shorts.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        let mut json = floor([&shorts, &[0]], 0, &json!({ "bufferView": 2, "componentType": 5122 }));
        json["bufferViews"][2]["byteStride"] = json!(8);
        assert_eq!(corners(&json), [[0.0, 0.0, 0.0], [0.0, 0.0, 300.0], [-300.0, 0.0, 0.0]]);
        let bytes = [0, 0, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0];
        let change = json!({ "bufferView": 2, "componentType": 5121, "normalized": true });
        let mut json = floor([&bytes, &[0]], 0, &change);
        json["bufferViews"][2]["byteStride"] = json!(4);
        assert_eq!(corners(&json), [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
    }

    #[test]
    fn sparse_values_take_the_place_of_what_is_there_or_of_zeros() {
        let value = floats(&[2.0, 0.5, 0.0]);
        let mut json = floor([&[2, 0], &value], 0, &sparse(1, 5123));
        assert_eq!(corners(&json), [[0.0; 3], [0.0, 0.0, 1.0], [2.0, 0.5, 0.0]]);
        json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
        assert_eq!(corners(&json), [[0.0; 3], [0.0; 3], [2.0, 0.5, 0.0]]);
        json["accessors"][0].as_object_mut().unwrap().remove("sparse");
        assert_eq!(corners(&json), [[0.0; 3]; 3], "without any data all is zero");
    }

    #[test]
    fn indices_may_be_sparse_too() {
        // Element 1 becomes 2, element 2 becomes 1: the triangle is turned over.
        let json = floor([&[1, 2], &[2, 0, 1, 0]], 1, &sparse(2, 5121));
        assert_eq!(piece(&json).model.parts[0].triangles, [[0, 2, 1]]);
    }

    #[test]
    fn sparse_values_out_of_bounds_are_told() {
        let told = |count: usize, kind: u32, place: u8| {
            read(&floor([&[place, 0, 0, 0], &[0; 12]], 0, &sparse(count, kind))).1.to_string()
        };
        assert!(!told(1, 5125, 2).contains("accessor"));
        let beyond = told(1, 5125, 3);
        assert!(
            beyond.contains("accessor 0 has a sparse value for element 3, and has 3 elements"),
            "{beyond}"
        );
        let many = told(4, 5121, 0);
        assert!(many.contains("accessor 0 has 4 sparse values for 3 elements"), "{many}");
        let long = told(2, 5121, 0);
        assert!(long.contains("the sparse values of accessor 0 reach out of their buffer views"), "{long}");
        assert!(told(usize::MAX, 5121, 0).contains("sparse values for 3 elements"));
    }
}
