//! Works whose instructions are counted: the same kits, settings and seeds, so the same count. A workload is a line of the list
//! and a function that prepares it.

use crate::kits;
use snapmesh_nav::{Budget, Cores, bake, compose};

/// What is left to do once it is prepared. What it holds is given back later, and not counted.
type Rest = Box<dyn FnMut() -> usize>;

/// A name, and how it is prepared.
type Workload = (&'static str, fn() -> Rest);

pub(crate) const WORKLOADS: &[Workload] =
    &[("grow", grow), ("undo", undo), ("loops", loops), ("bake", baking), ("compose", composing)];

/// Does one of them.
pub(crate) fn run(name: &str) -> Result<(), String> {
    let (_, prepare) =
        WORKLOADS.iter().find(|(known, _)| *known == name).ok_or("there is no such workload")?;
    println!("{}", counted(&mut prepare()));
    Ok(())
}

/// Instructions are counted while this runs, on this thread.
#[inline(never)]
fn counted(rest: &mut Rest) -> usize {
    std::hint::black_box(rest())
}

/// The function above, as valgrind is told of it.
pub(crate) const COUNTED: &str = "snapmesh_bench::workloads::counted*";

/// Maps of so many seeds.
fn maps(kit: &str, preset: &str, settings: &[&str], seeds: i64) -> Rest {
    let recipe = kits::recipe(&kits::open(kit, preset, settings));
    // The first map makes the tables that all share.
    recipe.grow(0);
    Box::new(move || (1..=seeds).map(|seed| recipe.grow(seed).pieces.len()).sum())
}

/// The paper's mode: nothing is on that the paper does not have.
fn grow() -> Rest {
    maps("benchmark", "a", &[], 1000)
}

fn undo() -> Rest {
    maps("starter", "arena", &["growth.when_blocked=undo", "selection.max_pieces=40"], 100)
}

fn loops() -> Rest {
    let settings = ["growth.when_blocked=undo", "selection.max_pieces=25", "growth.loops=[1, 3]"];
    maps("starter", "arena", &settings, 30)
}

fn baking() -> Rest {
    let open = kits::open("dungeon", "arena", &[]);
    let (map, terrain) = (kits::grown(&open), kits::terrain(&open));
    let budget = Budget { cores: Cores::One, ..Budget::default() };
    Box::new(move || bake(&terrain, &map, &budget).map_or(0, |surface| surface.cells()))
}

/// Verdicts on maps whose pieces are known.
fn composing() -> Rest {
    let open = kits::open("starter", "arena", &[]);
    let (recipe, terrain) = (kits::recipe(&open), kits::terrain(&open));
    let maps: Vec<_> = (1..=100).map(|seed| recipe.grow(seed)).collect();
    let regions =
        move |map: &_| compose(&terrain, map, Budget::default().memory).map_or(0, |walk| walk.regions);
    assert!(maps.iter().all(|map| regions(map) > 0), "a verdict on every map");
    Box::new(move || maps.iter().map(&regions).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_workload_does_the_same_twice() {
        for (name, prepare) in WORKLOADS {
            let done = counted(&mut prepare());
            assert!(done > 0 && done == counted(&mut prepare()), "{name}");
        }
    }
}
