//! Fewer triangles: corners that are not needed are taken out, one by one, the one that is missed least first.
//!
//! What was around a corner is filled without it. So nothing comes apart and nothing is joined, and how far the mesh is
//! from its cells is known all the time: walls know the corners of cells that they leave aside, and triangles the
//! corners that were taken out of them.

use super::buckets::Buckets;
use super::ears;
use super::join::{Joined, Walls};
use super::simplify::miss;
use super::star::{self, Star};
use super::triangles::NavTriangle;
use super::vertex::{Vertex, facing, height_at};
use crate::meter::{Clock, Halt};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Bytes that this takes for a while.
pub(super) fn bytes(joined: &Joined) -> u64 {
    192 * joined.corners.len() as u64 + 96 * joined.triangles.len() as u64
}

/// How far a wall may be from its cells in all, in cells. Floor that is won brings who walks there nearer to the wall, so
/// that is less than what may be lost; cells are a third of the agent's radius if nobody says otherwise.
const WON: f64 = 2.0;
const LOST: f64 = 2.5;
/// How much of the area of a region may be won or lost.
const AREA: f64 = 0.01;
/// How often corners are asked again that would have changed an area too much.
const ROUNDS: usize = 4;

/// Takes out the corners that are not needed.
pub(super) fn thin(joined: Joined, limits: &Limits<'_>, clock: Clock<'_>) -> Result<Joined, Halt> {
    let mut mesh = Thinning::new(joined, limits);
    let mut waiting: Vec<u32> = (0..mesh.corners.len() as u32).collect();
    for _ in 0..ROUNDS {
        waiting = mesh.round(waiting, clock)?;
    }
    Ok(mesh.finish())
}

/// What must not be changed.
pub(super) struct Limits<'a> {
    /// How far triangles may be above or below those they take the place of, in metres.
    pub(super) metres: f64,
    /// How far apart floors are at least, one above the other.
    pub(super) room: f64,
    /// The cells of each region.
    pub(super) cells: &'a [usize],
}

struct Thinning {
    corners: Vec<Vertex>,
    triangles: Vec<NavTriangle>,
    /// The triangles that have each corner; none if it was taken out.
    having: Vec<Vec<u32>>,
    /// For each triangle, the corners that were taken out of it.
    missed: Vec<Vec<Vertex>>,
    walls: Walls,
    at_walls: Buckets,
    areas: Vec<Area>,
    metres: f64,
    room: f64,
    lost: usize,
}

/// What a region has won, or lost if it is below zero, and how much that may be: in halves of cells.
#[derive(Clone, Copy)]
struct Area {
    won: i64,
    most: i64,
}

/// How a corner would be taken out.
struct Taking {
    star: Star,
    /// What fills its ring.
    triangles: Vec<[u32; 3]>,
    /// Corners that were taken out, and in which of these triangles they are.
    missed: Vec<(usize, Vertex)>,
    /// How far the mesh would be from its cells, where 1 is as far as it may be.
    cost: f64,
    /// Halves of cells that it would win.
    won: i64,
}

impl Thinning {
    fn new(Joined { corners, triangles, walls, lost }: Joined, limits: &Limits<'_>) -> Self {
        let mut having = vec![vec![]; corners.len()];
        let mut at_walls = Buckets::default();
        let area = |&cells: &usize| Area { won: -2 * cells as i64, most: (2.0 * AREA * cells as f64) as i64 };
        let mut areas: Vec<Area> = limits.cells.iter().map(area).collect();
        for (number, triangle) in (0..).zip(&triangles) {
            for (i, &corner) in triangle.corners.iter().enumerate() {
                having[corner as usize].push(number);
                // Every corner of a wall is the start of a part of it.
                if triangle.neighbors[i].is_none() {
                    at_walls.add(corner, &corners[corner as usize]);
                }
            }
            let [a, b, c] = triangle.corners.map(|corner| &corners[corner as usize]);
            areas[triangle.region as usize].won += facing(a, b, c);
        }
        let missed = vec![vec![]; triangles.len()];
        let Limits { metres, room, .. } = *limits;
        Self { corners, triangles, having, missed, walls, at_walls, areas, metres, room, lost }
    }

