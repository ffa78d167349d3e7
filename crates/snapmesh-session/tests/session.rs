//! A session as a page drives it: requests in, answers out, on kits in memory.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

use serde_json::{Value as Json, json};
use snapmesh::selection::STANDARD;
use snapmesh::{Limits, Problems};
use snapmesh_io::{FileError, Files, Found, MapFile, Memory, OpenKit, Overrides};
use snapmesh_kits::STARTER;
use snapmesh_session::{Host, Message, Request, Session};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Files that a test can change while a session has them.
#[derive(Clone)]
struct Disk(Rc<RefCell<BTreeMap<String, Vec<u8>>>>);

impl Disk {
    fn starter() -> Self {
        let files = STARTER.iter().map(|(name, content)| ((*name).to_string(), content.to_vec()));
        Self(Rc::new(RefCell::new(files.collect())))
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.borrow()["kit.toml"].clone()).unwrap()
    }

    fn write(&self, name: &str, content: &str) {
        self.0.borrow_mut().insert(name.into(), content.into());
    }

    fn now(&self) -> Memory {
        Memory::new("starter", self.0.borrow().clone())
    }
}

impl Files for Disk {
    fn shown(&self) -> String {
        "starter".into()
    }
    fn shown_file(&self, name: &str) -> String {
        format!("starter/{name}")
    }
    fn kit_name(&self) -> String {
        "starter".into()
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

/// The pieces of the starter kit, by file.
fn pieces() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let text = ["kit.toml", "README.md"];
    STARTER.iter().filter(move |(name, _)| !text.contains(name)).map(|(name, content)| (*name, &**content))
}

/// Keeps answers, and saves to the disk of the test.
struct Page {
    disk: Disk,
    answers: Vec<(Json, Vec<u8>)>,
    stop: Arc<AtomicBool>,
}

impl Host for Page {
    fn tell(&mut self, Message { head, bytes }: Message) {
        self.answers.push((serde_json::from_str(&head).unwrap(), bytes.unwrap_or_default()));
    }

    fn stop(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    fn save(&mut self, text: &str) -> Result<String, Problems> {
        self.disk.write("kit.toml", text);
        Ok("kit.toml.bak".into())
    }
}

struct Studio {
    disk: Disk,
    session: Session,
}

impl Studio {
    fn open(disk: Disk) -> Self {
        Self { session: Session::new(Box::new(disk.clone()), "kits/starter"), disk }
    }

    /// Every answer to a request, by name; the last is `done`.
    fn ask(&mut self, mut request: Json) -> Answers {
        request["id"] = json!(5);
        let mut page =
            Page { disk: self.disk.clone(), answers: vec![], stop: Arc::new(AtomicBool::new(false)) };
        self.session.answer(Request::parse(&request.to_string()).unwrap(), &mut page);
        assert!(page.answers.iter().all(|(head, _)| head["id"] == 5));
        assert_eq!(page.answers.last().unwrap().0["answer"], "done");
        Answers(page.answers)
    }

    fn grow(&mut self, preset: Option<&str>, edits: &[(&str, &str)]) -> Answers {
        self.ask(json!({ "request": "grow", "wish": wish(preset, edits) }))
    }
}

struct Answers(Vec<(Json, Vec<u8>)>);

impl Answers {
    fn get(&self, name: &str) -> &(Json, Vec<u8>) {
        let found = self.0.iter().find(|(head, _)| head["answer"] == name);
        found.unwrap_or_else(|| panic!("no {name} among {:?}", self.names()))
    }

    fn head(&self, name: &str) -> &Json {
        &self.get(name).0
    }

    fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(head, _)| head["answer"].as_str().unwrap()).collect()
    }

    /// The messages of what is wrong, as the page is told.
    fn problems(&self) -> Vec<&Json> {
        self.head("setup")["problems"].as_array().unwrap().iter().collect()
    }
}

