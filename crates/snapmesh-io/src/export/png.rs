//! A picture of the map.

use super::exporter::{Exporter, refusal};
use crate::kit_file::LoadedKit;
use crate::picture::{View, drawn_triangles, render_with, texture_pixels};
use snapmesh::limits::within;
use snapmesh::{Map, Problems};

pub(super) const PNG: Exporter = Exporter {
    ending: "png",
    summary: "a picture, drawn without a GPU",
    write: |kit, _, map, options| {
        check_picture(kit, map, &options.view)?;
        Ok(render_with(kit, map, &options.view, options.navigation.as_ref()).to_png())
    },
};

/// Refuses to draw a map that has too many triangles, or textures with too many pixels, before any is drawn or decoded.
pub fn check_picture(kit: &LoadedKit, map: &Map, view: &View) -> Result<(), Problems> {
    let limits = kit.limits();
    within("map_triangles", drawn_triangles(kit, map, view), limits.map_triangles)
        .and_then(|()| within("texture_pixels", texture_pixels(kit, map, view), limits.texture_pixels))
        .map_err(|exceeded| refusal(kit, &exceeded))
}
