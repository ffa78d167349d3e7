//! Every row of the table in `docs/formats.md`, each with a file that shows what it says.
//!
//! The maps are left in the folder for temporary files of tests, so that other readers can have a look.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::file::{F32, File, I8, Read, U8, U16, floats, image, png};
use serde_json::{Value, json};
use snapmesh::Severity::{Note, Warning};
use snapmesh::glam::DVec3;
use std::path::Path;

/// A file whose texture only an extension brings; with a plain one beside it nothing is required.
fn brought(extension: &str, bytes: &[u8]) -> File {
    let alone = json!({ "extensions": { extension: { "source": 0 } } });
    let mut both = alone.clone();
    both["source"] = json!(1);
    let beside =
        File::room().texture(&both, &[image(bytes), png()]).using("extensionsUsed", extension).read();
    beside.silent().uses(&[extension]);
    assert!(beside.map().get("extensionsRequired").is_none());
    File::room().texture(&alone, &[image(bytes)]).using("extensionsUsed", extension)
}

type Case = (&'static str, fn() -> File, fn(&Read));

/// A file for every row, and what must be so.
const CASES: &[Case] = &[
    (
        "glTF 1.0",
        || File::room().with(|json| json["asset"]["version"] = json!("1.0")),
        |read| read.refused("is glTF 1.0, and only glTF 2.0 is read"),
    ),
    (
        "newer than glTF 2.0",
        || File::room().with(|json| json["asset"] = json!({ "version": "2.1", "minVersion": "2.1" })),
        |read| read.refused("is for readers of glTF 2.1 or newer"),
    ),
    (
        "`KHR_draco_mesh_compression`",
        || File::room().using("extensionsRequired", "KHR_draco_mesh_compression"),
        |read| {
            read.refused("compressed with Draco");
            let mut plain = File::room().using("extensionsUsed", "KHR_draco_mesh_compression");
            plain.floor()["extensions"] = json!({ "KHR_draco_mesh_compression": { "bufferView": 0 } });
            plain.read().silent().is_the_floor().is_plain();
        },
    ),
    (
        "`EXT_meshopt_compression`",
        || File::room().using("extensionsRequired", "EXT_meshopt_compression"),
        |read| {
            read.refused("compressed with meshopt");
            File::room().using("extensionsRequired", "KHR_meshopt_compression").read().refused("meshopt");
            let packed = json!({ "EXT_meshopt_compression": { "buffer": 0 } });
            let plain = File::room().with(|json| json["bufferViews"][0]["extensions"] = packed);
            plain.read().silent().is_the_floor().is_plain();
        },
    ),
    ("`KHR_mesh_quantization`", quantized, |read| {
        read.silent().is_the_floor().is_plain();
        for name in ["POSITION", "NORMAL", "TEXCOORD_0"] {
            assert_eq!(read.written(name)["componentType"], F32, "{name}");
        }
        assert_eq!(read.written("POSITION")["max"], json!([2.0, 0.0, 2.0]));
    }),
    ("sparse accessors", sparse, |read| {
        read.silent().is_the_floor().is_plain();
        assert_eq!(read.written("POSITION")["min"], json!([-2.0, 0.0, -2.0]));
        assert!(read.written("POSITION").get("sparse").is_none());
    }),
    (
        "accessors without data",
        || File::room().with(|json| _ = json["accessors"][0].as_object_mut().unwrap().remove("bufferView")),
        |read| {
            assert_eq!(read.silent().corners(), [DVec3::ZERO; 3]);
            assert!(read.written("POSITION").get("bufferView").is_some());
        },
    ),
    ("`EXT_mesh_gpu_instancing`", copied, |read| {
        let parts = &read.silent().piece.as_ref().unwrap().model.parts;
        let first: Vec<DVec3> = parts.iter().map(|part| part.positions[0]).collect();
        assert_eq!(first, [DVec3::new(-2.0, 0.0, -2.0), DVec3::new(-2.0, 1.0, -2.0)]);
        assert_eq!(read.map()["meshes"][0]["primitives"].as_array().unwrap().len(), 1);
        assert_eq!(read.written("POSITION")["count"], 6);
        read.is_plain();
    }),
    ("`OMI_physics_shape`", omi, |read| {
        let shape = read.silent().piece.as_ref().unwrap().piece.boxes[0];
        assert_eq!(shape.half, DVec3::new(2.0, 0.5, 2.0));
    }),
    ("`KHR_implicit_shapes`", khr, |read| {
        let shape = read.silent().piece.as_ref().unwrap().piece.boxes[0];
        assert_eq!(shape.half, DVec3::new(2.0, 0.5, 2.0));
    }),
    (
        "strips and fans",
        || File::room().with(|json| json["meshes"][0]["primitives"][0]["mode"] = json!(5)),
        |read| {
            assert!(read.silent().is_the_floor().map()["meshes"][0]["primitives"][0].get("mode").is_none());
            let fan = File::room().with(|json| json["meshes"][0]["primitives"][0]["mode"] = json!(6));
            fan.read().silent().is_the_floor().is_plain();
        },
    ),
    ("points and lines", pointed, |read| {
        read.says(Note, "has points: passed on into GLB maps, but not walked on and not in pictures");
        assert_eq!(read.piece.as_ref().unwrap().model.parts.len(), 1);
        assert_eq!(read.map()["meshes"][0]["primitives"][1]["mode"], 0);
    }),
    (
        "attributes of one's own",
        || {
            let mut file = File::room();
            file.attribute("_WEAR", [1, 2, 3, 4], U8, "VEC4");
            file
        },
        |read| assert_eq!(read.silent().written("_WEAR")["componentType"], U8),
    ),
    (
        "PNG and JPEG",
        || File::room().texture(&json!({ "source": 0 }), &[png()]),
        |read| {
            assert_eq!(read.silent().map()["images"][0]["mimeType"], "image/png");
            let jpeg = File::room().texture(&json!({ "source": 0 }), &[image(b"\xff\xd8\xff\xe0")]).read();
            assert_eq!(jpeg.silent().map()["images"][0]["mimeType"], "image/jpeg");
            read.is_plain();
        },
    ),
    (
        "`EXT_texture_webp`",
        || brought("EXT_texture_webp", b"RIFF\x04\0\0\0WEBP"),
        |read| read.says(Warning, "textures that are WebP alone").requires("EXT_texture_webp"),
    ),
    (
        "`KHR_texture_basisu`",
        || brought("KHR_texture_basisu", b"\xabKTX 20\xbb\r\n\x1a\n"),
        |read| read.says(Warning, "textures that are KTX2 alone").requires("KHR_texture_basisu"),
    ),
    (
        "`EXT_texture_avif`",
        || brought("EXT_texture_avif", b"\0\0\0\x1cftypavif"),
        |read| read.says(Warning, "textures that are AVIF alone").requires("EXT_texture_avif"),
    ),
    (
        "`MSFT_texture_dds`",
        || brought("MSFT_texture_dds", b"DDS |"),
        |read| read.says(Warning, "textures that are DDS alone").requires("MSFT_texture_dds"),
    ),
    ("`KHR_texture_transform`", transformed, |read| {
        let map = read.silent().uses(&["KHR_texture_transform"]).map();
        assert!(map.get("extensionsRequired").is_none());
        let slot = &map["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["extensions"];
        assert_eq!(*slot, json!({ "KHR_texture_transform": { "scale": [0.5, 0.5] } }));
    }),
    (
        "an image that is not there",
        || File::room().texture(&json!({ "source": 0 }), &[json!({ "uri": "moss.png" })]),
        |read| {
            read.says(Warning, "is left out of GLB maps: the file \"moss.png\" beside it cannot be read");
            assert_eq!(read.map()["materials"][0]["pbrMetallicRoughness"], json!({}));
        },
    ),
    (
        "an image of another kind",
        || File::room().texture(&json!({ "source": 0 }), &[image(b"GIF89a")]),
        |read| {
            read.says(Warning, "the texture \"moss\" is left out of GLB maps: it is none of PNG, JPEG");
            assert_eq!(read.map()["materials"][0]["pbrMetallicRoughness"], json!({}));
        },
    ),
    ("animations of nodes", opened, |read| {
        let map = read.silent().map();
        let animations = map["animations"].as_array().unwrap();
        let pieces = map["nodes"].as_array().unwrap().iter().filter(|node| node["extras"]["index"].is_u64());
        assert_eq!(animations.len(), pieces.count(), "one for each copy");
        let moved = animations[1]["channels"][0]["target"]["node"].as_u64().unwrap() as usize;
        assert_eq!(map["nodes"][moved]["name"], "p1_leaf");
        assert_eq!(animations[0]["samplers"], animations[1]["samplers"], "of the same data");
        read.is_plain();
    }),
    (
        "other animations",
        || animated(&json!({ "node": 0, "path": "weights" })),
        |read| read.says(Note, "has animations of what is no node in maps: left out of maps").is_plain(),
    ),
    (
        "`KHR_animation_pointer`",
        || animated(&json!({ "path": "pointer" })).using("extensionsUsed", "KHR_animation_pointer"),
        |read| {
            read.says(Note, "has animations of what is no node in maps, KHR_animation_pointer: left out")
                .is_plain();
        },
    ),
    ("nodes to keep", kept, |read| {
        let map = read.silent().map();
        let leaf = map["nodes"].as_array().unwrap().iter().find(|node| node["name"] == "p0_leaf").unwrap();
        assert_eq!((&leaf["extras"], leaf["mesh"].is_u64()), (&json!({ "keep": true }), true));
        assert_eq!(leaf["translation"], json!([0.0, 0.0, 1.0]));
        read.is_plain();
    }),
    (
        "empties",
        || {
            let mut file = File::room();
            let spawn = json!({ "name": "spawn", "translation": [1, 0, 1], "extras": { "kind": "goblin" } });
            let number = file.add("nodes", spawn);
            file.with(|json| json["scenes"][0]["nodes"].as_array_mut().unwrap().push(json!(number)))
        },
        |read| {
            let map = read.silent().map();
            let nodes = map["nodes"].as_array().unwrap().iter();
            let spawn = nodes.filter(|node| node["extras"]["kind"] == "goblin").collect::<Vec<_>>();
            assert!(spawn.len() > 1 && spawn[1]["name"] == "p1_spawn", "{spawn:?}");
            assert_eq!(spawn[0]["translation"], json!([1.0, 0.0, 1.0]));
            read.is_plain();
        },
    ),
    (
        "cameras",
        || {
            File::room().with(|json| {
                json["cameras"] =
                    json!([{ "type": "perspective", "perspective": { "yfov": 1, "znear": 1 } }]);
            })
        },
        |read| read.says(Note, "has cameras: left out of maps").is_plain(),
    ),
    (
        "skins",
        || {
            File::room().with(|json| {
                json["skins"] = json!([{ "joints": [1] }]);
                json["nodes"][0]["skin"] = json!(0);
            })
        },
        |read| {
            read.says(Note, "has skins: its meshes are used as they are at rest").is_the_floor().is_plain();
        },
    ),
    (
        "shape keys",
        || {
            File::room().with(|json| {
                json["meshes"][0]["weights"] = json!([1.0]);
                json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": 0 }]);
            })
        },
        |read| read.says(Note, "has shape keys: its meshes are used").is_the_floor().is_plain(),
    ),
    ("`KHR_lights_punctual`", lit, |read| {
        let map = read.silent().uses(&["KHR_lights_punctual"]).map();
        assert_eq!(map["extensions"]["KHR_lights_punctual"]["lights"], json!([{ "type": "point" }]));
        let lamp = map["nodes"].as_array().unwrap().iter().find(|node| node["name"] == "p0_lamp").unwrap();
        assert_eq!(lamp["extensions"]["KHR_lights_punctual"], json!({ "light": 0 }));
        assert_eq!(lamp["translation"], json!([0.0, 2.0, 0.0]));
    }),
    ("`KHR_materials_*`", unlit, |read| {
        let map = read.silent().uses(&["KHR_materials_unlit"]).map();
        let unlit = json!({ "KHR_materials_unlit": {} });
        assert_eq!(map["materials"], json!([{ "name": "bare", "extensions": unlit }]));
        assert!(map.get("extensionsRequired").is_none());
        let required = unlit_required().read();
        required.says(Warning, "needs KHR_materials_unlit: a GLB map with it needs a reader that knows it");
        assert_eq!(required.map()["extensionsRequired"], json!(["KHR_materials_unlit"]));
    }),
    (
        "`KHR_materials_variants`",
        || File::room().using("extensionsUsed", "KHR_materials_variants"),
        |read| read.says(Note, "has KHR_materials_variants: left out of maps").is_plain(),
    ),
    (
        "other extensions",
        || File::room().using("extensionsUsed", "X_fold"),
        |read| read.says(Note, "has X_fold: left out of maps").is_plain(),
    ),
    (
        "other extensions that are required",
        || File::room().using("extensionsRequired", "X_fold"),
        |read| read.says(Warning, "needs X_fold, which is not known here").is_plain(),
    ),
];

/// The floor in bytes, brought to its size by its node, with normals and texture coordinates in few bits.
fn quantized() -> File {
    let mut file = File::room().using("extensionsRequired", "KHR_mesh_quantization");
    let corners: Vec<u8> = [[-127, 0, -127, 0], [-127, 0, 127, 0], [127, 0, -127, 0_i8]]
        .iter()
        .flatten()
        .map(|x| x.cast_unsigned())
        .collect();
    let positions = file.accessor(&corners, I8, "VEC3", 3);
    let view = file.0["accessors"][positions]["bufferView"].as_u64().unwrap() as usize;
    file.0["bufferViews"][view]["byteStride"] = json!(4);
    let bounds = json!({ "min": [-127, 0, -127], "max": [127, 0, 127], "normalized": true });
    file.0["accessors"][positions].as_object_mut().unwrap().extend(bounds.as_object().unwrap().clone());
    file.floor()["attributes"]["POSITION"] = json!(positions);
    file.0["nodes"][0]["scale"] = json!([2, 2, 2]);
    let normals = file.attribute("NORMAL", [0, 127, 0, 0], I8, "VEC3");
    file.0["accessors"][normals]["normalized"] = json!(true);
    file.attribute("TEXCOORD_0", [0, 1, 0, 2], U16, "VEC2");
    file
}

/// The floor with two corners in other places, and indices that come from nowhere else.
fn sparse() -> File {
    let mut file = File::room();
    let flat = file.view(&floats(&[0.0, 0.0, 0.0, -2.0, 0.0, 2.0, 7.0, 7.0, 7.0]));
    file.0["accessors"][0]["bufferView"] = json!(flat);
    file.0["accessors"][1].as_object_mut().unwrap().remove("bufferView");
    let corners = floats(&[-2.0, 0.0, -2.0, 2.0, 0.0, -2.0]);
    for (accessor, places, values) in [(0, [0, 2], corners), (1, [1, 2], vec![1, 0, 2, 0])] {
        let (places, values) = (file.view(&places), file.view(&values));
        let indices = json!({ "bufferView": places, "componentType": U8 });
        file.0["accessors"][accessor]["sparse"] =
            json!({ "count": 2, "indices": indices, "values": { "bufferView": values } });
    }
    file
}

/// The floor twice, one above the other.
fn copied() -> File {
    let mut file = File::room().using("extensionsUsed", "EXT_mesh_gpu_instancing");
    let places = file.accessor(&floats(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]), F32, "VEC3", 2);
    let attributes = json!({ "TRANSLATION": places });
    file.with(|json| {
        json["nodes"][0]["extensions"] = json!({ "EXT_mesh_gpu_instancing": { "attributes": attributes } });
    })
}

/// The room with a box of this shape and body instead of its own.
fn shaped(shape: &str, body: &str, collider: &Value) -> File {
    File::room().with(|json| {
        let shapes = json!([{ "type": "box", "box": { "size": [4, 1, 4] } }]);
        json["extensions"] = json!({ shape: { "shapes": shapes } });
        json["nodes"][1] = json!({ "name": "box", "extensions": { body: { "collider": collider } } });
        json["extensionsUsed"] = json!([shape, body]);
    })
}

fn omi() -> File {
    shaped("OMI_physics_shape", "OMI_physics_body", &json!({ "shape": 0 }))
}

fn khr() -> File {
    shaped("KHR_implicit_shapes", "KHR_physics_rigid_bodies", &json!({ "geometry": { "shape": 0 } }))
}

/// The floor, and its corners as points.
fn pointed() -> File {
    let mut file = File::room();
    let points = json!({ "attributes": { "POSITION": 0 }, "mode": 0 });
    file.0["meshes"][0]["primitives"].as_array_mut().unwrap().push(points);
    file
}

/// A texture that is on a part of its image.
fn transformed() -> File {
    let file = File::room().texture(&json!({ "source": 0 }), &[png()]);
    file.using("extensionsUsed", "KHR_texture_transform").with(|json| {
        json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["extensions"] =
            json!({ "KHR_texture_transform": { "scale": [0.5, 0.5] } });
    })
}

/// Something that moves.
fn animated(target: &Value) -> File {
    File::room().with(|json| {
        let channels = json!([{ "sampler": 0, "target": target }]);
        json["animations"] = json!([{ "channels": channels, "samplers": [{ "input": 1, "output": 0 }] }]);
    })
}

/// A leaf beside the floor, a metre to the south.
fn leafed(extras: &Value) -> File {
    let mut file = File::room();
    let leaf = json!({ "name": "leaf", "mesh": 0, "translation": [0, 0, 1], "extras": extras });
    let number = file.add("nodes", leaf);
    file.with(|json| json["scenes"][0]["nodes"].as_array_mut().unwrap().push(json!(number)))
}

fn kept() -> File {
    leafed(&json!({ "keep": true }))
}

/// A leaf that an animation turns.
fn opened() -> File {
    let mut file = leafed(&json!({}));
    let times = file.accessor(&floats(&[0.0, 1.0]), F32, "SCALAR", 2);
    let turns = file.accessor(&floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0]), F32, "VEC4", 2);
    file.0["accessors"][times]["min"] = json!([0]);
    file.0["accessors"][times]["max"] = json!([1]);
    file.with(|json| {
        json["animations"] = json!([{
            "name": "open", "samplers": [{ "input": times, "output": turns }],
            "channels": [{ "sampler": 0, "target": { "node": 4, "path": "rotation" } }],
        }]);
    })
}

