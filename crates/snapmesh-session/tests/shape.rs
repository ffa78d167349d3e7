//! Maps shaped by hand, as a page asks for them: steps of a wish, refusals in words, and going back and forth over them.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

use serde_json::{Value as Json, json};
use snapmesh::{Problems, Rng, RngKind};
use snapmesh_io::Memory;
use snapmesh_kits::STARTER;
use snapmesh_session::{Host, Message, Request, Session};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Default)]
struct Page(Vec<(Json, Vec<u8>)>);

impl Host for Page {
    fn tell(&mut self, Message { head, bytes }: Message) {
        self.0.push((serde_json::from_str(&head).unwrap(), bytes.unwrap_or_default()));
    }

    fn stop(&self) -> Arc<AtomicBool> {
        Arc::default()
    }

    fn save(&mut self, _: &str) -> Result<String, Problems> {
        unreachable!("nothing is saved here")
    }
}

impl Page {
    fn get(&self, name: &str) -> Option<&Json> {
        self.0.iter().map(|(head, _)| head).find(|head| head["answer"] == name)
    }
}

struct Studio {
    session: Session,
    wish: Json,
    /// How many connectors each piece of the kit has, caps and doors that are in use included.
    connectors: Vec<usize>,
}

impl Studio {
    fn new(edits: &[(&str, &str)]) -> Self {
        let files: BTreeMap<String, Vec<u8>> =
            STARTER.iter().map(|(name, content)| ((*name).to_string(), content.to_vec())).collect();
        let session = Session::new(Box::new(Memory::new("starter", files)), "kits/starter");
        let edit = |(path, value): &(&str, &str)| json!({ "path": path, "value": value });
        let edits: Vec<Json> = edits.iter().map(edit).collect();
        Self { session, wish: json!({ "preset": "arena", "edits": edits, "steps": [] }), connectors: vec![] }
    }

    fn ask(&mut self, mut request: Json) -> Page {
        request["id"] = json!(5);
        let mut page = Page::default();
        self.session.answer(Request::parse(&request.to_string()).unwrap(), &mut page);
        page
    }

    fn grow(&mut self) -> Json {
        let wish = self.wish.clone();
        let page = self.ask(json!({ "request": "grow", "wish": wish }));
        if let Some(kit) = page.get("kit") {
            let count = |piece: &Json| piece["connectors"].as_array().unwrap().len();
            self.connectors = kit["pieces"].as_array().unwrap().iter().map(count).collect();
        }
        page.get("map").unwrap_or_else(|| panic!("no map: {:?}", page.get("failed"))).clone()
    }

    /// Does something by hand, or says why not: as a page does, which asks first.
    fn act(&mut self, act: &Json) -> Result<Json, String> {
        let mut wish = self.wish.clone();
        let step = json!({ "preset": wish["preset"], "edits": wish["edits"], "act": act });
        wish["steps"].as_array_mut().unwrap().push(step);
        let page = self.ask(json!({ "request": "shape", "wish": wish }));
        if let Some(failed) = page.get("failed") {
            return Err(failed["problems"][0]["message"].as_str().unwrap().into());
        }
        assert_eq!(page.get("shaped").unwrap()["there"], true);
        self.wish = wish;
        Ok(self.grow())
    }
}

/// The free connectors of a map, whose pieces have so many each.
fn free_ports(connectors: &[usize], map: &Json) -> Vec<Json> {
    let rows = map["placed"].as_array().unwrap();
    let number = |row: &Json, at: usize| row[at].as_i64().unwrap();
    let mut used: BTreeSet<(i64, i64)> = BTreeSet::new();
    for (placed, row) in (0..).zip(rows).filter(|(_, row)| number(row, 6) >= 0) {
        used.extend([(number(row, 6), number(row, 7)), (placed, number(row, 8))]);
    }
    for side in map["links"].as_array().unwrap().iter().flat_map(|link| [&link["from"], &link["to"]]) {
        used.insert((side["placed"].as_i64().unwrap(), side["connector"].as_i64().unwrap()));
    }
    let of = |(placed, row): (i64, &Json)| {
        (0..connectors[number(row, 0) as usize] as i64).map(move |it| (placed, it))
    };
    let all = (0..).zip(rows).flat_map(of).filter(|port| !used.contains(port));
    all.map(|(placed, connector)| json!({ "placed": placed, "connector": connector })).collect()
}

