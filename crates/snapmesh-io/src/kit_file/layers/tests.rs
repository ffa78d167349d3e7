use super::*;
use snapmesh::selection::STANDARD;
use snapmesh::settings::MatchingRules;

fn overrides(preset: Option<&str>, seed: Option<i64>, set: &[&str]) -> Overrides {
    let parse = |text: &&str| Override::parse(text, Location::Request(format!("--set {text}"))).unwrap();
    Overrides { preset: preset.map(Into::into), seed, set: set.iter().map(parse).collect(), unset: vec![] }
}

fn read_with(text: &str, overrides: &Overrides) -> Result<Settings, String> {
    let told = |problems: Problems| problems.to_string();
    let (layered, problems) = read(text, "kit.toml", overrides, STANDARD, &Limits::DEFAULT).map_err(told)?;
    if problems.is_empty() { Ok(layered.settings) } else { Err(told(problems)) }
}

fn wrong(text: &str) -> String {
    read_with(text, &Overrides::default()).unwrap_err()
}

#[test]
fn everyone_who_gave_a_setting_is_known() {
    let text = "[generation]\nmax_fails = 3\nclearance = 0.5\n[rules]\nHall = { run = 2 }\n\
                [presets.p]\ngeneration = { max_fails = 4 }\nrules = { Cell = { run = 3 } }\n";
    let overrides = overrides(Some("p"), Some(9), &["selection.max_pieces=5"]);
    let (layered, problems) = read(text, "kit.toml", &overrides, STANDARD, &Limits::DEFAULT).unwrap();
    assert!(problems.is_empty());
    let origins: Vec<_> = layered.origins.iter().map(|(path, origin)| (&**path, *origin)).collect();
    let expected = [
        ("generation.clearance", Origin::Kit),
        ("generation.max_fails", Origin::Preset),
        ("generation.seed", Origin::Override),
        ("rules.Cell", Origin::Preset),
        ("selection.max_pieces", Origin::Override),
    ];
    assert_eq!(origins, expected, "the preset replaced all rules");
}

/// The order of rules counts where several give one piece a weight.
#[test]
fn what_is_left_out_and_set_anew_keeps_its_place() {
    let text = "[rules]\nHall = { weight = 2, run = 1 }\nCell = { run = 2 }\n\
                [presets.p]\nrules = { Cell = { run = 3 }, Hall = { run = 4 }, Tee = { run = 5 } }\n";
    let rules = |preset, set: &[&str]| {
        let mut overrides = overrides(preset, None, set);
        overrides.unset = vec![KeyPath::parse("rules.Hall", Location::Request("--unset".into())).unwrap()];
        let entries = read_with(text, &overrides).unwrap().entries();
        let rules = entries.into_iter().filter(|(section, ..)| *section == "rules");
        rules.map(|(_, name, value)| format!("{name} {}", value.written())).collect::<Vec<_>>()
    };
    let set = ["rules.Bend={ run = 7 }", "rules.Hall={ run = 6 }"];
    assert_eq!(rules(None, &set), ["Hall { \"run\" = 6 }", "Cell { \"run\" = 2 }", "Bend { \"run\" = 7 }"]);
    assert_eq!(
        rules(Some("p"), &set[1..]),
        ["Cell { \"run\" = 3 }", "Hall { \"run\" = 6 }", "Tee { \"run\" = 5 }"]
    );
    assert_eq!(rules(None, &[]), ["Cell { \"run\" = 2 }"]);
}

#[test]
fn later_layers_win() {
    let text = "[generation]\nseed = 1\nmax_fails = 3\n[presets.b]\ngeneration = { seed = 2 }\n";
    let seed =
        |preset, seed, set: &[&str]| read_with(text, &overrides(preset, seed, set)).unwrap().generation.seed;
    assert_eq!(Settings::default().generation.seed, 42);
    assert_eq!(seed(None, None, &[]), 1);
    assert_eq!(seed(Some("b"), None, &[]), 2);
    assert_eq!(seed(Some("b"), Some(-3), &[]), -3);
    assert_eq!(seed(Some("b"), Some(-3), &["generation.seed=4"]), 4);
    assert_eq!(read_with(text, &overrides(Some("b"), None, &[])).unwrap().generation.max_fails, 3);
}

