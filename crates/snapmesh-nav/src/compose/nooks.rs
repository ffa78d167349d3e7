//! Finds the nooks of a piece.
//!
//! Whether one can stand in a narrow place, and walk through it, depends on how cells lie there. A place is narrow where somebody
//! could stand who is a cell narrower, and nobody near who is a cell wider; or only in two rooms, between which it is.

use super::look::Visit;
use super::seam::reach;
use crate::bake::{bake_window, with_regions};
use crate::budget::BakeError;
use crate::surface::{SIDES, Span, Surface};
use crate::walked::{End, Heights, NOTHING, Nook, join};
use rustc_hash::{FxHashMap, FxHashSet};
use snapmesh::glam::DVec3;
use snapmesh::{Bounds, Placed, Pose};
use std::collections::BTreeMap;

/// Cells from where somebody wider can stand that are not narrow: there are as many in every corner.
const NEAR: i64 = 2;
/// Cells of a room for somebody wider: what is smaller is narrow all over.
const ROOM: usize = 64;
/// Cells of a part of the floor that is missed if it is cut off.
const PART: usize = 128;
/// Cells between two narrow places that are one, and around a narrow place that belong to its nook.
const GAP: f64 = 3.0;
const MARGIN: f64 = 2.0;
/// Cells beyond a narrow place where a way through it may be closed, too.
const PASSAGE: f64 = 2.0;
/// Cells from the middle of a nook to its end, and nooks of a piece, at most: what is more is left as it is.
const FARTHEST: f64 = 16.0;
const MOST: usize = 32;
/// Narrow places of a piece whose nooks are found at all: rough ground has many.
const MANY: usize = 64;
/// Cells of a radius from which on nooks are not looked for: cells are so fine then that little depends on how they lie.
const FINE: u32 = 9;

/// A cell: from west to east, and from north to south.
type Cell = (i64, i64);

