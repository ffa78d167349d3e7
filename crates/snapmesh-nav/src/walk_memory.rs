//! Memory that walks on many maps at a time share.

use crate::budget::{BakeError, Budget, Cores};
use crate::meter::{Halt, Meter, Pool};
use crate::points::Sample;
use crate::terrain::Terrain;
use crate::validation::{Validation, validate_metered};
use snapmesh::Map;
use std::sync::{PoisonError, RwLock};

/// Memory that walks on many maps at a time share: together they take no more than it holds.
///
/// A walk takes what it needs as it goes. One that finds that others have taken it gives all of its own back, waits
/// until they are done, and is done again alone. So a map is refused only if the whole memory is not enough for it,
/// however many threads there are and whoever comes first.
#[derive(Debug)]
pub struct WalkMemory {
    pool: Pool,
    /// Read by walks beside each other, written by one that is alone. While it is held, work is done by the thread
    /// that holds it and by no other, so nobody who waits for it is waited for.
    gate: RwLock<()>,
}

impl Default for WalkMemory {
    /// As much as a bake may take by default.
    fn default() -> Self {
        Self::new(Budget::default().memory)
    }
}

impl WalkMemory {
    /// So many bytes.
    pub fn new(bytes: u64) -> Self {
        Self { pool: Pool::new(bytes), gate: RwLock::new(()) }
    }

    /// How many bytes it holds.
    pub(crate) fn bytes(&self) -> u64 {
        self.pool.most()
    }

    /// What a validation on one core tells. The validation itself is gone when its memory is given back.
    pub(crate) fn walk<T>(
        &self,
        terrain: &Terrain,
        map: &Map,
        sample: Sample,
        tell: impl Fn(&Validation) -> T,
    ) -> Result<T, BakeError> {
        let budget = Budget { memory: self.pool.most(), time: None, stop: None, cores: Cores::One };
        let attempt = || {
            let meter = Meter::start(&budget, &self.pool);
            let told = validate_metered(terrain, map, sample, &meter).map(|validation| tell(&validation));
            told.map_err(|halt| (halt == Halt::Crowded, meter.refusal(halt)))
        };
        let beside_others = {
            let _shared = self.gate.read().unwrap_or_else(PoisonError::into_inner);
            attempt()
        };
        match beside_others {
            Err((true, _)) => {
                let _alone = self.gate.write().unwrap_or_else(PoisonError::into_inner);
                attempt().map_err(|(_, error)| error)
            }
            answer => answer.map_err(|(_, error)| error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{AGENT, floors, map_of};
    use snapmesh::glam::DVec3;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const SAMPLE: Sample = Sample { points: 10, seed: 1 };

    /// A floor as long as this, and a map of it.
    fn street(metres: f64) -> (Terrain, Map) {
        let terrain = Terrain::new(&[floors(&[([0.0, metres], [0.0, 20.0], 0.0)])], AGENT).unwrap();
        (terrain, map_of(&[(0, DVec3::ZERO)]))
    }

    /// The least memory, in portions of 64 kB, that a map can be walked on with alone.
    fn least((terrain, map): &(Terrain, Map)) -> u64 {
        let enough = |portions: u64| {
            let budget = Budget { memory: portions << 16, cores: Cores::One, ..Budget::default() };
            crate::validation::validate(terrain, map, SAMPLE, &budget).is_ok()
        };
        (1..10_000).find(|&portions| enough(portions)).unwrap()
    }

    #[test]
    fn a_map_is_walked_on_or_refused_whoever_walks_beside_it() {
        let (small, large, huge) = (street(20.0), street(400.0), street(1500.0));
        let memory = WalkMemory::new((least(&large) + 1) << 16);
        assert!(least(&small) < least(&large) && least(&large) + 1 < least(&huge));
        let walked = |(terrain, map): &(Terrain, Map)| memory.walk(terrain, map, SAMPLE, |v| v.metrics);
        let alone = [&small, &large, &huge].map(walked);
        assert!(alone[0].is_ok() && alone[1].is_ok() && alone[2].is_err());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(6).build().unwrap();
        let answers = AtomicUsize::new(0);
        pool.scope(|scope| {
            for index in 0..90 {
                let (alone, walked, answers) = (&alone, &walked, &answers);
                let map = [&small, &large, &huge][index % 3];
                scope.spawn(move |_| {
                    assert_eq!(walked(map), alone[index % 3]);
                    answers.fetch_add(1, Ordering::Relaxed);
                });
            }
        });
        assert_eq!(answers.into_inner(), 90);
    }

    #[test]
    fn who_finds_no_memory_beside_others_walks_alone() {
        let (terrain, map) = street(20.0);
        let memory = WalkMemory::new(least(&street(20.0)) << 16);
        let budget = Budget { memory: memory.pool.most(), ..Budget::default() };
        let others = Meter::start(&budget, &memory.pool);
        others.keep(memory.pool.most()).unwrap();
        std::thread::scope(|scope| {
            let shared = memory.gate.read().unwrap();
            let walk = scope.spawn(|| memory.walk(&terrain, &map, SAMPLE, |v| v.metrics.points));
            drop(others);
            drop(shared);
            assert_eq!(walk.join().unwrap(), Ok(10));
        });
    }
}
