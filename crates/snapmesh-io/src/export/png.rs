//! A picture of the map.

use super::exporter::Exporter;
use crate::picture::render_with;

pub(super) const PNG: Exporter = Exporter {
    ending: "png",
    summary: "a picture, drawn without a GPU",
    write: |kit, _, map, options| {
        Ok(render_with(kit, map, &options.view, options.navigation.as_ref()).to_png())
    },
};