impl Visit<'_> {
    /// Finds the nooks of the piece.
    pub(super) fn nooks(&self) -> Result<Vec<Nook>, BakeError> {
        let (agent, cell) = (self.terrain.agent(), self.terrain.agent().cell_size);
        if self.walk.surface.regions.is_empty() || agent.radius_in_cells() >= FINE {
            return Ok(vec![]);
        }
        let (wider, narrower) = (self.surface(cell)?, self.surface(-cell)?);
        let places = places(&narrower, &self.narrow(&wider, &narrower), GAP * cell);
        let regions = bounds(&self.walk.surface);
        let found = places.iter().filter_map(|place| self.nook(place, &regions).transpose());
        let mut nooks: Vec<Nook> = found.collect::<Result<_, _>>()?;
        // Where nooks overlap, the first of them has what is there.
        let mut taken: FxHashSet<u32> = FxHashSet::default();
        for nook in &mut nooks {
            nook.inside.retain(|region| taken.insert(*region));
        }
        // Where only what doorways lead to counts, no island does.
        if self.terrain.doorways(self.walk.piece).is_some() {
            nooks.retain(|nook| !nook.ends.is_empty());
        }
        let is_rough = places.len() >= MANY || nooks.len() > MOST;
        Ok(if is_rough { vec![] } else { nooks })
    }

    /// Where somebody can stand whose radius is so much larger.
    fn surface(&self, by: f64) -> Result<Surface, BakeError> {
        let (grid, piece) = (self.walk.surface.grid, self.terrain.piece(self.walk.piece));
        let extent = grid.rect(&piece.bounds).extent.map(|cells| cells + 1);
        let placed = [Placed::alone(self.walk.piece, Pose::ORIGIN)];
        bake_window(&self.terrain.for_wider(by), &placed, grid, extent, self.budget)
    }

    /// The narrow cells, but for those from near which floor of another piece may go on: what is there is known where both meet.
    fn narrow(&self, wider: &Surface, narrower: &Surface) -> FxHashSet<Cell> {
        let height = self.terrain.agent().height as f32;
        let is_room = |region: u32| wider.regions[region as usize].cells >= ROOM;
        let is_one = (0..wider.regions.len() as u32).filter(|region| is_room(*region)).count() < 2;
        let rooms = |(x, z): Cell, span: &Span, far: i64| {
            let top = span.top;
            let near = wider.spans_within((x - far, z - far), (x + far, z + far)).map(|(_, other)| *other);
            near.filter(move |other| (other.top - top).abs() < height && is_room(other.region))
        };
        // Beside one room, and not between two.
        let is_roomy = |cell: Cell, span: &Span| {
            let first = rooms(cell, span, NEAR).next();
            let mut others = rooms(cell, span, NEAR + 1);
            first.is_some_and(|room| is_one || others.all(|other| other.region == room.region))
        };
        let spans = narrower.spans().map(|(tile, span)| (narrower.cell_of(tile, span), tile, span));
        let narrow = spans.filter(|(cell, _, span)| !is_roomy(*cell, span));
        let inner = narrow.filter(|(_, tile, span)| !self.is_open(narrower.point_in(tile, span, 0.5, 0.5)));
        inner.map(|(cell, ..)| cell).collect()
    }

    /// Whether floor of another piece may go on from near a point: there is an edge, and nothing beyond it.
    fn is_open(&self, point: DVec3) -> bool {
        let (cell, floors) = (self.terrain.agent().cell_size, &self.walk.floors);
        let far = (reach(self.terrain).x / cell).ceil() as i64;
        within((0, 0), far).map(|(x, z)| point + DVec3::new(x as f64, 0.0, z as f64) * cell).any(|near| {
            let is_void = |(x, z): &(i64, i64)| {
                let beside = near + DVec3::new(*x as f64, 0.0, *z as f64) * 2.0 * cell;
                self.walk.solids.at(beside).is_none_or(|solid| *solid == NOTHING)
            };
            floors.at(near).is_some_and(|all| all.iter().any(|floor| floor.is_edge))
                && SIDES.iter().any(is_void)
        })
    }

    /// The nook in a place, if it is not too large, and there is floor that goes on from there.
    fn nook(&self, place: &Bounds, regions: &[Bounds]) -> Result<Option<Nook>, BakeError> {
        let (mut nook, ends) = (self.around(place), self.ends(place)?);
        if !ends.is_empty() {
            nook = Nook { ends, ..self.around(&self.passage(place)) };
        }
        let is_inside = |&region: &u32| {
            let Bounds { min, max } = regions[region as usize];
            [min, max, min.with_z(max.z), max.with_z(min.z)].iter().all(|corner| nook.has(corner))
        };
        let (mut heights, mut rest) = (NOTHING, FxHashMap::<u32, u32>::default());
        let floors = self.walk.patches.iter().flat_map(|patch| &patch.floors);
        for (_, floor) in floors.filter(|(point, _)| nook.has(point)) {
            heights = join(heights, [floor.low, floor.top]);
            *rest.entry(floor.region).or_default() += u32::from(!is_inside(&floor.region));
        }
        let is_small = nook.reach <= FARTHEST * self.terrain.agent().cell_size;
        let rest = rest.into_iter().map(|(region, cells)| (cells, region)).max();
        let Some((1.., rest)) = rest.filter(|_| is_small) else { return Ok(None) };
        let inside = (0..regions.len() as u32).filter(is_inside).collect();
        (nook.rest, nook.inside, nook.triangles) = (rest, inside, self.triangles(&nook, heights));
        Ok(Some(nook))
    }

    /// A nook around a place, of which nothing else is known.
    fn around(&self, place: &Bounds) -> Nook {
        let (middle, half) = (place.min.midpoint(place.max), place.size() / 2.0);
        let reach = half.with_y(0.0).length() + MARGIN * self.terrain.agent().cell_size;
        Nook { middle, reach, ..Nook::default() }
    }

    /// The place through which one has to walk from one end of a narrow place to another, however cells lie.
    fn passage(&self, place: &Bounds) -> Bounds {
        let more = DVec3::new(PASSAGE, 0.0, PASSAGE) * self.terrain.agent().cell_size;
        Bounds { min: place.min - more, max: place.max + more }
    }

    /// The parts that floor is in around a narrow place if nobody can stand in it; none if that is one.
    fn ends(&self, place: &Bounds) -> Result<Vec<End>, BakeError> {
        let (known, passage) = (&self.walk.surface, self.passage(place));
        let without = known.with_part(&known.grid.rect(&passage), std::iter::empty());
        let without = with_regions(without, self.budget)?;
        let (around, mut ends) = (self.around(&passage), BTreeMap::<u32, End>::new());
        for (tile, span) in without.spans() {
            let point = without.point_in(tile, span, 0.5, 0.5);
            if without.regions[span.region as usize].cells >= PART && around.has(&point) {
                let end = ends.entry(span.region).or_default();
                end.region = self.walk.region_at(point).unwrap_or(end.region);
                end.points.push(point);
            }
        }
        Ok(if ends.len() > 1 { ends.into_values().collect() } else { vec![] })
    }

    /// The triangles that matter in a nook whose floors are so high: those near it that one may stand on, stumble over or bump into.
    fn triangles(&self, nook: &Nook, [low, top]: Heights) -> Vec<u32> {
        let (agent, piece) = (self.terrain.agent(), self.terrain.piece(self.walk.piece));
        // Seen askew, the corner of a square is farther than its side; and cells are whole.
        let far = (nook.reach + reach(self.terrain).x + agent.cell_size) * 2.0_f64.sqrt();
        let low = f64::from(low) - agent.climb - 2.0 * agent.cell_height;
        let top = f64::from(top) + agent.climb + agent.height;
        let matters = |corners: &[u32; 3]| {
            let own = Bounds::around(corners.map(|corner| piece.positions[corner as usize]));
            let off = nook.middle.clamp(own.min, own.max) - nook.middle;
            off.with_y(0.0).length() <= far && own.max.y >= low && own.min.y <= top
        };
        let all = (0..).zip(&piece.triangles);
        all.filter(|(_, (corners, _))| matters(corners)).map(|(index, _)| index).collect()
    }
}

