//! The plan: the map from above, north (-Z) at the top, pieces dark to light in the order they were placed.

mod writing;
mod joints;
mod navigation;

use super::exporter::{Exporter, refusal};
use crate::color::ramp;
use crate::kit_file::LoadedKit;
use crate::navigation::NavLayer;
use crate::plan::{self, Layer, Level};
use snapmesh::glam::DVec3;
use snapmesh::limits::within;
use snapmesh::{Drawn, Map, PieceId, Pose, Role};
use std::fmt::Write as _;
use writing::{escape, line, plural, short};

pub(super) const SVG: Exporter = Exporter {
    ending: "svg",
    summary: "a plan from above, with connectors and joints",
    write: |kit, _, map, options| {
        let marks = map.drawn().map(|drawn| 1 + kit.kit().piece(drawn.piece).connectors.len() as u64);
        within("svg_marks", marks.sum(), kit.limits().svg_marks)
            .map_err(|exceeded| refusal(kit, &exceeded))?;
        Ok(plan_of(kit, map, options.navigation.as_ref()).into_bytes())
    },
};

/// Pixels across the longer side.
const SIZE: f64 = 1600.0;

fn plan_of(kit: &LoadedKit, map: &Map, layer: Option<&NavLayer>) -> String {
    let bounds = map.bounds(kit.kit());
    let extent = bounds.size().max(DVec3::splat(1e-3));
    let margin = 0.04 * extent.x.max(extent.z);
    let (left, top) = (bounds.min.x - margin, bounds.min.z - margin);
    let (width, height) = (extent.x + 2.0 * margin, extent.z + 2.0 * margin);
    let scale = SIZE / width.max(height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" \
         viewBox=\"{left:.3} {top:.3} {width:.3} {height:.3}\">\n",
        width * scale,
        height * scale
    );
    let loops = match map.links.len() {
        0 => String::new(),
        links => format!(" with {}", plural(links, "loop", "loops")),
    };
    let title = format!("{} pieces{loops} of {}, seed {}", map.grown().len(), kit.kit().name(), map.seed);
    line(&mut svg, &format!("<title>{}</title>", escape(&title)));
    line(
        &mut svg,
        &format!(
            "<rect x=\"{left:.3}\" y=\"{top:.3}\" width=\"{width:.3}\" height=\"{height:.3}\" fill=\"#f7f5f0\"/>"
        ),
    );
    symbols(&mut svg, kit, map);
    pieces(&mut svg, kit, map, if layer.is_some() { navigation::grey } else { |color| color });
    if let Some(layer) = layer {
        navigation::surface(&mut svg, layer);
    }
    joints::joints(&mut svg, kit, map, 1.5 / scale);
    joints::links(&mut svg, kit, map, 3.0 / scale);
    // Marks are a few pixels, and on small maps a few centimetres.
    let mark = (1.0 / scale).max(0.02);
    connectors(&mut svg, kit, map, mark);
    if let Some(layer) = layer {
        navigation::points(&mut svg, layer, mark);
    }
    let bottom = top + height - margin * 0.5;
    scale_bar(&mut svg, left + margin, bottom, width, 1.0 / scale);
    joints::legend(&mut svg, map, [left + width - margin, bottom], 1.0 / scale);
    svg.push_str("</svg>\n");
    svg
}

/// The shape of every piece that is used, once: its triangles seen from above, the lowest first.
fn symbols(svg: &mut String, kit: &LoadedKit, map: &Map) {
    line(svg, "<defs>");
    for piece in kit.kit().ids().filter(|&id| map.drawn().any(|drawn| drawn.piece == id)) {
        // Strokes of the same color close the hairlines between triangles.
        line(
            svg,
            &format!(
                "<g id=\"s{piece}\" fill=\"currentColor\" stroke=\"currentColor\" stroke-width=\".02\">"
            ),
        );
        let layers = plan::layers(kit, piece);
        if layers.is_empty() {
            boxes(svg, kit, piece);
        }
        for layer in layers {
            shade(svg, &layer);
        }
        line(svg, "</g>");
    }
    line(svg, "</defs>");
}

/// What is laid over the color of a piece: shadow below the floor, light above it.
fn tone(level: Level) -> Option<(&'static str, &'static str)> {
    match level {
        Level::Pit => Some(("#000", ".25")),
        Level::Floor => None,
        Level::Low => Some(("#fff", ".22")),
        Level::Middle => Some(("#fff", ".36")),
        Level::High => Some(("#fff", ".5")),
    }
}

/// Faces of one layer share a path.
fn shade(svg: &mut String, layer: &Layer) {
    let mut path = String::new();
    for [a, b, c] in &layer.faces {
        let corner = |p: &DVec3| format!("{} {}", short(p.x), short(p.z));
        let _ = write!(path, "M{}L{}L{}Z", corner(a), corner(b), corner(c));
    }
    line(svg, &format!("<path d=\"{path}\"/>"));
    if let Some((color, opacity)) = tone(layer.level) {
        line(
            svg,
            &format!("<path d=\"{path}\" fill=\"{color}\" fill-opacity=\"{opacity}\" stroke=\"none\"/>"),
        );
    }
}

