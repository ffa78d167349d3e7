//! What is not read: told in one sentence for the whole file, with what to do.

use super::wrong::Wrong;
use crate::files::one_line;
use serde_json::Value;

/// Ways to compress meshes: what they are called, their extensions, and how not to use them.
const COMPRESSIONS: [(&str, &[&str], &str); 2] = [
    (
        "Draco",
        &["KHR_draco_mesh_compression"],
        "export again with compression off (in Blender: Data > Compression), or undo it with `gltf-transform copy IN OUT`",
    ),
    (
        "meshopt",
        &["EXT_meshopt_compression", "KHR_meshopt_compression"],
        "pack it again without compression (gltfpack without -c or -cc), or undo it with `gltf-transform copy IN OUT`",
    ),
];

/// Refuses a binary file of another version.
pub(super) fn check_container(bytes: &[u8]) -> Result<(), Wrong> {
    match bytes {
        [b'g', b'l', b'T', b'F', version @ ..] if version.len() >= 4 => {
            match u32::from_le_bytes([version[0], version[1], version[2], version[3]]) {
                1 => Err(first_version()),
                2 => Ok(()),
                other => Err(newer(&format!("a GLB file of version {other}"))),
            }
        }
        _ => Ok(()),
    }
}

/// Refuses what we would read wrongly or not at all, by the JSON of the file.
pub(super) fn check(json: &Value) -> Result<(), Wrong> {
    check_version(json)?;
    for (name, extensions, help) in COMPRESSIONS {
        for extension in extensions {
            let required = json["extensionsRequired"].as_array().into_iter().flatten();
            if required.into_iter().any(|name| name == extension) || without_fallback(json, extension) {
                let message =
                    format!("its meshes are compressed with {name} ({extension}), which is not read");
                return Err(Wrong::from(message).help(help));
            }
        }
    }
    Ok(())
}

fn check_version(json: &Value) -> Result<(), Wrong> {
    let version = json["asset"]["version"].as_str();
    let parsed = |text: &str| {
        let (major, minor) = text.split_once('.')?;
        Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?))
    };
    // Before glTF 2.0, lists were objects, and the version could be left out.
    let lists = || ["nodes", "meshes", "scenes", "accessors"].iter().any(|list| json[*list].is_object());
    match version {
        Some(text) if text.trim_start().starts_with("1.") || text == "1" => return Err(first_version()),
        None if lists() => return Err(first_version()),
        _ => {}
    }
    if let Some(least) = json["asset"]["minVersion"].as_str() {
        return match parsed(least) {
            Some((2, 0)) => Ok(()),
            _ => Err(newer(&format!("for readers of glTF {} or newer", one_line(least)))),
        };
    }
    match version {
        Some(text) if parsed(text).is_none_or(|(major, _)| major != 2) => {
            Err(newer(&format!("glTF {}", one_line(text))))
        }
        _ => Ok(()),
    }
}

fn first_version() -> Wrong {
    Wrong::from("is glTF 1.0, and only glTF 2.0 is read")
        .help("open it in the program it comes from and export it as glTF 2.0, or convert it with `gltf-pipeline -i IN -o OUT`")
}

fn newer(what: &str) -> Wrong {
    Wrong::from(format!("is {what}, and only glTF 2.0 is read")).help("export it again as glTF 2.0")
}

