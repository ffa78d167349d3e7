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

    /// Kendall's tau-b of one of the metrics, where values closer than a thousandth are the same: regions of a cell or two
    /// come and go.
    fn tau(&self, metric: usize) -> f64 {
        let order = |a: f64, b: f64| if (a - b).abs() < 1e-3 { 0.0 } else { (a - b).signum() };
        let (mut both, mut ours, mut theirs) = (0.0, 0.0, 0.0);
        for i in 0..self.composed.len() {
            for j in 0..i {
                let a = order(self.composed[i][metric], self.composed[j][metric]);
                let b = order(self.baked[i][metric], self.baked[j][metric]);
                (both, ours, theirs) = (both + a * b, ours + a * a, theirs + b * b);
            }
        }
        if ours * theirs > 0.0 { both / f64::sqrt(ours * theirs) } else { 1.0 }
    }

    #[track_caller]
    fn check(&self, kit: &str) {
        let known = self.composed.len();
        let (all, tau) = (known + self.unknown, [self.tau(0), self.tau(1)]);
        println!("{kit}: known {known} of {all}, off {}, tau {:.3} and {:.3}", self.off(), tau[0], tau[1]);
        assert!(known * 100 >= all * 95, "{known} of {all}");
        assert!(self.off() * 100 <= known, "{} of {known}", self.off());
        assert!(tau.iter().all(|&tau| tau > 0.95), "{tau:?}");
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