/// A piece without a face to be seen from above is shown by its boxes.
fn boxes(svg: &mut String, kit: &LoadedKit, piece: PieceId) {
    for corners in plan::footprints(kit, piece) {
        let points: Vec<String> = corners.iter().map(|p| format!("{},{}", short(p.x), short(p.z))).collect();
        line(svg, &format!("<polygon points=\"{}\"/>", points.join(" ")));
    }
}

/// The placed pieces, the lowest first, so that bridges cover what they cross. Their colors are shown as told.
fn pieces(svg: &mut String, kit: &LoadedKit, map: &Map, shown: fn([u8; 3]) -> [u8; 3]) {
    let drawn: Vec<Drawn> = map.drawn().collect();
    let mut order: Vec<usize> = (0..drawn.len()).collect();
    let low = |it: &Drawn| it.bounds(kit.kit()).min.y;
    let heights: Vec<f64> = drawn.iter().map(low).collect();
    // Doors come last: what they stand between must not hide them.
    let rank = |index: usize| (drawn[index].sign == DOOR, heights[index]);
    order.sort_by(|&a, &b| rank(a).0.cmp(&rank(b).0).then(rank(a).1.total_cmp(&rank(b).1)).then(a.cmp(&b)));
    for it in order.into_iter().map(|index| &drawn[index]) {
        let [red, green, blue] = shown(color(map, it));
        let _ = writeln!(
            svg,
            "<use href=\"#s{}\" transform=\"{}\" color=\"#{red:02x}{green:02x}{blue:02x}\"><title>{}{}</title></use>",
            it.piece,
            transform(&it.pose),
            escape(&it.name(&kit.kit().piece(it.piece).id)),
            if role(map, it) == Some(Role::Loop) { ", closes a loop" } else { "" }
        );
    }
}

/// The sign of doors.
const DOOR: char = 'd';

/// What a piece is there for; doors have no role.
fn role(map: &Map, it: &Drawn) -> Option<Role> {
    (it.sign != DOOR).then(|| map.pieces[it.number].role)
}

/// What closes and what stands in doorways is told apart from what grew, which is dark to light by its age.
fn color(map: &Map, it: &Drawn) -> [u8; 3] {
    match role(map, it) {
        None => [122, 62, 28],
        Some(Role::Cap) => [86, 92, 104],
        Some(Role::Loop) => joints::LOOP_PIECE,
        _ => {
            // A piece alone is shown in the middle of the ramp, where most can be seen.
            let last = map.asked_for().len() - 1;
            ramp(if last == 0 { 0.7 } else { it.number as f64 / last as f64 })
        }
    }
}

/// From the space of a piece to the plan: x to the right, z down.
fn transform(pose: &Pose) -> String {
    let (x, z) = (pose.direction(DVec3::X), pose.direction(DVec3::Z));
    let at = pose.position;
    let [a, b, c, d, e, f] = [x.x, x.z, z.x, z.z, at.x, at.z].map(short);
    format!("matrix({a} {b} {c} {d} {e} {f})")
}

/// A dot on every connector in its color, hollow where it is joined, with a tick along its heading.
fn connectors(svg: &mut String, kit: &LoadedKit, map: &Map, pixel: f64) {
    let used = map.used_connectors(kit.kit());
    for (placed, used) in map.pieces.iter().zip(used) {
        for (connector, used) in kit.kit().piece(placed.piece).connectors.iter().zip(used) {
            let at = placed.pose.point(connector.position);
            let tip = at + placed.pose.direction(connector.heading) * pixel * 9.0;
            let color = escape(&connector.color);
            let [x, z, tip_x, tip_z] = [at.x, at.z, tip.x, tip.z].map(short);
            let (fill, radius) = if used { ("none", 2.0) } else { (&*color, 4.0) };
            if !used {
                let width = short(pixel * 1.5);
                line(
                    svg,
                    &format!(
                        "<path d=\"M{x} {z}L{tip_x} {tip_z}\" stroke=\"#2b3440\" stroke-width=\"{width}\"/>"
                    ),
                );
            }
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{z}\" r=\"{}\" fill=\"{fill}\" stroke=\"#2b3440\" stroke-width=\"{}\">\
                 <title>{} {color}</title></circle>",
                short(pixel * radius),
                short(pixel),
                connector.pins
            );
        }
    }
}

