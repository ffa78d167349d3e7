//! Kit files, folders and settings that ask for much. Each is handled or refused with a number.
#![cfg(unix)]

mod common;

use common::hostile::{Model, Told, calm, confined, kit, many, tame, watched};
use common::{Folder, room, snapmesh};
use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::Duration;

/// A number that is far too large, and then, if it is refused, the largest that may be.
fn largest(key: &str, args: &[&str]) -> Told {
    let told = tame(&[args, &["--set", &format!("{key}=1000000000000000")]].concat());
    let most = told.stderr.split_once(", where ").map_or("", |(_, rest)| rest);
    let most: String =
        most.chars().take_while(|c| c.is_ascii_digit() || *c == ',').filter(|c| *c != ',').collect();
    if most.is_empty() { told } else { tame(&[args, &["--set", &format!("{key}={most}")]].concat()) }
}

fn check_and_generate(folder: &Folder) -> Told {
    let root = folder.root();
    tame(&["check", &root, "--quiet"]);
    tame(&["generate", &root, "-o", &folder.text("map.json"), "--quiet"])
}

#[test]
fn patterns_over_folders_that_lead_into_each_other() {
    let folder = kit("[kit]\npieces = [\"**/*.glb\"]\n");
    std::fs::create_dir(folder.path("a")).unwrap();
    for i in 0..20 {
        symlink("..", folder.path(&format!("a/up{i}"))).unwrap();
        symlink(".", folder.path(&format!("a/here{i}"))).unwrap();
    }
    check_and_generate(&folder);
    for pattern in
        ["*/*.glb", "*/*/*/*/*/*/*/*.glb", "**/**/**/*.glb", "a/**/a/**/a/**/*.glb", "?/*/?/*/?/*.glb"]
    {
        folder.write("kit.toml", format!("[kit]\npieces = [\"{pattern}\"]\n"));
        check_and_generate(&folder);
    }

    let folder = kit("[kit]\npieces = [\"**/*.glb\"]\n");
    for from in 0..12 {
        std::fs::create_dir(folder.path(&format!("d{from}"))).unwrap();
        for to in 0..12 {
            symlink(format!("../d{to}"), folder.path(&format!("d{from}/l{to}"))).unwrap();
        }
    }
    check_and_generate(&folder);
    folder.write("kit.toml", "");
    symlink("loop.glb", folder.path("loop.glb")).unwrap();
    check_and_generate(&folder);
}

#[test]
fn patterns_that_take_long_to_compare() {
    let long = "a".repeat(200);
    let folder = kit("");
    folder.write(&format!("{long}.glb"), room(1, "white"));
    for pattern in
        [format!("{}b.glb", "*a".repeat(60)), format!("{}b.glb", "a*".repeat(60)), "*".repeat(5000)]
    {
        folder.write("kit.toml", format!("[kit]\npieces = [\"{pattern}\"]\n"));
        calm(&["check", &folder.root(), "--quiet"]);
        folder.write("kit.toml", format!("[rules]\n\"{pattern}\" = {{ weight = 2.0 }}\n"));
        calm(&["check", &folder.root(), "--quiet"]);
    }
}

/// No link is needed: there are as many ways to read such a pattern as to choose twelve folders of forty.
#[test]
fn patterns_that_can_be_read_in_too_many_ways() {
    let deep = "a/".repeat(40);
    let folder = kit("");
    std::fs::create_dir_all(folder.path(&deep)).unwrap();
    folder.write(&format!("{deep}Deep.glb"), room(1, "white"));
    for pattern in ["**/a/".repeat(12), "**/".repeat(200), "**/?/".repeat(12), "a/../".repeat(800)] {
        folder.write("kit.toml", format!("[kit]\npieces = [\"Room.glb\", \"{pattern}*.glb\"]\n"));
        calm(&["check", &folder.root(), "--quiet"]);
    }
}

#[test]
fn two_hundred_thousand_names_in_the_list_of_pieces() {
    let list = |name: &dyn Fn(u32) -> String| many(200_000, |i| format!("\"{}\",", name(i)));
    let same = list(&|_| "Room.glb".into());
    for names in [
        same.clone(),
        list(&|i| format!("Lost{i}.glb")),
        list(&|i| format!("{}Room.glb", "./".repeat(1 + i as usize % 9))),
    ] {
        check_and_generate(&kit(&format!("[kit]\npieces = [{names}]\n")));
        let starters = format!("[kit]\npieces = [\"Room.glb\"]\nuse_starters = true\nstarters = [{names}]\n");
        check_and_generate(&kit(&starters));
    }
    let patterns = list(&|_| "*.glb".into());
    check_and_generate(&kit(&format!("[kit]\npieces = [{patterns}]\n")));
    let folder = kit(&format!("[kit]\npieces = [{same}]\n"));
    tame(&["sweep", &folder.root(), "--seeds", "3", "--no-validate", "-o", &folder.text("rows.csv")]);
}

