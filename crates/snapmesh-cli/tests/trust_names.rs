//! Names that a stranger chose: they say what they are, and command neither the terminal nor a pattern.
#![cfg(unix)]

mod common;

use common::hostile::{Model, PATIENCE, Told, guarded, sign};
use common::{Folder, collider, connector, piece, room};
use serde_json::json;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// What makes terminals do things: colors, titles, a bell, a way back over what was said. U+009B is an escape
/// code of one character, and DEL is one as well.
const CODE: &str = "\u{1b}[31m\u{9b}31m\u{7}\r\u{8}\u{1b}]0;title\u{7}\u{7f}\t";

fn run(args: &[&str]) -> Told {
    let told = guarded(args, PATIENCE);
    told.tame(&args.join(" "));
    told
}

/// Runs every verb on a kit, as text and as JSON, with its story; nothing may reach the terminal but text.
fn all_say_text_alone(folder: &Folder, kit: &str, what: &str) {
    let (map, table, trace) = (folder.text("o.json"), folder.text("o.csv"), folder.text("o.jsonl"));
    let (svg, page) = (folder.text("o.svg"), folder.text("o.html"));
    let generate: [&str; 7] = ["generate", kit, "-o", &map, "-o", &svg, "--log"];
    let verbs: [&[&str]; 10] = [
        &["check", kit],
        &["generate", kit, "--preset", "lost"],
        &["search", kit, "--tries", "2", "--min-pieces", "9999999"],
        &generate,
        &[
            "generate",
            kit,
            "--trace",
            &trace,
            "--set",
            "growth.when_blocked=skip",
            "--set",
            "selection.max_pieces=9",
        ],
        &["validate", &map, "--kit", kit],
        &["explain", &map, "--kit", kit],
        &["render", &map, "--kit", kit, "-o", &svg],
        &["sweep", kit, "--seeds", "2", "--no-validate", "-o", &table],
        &["report", &table, "--kit", kit, "-o", &page],
    ];
    for verb in verbs {
        for more in [&[][..], &["--json"]] {
            let told = run(&[verb, more].concat());
            assert_eq!(told.controls(), None, "{what}: {} {more:?}", verb[0]);
        }
    }
}

/// A text of TOML or JSON, in quotes, with these codes in it.
fn quoted(name: &str) -> String {
    let escape = |c: char| if c.is_control() { format!("\\u{:04x}", c as u32) } else { c.to_string() };
    format!("\"{}\"", name.chars().map(escape).collect::<String>())
}

#[test]
fn names_that_are_not_text_lie_beside_the_pieces() {
    let folder = Folder::new();
    folder.write("Room.glb", room(1, "white")).write("kit.toml", "");
    let root = folder.path("kit.toml").parent().unwrap().to_path_buf();
    for bytes in [&b"caf\xe9"[..], b"\xff\xfe.txt", b"caf\xe9.glb", b"\xc3.gltf", b"a\xed\xa0\x80b.glb"] {
        if std::fs::write(root.join(OsStr::from_bytes(bytes)), "no piece").is_err() {
            return; // this system has no such names
        }
    }
    std::fs::create_dir(root.join(OsStr::from_bytes(b"folder\xe9"))).unwrap();
    std::fs::write(root.join(OsStr::from_bytes(b"folder\xe9/x.glb")), "no piece").unwrap();
    for toml in ["", "[kit]\npieces = [\"*.glb\"]\n", "[kit]\npieces = [\"*.glb\", \"**/*.gltf\"]\n"] {
        folder.write("kit.toml", toml);
        let kit = folder.root();
        let told = run(&["generate", &kit, "-o", &folder.text("map.json")]);
        assert_eq!(told.code, Some(0), "{toml}: {}", told.shortly());
        assert!(matches!(run(&["check", &kit]).code, Some(0 | 1)), "{toml}");
        assert_eq!(run(&["validate", &folder.text("map.json")]).code, Some(0), "{toml}");
    }
}

