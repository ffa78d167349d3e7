//! Models that ask for a lot of work where doorways are looked for.
#![cfg(unix)]

mod common;

use common::Folder;
use common::hostile::{Model, Told, tame};
use common::shapes::Shape;

/// Marks a folder with one model, with all that there is to write.
fn marked(glb: Vec<u8>, more: &[&str]) -> Told {
    let folder = Folder::new();
    folder.write("A.glb", glb);
    let (root, pictures) = (folder.root(), folder.text("pictures"));
    let args = [&["mark", &root, "--write", "--pictures", &pictures], more].concat();
    tame(&args)
}

fn block(min: [f64; 3], max: [f64; 3]) -> Vec<u8> {
    Shape::default().block("Block", min, max).glb()
}

/// A model of triangles, three corners each.
fn triangles(corners: Vec<[f32; 3]>) -> Vec<u8> {
    let indices = (0..corners.len() as u32).collect();
    Model { corners, indices, ..Model::default() }.node(r#"{"name":"all","mesh":0}"#).glb()
}

#[test]
fn models_without_measure_are_looked_at_or_refused_in_time() {
    for (name, min, max) in [
        ("wide", [-1e11, -1.0, -1e11], [1e11, 0.0, 1e11]),
        ("huge", [-1e11; 3], [1e11; 3]),
        ("tall", [-3.0, -1e9, -3.0], [3.0, 1e9, 3.0]),
        ("tiny", [-1e-30; 3], [1e-30; 3]),
        ("nothing", [1.0; 3], [1.0; 3]),
        ("thin", [-1e6, 0.0, -1e-4], [1e6, 1.0, 1e-4]),
        ("far", [1e11, 0.0, 1e11], [1.0001e11, 1.0, 1.0001e11]),
    ] {
        let told = marked(block(min, max), &[]);
        assert!(matches!(told.code, Some(0 | 1)), "{name}: {}", told.shortly());
    }
    for (name, size) in [("beyond", 1e13), ("infinite", f64::INFINITY), ("no number", f64::NAN)] {
        let told = marked(block([0.0; 3], [size; 3]), &[]);
        assert_eq!(told.code, Some(2), "{name}: {}", told.shortly());
    }
}

#[test]
fn a_room_far_from_its_origin_or_of_any_scale_is_no_trouble() {
    for scale in [1e-12, 1e-6, 1e3, 1e9] {
        let told = marked(Shape::vault().turned().glb(), &["--set", &format!("kit.scale={scale}")]);
        assert!(matches!(told.code, Some(0..=2)), "{scale}: {}", told.shortly());
    }
    let told = marked(Shape::room(&[(0, 0.0)]).moved([1e6, 1e6, -1e6]).glb(), &[]);
    assert_eq!(told.code, Some(0), "{}", told.shortly());
}

#[test]
fn agents_without_measure_are_no_trouble() {
    for key in ["agent_radius", "agent_height", "max_climb"] {
        for size in ["1e-300", "1e-9", "1e-3", "1e9", "1e300"] {
            let told = marked(Shape::stairs().glb(), &["--set", &format!("navigation.{key}={size}")]);
            assert!(matches!(told.code, Some(0 | 1)), "{key} {size}: {}", told.shortly());
        }
    }
}

#[test]
fn sheets_upon_sheets_take_no_more_than_there_is() {
    let sheet = |i: i16| {
        let y = 0.5 * f32::from(i);
        [
            [-25.0, y, -25.0],
            [-25.0, y, 25.0],
            [25.0, y, 25.0],
            [25.0, y, 25.0],
            [25.0, y, -25.0],
            [-25.0, y, -25.0],
        ]
    };
    marked(triangles((0..3000).flat_map(sheet).collect()), &[]);
}

#[test]
fn needles_in_all_directions_take_no_more_than_there_is() {
    let needle = |i: i16| {
        let (x, z) = (f32::from(i % 100) - 50.0, f32::from(i / 100) - 50.0);
        [[x, 0.0, z], [-z, 1e-4, x], [-z, 0.0, x + 1e-4]]
    };
    marked(triangles((0..10_000).flat_map(needle).collect()), &[]);
}

#[test]
fn combs_of_a_thousand_teeth_are_looked_at_in_time() {
    let tooth = |shape: Shape, i: i32| {
        let x = 0.1 * f64::from(i);
        shape.block("Teeth", [x, 0.0, 0.0], [x + 0.05, 0.1, 60.0])
    };
    marked((0..1000).fold(Shape::default(), tooth).glb(), &[]);
}

#[test]
fn a_folder_of_many_models_is_looked_at_in_time() {
    let folder = Folder::new();
    for i in 0..40 {
        folder.write(&format!("A{i}.glb"), block([-1e4, -1.0, -1e4], [1e4, 0.0, 1e4]));
    }
    let told = tame(&["mark", &folder.root()]);
    println!("{:.1} s for 40 models", told.took.as_secs_f64());
}