    /// Takes out what can be taken out of these corners and those around them; the rest would change an area too much.
    fn round(&mut self, corners: Vec<u32>, clock: Clock<'_>) -> Result<Vec<u32>, Halt> {
        // What a corner costs is never below zero, and such numbers are ordered as their bits are.
        let asked = |mesh: &Self, corner: u32| {
            let taking = mesh.taking(corner)?;
            Some(Reverse((taking.cost.to_bits(), corner)))
        };
        let mut heap: BinaryHeap<_> = corners.into_iter().filter_map(|corner| asked(self, corner)).collect();
        let mut waiting = Vec::new();
        while let Some(Reverse((cost, corner))) = heap.pop() {
            clock.check()?;
            let Some(taking) = self.taking(corner) else { continue };
            if taking.cost.to_bits() > cost {
                heap.push(Reverse((taking.cost.to_bits(), corner)));
            } else if !self.area_of(&taking.star).allows(taking.won) {
                waiting.push(corner);
            } else {
                let ring = taking.star.ring.clone();
                self.take(corner, taking);
                heap.extend(ring.into_iter().filter_map(|corner| asked(self, corner)));
            }
        }
        Ok(waiting)
    }

    fn area_of(&mut self, star: &Star) -> &mut Area {
        &mut self.areas[self.triangles[star.triangles[0] as usize].region as usize]
    }

    /// How a corner would be taken out; none if it has to stay.
    fn taking(&self, corner: u32) -> Option<Taking> {
        let star = star::around(corner, &self.having[corner as usize], &self.triangles, &self.corners)?;
        let (cost, won) = if star.wall { self.new_wall(corner, &star)? } else { (0.0, 0) };
        let triangles = ears::fill(&star.ring, &self.corners, |a, b| !self.joined(a, b, &star))?;
        let mut taking = Taking { star, triangles, missed: vec![], cost, won };
        self.measure(corner, &mut taking);
        (taking.cost <= 1.0).then_some(taking)
    }

    /// How far the wall would be moved that takes the place of the two at a corner, and the halves of cells that this would
    /// win; none if it must not be.
    fn new_wall(&self, corner: u32, star: &Star) -> Option<(f64, i64)> {
        let (first, last) = (*star.ring.first()?, *star.ring.last()?);
        // The last triangle of a region stays, and so does the last of a hole.
        let only = star.triangles.len() == 1;
        let beyond = |&triangle: &u32| self.beyond(triangle, first, last);
        if only && beyond(&star.triangles[0]).is_none() || !only && self.joined(last, first, star) {
            return None;
        }
        let [a, middle, b] = [last, corner, first].map(|corner| &self.corners[corner as usize]);
        let won = -facing(a, middle, b);
        // Where floor is won, it must be nobody else's.
        if won > 0 && !self.is_free([last, first, corner]) {
            return None;
        }
        let passed = [(last, corner), (corner, first)].map(|wall| self.walls.get(&wall));
        let passed = passed.into_iter().flatten().flatten().chain([middle]);
        let moved = |place: &Vertex| {
            let cells = if facing(a, b, place) > 0 { WON } else { LOST };
            miss(place, a, b, [cells, self.metres])
        };
        Some((passed.map(moved).fold(0.0, f64::max), won))
    }

    /// Whether no other corner of a wall is in a triangle or at its edges, on the same storey. As floors do not overlap, no
    /// wall can go through it then.
    fn is_free(&self, triangle: [u32; 3]) -> bool {
        let [a, b, c] = triangle.map(|corner| &self.corners[corner as usize]);
        let (low, high) = (a.height.min(b.height).min(c.height), a.height.max(b.height).max(c.height));
        let in_it = |other: u32| {
            let place = &self.corners[other as usize];
            let there = !self.having[other as usize].is_empty() && !triangle.contains(&other);
            there
                && place.height > low - self.room
                && place.height < high + self.room
                && [(a, b), (b, c), (c, a)].iter().all(|(p, q)| facing(p, q, place) >= 0)
        };
        !self.at_walls.near([a, b, c]).any(in_it)
    }

