//! Methods of one's own, one with a real number and one with a list as parameters: a description and a line in the list
//! of methods, and `kit.toml`, errors, `map.json` and the schema know them.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{kits, set};
use snapmesh::selection::{MapView, Method, Next, STANDARD, SelectGuide, StartPreference, Stop};
use snapmesh::value::{Constant, Key, KeyType, Limits};
use snapmesh::{PlacedId, Problems, Rng, Value};
use snapmesh_io::{Files as _, Folder, MapFile, Memory, OpenKit, Overrides, schema};

/// Goes back to an early piece with a chance that is set as a real number.
static WANDER: Method = Method {
    name: "wander",
    summary: "goes back to an early piece now and then",
    prefers: StartPreference::Most,
    params: &[Key {
        name: "homesick",
        unit: "share",
        help: "how often it goes back to the start",
        takes: KeyType::Real(Limits::Within(0.0, 1.0)),
        default: Constant::Real(0.25),
    }],
    instantiate: |params, _| Box::new(Wander { homesick: params.real("homesick") }),
    size: None,
};

#[derive(Clone, Debug)]
struct Wander {
    homesick: f64,
}

impl SelectGuide for Wander {
    fn piece_limit(&self) -> Option<usize> {
        Some(12)
    }

    fn next_guide(&mut self, map: &MapView<'_>, rng: &mut Rng) -> Next {
        let home = (rng.below(1000) as f64) < self.homesick * 1000.0;
        let wanted = if home { PlacedId::new(0) } else { map.last() };
        let free = |placed: &PlacedId| !map.is_full(*placed);
        let next = [wanted].into_iter().chain((0..map.count()).map(PlacedId::new)).find(free);
        next.map_or(Next::Stop(Stop::STUCK), |placed| Next::Guide(placed, "chance has it"))
    }
}

/// Guides by a list of places in the placement order, and then no more.
static PLAYLIST: Method = Method {
    name: "playlist",
    summary: "takes guides as they are listed",
    prefers: StartPreference::Most,
    params: &[Key {
        name: "guides",
        unit: "",
        help: "the guides, by their places in the placement order",
        takes: KeyType::List(&KeyType::Integer { min: 0, max: 1000 }),
        default: Constant::List(&[Constant::Integer(0), Constant::Integer(1)]),
    }],
    instantiate: |params, _| {
        let number = |value| if let Value::Integer(n) = value { n as usize } else { 0 };
        Box::new(Playlist { left: params.list("guides").into_iter().rev().map(number).collect() })
    },
    size: None,
};

#[derive(Clone, Debug)]
struct Playlist {
    left: Vec<usize>,
}

impl SelectGuide for Playlist {
    fn next_guide(&mut self, map: &MapView<'_>, _: &mut Rng) -> Next {
        match self.left.pop() {
            Some(next) => Next::Guide(PlacedId::new(next.min(map.count() - 1)), "it is next on the list"),
            None => Next::Stop(Stop::new("list-done", "the list is at its end")),
        }
    }
}

/// The one line: the methods there are.
fn methods() -> Vec<&'static Method> {
    [STANDARD, &[&WANDER, &PLAYLIST]].concat()
}

/// The pieces of the starter kit under another `kit.toml`.
fn starter(kit_toml: &str) -> Memory {
    let folder = Folder::new(kits().join("starter"));
    let names = folder.matching("*.glb").unwrap().names;
    let mut files: Vec<(String, Vec<u8>)> =
        names.into_iter().map(|name| (name.clone(), folder.read(&name, u64::MAX).unwrap())).collect();
    files.push(("kit.toml".into(), kit_toml.into()));
    Memory::new("starter", files)
}

fn open(kit_toml: &str, texts: &[&str]) -> Result<OpenKit, Problems> {
    let overrides = Overrides { set: set(texts), ..Overrides::default() };
    OpenKit::open(&starter(kit_toml), &overrides, &methods())
}

#[test]
fn a_real_number_is_read_from_the_kit_and_set_on_top() {
    let kit = "[selection]\nmethod = \"wander\"\nhomesick = 1\n";
    let open_kit = open(kit, &[]).unwrap();
    assert_eq!(open_kit.settings.selection.params().real("homesick"), 1.0);
    let map = open_kit.recipe().unwrap().grow(4);
    let at_home = map.joints().filter(|(_, joint)| joint.guide == PlacedId::new(0)).count();
    assert!(at_home >= 3, "{at_home}");
    let typed = open(kit, &["selection.homesick=0.5"]).unwrap();
    assert_eq!(typed.settings.selection.params().real("homesick"), 0.5);
    let text = MapFile::new(&open_kit.kit, &open_kit.settings, &map).to_text();
    assert!(text.contains("\"starter_con_tol\":0,\"homesick\":1.0"), "{text}");
    let settings = MapFile::parse(text.as_bytes(), "map.json", &snapmesh::Limits::DEFAULT)
        .unwrap()
        .settings("map.json", &methods())
        .unwrap();
    assert_eq!(settings.selection, open_kit.settings.selection);
}

#[test]
fn a_list_is_read_from_the_kit_and_goes_through_the_map_file() {
    let open_kit = open("[selection]\nmethod = \"playlist\"\nguides = [0, 0, 2]\n", &[]).unwrap();
    let map = open_kit.recipe().unwrap().grow(4);
    assert_eq!(map.stop.reason, "list-done");
    let file = MapFile::new(&open_kit.kit, &open_kit.settings, &map);
    let settings = file.settings("map.json", &methods()).unwrap();
    assert_eq!(settings.selection, open_kit.settings.selection);
    assert_eq!(open("", &[]).unwrap().settings.selection.params().get("guides"), None, "it is arena's turn");
}

#[test]
fn misspelled_and_wrong_parameters_are_errors_at_their_place() {
    let told = |kit: &str| open(kit, &[]).err().map(|problems| problems.to_string()).unwrap_or_default();
    let misspelled = told("[selection]\nmethod = \"wander\"\nhomesik = 0.5\n");
    assert!(misspelled.contains("kit.toml:3:1: unknown key `homesik`"), "{misspelled}");
    assert!(misspelled.contains("did you mean `homesick`?"), "{misspelled}");
    let wrong = told("[selection]\nhomesick = 1.5\n");
    assert!(
        wrong.contains("kit.toml:2:12: `homesick` in [selection] must be a number, from 0 to 1, found 1.5"),
        "{wrong}"
    );
    let item = told("[selection]\nguides = [1, -2]\n");
    assert!(
        item.contains("kit.toml:2:14: `guides[1]` in [selection] must be a whole number from 0 to 1000"),
        "{item}"
    );
    let mut selection = snapmesh::Settings::default().selection;
    selection.method = &WANDER;
    assert!(selection.set("homesick", 0.75).is_ok());
    let error = selection.set("homesik", 0.75).unwrap_err();
    assert_eq!(error.help.as_deref(), Some("did you mean `homesick`?"));
}

#[test]
fn the_schema_has_them() {
    let schema = schema::schema(&methods());
    let selection = &schema["properties"]["selection"]["properties"];
    assert_eq!(selection["homesick"]["type"], "number");
    assert_eq!(selection["homesick"]["maximum"], 1.0);
    assert_eq!(selection["homesick"]["methods"][0], "wander");
    assert_eq!(selection["guides"]["items"]["maximum"], 1000);
    assert_eq!(selection["guides"]["default"], serde_json::json!([0, 1]));
}