/// A lamp two metres above the floor.
fn lit() -> File {
    let mut file = File::room().using("extensionsUsed", "KHR_lights_punctual");
    let light = json!({ "KHR_lights_punctual": { "light": 0 } });
    let lamp = file.add("nodes", json!({ "name": "lamp", "translation": [0, 2, 0], "extensions": light }));
    file.with(|json| {
        json["scenes"][0]["nodes"].as_array_mut().unwrap().push(json!(lamp));
        json["extensions"] = json!({ "KHR_lights_punctual": { "lights": [{ "type": "point" }] } });
    })
}

fn unlit_required() -> File {
    unlit().using("extensionsRequired", "KHR_materials_unlit")
}

fn unlit() -> File {
    let mut file = File::room().using("extensionsUsed", "KHR_materials_unlit");
    file.floor()["material"] = json!(0);
    file.with(|json| {
        json["materials"] = json!([{ "name": "bare", "extensions": { "KHR_materials_unlit": {} } }]);
    })
}

/// The first column of the table in the docs.
fn rows() -> Vec<String> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats.md");
    let text = std::fs::read_to_string(docs).unwrap();
    let table = text.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let table = table.take_while(|line| line.starts_with('|'));
    table.map(|line| line.split('|').nth(1).unwrap().trim().to_string()).collect()
}

#[test]
fn every_row_of_the_docs_has_a_file_and_every_file_a_row() {
    let cases: Vec<&str> = CASES.iter().map(|(row, ..)| *row).collect();
    assert_eq!(rows(), cases);
}

#[test]
fn what_the_docs_say_about_a_file_is_so() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("formats");
    std::fs::create_dir_all(&folder).unwrap();
    for (row, file, holds) in CASES {
        println!("{row}");
        let read = file().read();
        holds(&read);
        if let Some(map) = &read.map {
            let name: String = row.chars().filter(|c| c.is_alphanumeric()).collect();
            std::fs::write(folder.join(format!("{name}.glb")), map).unwrap();
        }
    }
}