fn wish(preset: Option<&str>, edits: &[(&str, &str)]) -> Json {
    let edits: Vec<Json> =
        edits.iter().map(|(path, value)| json!({ "path": path, "value": value })).collect();
    json!({ "preset": preset, "edits": edits })
}

fn f64s(bytes: &[u8]) -> Vec<f64> {
    bytes.chunks_exact(8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap())).collect()
}

fn i32s(bytes: &[u8]) -> Vec<i32> {
    bytes.chunks_exact(4).map(|bytes| i32::from_le_bytes(bytes.try_into().unwrap())).collect()
}

#[test]
fn a_wish_gives_the_map_that_the_kit_itself_gives() {
    let mut studio = Studio::open(Disk::starter());
    let answers = studio.grow(Some("star"), &[("generation.seed", "7")]);
    assert_eq!(answers.names(), ["kit", "setup", "map", "composed", "timeline", "walked", "done"]);
    let overrides = Overrides { preset: Some("star".into()), seed: Some(7), ..Overrides::default() };
    let open = OpenKit::open(&studio.disk.now(), &overrides, STANDARD).unwrap();
    let map = open.recipe().unwrap().grow(7);
    let told = answers.head("map");
    assert_eq!(told["digest"], MapFile::new(&open.kit, &open.settings, &map).digest);
    assert_eq!(told["placed"].as_array().unwrap().len(), map.pieces.len());
    assert_eq!(answers.head("setup")["command"], "snapmesh generate kits/starter --preset star --seed 7");
    // The kit is told once, as long as it stays the same.
    let again = studio.grow(Some("star"), &[("generation.seed", "8")]);
    assert_eq!(again.names()[0], "setup");
}

#[test]
fn values_are_told_with_where_they_come_from() {
    let mut studio = Studio::open(Disk::starter());
    let answers =
        studio.grow(Some("star"), &[("generation.max_fails", "77"), ("navigation.seed", "9007199254740993")]);
    let setup = answers.head("setup");
    assert_eq!(setup["settings"]["generation"]["max_fails"], 77);
    assert_eq!(setup["settings"]["navigation"]["seed"], "9007199254740993", "a page would round it");
    assert_eq!(setup["origins"]["generation.max_fails"], "edit");
    assert_eq!(setup["origins"]["selection.method"], "preset");
    assert_ne!(setup["unedited"]["generation"]["max_fails"], 77);
    assert_eq!(setup["edited"], true);
    assert_eq!(studio.grow(Some("star"), &[]).head("setup")["edited"], false);
    let least = i64::MIN.to_string();
    let answers = studio.grow(None, &[("generation.seed", &least)]);
    assert_eq!(answers.head("setup")["settings"]["generation"]["seed"], *least);
    assert_eq!(answers.head("map")["seed"], *least);
}