    /// The triangle beyond an edge of another.
    fn beyond(&self, triangle: u32, from: u32, to: u32) -> Option<u32> {
        let NavTriangle { corners, neighbors, .. } = &self.triangles[triangle as usize];
        let side = (0..3).find(|&i| [corners[i], corners[(i + 1) % 3]] == [from, to])?;
        neighbors[side]
    }

    /// Whether two corners have an edge between them outside of a star.
    fn joined(&self, a: u32, b: u32, star: &Star) -> bool {
        self.having[a as usize].iter().any(|triangle| {
            self.triangles[*triangle as usize].corners.contains(&b) && !star.triangles.contains(triangle)
        })
    }

    /// Finds where the corners that were taken out would be, and how far from there.
    fn measure(&self, corner: u32, taking: &mut Taking) {
        let most = self.metres;
        let of = |triangle: &[u32; 3]| triangle.map(|corner| &self.corners[corner as usize]);
        let height = |triangle: &[u32; 3], x: f64, z: f64| height_at(of(triangle), (x, z));
        let middle = self.corners[corner as usize];
        let own = (!taking.star.wall).then_some(middle);
        let before = taking.star.triangles.iter().flat_map(|&triangle| &self.missed[triangle as usize]);
        for place in before.copied().chain(own) {
            let (x, z) = (place.x as f64, place.z as f64);
            let within =
                (0..).zip(&taking.triangles).find_map(|(i, triangle)| Some((i, height(triangle, x, z)?)));
            // Beyond a wall that was moved, nothing is missed.
            let Some((triangle, height)) = within else { continue };
            taking.missed.push((triangle, place));
            taking.cost = taking.cost.max((height - place.height).abs() / most);
        }
        // Between corners, a fold that goes another way than the old ones is furthest from them.
        for &other in &taking.star.ring {
            let other = &self.corners[other as usize];
            let (x, z) = ((middle.x + other.x) as f64 / 2.0, (middle.z + other.z) as f64 / 2.0);
            let height = taking.triangles.iter().find_map(|triangle| height(triangle, x, z));
            let rise = height.map_or(0.0, |height| height - f64::midpoint(middle.height, other.height));
            taking.cost = taking.cost.max(rise.abs() / most);
        }
    }

    fn take(&mut self, corner: u32, Taking { star, triangles, missed, won, .. }: Taking) {
        self.area_of(&star).won += won;
        if let (true, [first, .., last]) = (star.wall, &star.ring[..]) {
            let mut passed = self.walls.remove(&(*last, corner)).unwrap_or_default();
            passed.push(self.corners[corner as usize]);
            passed.extend(self.walls.remove(&(corner, *first)).unwrap_or_default());
            self.walls.insert((*last, *first), passed);
        }
        let region = self.triangles[star.triangles[0] as usize].region;
        // What lies beyond the ring, by its edges.
        let mut beyond: Vec<((u32, u32), u32)> = Vec::new();
        for (i, &triangle) in star.triangles.iter().enumerate() {
            let (from, to) = (star.ring[i], star.ring[(i + 1) % star.ring.len()]);
            beyond.extend(self.beyond(triangle, from, to).map(|other| ((from, to), other)));
            self.turn_away(triangle, from, to, None);
            self.missed[triangle as usize].clear();
        }
        for &other in &star.ring {
            self.having[other as usize].retain(|triangle| !star.triangles.contains(triangle));
        }
        self.having[corner as usize].clear();
        let edges = |[a, b, c]: [u32; 3]| [(a, b), (b, c), (c, a)];
        for (corners, &number) in triangles.iter().zip(&star.triangles) {
            let neighbors = edges(*corners).map(|(from, to)| {
                let inside = triangles.iter().position(|other| edges(*other).contains(&(to, from)));
                let outside = || beyond.iter().find(|(edge, _)| *edge == (from, to)).map(|&(_, other)| other);
                inside.map(|other| star.triangles[other]).or_else(outside)
            });
            self.triangles[number as usize] = NavTriangle { corners: *corners, neighbors, region };
            for &corner in corners {
                self.having[corner as usize].push(number);
            }
            for (from, to) in edges(*corners) {
                self.turn_away(number, from, to, Some(number));
            }
        }
        for (triangle, place) in missed {
            self.missed[star.triangles[triangle] as usize].push(place);
        }
    }