/// A bar of a round length.
fn scale_bar(svg: &mut String, x: f64, z: f64, width: f64, pixel: f64) {
    let lengths = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    let length = lengths.into_iter().rev().find(|length| *length <= width / 5.0).unwrap_or(0.1);
    let [left, right, y] = [x, x + length, z].map(short);
    line(
        svg,
        &format!(
            "<path d=\"M{left} {y}H{right}\" stroke=\"#2b3440\" stroke-width=\"{}\"/>",
            short(pixel * 3.0)
        ),
    );
    // The text is written in pixels and scaled down: letters smaller than a unit are drawn badly.
    let _ = writeln!(
        svg,
        "<text transform=\"translate({left} {}) scale({})\" font-family=\"sans-serif\" font-size=\"20\" \
         fill=\"#2b3440\">{length} m</text>",
        short(z - pixel * 8.0),
        short(pixel)
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{gltf, open, ring, room};
    use serde_json::json;
    use snapmesh::{Pose, Turn};

    #[test]
    fn a_piece_is_moved_and_turned_on_the_plan_as_on_the_map() {
        let turn = Turn::between(DVec3::X, DVec3::Z).unwrap();
        let pose = Pose { position: DVec3::new(3.0, 9.0, -4.5), turn };
        assert_eq!(transform(&pose), "matrix(0 1 -1 0 3 -4.5)");
        assert_eq!(transform(&Pose::ORIGIN), "matrix(1 0 0 1 0 0)");
    }

    #[test]
    fn a_plan_has_a_shape_for_each_piece_and_a_use_for_each_copy() {
        let open =
            open("[kit]\nname = \"<Mill>\"\n[selection]\nmax_pieces = 3\n", &[("A.gltf", &room())]).unwrap();
        let map = open.recipe().unwrap().grow(5);
        let svg = plan_of(&open.kit, &map, None);
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("<title>3 pieces of &lt;Mill&gt;, seed 5</title>"), "{svg}");
        assert_eq!(svg.matches("<g id=\"s0\"").count(), 1);
        assert_eq!(svg.matches("<use href=\"#s0\"").count(), 3);
        assert_eq!(svg.matches("<polyline").count(), 2, "a line for every joint");
        assert_eq!(svg.matches("<circle").count(), 6, "a dot for every connector");
        assert_eq!(svg.matches("fill=\"none\" stroke=\"#2b3440\"").count(), 4, "hollow where joined");
        assert_eq!(svg.matches("<title>1 red</title>").count(), 6);
        assert!(svg.contains("d=\"M0 0L0 1L1 0Z\""), "the triangle from above: {svg}");
    }

    #[test]
    fn a_loop_is_seen_by_its_pieces_its_link_and_a_word() {
        let open = ring();
        let map = open.recipe().unwrap().grow(1);
        let svg = plan_of(&open.kit, &map, None);
        assert!(svg.contains("<title>4 pieces with 1 loop of kit, seed 1</title>"), "{svg}");
        assert_eq!(svg.matches("color=\"#a474c4\"><title>p3_Bend, closes a loop</title></use>").count(), 1);
        assert_eq!(svg.matches("closes a loop").count(), 1, "the others grew");
        assert!(
            svg.contains("color=\"#eed696\"><title>p2_Bend</title>"),
            "the last that grew is the lightest: {svg}"
        );
        assert_eq!(svg.matches("<polyline").count(), 4, "three joints and a link");
        assert_eq!(svg.matches(" meets p3_Bend, ").count(), 1, "{svg}");
        assert_eq!(svg.matches("fill=\"none\" stroke=\"#2b3440\"").count(), 8, "all are joined");
        assert!(svg.contains(">1 loop, closed by 1 piece</text>"), "{svg}");
    }

    #[test]
    fn connectors_that_just_meet_are_a_loop_without_pieces_of_its_own() {
        let open = ring();
        let mut map = open.recipe().unwrap().grow(1);
        map.pieces[3].role = Role::Piece;
        let svg = plan_of(&open.kit, &map, None);
        assert!(svg.contains(">1 loop</text>") && !svg.contains("closes a loop"), "{svg}");
        map.links.clear();
        let svg = plan_of(&open.kit, &map, None);
        assert!(!svg.contains("loop") && svg.matches("<polyline").count() == 3, "{svg}");
    }

    #[test]
    fn a_piece_without_a_face_is_shown_by_its_boxes() {
        let json = gltf(&json!([
            { "name": "Box", "extras": { "collider": "box", "size": [2, 1, 4] } },
            { "name": "door", "translation": [0, 0, -2], "extras": { "pins": 1 } },
        ]));
        let open = open("[selection]\nmax_pieces = 1\n", &[("A.gltf", &json)]).unwrap();
        let svg = plan_of(&open.kit, &open.recipe().unwrap().grow(1), None);
        assert!(svg.contains("<polygon points=\"-1,-2 1,-2 1,2 -1,2\"/>"), "{svg}");
    }

    #[test]
    fn the_bar_is_the_longest_round_length_within_a_fifth() {
        let bar = |width: f64| {
            let mut svg = String::new();
            scale_bar(&mut svg, 0.0, 0.0, width, 0.01);
            svg
        };
        assert!(bar(100.0).contains(">20 m</text>") && bar(99.0).contains(">10 m</text>"));
        assert!(bar(0.1).contains(">0.1 m</text>"), "the shortest there is");
        assert!(bar(1e9).contains(">1000 m</text>"));
        assert!(bar(100.0).contains("d=\"M0 0H20\""));
    }
}
