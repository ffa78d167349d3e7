//! Maps of many seeds as a page asks for them: galleries and searches, which go on between requests.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

use serde_json::{Value as Json, json};
use snapmesh::Problems;
use snapmesh_io::Memory;
use snapmesh_kits::STARTER;
use snapmesh_nav::METRICS;
use snapmesh_session::{Host, Message, Request, Session};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Default)]
struct Page {
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

    fn save(&mut self, _: &str) -> Result<String, Problems> {
        unreachable!("nothing is saved here")
    }
}

/// A session with the starter kit and a page that has asked for a small map.
struct Studio {
    session: Session,
    page: Page,
}

impl Studio {
    fn open() -> Self {
        let files: BTreeMap<String, Vec<u8>> =
            STARTER.iter().map(|(name, content)| ((*name).to_string(), content.to_vec())).collect();
        let session = Session::new(Box::new(Memory::new("starter", files)), "kits/starter");
        let mut studio = Self { session, page: Page::default() };
        let edit = |path: &str, value: &str| json!({ "path": path, "value": value });
        let edits =
            [edit("selection.max_pieces", "8"), edit("growth.loops", "0"), edit("navigation.points", "40")];
        studio.ask(1, json!({ "request": "grow", "wish": { "preset": null, "edits": edits } }));
        studio
    }

    fn ask(&mut self, id: u64, mut request: Json) {
        request["id"] = json!(id);
        self.session.answer(Request::parse(&request.to_string()).unwrap(), &mut self.page);
    }

    /// Lets what goes on come to its end.
    fn finish(&mut self) {
        while self.session.goes_on() {
            self.session.go_on(&mut self.page);
        }
    }

    /// Every answer of a name to a request.
    fn told(&self, id: u64, answer: &str) -> Vec<&Json> {
        let is_it = |told: &&Json| told["id"] == id && told["answer"] == answer;
        self.page.answers.iter().map(|(told, _)| told).filter(is_it).collect()
    }

    fn seeds(&self, id: u64) -> Vec<i64> {
        let samples = self.told(id, "sample");
        samples.iter().map(|told| told["seed"].as_str().unwrap().parse().unwrap()).collect()
    }

    fn search(&mut self, id: u64, demands: &Json, best: &Json, tries: u64) {
        let request =
            json!({ "request": "search", "demands": demands, "best": best, "start": "1", "tries": tries });
        self.ask(id, request);
    }
}

fn gallery(start: &str, count: u64) -> Json {
    json!({ "request": "gallery", "start": start, "count": count })
}

#[test]
fn a_gallery_tells_the_maps_of_its_seeds_with_a_value_for_every_metric() {
    let mut studio = Studio::open();
    studio.ask(2, gallery("-1", 3));
    assert!(studio.told(2, "done").is_empty(), "it goes on");
    studio.finish();
    assert_eq!(studio.seeds(2), [-1, 0, 1]);
    assert_eq!(studio.told(2, "done").len(), 1);
    let names: Vec<&str> = METRICS.iter().map(|metric| metric.name).collect();
    let kit = studio.told(1, "kit")[0];
    let told: Vec<&str> =
        kit["metrics"].as_array().unwrap().iter().map(|metric| metric["name"].as_str().unwrap()).collect();
    assert_eq!(told, names);
    for sample in studio.told(2, "sample") {
        let values = sample["values"].as_array().unwrap();
        assert!(values.len() == names.len() && values.iter().all(Json::is_number), "{sample}");
        assert_eq!(values[0], json!(sample["pieces"].as_f64().unwrap()));
    }
}

#[test]
fn a_sample_is_the_map_that_grows_when_it_is_opened() {
    let mut studio = Studio::open();
    let seed = studio.told(1, "map")[0]["seed"].as_str().unwrap().to_string();
    studio.ask(2, gallery(&seed, 1));
    studio.finish();
    let (sample, map) = (studio.told(2, "sample")[0], studio.told(1, "map")[0]);
    assert_eq!((&sample["placed"], &sample["doors"]), (&map["placed"], &map["doors"]));
    let connectivity = METRICS.iter().position(|metric| metric.name == "connectivity").unwrap();
    assert_eq!(sample["values"][connectivity], studio.told(1, "walked")[0]["connectivity"]);
}

#[test]
fn other_requests_are_answered_while_a_gallery_goes_on_and_it_can_be_stopped() {
    let mut studio = Studio::open();
    studio.ask(2, gallery("1", 200));
    studio.session.go_on(&mut studio.page);
    studio.ask(3, json!({ "request": "why", "placed": 0 }));
    assert_eq!(studio.told(3, "why").len(), 1);
    studio.ask(4, json!({ "request": "stop", "of": 2 }));
    studio.finish();
    assert_eq!(
        (studio.seeds(2).len(), studio.told(2, "done").len(), studio.told(4, "done").len()),
        (1, 1, 1)
    );
}

#[test]
fn a_step_that_is_held_up_is_done_again() {
    let mut studio = Studio::open();
    studio.ask(2, gallery("5", 1));
    let go = std::mem::replace(&mut studio.page.stop, Arc::new(AtomicBool::new(true)));
    studio.session.go_on(&mut studio.page);
    assert!(studio.session.goes_on() && studio.seeds(2).is_empty());
    studio.page.stop = go;
    studio.finish();
    assert_eq!(studio.seeds(2), [5]);
}

#[test]
fn of_too_many_at_a_time_the_oldest_is_let_go() {
    let mut studio = Studio::open();
    for id in 2..7 {
        studio.ask(id, gallery("1", 1));
    }
    assert_eq!((studio.told(2, "done").len(), studio.told(3, "done").len()), (1, 0));
    studio.finish();
    assert!(studio.seeds(2).is_empty() && (3..7).all(|id| studio.seeds(id) == [1]));
}