const OPEN: [(&str, &str); 1] = [("selection.max_pieces", "12")];

#[test]
fn steps_make_another_map_and_say_what_was_done() {
    let mut studio = Studio::new(&OPEN);
    let grown = studio.grow();
    assert_eq!((&grown["pins"], &grown["steps"], &grown["kept"]), (&json!([]), &json!([]), &json!(0)));
    let pinned = studio.act(&json!({ "act": "pin", "placed": 2 })).unwrap();
    assert_eq!((&pinned["pins"], &pinned["digest"]), (&json!([2]), &grown["digest"]), "the map is the same");
    let fewer = studio.act(&json!({ "act": "delete", "placed": 11 })).unwrap();
    assert_eq!(fewer["kept"], json!(11));
    assert!(fewer["steps"][1].as_str().unwrap().starts_with("Deleted p11_"));
    let told = studio.act(&json!({ "act": "delete", "placed": 2 })).unwrap_err();
    assert!(told.contains("is pinned: unpin it first"), "{told}");
    let told = studio.act(&json!({ "act": "delete", "placed": 99 })).unwrap_err();
    assert!(told.contains("no piece 99"), "{told}");
    let regrown = studio.act(&json!({ "act": "regrow", "placed": 10, "seed": 5 })).unwrap();
    assert_eq!(regrown["pieces"], json!(12));
    let why = studio.ask(json!({ "request": "why", "placed": 1 }));
    assert!(why.get("why").unwrap()["sentence"].as_str().unwrap().contains("is joined by"));
}

#[test]
fn settings_that_change_count_for_what_is_grown_from_then_on() {
    let mut studio = Studio::new(&OPEN);
    studio.grow();
    let shaped = studio.act(&json!({ "act": "pin", "placed": 11 })).unwrap();
    studio.wish["edits"][0]["value"] = json!("20");
    let same = studio.grow();
    assert_eq!(same["placed"], shaped["placed"], "what stands, stands");
    let larger = studio.act(&json!({ "act": "grow", "seed": 3 })).unwrap();
    assert_eq!(larger["pieces"], json!(20));
    assert!(larger["kept"].as_u64().unwrap() >= 2);
}

#[test]
fn an_export_is_the_shaped_map() {
    let mut studio = Studio::new(&OPEN);
    studio.grow();
    let map = studio.act(&json!({ "act": "delete", "placed": 11 })).unwrap();
    let page = studio.ask(json!({ "request": "export", "ending": "json", "options": {} }));
    let (_, bytes) = page.0.iter().find(|(head, _)| head["answer"] == "file").unwrap();
    let file: Json = serde_json::from_slice(bytes).unwrap();
    assert_eq!((&file["digest"], &file["kept"]), (&map["digest"], &json!(11)));
    assert_eq!(file["stop"]["reason"], "by-hand");
}

/// How many actions go back and forth.
const ACTIONS: usize = 200;
/// Each kind of act is done at least so often, or what is tested is not what it says.
const LEAST: usize = 5;
const SETTING: &str = "setting";
const SIZES: [&str; 3] = ["8", "10", "12"];
const ENDS: &str = r#"{ cap = ["ends/BrokenWall.glb"], door = ["ends/Archway.glb"] }"#;
/// Most connectors have no cap that fits, and most pairs cannot be joined by a loop: so many of them are tried.
const PAIRS: usize = 12;

