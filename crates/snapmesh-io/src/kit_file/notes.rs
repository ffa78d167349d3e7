//! What `[pieces.NAME]` sections change about the pieces that are loaded, and where that stands.

use super::listing::could_be_pieces;
use super::loaded::LoadedKit;
use super::places::Places;
use crate::files::Files;
use crate::piece_file::{Model, connector_number, unfit_floors};
use snapmesh::piece::id_of_file;
use snapmesh::problem::nearest;
use snapmesh::settings::PieceNotes;
use snapmesh::{Location, Problem, Settings};

/// What is said about a connector that a section gives is said where that stands.
pub(super) fn located(problem: Problem, places: &Places) -> Problem {
    let Location::Node { file, node } = &problem.location else { return problem };
    let id = id_of_file(file);
    let place = connector_number(node).and_then(|_| places.get(&format!("pieces.{id}"), "connectors"));
    let Some(place) = place.cloned() else { return problem };
    let message = format!("`{node}` of {id}: {}", problem.message);
    Problem { location: place, message, ..problem }
}

/// Sections about pieces that the kit does not have: the piece that was meant may be what is wrong.
pub(super) fn unknown_pieces(settings: &Settings, files: &[String], places: &Places) -> Vec<Problem> {
    let ids: Vec<&str> = files.iter().map(|file| id_of_file(file)).collect();
    let unknown = settings.pieces.iter().filter(|notes| !ids.contains(&notes.piece.as_str()));
    let told = unknown.filter_map(|PieceNotes { piece, .. }| {
        let message = format!("[pieces] names \"{piece}\", and the kit has no such piece");
        let help = nearest(piece, ids.iter().copied()).map(|close| format!("did you mean \"{close}\"?"));
        Some(Problem { help, ..Problem::warning(places.get("pieces", piece)?.clone(), message) })
    });
    told.collect()
}

/// Pieces with a section that lie in the folder of the kit, and that it does not use.
pub(super) fn unused_pieces(settings: &Settings, used: &[String], files: &dyn Files) -> Vec<String> {
    let is_of = |names: &[String], id: &str| names.iter().any(|name| id_of_file(name) == id);
    let mut unknown =
        settings.pieces.iter().map(|notes| &notes.piece).filter(|id| !is_of(used, id)).peekable();
    if unknown.peek().is_none() {
        return vec![];
    }
    let there = could_be_pieces(files, used);
    unknown.filter(|id| is_of(&there, id)).cloned().collect()
}

/// Entries of floors that nothing in their piece is called.
pub(super) fn odd_floors(
    kit: &LoadedKit,
    settings: &Settings,
    places: &Places,
    kit_file: &str,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for PieceNotes { piece, floor, .. } in &settings.pieces {
        let (Some(id), Some(floor)) = (kit.kit().named(piece), floor) else { continue };
        problems.extend(odd_floor(piece, kit.model(id), floor).map(|(entry, odd)| {
            let place = places.get(&format!("pieces.{piece}.floor"), entry).cloned();
            odd.at(place.unwrap_or_else(|| kit_file.into()))
        }));
    }
    problems
}

/// The same of one piece: each entry, and what to say about it.
pub(super) fn odd_floor<'a>(
    piece: &str,
    model: &'a Model,
    floor: &'a [String],
) -> impl Iterator<Item = (&'a str, OddFloor)> {
    unfit_floors(model, floor).into_iter().map(move |(entry, close)| {
        let message = format!(
            "`floor` of {piece} names \"{entry}\", and no node, mesh or material that is drawn is called that"
        );
        (entry, OddFloor { message, help: close.map(|close| format!("did you mean \"{close}\"?")) })
    })
}

/// What to say about an entry of a floor.
pub(super) struct OddFloor {
    message: String,
    help: Option<String>,
}

impl OddFloor {
    /// As a warning at its place.
    pub(super) fn at(self, place: Location) -> Problem {
        Problem { help: self.help, ..Problem::warning(place, self.message) }
    }
}
