use super::*;
use crate::terrain::Terrain;
use crate::testing::{BROKEN, CROSSING, halls};
use crate::walk_memory::WalkMemory;
use snapmesh::Recipe;
use std::sync::Arc;

fn metric(name: &str) -> &'static Metric {
    Metric::named(name).unwrap()
}

fn best(count: usize, name: &str, lowest: bool) -> Goal {
    Goal::Best { count, metric: metric(name), lowest }
}

/// A kit with its terrain, and searches over it that start from seed 1.
struct Halls(Arc<Recipe>, Terrain, WalkMemory);

impl Halls {
    fn new() -> Self {
        let (recipe, terrain) = halls();
        Self(recipe, terrain, WalkMemory::default())
    }

    fn search(&self, demands: &[Demand], goal: Goal, tries: u64) -> Search<'_> {
        let source = MapSource { recipe: &self.0, terrain: Some(&self.1), memory: &self.2 };
        Search {
            source,
            demands: demands.to_vec(),
            goal,
            verdict: Verdict::Baked,
            start: 1,
            tries,
            time: None,
        }
    }

    /// What is known about the maps of the first seeds, one after the other.
    fn facts(&self, seeds: i64) -> Vec<MapFacts> {
        let source = MapSource { recipe: &self.0, terrain: None, memory: &self.2 };
        (1..=seeds).map(|seed| source.facts(&self.0.grow(seed))).collect()
    }
}

fn run(search: &Search<'_>) -> Outcome {
    search.run(&AtomicBool::new(false), |_| {})
}

fn seeds(outcome: &Outcome) -> Vec<i64> {
    outcome.found.iter().map(|facts| facts.seed).collect()
}

/// The most crossings among the maps of the first hundred seeds, and the first of them that has as many.
fn rare(halls: &Halls) -> (Demand, i64) {
    let facts = halls.facts(100);
    let count = facts.iter().map(|facts| facts.copies[CROSSING.index()]).max().unwrap();
    let first = facts.iter().find(|facts| facts.copies[CROSSING.index()] == count).unwrap();
    (Demand::MustHave { piece: CROSSING, count }, first.seed)
}

#[test]
fn a_search_that_goes_on_batch_by_batch_finds_what_one_run_finds() {
    let halls = Halls::new();
    let search = halls.search(&[Demand::MinPieces(5)], best(3, "volume", false), 400);
    let (mut outcome, whole) = (search.begin(), run(&search));
    // Held up at once, it has tried nothing and loses nothing.
    assert!(!search.go_on(&mut outcome, &AtomicBool::new(true)));
    assert_eq!(outcome.tally.tried, 0);
    while !search.go_on(&mut outcome, &AtomicBool::new(false)) {}
    assert_eq!((outcome.end, outcome.tally.tried), (whole.end, whole.tally.tried));
    assert_eq!(outcome.found, whole.found);
}

#[test]
fn the_first_map_that_fulfils_the_demands_is_found_and_none_after_it_counts() {
    let halls = Halls::new();
    let (demand, first) = rare(&halls);
    assert!(first > 1, "the first seed would be found by any search");
    let outcome = run(&halls.search(&[demand], Goal::First, 1000));
    assert_eq!((seeds(&outcome), outcome.end), (vec![first], End::Found));
    assert_eq!((outcome.tally.tried, outcome.tally.fulfilled), (first as u64, 1));
    assert_eq!(outcome.tally.demands[0].missed, first as u64 - 1);
}

#[test]
fn without_demands_the_first_seed_is_good() {
    let halls = Halls::new();
    let outcome = run(&Search { start: -7, ..halls.search(&[], Goal::First, 9) });
    assert_eq!((seeds(&outcome), outcome.end, outcome.tally.tried), (vec![-7], End::Found, 1));
}

#[test]
fn what_no_map_fulfils_is_not_found_after_all_tries() {
    let halls = Halls::new();
    let outcome = run(&halls.search(&[Demand::MinPieces(7)], Goal::First, 300));
    assert_eq!((outcome.found.len(), outcome.end), (0, End::Tries));
    assert_eq!((outcome.tally.tried, outcome.tally.fulfilled, outcome.tally.closest.len()), (300, 0, 5));
}