    /// Tells the triangle beyond an edge who is on this side of it now.
    fn turn_away(&mut self, triangle: u32, from: u32, to: u32, now: Option<u32>) {
        let Some(other) = self.beyond(triangle, from, to) else { return };
        let NavTriangle { corners, neighbors, .. } = &mut self.triangles[other as usize];
        if let Some(side) = (0..3).find(|&i| [corners[i], corners[(i + 1) % 3]] == [to, from]) {
            neighbors[side] = now;
        }
    }

    /// What is left, numbered anew.
    fn finish(self) -> Joined {
        let mut there = vec![false; self.triangles.len()];
        for &triangle in self.having.iter().flatten() {
            there[triangle as usize] = true;
        }
        let corner = numbers(self.having.iter().map(|having| !having.is_empty()));
        let number = numbers(there.iter().copied());
        let kept = self.corners.into_iter().zip(&self.having).filter(|(_, having)| !having.is_empty());
        let triangles = self.triangles.into_iter().zip(there).filter(|(_, there)| *there);
        let renumbered = triangles.map(|(triangle, _)| NavTriangle {
            corners: triangle.corners.map(|c| corner[c as usize]),
            neighbors: triangle.neighbors.map(|beyond| beyond.map(|other| number[other as usize])),
            ..triangle
        });
        Joined {
            corners: kept.map(|(corner, _)| corner).collect(),
            triangles: renumbered.collect(),
            walls: Walls::default(),
            lost: self.lost,
        }
    }
}

impl Area {
    /// Whether so much may be won or lost: it stays within what may be, or gets nearer to none.
    fn allows(self, won: i64) -> bool {
        (self.won + won).abs() <= self.most.max(self.won.abs())
    }
}