#[test]
fn set_takes_toml_values_and_bare_words_and_rows() {
    let set = [
        "selection.method=branch",
        "connection.matching_rules=\"pins\"",
        "connection.color_matrix.red=[\"*\"]",
    ];
    let settings = read_with("", &overrides(None, None, &set)).unwrap();
    assert_eq!(settings.selection.method.name, "branch");
    assert_eq!(settings.connection.matching_rules, MatchingRules::Pins);
    assert_eq!(settings.connection.color_matrix.rows["red"], ["*"]);
}

#[test]
fn rows_of_the_color_matrix_add_up_over_the_layers() {
    let text =
        "[connection.color_matrix]\nRed = [\"Blue\"]\n[presets.p.connection.color_matrix]\nblue = []\n";
    let settings = read_with(text, &overrides(Some("p"), None, &[])).unwrap();
    assert_eq!(settings.connection.color_matrix.rows["red"], ["blue"]);
    assert!(settings.connection.color_matrix.rows["blue"].is_empty());
}

#[test]
fn mistakes_are_named_with_line_and_column_and_all_at_once() {
    let told = wrong("[generation]\nmax_fail = 3\nseed = \"x\"\n\n[selection]\n  max_pieces = 0\n");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "error: kit.toml:2:1: unknown key `max_fail` in [generation]");
    assert_eq!(lines[1], "  help: did you mean `max_fails`?");
    assert!(lines[2].starts_with("error: kit.toml:3:8: `seed` in [generation] must be a whole number"));
    assert!(lines[3].starts_with("error: kit.toml:6:16: `max_pieces` in [selection] must be"));
}

#[test]
fn broken_toml_is_named_with_its_place() {
    assert!(wrong("[generation\nseed = 1\n").starts_with("error: kit.toml:1:"), "{}", wrong("[generation\n"));
    assert!(
        wrong("[generation]\nseed = 99999999999999999999\n")
            .contains("kit.toml:2:8: `generation.seed` must fit into 64 bits, found 99999999999999999999")
    );
}

#[test]
fn unknown_sections_methods_and_presets_point_to_known_ones() {
    assert!(wrong("[generatoin]\nseed = 1\n").contains("did you mean [generation]?"));
    assert!(wrong("[generatoin]\n").contains("did you mean [generation]?"));
    assert!(wrong("seed = 1\n").contains("`seed` stands outside of any section"));
    assert!(wrong("[selection]\nmethod = \"arenas\"\n").contains("kit.toml:2:10"));
    let missing = read_with("[presets.big]\n", &overrides(Some("bgi"), None, &[])).unwrap_err();
    assert!(missing.contains("did you mean \"big\"?"), "{missing}");
}

#[test]
fn presets_are_checked_even_when_not_asked_for() {
    assert!(wrong("[presets.b]\ngeneration = { max_fails = 0 }\n").contains("kit.toml:2:28"));
    assert!(wrong("presets = 3\n").contains("must be a table"));
    assert!(wrong("[presets]\nb = 3\n").contains("must be a table"));
}

#[test]
fn a_broken_set_names_itself() {
    for set in ["generation.seed=x", "a.b=1", "generation.max_fails=0", "kit.pieces=[1]"] {
        let told = read_with("", &overrides(None, None, &[set])).unwrap_err();
        assert!(told.starts_with(&format!("error: --set {set}: ")), "{told}");
    }
}

/// The value was converted before the key was looked up, so that a list hid a misspelled key.
#[test]
fn an_unknown_key_is_told_whatever_its_value() {
    assert!(wrong("[generation]\nsede = [1]\n").contains("unknown key `sede`"));
    assert!(wrong("[generation]\nextra = { a = { b = 1 } }\n").contains("unknown key `extra`"));
    assert!(wrong("[generation]\nseed = [1]\n").contains("must be a whole number of 64 bits, found a list"));
    assert!(wrong("[preset.b]\ngeneration = { seed = 1 }\n").contains("did you mean [presets]?"));
}

#[test]
fn lists_must_hold_texts() {
    assert!(wrong("[kit]\npieces = [1]\n").contains("kit.toml:2:11"));
    assert!(wrong("[connection.color_matrix]\nred = \"blue\"\n").contains("kit.toml:2:7"));
    assert!(wrong("[kit]\nname = 2024-01-01\n").contains("cannot be a date"));
}

