//! The kit, for a page: its pieces with all that can be drawn and chosen, and the files that could be pieces.

use crate::{demands, maps};
use serde_json::{Value as Json, json};
use snapmesh::ends::end_pieces;
use snapmesh::selection::STANDARD;
use snapmesh::selector::tags;
use snapmesh::settings::EndRule;
use snapmesh::{Bounds, Connector, OrientedBox, Piece, PieceId, Settings, ValidKit};
use snapmesh_io::kit_file::could_be_pieces;
use snapmesh_io::piece_file::Model;
use snapmesh_io::schema::schema;
use snapmesh_io::{Files, LoadedKit};
use std::collections::BTreeSet;

/// What a page is told of a kit. Without one that could be loaded, its files are told all the same.
pub(crate) fn told(
    files: &dyn Files,
    kit: Option<&LoadedKit>,
    settings: &Settings,
    presets: &[String],
    named: &str,
) -> Json {
    json!({
        "name": settings.content.name,
        "folder": named,
        "schema": schema(STANDARD),
        "presets": presets,
        "pieces": kit.map_or_else(Vec::new, |kit| pieces(kit, settings)),
        "catalog": catalog(files, kit),
        "metrics": maps::metrics(),
        "demands": demands::told(),
        "colors": kit.map_or_else(Vec::new, colors),
    })
}

/// Every color that a connector has, sorted.
pub(crate) fn colors(kit: &LoadedKit) -> Vec<&str> {
    let colors: BTreeSet<&str> = kit.kit().kinds().iter().map(|kind| &*kind.color).collect();
    colors.into_iter().collect()
}

/// Every file that could be a piece, and which piece it is.
fn catalog(files: &dyn Files, kit: Option<&LoadedKit>) -> Vec<Json> {
    let used = kit.map_or(&[][..], LoadedKit::files);
    let mut names: BTreeSet<String> = could_be_pieces(files, used).into_iter().collect();
    names.extend(used.iter().cloned());
    let entry = |file: &String| json!({ "file": file, "piece": used.iter().position(|used| used == file) });
    names.iter().map(entry).collect()
}

/// Every piece of a kit.
pub(crate) fn pieces(kit: &LoadedKit, settings: &Settings) -> Vec<Json> {
    let told = |(id, file): (PieceId, &String)| {
        let mut told = info(kit.kit().piece(id), kit.model(id), settings, file);
        told["roles"] = json!(roles(kit.kit(), settings, id));
        told
    };
    kit.kit().ids().zip(kit.files()).map(told).collect()
}

/// A piece that is used as nothing yet.
pub(crate) fn info(piece: &Piece, model: &Model, settings: &Settings, file: &str) -> Json {
    // A piece need not show anything.
    let drawn = Some(model.bounds()).filter(|bounds| !bounds.is_empty());
    let Bounds { min, max } = drawn.unwrap_or_else(|| piece.bounds());
    json!({
        "id": piece.id,
        "file": file,
        "min": min.to_array(),
        "max": max.to_array(),
        "triangles": model.triangles(),
        "connectors": piece.connectors.iter().map(connector).collect::<Vec<_>>(),
        "boxes": piece.boxes.iter().map(oriented_box).collect::<Vec<_>>(),
        "tags": tags(piece, settings).collect::<BTreeSet<_>>(),
        "weight": piece.hints.weight,
        "max_count": piece.hints.max,
        "roles": [],
    })
}

/// What a piece is used as.
fn roles(kit: &ValidKit, settings: &Settings, piece: PieceId) -> Vec<&'static str> {
    let named = |list: fn(&EndRule) -> &Option<Vec<String>>| {
        let mut names = settings.ends.iter().flat_map(|rule| list(rule).iter().flatten());
        names.any(|name| end_pieces(kit, name).contains(&piece))
    };
    let roles = [
        ("piece", kit.pieces().contains(&piece)),
        ("starter", kit.names_starters() && kit.starters().contains(&piece)),
        ("cap", named(|rule| &rule.cap)),
        ("door", named(|rule| &rule.door)),
    ];
    roles.into_iter().filter(|(_, is)| *is).map(|(role, _)| role).collect()
}

fn connector(it: &Connector) -> Json {
    json!({
        "name": it.name,
        "pins": it.pins,
        "color": it.color,
        "position": it.position.to_array(),
        "heading": it.heading.to_array(),
        "up": it.up.to_array(),
    })
}

fn oriented_box(it: &OrientedBox) -> Json {
    json!({
        "center": it.center.to_array(),
        "half": it.half.to_array(),
        "axes": it.axes.map(|axis| axis.to_array()),
    })
}
