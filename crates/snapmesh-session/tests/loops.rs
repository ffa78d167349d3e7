//! Loops as a page is told of them: on the timeline, in the map, and in the words about pieces and connectors.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

use serde_json::{Value as Json, json};
use snapmesh::Problems;
use snapmesh_io::Memory;
use snapmesh_kits::STARTER;
use snapmesh_session::{Host, Message, Request, Session};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const PLACED: i32 = 1;
const TAKEN_BACK: i32 = 2;
const GROWN: i32 = 3;
const LINKED: i32 = 5;
/// What a piece of a loop has as its role.
const LOOP: i64 = 2;

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

struct Studio(Session);

impl Studio {
    fn starter() -> Self {
        let files: BTreeMap<String, Vec<u8>> =
            STARTER.iter().map(|(name, content)| ((*name).to_string(), content.to_vec())).collect();
        Self(Session::new(Box::new(Memory::new("starter", files)), "kits/starter"))
    }

    fn ask(&mut self, mut request: Json) -> Page {
        request["id"] = json!(5);
        let mut page = Page::default();
        self.0.answer(Request::parse(&request.to_string()).unwrap(), &mut page);
        page
    }

    fn grow(&mut self, edits: &[(&str, &str)]) -> Page {
        self.grow_preset(Some("arena"), edits)
    }

    fn grow_preset(&mut self, preset: Option<&str>, edits: &[(&str, &str)]) -> Page {
        let edit = |(path, value): &(&str, &str)| json!({ "path": path, "value": value });
        let edits: Vec<Json> = edits.iter().map(edit).collect();
        self.ask(json!({ "request": "grow", "wish": { "preset": preset, "edits": edits } }))
    }
}

impl Page {
    fn get(&self, name: &str) -> &(Json, Vec<u8>) {
        self.0.iter().find(|(head, _)| head["answer"] == name).unwrap_or_else(|| panic!("no {name}: {self}"))
    }

    fn head(&self, name: &str) -> &Json {
        &self.get(name).0
    }

    fn placed(&self) -> Vec<Vec<f64>> {
        let row = |row: &Json| row.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
        self.head("map")["placed"].as_array().unwrap().iter().map(row).collect()
    }

    fn links(&self) -> Vec<Json> {
        self.head("map")["links"].as_array().unwrap().clone()
    }
}

impl std::fmt::Display for Page {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|(head, _)| writeln!(f, "{}", head.to_string().get(..400).unwrap_or("")))
    }
}

/// The pieces that stand after an event, without depth, and the links.
type Standing = (Vec<Vec<f64>>, Vec<Json>);

/// The timeline as the page plays it: what stands after each event, and the kinds of the events.
fn played(page: &Page) -> (Vec<Standing>, Vec<i32>) {
    let (head, bytes) = page.get("timeline");
    let events = head["events"].as_u64().unwrap() as usize;
    let marks: Vec<i32> =
        bytes[..events * 12].chunks_exact(4).map(|x| i32::from_le_bytes(x.try_into().unwrap())).collect();
    let numbers: Vec<f64> = bytes[(events * 12).next_multiple_of(8)..]
        .chunks_exact(8)
        .map(|x| f64::from_le_bytes(x.try_into().unwrap()))
        .collect();
    assert_eq!(numbers.len(), 10 * head["placements"].as_u64().unwrap() as usize);
    let map = undepthed(&page.placed());
    let (mut pieces, mut links) = (vec![], vec![]);
    let step = |mark: &[i32]| {
        let [kind, a, b] = [mark[0], mark[1], mark[2]];
        let [first, second] = [a, b].map(|it| it.max(0) as usize);
        match kind {
            PLACED => {
                assert_eq!(second, pieces.len());
                pieces.push(numbers[first * 10..][..10].to_vec());
            }
            TAKEN_BACK => {
                pieces.truncate(first);
                links.truncate(second);
            }
            GROWN => {
                pieces = map[..first].to_vec();
                links = page.links()[..second].to_vec();
            }
            LINKED => {
                links.push(head["links"][first].clone());
                assert_eq!(links.len(), second);
            }
            _ => {}
        }
        (pieces.clone(), links.clone())
    };
    (marks.chunks_exact(3).map(step).collect(), marks.iter().step_by(3).copied().collect())
}

/// Rows of a map as placements: the depth is left out.
fn undepthed(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    rows.iter().map(|row| [&row[..9], &row[10..]].concat()).collect()
}

