//! Where the map can be walked: each region as one translucent shape, points as small dots.

use super::writing::{line, rounded};
use crate::navigation::{NavLayer, Standing};
use snapmesh_nav::{NavMesh, NavTriangle};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The grey of a color, paler: where the surface lies on pieces, hues are to tell of it alone.
pub(super) fn grey([red, green, blue]: [u8; 3]) -> [u8; 3] {
    let bright = 0.3 * f64::from(red) + 0.59 * f64::from(green) + 0.11 * f64::from(blue);
    [(90.0 + 0.6 * bright) as u8; 3]
}

/// The regions of the surface.
pub(super) fn surface(svg: &mut String, layer: &NavLayer) {
    let mesh = &layer.mesh;
    let mut regions: BTreeMap<u32, Vec<&NavTriangle>> = BTreeMap::new();
    for triangle in &mesh.triangles {
        regions.entry(triangle.region).or_default().push(triangle);
    }
    // Pieces keep showing their names when they are pointed at.
    line(svg, "<g class=\"navmesh\" fill-opacity=\".6\" pointer-events=\"none\">");
    // The largest last, on top of the dead ends that lie below it.
    for (region, triangles) in regions.iter().rev() {
        let color = hex(layer.standing(*region).surface());
        line(svg, &format!("<path fill=\"{color}\" d=\"{}\"/>", outline(mesh, triangles)));
    }
    line(svg, "</g>");
}

/// The border of a region, loop by loop. Borders are shorter than triangles, and no seams can shine through.
///
/// Where more than two edges of the border meet in a corner, it does not matter which way a loop goes on: what is
/// inside is told by how often all loops together go around it.
fn outline(mesh: &NavMesh, triangles: &[&NavTriangle]) -> String {
    let mut edges: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for triangle in triangles {
        for i in (0..3).filter(|&i| triangle.neighbors[i].is_none()) {
            edges.entry(triangle.corners[i]).or_default().push(triangle.corners[(i + 1) % 3]);
        }
    }
    let mut path = String::new();
    while let Some((&start, _)) = edges.first_key_value() {
        let mut at = start;
        let mut letter = 'M';
        while let Some(next) = take(&mut edges, at) {
            let corner = mesh.positions[at as usize];
            let _ = write!(path, "{letter}{} {}", rounded(corner.x, 2), rounded(corner.z, 2));
            (at, letter) = (next, 'L');
        }
        path.push('Z');
    }
    path
}

/// Takes an edge that begins at a corner.
fn take(edges: &mut BTreeMap<u32, Vec<u32>>, from: u32) -> Option<u32> {
    let ends = edges.get_mut(&from)?;
    let next = ends.pop();
    if ends.is_empty() {
        edges.remove(&from);
    }
    next
}

/// The points, red ones on top: they are fewer, and what one looks for.
pub(super) fn points(svg: &mut String, layer: &NavLayer, pixel: f64) {
    for standing in [Standing::Reachable, Standing::Isolated] {
        let points = layer.points.iter().filter(|point| layer.standing(point.region) == standing);
        let (color, width) = (hex(standing.point()), rounded(pixel * 0.7, 4));
        line(
            svg,
            &format!(
                "<g class=\"nav-points\" fill=\"{color}\" stroke=\"#fff\" stroke-width=\"{width}\" pointer-events=\"none\">"
            ),
        );
        for point in points {
            let [x, z] = [point.position.x, point.position.z].map(|x| rounded(x, 2));
            line(svg, &format!("<circle cx=\"{x}\" cy=\"{z}\" r=\"{}\"/>", rounded(pixel * 2.6, 3)));
        }
        line(svg, "</g>");
    }
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapmesh::glam::DVec3;

    fn triangle(corners: [u32; 3], neighbors: [Option<u32>; 3]) -> NavTriangle {
        NavTriangle { corners, neighbors, region: 0 }
    }

    #[test]
    fn a_region_is_drawn_by_its_border_alone() {
        let square = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]];
        let positions = square.map(|[x, z]| DVec3::new(x, 0.0, z)).to_vec();
        let joined = [triangle([0, 1, 2], [None, None, Some(1)]), triangle([0, 2, 3], [Some(0), None, None])];
        let mesh = NavMesh { positions, triangles: joined.to_vec(), lost: 0 };
        let all: Vec<&NavTriangle> = mesh.triangles.iter().collect();
        assert_eq!(outline(&mesh, &all), "M0 0L0 1L1 1L1 0Z");
        assert_eq!(outline(&mesh, &all[..0]), "");
    }

    #[test]
    fn triangles_that_know_no_neighbors_are_loops_of_their_own() {
        let positions = vec![DVec3::ZERO, DVec3::Z, DVec3::X, DVec3::ONE];
        let triangles = vec![triangle([0, 1, 2], [None; 3]), triangle([2, 1, 3], [None; 3])];
        let mesh = NavMesh { positions, triangles, lost: 0 };
        let path = outline(&mesh, &mesh.triangles.iter().collect::<Vec<_>>());
        assert_eq!(path.matches(['M', 'L']).count(), 6, "{path}");
        assert_eq!(path.matches('M').count(), path.matches('Z').count());
    }
}