/// An act by chance, on a map with these free connectors.
fn any_act(rng: &mut Rng, map: &Json, free: &[Json]) -> Json {
    let placed = rng.below(map["placed"].as_array().unwrap().len());
    let pins = map["pins"].as_array().unwrap();
    let pinned = if pins.is_empty() { json!(placed) } else { pins[rng.below(pins.len())].clone() };
    let seed = rng.below(1000);
    let mut port = || {
        if free.is_empty() {
            json!({ "placed": 0, "connector": 0 })
        } else {
            free[rng.below(free.len())].clone()
        }
    };
    let [from, to] = [port(), port()];
    match rng.below(9) {
        0 => json!({ "act": "pin", "placed": placed }),
        1 => json!({ "act": "unpin", "placed": pinned }),
        2 => json!({ "act": "delete", "placed": placed }),
        3 => json!({ "act": "regrow", "placed": placed, "seed": seed }),
        4 => json!({ "act": "grow", "seed": seed }),
        5 => json!({ "act": "cap", "port": from, "seed": seed }),
        6 => json!({ "act": "place", "port": from, "piece": "Hall", "connector": seed % 2, "seed": seed }),
        _ => json!({ "act": "close", "from": from, "to": to, "seed": seed }),
    }
}

/// What a page sees of a map.
fn seen(map: &Json) -> Vec<Json> {
    let keys = ["digest", "placed", "doors", "links", "free_connectors", "promises", "kept", "pins", "steps"];
    keys.map(|key| map.get(key).unwrap_or_else(|| panic!("a map tells no {key}")).clone()).into()
}

impl Studio {
    /// Does something by chance: changes a setting, or an act. Gives what it was and the map; nothing if it was refused.
    fn do_any(&mut self, rng: &mut Rng, map: &Json) -> Option<(String, Json)> {
        if rng.below(10) == 0 {
            self.wish["edits"][0]["value"] = json!(SIZES[rng.below(SIZES.len())]);
            return Some((SETTING.into(), self.grow()));
        }
        let free = free_ports(&self.connectors, map);
        let mut act = any_act(rng, map, &free);
        let what = act["act"].as_str().unwrap().to_string();
        let mut done = self.act(&act);
        let more = if free.is_empty() { 0 } else { PAIRS };
        for port in ["port", "from"].into_iter().cycle().take(more) {
            if done.is_err() && !act[port].is_null() {
                act[port] = free[rng.below(free.len())].clone();
                done = self.act(&act);
            }
        }
        Some((what, done.ok()?))
    }
}

/// Two hundred actions by chance, all undone and all done again, in this session and in a new one. The wish is what undo and redo
/// bring back, as the page keeps it: with each of them, the map is what it was.
#[test]
fn two_hundred_actions_undone_and_redone_end_where_they_began() {
    // Walking takes most of the time, and matters here least.
    let edits = [("selection.max_pieces", "10"), ("ends.\"2 white\"", ENDS), ("navigation.cell_size", "1.0")];
    let mut studio = Studio::new(&edits);
    let mut rng = Rng::new(RngKind::ChaCha8, 19);
    let mut history = vec![(studio.wish.clone(), studio.grow())];
    let mut done: BTreeMap<String, usize> = BTreeMap::new();
    let mut tried = 0;
    while history.len() <= ACTIONS {
        tried += 1;
        assert!(tried < 4000, "acts are refused for ever: {done:?}");
        let last = history.last().unwrap().1.clone();
        if let Some((what, map)) = studio.do_any(&mut rng, &last) {
            *done.entry(what).or_default() += 1;
            history.push((studio.wish.clone(), map));
        }
    }
    println!("{tried} tried, {ACTIONS} done: {done:?}");
    for act in ["pin", "unpin", "delete", "regrow", "grow", "cap", "place", "close", SETTING] {
        assert!(done.get(act).is_some_and(|&count| count >= LEAST), "{act}: {done:?}");
    }
    let other = history.windows(2).filter(|pair| pair[0].1["digest"] != pair[1].1["digest"]).count();
    assert!(other > ACTIONS / 3, "most acts make another map: {other} did");
    for at in (0..=ACTIONS).rev().chain(0..=ACTIONS) {
        studio.wish = history[at].0.clone();
        assert_eq!(seen(&studio.grow()), seen(&history[at].1), "after {at} actions");
    }
    // One session remembers the maps that it has made. A new one, as after a reload, makes each of them again.
    let mut new = Studio::new(&edits);
    for (at, (wish, map)) in history.into_iter().enumerate() {
        new.wish = wish;
        assert_eq!(seen(&new.grow()), seen(&map), "after {at} actions, in a new session");
    }
}
