//! What a map promised: whether it was kept, and if not, what stood in the way.

use crate::terminal::plural;
use serde_json::{Value as Json, json};
use snapmesh::settings::WhenBlocked;
use snapmesh::{Generator, Map, Promise, Recipe, Stop, Trouble};
use std::fmt::Write as _;
use std::sync::Arc;

/// Reasons, and pieces in the way, that are told.
const TOLD: usize = 4;

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
    Generator::watched(recipe, map.seed, Trouble::default()).run_watched().1
}

/// What stood in the way of a map that does not keep its promises, in a few lines.
pub(crate) fn why_not(recipe: &Arc<Recipe>, map: &Map) -> String {
    let trouble = trouble(recipe, map);
    let mut text = format!("{} tried", plural(trouble.tried as usize, "pairing", "pairings"));
    if trouble.taken_back > 0 {
        let back = plural(trouble.taken_back as usize, "piece", "pieces");
        let _ = write!(
            text,
            ", {back} taken back, {} afresh",
            plural(trouble.afresh as usize, "start", "starts")
        );
    }
    text.push('\n');
    let list = |all: Vec<String>| all.into_iter().take(TOLD).collect::<Vec<_>>().join(", ");
    let times = |what: &str, count: u64| format!("{what} {}", plural(count as usize, "time", "times"));
    let reasons: Vec<String> =
        trouble.reasons().iter().map(|(reason, count)| times(reason, *count)).collect();
    if !reasons.is_empty() {
        let _ = writeln!(text, "stopped by: {}", list(reasons));
    }
    let id = |piece| &*recipe.kit().piece(piece).id;
    let in_the_way: Vec<String> =
        trouble.in_the_way().iter().map(|&(piece, count)| times(id(piece), count)).collect();
    if !in_the_way.is_empty() {
        let _ = writeln!(text, "in the way most: {}", list(in_the_way));
    }
    let _ = writeln!(text, "help: {}", help(recipe, map, &trouble));
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

/// The key that would help first.
fn help(recipe: &Recipe, map: &Map, trouble: &Trouble) -> String {
    if recipe.settings().growth.when_blocked != WhenBlocked::Undo {
        return GO_ON.into();
    }
    match trouble.reasons().first() {
        Some((rule, _)) if rule.starts_with("rules.") || rule.starts_with("growth.") => {
            format!("`{rule}` stopped most pieces: loosen it")
        }
        _ if map.stop == Stop::BUDGET => {
            "raise `growth.budget`, ask for less by `selection`, or add pieces that turn and end elsewhere"
                .into()
        }
        _ => "ask for less by `selection`, or add pieces".into(),
    }
}

/// What lets a map go on where the paper's method stops.
pub(crate) const GO_ON: &str = "`growth.when_blocked = \"undo\"` in kit.toml (or --set growth.when_blocked=undo) takes pieces back until it fits";
