//! Composed verdicts against baked ones, on maps of every kit.

mod common;

use common::kits;
use snapmesh::Map;
use snapmesh::selection::STANDARD;
use snapmesh_io::{Folder, OpenKit, Overrides};
use snapmesh_nav::{Budget, Terrain, WalkFacts, bake, compose};

/// Maps of each preset; `SNAPMESH_VERDICTS` asks for more than a quick test looks at.
fn maps() -> i64 {
    let said = std::env::var("SNAPMESH_VERDICTS").ok();
    said.map_or(4, |text| text.parse().expect("SNAPMESH_VERDICTS is a number"))
}

fn open(kit: &str, preset: Option<&str>) -> OpenKit {
    let overrides = Overrides { preset: preset.map(Into::into), ..Overrides::default() };
    OpenKit::open(&Folder::new(kits().join(kit)), &overrides, STANDARD).expect("our kits are sound")
}

/// The same by the surface of the map.
fn baked(terrain: &Terrain, map: &Map) -> [f64; 2] {
    let surface = bake(terrain, map, &Budget::default()).expect("within the budget");
    let shares = || surface.counted().iter().map(|region| region.share);
    [shares().next().unwrap_or(0.0), shares().map(|share| share * share).sum()]
}

/// What both say about some maps, and how many are not known.
#[derive(Default)]
struct Tally {
    composed: Vec<[f64; 2]>,
    baked: Vec<[f64; 2]>,
    unknown: usize,
}

impl Tally {
    fn look(&mut self, kit: &str, presets: &[Option<&str>]) {
        for preset in presets {
            let open = open(kit, *preset);
            let recipe = open.recipe().expect("the settings are within limits");
            let terrain = open.kit.terrain(&open.settings.navigation).expect("cells of a sensible size");
            for seed in 1..=maps() {
                let map = recipe.grow(seed);
                match compose(&terrain, &map, Budget::default().memory) {
                    Ok(WalkFacts { exact, .. }) => {
                        self.composed.push([exact.largest_region, exact.connectivity]);
                        self.baked.push(baked(&terrain, &map));
                    }
                    Err(_) => self.unknown += 1,
                }
            }
        }
    }

    /// How many are further off than what is promised.
    fn off(&self) -> usize {
        let far = |(a, b): &(&[f64; 2], &[f64; 2])| (a[0] - b[0]).abs() > 0.01 || (a[1] - b[1]).abs() > 0.02;
        self.composed.iter().zip(&self.baked).filter(far).count()
    }

    /// Pairs of maps by one of the metrics: those that come in the same order by both verdicts, those that do not, and of these
    /// the ones that are further apart than the two may be off together; pairs that are equal by either are left out.
    fn pairs(&self, metric: usize, off: f64) -> [usize; 3] {
        let mut pairs = [0; 3];
        for i in 0..self.composed.len() {
            for j in 0..i {
                let ours = self.composed[i][metric] - self.composed[j][metric];
                let theirs = self.baked[i][metric] - self.baked[j][metric];
                if ours != 0.0 && theirs != 0.0 {
                    let agree = ours.signum() == theirs.signum();
                    pairs[usize::from(!agree)] += 1;
                    pairs[2] += usize::from(!agree && theirs.abs() > 2.0 * off);
                }
            }
        }
        pairs
    }

    #[track_caller]
    fn check(&self, kit: &str) {
        let known = self.composed.len();
        let all = known + self.unknown;
        println!("{kit}: known {known} of {all}, off {}", self.off());
        for (metric, name, off) in [(0, "largest region", 0.01), (1, "connectivity", 0.02)] {
            let [same, other, far] = self.pairs(metric, off);
            let tau = (same as f64 - other as f64) / (same + other).max(1) as f64;
            println!(
                "  {name}: tau {tau:.3}, {same} pairs in the same order, {other} not, {far} of them far apart"
            );
            assert!(far * 1000 <= same, "{kit}, {name}: {far} of {same}");
        }
        assert!(known * 100 >= all * 95, "{known} of {all}");
        assert!(self.off() * 100 <= known, "{} of {known}", self.off());
    }
}

const METHODS: [Option<&str>; 5] = [None, Some("arena"), Some("corridor"), Some("star"), Some("branch")];

#[test]
fn starter() {
    let mut tally = Tally::default();
    tally.look("starter", &METHODS);
    tally.check("starter");
}

#[test]
fn dungeon() {
    let mut tally = Tally::default();
    tally.look("dungeon", &METHODS);
    tally.check("dungeon");
}

#[test]
fn artistic() {
    let mut tally = Tally::default();
    tally.look("artistic", &METHODS);
    tally.check("artistic");
}

#[test]
fn benchmark() {
    let mut tally = Tally::default();
    tally.look("benchmark", &[None, Some("a"), Some("c"), Some("e")]);
    tally.check("benchmark");
}

/// Preset `g` lets pieces run through each other: what is not known is not told wrong.
#[test]
fn pieces_that_run_through_each_other_are_mostly_unknown_and_else_right() {
    let mut tally = Tally::default();
    tally.look("benchmark", &[Some("g")]);
    assert!(tally.unknown > 0);
    assert_eq!(tally.off(), 0);
}
