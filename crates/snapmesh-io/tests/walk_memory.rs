//! How much memory a bake takes is known before: for all kits, within one and a half times.

mod common;

use common::{grow, kits, open};
use snapmesh_nav::Budget;
use snapmesh_nav::bake::expected_and_taken;
use std::path::{Path, PathBuf};

/// Our kits, and a public one where it is beside the repository.
fn all_kits() -> Vec<PathBuf> {
    let public = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/third-party/kaykit-dungeon");
    let ours = ["starter", "dungeon", "artistic", "benchmark"].map(|kit| kits().join(kit));
    ours.into_iter().chain(Some(public).filter(|kit| kit.is_dir())).collect()
}

#[test]
fn what_a_bake_takes_is_expected_within_one_and_a_half_times() {
    for kit in all_kits() {
        for pieces in [30, 300] {
            for method in ["arena", "corridor"] {
                let (method, most) =
                    (format!("selection.method={method}"), format!("selection.max_pieces={pieces}"));
                let set = [&method, &most, "growth.when_blocked=skip", "generation.seed=3"];
                let open = open(&kit, None, &set);
                let terrain = open.kit.terrain(&open.settings.navigation).unwrap();
                let map = grow(&open);
                let (expected, taken) = expected_and_taken(&terrain, &map, &Budget::default()).unwrap();
                let (ratio, pieces) = (expected as f64 / taken as f64, map.pieces.len());
                let name = kit.file_name().unwrap().display();
                println!(
                    "{name}, {method}, {pieces} pieces: {:.1} MB expected, {:.1} taken, {ratio:.2}",
                    expected as f64 / 1_048_576.0,
                    taken as f64 / 1_048_576.0
                );
                assert!((1.0 / 1.5..=1.5).contains(&ratio), "{name}, {method}, {pieces} pieces: {ratio:.2}");
            }
        }
    }
}