#[test]
fn the_timeline_ends_with_the_map() {
    let mut studio = Studio::open(Disk::starter());
    let undo = [
        ("growth.when_blocked", "\"undo\""),
        ("selection.max_pieces", "40"),
        ("selection.method", "\"corridor\""),
    ];
    let answers = studio.grow(None, &undo);
    let (head, bytes) = answers.get("timeline");
    let events = head["events"].as_u64().unwrap() as usize;
    let marks = i32s(&bytes[..events * 12]);
    let placements = f64s(&bytes[(events * 12).next_multiple_of(8)..]);
    assert_eq!(placements.len(), 10 * head["placements"].as_u64().unwrap() as usize);
    let mut standing: Vec<&[f64]> = vec![];
    for mark in marks.chunks_exact(3) {
        match *mark {
            [1, placement, index] => {
                assert_eq!(index as usize, standing.len());
                standing.push(&placements[placement as usize * 10..][..9]);
            }
            [2, left, _] => standing.truncate(left as usize),
            _ => {}
        }
    }
    let map: Vec<Vec<f64>> = answers.head("map")["placed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_array().unwrap().iter().take(9).map(|x| x.as_f64().unwrap()).collect())
        .collect();
    assert_eq!(standing, map);
    let story = studio.ask(json!({ "request": "story", "from": 0, "count": 3 }));
    assert!(story.head("story")["lines"][0].as_str().unwrap().starts_with("Start with p0_"));
}

#[test]
fn every_piece_and_every_free_connector_has_its_reasons() {
    let mut studio = Studio::open(Disk::starter());
    let answers = studio.grow(None, &[]);
    let placed = answers.head("map")["placed"].as_array().unwrap().clone();
    for (index, row) in placed.iter().enumerate() {
        let answers = studio.ask(json!({ "request": "why", "placed": index }));
        let why = answers.head("why");
        let sentence = why["sentence"].as_str().unwrap();
        assert!(sentence.starts_with(&format!("p{index}_")), "{sentence}");
        assert_eq!(why["guide"].as_i64().unwrap_or(-1), row[6].as_i64().unwrap());
        assert!(why["since"].as_u64() <= why["event"].as_u64());
    }
    let kit = answers.head("kit");
    let used: Vec<(i64, i64)> = placed
        .iter()
        .enumerate()
        .skip(1)
        .flat_map(|(index, row)| {
            [(index as i64, row[8].as_i64().unwrap()), (row[6].as_i64().unwrap(), row[7].as_i64().unwrap())]
        })
        .chain(answers.head("map")["links"].as_array().unwrap().iter().flat_map(|link| {
            ["from", "to"].map(|side| {
                let [placed, connector] = ["placed", "connector"].map(|it| link[side][it].as_i64().unwrap());
                (placed, connector)
            })
        }))
        .collect();
    let mut free = 0;
    for (index, row) in placed.iter().enumerate() {
        let connectors =
            kit["pieces"][row[0].as_u64().unwrap() as usize]["connectors"].as_array().unwrap().len();
        for connector in 0..connectors {
            let port = json!({ "placed": index, "connector": connector });
            let answers = studio.ask(json!({ "request": "free", "port": port }));
            if used.contains(&(index as i64, connector as i64)) {
                assert_eq!(answers.names(), ["failed", "done"], "it is joined");
                continue;
            }
            free += 1;
            let told = answers.head("free");
            assert!(!told["reasons"].as_array().unwrap().is_empty());
            let all =
                told["candidates"].as_array().unwrap().len() + told["mismatched"].as_array().unwrap().len();
            assert_eq!(all, kit["pieces"].as_array().unwrap().len());
        }
    }
    assert_eq!(free, answers.head("map")["free_connectors"].as_i64().unwrap());
}

#[test]
fn a_candidate_that_fits_does_fit_when_the_map_grows_on() {
    // Two rooms of a map of one: whatever is said to fit at a free connector of the first is what growth can place there.
    let mut studio = Studio::open(Disk::starter());
    studio.grow(Some("arena"), &[("selection.max_pieces", "1")]);
    let told = studio.ask(json!({ "request": "free", "port": { "placed": 0, "connector": 0 } }));
    let candidates = told.head("free")["candidates"].as_array().unwrap().clone();
    assert!(
        candidates.iter().all(|candidate| candidate["fits"] == true),
        "nothing is in the way: {candidates:?}"
    );
    assert_eq!(told.head("free")["room"], Json::Null);
    let next = studio.grow(Some("arena"), &[("selection.max_pieces", "2")]);
    let second = &next.head("map")["placed"][1];
    assert!(candidates.iter().any(|candidate| candidate["piece"] == second[0]));
}

#[test]
fn a_walk_is_told_in_numbers_points_and_regions() {
    let mut studio = Studio::open(Disk::starter());
    let answers = studio.grow(None, &[]);
    let (head, bytes) = answers.get("walked");
    let points = head["points"].as_u64().unwrap() as usize;
    let pieces = answers.head("map")["placed"].as_array().unwrap().len();
    assert_eq!((points, bytes.len()), (250, points * 16 + pieces * 4));
    let regions = i32s(&bytes[points * 16..]);
    assert!(regions.contains(&0) && regions.iter().all(|&region| region >= -1));
    let mesh = studio.ask(json!({ "request": "navmesh" }));
    let (head, bytes) = mesh.get("navmesh");
    let (corners, triangles) = (head["corners"].as_u64().unwrap(), head["triangles"].as_u64().unwrap());
    assert_eq!(bytes.len() as u64, corners * 12 + triangles * 16);
    let tour = studio.ask(json!({ "request": "tour", "stops": 5, "seed": 1 }));
    let stops = tour.head("tour")["stops"].as_array().unwrap();
    let path = studio.ask(json!({ "request": "path", "from": stops[0], "to": stops[2] }));
    assert!(path.head("path")["length"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_verdict_is_composed_before_the_map_is_walked_and_agrees_with_the_walk() {
    let mut studio = Studio::open(Disk::starter());
    for seed in ["1", "2", "3"] {
        let answers = studio.grow(Some("arena"), &[("generation.seed", seed)]);
        let (early, walk) = (&answers.head("composed")["known"], &answers.head("walked")["exact"]);
        for metric in ["connectivity", "largest_region"] {
            let [said, found] = [early, walk].map(|verdict| verdict[metric].as_f64().unwrap());
            assert!(
                (said - found).abs() < 0.02,
                "seed {seed}, {metric}: {said} at once, {found} by the walk"
            );
        }
        assert_eq!(answers.head("composed")["unknown"], Json::Null);
    }
}

#[test]
fn a_map_that_is_not_waited_for_has_a_verdict_all_the_same() {
    let mut studio = Studio::open(Disk::starter());
    studio.grow(None, &[]);
    // Whoever drags a slider asks for the next map as soon as this one is there.
    let mut page = Impatient { names: vec![], stop: Arc::default() };
    let request = json!({ "id": 1, "request": "grow", "wish": wish(None, &[("generation.seed", "9")]) });
    studio.session.answer(Request::parse(&request.to_string()).unwrap(), &mut page);
    assert_eq!(page.names, ["setup", "map", "composed", "timeline", "done"]);
}

/// A page that wants nothing more once it has a map.
struct Impatient {
    names: Vec<String>,
    stop: Arc<AtomicBool>,
}

impl Host for Impatient {
    fn tell(&mut self, Message { head, .. }: Message) {
        let head: Json = serde_json::from_str(&head).unwrap();
        self.stop.fetch_or(head["answer"] == "map", Ordering::Relaxed);
        self.names.push(head["answer"].as_str().unwrap().into());
    }

    fn stop(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    fn save(&mut self, _: &str) -> Result<String, Problems> {
        unreachable!("nothing is saved here")
    }
}

#[test]
fn exports_are_the_files_of_the_command_and_art_has_every_piece() {
    let mut studio = Studio::open(Disk::starter());
    studio.grow(None, &[]);
    let file = studio.ask(json!({ "request": "export", "ending": "json", "options": {} }));
    let open = OpenKit::open(&studio.disk.now(), &Overrides::default(), STANDARD).unwrap();
    let map = open.recipe().unwrap().grow(open.settings.generation.seed);
    assert_eq!(file.get("file").1, MapFile::new(&open.kit, &open.settings, &map).to_text().into_bytes());
    let glb = studio.ask(json!({ "request": "export", "ending": "glb", "options": { "nav": true } }));
    assert!(glb.get("file").1.starts_with(b"glTF"));
    let all =
        json!({ "connectors": true, "colliders": true, "boxes": true, "instancing": true, "nav": false });
    let glb = studio.ask(json!({ "request": "export", "ending": "glb", "options": all }));
    assert!(glb.get("file").1.starts_with(b"glTF"));
    let seen = json!({ "angle": "9,9", "size": "16x16", "cut": "none", "color": "order", "doorways": true });
    let png = studio.ask(json!({ "request": "export", "ending": "png", "options": seen }));
    assert!(png.get("file").1.starts_with(b"\x89PNG"));
    for (key, value, must) in [("size", "9x9", "from 16 to 8192"), ("cut", "roof", "a number of metres")] {
        let wrong = studio.ask(json!({ "request": "export", "ending": "png", "options": { key: value } }));
        assert!(wrong.head("failed").to_string().contains(must));
    }
    assert!(
        studio
            .ask(json!({ "request": "export", "ending": "exe", "options": {} }))
            .names()
            .contains(&"failed")
    );
    let art = studio.ask(json!({ "request": "art", "file": null }));
    assert_eq!(art.head("art")["pieces"].as_array().unwrap().len(), open.kit.kit().library().len());
    assert!(art.get("art").1.starts_with(b"glTF"));
}

#[test]
fn what_is_wrong_is_told_where_it_is_and_can_be_mended_by_an_edit() {
    let disk = Disk::starter();
    disk.write("kit.toml", "[growth]\nbudget = 0\n");
    let mut studio = Studio::open(disk);
    let answers = studio.grow(None, &[]);
    assert_eq!(answers.names(), ["kit", "setup", "done"]);
    let problems = answers.problems();
    assert_eq!(
        (problems[0]["severity"].as_str(), problems[0]["setting"].as_str()),
        (Some("error"), Some("growth.budget"))
    );
    assert_eq!(
        answers.head("kit")["catalog"].as_array().unwrap().len(),
        17,
        "its files are told all the same"
    );
    assert!(studio.grow(None, &[("growth.budget", "1000")]).names().contains(&"map"));
    for (path, value) in [("generation.max_fails", "0"), ("rules.\"#wet\"", "{ run = 0 }")] {
        let answers = studio.grow(None, &[(path, value), ("growth.budget", "1000")]);
        assert_eq!(answers.problems()[0]["setting"], path);
        assert_eq!(answers.head("setup")["origins"][path], "edit");
    }
}

#[test]
fn settings_that_cannot_hold_together_are_told_at_one_of_them() {
    let mut studio = Studio::open(Disk::starter());
    let answers =
        studio.grow(None, &[("selection.max_pieces", "5"), ("rules.Shrine", "{ count = [9, 99] }")]);
    let problem = answers.problems()[0];
    assert_eq!(problem["setting"], "rules.Shrine");
    assert!(problem["message"].as_str().unwrap().contains("selection.max_pieces = 5"), "{problem}");
}

#[test]
fn a_broken_piece_is_told_at_the_piece() {
    let disk = Disk::starter();
    disk.write("Broken.glb", "glTF, not really");
    let mut studio = Studio::open(disk);
    let answers = studio.grow(None, &[]);
    let problems = answers.problems();
    assert!(problems.iter().any(|problem| problem["file"] == "Broken.glb"), "{problems:?}");
    // Without it, all is well.
    let names: Vec<String> = pieces().map(|(name, _)| format!("\"{name}\"")).collect();
    let list = format!("[{}]", names.join(", "));
    let answers = studio.grow(None, &[("kit.pieces", &list)]);
    assert!(answers.names().contains(&"map"), "{:?}", answers.names());
}

#[test]
fn text_that_is_no_toml_is_told_with_its_place() {
    let disk = Disk::starter();
    disk.write("kit.toml", "[kit\n");
    let answers = Studio::open(disk).grow(None, &[]);
    assert_eq!(answers.names(), ["kit", "setup", "done"]);
    assert!(answers.problems()[0]["place"].as_str().unwrap().starts_with("starter/kit.toml:1:"));
}

#[test]
fn saving_writes_the_wish_and_keeps_the_comments() {
    let disk = Disk::starter();
    disk.write("kit.toml", &format!("# mine\n{}", disk.text()));
    let mut studio = Studio::open(disk.clone());
    let edits =
        [("generation.max_fails", "33"), ("rules.Hall", "{ weight = 2.0 }"), ("generation.seed", "-9")];
    let digest = studio.grow(None, &edits).head("map")["digest"].clone();
    let saved = studio.ask(json!({ "request": "save", "wish": wish(None, &edits) }));
    assert_eq!(saved.head("saved")["backup"], "kit.toml.bak");
    assert!(disk.text().starts_with("# mine\n") && disk.text().contains("max_fails = 33"), "{}", disk.text());
    let answers = studio.grow(None, &[]);
    assert_eq!(answers.head("map")["digest"], digest);
    assert_eq!(answers.head("setup")["edited"], false);
}

#[test]
fn a_file_that_changed_in_the_meantime_is_not_overwritten() {
    let mut studio = Studio::open(Disk::starter());
    studio.grow(None, &[]);
    let theirs = studio.disk.text() + "\n# somebody else\n";
    studio.disk.write("kit.toml", &theirs);
    let save = json!({ "request": "save", "wish": wish(None, &[("generation.max_fails", "33")]) });
    assert!(studio.ask(save.clone()).head("failed").to_string().contains("changed on the disk"));
    assert_eq!(studio.disk.text(), theirs);
    assert!(studio.ask(save).names().contains(&"saved"), "now it is known");
    assert!(studio.disk.text().contains("# somebody else"));
}

#[test]
fn a_kit_that_is_gone_stays_as_it_was() {
    let mut studio = Studio::open(Disk::starter());
    let digest = studio.grow(None, &[]).head("map")["digest"].clone();
    studio.disk.0.borrow_mut().clear();
    studio.session.changed();
    let answers = studio.grow(None, &[]);
    assert_eq!(answers.head("map")["digest"], digest);
    assert!(answers.problems()[0]["message"].as_str().unwrap().contains("cannot be read any more"));
    assert!(studio.grow(None, &[("generation.seed", "3")]).names().contains(&"walked"));
    assert!(studio.ask(json!({ "request": "art", "file": null })).names().contains(&"art"));
}

#[test]
fn a_piece_that_changed_is_read_again() {
    let mut studio = Studio::open(Disk::starter());
    let answers = studio.grow(None, &[]);
    let art = answers.head("kit")["art"].clone();
    let [(_, first), (second, _)] = [0, 1].map(|number| pieces().nth(number).unwrap());
    studio.disk.0.borrow_mut().insert(second.into(), first.to_vec());
    assert!(!studio.grow(None, &[]).names().contains(&"kit"), "nobody said that it changed");
    studio.session.changed();
    assert_ne!(studio.grow(None, &[]).head("kit")["art"], art);
}

#[test]
fn growth_that_is_not_wanted_any_more_ends() {
    let disk = Disk::starter();
    let mut session = Session::new(Box::new(disk.clone()), "starter");
    let mut page = Page { disk, answers: vec![], stop: Arc::new(AtomicBool::new(true)) };
    page.stop.store(true, Ordering::Relaxed);
    let request = json!({ "id": 1, "request": "grow", "wish": wish(None, &[]) });
    session.answer(Request::parse(&request.to_string()).unwrap(), &mut page);
    assert_eq!(Answers(page.answers).names(), ["kit", "setup", "done"]);
}

#[test]
fn what_is_asked_too_early_or_leads_nowhere_is_refused() {
    let mut studio = Studio::open(Disk::starter());
    let told = studio.ask(json!({ "request": "navmesh" }));
    assert!(told.head("failed").to_string().contains("there is no map yet"));
    studio.grow(None, &[]);
    let told = studio.ask(json!({ "request": "why", "placed": 999_999 }));
    assert!(told.head("failed").to_string().contains("there is no piece 999999"));
    let told = studio.ask(json!({ "request": "art", "file": "../../etc/passwd" }));
    assert!(told.names().contains(&"failed"));
    let told = studio.ask(json!({ "request": "story", "from": 1u64 << 40, "count": 1u64 << 40 }));
    assert_eq!(told.head("story")["lines"], json!([]));
}
