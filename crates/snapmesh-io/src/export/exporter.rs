//! What an exporter is.

use crate::kit_file::LoadedKit;
use crate::navigation::NavLayer;
#[cfg(feature = "picture")]
use crate::picture::View;
use snapmesh::limits::{Exceeded, within};
use snapmesh::{Map, Problems, Settings};

/// A format that maps can be written in.
#[derive(Clone, Copy, Debug)]
pub struct Exporter {
    /// The ending that picks it, without the dot.
    pub ending: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// Makes the content of the file.
    pub write: Write,
}

/// Makes the content of a file, whole.
pub type Write = fn(&LoadedKit, &Settings, &Map, &Options) -> Result<Vec<u8>, Problems>;

/// Which textures of the pieces a map has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Textures {
    /// Every kind that is known.
    #[default]
    All,
    /// What a browser can draw: neither KTX2 nor DDS.
    Browser,
}

/// What an output may have on request.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
pub struct Options {
    /// Connectors as empties (`.glb`).
    pub connectors: bool,
    /// Boxes as colliders (`.glb`).
    pub colliders: bool,
    /// What keeps pieces apart, as boxes (`.glb`).
    pub boxes: bool,
    /// One node for all copies of a piece (`.glb`).
    pub instancing: bool,
    /// Which textures there are (`.glb`).
    pub textures: Textures,
    /// How pictures look at the map (`.png`). There if the feature `picture` is.
    #[cfg(feature = "picture")]
    pub view: View,
    /// Where the map can be walked (`.glb`, `.png`, `.svg`).
    pub navigation: Option<NavLayer>,
}

/// Refuses to draw a map that has too many triangles, before any is drawn: each copy of a piece counts.
pub fn check_drawing(kit: &LoadedKit, map: &Map) -> Result<(), Problems> {
    let of_piece: Vec<u64> = kit.kit().ids().map(|piece| kit.model(piece).triangles()).collect();
    let all = map.drawn().map(|drawn| of_piece[drawn.piece.index()]).fold(0, u64::saturating_add);
    within("map_triangles", all, kit.limits().map_triangles).map_err(|exceeded| refusal(kit, &exceeded))
}

/// The problem of a map that is too large to be written.
pub(super) fn refusal(kit: &LoadedKit, exceeded: &Exceeded) -> Problems {
    exceeded.at(kit.shown()).into()
}
