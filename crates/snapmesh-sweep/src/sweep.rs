//! Sweeps: maps by the thousand, one row each, in chunks that survive whatever happens.
//!
//! While a sweep is under way, its chunks lie in a folder beside the output. The output appears when all are there.
//! A sweep that was stopped goes on from the chunks it finds.

use crate::files::{Format, Table, join, write_chunk};
use crate::parts::Parts;
use crate::plan::{Layout, Plan, Timings};
use crate::table::Row;
use snapmesh::settings::Navigation;
use snapmesh::{Problem, Problems};
use snapmesh_io::LoadedKit;
use snapmesh_io::fingerprint::geometry_digest;
use snapmesh_nav::parallel::prelude::*;
use snapmesh_nav::{MapFacts, MapSource, Terrain, Verdict, WalkMemory};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Rows of a chunk: enough that files are read fast.
const CHUNK: u64 = 4_000;
/// Rows of a chunk when maps are baked: few enough that little is lost.
const WALKED_CHUNK: u64 = 64;

/// A sweep over a kit.
///
/// ```
/// use snapmesh_nav::WalkMemory;
/// use snapmesh_sweep::{Plan, Sweep, Table};
/// use std::sync::atomic::AtomicBool;
/// use snapmesh::selection::STANDARD;
/// use snapmesh_io::{Memory, OpenKit, Overrides};
/// use snapmesh_kits::STARTER;
///
/// let files = STARTER.iter().map(|(name, content)| (*name, content.to_vec()));
/// let open = OpenKit::open(&Memory::new("starter", files), &Overrides::default(), STANDARD)?;
/// let plan = Plan { settings: vec![open.settings.clone()], start: 1, seeds: 20, verdict: None, rows: 0..20 };
/// let folder = tempfile::tempdir()?;
/// let table = folder.path().join("maps.csv");
/// let sweep = Sweep { kit: &open.kit, plan: &plan, memory: WalkMemory::default() };
/// let progress = sweep.run(&table, false, &AtomicBool::new(false), |progress| println!("{progress:?}"))?;
/// assert!(progress.is_complete());
/// assert_eq!(Table::open(&table)?.rows(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sweep<'a> {
    /// The kit.
    pub kit: &'a LoadedKit,
    /// Which maps are made.
    pub plan: &'a Plan,
    /// What walks on them may take together.
    pub memory: WalkMemory,
}

/// How far a sweep is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Rows that are there.
    pub done: u64,
    /// Those of them that were there before.
    pub found: u64,
    /// Rows that are to be there.
    pub rows: u64,
    /// Maps whose walking is not known, of those made now: they are too large, or no verdict can be composed on them.
    pub unwalked: u64,
}

impl Progress {
    /// Whether all rows are there.
    pub fn is_complete(&self) -> bool {
        self.done == self.rows
    }
}

impl Sweep<'_> {
    /// Makes the rows that are not there yet, and then the output. `fresh` throws away what another sweep left; `stop`
    /// ends it early, and what is there stays there.
    pub fn run(
        &self,
        out: &Path,
        fresh: bool,
        stop: &AtomicBool,
        mut watch: impl FnMut(Progress),
    ) -> Result<Progress, Problems> {
        let parts = Parts::open(out, Format::of(out)?, &self.identity(), fresh)?;
        let mut files = Vec::new();
        match self.fill(&parts, &mut files, stop, &mut watch) {
            Ok(progress) if progress.is_complete() => {
                join(&files, out, Format::of(out)?, &self.notes())?;
                parts.remove(&files);
                Ok(progress)
            }
            // A sweep that cannot even begin leaves nothing to go on from.
            Err(problems) if files.is_empty() => {
                parts.remove(&files);
                Err(problems)
            }
            stopped => stopped,
        }
    }

    /// Makes the chunks that are not there yet, and lists all of them.
    fn fill(
        &self,
        parts: &Parts,
        files: &mut Vec<PathBuf>,
        stop: &AtomicBool,
        watch: &mut impl FnMut(Progress),
    ) -> Result<Progress, Problems> {
        let layout = Layout::new(self.kit, self.plan);
        let mut progress =
            Progress { done: 0, found: 0, rows: self.plan.rows.end - self.plan.rows.start, unwalked: 0 };
        let mut terrains = Terrains::default();
        for rows in self.chunks() {
            let path = parts.chunk(files.len());
            let count = rows.end - rows.start;
            // A chunk that cannot be read is made again.
            let there =
                parts.has(files.len())? && Table::open(&path).is_ok_and(|table| table.rows() as u64 == count);
            if !there {
                let Some(made) = self.make(&layout, &mut terrains, &rows, stop)? else { return Ok(progress) };
                progress.unwalked += if self.plan.walks() { layout.unwalked(&made) } else { 0 };
                write_chunk(&path, Format::of(&path)?, &layout.columns, &made, &[])?;
            }
            files.push(path);
            progress.done += count;
            progress.found += if there { count } else { 0 };
            watch(progress);
        }
        Ok(progress)
    }

    /// Everything that the rows depend on, as text: a sweep goes on only from chunks of its own. What maps are walked
    /// on is part of it, which the fingerprint of a kit leaves out.
    fn identity(&self) -> String {
        let mut text = self.plan.identity(self.kit, self.chunk());
        if self.plan.walks() {
            for geometry in self.kit.geometry() {
                let _ = writeln!(text, "geometry {}", geometry_digest(geometry));
            }
        }
        let limits = self.kit.limits();
        let _ = writeln!(text, "limits {} {}", limits.map_pieces, limits.walk_mb);
        text
    }

    fn chunk(&self) -> u64 {
        if self.plan.verdict == Some(Verdict::Baked) { WALKED_CHUNK } else { CHUNK }
    }

    /// The rows in chunks, cut at the same numbers in every shard. A shard without rows has one chunk without rows.
    fn chunks(&self) -> impl Iterator<Item = Range<u64>> {
        let (rows, chunk) = (self.plan.rows.clone(), self.chunk());
        let cut = move |start: u64| start..((start / chunk + 1) * chunk).min(rows.end);
        let end = self.plan.rows.end;
        std::iter::successors(Some(cut(self.plan.rows.start)), move |last| {
            (last.end < end).then(|| cut(last.end))
        })
    }

    /// Makes rows, on all cores; none if it is told to stop.
    fn make(
        &self,
        layout: &Layout,
        terrains: &mut Terrains,
        rows: &Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Row>>, Problems> {
        if self.plan.walks() && !rows.is_empty() {
            terrains.prepare(self.plan.walkers(rows), |settings| self.kit.terrain(settings).ok());
        }
        let terrains = &*terrains;
        let recipes = self.plan.recipes(self.kit, rows)?;
        rows.clone()
            .into_par_iter()
            .map(|row| {
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let Some((combination, seed)) = self.plan.job(row) else {
                    let message = format!("row {row} has no seed: there is none so high");
                    return Err(Problem::error(self.kit.shown(), message).into());
                };
                let recipe = recipes.of(combination);
                let terrain = terrains.of(&recipe.settings().navigation);
                let source = MapSource { recipe, terrain, memory: &self.memory };
                let (facts, took) = evaluate(&source, seed, self.plan.verdict);
                Ok(Some(layout.row(row, combination, &facts, took)))
            })
            .collect()
    }

    fn notes(&self) -> Vec<(String, String)> {
        let note = |name: &str, text: String| (name.to_string(), text);
        vec![
            note("snapmesh", env!("CARGO_PKG_VERSION").into()),
            note("kit", self.kit.kit().name().into()),
            note("fingerprint", self.kit.fingerprint().into()),
        ]
    }
}

