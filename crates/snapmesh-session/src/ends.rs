//! What becomes of connectors, kind by kind, for a page.

use serde_json::{Value as Json, json};
use snapmesh::ends::{end_pieces, kinds_on_map};
use snapmesh::matching::Matching;
use snapmesh::settings::{EndRule, Free, Settings, most_specific};
use snapmesh::{ConnectorKind, PieceId, Recipe, ValidKit};
use std::collections::BTreeSet;

/// The kinds of connectors that maps can have, by pins and color; each with what `[ends]` says about it, by which section, and
/// the pieces that could be its caps and doors.
pub(crate) fn told(kit: &ValidKit, settings: &Settings, recipe: Option<&Recipe>) -> Vec<Json> {
    let matching = Matching::new(kit, &settings.connection);
    let kinds = kinds_on_map(kit);
    let of = |kind: &ConnectorKind| (kind.pins, kind.color.clone());
    let names: BTreeSet<(u32, String)> = kinds.iter().map(|kind| of(&kit.kinds()[kind.index()])).collect();
    let row = |(pins, color): &(u32, String)| {
        let same =
            || kinds.iter().copied().filter(|kind| of(&kit.kinds()[kind.index()]) == (*pins, color.clone()));
        let fits = |piece: &PieceId| match kit.kinds_of(*piece) {
            [only] => same().any(|kind| matching.allow(kind, *only)),
            _ => false,
        };
        let always = |recipe: &Recipe| same().all(|kind| recipe.ends().always_close(kit, settings, kind));
        json!({
            "pins": pins,
            "color": color,
            "cap": list(kit, settings, (*pins, color), |rule| rule.cap.as_ref()),
            "door": list(kit, settings, (*pins, color), |rule| rule.door.as_ref()),
            "free": said(settings, (*pins, color), |rule| rule.free.map(Free::name)),
            "always_closed": recipe.is_some_and(always),
            "candidates": kit.ids().filter(fits).collect::<Vec<_>>(),
        })
    };
    names.iter().map(row).collect()
}

/// What is said, and by which section.
fn said<'a>(
    settings: &'a Settings,
    kind: (u32, &str),
    says: impl Fn(&'a EndRule) -> Option<&'static str>,
) -> Json {
    let said = most_specific(&settings.ends, kind, says);
    said.map_or(
        Json::Null,
        |(place, value)| json!({ "section": settings.ends[place].kinds.to_string(), "value": value }),
    )
}

/// The names that are given, the pieces they mean, and by which section.
fn list<'a>(
    kit: &ValidKit,
    settings: &'a Settings,
    kind: (u32, &str),
    says: impl Fn(&'a EndRule) -> Option<&'a Vec<String>>,
) -> Json {
    let said = most_specific(&settings.ends, kind, says);
    said.map_or(Json::Null, |(place, names)| {
        let pieces: Vec<PieceId> = names.iter().flat_map(|name| end_pieces(kit, name)).collect();
        json!({ "section": settings.ends[place].kinds.to_string(), "names": names, "pieces": pieces })
    })
}
