//! A picture of the map.

use super::exporter::{Exporter, check_drawing};
use crate::picture::render_with;

pub(super) const PNG: Exporter = Exporter {
    ending: "png",
    summary: "a picture, drawn without a GPU",
    write: |kit, _, map, options| {
        check_drawing(kit, map)?;
        Ok(render_with(kit, map, &options.view, options.navigation.as_ref()).to_png())
    },
};