#[test]
fn names_that_are_not_text_may_be_typed() {
    let folder = Folder::new();
    folder.write("kit.toml", "");
    let odd = |name: &[u8]| folder.path("kit.toml").with_file_name(OsStr::from_bytes(name)).into_os_string();
    let kit = odd(b"kit\xe9");
    if std::fs::create_dir(&kit).is_err() {
        return;
    }
    std::fs::write(std::path::Path::new(&kit).join("kit.toml"), "").unwrap();
    std::fs::write(std::path::Path::new(&kit).join("Room.glb"), room(1, "white")).unwrap();
    let map = odd(b"map\xff.json");
    let (generate, into) = (OsStr::new("generate"), OsStr::new("-o"));
    let told = guarded([generate, &kit, into, &map], PATIENCE);
    assert_eq!(told.tame("an odd folder").code, Some(0), "{}", told.shortly());
    let told =
        guarded([OsStr::new("validate"), &map, OsStr::new("--kit"), &kit, OsStr::new("--json")], PATIENCE);
    assert_eq!(told.tame("an odd map").code, Some(0), "{}", told.shortly());
    for args in [[generate, &odd(b"no\xe9"), into, &map], [generate, &kit, into, &odd(b"no\xe9/map.json")]] {
        let told = guarded(args, PATIENCE);
        assert_eq!(told.tame("what is not there").code, Some(2), "{}", told.shortly());
    }
}

#[test]
fn codes_in_the_names_of_nodes_and_colors() {
    let code = CODE;
    let folder = Folder::new();
    let extras = json!({ "pins": 1, "color": format!("re{code}d") });
    let mut named = connector(1.0, extras.clone());
    named["name"] = json!(format!("connector_2_bl{code}ue"));
    let mut odd = connector(-3.0, json!({ "axis": format!("{code}up"), "pins": format!("{code}") }));
    odd["name"] = json!(format!("connector{code}"));
    let mut box_ = collider();
    box_["name"] = json!(format!("box{code}"));
    box_["extras"]["tags"] = json!([format!("t{code}ag")]);
    // A kit that works, with warnings, and one that does not.
    let good = piece(vec![connector(-1.0, extras), named.clone(), box_.clone()]);
    folder.write("Room.glb", &good).write("kit.toml", "");
    all_say_text_alone(&folder, &folder.root(), &format!("names with {code:?}"));
    folder.write("Bad.glb", piece(vec![odd, named, box_]));
    all_say_text_alone(&folder, &folder.root(), &format!("bad names with {code:?}"));
}

