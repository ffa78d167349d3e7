//! Floors that the kit names: by the names of nodes, meshes and materials, in any case.

use super::model::{Model, Part};
use glob::Pattern;
use snapmesh::problem::nearest;
use snapmesh_nav::Walkability;
use std::collections::{BTreeMap, BTreeSet};

/// Makes the parts that are named the only floor of a model. What its file says about floors is replaced, but for what can
/// be walked however steep it is.
pub(super) fn choose(model: &mut Model, floor: &[String]) {
    let entries: Vec<Entry> = floor.iter().map(|text| Entry::new(text)).collect();
    let fits: BTreeMap<&str, bool> =
        names(model).into_iter().map(|name| (name, entries.iter().any(|entry| entry.fits(name)))).collect();
    let is_floor = |part: &Part| names_of(part).iter().any(|name| fits.get(name).is_some_and(|fits| *fits));
    let walks: Vec<Walkability> = model.parts.iter().map(|part| walk(part, is_floor(part))).collect();
    for (part, walk) in model.parts.iter_mut().zip(walks) {
        part.walk = walk;
    }
    model.navmesh.clear();
}

fn walk(part: &Part, is_floor: bool) -> Walkability {
    match part.walk {
        _ if !is_floor => Walkability::Never,
        Walkability::Always => Walkability::Always,
        Walkability::Never | Walkability::BySlope => Walkability::BySlope,
    }
}

/// The entries of a list of floors that nothing of a model fits, each with the nearest name.
pub(crate) fn unfit<'a>(model: &'a Model, floor: &'a [String]) -> Vec<(&'a str, Option<&'a str>)> {
    let names = names(model);
    let unfit = floor.iter().filter(|text| {
        let entry = Entry::new(text);
        !names.iter().any(|name| entry.fits(name))
    });
    unfit.map(|text| (text.as_str(), nearest(text, names.iter().copied()))).collect()
}

/// Every name in a model that a floor can be called by, once.
fn names(model: &Model) -> BTreeSet<&str> {
    model.parts.iter().flat_map(names_of).filter(|name| !name.is_empty()).collect()
}

fn names_of(part: &Part) -> [&str; 3] {
    [&part.node, &part.mesh, &part.material]
}

/// A name, or a pattern of names. A name may look like a pattern.
struct Entry {
    name: String,
    pattern: Option<Pattern>,
}

impl Entry {
    fn new(text: &str) -> Self {
        let name = text.to_lowercase();
        Self { pattern: Pattern::new(&name).ok().filter(|_| name.contains(['*', '?', '['])), name }
    }

    fn fits(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        name == self.name || self.pattern.as_ref().is_some_and(|pattern| pattern.matches(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{gltf, piece};
    use serde_json::json;

    /// Three floors: by node, by mesh and by material, and one without a name.
    fn model() -> Model {
        let mut json = gltf(&json!([
            { "name": "Floor.001", "mesh": 0 }, { "name": "Deck", "mesh": 1 }, { "name": "Roof[1]", "mesh": 2 }, { "mesh": 3 },
            { "name": "Old-navmesh", "mesh": 3 },
        ]));
        let mesh = json["meshes"][0].clone();
        json["meshes"] = json!([mesh, mesh, mesh, mesh]);
        json["meshes"][1]["name"] = json!("Planks");
        json["materials"] = json!([{ "name": "nowalk tiles" }, { "extras": { "walkable": true } }]);
        json["meshes"][2]["primitives"][0]["material"] = json!(0);
        json["meshes"][1]["primitives"][0]["material"] = json!(1);
        piece(&json).model
    }

    fn walks(floor: &[&str]) -> Vec<Walkability> {
        let mut model = model();
        choose(&mut model, &floor.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert!(model.navmesh.is_empty(), "a navmesh is replaced");
        model.parts.iter().map(|part| part.walk).collect()
    }

    #[test]
    fn what_is_named_is_floor_and_nothing_else_is() {
        use Walkability::{Always, BySlope, Never};
        assert_eq!(walks(&[]), [Never; 4]);
        assert_eq!(walks(&["floor*"]), [BySlope, Never, Never, Never]);
        assert_eq!(walks(&["floor"]), [Never; 4], "a copy has a name of its own");
        assert_eq!(walks(&["PLANKS"]), [Never, Always, Never, Never], "floor however steep stays that");
        assert_eq!(walks(&["*tiles"]), [Never, Never, BySlope, Never], "the kit has the last word");
        assert_eq!(
            walks(&["Roof[1]", "Dec?"]),
            [Never, Always, BySlope, Never],
            "a name may look like a pattern"
        );
        assert_eq!(walks(&["*"]), [BySlope, Always, BySlope, Never], "what has no name cannot be named");
        assert_eq!(walks(&["[", "**x"]), [Never; 4], "patterns that make no sense are names");
    }

    #[test]
    fn what_fits_nothing_is_told_with_the_nearest_name() {
        let floor = ["planks", "Dekc", "stairs*", "Roof[1]"].map(String::from);
        assert_eq!(unfit(&model(), &floor), [("Dekc", Some("Deck")), ("stairs*", None)]);
    }
}
