//! Sweeps: maps by the thousand, one row each, in chunks that survive whatever happens.
//!
//! While a sweep is under way, its chunks lie in a folder beside the output. The output appears when all are there.
//! A sweep that was stopped goes on from the chunks it finds.

use crate::files::{Format, Table, join, write_chunk};
use crate::plan::{Layout, Plan};
use crate::table::Row;
use rayon::prelude::*;
use snapmesh::Problem;
use snapmesh_io::KitFolder;
use snapmesh_io::fingerprint::digest;
use snapmesh_nav::{Ground, Source};
use std::fmt::Write as _;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Rows of a chunk: enough that files are read fast.
const CHUNK: u64 = 4_000;
/// Rows of a chunk when maps are walked on: few enough that little is lost.
const WALKED_CHUNK: u64 = 64;
/// The file that is locked while a sweep is at work.
const LOCK: &str = "lock";

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
    /// Maps that were too large to be walked on, of those made now.
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
    ) -> Result<Progress, Vec<Problem>> {
        let format = Format::of(out)?;
        let layout = Layout::new(self.folder, self.plan);
        let parts = Parts::open(out, format, &self.identity(), fresh)?;
        let mut files = Vec::new();
        let mut progress =
            Progress { done: 0, found: 0, rows: self.plan.rows.end - self.plan.rows.start, unwalked: 0 };
        for rows in self.chunks() {
            let path = parts.chunk(files.len());
            let count = rows.end - rows.start;
            // A chunk that cannot be read is made again.
            let there = path.is_file() && Table::open(&path).is_ok_and(|table| table.rows() as u64 == count);
            if !there {
                let Some(made) = self.make(&layout, &rows, stop)? else { return Ok(progress) };
                progress.unwalked += if self.plan.walk { layout.unwalked(&made) } else { 0 };
                write_chunk(&path, format, &layout.columns, &made, &[])?;
            }
            files.push(path);
            progress.done += count;
            progress.found += if there { count } else { 0 };
            watch(progress);
        }
        join(&files, out, format, &self.notes())?;
        parts.remove();
        Ok(progress)
    }

    /// Everything that the rows depend on, as text: a sweep goes on only from chunks of its own. What maps are walked
    /// on is part of it, which the fingerprint of a kit leaves out.
    fn identity(&self) -> String {
        let mut text = self.plan.identity(self.folder, self.chunk());
        if self.plan.walk {
            for ground in self.grounds {
                let _ = writeln!(text, "ground {}", digest(&format!("{ground:?}")));
            }
        }
        text
    }

    fn chunk(&self) -> u64 {
        if self.plan.walk { WALKED_CHUNK } else { CHUNK }
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
    /// Tells the chunks of one sweep from those of another: part of their names.
    mark: String,
    ending: &'static str,
    /// Held while a sweep is at work here.
    _lock: File,
}

impl Parts {
    /// Opens the folder of an output, or makes it.
    fn open(out: &Path, format: Format, identity: &str, fresh: bool) -> Result<Self, Vec<Problem>> {
        let mut name = out.file_name().unwrap_or_default().to_os_string();
        name.push(".part");
        let folder = out.with_file_name(name);
        let ending = Format::ALL.iter().find(|(_, known)| *known == format).map_or("", |(ending, _)| ending);
        let mark = digest(identity)[..12].to_string();
        let wrong = |error: std::io::Error| {
            vec![Problem::error(folder.display().to_string(), format!("cannot be used: {error}"))]
        };
        std::fs::create_dir_all(&folder).map_err(wrong)?;
        let lock = File::create(folder.join(LOCK)).map_err(wrong)?;
        if lock.try_lock().is_err() {
            let message = "another sweep is at work here";
            let help = "wait for it, stop it, or choose another output";
            return Err(Problem::error(folder.display().to_string(), message).help(help).into());
        }
        let parts = Self { folder, mark, ending, _lock: lock };
        let others = parts.files().filter(|name| !name.starts_with(&parts.mark) && is_chunk(name)).count();
        if others > 0 && !fresh {
            let message = "holds the beginning of another sweep: other settings, seeds, pieces or version";
            let help = "go on with that one, choose another output, or add --fresh to throw it away";
            return Err(Problem::error(parts.folder.display().to_string(), message).help(help).into());
        }
        if fresh {
            parts.clear(is_chunk);
        }
        Ok(parts)
    }

    fn chunk(&self, number: usize) -> PathBuf {
        self.folder.join(format!("{}-{number:08}.{}", self.mark, self.ending))
    }

    /// The names of what lies there.
    fn files(&self) -> impl Iterator<Item = String> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned())
    }

    /// Takes away some of what sweeps put there.
    fn clear(&self, which: fn(&str) -> bool) {
        for name in self.files().filter(|name| which(name)) {
            // A chunk that stays has the mark of its sweep, and no other sweep will take it for its own.
            let _ = std::fs::remove_file(self.folder.join(name));
        }
    }

    /// Takes away the folder, if there is nothing in it but what sweeps put there.
    fn remove(&self) {
        self.clear(|name| is_chunk(name) || name == LOCK || name.starts_with(".snapmesh-"));
        let _ = std::fs::remove_dir(&self.folder);
    }
}

/// Whether a file is a chunk of some sweep: a mark, a number, an ending.
fn is_chunk(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let Some((mark, number)) = stem.split_once('-') else { return false };
    Format::ALL.iter().any(|(known, _)| *known == ending)
        && mark.len() == 12
        && mark.bytes().all(|byte| byte.is_ascii_hexdigit())
        && number.bytes().all(|byte| byte.is_ascii_digit())
}
