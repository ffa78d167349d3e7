//! Sweeps: maps by the thousand, one row each, in chunks that survive whatever happens.
//!
//! While a sweep is under way, its chunks lie in a folder beside the output. The output appears when all are there.
//! A sweep that was stopped goes on from the chunks it finds.

use crate::files::{Format, join, write_chunk};
use crate::plan::{Layout, Plan};
use crate::table::Row;
use rayon::prelude::*;
use snapmesh::Problem;
use snapmesh_io::KitFolder;
use snapmesh_nav::{Ground, Source};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Rows of a chunk: enough that files are read fast.
const CHUNK: u64 = 4_000;
/// Rows of a chunk when maps are walked on: few enough that little is lost.
const WALKED_CHUNK: u64 = 256;
/// The file that says which sweep the chunks belong to.
const PLAN: &str = "plan.txt";

/// A sweep over a kit.
pub struct Sweep<'a> {
    /// The kit, under the settings that all rows share.
    pub folder: &'a KitFolder,
    /// What there is to walk on in each piece.
    pub grounds: &'a [Ground],
    /// Which maps are made.
    pub plan: &'a Plan,
}

/// How far a sweep is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Rows that are there.
    pub done: u64,
    /// Those of them that were there before.
    pub found: u64,
    /// Rows that are to be there.
    pub rows: u64,
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
    ) -> Result<Progress, Vec<Problem>> {
        let format = Format::of(out)?;
        let layout = Layout::new(self.folder, self.plan);
        let parts = Parts::open(out, format, &self.plan.identity(self.folder, self.chunk()), fresh)?;
        let chunks = self.chunks();
        let mut progress = Progress { done: 0, found: 0, rows: self.plan.rows.end - self.plan.rows.start };
        for (number, rows) in chunks.iter().enumerate() {
            let path = parts.chunk(number);
            let there = path.is_file();
            if !there {
                let Some(made) = self.make(&layout, rows, stop)? else { return Ok(progress) };
                write_chunk(&path, format, &layout.columns, &made, &[])?;
            }
            let count = rows.end - rows.start;
            progress.done += count;
            progress.found += if there { count } else { 0 };
            watch(progress);
        }
        let files: Vec<PathBuf> = (0..chunks.len()).map(|number| parts.chunk(number)).collect();
        join(&files, out, format, &self.notes())?;
        parts.remove(chunks.len());
        Ok(progress)
    }

    fn chunk(&self) -> u64 {
        if self.plan.walk { WALKED_CHUNK } else { CHUNK }
    }

    /// The rows in chunks, cut at the same numbers in every shard. A shard without rows has one chunk without rows.
    fn chunks(&self) -> Vec<Range<u64>> {
        let (rows, chunk) = (&self.plan.rows, self.chunk());
        let mut chunks = Vec::new();
        let mut start = rows.start;
        while start < rows.end || chunks.is_empty() {
            let end = ((start / chunk + 1) * chunk).min(rows.end);
            chunks.push(start..end);
            start = end;
        }
        chunks
    }

    /// Makes rows, on all cores; none if it is told to stop.
    fn make(
        &self,
        layout: &Layout,
        rows: &Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Row>>, Vec<Problem>> {
        rows.clone()
            .into_par_iter()
            .map(|row| {
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let folder = || self.folder.folder.display().to_string();
                let Some((settings, seed)) = self.plan.job(row) else {
                    return Err(vec![Problem::error(
                        folder(),
                        format!("row {row} has no seed: there is none so high"),
                    )]);
                };
                let source = Source {
                    kit: &self.folder.kit,
                    grounds: self.grounds,
                    settings: &self.plan.settings[settings],
                };
                let looked = source.look(seed, self.plan.walk);
                let (facts, took) = looked.map_err(|error| vec![Problem::error(folder(), error.message)])?;
                Ok(Some(layout.row(row, settings, &facts, took)))
            })
            .collect()
    }

    fn notes(&self) -> Vec<(String, String)> {
        let note = |name: &str, text: String| (name.to_string(), text);
        vec![
            note("snapmesh", env!("CARGO_PKG_VERSION").into()),
            note("kit", self.folder.kit.name().into()),
            note("fingerprint", self.folder.fingerprint.clone()),
        ]
    }
}

/// The folder where chunks wait for the rest.
struct Parts {
    folder: PathBuf,
    ending: &'static str,
}

impl Parts {
    /// Opens the folder of an output, or makes it.
    fn open(out: &Path, format: Format, identity: &str, fresh: bool) -> Result<Self, Vec<Problem>> {
        let mut name = out.file_name().unwrap_or_default().to_os_string();
        name.push(".part");
        let folder = out.with_file_name(name);
        let ending = Format::ALL.iter().find(|(_, known)| *known == format).map_or("", |(ending, _)| ending);
        let parts = Self { folder, ending };
        let wrong = |error: std::io::Error| {
            vec![Problem::error(parts.folder.display().to_string(), format!("cannot be used: {error}"))]
        };
        let plan = parts.folder.join(PLAN);
        if fresh && plan.is_file() {
            parts.remove(usize::MAX);
        }
        match std::fs::read_to_string(&plan) {
            Ok(known) if known == identity => {}
            Ok(_) => {
                let message = "holds the beginning of another sweep: other settings, seeds, kit or version";
                let help = "go on with that one, choose another output, or add --fresh to throw it away";
                return Err(Problem::error(parts.folder.display().to_string(), message).help(help).into());
            }
            Err(_) => {
                std::fs::create_dir_all(&parts.folder).map_err(wrong)?;
                std::fs::write(&plan, identity).map_err(wrong)?;
            }
        }
        Ok(parts)
    }

    fn chunk(&self, number: usize) -> PathBuf {
        self.folder.join(format!("{number:08}.{}", self.ending))
    }

    /// Takes away what a sweep put there, and nothing else. What cannot be taken away does no harm.
    fn remove(&self, chunks: usize) {
        for number in 0..chunks {
            if std::fs::remove_file(self.chunk(number)).is_err() && chunks == usize::MAX {
                break;
            }
        }
        for entry in std::fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let ours = name.to_string_lossy().starts_with(".snapmesh-");
            if ours || name == PLAN {
                let _ = std::fs::remove_file(entry.path());
            }
        }
        let _ = std::fs::remove_dir(&self.folder);
    }
}
