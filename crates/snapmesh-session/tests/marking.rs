//! Pieces marked in a session: proposed, checked, joined, saved; and a folder of models that is no kit yet.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

use serde_json::{Value as Json, json};
use snapmesh::selection::STANDARD;
use snapmesh::{Limits, Problems};
use snapmesh_io::{FileError, Files, Found, Memory, OpenKit, Overrides};
use snapmesh_kits::STARTER;
use snapmesh_session::{Host, Message, Request, Session};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Files that a session writes to.
#[derive(Clone)]
struct Disk(Rc<RefCell<BTreeMap<String, Vec<u8>>>>);

impl Disk {
    /// The pieces of the starter kit, with this `kit.toml` if any.
    fn with(kit: Option<&str>) -> Self {
        let pieces = STARTER.iter().filter(|(name, _)| !["kit.toml", "README.md"].contains(name));
        let mut files: BTreeMap<String, Vec<u8>> =
            pieces.map(|(name, content)| ((*name).to_string(), content.to_vec())).collect();
        files.extend(kit.map(|text| ("kit.toml".to_string(), text.into())));
        Self(Rc::new(RefCell::new(files)))
    }

    fn now(&self) -> Memory {
        Memory::new("models", self.0.borrow().clone())
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.borrow()["kit.toml"].clone()).unwrap()
    }
}

impl Files for Disk {
    fn shown(&self) -> String {
        "models".into()
    }
    fn shown_file(&self, name: &str) -> String {
        format!("models/{name}")
    }
    fn kit_name(&self) -> String {
        "models".into()
    }
    fn limits(&self) -> &Limits {
        &Limits::DEFAULT
    }
    fn locate(&self, name: &str) -> Result<PathBuf, FileError> {
        self.now().locate(name)
    }
    fn read(&self, name: &str, most: u64) -> Result<Vec<u8>, FileError> {
        self.now().read(name, most)
    }
    fn read_start(&self, name: &str, bytes: usize) -> Vec<u8> {
        self.now().read_start(name, bytes)
    }
    fn matching(&self, pattern: &str) -> Result<Found, FileError> {
        self.now().matching(pattern)
    }
}

/// A page: hears answers, and keeps what is saved.
struct Page {
    disk: Disk,
    session: Session,
    heard: Vec<Message>,
}

struct Ear<'a>(&'a Disk, &'a mut Vec<Message>);

impl Host for Ear<'_> {
    fn tell(&mut self, answer: Message) {
        self.1.push(answer);
    }
    fn stop(&self) -> Arc<AtomicBool> {
        Arc::default()
    }
    fn save(&mut self, text: &str) -> Result<String, Problems> {
        self.0.0.borrow_mut().insert("kit.toml".into(), text.into());
        Ok("kit.toml.bak".into())
    }
}

impl Page {
    fn open(kit: Option<&str>) -> Self {
        let disk = Disk::with(kit);
        Self { session: Session::new(Box::new(disk.clone()), "models"), disk, heard: vec![] }
    }

    /// Asks, and gives the answer of this kind, or what failed.
    fn ask(&mut self, kind: &str, mut body: Json) -> Json {
        body["id"] = json!(1);
        self.heard.clear();
        let request = Request::parse(&body.to_string()).unwrap();
        self.session.answer(request, &mut Ear(&self.disk, &mut self.heard));
        let heads = self.heard.iter().map(|answer| serde_json::from_str::<Json>(&answer.head).unwrap());
        let mut heads = heads.filter(|head| head["answer"] == kind || head["answer"] == "failed");
        heads.next().unwrap_or_default()
    }
}

fn wish(edits: &[(&str, &str)]) -> Json {
    let edits = edits.iter().map(|(path, value)| json!({ "path": path, "value": value }));
    json!({ "preset": null, "edits": edits.collect::<Vec<_>>() })
}

fn problems(piece: &Json) -> String {
    piece["problems"].as_array().unwrap().iter().map(|problem| problem["message"].to_string()).collect()
}

const UNMARKED: (&str, &str) = ("pieces.Hall", "{ connectors = [] }");

#[test]
fn a_piece_is_told_as_its_file_has_it_and_as_a_section_would() {
    let mut page = Page::open(Some(""));
    let piece = page
        .ask("piece", json!({ "request": "piece", "file": "Hall.glb", "wish": wish(&[]), "looks": true }));
    let count = piece["info"]["connectors"].as_array().unwrap().len();
    assert!(count > 1 && piece["measures"].as_array().unwrap().len() == count, "{piece}");
    assert_eq!(piece["info"]["id"], "Hall");
    assert_eq!(piece["said"]["connectors"].as_array().unwrap().len(), count);
    assert!(piece["measures"][0]["width"].as_f64().unwrap() > 1.0 && problems(&piece).is_empty(), "{piece}");
    assert!(page.heard[0].bytes.as_ref().unwrap().starts_with(b"glTF"));
    let floor = page.ask("floor", json!({ "request": "floor", "file": "Hall.glb", "wish": wish(&[]) }));
    let triangles = floor["triangles"].as_u64().unwrap() as usize;
    assert!(triangles > 1 && page.heard[0].bytes.as_ref().unwrap().len() == triangles * 36, "{floor}");
    let failed = page
        .ask("piece", json!({ "request": "piece", "file": "None.glb", "wish": wish(&[]), "looks": false }));
    assert_eq!(failed["answer"], "failed");
}

