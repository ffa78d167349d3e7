//! Pictures as users ask for them.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{Folder, snapmesh, starter};

/// A small picture of the starter kit's map, drawn with these flags.
fn picture(folder: &Folder, verb: &str, flags: &[&str]) -> Vec<u8> {
    let (out, source) = (folder.text("map.png"), folder.text("map.json"));
    let source = if verb == "render" { vec![source, "--kit".into(), starter()] } else { vec![starter()] };
    let source: Vec<&str> = source.iter().map(String::as_str).collect();
    let told = snapmesh([&[verb], &source[..], &["-q", "--size", "160x100", "-o", &out], flags].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
    std::fs::read(folder.path("map.png")).unwrap()
}

#[test]
fn free_doorways_are_marked_by_every_verb_that_draws() {
    let folder = Folder::new();
    let plan = ["--preset", "star", "--set", "selection.arm_length=1"];
    let told = snapmesh(
        [&["generate", &starter(), "-q", "--no-validate", "-o", &folder.text("map.json")], &plan[..]]
            .concat(),
    );
    assert_eq!(told.code, 0, "{}", told.stderr);
    let plain = picture(&folder, "render", &[]);
    let marked = picture(&folder, "render", &["--doorways"]);
    assert_ne!(plain, marked);
    assert_eq!(picture(&folder, "generate", &[&plan[..], &["--no-validate", "--doorways"]].concat()), marked);
    picture(&folder, "search", &[&plan[..], &["--tries", "1", "--doorways"]].concat());
}

#[test]
fn a_cut_is_a_number_of_metres_or_none() {
    let folder = Folder::new();
    let told = snapmesh(["generate", &starter(), "-q", "--no-validate", "-o", &folder.text("map.json")]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let plain = picture(&folder, "render", &[]);
    assert_eq!(picture(&folder, "render", &["--cut", "none"]), plain);
    assert_eq!(picture(&folder, "render", &["--cut", "1000"]), plain);
    assert_ne!(picture(&folder, "render", &["--cut", "0.5"]), plain);
    for wrong in ["much", "inf", "NaN", ""] {
        let args = [
            "render",
            &folder.text("map.json"),
            "--kit",
            &starter(),
            "-o",
            &folder.text("no.png"),
            "--cut",
            wrong,
        ];
        let told = snapmesh(args);
        assert_eq!(told.code, 2);
        let words = format!("--cut {wrong}: must be a number of metres, as in 1.5, or none");
        assert!(told.stderr.contains(&words), "{}", told.stderr);
    }
    assert!(!folder.path("no.png").exists());
}
