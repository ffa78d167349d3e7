//! The twelve maps that the paper published, grown from the paper's own pieces.
//!
//! The pieces are not part of the project. Where the folder with them is not beside the repository, the test says
//! so and passes; `SNAPMESH_REFERENCE` names another place.

mod common;

use common::{grow, open, reference};

#[test]
fn all_twelve_published_maps_have_the_published_number_of_pieces() {
    let Some(folder) = reference() else {
        eprintln!("skipped: the paper's pieces are not here (set SNAPMESH_REFERENCE to their folder)");
        return;
    };
    let published = std::fs::read(folder.join("published.json")).unwrap();
    let published: serde_json::Value = serde_json::from_slice(&published).unwrap();
    let mut maps = 0;
    for (kit, presets) in published.as_object().unwrap() {
        for (preset, pieces) in presets.as_object().unwrap() {
            let map = grow(&open(&folder.join(kit), Some(preset), &[]));
            assert_eq!(Some(map.pieces.len() as u64), pieces.as_u64(), "{kit} {preset}");
            maps += 1;
        }
    }
    assert_eq!(maps, 12);
}

/// "The star of the Artistic scene has arms of 4, 5, 6 and 3 pieces."
#[test]
fn the_artistic_star_has_the_arms_that_the_paper_counts() {
    let Some(folder) = reference() else { return };
    let map = grow(&open(&folder.join("artistic"), Some("star"), &[]));
    let arms = map.joints().filter(|(_, joint)| joint.guide.index() == 0);
    let starts: Vec<usize> = arms.map(|(placed, _)| placed.index()).collect();
    let ends = starts.iter().skip(1).copied().chain([map.pieces.len()]);
    let arms: Vec<usize> = starts.iter().zip(ends).map(|(start, end)| end - start).collect();
    assert_eq!(arms, [4, 5, 6, 3]);
}
