//! Patches filled with triangles.

use super::outline::Sheet;
use super::patches::PatchId;
use super::simplify::{Closeness, Corner, simplify};
use rustc_hash::FxHashMap;
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};

/// How far triangles may be from the floor they stand for, in parts of the climb: half a step is not seen.
const HEIGHT_ERROR: f64 = 0.5;
/// How often corners are added inside, where the floor is not flat.
const ROUNDS: usize = 6;

/// A patch as triangles.
pub(super) struct PatchMesh {
    pub(super) id: PatchId,
    pub(super) region: u32,
    pub(super) corners: Vec<Vertex>,
    /// Counterclockwise seen from above.
    pub(super) triangles: Vec<[u32; 3]>,
    /// Edges that lead to another patch.
    pub(super) doors: Vec<(u32, u32, PatchId)>,
}

/// A corner of a triangle: cells from the corner of the map, and metres above its lowest point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    pub(super) x: i64,
    pub(super) z: i64,
    pub(super) height: f64,
}

impl HasPosition for Vertex {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        Point2::new(self.x as f64, self.z as f64)
    }
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
pub(super) fn fill(sheet: &Sheet<'_>, floor: &mut Floor, patch: u32, error: f64) -> Option<PatchMesh> {
    floor.load(sheet, patch, true);
    let mesh = fill_over(sheet, floor, patch, error);
    floor.load(sheet, patch, false);
    mesh
}

fn fill_over(sheet: &Sheet<'_>, floor: &Floor, patch: u32, error: f64) -> Option<PatchMesh> {
    let loops = sheet.outline(patch);
    let tolerance = (sheet.surface.agent.climb * HEIGHT_ERROR).max(sheet.surface.agent.cell_height);
    let id = PatchId { tile: sheet.tile as u32, patch };
    let region = sheet.surface.tiles[sheet.tile].spans[*sheet.members(patch).first()? as usize].region;
    [Closeness::About { cells: error, metres: tolerance }, Closeness::Exactly].into_iter().find_map(
        |closeness| {
            let loops: Vec<Vec<Corner>> = loops
                .iter()
                .map(|edges| simplify(edges, closeness, |corner| floor.height(corner)))
                .filter(|corners| corners.len() > 2)
                .collect();
            let (corners, edges, doors) = numbered(&loops);
            let mut cdt = constrained(&corners, edges)?;
            refine(&mut cdt, floor, tolerance);
            let triangles = inside_triangles(&cdt);
            let corners = cdt.vertices().map(|vertex| *vertex.data()).collect();
            let mesh = PatchMesh { id, region, corners, triangles, doors };
            mesh.is_sound().then_some(mesh)
        },
    )
}

type Doors = Vec<(u32, u32, PatchId)>;

/// Corners without repetition, and the edges between them. An edge there and back encloses nothing.
fn numbered(loops: &[Vec<Corner>]) -> (Vec<Vertex>, Vec<[usize; 2]>, Doors) {
    let mut corners = Vec::new();
    let mut numbers: FxHashMap<(i64, i64), usize> = FxHashMap::default();
    let (mut edges, mut doors) = (Vec::new(), Vec::new());
    for corner_loop in loops {
        let mut number = |corner: &Corner| {
            *numbers.entry(corner.at).or_insert_with(|| {
                corners.push(Vertex { x: corner.at.0, z: corner.at.1, height: corner.height });
                corners.len() - 1
            })
        };
        for (i, corner) in corner_loop.iter().enumerate() {
            let (a, b) = (number(corner), number(&corner_loop[(i + 1) % corner_loop.len()]));
            edges.push([a.min(b), a.max(b)]);
            doors.extend(corner.beyond.map(|beyond| (a as u32, b as u32, beyond)));
        }
    }
    edges.sort_unstable();
    let odd = edges.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1).map(|same| same[0]);
    (corners, odd.filter(|[a, b]| a != b).collect(), doors)
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