fn layered(text: &str, overrides: &Overrides) -> Layered {
    read(text, "kit.toml", overrides, STANDARD, &Limits::DEFAULT).unwrap().0
}

#[test]
fn the_places_of_items_and_rows_are_kept() {
    let text = "[kit]\npieces = [\"A.glb\",\n  \"B.glb\"]\n[connection.color_matrix]\nRed = [\"Blue\"]\n";
    let places = layered(text, &Overrides::default()).places;
    let place = |path: &str, item: &str| places.get(path, item).map(ToString::to_string);
    assert_eq!(place("kit.pieces", "A.glb").as_deref(), Some("kit.toml:2:11"));
    assert_eq!(place("kit.pieces", "B.glb").as_deref(), Some("kit.toml:3:3"));
    assert_eq!(place("kit.starters", "A.glb"), None);
    assert_eq!(place("connection.color_matrix", "red").as_deref(), Some("kit.toml:5:1"));
    assert_eq!(place("connection.color_matrix.red", "blue").as_deref(), Some("kit.toml:5:8"));
}

#[test]
fn what_comes_on_top_takes_its_place_along() {
    let set = ["kit.pieces=[\"A.glb\"]", "connection.color_matrix.Red=[\"Gold\"]"];
    let places = layered("[kit]\npieces = [\"A.glb\"]\n", &overrides(None, None, &set)).places;
    let place = |path: &str, item: &str| places.get(path, item).unwrap().to_string();
    assert_eq!(place("kit.pieces", "A.glb"), format!("--set {}", set[0]));
    assert_eq!(place("connection.color_matrix", "red"), format!("--set {}", set[1]));
    assert_eq!(place("connection.color_matrix.red", "gold"), format!("--set {}", set[1]));
}

#[test]
fn a_preset_that_is_not_chosen_leaves_nothing_behind() {
    let text = "[presets.a]\nkit = { pieces = [\"A.glb\"] }\n[presets.b.generation]\nseed = 5\n";
    let plain = layered(text, &Overrides::default());
    assert_eq!(plain.settings, Settings::default());
    assert!(plain.places.get("kit.pieces", "A.glb").is_none());
    let chosen = layered(text, &overrides(Some("b"), None, &[]));
    assert_eq!((chosen.settings.generation.seed, chosen.presets), (5, vec!["a".into(), "b".into()]));
    assert_eq!(chosen.settings.content.pieces, ["*.glb", "*.gltf"], "that of the other is not taken");
    let other = layered(text, &overrides(Some("a"), None, &[]));
    assert_eq!((other.settings.generation.seed, other.settings.content.pieces), (42, vec!["A.glb".into()]));
}

#[test]
fn a_preset_that_is_not_there_is_told_with_those_that_are() {
    let told = |text: &str| read_with(text, &overrides(Some("q"), None, &[])).unwrap_err();
    assert_eq!(
        told(""),
        "error: kit.toml: the kit has no preset \"q\"\n  help: the kit has no presets at all"
    );
    let all = told("[presets.large]\n[presets.small]\n");
    assert!(all.ends_with("help: it has large, small"), "{all}");
}

