//! Patches filled with triangles.

use super::outline::Sheet;
use super::patches::PatchId;
use super::simplify::{Closeness, Corner, simplify};
use super::vertex::Vertex;
use rustc_hash::FxHashMap;
use spade::{ConstrainedDelaunayTriangulation, Triangulation};

/// How often corners are added inside, where the floor is not flat.
const ROUNDS: usize = 6;

/// How far a mesh may be from its cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerance {
    /// How far walls may be moved.
    pub(super) cells: f64,
    /// How far triangles may be above or below the floor.
    pub(super) metres: f64,
}

/// A patch as triangles.
pub(super) struct PatchMesh {
    pub(super) id: PatchId,
    pub(super) region: u32,
    pub(super) corners: Vec<Vertex>,
    /// Counterclockwise seen from above.
    pub(super) triangles: Vec<[u32; 3]>,
    /// Edges that lead to another patch.
    pub(super) doors: Doors,
    /// Edges that lead nowhere, and the corners that they leave aside.
    pub(super) walls: Walls,
}

type Cdt = ConstrainedDelaunayTriangulation<Vertex>;

/// The floor of a patch at the corners of its cells.
pub(super) struct Floor {
    /// The first corner of the tile.
    origin: (i64, i64),
    /// Corners along a side.
    side: i64,
    /// The sum of the heights of the cells around each corner, and their number.
    corners: Vec<(f64, u32)>,
}

impl Floor {
    /// Room for the patches of a tile.
    pub(super) fn of(sheet: &Sheet<'_>) -> Self {
        let size = i64::from(sheet.surface.grid.tile);
        let tile = &sheet.surface.tiles[sheet.tile];
        let side = size + 1;
        Self { origin: (tile.x * size, tile.z * size), side, corners: vec![(0.0, 0); (side * side) as usize] }
    }

    fn index(&self, (x, z): (i64, i64)) -> usize {
        ((z - self.origin.1) * self.side + x - self.origin.0) as usize
    }

    /// Takes in the heights of a patch, or takes them out again.
    fn load(&mut self, sheet: &Sheet<'_>, patch: u32, take: bool) {
        for &span in sheet.members(patch) {
            let (x, z) = sheet.cell_of(span);
            let span = &sheet.surface.tiles[sheet.tile].spans[span as usize];
            let height = f64::from(f32::midpoint(span.low, span.top));
            for corner in [(x, z), (x + 1, z), (x, z + 1), (x + 1, z + 1)] {
                let index = self.index(corner);
                let (sum, count) = &mut self.corners[index];
                (*sum, *count) = if take { (*sum + height, *count + 1) } else { (0.0, 0) };
            }
        }
    }

    fn height(&self, corner: (i64, i64)) -> f64 {
        let (sum, count) = self.corners[self.index(corner)];
        sum / f64::from(count.max(1))
    }

    /// The height of a corner that has the patch all around it.
    fn inner_height(&self, corner: (i64, i64)) -> Option<f64> {
        let (sum, count) = self.corners[self.index(corner)];
        (count == 4).then_some(sum / 4.0)
    }
}

/// Fills a patch. An outline that crosses itself once it is simple is followed exactly instead, which never does.
pub(super) fn fill(sheet: &Sheet<'_>, floor: &mut Floor, patch: u32, most: &Tolerance) -> Option<PatchMesh> {
    floor.load(sheet, patch, true);
    let mesh = fill_over(sheet, floor, patch, most);
    floor.load(sheet, patch, false);
    mesh
}

fn fill_over(sheet: &Sheet<'_>, floor: &Floor, patch: u32, most: &Tolerance) -> Option<PatchMesh> {
    let loops = sheet.outline(patch);
    let id = PatchId { tile: sheet.tile as u32, patch };
    let region = sheet.surface.tiles[sheet.tile].spans[*sheet.members(patch).first()? as usize].region;
    [Closeness::About { cells: most.cells, metres: most.metres }, Closeness::Exactly].into_iter().find_map(
        |closeness| {
            let loops: Vec<Vec<Corner>> = loops
                .iter()
                .map(|edges| simplify(edges, closeness, |corner| floor.height(corner)))
                .filter(|corners| corners.len() > 2)
                .collect();
            let Numbered { corners, edges, doors, walls } = numbered(loops);
            let mut cdt = constrained(&corners, edges)?;
            refine(&mut cdt, floor, most.metres);
            let triangles = inside_triangles(&cdt);
            let corners = cdt.vertices().map(|vertex| *vertex.data()).collect();
            let mesh = PatchMesh { id, region, corners, triangles, doors, walls };
            mesh.is_sound().then_some(mesh)
        },
    )
}