#[test]
fn twenty_thousand_files_that_are_empty() {
    let folder = kit("[kit]\npieces = [\"*.glb\"]\n");
    for i in 0..20_000 {
        folder.write(&format!("Empty{i}.glb"), "");
    }
    check_and_generate(&folder);
}

#[test]
fn a_hundred_million_points() {
    let folder = kit("[navigation]\npoints = 100000000\n");
    folder.write("Room.glb", Model::walkable().glb());
    check_and_generate(&folder);
    let (root, map) = (folder.root(), folder.text("map.json"));
    folder.write("kit.toml", "");
    tame(&["generate", &root, "--set", "navigation.points=100000000"]);
    tame(&[
        "search",
        &root,
        "--set",
        "navigation.points=100000000",
        "--min-connectivity",
        "0.1",
        "--tries",
        "3",
    ]);
    assert_eq!(tame(&["generate", &root, "-o", &map]).code, Some(0));
    for points in ["100000000", "1000000000", "9223372036854775807", "18446744073709551615"] {
        tame(&["validate", &map, "--points", points]);
        tame(&["validate", &map, "--points", points, "--json"]);
    }
}

#[test]
fn cells_and_walkers_of_every_size() {
    let folder = kit("[selection]\nmax_pieces = 3\n");
    folder.write("Room.glb", Model::walkable().glb());
    let root = folder.root();
    let keys = ["agent_radius", "agent_height", "max_climb", "cell_size", "cell_height"];
    for key in keys {
        for value in ["1e-300", "1e-12", "1e-4", "1e9", "1e300"] {
            tame(&["generate", &root, "--set", &format!("navigation.{key}={value}")]);
        }
    }
    tame(&["generate", &root, "--set", "navigation.agent_radius=1e-4", "--set", "navigation.cell_size=1e-4"]);
}

#[test]
fn a_kit_file_of_fifty_megabytes() {
    const SIZE: usize = 50_000_000;
    let rows = |row: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        while text.len() < SIZE {
            text.push_str(&row(text.len()));
        }
        text
    };
    for text in [
        format!("#{}\n", "x".repeat(SIZE)),
        "#\n".repeat(SIZE / 2),
        format!("[kit]\nname = \"{}\"\n", "x".repeat(SIZE)),
        format!("[kit]\npieces = [{}]\n", "0,".repeat(SIZE / 2)),
        format!("[kit]\npieces = [{}]\n", "[],".repeat(SIZE / 3)),
        rows(&|i| format!("[presets.p{i}]\n")),
        rows(&|i| format!("k{i}=0\n")),
        format!("[rules]\n{}", rows(&|i| format!("\"r{i}\"={{count=1}}\n"))),
        format!("[growth]\noutside = [{}]\n", "{min=[0,0,0],max=[1,1,1]},".repeat(SIZE / 26)),
    ] {
        let folder = kit(&text);
        drop(text);
        check_and_generate(&folder);
    }
}

#[test]
fn rules_presets_and_colors_by_the_ten_thousand() {
    let many = |of: &dyn Fn(u32) -> String| many(20_000, of);
    for text in [
        format!("[rules]\n{}", many(&|i| format!("\"*{i}*\" = {{ count = [0, 5], apart = 2 }}\n"))),
        format!("[rules]\n{}", many(&|i| format!("\"#t{i}\" = {{ count = [1, 5] }}\n"))),
        format!("[connection.color_matrix]\n{}", many(&|i| format!("c{i} = [\"c{}\"]\n", i + 1))),
        format!("[connection.color_matrix]\nwhite = [{}]\n", many(&|i| format!("\"c{i}\","))),
        many(&|i| format!("[presets.p{i}]\nselection = {{ max_pieces = {} }}\n", i + 1)),
        many(&|i| format!("[pieces.p{i}]\ntags = [\"a{i}\"]\n")),
        format!("[pieces.Room]\ntags = [{}]\n", many(&|i| format!("\"a{i}\","))),
        format!("[growth]\noutside = [{}]\n", many(&|i| format!("{{min=[{i},0,0],max=[{i},1,1]}},"))),
        many(&|i| format!("pieces_{i} = 1\n")),
    ] {
        check_and_generate(&kit(&text));
    }
}