#[test]
fn the_best_are_the_best_of_all_and_of_equal_ones_the_lower_seed() {
    let halls = Halls::new();
    for (name, lowest) in
        [("extent_x", false), ("extent_x", true), ("free_connectors", true), ("pieces", false)]
    {
        let value = |facts: &MapFacts| (metric(name).of)(facts).unwrap();
        let mut all = halls.facts(200);
        // A stable sort leaves the lower seed first.
        all.sort_by(|a, b| value(a).total_cmp(&value(b)));
        if !lowest {
            all.sort_by(|a, b| value(b).total_cmp(&value(a)).then(a.seed.cmp(&b.seed)));
        }
        let outcome = run(&halls.search(&[], best(4, name, lowest), 200));
        assert_eq!(outcome.found, all[..4], "{name} {lowest}");
        assert_eq!(outcome.tally.best, Some(value(&all[0])));
        assert_eq!((outcome.end, outcome.tally.tried, outcome.tally.fulfilled), (End::Tries, 200, 200));
    }
}

#[test]
fn the_best_are_chosen_among_those_that_fulfil_the_demands() {
    let halls = Halls::new();
    let demands =
        [Demand::MustHave { piece: BROKEN, count: 2 }, Demand::MustHave { piece: CROSSING, count: 1 }];
    let good = |facts: &MapFacts| facts.copies[BROKEN.index()] >= 2 && facts.copies[CROSSING.index()] >= 1;
    let fulfil = halls.facts(100).iter().filter(|facts| good(facts)).count();
    assert!(fulfil > 3 && fulfil < 100, "{fulfil}");
    let outcome = run(&halls.search(&demands, best(3, "volume", false), 100));
    assert!(outcome.found.len() == 3 && outcome.found.iter().all(good));
    assert_eq!(outcome.tally.fulfilled, fulfil as u64);
}

#[test]
fn a_map_that_misses_a_cheap_demand_is_not_walked_on() {
    let halls = Halls::new();
    let cheap = Demand::MustHave { piece: BROKEN, count: 2 };
    let demands = [Demand::MinConnectivity(0.5), cheap];
    let search = halls.search(&demands, best(9, "connectivity", false), 24);
    assert!(search.walks());
    let outcome = run(&search);
    let passed = halls.facts(24).iter().filter(|facts| cheap.miss(facts) == 0.0).count();
    assert!(passed > 0 && passed < 24);
    assert_eq!(outcome.tally.demands.iter().map(|d| d.looked).collect::<Vec<_>>(), [passed as u64, 24]);
    for facts in &outcome.found {
        assert!(facts.walk.unwrap().sampled.unwrap().connectivity >= 0.5);
    }
    let unknown = outcome.tally.closest.iter().filter(|near| near.misses[0].is_none());
    assert!(unknown.clone().count() > 0 && unknown.clone().all(|near| near.facts.walk.is_none()));
}

#[test]
fn nobody_walks_unless_it_is_asked_for() {
    let halls = Halls::new();
    let walks = |demands: &[Demand], goal| halls.search(demands, goal, 1).walks();
    assert!(!walks(&[Demand::MinPieces(1)], Goal::First));
    assert!(!walks(&[], best(1, "pieces", false)));
    assert!(walks(&[Demand::MinPieces(1), Demand::MinArea(0.1)], Goal::First));
    assert!(walks(&[], best(1, "walkable_area", false)));
    let outcome = run(&halls.search(&[], best(1, "walkable_area", false), 2));
    assert!(outcome.found[0].walk.is_some());
    assert!(run(&halls.search(&[], Goal::First, 2)).found[0].walk.is_none());
}

/// What a search came to, without its clock.
fn print(outcome: &Outcome) -> String {
    format!("{outcome:?}")
}

#[test]
fn what_is_found_does_not_depend_on_the_threads() {
    let halls = Halls::new();
    let (demand, _) = rare(&halls);
    let walking = [Demand::MinConnectivity(1.0), Demand::MustHave { piece: BROKEN, count: 1 }];
    for search in [
        halls.search(&[demand], Goal::First, 500),
        halls.search(&[demand], best(3, "extent_z", true), 500),
        halls.search(&walking, Goal::First, 20),
    ] {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            print(&pool.install(|| run(&search)))
        };
        let one = on(1);
        assert!([2, 3, 7].iter().all(|&threads| on(threads) == one));
    }
}

#[test]
fn the_order_of_the_demands_does_not_matter() {
    let halls = Halls::new();
    let (rare, first) = rare(&halls);
    let found = |demands: &[Demand]| seeds(&run(&halls.search(demands, Goal::First, 200)));
    assert_eq!(found(&[rare, Demand::MaxPieces(6)]), [first]);
    assert_eq!(found(&[Demand::MaxPieces(6), rare]), [first]);
}

#[test]
fn when_the_time_is_over_no_seed_is_begun() {
    let halls = Halls::new();
    let brief = Search { time: Some(Duration::ZERO), ..halls.search(&[], Goal::First, 9) };
    let outcome = run(&brief);
    assert_eq!((outcome.end, outcome.tally.tried, outcome.found.len()), (End::Time, 0, 0));
    let day = Search { time: Some(Duration::from_hours(24)), ..brief };
    assert_eq!(run(&day).end, End::Found);
}

