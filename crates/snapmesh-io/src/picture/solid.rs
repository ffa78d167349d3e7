//! Which triangles bound a body. Their backs need not be drawn; and a body that is cut open is shown filled.

use crate::piece_file::{Model, Part};
use rustc_hash::FxHashMap;
use snapmesh::glam::DVec3;

/// For every part of a model, whether each of its triangles belongs to a closed surface that faces outwards.
/// Surfaces that are drawn from both sides bound nothing, nor do parts that do not count, by their number.
pub(super) fn solid(model: &Model, counts: impl Fn(usize) -> bool) -> Vec<Vec<bool>> {
    let bounds = |(number, part): &(usize, &Part)| !part.double_sided && counts(*number);
    let mut surfaces = Surfaces::default();
    for (_, part) in model.parts.iter().enumerate().filter(bounds) {
        for triangle in &part.triangles {
            surfaces.add(triangle.map(|corner| part.positions[corner as usize]));
        }
    }
    let bodies = surfaces.bodies();
    let mut found = Vec::new();
    for part in model.parts.iter().enumerate() {
        let does = bounds(&part);
        let part = part.1;
        let is_solid = |triangle: &[u32; 3]| {
            let point = surfaces.points.get(&key(part.positions[triangle[0] as usize]));
            does && point.is_some_and(|&point| bodies[root(&surfaces.joined, point)])
        };
        found.push(part.triangles.iter().map(is_solid).collect());
    }
    found
}

/// Surfaces that hang together by their corners.
#[derive(Default)]
struct Surfaces {
    points: FxHashMap<[i64; 3], usize>,
    /// For each point another one of its surface, closer to the surface's root; the root has itself.
    joined: Vec<usize>,
    /// How often each edge is run from its lower point to its higher one, less the other way.
    edges: FxHashMap<(usize, usize), i32>,
    /// The points of each triangle, and six times the volume between it and the origin.
    triangles: Vec<([usize; 3], f64)>,
}

impl Surfaces {
    fn add(&mut self, corners: [DVec3; 3]) {
        let points = corners.map(|corner| {
            let next = self.joined.len();
            let point = *self.points.entry(key(corner)).or_insert(next);
            if point == next {
                self.joined.push(point);
            }
            point
        });
        for i in 0..3 {
            let (a, b) = (points[i], points[(i + 1) % 3]);
            *self.edges.entry((a.min(b), a.max(b))).or_default() += i32::from(a < b) - i32::from(a > b);
            let (a, b) = (root(&self.joined, a), root(&self.joined, b));
            self.joined[a.max(b)] = a.min(b);
        }
        self.triangles.push((points, corners[0].dot(corners[1].cross(corners[2]))));
    }

    /// By the root of each surface, whether it is a body: each edge is run both ways, and it holds a volume.
    fn bodies(&self) -> Vec<bool> {
        let mut volume = vec![0.0; self.joined.len()];
        for (points, part) in &self.triangles {
            volume[root(&self.joined, points[0])] += part;
        }
        let mut bodies: Vec<bool> = volume.into_iter().map(|volume| volume > 0.0).collect();
        for ([a, b, c], _) in &self.triangles {
            let balanced = |a: &usize, b: &usize| self.edges[&(*a.min(b), *a.max(b))] == 0;
            if !(balanced(a, b) && balanced(b, c) && balanced(c, a)) {
                bodies[root(&self.joined, *a)] = false;
            }
        }
        bodies
    }
}

fn root(joined: &[usize], mut point: usize) -> usize {
    while joined[point] != point {
        point = joined[point];
    }
    point
}

/// Points closer than a tenth of a millimetre count as one: files round what was one point when it was drawn.
fn key(p: DVec3) -> [i64; 3] {
    p.to_array().map(|x| (x * 1e4).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tests::{block, part};

    fn model(parts: Vec<Part>) -> Model {
        Model { parts, ..Model::default() }
    }

    #[test]
    fn a_box_is_a_body_and_an_open_or_inverted_one_is_not() {
        let whole = block(DVec3::ZERO, DVec3::ONE);
        let mut open = block(DVec3::splat(2.0), DVec3::splat(3.0));
        open.triangles.pop();
        let mut inverted = block(DVec3::splat(4.0), DVec3::splat(5.0));
        inverted.triangles.iter_mut().for_each(|t| t.swap(0, 1));
        let found = solid(&model(vec![whole, open, inverted]), |_| true);
        assert_eq!(found[0], [true; 12]);
        assert_eq!(found[1], [false; 11]);
        assert_eq!(found[2], [false; 12]);
    }

    #[test]
    fn a_body_may_have_several_materials() {
        let whole = block(DVec3::ZERO, DVec3::ONE);
        let (mut lid, mut rest) = (whole.clone(), whole);
        lid.triangles.truncate(2);
        rest.triangles.drain(..2);
        let body = model(vec![lid.clone(), rest]);
        let found = solid(&body, |_| true);
        assert!(found.iter().flatten().all(|&solid| solid));
        assert!(
            !solid(&body, |part| part > 0).iter().flatten().any(|&solid| solid),
            "one sees through the lid"
        );
        lid.double_sided = true;
        assert_eq!(solid(&model(vec![lid, part(vec![], vec![])]), |_| true), [vec![false; 2], vec![]]);
    }
}
