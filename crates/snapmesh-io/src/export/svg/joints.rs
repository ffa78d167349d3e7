//! How pieces are joined: a line through every joint, and another through every link, which closes a loop.

use super::writing::{escape, line, plural, short};
use crate::kit_file::LoadedKit;
use snapmesh::glam::DVec3;
use snapmesh::{Link, Map, PlacedId, Port, Role};
use std::fmt::Write as _;

/// What loops are shown in: the pieces that were added to close them are lighter than the lines of their links.
pub(super) const LOOP_PIECE: [u8; 3] = [164, 116, 196];
const LINK: &str = "#6a1b9a";

/// A line from guide to piece through every joint.
pub(super) fn joints(svg: &mut String, kit: &LoadedKit, map: &Map, width: f64) {
    group(svg, "#b3261e\" stroke-opacity=\".55", width);
    for (index, joint) in map.joints().filter(|(index, _)| map.placed(*index).role != Role::Cap) {
        let door = Port { placed: index, connector: joint.connector };
        line(svg, &format!("<polyline points=\"{}\"/>", points(kit, map, [joint.guide, index], door)));
    }
    line(svg, "</g>");
}

/// A line through every link, which says what it joins and by how much its ends miss each other.
pub(super) fn links(svg: &mut String, kit: &LoadedKit, map: &Map, width: f64) {
    if map.links.is_empty() {
        return;
    }
    group(svg, &format!("{LINK}\" stroke-linecap=\"round\" stroke-linejoin=\"round"), width);
    let name = |placed: PlacedId| format!("p{placed}_{}", kit.kit().piece(map.placed(placed).piece).id);
    for Link { from, to, gap, .. } in &map.links {
        let points = points(kit, map, [from.placed, to.placed], *from);
        let title =
            format!("a loop closes: {} meets {}, {gap:.4} m apart", name(from.placed), name(to.placed));
        line(svg, &format!("<polyline points=\"{points}\"><title>{}</title></polyline>", escape(&title)));
    }
    line(svg, "</g>");
}

/// What the colors of loops mean, ending at a place, where there are such.
pub(super) fn legend(svg: &mut String, map: &Map, [x, z]: [f64; 2], pixel: f64) {
    if map.links.is_empty() {
        return;
    }
    let loops = plural(map.links.len(), "loop", "loops");
    let added = match map.grown().len() - map.asked_for().len() {
        0 => String::new(),
        added => format!(", closed by {}", plural(added, "piece", "pieces")),
    };
    let _ = writeln!(
        svg,
        "<text transform=\"translate({} {}) scale({})\" font-family=\"sans-serif\" font-size=\"20\" \
         text-anchor=\"end\" fill=\"{LINK}\">{loops}{added}</text>",
        short(x),
        short(z - pixel * 8.0),
        short(pixel)
    );
}

fn group(svg: &mut String, stroke: &str, width: f64) {
    line(svg, &format!("<g fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{}\">", short(width)));
}

/// From the middle of one piece through a doorway to the middle of another.
fn points(kit: &LoadedKit, map: &Map, [from, to]: [PlacedId; 2], door: Port) -> String {
    let middle = |index: PlacedId| {
        let bounds = map.placed(index).bounds(kit.kit());
        (bounds.min + bounds.max) / 2.0
    };
    let placed = map.placed(door.placed);
    let door = placed.pose.point(kit.kit().connector(placed.piece, door.connector).position);
    [middle(from), door, middle(to)].map(|p: DVec3| format!("{},{}", short(p.x), short(p.z))).join(" ")
}
