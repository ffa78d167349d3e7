//! Reading kits, and writing maps.

use crate::clock::Work;
use crate::kits;
use snapmesh_io::export::{EXPORTERS, Options};
use snapmesh_io::picture::{View, render};
use snapmesh_nav::{Budget, bake};

pub(crate) fn export(ending: &str) -> [Work; 2] {
    let open = kits::corridor(1000);
    let (map, recipe) = (kits::grown(&open), kits::recipe(&open));
    let exporter = EXPORTERS.iter().find(|exporter| exporter.ending == ending).expect("one of ours");
    let write = move || {
        let bytes = (exporter.write)(&open.kit, &open.settings, &map, &Options::default());
        bytes.expect("a map within limits").len()
    };
    [Box::new(write), Box::new(move || recipe.grow(1).pieces.len())]
}

pub(crate) fn picture() -> [Work; 2] {
    let open = kits::open("starter", "branch", &[]);
    let (map, terrain) = (kits::grown(&open), kits::terrain(&open));
    let known = map.clone();
    let draw = move || render(&open.kit, &map, &View::default()).to_png().len();
    let walk = move || bake(&terrain, &known, &Budget::default()).map_or(0, |surface| surface.cells());
    [Box::new(draw), Box::new(walk)]
}

/// Every byte of the kit is at least to be copied.
pub(crate) fn open() -> [Work; 2] {
    let folder = kits::root().join("kits/dungeon");
    let copy = move || {
        let entries = std::fs::read_dir(&folder).expect("the kit is there").filter_map(Result::ok);
        entries.filter_map(|entry| std::fs::read(entry.path()).ok()).map(|bytes| bytes.len()).sum()
    };
    [Box::new(|| kits::open("dungeon", "", &[]).kit.geometry().len()), Box::new(copy)]
}
