//! A kit may not reach out of its folder, unless whoever runs the command says so.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::hostile::{Model, PATIENCE, Told, guarded};
use common::{Folder, room};
use std::os::unix::fs::symlink;

/// What only files outside of the kit hold: a color in pieces, a coordinate in buffers (it is a number below
/// one), letters in images and texts.
const SECRET: &str = "qzwmarker";
const COORDINATE: &[u8; 4] = b"QZW?";
/// The smallest picture there is.
const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\x0f\x04\0\x09\xfb\x03\xfdc\xd2\xd0\x97\0\0\0\0IEND\xaeB`\x82";

/// A folder with `kit`, which is a kit of one room, and `outside`, which is none of its business.
fn scene(toml: &str) -> Folder {
    let folder = Folder::new();
    for name in ["kit", "kit/sub", "outside", "outside/inner", "out"] {
        std::fs::create_dir(folder.path(name)).unwrap();
    }
    let mut hidden = Model::walkable();
    hidden.corners[0][0] = f32::from_le_bytes(*COORDINATE);
    folder
        .write("kit/kit.toml", toml)
        .write("kit/Room.glb", room(1, "white"))
        .write("outside/Secret.glb", room(1, SECRET))
        .write("outside/secret.bin", hidden.bytes())
        .write("outside/secret.png", [PIXEL, SECRET.as_bytes()].concat())
        .write("outside/secret.toml", format!("[kit]\nname = \"{SECRET}\"\n"))
        .write("outside/secret.txt", format!("the word is {SECRET}\n"));
    symlink("../outside", folder.path("kit/linked")).unwrap();
    symlink("../outside/inner", folder.path("kit/inner")).unwrap();
    symlink("../linked", folder.path("kit/sub/far")).unwrap();
    folder
}

fn run(args: &[&str]) -> Told {
    let told = guarded(args, PATIENCE);
    told.tame(&args.join(" "));
    told
}

/// Nothing of what lies outside is in what was said or written.
fn keeps_the_secret(folder: &Folder, told: &Told, what: &str) {
    let holds = |bytes: &[u8]| {
        let has = |needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
        has(SECRET.as_bytes()) || has(COORDINATE)
    };
    assert!(!holds(told.stdout.as_bytes()) && !holds(told.stderr.as_bytes()), "{what}: {}", told.shortly());
    for entry in std::fs::read_dir(folder.path("out")).unwrap() {
        let path = entry.unwrap().path();
        assert!(!holds(&std::fs::read(&path).unwrap()), "{what}: {}", path.display());
    }
}

/// It was refused by one of these names, with a word on how to allow it, and nothing was written.
fn is_refused(folder: &Folder, told: &Told, names: &[&str], what: &str) {
    keeps_the_secret(folder, told, what);
    assert_eq!(told.code, Some(2), "{what}: {}", told.shortly());
    assert!(names.iter().any(|name| told.stderr.contains(name)), "{what}: {}", told.shortly());
    assert!(told.stderr.contains("--allow-outside"), "{what}: {}", told.shortly());
    assert_eq!(std::fs::read_dir(folder.path("out")).unwrap().count(), 0, "{what}");
}

/// Generates into every format, and cleans up after.
fn generate(folder: &Folder, more: &[&str], judge: impl Fn(&Told)) {
    let (kit, json, glb) = (folder.text("kit"), folder.text("out/map.json"), folder.text("out/map.glb"));
    let trace = folder.text("out/trace.jsonl");
    let told =
        run(&[&["generate", &kit, "-o", &json, "-o", &glb, "--trace", &trace, "--log", "--json"], more]
            .concat());
    judge(&told);
    for entry in std::fs::read_dir(folder.path("out")).unwrap() {
        std::fs::remove_file(entry.unwrap().path()).unwrap();
    }
}

/// What is refused without a word of ours, and works with it.
fn outside(folder: &Folder, names: &[&str], what: &str) {
    generate(folder, &[], |told| is_refused(folder, told, names, what));
    is_refused(folder, &run(&["check", &folder.text("kit"), "--json"]), names, what);
    generate(folder, &["--allow-outside"], |told| {
        assert_eq!(told.code, Some(0), "{what}: {}", told.shortly());
    });
    assert!(matches!(run(&["check", &folder.text("kit"), "--allow-outside"]).code, Some(0 | 1)), "{what}");
}

/// A piece whose buffer is elsewhere.
fn with_buffer(folder: &Folder, uri: &str) {
    folder.write("kit/Model.gltf", Model::walkable().json(&format!(r#","uri":"{uri}""#)));
}

/// A piece with a texture that is elsewhere.
fn with_image(folder: &Folder, uri: &str) {
    let mut model = Model::walkable();
    model.primitive = r#","material":0"#.into();
    model.more = format!(
        r#","images":[{{"uri":"{uri}"}}],"textures":[{{"source":0}}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}]"#
    );
    folder.write("kit/Model.bin", model.bytes());
    folder.write("kit/Model.gltf", model.json(r#","uri":"Model.bin""#));
}

/// Ways to say `outside/NAME`, from within the kit.
fn ways(folder: &Folder, name: &str) -> Vec<String> {
    let absolute = folder.text(&format!("outside/{name}"));
    for (link, target) in [
        ("relative", format!("../outside/{name}")),
        ("absolute", absolute.clone()),
        ("chain", "chain2".into()),
        ("chain2", "sub/../chain3".into()),
        ("chain3", format!("linked/{name}")),
        ("sub/low", format!("../linked/{name}")),
    ] {
        let ending = name.rsplit('.').next().unwrap();
        let target = if link == "chain" || link == "chain2" { format!("{target}.{ending}") } else { target };
        symlink(target, folder.path(&format!("kit/{link}.{ending}"))).unwrap();
    }
    let ending = name.rsplit('.').next().unwrap();
    let mut ways = vec![
        absolute.clone(),
        absolute.replacen('/', "%2f", 1),
        format!("/.{absolute}"),
        format!("../outside/{name}"),
        format!("./../outside/{name}"),
        format!("sub/../../outside/{name}"),
        format!("../kit/../outside/{name}"),
        format!("%2e%2e/outside/{name}"),
        format!("%2E%2E%2Foutside%2F{name}"),
        format!("..%2foutside%2f{name}"),
        format!("linked/{name}"),
        format!("sub/far/{name}"),
        format!("linked/inner/../{name}"),
        // Read as text, this stays within; the folder is a link, and above where it leads is elsewhere.
        format!("inner/../{name}"),
    ];
    ways.extend(["relative", "absolute", "chain", "sub/low"].map(|link| format!("{link}.{ending}")));
    ways
}

/// The last part of a way to a file, by which a message may call it.
fn last(way: &str) -> &str {
    way.rsplit(['/', '\\']).next().unwrap().rsplit("%2f").next().unwrap().rsplit("%2F").next().unwrap()
}

#[test]
fn buffers_outside_of_the_folder_are_refused() {
    let folder = scene("");
    for way in ways(&folder, "secret.bin") {
        with_buffer(&folder, &way);
        outside(&folder, &[last(&way), "secret.bin"], &way);
    }
}

#[test]
fn images_outside_of_the_folder_are_refused() {
    let folder = scene("");
    for way in ways(&folder, "secret.png") {
        with_image(&folder, &way);
        outside(&folder, &[last(&way), "secret.png"], &way);
    }
}

#[test]
fn addresses_of_other_kinds_are_read_by_no_means() {
    let folder = scene("");
    let absolute = folder.text("outside/secret.bin");
    for way in [
        format!("file://{absolute}"),
        format!("FILE://{absolute}"),
        format!("file://localhost{absolute}"),
        format!("file:{absolute}"),
        "file:../outside/secret.bin".to_string(),
        r"..\\outside\\secret.bin".to_string(),
        r"sub\\..\\..\\outside\\secret.bin".to_string(),
        format!(r"\\\\?\\{absolute}"),
        "https://127.0.0.1/secret.bin".to_string(),
        "../outside/secret.bin\\u0000.bin".to_string(),
        "%252e%252e/outside/secret.bin".to_string(),
    ] {
        with_buffer(&folder, &way);
        generate(&folder, &[], |told| {
            assert_eq!(told.code, Some(2), "{way}: {}", told.shortly());
            keeps_the_secret(&folder, told, &way);
        });
        with_image(&folder, &way.replace(".bin", ".png"));
        generate(&folder, &[], |told| keeps_the_secret(&folder, told, &way));
    }
}

#[test]
fn lists_of_pieces_and_starters_that_lead_out_are_refused() {
    let folder = scene("");
    let mut ways = ways(&folder, "Secret.glb");
    ways.retain(|way| !way.contains('%'));
    ways.extend(
        [
            "../outside/*.glb",
            "linked/*.glb",
            "*ked/Sec*.glb",
            "../*/Secret.glb",
            "re*.glb",
            "sub/l?w.glb",
            "*/Secret.glb",
        ]
        .map(String::from),
    );
    for way in ways {
        let names = [last(&way), "Secret.glb", "linked", "relative.glb", "low.glb"];
        for toml in [
            format!("[kit]\npieces = [\"Room.glb\", \"{way}\"]\n"),
            format!("[kit]\npieces = [\"Room.glb\"]\nuse_starters = true\nstarters = [\"{way}\"]\n"),
            format!(
                "[kit]\npieces = [\"Room.glb\"]\nuse_starters = true\nstarters = [\"Room.glb\", \"{way}\"]\n"
            ),
        ] {
            folder.write("kit/kit.toml", &toml);
            generate(&folder, &[], |told| is_refused(&folder, told, &names, &toml));
            generate(&folder, &["--allow-outside"], |told| {
                assert_eq!(told.code, Some(0), "{toml}: {}", told.shortly());
            });
        }
    }
    // A pattern that looks into all folders may refuse or pass over what is linked; it does not read it.
    for pattern in ["**/*.glb", "**/Secret.glb", "*/*.glb"] {
        folder.write("kit/kit.toml", format!("[kit]\npieces = [\"Room.glb\", \"{pattern}\"]\n"));
        generate(&folder, &[], |told| keeps_the_secret(&folder, told, pattern));
    }
    // Caps and doors come from the folder as well, and so do patterns from the root of all.
    for toml in [
        "[ends]\n\"* *\" = { cap = [\"../outside/Secret.glb\"], free = \"may\" }\n".to_string(),
        format!("[kit]\npieces = [\"Room.glb\", \"{}\"]\n", folder.text("outside/*.glb")),
    ] {
        folder.write("kit/kit.toml", &toml);
        generate(&folder, &[], |told| {
            assert_eq!(told.code, Some(2), "{toml}: {}", told.shortly());
            keeps_the_secret(&folder, told, &toml);
        });
    }
}

#[test]
fn a_list_on_the_command_line_or_in_a_preset_leads_no_further() {
    let folder = scene("[presets.far]\nkit = { pieces = [\"Room.glb\", \"../outside/Secret.glb\"] }\n");
    generate(&folder, &["--preset", "far"], |told| is_refused(&folder, told, &["Secret.glb"], "a preset"));
    generate(&folder, &[], |told| assert_eq!(told.code, Some(0), "{}", told.shortly()));
}

#[test]
fn a_kit_file_that_is_a_link_out_is_refused() {
    for secret in ["secret.toml", "secret.txt"] {
        let folder = scene("");
        std::fs::remove_file(folder.path("kit/kit.toml")).unwrap();
        symlink(format!("../outside/{secret}"), folder.path("kit/kit.toml")).unwrap();
        generate(&folder, &[], |told| is_refused(&folder, told, &["kit.toml", secret], secret));
        is_refused(&folder, &run(&["check", &folder.text("kit")]), &["kit.toml", secret], secret);
        let code = if secret == "secret.toml" { 0 } else { 2 };
        generate(&folder, &["--allow-outside"], |told| {
            assert_eq!(told.code, Some(code), "{}", told.shortly());
        });
    }
}

#[test]
fn a_kit_cannot_allow_it_by_itself() {
    let folder = scene("");
    with_buffer(&folder, "../outside/secret.bin");
    for toml in [
        "allow_outside = true\n",
        "[kit]\nallow_outside = true\n",
        "[kit]\nallow-outside = true\n",
        "[trust]\nallow_outside = true\n",
        "[generation]\nallow_outside = true\n",
        "[presets.p]\nkit = { allow_outside = true }\n",
        "[kit]\nroot = \"..\"\n",
        "[kit]\nfolder = \"/\"\n",
    ] {
        folder.write("kit/kit.toml", toml);
        generate(&folder, &[], |told| {
            assert_eq!(told.code, Some(2), "{toml}: {}", told.shortly());
            keeps_the_secret(&folder, told, toml);
        });
    }
}

#[test]
fn every_verb_that_reads_a_kit_has_the_flag() {
    let folder = scene("[selection]\nmax_pieces = 3\n");
    with_buffer(&folder, "../outside/secret.bin");
    let (kit, map, table) = (folder.text("kit"), folder.text("map.json"), folder.text("rows.csv"));
    let (glb, page, rows) =
        (folder.text("out/map.glb"), folder.text("out/page.html"), folder.text("out/rows.csv"));
    for made in [
        &["generate", &kit, "-o", &map, "--allow-outside"][..],
        &["sweep", &kit, "-o", &table, "--seeds", "2", "--no-validate", "--allow-outside"],
    ] {
        assert_eq!(run(made).code, Some(0), "{made:?}: {}", run(made).shortly());
    }
    let verbs: [&[&str]; 8] = [
        &["check", &kit],
        &["generate", &kit, "-o", &glb],
        &["validate", &map, "--kit", &kit],
        &["search", &kit, "--tries", "2", "-o", &glb],
        &["sweep", &kit, "--seeds", "2", "--no-validate", "-o", &rows],
        &["report", &table, "--kit", &kit, "-o", &page],
        &["explain", &map, "--kit", &kit],
        &["render", &map, "--kit", &kit, "-o", &glb],
    ];
    for verb in verbs {
        is_refused(&folder, &run(verb), &["secret.bin"], verb[0]);
    }
    for verb in verbs {
        let told = run(&[verb, &["--allow-outside"]].concat());
        assert!(matches!(told.code, Some(0 | 1)), "{}: {}", verb[0], told.shortly());
    }
}

#[test]
fn maps_and_tables_cannot_name_files_outside_of_the_kit() {
    let folder = scene("[selection]\nmax_pieces = 3\n");
    let (kit, map, table) = (folder.text("kit"), folder.text("map.json"), folder.text("rows.csv"));
    let (glb, page) = (folder.text("out/map.glb"), folder.text("out/page.html"));
    // The kit itself is clean: the files stand in the settings of the map, and in a column of the table.
    let far = ["--allow-outside", "--set", "kit.pieces=[\"../outside/Secret.glb\"]"];
    let made = run(&[&["generate", &kit, "-o", &map][..], &far].concat());
    assert_eq!(made.code, Some(0), "{}", made.shortly());
    let made = run(&[&["sweep", &kit, "-o", &table, "--seeds", "2", "--no-validate"][..], &far].concat());
    assert_eq!(made.code, Some(0), "{}", made.shortly());
    let verbs: [&[&str]; 4] = [
        &["validate", &map, "--kit", &kit],
        &["explain", &map, "--kit", &kit],
        &["render", &map, "--kit", &kit, "-o", &glb],
        &["report", &table, "--kit", &kit, "-o", &page],
    ];
    for verb in verbs {
        is_refused(&folder, &run(verb), &["Secret.glb"], verb[0]);
    }
    for verb in verbs {
        let told = run(&[verb, &["--allow-outside"]].concat());
        assert!(matches!(told.code, Some(0 | 1)), "{}: {}", verb[0], told.shortly());
    }
}

#[test]
fn what_stays_within_the_folder_works_as_ever() {
    let folder = scene("[kit]\npieces = [\"*.glb\", \"*.gltf\", \"sub/../sub/Low.glb\"]\n");
    std::fs::create_dir(folder.path("kit/sub/pictures")).unwrap();
    folder
        .write("kit/sub/Low.glb", room(1, "white"))
        .write("kit/sub/real.bin", Model::walkable().bytes())
        .write("kit/sub/pictures/a b.png", PIXEL);
    symlink("sub", folder.path("kit/also")).unwrap();
    symlink("also/real.bin", folder.path("kit/link.bin")).unwrap();
    symlink(folder.path("kit/link.bin"), folder.path("kit/whole.bin")).unwrap();
    symlink("sub/Low.glb", folder.path("kit/Linked.glb")).unwrap();
    let works = |what: &str| {
        generate(&folder, &[], |told| assert_eq!(told.code, Some(0), "{what}: {}", told.shortly()));
    };
    let name = folder.path("kit").file_name().unwrap().to_string_lossy().into_owned();
    for uri in [
        "sub/real.bin",
        "sub/../link.bin",
        "./link.bin",
        "also/real.bin",
        "whole.bin",
        "sub%2freal.bin",
        "also/../link.bin",
    ]
    .map(String::from)
    .into_iter()
    .chain([format!("../{name}/link.bin")])
    {
        with_buffer(&folder, &uri);
        works(&uri);
    }
    for uri in ["sub/pictures/a%20b.png", "also/pictures/../pictures/a%20b.png"] {
        with_image(&folder, uri);
        works(uri);
    }
    // A kit file that is a link within the folder, and a kit that is one itself.
    std::fs::rename(folder.path("kit/kit.toml"), folder.path("kit/sub/real.toml")).unwrap();
    symlink("sub/real.toml", folder.path("kit/kit.toml")).unwrap();
    works("a linked kit.toml");
    symlink("kit", folder.path("door")).unwrap();
    let door = folder.text("door");
    assert_eq!(run(&["generate", &door, "-o", &folder.text("door/map.json")]).code, Some(0));
    assert_eq!(run(&["validate", &folder.text("door/map.json")]).code, Some(0));
    assert_eq!(run(&["generate", &format!("{door}/sub/..")]).code, Some(0));
    let told = guarded_in(&folder, &["generate", "door", "-o", "out/map.json"]);
    assert_eq!(told.code, Some(0), "{}", told.shortly());
}

fn guarded_in(folder: &Folder, args: &[&str]) -> Told {
    common::hostile::watched(common::hostile::confined(args).current_dir(folder.root()), PATIENCE)
}