/// The place of each was counted from the beginning of the file.
#[test]
fn a_thousand_presets_with_fifty_rules_each() {
    let rules = many(50, |i| format!("\"A{}\" = {{ count = [1, 9], apart = 2 }},", "*".repeat(i as usize)));
    let presets = many(1000, |i| format!("[presets.p{i}]\nrules = {{ {} }}\n", rules.trim_end_matches(',')));
    check_and_generate(&kit(&presets));
}

#[test]
fn connectors_and_boxes_of_the_kit_file_without_end() {
    let at = |i: u32| format!("{{at=[{},0,0],heading=[0,0,1]}},", f64::from(i) / 20.0);
    let connectors = many(1_000_000, at);
    check_and_generate(&kit(&format!("[pieces.Room]\nconnectors = [{connectors}]\n")));
    let boxes = many(100_000, |i| format!("{{min=[{i},0,0],max=[{i}.5,1,1]}},"));
    check_and_generate(&kit(&format!("[pieces.Room]\nboxes = [{boxes}]\n")));
}

#[test]
fn a_kit_file_as_deep_as_one_likes() {
    const DEEP: usize = 100_000;
    // An argument has at most 128 KiB.
    const LONG: usize = 60_000;
    for text in [
        format!("a = {}{}\n", "[".repeat(DEEP), "]".repeat(DEEP)),
        format!("a = {}\n", "[".repeat(DEEP)),
        format!("a = {}1{}\n", "{a=".repeat(DEEP), "}".repeat(DEEP)),
        format!("{}a = 1\n", "a.".repeat(DEEP)),
        format!("[{}a]\nb = 1\n", "a.".repeat(DEEP)),
        format!("[[{}a]]\nb = 1\n", "a.".repeat(DEEP)),
        format!("[presets.p]\ngeneration = {{ {}a = 1 }}\n", "a.".repeat(DEEP)),
        format!("[presets.{}a]\nb = 1\n", "presets.".repeat(DEEP)),
        // The square of it: every line as deep as can be.
        many(2000, |i| format!("{}k{i} = 1\n", "a.".repeat(2000))),
    ] {
        check_and_generate(&kit(&text));
    }
    let folder = kit("");
    for set in [
        format!("{}a=1", "a.".repeat(LONG)),
        format!("kit.name={}{}", "[".repeat(LONG), "]".repeat(LONG)),
        format!("kit.name={}", "[".repeat(2 * LONG)),
        format!("kit.name={}1", "{a=".repeat(LONG / 2)),
        format!("rules.\"{}\".count=1", "*".repeat(LONG)),
        format!("presets.{}a=1", "a.".repeat(LONG - 9)),
        format!("kit.name=\"{}\"", "x".repeat(2 * LONG)),
    ] {
        tame(&["generate", &folder.root(), "--set", &set]);
    }
    let vary = format!("selection.max_pieces={}1", "1,".repeat(LONG));
    tame(&["sweep", &folder.root(), "--vary", &vary, "-o", &folder.text("rows.csv")]);
}

#[test]
fn a_thousand_million_pieces_that_all_fit() {
    let folder = kit("[selection]\nmax_pieces = 1000000000\n");
    check_and_generate(&folder);
    let root = folder.root();
    for method in ["arena", "corridor", "star", "branch"] {
        let length = 1_000_000_000_000_000_u64;
        folder.write(
            "kit.toml",
            format!(
                "[selection]\nmethod = \"{method}\"\nmax_pieces = {length}\narm_length = {length}\n\
                 arm_length_var = {length}\nbranch_count = {length}\nbranch_length = {length}\nbranch_length_var = {length}\n"
            ),
        );
        for blocked in ["stop", "skip", "undo"] {
            tame(&["generate", &root, "--no-validate", "--set", &format!("growth.when_blocked={blocked}")]);
        }
        tame(&["generate", &root, "--no-validate", "--set", "generation.check_overlaps=false"]);
        tame(&["search", &root, "--tries", "2", "--min-pieces", "10", "--threads", "2"]);
    }
}

