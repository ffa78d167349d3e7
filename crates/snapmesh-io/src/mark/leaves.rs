//! Door leaves: they stand in doorways, and who looks for doorways looks through them.

use crate::piece_file::{Model, Part};
use snapmesh::Bounds;

/// The last word of what they are called, in some of the languages of those who model.
const NAMES: &[&str] = &[
    "tuer",
    "tür",
    "tor",
    "porte",
    "porta",
    "puerta",
    "deur",
    "door",
    "doors",
    "leaf",
    "gate",
    "gates",
    "hatch",
    "portcullis",
    "shutter",
    "curtain",
];
/// Words behind that one which say no more about what it is.
const ASIDE: &[&str] = &["left", "right", "l", "r", "a", "b", "open", "opened", "closed", "shut"];
/// Metres: what is larger is a wall with a door in it.
const WIDEST: f64 = 3.0;
const TALLEST: f64 = 4.0;

/// The names of the nodes of a model that are door leaves, or of the meshes of those without a name.
pub(super) fn names(model: &Model) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in model.parts.iter().filter(|part| is_leaf(part)) {
        let name = if part.node.is_empty() { &part.mesh } else { &part.node };
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// Whether a part is a door leaf: called one, and no larger than one.
pub(super) fn is_leaf(part: &Part) -> bool {
    let size = Bounds::around(part.positions.iter().copied()).size();
    let small = size.x.max(size.z) <= WIDEST && size.y <= TALLEST;
    small && (is_called_leaf(&part.node) || is_called_leaf(&part.mesh))
}

fn is_called_leaf(name: &str) -> bool {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.rev().find(|word| !ASIDE.contains(word)).is_some_and(|word| NAMES.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leaf_is_called_by_its_last_word_that_says_something() {
        for name in ["door", "wall_doorway_door", "Door.001", "Gate Left", "cell-door-2-open"] {
            assert!(is_called_leaf(name), "{name}");
        }
        for name in ["wall_doorway", "doorframe", "door_frame", "Outdoor", "gatehouse", "", "l"] {
            assert!(!is_called_leaf(name), "{name}");
        }
    }
}