#[test]
fn a_piece_without_connectors_is_shown_and_problems_name_the_connector() {
    let mut page = Page::open(Some(""));
    let ask = |edit: (&str, &str)| json!({ "request": "piece", "file": "Hall.glb", "wish": wish(&[edit]), "looks": true });
    let piece = page.ask("piece", ask(UNMARKED));
    assert!(problems(&piece).contains("no connector was found") && page.heard[0].bytes.is_some(), "{piece}");
    let twins =
        "{ connectors = [{ at = [0, 0, 9], heading = [0, 0, 1] }, { at = [0, 0, 9], heading = [0, 0, 1] }] }";
    let piece = page.ask("piece", ask(("pieces.Hall", twins)));
    let told = piece["problems"].as_array().unwrap();
    assert!(told.iter().any(|problem| problem["connector"] == 1), "{piece}");
    let floor = page.ask("piece", ask(("pieces.Hall", "{ floor = [\"nothing\"] }")));
    assert!(problems(&floor).contains("names \\\"nothing\\\""), "{floor}");
}

#[test]
fn what_is_proposed_can_be_wished_for_and_is_written_as_mark_writes_it() {
    let mut page = Page::open(Some("# mine\n[kit]\npieces = [\"Hall.glb\"] # all\n"));
    let found =
        page.ask("proposed", json!({ "request": "propose", "file": "Hall.glb", "wish": wish(&[UNMARKED]) }));
    let doorways = found["said"]["connectors"].as_array().unwrap();
    assert_eq!(doorways.len(), found["measures"].as_array().unwrap().len());
    assert!(doorways.len() > 1, "{found}");
    let at = |door: &Json| {
        format!("{{ color = \"red\", pins = 3, at = {}, heading = {} }}", door["at"], door["heading"])
    };
    let list: Vec<String> = doorways.iter().map(at).collect();
    let edit = format!("{{ connectors = [{}] }}", list.join(", "));
    let saved = page.ask("saved", json!({ "request": "save", "wish": wish(&[("pieces.Hall", &edit)]) }));
    assert_eq!(saved["backup"], "kit.toml.bak", "{saved}");
    let text = page.disk.text();
    assert!(
        text.starts_with(
            "# mine\n[kit]\npieces = [\"Hall.glb\"] # all\n\n[pieces.Hall]\nconnectors = [\n  { at = ["
        ),
        "{text}"
    );
    assert!(text.contains("], pins = 3, color = \"red\" },\n"), "{text}");
    let open = OpenKit::open(&page.disk.now(), &Overrides::default(), STANDARD).unwrap();
    assert_eq!(open.kit.kit().library()[0].connectors.len(), doorways.len());
}

#[test]
fn a_section_that_others_follow_is_changed_where_it_stands() {
    let kit = "[kit]\npieces = [\"Hall.glb\", \"Bridge.glb\"]\n\n[rules]\nHall = { weight = 2 }\n\"*\" = { weight = 3 }\n\n\
               [pieces.Hall]\ntags = [\"first\"]\n\n[pieces.Bridge]\ntags = [\"second\"]\n";
    for edit in [("pieces.Hall", "{ tags = [\"wet\"] }"), ("rules.Hall", "{ weight = 5 }")] {
        let mut page = Page::open(Some(kit));
        let digest = |page: &mut Page, edits: &[(&str, &str)]| {
            page.ask("map", json!({ "request": "grow", "wish": wish(edits) }))["digest"].clone()
        };
        let wished = digest(&mut page, &[edit]);
        let saved = page.ask("saved", json!({ "request": "save", "wish": wish(&[edit]) }));
        assert_eq!(saved["backup"], "kit.toml.bak", "{saved}");
        assert_eq!(digest(&mut page, &[]), wished, "what was saved is the map that was on show: {edit:?}");
    }
}

#[test]
fn joined_pieces_are_measured() {
    let mut page = Page::open(Some(""));
    let port = |connector: usize| json!({ "file": "Hall.glb", "connector": connector });
    let ask = |wish: Json| json!({ "request": "join", "wish": wish, "from": port(0), "to": port(1) });
    let met = page.ask("joined", ask(wish(&[("generation.piece_distance", "0.25")])));
    assert!((met["gap"].as_f64().unwrap() - 0.25).abs() < 0.05, "{met}");
    assert!(met["sentences"][0].as_str().unwrap().contains("gap"), "{met}");
    assert_eq!((met["pose"].as_array().unwrap().len(), &met["overlap"]), (5, &Json::Null));
    let lost =
        page.ask("joined", json!({ "request": "join", "wish": wish(&[]), "from": port(0), "to": port(99) }));
    assert_eq!(lost["answer"], "failed");
}

#[test]
fn a_folder_without_a_kit_file_is_a_kit_that_can_be_marked() {
    let mut page = Page::open(None);
    let edits: Vec<(String, &str)> = STARTER
        .iter()
        .filter_map(|(name, _)| name.rsplit('/').next()?.strip_suffix(".glb"))
        .map(|id| (format!("pieces.{id}"), "{ connectors = [] }"))
        .collect();
    let edits: Vec<(&str, &str)> = edits.iter().map(|(path, value)| (&**path, *value)).collect();
    let kit = page.ask("kit", json!({ "request": "grow", "wish": wish(&edits) }));
    assert_eq!(kit["has_file"], false);
    assert!(kit["catalog"].as_array().unwrap().len() > 5, "{kit}");
    let marked = page.ask("marked", json!({ "request": "mark", "wish": wish(&[]) }));
    assert!(page.disk.text().starts_with("# Made by `snapmesh mark`"), "{marked}");
    let kit = page.ask("kit", json!({ "request": "grow", "wish": wish(&[]) }));
    assert_eq!(kit["has_file"], true);
    page.disk.0.borrow_mut().insert("kit.toml".into(), "# theirs".into());
    let failed = page.ask("marked", json!({ "request": "mark", "wish": wish(&[]) }));
    assert!(
        failed["problems"][0]["message"].as_str().unwrap().contains("was changed on the disk"),
        "{failed}"
    );
}