/// Whether data is compressed and nothing else is there in its stead.
fn without_fallback(json: &Value, extension: &str) -> bool {
    let list = |key: &str| json[key].as_array().into_iter().flatten();
    let has = |value: &Value| value["extensions"].get(extension).is_some();
    // Draco: on a primitive, whose accessors have views only where there is plain data.
    let plain = |accessor: &Value| {
        let accessor = accessor.as_u64().map(|index| &json["accessors"][index as usize]);
        accessor
            .is_none_or(|accessor| accessor.get("bufferView").is_some() || accessor.get("sparse").is_some())
    };
    let packed = |primitive: &Value| {
        has(primitive) && !(plain(&primitive["attributes"]["POSITION"]) && plain(&primitive["indices"]))
    };
    // Meshopt: on a view, whose buffer has a place only where there is plain data.
    let empty = |view: &Value| {
        let buffer = view["buffer"].as_u64().unwrap_or(0) as usize;
        let (stored, marked) = (json["buffers"][buffer].get("uri").is_some(), has(&json["buffers"][buffer]));
        has(view) && !stored && (marked || buffer > 0)
    };
    list("meshes").flat_map(|mesh| mesh["primitives"].as_array().into_iter().flatten()).any(packed)
        || list("bufferViews").any(empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Memory;
    use crate::piece_file::testing::{read, room};
    use serde_json::json;

    fn told(change: impl FnOnce(&mut Value)) -> Vec<String> {
        let mut json = room();
        change(&mut json);
        read(&json).1.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn compressed_meshes_are_refused_once_for_a_whole_file_and_other_extensions_are_not() {
        for (name, extensions, help) in COMPRESSIONS {
            for extension in extensions {
                let told = told(|json| json["extensionsRequired"] = json!([extension]));
                let words = format!("its meshes are compressed with {name} ({extension}), which is not read");
                assert_eq!(told, [format!("error: kit/P.gltf: {words}\n  help: {help}")]);
            }
        }
        assert!(told(|json| json["extensionsRequired"] = json!(["KHR_mesh_quantization"])).is_empty());
    }

    #[test]
    fn draco_with_plain_data_beside_it_is_read_and_without_is_not() {
        let draco = |json: &mut Value| {
            let primitive = &mut json["meshes"][0]["primitives"][0];
            primitive["extensions"] = json!({ "KHR_draco_mesh_compression": { "bufferView": 0 } });
            let twice = json!([primitive, primitive]);
            json["meshes"][0]["primitives"] = twice;
            json["extensionsUsed"] = json!(["KHR_draco_mesh_compression"]);
        };
        assert!(told(draco).is_empty());
        let none = told(|json| {
            draco(json);
            json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
        });
        assert!(none.len() == 1 && none[0].contains("are compressed with Draco"), "{none:?}");
    }

    #[test]
    fn meshopt_with_plain_data_beside_it_is_read_and_without_is_not() {
        let packed = json!({ "EXT_meshopt_compression": { "buffer": 0 } });
        let meshopt = |json: &mut Value| json["bufferViews"][0]["extensions"] = packed.clone();
        assert!(told(meshopt).is_empty());
        let none = told(|json| {
            meshopt(json);
            json["buffers"][0].as_object_mut().unwrap().remove("uri");
            json["buffers"][0]["extensions"] = json!({ "EXT_meshopt_compression": { "fallback": true } });
        });
        assert!(none.len() == 1 && none[0].contains("are compressed with meshopt"), "{none:?}");
    }

    #[test]
    fn other_versions_of_gltf_are_refused_in_a_sentence() {
        let version = |asset: Value| told(|json| json["asset"] = asset).join("\n");
        assert!(
            version(json!({ "version": "1.0" })).contains("P.gltf: is glTF 1.0, and only glTF 2.0 is read")
        );
        assert!(version(json!({ "version": "3.0" })).contains("is glTF 3.0, and only glTF 2.0 is read"));
        assert!(version(json!({ "version": "two" })).contains("is glTF two, and only"));
        let newer = version(json!({ "version": "2.1", "minVersion": "2.1" }));
        assert!(newer.contains("is for readers of glTF 2.1 or newer, and only glTF 2.0 is read"), "{newer}");
        assert_eq!(version(json!({ "version": "2.1" })), "", "what is new in it can be left aside");
        assert_eq!(version(json!({ "version": "2.1", "minVersion": "2.0" })), "");
        let first = told(|json| *json = json!({ "nodes": { "root": {} }, "scene": "main" }));
        assert!(first.len() == 1 && first[0].contains("is glTF 1.0"), "{first:?}");
        let container = |version: u8| {
            let files =
                Memory::new("kit", [("P.glb", [b"glTF".as_slice(), &[version, 0, 0, 0, 9]].concat())]);
            crate::piece_file::read_piece(&files, "P.glb").1.to_string()
        };
        assert!(container(1).contains("is glTF 1.0") && container(3).contains("a GLB file of version 3"));
        assert!(container(2).contains("is not a glTF file, or is cut short"));
    }
}