/// Some cells of a surface as boxes around those that lie together, seen from above. Boxes that are closer than a gap are one.
/// Of very many, some.
fn places(surface: &Surface, cells: &FxHashSet<Cell>, gap: f64) -> Vec<Bounds> {
    let (mut left, mut places) = (cells.clone(), Vec::<Bounds>::new());
    for start in surface.spans().map(|(tile, span)| surface.cell_of(tile, span)) {
        let mut open: Vec<Cell> = left.take(&start).into_iter().collect();
        let mut place = Bounds::EMPTY;
        while let Some((x, z)) = open.pop() {
            let corners = [(x, z), (x + 1, z + 1)].map(|(x, z)| DVec3::new(x as f64, 0.0, z as f64));
            place = place.join(Bounds::around(corners.map(|corner| surface.grid.point(corner))));
            open.extend(within((x, z), 1).filter_map(|cell| left.take(&cell)));
        }
        let is_near = |known: &Bounds, place: &Bounds| {
            let off = known.min.max(place.min) - known.max.min(place.max);
            off.x.max(off.z) < gap
        };
        while let Some(at) = places.iter().position(|known| is_near(known, &place)) {
            place = place.join(places.swap_remove(at));
        }
        places.extend((!place.is_empty()).then_some(place));
        if places.len() >= MANY {
            break;
        }
    }
    places
}

/// The box around each region of a surface.
fn bounds(surface: &Surface) -> Vec<Bounds> {
    let mut all = vec![Bounds::EMPTY; surface.regions.len()];
    for (tile, span) in surface.spans() {
        let corners = [0.0, 1.0].map(|side| surface.point_in(tile, span, side, side));
        let bounds = &mut all[span.region as usize];
        *bounds = bounds.join(Bounds::around(corners));
    }
    all
}

/// A cell and those near it.
fn within((x, z): Cell, far: i64) -> impl Iterator<Item = Cell> {
    (z - far..=z + far).flat_map(move |z| (x - far..=x + far).map(move |x| (x, z)))
}