#[test]
fn codes_in_the_names_of_files_and_folders() {
    let code = CODE;
    let folder = Folder::new();
    let inner = format!("k{code}it");
    std::fs::create_dir(folder.path(&inner)).unwrap();
    folder
        .write(&format!("{inner}/Ro{code}om.glb"), room(1, "white"))
        .write(&format!("{inner}/Hall.glb"), room(1, "white"))
        .write(&format!("{inner}/kit.toml"), "");
    let kit = folder.text(&inner);
    all_say_text_alone(&folder, &kit, &format!("a file with {code:?}"));
    let out = folder.text(&format!("o{code}.json"));
    for args in [
        &["generate", &kit, "-o", &out][..],
        &["generate", &kit, "-o", &out, "--json"],
        &["validate", &out, "--kit", &kit],
        &["generate", &kit, "-o", &folder.text(&format!("lost{code}/o.json"))],
        &["generate", &folder.text(&format!("lost{code}"))],
        &["generate", &kit, "-o", &folder.text(&format!("o.{code}"))],
    ] {
        assert_eq!(run(args).controls(), None, "{args:?}");
    }
    folder.write(&format!("{inner}/Ba{code}d.glb"), "no piece");
    folder.write(
        &format!("{inner}/Room.gltf"),
        Model::walkable().json(&format!(r#","uri":{}"#, quoted(&format!("{code}.bin")))),
    );
    all_say_text_alone(&folder, &kit, &format!("a bad file with {code:?}"));
}

#[test]
fn codes_in_the_kit_file() {
    let folder = Folder::new();
    folder.write("Room.glb", room(1, "white"));
    let code = CODE;
    let name = quoted(&format!("n{code}ame"));
    for toml in [
        format!("[kit]\nname = {name}\n"),
        format!("[kit]\npieces = [{name}]\n"),
        format!("[kit]\nuse_starters = true\nstarters = [{name}]\n"),
        format!("[presets.{name}]\ngeneration = {{ seed = 1 }}\n"),
        format!("[presets.{name}]\ngeneration = {{ sed = 1 }}\n"),
        format!("[pieces.Room]\ntags = [{name}]\n"),
        format!("[pieces.Room]\ntags = [\"a\"]\n[rules]\n{name} = {{ count = 99 }}\n"),
        format!("[rules]\n\"Room\" = {{ {name} = 1 }}\n"),
        format!("[pieces.{name}]\ntags = [\"a\"]\n"),
        format!("{name} = 1\n"),
        format!("[selection]\nmethod = {name}\n"),
        format!("[connection.color_matrix]\n{name} = [{name}]\nwhite = [\"white\", {name}]\n"),
        // As they are, which TOML forbids: the message shows the line.
        format!("[kit]\nname = \"n{code}ame\n"),
        format!("[kit]\nname = \"name\" {code} # comment {code}\n"),
    ] {
        folder.write("kit.toml", &toml);
        all_say_text_alone(&folder, &folder.root(), &format!("{toml:?}"));
    }
}

#[test]
fn codes_that_were_typed_or_pasted() {
    let folder = Folder::new();
    folder.write("Room.glb", room(1, "white")).write("kit.toml", "");
    let kit = folder.root();
    let code = CODE;
    let lost = format!("lost{code}");
    for args in [
        &["generate", &kit, "--preset", &lost][..],
        &["generate", &kit, "--set", &lost],
        &["generate", &kit, "--set", &format!("kit.name={}", quoted(&lost))],
        &["generate", &kit, "--set", &format!("selection.method={lost}")],
        &["search", &kit, "--tries", "2", "--must-have", &lost],
        &["search", &kit, "--best", "2", "--by", &lost],
        &["sweep", &kit, "--vary", &format!("generation.max_fails=1,{lost}"), "-o", &folder.text("o.csv")],
        &["generate", &kit, "-o", &folder.text(&format!("{lost}/o.json"))],
        &["generate", &folder.text(&lost)],
        &["report", &folder.text(&lost)],
        &["generate", &kit, &format!("--{lost}")],
        &["generate", &kit, "--color", &lost],
    ] {
        assert_eq!(run(args).controls(), None, "{args:?}");
    }
}

#[test]
fn codes_in_maps_and_tables() {
    let folder = Folder::new();
    folder
        .write("Room.glb", Model::walkable().glb())
        .write("kit.toml", "[growth]\nwhen_blocked = \"undo\"\n");
    let (kit, map, table) = (folder.root(), folder.text("map.json"), folder.text("rows.csv"));
    assert_eq!(run(&["generate", &kit, "-o", &map]).code, Some(0));
    assert_eq!(run(&["sweep", &kit, "--seeds", "3", "--no-validate", "-o", &table]).code, Some(0));
    let (whole, rows) = (std::fs::read_to_string(&map).unwrap(), std::fs::read_to_string(&table).unwrap());
    let name = folder.path("kit.toml").parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
    let code = CODE;
    let bad = quoted(&format!("n{code}ame"));
    for (old, new) in [
        (format!("\"name\":\"{name}\""), format!("\"name\":{bad}")),
        ("\"reason\":\"piece-limit\"".into(), format!("\"reason\":{bad}")),
        ("\"promise\":\"size".into(), format!("\"promise\":{bad},\"x\":\"")),
        ("\"snapmesh-map/1\"".into(), bad.clone()),
        ("\"method\":\"arena\"".into(), format!("\"method\":{bad}")),
        ("\"piece\":\"Room\"".into(), format!("\"piece\":{bad}")),
        ("\"Room.glb\"".into(), bad.clone()),
        ("\"seed\":42".into(), format!("{bad}:42")),
        ("\"fingerprint\":\"".into(), format!("\"fingerprint\":{bad},\"x\":\"")),
        ("\"digest\": \"".into(), format!("\"digest\": {bad}, \"x\": \"")),
    ] {
        assert!(whole.contains(&old), "{old} in {whole}");
        folder.write("map.json", whole.replace(&old, &new));
        sign(&folder.path("map.json"), &kit);
        for args in [
            &["validate", &map][..],
            &["explain", &map],
            &["render", &map, "-o", &folder.text("o.svg")],
            &["generate", &kit, "--from", &map, "--keep", "0"],
            &["validate", &map, "--accept-kit"],
        ] {
            for more in [&[][..], &["--json"]] {
                assert_eq!(run(&[args, more].concat()).controls(), None, "{new}: {args:?}");
            }
        }
    }
    let raw = format!("\"n{code}ame\"");
    for (old, new) in [
        ("arena", &raw),
        ("Room.glb", &raw),
        ("use.Room", &raw),
        ("piece-limit", &raw),
        ("index", &raw),
        ("\n0,", &format!("\n{raw},")),
    ] {
        folder.write("rows.csv", rows.replace(old, new));
        for more in [&[][..], &["--json"]] {
            let told = run(&[&["report", &table, "--kit", &kit], more].concat());
            assert_eq!(told.controls(), None, "{old} -> {new:?}");
        }
    }
}

#[test]
fn a_file_with_the_name_of_a_pattern_is_a_file_and_the_pattern_a_pattern() {
    let folder = Folder::new();
    folder
        .write("*.glb", room(1, "white"))
        .write("Room.glb", room(1, "white"))
        .write("Hall.glb", room(1, "white"))
        .write("kit.toml", "[kit]\npieces = [\"*.glb\"]\n");
    let told = run(&["check", &folder.root(), "--json"]);
    assert!(matches!(told.code, Some(0 | 1)), "{}", told.shortly());
    for name in ["Room", "Hall"] {
        assert!(told.stdout.contains(&format!("\"{name}\"")), "{name}: {}", told.shortly());
    }
    let told = run(&[
        "generate",
        &folder.root(),
        "--json",
        "--set",
        "selection.max_pieces=60",
        "-o",
        &folder.text("map.json"),
    ]);
    assert_eq!(told.code, Some(0), "{}", told.shortly());
    let map = std::fs::read_to_string(folder.path("map.json")).unwrap();
    assert!(map.contains("\"piece\":\"Room\"") && map.contains("\"piece\":\"Hall\""), "{map}");
    // The map that was made can be told again: its list of files is a list of files.
    assert_eq!(run(&["explain", &folder.text("map.json")]).code, Some(0));
}

#[test]
fn a_file_with_brackets_in_its_name_is_listed_by_it() {
    let names = [
        "room [1].glb",
        "ro?m.glb",
        "a*b.glb",
        "[x].glb",
        "[!a].glb",
        "{a,b}.glb",
        "room [",
        "-o.glb",
        "~.glb",
        "$HOME.glb",
        "%41.glb",
        "a\\b.glb",
        " .glb",
        "é ü.glb",
    ];
    for name in names {
        let name = if name == "room [" { "room [.glb" } else { name };
        let folder = Folder::new();
        let toml = format!("[kit]\npieces = ['{name}']\n");
        folder.write(name, room(1, "white")).write("kit.toml", &toml);
        let told = run(&["generate", &folder.root(), "-o", &folder.text("map.json")]);
        assert_eq!(told.code, Some(0), "{name}: {}", told.shortly());
        let told = run(&["explain", &folder.text("map.json"), "--quiet"]);
        assert_eq!(told.code, Some(0), "{name}: {}", told.shortly());
        // And it is found by a pattern.
        folder.write("kit.toml", "[kit]\npieces = [\"*.glb\"]\n");
        let told = run(&["generate", &folder.root(), "-o", &folder.text("map.glb")]);
        assert_eq!(told.code, Some(0), "{name}: {}", told.shortly());
    }
}

/// Pages and plans are read by browsers, which do what a name says if it is let.
#[test]
fn names_stay_names_in_plans_and_pages() {
    let evil = "<img src=x onerror=alert(1)>&\"']]><!--";
    let folder = Folder::new();
    folder
        .write(
            &format!("{evil}.glb"),
            piece(vec![
                connector(-1.0, json!({ "color": evil })),
                connector(1.0, json!({ "color": evil })),
                collider(),
            ]),
        )
        .write("Ha\nll.glb", room(1, "white"))
        .write("kit.toml", "[kit]\nname = \"<script>alert(1)</script>\\u0001\\u000b\"\n[presets.\"<b>\"]\n");
    let (kit, svg, table, page) =
        (folder.root(), folder.text("o.svg"), folder.text("o.csv"), folder.text("o.html"));
    assert_eq!(run(&["generate", &kit, "-o", &svg, "--no-validate"]).code, Some(0));
    assert_eq!(run(&["sweep", &kit, "--seeds", "3", "--no-validate", "-o", &table]).code, Some(0));
    assert_eq!(run(&["report", &table, "--kit", &kit, "-o", &page]).code, Some(0));
    for path in [&svg, &page] {
        let text = std::fs::read_to_string(path).unwrap();
        for bad in ["<img src=x", "<script>alert", "<b>alert", "]]>", "-->\"", "\u{1}", "\u{b}"] {
            assert!(!text.contains(bad), "{bad:?} in {path}");
        }
    }
}