type Doors = Vec<(u32, u32, PatchId)>;
type Walls = Vec<(u32, u32, Vec<Vertex>)>;

/// Outlines by the numbers of their corners.
struct Numbered {
    corners: Vec<Vertex>,
    edges: Vec<[usize; 2]>,
    doors: Doors,
    walls: Walls,
}

/// Corners without repetition, and the edges between them. An edge there and back encloses nothing.
fn numbered(loops: Vec<Vec<Corner>>) -> Numbered {
    let mut corners = Vec::new();
    let mut numbers: FxHashMap<(i64, i64), usize> = FxHashMap::default();
    let (mut edges, mut doors, mut walls) = (Vec::new(), Vec::new(), Vec::new());
    for corner_loop in loops {
        let mut number = |corner: &Corner| {
            *numbers.entry((corner.place.x, corner.place.z)).or_insert_with(|| {
                corners.push(corner.place);
                corners.len() - 1
            })
        };
        let around: Vec<usize> = corner_loop.iter().map(&mut number).collect();
        for (i, corner) in corner_loop.into_iter().enumerate() {
            let (a, b) = (around[i], around[(i + 1) % around.len()]);
            edges.push([a.min(b), a.max(b)]);
            match corner.beyond {
                Some(beyond) => doors.push((a as u32, b as u32, beyond)),
                None if corner.passed.is_empty() => {}
                None => walls.push((a as u32, b as u32, corner.passed)),
            }
        }
    }
    edges.sort_unstable();
    let odd = edges.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1).map(|same| same[0]);
    let edges = odd.filter(|[a, b]| a != b).collect();
    Numbered { corners, edges, doors, walls }
}

fn constrained(corners: &[Vertex], edges: Vec<[usize; 2]>) -> Option<Cdt> {
    let mut crossed = false;
    let cdt = Cdt::try_bulk_load_cdt(corners.to_vec(), edges, |_| crossed = true).ok()?;
    (!crossed && cdt.num_vertices() == corners.len()).then_some(cdt)
}

/// Which faces lie inside: a way from outside to them crosses the outline an odd number of times.
fn inside(cdt: &Cdt) -> Vec<bool> {
    let mut state: Vec<Option<bool>> = vec![None; cdt.num_all_faces()];
    let outer = cdt.outer_face();
    state[outer.index()] = Some(false);
    let mut open: Vec<_> = cdt.convex_hull().map(|edge| edge.rev().fix()).collect();
    while let Some(edge) = open.pop() {
        let edge = cdt.directed_edge(edge);
        // `edge` belongs to a face that may not have been seen, and its other side to one that has.
        let [here, from] = [edge.face().fix().index(), edge.rev().face().fix().index()];
        if state[here].is_some() {
            continue;
        }
        state[here] = state[from].map(|inside| inside != edge.is_constraint_edge());
        let Some(face) = edge.face().as_inner() else { continue };
        open.extend(face.adjacent_edges().map(|edge| edge.rev().fix()));
    }
    state.into_iter().map(|inside| inside == Some(true)).collect()
}

/// The triangles inside, turned so that they face up: the plane of the map is seen from below by `spade`.
fn inside_triangles(cdt: &Cdt) -> Vec<[u32; 3]> {
    let inside = inside(cdt);
    let faces = cdt.inner_faces().filter(|face| inside[face.fix().index()]);
    faces
        .map(|face| {
            let [a, b, c] = face.vertices().map(|vertex| vertex.fix().index() as u32);
            [a, c, b]
        })
        .collect()
}

/// Adds corners inside where the floor is furthest from the triangles, until it is near enough.
fn refine(cdt: &mut Cdt, floor: &Floor, tolerance: f64) {
    for _ in 0..ROUNDS {
        let inside = inside(cdt);
        let faces = cdt.inner_faces().filter(|face| inside[face.fix().index()]);
        let missing: Vec<Vertex> =
            faces.filter_map(|face| worst(&face.vertices().map(|v| *v.data()), floor, tolerance)).collect();
        if missing.is_empty() {
            return;
        }
        for vertex in missing {
            // Corners strictly inside a triangle are new, so this cannot fail; if it does, the mesh is coarser.
            let _ = cdt.insert(vertex);
        }
    }
}

