//! Watching a generation: the log on stderr and the trace file.

use crate::progress::Progress;
use crate::terminal::plain;
use snapmesh::Story;
use snapmesh::Watch;
use snapmesh::{Event, Generator, Kept, Map, Problems, Recipe, Step};
use snapmesh_io::outputs::{Outputs, unwritable};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

/// Where events go: each reader is there or not.
struct Readers<'k, 'w, L, T> {
    story: Option<(Story<'k>, L)>,
    trace: Option<&'w mut T>,
    events: Option<&'w mut Vec<Event>>,
    /// The first error of the trace file.
    failed: Option<std::io::Error>,
}

impl<L: Write, T: Write> Watch for Readers<'_, '_, L, T> {
    fn event(&mut self, event: &Event) {
        if let Some((story, out)) = &mut self.story
            && let Some(line) = story.tell(event)
        {
            // A reader that went away is no fault.
            let _ = writeln!(out, "{}", plain(&line));
        }
        if let Some(trace) = &mut self.trace
            && self.failed.is_none()
        {
            let written = serde_json::to_writer(&mut **trace, event).map_err(Into::into);
            self.failed = written.and_then(|()| trace.write_all(b"\n")).err();
        }
        if let Some(events) = &mut self.events {
            events.push(event.clone());
        }
    }
}

/// What a map grows from.
#[derive(Clone, Copy)]
pub(crate) struct Start<'a> {
    pub(crate) recipe: &'a Arc<Recipe>,
    pub(crate) seed: i64,
    /// Pieces that stand already.
    pub(crate) kept: Option<&'a Kept>,
}

impl Start<'_> {
    fn generator<W: Watch>(&self, watch: W) -> Generator<W> {
        let generator = Generator::watched(self.recipe, self.seed, watch);
        match self.kept {
            Some(kept) => generator.from_kept(kept),
            None => generator,
        }
    }
}

/// Grows a map, with the story told to `log`, the events written to `trace` and kept in `events`, if wanted.
pub(crate) fn grow(
    start: &Start<'_>,
    log: Option<impl Write>,
    trace: Option<&Path>,
    events: Option<&mut Vec<Event>>,
    outputs: &mut Outputs,
    quiet: bool,
) -> Result<Map, Problems> {
    if log.is_none() && trace.is_none() && events.is_none() {
        return Ok(grow_unwatched(start, quiet));
    }
    let mut file = match trace {
        Some(path) => Some((path, BufWriter::new(outputs.open(path)?))),
        None => None,
    };
    let readers = Readers {
        story: log.map(|out| (Story::new(start.recipe.kit()), out)),
        trace: file.as_mut().map(|(_, file)| file),
        events,
        failed: None,
    };
    let (map, Readers { failed, .. }) = start.generator(readers).run_watched();
    if let Some((path, file)) = file {
        let written = file.into_inner().map_err(std::io::IntoInnerError::into_error);
        match failed.map_or(written, Err) {
            Ok(file) => outputs.keep(file)?,
            Err(error) => return Err(unwritable(path, &error).into()),
        }
    }
    Ok(map)
}

fn grow_unwatched(start: &Start<'_>, quiet: bool) -> Map {
    let mut generator = start.generator(());
    let mut progress = Progress::new(quiet);
    let mut steps = 0_u32;
    while generator.step() != Step::Done {
        steps = steps.wrapping_add(1);
        // The clock is looked at now and then: a look costs as much as a piece.
        if steps.is_multiple_of(256) {
            progress.tell(|| format!("{} pieces", generator.placed().len()));
        }
    }
    generator.finish().0
}

/// stderr, gathered into larger writes.
pub(crate) fn log_to_stderr() -> BufWriter<std::io::Stderr> {
    BufWriter::new(std::io::stderr())
}
