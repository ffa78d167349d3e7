//! A picture of the map.

use super::Exporter;
use crate::picture::render;

pub(super) const PNG: Exporter = Exporter {
    ending: "png",
    summary: "a picture, drawn without a GPU",
    write: |folder, map, options| Ok(render(folder, map, &options.view).to_png()),
};
