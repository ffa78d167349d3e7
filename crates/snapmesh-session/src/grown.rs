//! A map that was grown, and all that can be asked about it.

use crate::act::PortName;
use crate::free::FreeConnector;
use crate::growth::Record;
use crate::host::Host;
use crate::message::Message;
use crate::request::ExportOptions;
use crate::{export, timeline, walk, why};
use serde_json::{Value as Json, json};
use snapmesh::{ConnectorId, Map, PlacedId, Port, Problem, Problems, Recipe, Story};
use snapmesh_io::{OpenKit, walk_refusal};
use snapmesh_nav::{BakeError, NavMesh, Validation};
use std::cell::OnceCell;
use std::sync::Arc;

/// A map, and all that is known about it.
pub(crate) struct Grown {
    open: OpenKit,
    recipe: Arc<Recipe>,
    map: Map,
    record: Arc<Record>,
    lines: OnceCell<Vec<Option<String>>>,
    walked: Result<Validation, BakeError>,
    mesh: OnceCell<Result<NavMesh, BakeError>>,
}

/// Sentences that are told at a time, at most.
const MOST_LINES: usize = 10_000;

/// Stops of a tour, at most.
const MOST_STOPS: usize = 500;

impl Grown {
    pub(crate) fn new(
        open: OpenKit,
        recipe: Arc<Recipe>,
        (map, record): (Map, Arc<Record>),
        walked: Result<Validation, BakeError>,
    ) -> Self {
        let (lines, mesh) = (OnceCell::new(), OnceCell::new());
        Self { open, recipe, map, record, lines, walked, mesh }
    }

    fn lines(&self) -> &[Option<String>] {
        self.lines.get_or_init(|| timeline::story(&self.recipe, &self.record.events))
    }

    pub(crate) fn story(&self, from: usize, count: usize) -> Json {
        let lines = self.lines();
        let from = from.min(lines.len());
        let to = from.saturating_add(count.min(MOST_LINES)).min(lines.len());
        json!({ "from": from, "lines": lines[from..to] })
    }

    /// A placed piece of this number.
    fn placed(&self, number: usize) -> Result<PlacedId, Problems> {
        if number < self.map.pieces.len() {
            return Ok(PlacedId::new(number));
        }
        let message = format!("there is no piece {number} on the map, which has {}", self.map.pieces.len());
        Err(Problem::error(self.open.kit.shown(), message).into())
    }

    pub(crate) fn why(&self, placed: usize) -> Result<Json, Problems> {
        let placed = self.placed(placed)?;
        let story = Story::of(self.recipe.kit(), &self.map.pieces);
        Ok(why::told(&story, &self.map, &self.record.events, self.lines(), placed))
    }

    pub(crate) fn free(&self, port: PortName) -> Result<Json, Problems> {
        let placed = self.placed(port.placed)?;
        let used = &self.map.used_connectors(self.recipe.kit())[port.placed];
        if used.get(port.connector) != Some(&false) {
            let message = format!("piece {placed} has no free connector {}", port.connector);
            return Err(Problem::error(self.open.kit.shown(), message).into());
        }
        let port = Port { placed, connector: ConnectorId::new(port.connector) };
        let (recipe, map, events, lines) = (&self.recipe, &self.map, &self.record.events, self.lines());
        Ok(FreeConnector { recipe, map, events, lines, port }.told())
    }

    fn walked(&self) -> Result<&Validation, Problems> {
        Ok(self.walked.as_ref().map_err(|error| walk_refusal(&self.open.kit, error))?)
    }

    /// The walkable surface as triangles, made once.
    fn mesh(&self, host: &dyn Host) -> Result<(&NavMesh, &Validation), Problems> {
        let (validation, stop) = (self.walked()?, host.stop());
        let mesh = self.mesh.get_or_init(|| walk::mesh(&self.open, validation, &stop));
        Ok((mesh.as_ref().map_err(|error| walk_refusal(&self.open.kit, error))?, validation))
    }

    /// The walkable surface as triangles, for a page.
    pub(crate) fn navmesh(&self, id: u64, host: &dyn Host) -> Result<Message, Problems> {
        let (mesh, validation) = self.mesh(host)?;
        Ok(walk::navmesh(id, mesh, validation))
    }

    pub(crate) fn tour(&self, stops: usize, seed: i64, host: &dyn Host) -> Result<Json, Problems> {
        let (mesh, validation) = self.mesh(host)?;
        Ok(walk::tour(mesh, validation, stops.min(MOST_STOPS), seed))
    }

    pub(crate) fn path(&self, from: [f64; 3], to: [f64; 3], host: &dyn Host) -> Result<Json, Problems> {
        Ok(walk::path(self.mesh(host)?.0, from, to))
    }

    pub(crate) fn export(
        &self,
        ending: &str,
        options: &ExportOptions,
        host: &dyn Host,
    ) -> Result<Vec<u8>, Problems> {
        let layer = options.nav.then(|| {
            let (mesh, validation) = self.mesh(host)?;
            Ok::<_, Problems>(export::layer(mesh, validation))
        });
        export::map(&self.open, &self.map, ending, options, layer.transpose()?)
    }
}
