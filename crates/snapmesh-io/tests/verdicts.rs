//! Composed verdicts against baked ones, on maps of every kit.

mod common;

use common::{grow, kits, reference};
use snapmesh::Map;
use snapmesh::selection::STANDARD;
use snapmesh_io::{Folder, OpenKit, Override, Overrides};
use snapmesh_nav::{Budget, Terrain, WalkFacts, bake, compose};
use std::path::{Path, PathBuf};

/// Maps of each preset; `SNAPMESH_VERDICTS` asks for more than a quick test looks at.
fn maps() -> i64 {
    let said = std::env::var("SNAPMESH_VERDICTS").ok();
    said.map_or(6, |text| text.parse().expect("SNAPMESH_VERDICTS is a number"))
}

/// A kit with one of its presets; and, if that is said, which regions count.
fn open(kit: &Path, preset: Option<&str>, count: Option<&str>) -> OpenKit {
    let set = count.map(|count| Override::new("navigation", "count", count)).into_iter().collect();
    let overrides = Overrides { preset: preset.map(Into::into), set, ..Overrides::default() };
    OpenKit::open(&Folder::new(kit), &overrides, STANDARD).expect("the kits are sound")
}

/// The same by the surface of the map.
fn baked(terrain: &Terrain, map: &Map) -> [f64; 2] {
    let surface = bake(terrain, map, &Budget::default()).expect("within the budget");
    let shares = || surface.counted().iter().map(|region| region.share);
    [shares().next().unwrap_or(0.0), shares().map(|share| share * share).sum()]
}

/// Whether two verdicts are further apart than what is promised.
fn is_off(ours: &[f64; 2], theirs: &[f64; 2]) -> bool {
    (ours[0] - theirs[0]).abs() > 0.01 || (ours[1] - theirs[1]).abs() > 0.02
}

/// What both say about some maps, and how many are not known.
#[derive(Default)]
struct Tally {
    composed: Vec<[f64; 2]>,
    baked: Vec<[f64; 2]>,
    unknown: usize,
}

impl Tally {
    /// Looks at maps of one of our kits.
    fn look(&mut self, kit: &str, presets: &[Option<&str>]) {
        self.look_at(&kits().join(kit), presets, None);
    }

    fn look_at(&mut self, kit: &Path, presets: &[Option<&str>], count: Option<&str>) {
        for preset in presets {
            let open = open(kit, *preset, count);
            let name = open.kit.kit().name();
            let recipe = open.recipe().expect("the settings are within limits");
            let terrain = open.kit.terrain(&open.settings.navigation).expect("cells of a sensible size");
            for seed in 1..=maps() {
                self.add(&terrain, &recipe.grow(seed), &format!("{name}, {preset:?}, seed {seed}"));
            }
        }
    }

    /// Looks at a map.
    fn add(&mut self, terrain: &Terrain, map: &Map, name: &str) {
        match compose(terrain, map, Budget::default().memory) {
            Ok(WalkFacts { exact, .. }) => {
                let ours = [exact.largest_region, exact.connectivity];
                let theirs = baked(terrain, map);
                if is_off(&ours, &theirs) {
                    println!("{name}: {ours:?} composed, {theirs:?} baked");
                }
                self.composed.push(ours);
                self.baked.push(theirs);
            }
            Err(unknown) => {
                self.unknown += 1;
                println!("{name}: {unknown}");
            }
        }
    }

    /// How many are further off than what is promised.
    fn off(&self) -> usize {
        self.composed.iter().zip(&self.baked).filter(|(ours, theirs)| is_off(ours, theirs)).count()
    }