#[test]
fn every_kind_of_mistake_has_its_place() {
    for (text, place) in [
        ("[generation]\n rng = \"chacha\"\n", "2:8"),
        ("[connection.color_matrix]\nred = [\"a\",  1]\n", "2:14"),
        ("[connection]\ncolor_matrix = 3\n", "2:16"),
        ("[kit]\nstarters = [\"a\", [\"b\"]]\n", "2:18"),
        ("[kit]\nuse_starters = 1\n", "2:16"),
        ("[selection]\nmethods = \"star\"\n", "2:1"),
        ("[navigation]\nagent_radius = 0\n", "2:16"),
        ("[generation]\nclearance = nan\n", "2:13"),
        ("generation = 3\n", "1:1"),
        ("[presets.a.generation]\n\nseed = true\n", "3:8"),
        ("[presets.a]\nseed = 1\n", "2:1"),
        ("[kit]\nscale = 0\n", "2:9"),
        ("[pieces.A]\nconnectors = [ { at = [0, 0, 0], heading = [0, 0, 0] } ]\n", "2:44"),
        ("[pieces.A]\nconnectors = [\n  { at = [0, 0, 0], headng = [0, 0, 1] },\n]\n", "3:3"),
        ("[pieces.A]\nconnectors = [\n  { at = [0, 0, 0] },\n]\n", "3:3"),
        ("[pieces.A]\nboxes = [ { min = [0, 0, 0], max = [1, -1, 1] } ]\n", "2:19"),
        ("[pieces.A]\nboxes = [ { center = [0, 0, 0], half = [1, -1, 1] } ]\n", "2:44"),
        ("[pieces.A]\nfloor = [\"a\", 1]\n", "2:15"),
        ("[pieces.A]\ntags = [\"a\", \"b c\"]\n", "2:14"),
        ("[pieces.A]\nflor = []\n", "1:1"),
    ] {
        let told = wrong(text);
        assert!(told.starts_with(&format!("error: kit.toml:{place}: ")), "{text}{told}");
    }
}

#[test]
fn overrides_go_on_top_of_settings_from_anywhere_or_are_all_told() {
    let mut settings = Settings::default();
    settings.generation.max_fails = 77;
    let set = overrides(None, None, &["generation.seed=9", "selection.max_pieces=3"]).set;
    let applied = apply(settings.clone(), &set, STANDARD).unwrap();
    assert_eq!((applied.generation.seed, applied.generation.max_fails), (9, 77));
    assert_eq!(applied.selection.params().integer("max_pieces"), 3);
    let wrong = overrides(None, None, &["generation.sede=9", "generation.max_fails=0"]).set;
    let told = apply(settings, &wrong, STANDARD).unwrap_err();
    assert_eq!(told.len(), 2);
    assert_eq!(told[0].help.as_deref(), Some("did you mean `seed`?"));
}

#[test]
fn later_rows_of_a_color_take_the_place_of_earlier_ones() {
    let text = "[connection.color_matrix]\nred = [\"blue\"]\ngold = [\"*\"]\n";
    let set = overrides(None, None, &["connection.color_matrix.red=[\"red\", \"white\"]"]);
    let rows = layered(text, &set).settings.connection.color_matrix.rows;
    assert_eq!((&*rows["red"], &*rows["gold"]), (&["red".into(), "white".into()][..], &["*".into()][..]));
}

#[test]
fn tables_may_lie_in_each_other_so_deep_and_no_deeper() {
    let told = |deep: usize| wrong(&format!("{}a = 1\n", "a.".repeat(deep)));
    assert!(told(DEEPEST).contains("lie in each other more than 80 deep"), "{}", told(DEEPEST));
    assert!(!told(DEEPEST / 2).contains("deep"), "{}", told(DEEPEST / 2));
}

#[test]
fn lists_and_tables_that_are_too_long_are_told_where_they_stand_and_not_looked_at() {
    let many = |of: &dyn Fn(usize) -> String| (0..20_000).map(of).collect::<String>();
    for (text, place) in [
        (
            format!("[rules]\n{}", many(&|i| format!("\"*{i}\" = {{ run = 2 }}\n"))),
            "1:2: too much: 20000 rules",
        ),
        (format!("[kit]\npieces = [{}]\n", many(&|i| format!("\"{i}\","))), "2:1: too much: 20000 pieces"),
        (many(&|i| format!("[presets.p{i}]\n")), "too much: 20000 presets"),
        (
            format!("[connection.color_matrix]\n{}", many(&|i| format!("c{i} = []\n"))),
            "1:13: too much: 20000 pre",
        ),
        (
            format!("[pieces.A]\nconnectors = [{}]\n", many(&|_| "{},".into())),
            "2:1: too much: 20000 connectors of a piece",
        ),
        (
            format!("[pieces.A]\nboxes = [{}]\n", many(&|_| "{},".into())),
            "2:1: too much: 20000 boxes of a piece",
        ),
        (format!("[pieces.A]\nfloor = [{}]\n", many(&|_| "\"a\",".into())), "2:1: too much: 20000 "),
    ] {
        let told = wrong(&text);
        assert!(told.contains(place) && told.lines().count() == 2, "{place}: {told}");
    }
}
