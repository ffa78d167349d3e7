//! Maps of many seeds, each with what it is compared by.

use crate::growth;
use serde_json::{Value as Json, json};
use snapmesh::{Generator, Map, Recipe, Step};
use snapmesh_io::LoadedKit;
use snapmesh_nav::{
    BakeError, Budget, METRICS, MapFacts, MapSource, Metric, Sample, Terrain, WalkFacts, WalkMemory, validate,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where maps come from that differ by their seeds alone.
pub(crate) struct Maps {
    pub(crate) recipe: Arc<Recipe>,
    pub(crate) kit: Arc<LoadedKit>,
    /// The pieces, ready for who walks; or why nobody can.
    pub(crate) terrain: Result<Arc<Terrain>, BakeError>,
    memory: WalkMemory,
}

impl Maps {
    pub(crate) fn new(
        recipe: Arc<Recipe>,
        kit: Arc<LoadedKit>,
        terrain: Result<Arc<Terrain>, BakeError>,
    ) -> Self {
        let memory = WalkMemory::new(walk_memory(&kit));
        Self { recipe, kit, terrain, memory }
    }

    pub(crate) fn source(&self) -> MapSource<'_> {
        MapSource { recipe: &self.recipe, terrain: self.terrain.as_deref().ok(), memory: &self.memory }
    }

    /// The map of a seed, for a page; none if it is to wait.
    pub(crate) fn sample(&self, seed: i64, stop: &AtomicBool) -> Option<Json> {
        let mut generator = Generator::new(&self.recipe, seed);
        while generator.step() != Step::Done {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        let (map, ()) = generator.finish();
        let mut facts = self.source().facts(&map);
        facts.walk = self.walk(&map, stop).ok()?;
        Some(told(&map, &facts))
    }

    /// How well a map can be walked, as far as that can be found out.
    fn walk(&self, map: &Map, stop: &AtomicBool) -> Result<Option<WalkFacts>, BakeError> {
        let Ok(terrain) = &self.terrain else { return Ok(None) };
        let sample = Sample::from(&self.recipe.settings().navigation);
        let budget = Budget { memory: walk_memory(&self.kit), stop: Some(stop), ..Budget::default() };
        match validate(terrain, map, sample, &budget) {
            Ok(validation) => Ok(Some(WalkFacts::from(&validation))),
            Err(BakeError::Stopped) => Err(BakeError::Stopped),
            // A map that is too large to be walked is a map all the same.
            Err(_) => Ok(None),
        }
    }
}

fn walk_memory(kit: &LoadedKit) -> u64 {
    kit.limits().walk_mb.saturating_mul(1 << 20)
}

fn told(map: &Map, facts: &MapFacts) -> Json {
    json!({
        "seed": map.seed.to_string(),
        "placed": growth::rows(&map.pieces),
        "pieces": map.grown().len(),
        "doors": growth::door_rows(map),
        "values": METRICS.iter().map(|metric| (metric.of)(facts)).collect::<Vec<_>>(),
        "kept": map.promises.iter().all(|promise| promise.kept),
    })
}

/// What maps can be compared by, for a page; the values of a map come in this order.
pub(crate) fn metrics() -> Vec<Json> {
    let one = |Metric { name, help, whole, walks, .. }: &Metric| json!({ "name": name, "help": help, "whole": whole, "walks": walks });
    METRICS.iter().map(one).collect()
}
