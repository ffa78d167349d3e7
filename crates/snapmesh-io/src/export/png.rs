//! A picture of the map.

use super::exporter::{Exporter, check_drawing, refusal};
use crate::picture::{render_with, texture_pixels};
use snapmesh::limits::within;

pub(super) const PNG: Exporter = Exporter {
    ending: "png",
    summary: "a picture, drawn without a GPU",
    write: |kit, _, map, options| {
        check_drawing(kit, map)?;
        within("texture_pixels", texture_pixels(kit, map, &options.view), kit.limits().texture_pixels)
            .map_err(|exceeded| refusal(kit, &exceeded))?;
        Ok(render_with(kit, map, &options.view, options.navigation.as_ref()).to_png())
    },
};
