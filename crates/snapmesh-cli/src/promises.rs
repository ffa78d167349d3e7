//! What a map promised: whether it was kept, and if not, what stood in the way.

use serde_json::{Value as Json, json};
use snapmesh::{Generator, Kept, Map, Promise, Recipe, Trouble};
use std::fmt::Write as _;
use std::sync::Arc;

/// Whether a map has all that was promised.
pub(crate) fn all_kept(map: &Map) -> bool {
    map.promises.iter().all(|promise| promise.kept)
}

/// A line for every promise.
pub(crate) fn lines(map: &Map) -> String {
    map.promises.iter().fold(String::new(), |mut text, Promise { promise, kept, value }| {
        let _ = match kept {
            true => writeln!(text, "kept: {promise}"),
            false => writeln!(text, "not kept: {promise} (it has {value})"),
        };
        text
    })
}

/// Grows a map again, and counts what stood in its way.
fn trouble(recipe: &Arc<Recipe>, map: &Map) -> Trouble {
    let generator = Generator::watched(recipe, map.seed, Trouble::default());
    match Kept::first_of(map) {
        Some(kept) => generator.from_kept(&kept).run_watched().1,
        None => generator.run_watched().1,
    }
}

/// What stood in the way of a map that does not keep its promises, in a few lines.
pub(crate) fn why_not(recipe: &Arc<Recipe>, map: &Map) -> String {
    let trouble = trouble(recipe, map);
    let mut text = trouble.lines(recipe.kit()).join("\n");
    let _ = writeln!(text, "\nhelp: {}", help(recipe, map, &trouble));
    text
}

/// The same for machines.
pub(crate) fn why_not_json(recipe: &Arc<Recipe>, map: &Map) -> Json {
    let trouble = trouble(recipe, map);
    let id = |piece| recipe.kit().piece(piece).id.clone();
    json!({
        "tried": trouble.tried,
        "taken_back": trouble.taken_back,
        "afresh": trouble.afresh,
        "stopped_by": counted(trouble.reasons()),
        "in_the_way": counted(trouble.in_the_way().into_iter().map(|(piece, count)| (id(piece), count))),
        "help": help(recipe, map, &trouble),
    })
}

fn counted(all: impl IntoIterator<Item = (String, u64)>) -> Json {
    Json::Object(all.into_iter().map(|(what, count)| (what, json!(count))).collect())
}

/// What would help first.
fn help(recipe: &Recipe, map: &Map, trouble: &Trouble) -> String {
    trouble.advice(recipe, map).unwrap_or_else(|| GO_ON.into())
}

/// What lets a map go on where the paper's method stops.
pub(crate) const GO_ON: &str = "`growth.when_blocked = \"undo\"` in kit.toml (or --set growth.when_blocked=undo) takes pieces back until it fits";