#[test]
fn a_search_finds_the_first_map_and_shows_it() {
    let mut studio = Studio::open();
    studio.search(2, &json!({ "min_pieces": 8, "min_connectivity": 0.5 }), &Json::Null, 100);
    studio.finish();
    let searched = studio.told(2, "searched")[0];
    assert_eq!(searched["end"], "found");
    assert_eq!(searched["found"], json!(studio.seeds(2).iter().map(i64::to_string).collect::<Vec<_>>()));
    assert_eq!(studio.told(2, "sample")[0]["pieces"], 8);
}

#[test]
fn the_best_of_many_come_best_first_and_progress_is_told() {
    let mut studio = Studio::open();
    let best = json!({ "count": 3, "by": "depth", "lowest": false });
    studio.search(2, &json!({}), &best, 400);
    studio.finish();
    let tried: Vec<u64> =
        studio.told(2, "searching").iter().map(|told| told["tried"].as_u64().unwrap()).collect();
    assert!(!tried.is_empty() && tried.is_sorted() && tried.iter().all(|tried| *tried < 400), "{tried:?}");
    let searched = studio.told(2, "searched")[0];
    assert_eq!((&searched["end"], &searched["tried"]), (&json!("tries"), &json!(400)));
    let depth = METRICS.iter().position(|metric| metric.name == "depth").unwrap();
    let depths: Vec<f64> =
        studio.told(2, "sample").iter().map(|told| told["values"][depth].as_f64().unwrap()).collect();
    assert!(depths.len() == 3 && depths.is_sorted_by(|a, b| a >= b), "{depths:?}");
    assert_eq!(searched["best"], json!(depths[0]));
}

#[test]
fn where_nothing_is_found_it_is_told_what_came_close_and_what_was_hardest() {
    let mut studio = Studio::open();
    studio.ask(2, gallery("1", 20));
    studio.finish();
    let wide = METRICS.iter().position(|metric| metric.name == "extent_x").unwrap();
    let widths = studio.told(2, "sample").into_iter().map(|told| told["values"][wide].as_f64().unwrap());
    let narrower = widths.fold(f64::INFINITY, f64::min) * 0.99;
    studio.search(3, &json!({ "max_size": [narrower, null, null], "min_pieces": 1 }), &Json::Null, 20);
    studio.finish();
    let searched = studio.told(3, "searched")[0];
    assert_eq!(
        (&searched["end"], &searched["tried"], &searched["found"]),
        (&json!("tries"), &json!(20), &json!([]))
    );
    let hardest: Vec<&Json> =
        searched["demands"].as_array().unwrap().iter().filter(|told| told["hardest"] == true).collect();
    assert_eq!(hardest.len(), 1);
    let words = format!("at most {narrower} × any × any m");
    assert_eq!((&hardest[0]["demand"], &hardest[0]["missed"]), (&json!(words), &json!(20)));
    assert_eq!(searched["closest"][0]["missed"], json!([words]));
    assert_eq!(studio.seeds(3).len(), 5, "the closest are shown");
}

#[test]
fn a_search_that_is_stopped_tells_what_it_has() {
    let mut studio = Studio::open();
    let best = json!({ "count": 2, "by": "connectivity", "lowest": true });
    studio.search(2, &json!({}), &best, 1_000_000);
    studio.session.go_on(&mut studio.page);
    assert_eq!(studio.told(2, "searching").len(), 1);
    studio.ask(3, json!({ "request": "stop", "of": 2 }));
    assert_eq!(studio.told(2, "searched")[0]["end"], "stopped");
    studio.finish();
    assert_eq!((studio.seeds(2).len(), studio.told(2, "done").len()), (2, 1));
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let mut studio = Studio::open();
    let wrong = [
        (json!({ "min_pieces": 9 }), Json::Null, "at least 9 pieces", "8 pieces at most"),
        (json!({ "min_pieces": 5, "max_pieces": 4 }), Json::Null, "min_pieces", "more than max_pieces"),
        (json!({ "min_area": 2 }), Json::Null, "min_area", "from 0 to 1"),
        (json!({ "must_have": { "Castle": 1 } }), Json::Null, "must_have", "no piece \"Castle\""),
        (json!({ "max_size": [1, 2] }), Json::Null, "max_size", "three numbers"),
        (json!({ "beauty": 1 }), Json::Null, "beauty", "no such thing"),
        (json!({}), json!({ "count": 1, "by": "beauty", "lowest": false }), "beauty", "no such metric"),
    ];
    for (id, (demands, best, place, message)) in (2..).zip(&wrong) {
        studio.search(id, demands, best, 10);
        let failed = studio.told(id, "failed");
        let problem = &failed[0]["problems"][0];
        assert_eq!(problem["place"], *place);
        assert!(problem["message"].as_str().unwrap().contains(message), "{problem}");
        assert_eq!(studio.told(id, "done").len(), 1);
    }
}

#[test]
fn plans_have_layers_of_faces_for_every_piece() {
    let mut studio = Studio::open();
    studio.ask(2, json!({ "request": "plans" }));
    let (told, bytes) = studio.page.answers.iter().find(|(told, _)| told["answer"] == "plans").unwrap();
    let pieces = told["pieces"].as_array().unwrap();
    assert_eq!(pieces.len(), studio.told(1, "kit")[0]["pieces"].as_array().unwrap().len());
    let faces: u64 = pieces
        .iter()
        .flat_map(|piece| piece.as_array().unwrap())
        .map(|layer| layer[1].as_u64().unwrap())
        .sum();
    assert_eq!(bytes.len() as u64, faces * 24);
    assert!(pieces.iter().all(|piece| !piece.as_array().unwrap().is_empty()));
}