/// Tries without end that cannot succeed: what is asked for has no room.
#[test]
fn a_budget_of_a_million_milliards() {
    let folder = Folder::new();
    let root = folder.text("kit");
    assert_eq!(snapmesh(["new", &root, "--quiet"]).code, 0);
    let small = "growth.inside={min=[-60,-9,-60],max=[60,30,60]}";
    let undo = ["--set", "growth.when_blocked=undo", "--set", small];
    for wish in [
        ["selection.method=arena", "selection.max_pieces=2000"],
        ["selection.method=corridor", "selection.max_pieces=400"],
    ] {
        let wish = ["--set", wish[0], "--set", wish[1], "--quiet"];
        let told =
            largest("growth.budget", &[&["generate", &root, "--no-validate"], &undo[..], &wish[..]].concat());
        assert_ne!(told.code, Some(0), "so many pieces do not fit");
        largest(
            "growth.budget",
            &[&["search", &root, "--tries", "2", "--threads", "2"], &undo[..], &wish[..]].concat(),
        );
    }
}

/// Rooms that reach over each other: each is tried for ever with the guide.
#[test]
fn fails_by_the_million_milliards() {
    let folder = kit("[generation]\nmax_fails = 1000000000000000\n");
    let wide = Model::room(1.0).node(r#"{"scale":[5,5,5],"extras":{"collider":"box"}}"#);
    folder.write("Room.glb", wide.glb());
    check_and_generate(&folder);
    folder.write("kit.toml", "");
    let root = folder.root();
    for method in ["arena", "corridor", "star", "branch"] {
        let method = format!("selection.method={method}");
        largest("generation.max_fails", &["generate", &root, "--set", &method]);
        largest(
            "generation.max_fails",
            &["generate", &root, "--set", &method, "--set", "selection.arm_length=99"],
        );
    }
    // Nothing fits, for want of a match, and every draw is made.
    folder.write("Room.glb", room(1, "red")).write("Other.glb", room(2, "blue"));
    largest("generation.max_fails", &["generate", &root, "--set", "connection.color_matrix.red=[]"]);
}

#[test]
fn the_largest_maps_that_may_be_asked_for() {
    let folder = kit("");
    let root = folder.root();
    for (method, keys) in [
        ("arena", &["max_pieces"][..]),
        ("corridor", &["max_pieces"]),
        ("star", &["arm_length", "arm_length_var"]),
        ("branch", &["branch_count", "branch_length", "branch_length_var"]),
    ] {
        for key in keys {
            let method = format!("selection.method={method}");
            let args = ["generate", &root, "-o", &folder.text("map.json"), "--quiet", "--set", &method];
            largest(&format!("selection.{key}"), &args);
            largest(
                &format!("selection.{key}"),
                &[&args[..], &["--set", "growth.when_blocked=undo"]].concat(),
            );
        }
    }
    let folder = kit("");
    folder.write("Room.glb", Model::walkable().glb());
    largest("navigation.points", &["generate", &folder.root()]);
}

/// Whoever opens a pipe to read waits for a writer, for ever; a device has no end.
#[test]
fn pipes_and_devices_in_the_place_of_files() {
    let pipe = |folder: &Folder, name: &str| {
        let _ = std::fs::remove_file(folder.path(name));
        assert!(Command::new("mkfifo").arg(folder.path(name)).status().unwrap().success());
    };
    let soon = |args: &[&str]| {
        let told = watched(&mut confined(args), Duration::from_secs(20));
        told.tame(&args.join(" "));
    };
    let folder = kit("");
    let root = folder.root();
    let model = Model::walkable();
    folder.write("Other.gltf", model.json(r#","uri":"Other.bin""#));
    for name in ["Other.bin", "Pipe.glb", "map.json", "rows.csv", "kit.toml"] {
        pipe(&folder, name);
        soon(&["check", &root]);
        soon(&["generate", &root, "--no-validate"]);
        match name {
            "map.json" => soon(&["validate", &folder.text(name)]),
            "rows.csv" => soon(&["report", &folder.text(name)]),
            _ => std::fs::remove_file(folder.path(name)).unwrap(),
        }
        folder.write("Other.bin", model.bytes()).write("kit.toml", "");
    }
    let _ = std::fs::remove_file(folder.path("map.json"));
    soon(&["validate", "/dev/zero", "--kit", &root]);
    soon(&["report", "/dev/zero", "--kit", &root]);
    symlink("/dev/zero", folder.path("Endless.glb")).unwrap();
    soon(&["generate", &root, "--no-validate"]);
    soon(&["generate", &root, "--no-validate", "--allow-outside"]);
}