    /// Kendall's tau-b of the order of maps by one of the metrics, to the last digit but for rounding. None if there is no order
    /// to agree on.
    fn tau(&self, metric: usize) -> Option<f64> {
        let told = |all: &[[f64; 2]]| -> Vec<i64> {
            all.iter().map(|metrics| (metrics[metric] * 1e9).round() as i64).collect()
        };
        let (ours, theirs) = (told(&self.composed), told(&self.baked));
        let (mut agree, mut told) = (0, [0, 0]);
        for i in 0..ours.len() {
            for j in 0..i {
                let orders = [(ours[i] - ours[j]).signum(), (theirs[i] - theirs[j]).signum()];
                agree += orders[0] * orders[1];
                told = [told[0] + orders[0].abs(), told[1] + orders[1].abs()];
            }
        }
        (told[0] * told[1] > 0).then(|| agree as f64 / ((told[0] * told[1]) as f64).sqrt())
    }

    /// Of a hundred maps, at least so many are known; of a hundred that are, one at most is off; the order agrees.
    #[track_caller]
    fn check(&self, kit: &str, least: usize) {
        let known = self.composed.len();
        let all = known + self.unknown;
        let taus = [0, 1].map(|metric| self.tau(metric));
        println!("{kit}: known {known} of {all}, off {}, order by either metric: tau {taus:.3?}", self.off());
        assert!(taus.iter().flatten().all(|tau| *tau > 0.95), "{kit}: {taus:?}");
        assert!(known * 100 >= all * least, "{known} of {all}");
        assert!(self.off() * 100 <= known, "{} of {known}", self.off());
    }
}

const METHODS: [Option<&str>; 5] = [None, Some("arena"), Some("corridor"), Some("star"), Some("branch")];

#[test]
fn starter() {
    let mut tally = Tally::default();
    tally.look("starter", &METHODS);
    tally.check("starter", 95);
}

#[test]
fn dungeon() {
    let mut tally = Tally::default();
    tally.look("dungeon", &METHODS);
    tally.check("dungeon", 95);
}

#[test]
fn artistic() {
    let mut tally = Tally::default();
    tally.look("artistic", &METHODS);
    tally.check("artistic", 95);
}

#[test]
fn benchmark() {
    let mut tally = Tally::default();
    tally.look("benchmark", &[None, Some("a"), Some("c"), Some("e")]);
    tally.check("benchmark", 95);
}

/// Preset `g` lets pieces run through each other: what is not known is not told wrong.
#[test]
fn pieces_that_run_through_each_other_are_mostly_unknown_and_else_right() {
    let mut tally = Tally::default();
    tally.look("benchmark", &[Some("g")]);
    assert!(tally.unknown > 0);
    tally.check("benchmark, g", 0);
}

/// The maps of the benchmark that the paper published, where its pieces are beside the repository.
#[test]
fn of_the_papers_maps_what_is_told_is_right() {
    let Some(folder) = reference() else { return eprintln!("skipped: the paper's pieces are not here") };
    let mut tally = Tally::default();
    for preset in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        let open = open(&folder.join("benchmark"), Some(preset), None);
        let terrain = open.kit.terrain(&open.settings.navigation).expect("cells of a sensible size");
        tally.add(&terrain, &grow(&open), preset);
    }
    // In `g`, pieces run through each other.
    assert_eq!((tally.composed.len(), tally.unknown), (7, 1));
    tally.check("the paper's benchmark", 0);
}

/// A kit that nobody here modelled, where it is beside the repository.
fn stranger() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/third-party/kaykit-dungeon");
    let found = folder.join("kit.toml").is_file();
    if !found {
        eprintln!("skipped: the kit of a stranger is not beside the repository");
    }
    found.then_some(folder)
}

/// The tops of its walls are hardly wide enough to stand on: if they count, most verdicts are not told, and those that are told
/// are right.
#[test]
fn of_a_strangers_kit_what_is_told_is_right() {
    let Some(folder) = stranger() else { return };
    let mut tally = Tally::default();
    tally.look_at(&folder, &METHODS, None);
    tally.check("stranger", 0);
}

#[test]
fn of_a_strangers_kit_most_is_told_if_only_doorways_count() {
    let Some(folder) = stranger() else { return };
    let mut tally = Tally::default();
    tally.look_at(&folder, &METHODS, Some("doorways"));
    tally.check("stranger, by doorways", 95);
}