#[test]
fn a_search_that_is_told_to_stop_keeps_what_it_knows() {
    let halls = Halls::new();
    let at_once = halls.search(&[], Goal::First, 9).run(&AtomicBool::new(true), |_| {});
    assert_eq!((at_once.end, at_once.tally.tried), (End::Stopped, 0));
    // After the first batch.
    let stop = AtomicBool::new(false);
    let mut shown = vec![];
    let search = halls.search(&[Demand::MinPieces(7)], Goal::First, u64::MAX);
    let outcome = search.run(&stop, |tally| {
        shown.push(tally.tried);
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!((outcome.end, shown), (End::Stopped, vec![outcome.tally.tried]));
    assert_eq!(outcome.tally.tried, search.batch());
}

#[test]
fn there_is_no_seed_beyond_the_highest() {
    let halls = Halls::new();
    let search = halls.search(&[], best(9, "pieces", false), 100);
    let outcome = run(&Search { start: i64::MAX - 2, ..search.clone() });
    let mut found = seeds(&outcome);
    found.sort_unstable();
    assert_eq!(found, [i64::MAX - 2, i64::MAX - 1, i64::MAX]);
    assert_eq!((outcome.end, outcome.tally.tried), (End::Tries, 3));
    assert_eq!(run(&Search { tries: 0, ..search }).tally.tried, 0);
}

#[test]
fn a_value_that_is_unknown_is_the_worst() {
    let halls = Halls::new();
    let known = MapFacts { walk: None, ..halls.facts(1).remove(0) };
    for lowest in [false, true] {
        let walked = run(&halls.search(&[], best(1, "regions", lowest), 1)).found.remove(0);
        let mut found = vec![known.clone()];
        Contest { count: 2, metric: metric("regions"), lowest }.enter(&mut found, walked);
        assert!(found[0].walk.is_some() && found[1].walk.is_none(), "{lowest}");
    }
}

#[test]
fn what_is_found_by_composed_verdicts_is_what_is_found_by_baked_ones() {
    let halls = Halls::new();
    let demands = [Demand::MinConnectivity(0.9), Demand::MustHave { piece: BROKEN, count: 1 }];
    for (demands, goal) in [
        (&demands[..], Goal::First),
        (&[], best(3, "exact_largest_region", false)),
        (&[], best(4, "exact_connectivity", true)),
        (&[], best(3, "walkable_area", false)),
        (&demands[..1], best(2, "linearity", false)),
    ] {
        let baked = halls.search(demands, goal, 60);
        let composed = Search { verdict: Verdict::Composed, ..baked.clone() };
        assert_eq!(run(&composed).found, run(&baked).found, "{goal:?}");
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run(&composed).found)
        };
        assert_eq!(on(1), on(8), "{goal:?}");
    }
}

#[test]
fn a_search_ends_where_no_map_can_be_better_and_its_winners_are_those_of_all_seeds() {
    let halls = Halls::new();
    let goal = best(3, "exact_largest_region", false);
    let walk = |seed| halls.search(&[], goal, 1).look(seed, Verdict::Baked).facts;
    let perfect: Vec<i64> = (1..=60)
        .filter(|seed| walk(*seed).walk.is_some_and(|walk| walk.exact.largest_region == 1.0))
        .take(3)
        .collect();
    assert!(perfect.len() == 3 && perfect[2] > 3, "some are and some are not: {perfect:?}");
    let baked = halls.search(&[], goal, 1_000_000);
    for search in [Search { verdict: Verdict::Composed, ..baked.clone() }, baked] {
        for threads in [1, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let outcome = pool.install(|| run(&search));
            let tried = (perfect[2] - search.start + 1) as u64;
            assert_eq!((seeds(&outcome), outcome.end), (perfect.clone(), End::Found));
            assert_eq!(outcome.tally.tried, tried, "{:?}, {threads} threads", search.verdict);
        }
    }
}

#[test]
fn a_search_by_composed_verdicts_that_is_told_to_stop_shows_what_it_has() {
    let halls = Halls::new();
    let stop = AtomicBool::new(false);
    // There may always be a map with more floor, so it does not end by itself.
    let baked = halls.search(&[], best(2, "walkable_area", false), u64::MAX);
    let composed = Search { verdict: Verdict::Composed, ..baked };
    let outcome = composed.run(&stop, |_| stop.store(true, Ordering::Relaxed));
    assert_eq!((outcome.end, outcome.found.len()), (End::Stopped, 2));
    assert!(outcome.found.iter().all(|facts| facts.walk.is_some_and(|walk| walk.sampled.is_some())));
}