/// The corner of a cell inside a triangle that is furthest above or below it, if that is too far.
fn worst([a, b, c]: &[Vertex; 3], floor: &Floor, tolerance: f64) -> Option<Vertex> {
    let area = (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
    let span = |f: fn(&Vertex) -> i64| {
        let (p, q, r) = (f(a), f(b), f(c));
        p.min(q).min(r) + 1..p.max(q).max(r)
    };
    let mut worst: (f64, Option<Vertex>) = (tolerance, None);
    for z in span(|v| v.z) {
        for x in span(|v| v.x) {
            let weight = |p: &Vertex, q: &Vertex| (q.x - p.x) * (z - p.z) - (q.z - p.z) * (x - p.x);
            let (wa, wb, wc) = (weight(b, c), weight(c, a), weight(a, b));
            if wa <= 0 || wb <= 0 || wc <= 0 {
                continue;
            }
            let Some(height) = floor.inner_height((x, z)) else { continue };
            let sum = a.height * wa as f64 + b.height * wb as f64 + c.height * wc as f64;
            let miss = (height - sum / area as f64).abs();
            if miss > worst.0 {
                worst = (miss, Some(Vertex { x, z, height }));
            }
        }
    }
    worst.1
}

impl PatchMesh {
    /// Bytes that it takes, also while it is joined with others.
    pub(super) fn bytes(&self) -> u64 {
        let passed: usize = self.walls.iter().map(|(_, _, passed)| 4 + passed.len()).sum();
        128 + 112 * self.corners.len() as u64
            + 24 * passed as u64
            + 80 * self.triangles.len() as u64
            + 128 * self.doors.len() as u64
    }

    /// Whether all triangles hang together and every door is the edge of one.
    fn is_sound(&self) -> bool {
        let mut edge_of: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        for (triangle, corners) in self.triangles.iter().enumerate() {
            for i in 0..3 {
                edge_of.insert((corners[i], corners[(i + 1) % 3]), triangle);
            }
        }
        let doors = self.doors.iter().all(|&(a, b, _)| edge_of.contains_key(&(a, b)));
        let mut seen = vec![false; self.triangles.len()];
        let mut open = vec![0];
        let mut count = 0;
        while let Some(triangle) = open.pop().filter(|_| !seen.is_empty()) {
            if std::mem::replace(&mut seen[triangle], true) {
                continue;
            }
            count += 1;
            let corners = self.triangles[triangle];
            open.extend((0..3).filter_map(|i| edge_of.get(&(corners[(i + 1) % 3], corners[i])).copied()));
        }
        doors && count > 0 && count == self.triangles.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::patches::split;
    use super::*;
    use crate::surface::Surface;
    use crate::testing::{drawn, level, surface_of};

    /// A patch of the first tile as triangles, with walls that may be moved by so many cells.
    fn filled(surface: &Surface, patch: u32, error: f64) -> Option<PatchMesh> {
        let patches: Vec<_> = (0..surface.tiles.len()).map(|tile| split(surface, tile)).collect();
        let sheet = Sheet::new(surface, &patches, 0);
        fill(&sheet, &mut Floor::of(&sheet), patch, &Tolerance { cells: error, metres: 0.5 })
    }

    /// Twice the area of each triangle, seen from above: above zero if it faces up.
    fn areas(mesh: &PatchMesh) -> Vec<i64> {
        let area = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|corner| mesh.corners[corner as usize]);
            (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z)
        };
        mesh.triangles.iter().map(area).collect()
    }

    #[test]
    fn a_square_is_two_triangles_that_face_up() {
        let mesh = filled(&drawn(8, &[(0.0, &["000", "000", "000"])]), 0, 1.3).unwrap();
        assert_eq!((mesh.corners.len(), areas(&mesh)), (4, vec![9, 9]));
        assert_eq!((mesh.region, mesh.doors.len()), (0, 0));
    }

    #[test]
    fn a_hole_in_a_square_is_not_filled() {
        let rows = ["00000000", "0......0", "0......0", "0.....00", "00000000"];
        let mesh = filled(&drawn(8, &[(0.0, &rows)]), 0, 0.5).unwrap();
        assert!(areas(&mesh).iter().all(|&area| area > 0));
        assert_eq!(areas(&mesh).iter().sum::<i64>(), 2 * (40 - 17));
    }

    #[test]
    fn an_island_in_a_lake_is_a_patch_of_its_own() {
        let surface = drawn(8, &[(0.0, &["00000", "0...0", "0.0.0", "0...0", "00000"])]);
        let sums = [0, 1].map(|patch| areas(&filled(&surface, patch, 0.5).unwrap()).iter().sum::<i64>());
        assert_eq!(sums, [32, 2]);
    }

    #[test]
    fn overlapping_floors_are_filled_each_by_itself() {
        let surface = drawn(8, &[(0.0, &["0000", "0000"]), (3.0, &[".000", "...."])]);
        let [below, above] = [0, 1].map(|patch| filled(&surface, patch, 1.3).unwrap());
        assert_eq!([&below, &above].map(|mesh| areas(mesh).iter().sum::<i64>()), [16, 6]);
        assert!(below.corners.iter().all(|corner| corner.height == 0.0));
        assert!(above.corners.iter().all(|corner| corner.height == 3.0));
        assert_eq!([below.region, above.region], [0, 1]);
    }

    #[test]
    fn an_outline_that_crosses_itself_or_vanishes_is_followed_exactly() {
        // Walls moved by fifty cells leave nothing of a loop, or cross the hole.
        for rows in [
            &["000000", "0....0", "0.00.0", "0..0.0", "0000.0", ".....0"][..],
            &["0000000", "0.....0", "0.000.0", "0.0.0.0", "0.....0", "0000000"],
            &["0"],
        ] {
            let surface = drawn(8, &[(0.0, rows)]);
            let cells = surface.regions[0].cells as i64;
            let mesh = filled(&surface, 0, 50.0).unwrap();
            assert_eq!(areas(&mesh).iter().sum::<i64>(), 2 * cells, "{rows:?}");
        }
    }

    #[test]
    fn edges_that_cross_have_no_triangles() {
        let vertex = |x, z| Vertex { x, z, height: 0.0 };
        let corners = [vertex(0, 0), vertex(4, 4), vertex(4, 0), vertex(0, 4)];
        assert!(constrained(&corners, vec![[0, 1], [2, 3]]).is_none());
        assert!(constrained(&corners, vec![[0, 2], [1, 2], [1, 3], [0, 3]]).is_some());
        assert!(
            constrained(&[vertex(1, 1), vertex(1, 1), vertex(2, 0)], vec![]).is_none(),
            "one corner twice"
        );
    }

    #[test]
    fn an_edge_there_and_back_encloses_nothing() {
        let corner = |x, z, beyond| Corner { place: Vertex { x, z, height: 0.0 }, beyond, passed: vec![] };
        let door = PatchId { tile: 3, patch: 1 };
        let spike = vec![
            corner(0, 0, None),
            corner(0, 4, Some(door)),
            corner(4, 4, None),
            corner(9, 9, None),
            corner(4, 4, None),
        ];
        let Numbered { corners, edges, doors, .. } = numbered(vec![spike]);
        assert_eq!(corners.len(), 4);
        assert_eq!(edges, [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(doors, [(1, 2, door)]);
    }

    #[test]
    fn doors_are_edges_of_triangles_in_their_direction() {
        let surface = drawn(3, &[(0.0, &["00000", "00000"])]);
        let mesh = filled(&surface, 0, 1.3).unwrap();
        let place = |corner: u32| (mesh.corners[corner as usize].x, mesh.corners[corner as usize].z);
        let doors: Vec<_> = mesh.doors.iter().map(|&(a, b, _)| (place(a), place(b))).collect();
        assert_eq!(doors, [((3, 2), (3, 1)), ((3, 1), (3, 0))]);
        for &(a, b, beyond) in &mesh.doors {
            assert_eq!(beyond, PatchId { tile: 1, patch: 0 });
            let has = |[p, q, r]: &[u32; 3]| [(*p, *q), (*q, *r), (*r, *p)].contains(&(a, b));
            assert!(mesh.triangles.iter().any(has));
        }
    }

    /// A plain of seventeen by seventeen cells with a hill in the middle of this height.
    fn hill(height: f32) -> Surface {
        let rise = |x: i64, z: i64| 1.0 - ((x - 8).abs().max((z - 8).abs()) as f32 / 8.0);
        let cells = (0..17).flat_map(|z| (0..17).map(move |x| (x, z)));
        surface_of(32, cells.map(|(x, z)| ((x, z), level(height * rise(x, z)))))
    }

    #[test]
    fn corners_are_added_inside_until_the_floor_is_near_enough() {
        let flat = filled(&hill(0.25), 0, 1.3).unwrap();
        assert_eq!(flat.corners.len(), 4);
        let mesh = filled(&hill(3.0), 0, 1.3).unwrap();
        assert!(mesh.corners.len() > 4);
        let peak = mesh.corners.iter().map(|corner| corner.height).fold(0.0, f64::max);
        assert!(peak > 2.25, "{peak}");
        assert_eq!(areas(&mesh).iter().sum::<i64>(), 2 * 17 * 17);
    }

    #[test]
    fn the_worst_corner_is_the_one_furthest_from_the_triangle_if_that_is_too_far() {
        // An even slope from a corner of the map that is not that of the tile, and two bumps.
        let slope = |x: i64, z: i64| (2 * x + 3 * z) as f64;
        let corners = |bumps: &[(i64, i64, f64)]| {
            let mut floor = Floor { origin: (-1, 1), side: 12, corners: vec![] };
            let places = (1..13).flat_map(|z| (-1..11).map(move |x| (x, z)));
            floor.corners = places.map(|(x, z)| (4.0 * slope(x, z), 4)).collect();
            for &(x, z, rise) in bumps {
                let index = floor.index((x, z));
                floor.corners[index].0 += 4.0 * rise;
            }
            floor
        };
        let triangle = [(1, 2), (9, 3), (3, 10)].map(|(x, z)| Vertex { x, z, height: slope(x, z) });
        let found = |bumps: &[(i64, i64, f64)]| {
            worst(&triangle, &corners(bumps), 0.5).map(|v| (v.x, v.z, v.height - slope(v.x, v.z)))
        };
        assert_eq!(found(&[]), None);
        assert_eq!(found(&[(4, 5, 0.75), (3, 4, -1.0), (6, 4, 0.25)]), Some((3, 4, -1.0)));
        assert_eq!(found(&[(4, 5, 0.25)]), None, "near enough");
        assert_eq!(found(&[(8, 8, 9.0), (1, 2, 9.0)]), None, "outside, and at a corner");
    }

    #[test]
    fn a_corner_is_as_high_as_the_cells_around_it_are_on_average() {
        let heights = [((0, 0), 0.0), ((1, 0), 0.5), ((0, 1), 0.25), ((1, 1), 0.25)];
        let surface = surface_of(4, heights.map(|(at, height)| (at, level(height))));
        let patches = [split(&surface, 0)];
        let sheet = Sheet::new(&surface, &patches, 0);
        let mut floor = Floor::of(&sheet);
        floor.load(&sheet, 0, true);
        let corners = [(0, 0), (1, 0), (2, 0), (1, 1), (0, 2)];
        assert_eq!(corners.map(|corner| floor.height(corner)), [0.0, 0.25, 0.5, 0.25, 0.25]);
        assert_eq!((floor.inner_height((1, 1)), floor.inner_height((1, 0))), (Some(0.25), None));
        floor.load(&sheet, 0, false);
        assert_eq!(floor.corners, vec![(0.0, 0); 25], "the next patch starts anew");
    }

    #[test]
    fn a_cell_of_a_slope_counts_with_its_middle() {
        let slope = crate::surface::Span { low: 1.0, ..level(2.0) };
        let mesh = filled(&surface_of(4, [((0, 0), slope)]), 0, 1.3).unwrap();
        assert!(mesh.corners.iter().all(|corner| corner.height == 1.5));
    }

    #[test]
    fn a_mesh_in_parts_or_without_its_doors_is_not_sound() {
        let id = PatchId { tile: 0, patch: 0 };
        let mesh = |triangles: &[[u32; 3]], doors: &[(u32, u32, PatchId)]| PatchMesh {
            id,
            region: 0,
            corners: vec![Vertex { x: 0, z: 0, height: 0.0 }; 6],
            triangles: triangles.to_vec(),
            doors: doors.to_vec(),
            walls: vec![],
        };
        assert!(mesh(&[[0, 1, 2], [0, 2, 3]], &[(0, 1, id)]).is_sound());
        assert!(!mesh(&[[0, 1, 2], [0, 2, 3]], &[(1, 0, id)]).is_sound());
        assert!(!mesh(&[[0, 1, 2], [3, 4, 5]], &[]).is_sound());
        assert!(!mesh(&[], &[]).is_sound());
    }
}