/// The numbers of those that are there, from 0.
fn numbers(there: impl Iterator<Item = bool>) -> Vec<u32> {
    there
        .scan(0, |next, there| {
            let number = *next;
            *next += u32::from(there);
            Some(number)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::triangles::NavMesh;
    use crate::surface::Surface;
    use crate::testing::{AGENT, ORIGIN, drawn, level, surface_of};

    /// The triangles of a mesh, and the corners in cells.
    fn thinned(surface: &Surface) -> (usize, Vec<(f64, f64)>) {
        let mesh = NavMesh::new(surface);
        let cells = mesh.positions.iter().map(|&corner| surface.grid.cells(corner));
        let mut corners: Vec<(f64, f64)> = cells.map(|corner| (corner.x, corner.z)).collect();
        corners.sort_by(|a, b| a.partial_cmp(b).unwrap());
        (mesh.triangles.len(), corners)
    }

    /// A floor of so many cells, with some left out.
    fn floor(tile: u32, side: i64, is_floor: impl Fn(i64, i64) -> bool) -> Surface {
        let cells = (0..side).flat_map(|z| (0..side).map(move |x| (x, z)));
        surface_of(tile, cells.filter(|&(x, z)| is_floor(x, z)).map(|at| (at, level(0.0))))
    }

    #[test]
    fn tiles_are_not_seen_in_a_square() {
        let whole = vec![(0.0, 0.0), (0.0, 40.0), (40.0, 0.0), (40.0, 40.0)];
        for tile in [7, 8, 16, 64] {
            assert_eq!(thinned(&floor(tile, 40, |_, _| true)), (2, whole.clone()), "{tile}");
        }
    }

    #[test]
    fn a_hole_stays_a_hole_and_a_pillar_in_a_corner_of_tiles_too() {
        for middle in [16, 20] {
            let hole = |x: i64, z: i64| (x - middle).abs() < 4 && (z - middle).abs() < 4;
            let (triangles, corners) = thinned(&floor(16, 40, |x, z| !hole(x, z)));
            assert_eq!((triangles, corners.len()), (8, 8), "{corners:?}");
        }
    }

    #[test]
    fn a_hole_that_walls_could_be_moved_over_is_not_paved() {
        let hole = |x: i64, z: i64| (9..12).contains(&x) && (9..12).contains(&z);
        let (triangles, corners) = thinned(&floor(64, 30, |x, z| !hole(x, z)));
        assert!(corners.len() >= 4 + 3, "it is a triangle at the least: {corners:?}");
        assert_eq!(triangles, corners.len());
    }

    #[test]
    fn the_least_of_regions_keeps_a_triangle() {
        let surface = drawn(4, &[(0.0, &["0.00", "....", "000"])]);
        let mesh = NavMesh::new(&surface);
        for region in 0..surface.regions.len() as u32 {
            assert!(mesh.triangles.iter().any(|triangle| triangle.region == region), "{region}");
        }
    }

    #[test]
    fn a_wall_that_is_too_far_from_its_cells_is_left_as_it_is() {
        // A niche in a long wall, as deep as floor may be lost, and deeper. Its area is little enough.
        let niche =
            |deep: i64| thinned(&floor(64, 60, |x, z| z < 57 || (x - 30).abs() < 2 && z < 57 + deep)).1.len();
        assert!(niche(2) == 4 && niche(3) > 6, "{} {}", niche(2), niche(3));
        // A pillar at the wall, as deep as floor may be won, and deeper.
        let pillar = |deep: i64| thinned(&floor(64, 60, |x, z| z < 60 - deep || (x - 30).abs() > 2)).1.len();
        assert!(pillar(2) == 4 && pillar(3) > 6, "{} {}", pillar(2), pillar(3));
    }

    #[test]
    fn no_more_than_a_part_of_the_area_is_won_or_lost() {
        // A saw: each tooth could go.
        let saw = floor(64, 60, |x, z| z < 56 || (x / 4) % 2 == 0 && z < 58);
        let mesh = NavMesh::new(&saw);
        let area: f64 = (0..mesh.triangles.len() as u32)
            .map(|triangle| {
                let [a, b, c] = mesh.corners(triangle);
                (b - a).cross(c - a).y / 2.0
            })
            .sum();
        let whole = saw.cells() as f64 * AGENT.cell_size * AGENT.cell_size;
        assert!((area / whole - 1.0).abs() <= super::AREA + 0.001, "{area} of {whole}");
    }

    #[test]
    fn floors_one_above_the_other_are_thinned_each_by_itself() {
        let rows = vec!["0".repeat(24); 24];
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mesh = NavMesh::new(&drawn(8, &[(0.0, &rows), (3.0, &rows)]));
        assert_eq!((mesh.triangles.len(), mesh.positions.len()), (4, 8));
        let heights: Vec<f64> = mesh.positions.iter().map(|corner| corner.y - ORIGIN.y).collect();
        assert_eq!(heights.iter().filter(|height| **height == 3.0).count(), 4);
    }

    #[test]
    fn a_ramp_keeps_its_foot_and_its_top_though_tiles_cut_it() {
        let height = |x: i64| (x - 20).clamp(0, 30) as f32 * 0.25;
        let cells = (0..20).flat_map(|z| (0..80).map(move |x| (x, z)));
        let ramp = surface_of(16, cells.map(|(x, z)| ((x, z), level(height(x)))));
        let mesh = NavMesh::new(&ramp);
        assert!(mesh.triangles.len() <= 12, "{}", mesh.triangles.len());
        for (corner, cells) in mesh.positions.iter().map(|&corner| (corner, ramp.grid.cells(corner))) {
            let there = f64::from(height(cells.x.floor() as i64));
            assert!((corner.y - ORIGIN.y - there).abs() <= AGENT.climb, "{corner} {there}");
        }
    }
}