/// Connectors that a piece's joints use, and that links do, on what stands.
fn used((pieces, links): &Standing) -> Vec<(i64, i64)> {
    let joint = |(index, row): (usize, &Vec<f64>)| {
        let guide = (row[6] as i64, row[7] as i64);
        if row[6] < 0.0 { vec![] } else { vec![(index as i64, row[8] as i64), guide] }
    };
    let side = |side: &Json| (side["placed"].as_i64().unwrap(), side["connector"].as_i64().unwrap());
    let joints = pieces.iter().enumerate().flat_map(joint);
    joints.chain(links.iter().flat_map(|link| [side(&link["from"]), side(&link["to"])])).collect()
}

/// Loops that are owed, which may take some back and forth; and loops that come after growth.
const OWED: [(&str, &str); 2] = [("growth.loops", "[2, 3]"), ("growth.when_blocked", "\"undo\"")];
const AT_WILL: [(&str, &str); 2] = [("growth.loops", "[2, 3]"), ("growth.when_blocked", "\"skip\"")];

#[test]
fn the_timeline_goes_over_loops_and_ends_with_the_map() {
    let wishes = [&OWED[..], &AT_WILL[..]].into_iter().flat_map(|edits| {
        // Without a preset nothing may stay open: connectors that meet are linked while the map grows, and caps come in the end.
        [("42", Some("arena")), ("3", Some("arena")), ("4", None), ("42", None)].map(|wish| (edits, wish))
    });
    for (edits, (seed, preset)) in wishes {
        let page = Studio::starter().grow_preset(preset, &[edits, &[("generation.seed", seed)]].concat());
        let (states, kinds) = played(&page);
        let last = states.last().unwrap();
        assert_eq!((&last.0, &last.1), (&undepthed(&page.placed()), &page.links()), "{edits:?} {seed}");
        assert!(!page.links().is_empty() && kinds.contains(&LINKED), "{page}");
        for standing in &states {
            let mut ports = used(standing);
            let all = ports.len();
            ports.sort_unstable();
            ports.dedup();
            assert_eq!(ports.len(), all, "no connector is joined twice, whenever one looks");
            let there = |(placed, _): &(i64, i64)| (*placed as usize) < standing.0.len();
            assert!(ports.iter().all(there), "links are between pieces that stand");
        }
    }
}

#[test]
fn links_come_with_the_event_that_tells_them() {
    let (states, kinds) = played(&Studio::starter().grow(&AT_WILL));
    let grown = kinds.iter().position(|kind| *kind == GROWN).unwrap();
    assert_eq!(states[grown].1, Vec::<Json>::new(), "loops are closed after growth");
    for (event, kind) in kinds.iter().enumerate().skip(grown) {
        let added = states[event].1.len() - states[event - 1].1.len();
        assert_eq!(added, usize::from(*kind == LINKED), "event {event}");
    }
}

#[test]
fn loops_that_come_to_too_few_are_taken_back_with_their_links() {
    // Many loops of short chains: most tries close too few.
    let edits = [
        ("growth.loops", "[6, 6]"),
        ("growth.loop_length", "1"),
        ("growth.when_blocked", "\"undo\""),
        ("selection.max_pieces", "10"),
        ("growth.budget", "4000"),
    ];
    let page = Studio::starter().grow(&edits);
    let (states, kinds) = played(&page);
    let back =
        |event: &usize| kinds[*event] == TAKEN_BACK && states[*event].1.len() < states[*event - 1].1.len();
    let back: Vec<usize> = (1..kinds.len()).filter(back).collect();
    assert!(!back.is_empty(), "of {} events", kinds.len());
    assert!(back.iter().all(|event| states[*event].1.is_empty()));
    let last = states.last().unwrap();
    assert_eq!((&last.0, &last.1), (&undepthed(&page.placed()), &page.links()));
}

