//! How well a kit closes loops, for a page.

use serde_json::{Value as Json, json};
use snapmesh::{Loopability, PieceLoops, Recipe};

/// What a page is told of it. This takes a moment, so it is worked out only when someone asks.
pub(crate) fn told(recipe: &Recipe) -> Json {
    let found = recipe.loopability();
    let piece = |it: &PieceLoops| json!({ "piece": it.piece, "fewest": it.fewest, "turns": it.turns, "lengths": it.lengths });
    let Loopability { length, poses, ring, lines, joined, pieces } = &found;
    json!({
        "sentences": found.sentences(recipe),
        "length": length,
        "poses": poses,
        "ring": ring,
        "lines": lines,
        "joined": joined,
        "pieces": pieces.iter().map(piece).collect::<Vec<_>>(),
    })
}