/// What is known about the map of a seed, with the time it took. A map that is too large to be walked on, or that no verdict can
/// be composed on, has no such facts.
fn evaluate(source: &MapSource<'_>, seed: i64, verdict: Option<Verdict>) -> (MapFacts, Timings) {
    let start = Instant::now();
    let map = source.recipe.grow(seed);
    let growing = start.elapsed();
    let mut facts = source.facts(&map);
    let start = Instant::now();
    facts.walk = verdict.and_then(|verdict| source.walk(&map, verdict));
    (facts, Timings { growing, walking: verdict.map_or(Duration::ZERO, |_| start.elapsed()) })
}

/// The terrains of the rows that are being made: one for each way to walk, however many combinations and maps it has.
#[derive(Default)]
struct Terrains(Vec<Terrain>);

impl Terrains {
    /// Makes those of some settings, and forgets those of others: a sweep may have as many agents as rows. What an agent
    /// is too large for stays without one, and its maps are not walked on.
    fn prepare<'a>(
        &mut self,
        walkers: impl Iterator<Item = &'a Navigation>,
        make: impl Fn(&Navigation) -> Option<Terrain>,
    ) {
        let mut known = std::mem::take(&mut self.0);
        for settings in walkers {
            if self.of(settings).is_none() {
                let same = known.iter().position(|terrain| terrain.is_for(settings));
                let same = same.map(|index| known.swap_remove(index));
                self.0.extend(same.or_else(|| make(settings)));
            }
        }
    }

    fn of(&self, settings: &Navigation) -> Option<&Terrain> {
        self.0.iter().find(|terrain| terrain.is_for(settings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapmesh::settings::Count;
    use snapmesh_nav::{Agent, PieceGeometry};

    fn walker(radius: f64) -> Navigation {
        Navigation { agent_radius: radius, ..Navigation::default() }
    }

    fn terrain(settings: &Navigation) -> Option<Terrain> {
        Terrain::new(&[PieceGeometry::default()], Agent::from(settings)).ok()
    }

    #[test]
    fn agents_that_are_equal_share_a_terrain() {
        let mut terrains = Terrains::default();
        terrains.prepare([0.3, 0.4, 0.3, 0.4].map(walker).iter(), terrain);
        assert_eq!(terrains.0.len(), 2);
        assert_eq!(terrains.of(&walker(0.4)).map(|terrain| terrain.agent().radius), Some(0.4));
        terrains.prepare([0.4, 0.5].map(walker).iter(), terrain);
        let known: Vec<f64> = terrains.0.iter().map(|terrain| terrain.agent().radius).collect();
        assert_eq!(known, [0.4, 0.5], "who does not walk any more is forgotten");
        let doorways = Navigation { count: Count::Doorways, ..walker(0.4) };
        assert!(terrains.of(&doorways).is_none(), "what counts is another");
    }

    #[test]
    fn an_agent_whose_cells_are_too_small_has_no_terrain() {
        let mut terrains = Terrains::default();
        let fine = Navigation { cell_size: Some(1e-5), ..walker(0.3) };
        terrains.prepare([&fine].into_iter(), terrain);
        assert!(terrains.of(&fine).is_none());
    }
}