#[test]
fn linked_connectors_are_not_free() {
    let mut studio = Studio::starter();
    let page = studio.grow(&OWED);
    let (placed, links) = (page.placed(), page.links());
    let pieces = page.head("kit")["pieces"].as_array().unwrap();
    let connectors: usize =
        placed.iter().map(|row| pieces[row[0] as usize]["connectors"].as_array().unwrap().len()).sum();
    let used = 2 * (placed.len() - 1 + links.len());
    assert_eq!(page.head("map")["free_connectors"], json!(connectors - used));
    for side in links.iter().flat_map(|link| [&link["from"], &link["to"]]) {
        let told = studio.ask(json!({ "request": "free", "port": side }));
        assert!(told.head("failed").to_string().contains("has no free connector"), "{side}");
    }
    assert!(
        links.iter().all(|link| link["gap"].as_f64() < Some(0.0052) && link["turn"].as_f64() <= Some(0.25))
    );
}

#[test]
fn a_piece_of_a_loop_tells_which_loop_it_closes_and_a_linked_one_that_it_is_linked() {
    let mut studio = Studio::starter();
    let page = studio.grow(&OWED);
    let ends: Vec<i64> = page
        .links()
        .iter()
        .flat_map(|link| [&link["from"], &link["to"]].map(|side| side["placed"].as_i64().unwrap()))
        .collect();
    let mut loops = 0;
    for (index, row) in page.placed().iter().enumerate() {
        let told = studio.ask(json!({ "request": "why", "placed": index }));
        let why = told.head("why");
        let (because, links) = (why["because"].as_str().unwrap_or(""), why["links"].as_array().unwrap());
        let is_loop = row[10] as i64 == LOOP;
        assert_eq!(because.contains("closes a loop") && because.contains("Loop of "), is_loop, "{why}");
        assert_eq!(links.len(), ends.iter().filter(|end| **end == index as i64).count());
        assert!(links.iter().all(|link| link.as_str().unwrap().contains("is linked to connector")), "{why}");
        assert!(why["since"].as_u64() <= why["event"].as_u64());
        loops += usize::from(is_loop);
    }
    assert!(loops > 0 && page.head("map")["pieces"] == json!(page.placed().len()), "they are pieces");
    let promises = page.head("map")["promises"].as_array().unwrap();
    assert!(promises.iter().any(|promise| promise["promise"] == "loops: 2 to 3" && promise["kept"] == true));
}

#[test]
fn a_connector_between_which_and_another_no_loop_fits_tells_so() {
    let mut studio = Studio::starter();
    let page = studio.grow(&[("growth.loops", "[0, 9]"), ("growth.when_blocked", "\"skip\"")]);
    let events = page.head("timeline")["events"].clone();
    let story = studio.ask(json!({ "request": "story", "from": 0, "count": events }));
    let lines = story.head("story")["lines"].as_array().unwrap().clone();
    let mut told = 0;
    for line in lines.iter().filter_map(Json::as_str).map(str::trim) {
        let Some(rest) = line.strip_prefix("No loop from connector ") else { continue };
        let (connector, rest) = rest.split_once(' ').unwrap();
        let placed: usize = rest.split_once(" of p").unwrap().1.split_once('_').unwrap().0.parse().unwrap();
        let port = json!({ "placed": placed, "connector": connector.parse::<usize>().unwrap() });
        let answer = studio.ask(json!({ "request": "free", "port": port }));
        // It may have been part of another loop later.
        let Some((free, _)) = answer.0.iter().find(|(head, _)| head["answer"] == "free") else { continue };
        told += usize::from(free["reasons"].as_array().unwrap().contains(&json!(line)));
    }
    assert!(told > 0, "{lines:?}");
}

#[test]
fn loopability_is_told_when_it_is_asked_for_and_not_before() {
    let mut studio = Studio::starter();
    let early = studio.ask(json!({ "request": "loopability" }));
    assert!(early.head("failed").to_string().contains("no map can be grown"));
    let page = studio.grow(&[("growth.loop_length", "4")]);
    assert!(!page.to_string().contains("\"poses\""), "growing does not work it out");
    let told = studio.ask(json!({ "request": "loopability" }));
    let told = told.head("loopability");
    assert_eq!((&told["length"], told["poses"].as_array().unwrap().len()), (&json!(4), 4));
    assert!(told["sentences"][0].as_str().unwrap().starts_with("the shortest ring has"), "{told}");
    assert!(told["joined"].as_u64() <= told["lines"].as_u64() && told["lines"].as_u64() > Some(0));
    let broken = studio.grow(&[("growth.budget", "0")]);
    assert!(broken.head("setup")["problems"].to_string().contains("growth.budget"));
    let told = studio.ask(json!({ "request": "loopability" }));
    assert!(told.head("failed").to_string().contains("mend the errors"));
}
