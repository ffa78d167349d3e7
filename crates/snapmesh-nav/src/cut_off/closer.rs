//! A closer look at a place, in cells so small that they can be measured with.

use crate::agent::Agent;
use crate::bake::Ground;
use crate::meter::{Halt, Meter};
use crate::surface::{Grid, SIDES};
use crate::terrain::{FloorKind, Terrain};
use snapmesh::Map;
use snapmesh::glam::DVec3;

/// Small cells in a cell of the surface, and the most along the side of what is looked at.
const FINER: f64 = 32.0;
const MOST: f64 = 768.0;
/// Directions that a passage is measured in.
const DIRECTIONS: u32 = 48;

/// A square of small cells.
pub(super) struct Closer<'a> {
    ground: Ground<'a>,
    grid: Grid,
    agent: Agent,
}

impl<'a> Closer<'a> {
    /// What lies within so many metres of a point.
    pub(super) fn new(
        (terrain, map): (&'a Terrain, &'a Map),
        grid: &Grid,
        (middle, metres): (DVec3, f64),
        meter: &'a Meter<'a>,
    ) -> Self {
        let cell = (grid.cell / FINER).max(2.0 * metres / MOST);
        let tile = (2.0 * metres / cell).ceil().max(1.0) as u32;
        let corner = middle - DVec3::new(metres, 0.0, metres);
        let grid = Grid { origin: DVec3::new(corner.x, grid.origin.y, corner.z), cell, tile };
        Self { ground: Ground::new(terrain, map, grid, 0, meter), grid, agent: *terrain.agent() }
    }

    fn side(&self) -> i64 {
        i64::from(self.grid.tile)
    }

    /// Whether there is a floor of about this height in a cell, and if asked for, room to stand.
    fn floor(&mut self, (x, z): (i64, i64), height: f32, standing: bool) -> Result<bool, Halt> {
        if !(0..self.side()).contains(&x) || !(0..self.side()).contains(&z) {
            return Ok(false);
        }
        let (climb, slack) = (self.agent.climb as f32, self.agent.slack());
        let room = if standing { self.agent.height as f32 - slack } else { 0.0 };
        Ok(self.ground.column(x, z)?.iter().any(|footing| {
            footing.kind == FloorKind::Floor
                && footing.low - climb - slack <= height
                && height <= footing.top + climb + slack
                && footing.ceiling - footing.top >= room
        }))
    }

    /// How wide a gap is, from floor of one height around a point to floor of another.
    pub(super) fn gap(&mut self, from: DVec3, heights: [f32; 2], around: f64) -> Result<Option<f64>, Halt> {
        let side = self.side();
        let [near, far] = heights;
        let mut is_near = vec![false; (side * side) as usize];
        let at = self.grid.cells(from);
        let reach = around / self.grid.cell;
        let within = |middle: f64| {
            ((middle - reach).floor() as i64).max(0)..((middle + reach).ceil() as i64).min(side)
        };
        let mut open: Vec<(i64, i64)> =
            within(at.z).flat_map(|z| within(at.x).map(move |x| (x, z))).collect();
        let mut rims = [vec![], vec![]];
        while let Some(cell) = open.pop() {
            if !self.floor(cell, near, false)? {
                continue;
            }
            let known = &mut is_near[(cell.1 * side + cell.0) as usize];
            if !std::mem::replace(known, true) {
                open.extend(SIDES.map(|(dx, dz)| (cell.0 + dx, cell.1 + dz)));
            }
        }
        for cell in (0..side).flat_map(|z| (0..side).map(move |x| (x, z))) {
            let ours = is_near[(cell.1 * side + cell.0) as usize];
            let height = if ours { near } else { far };
            if !ours && !self.floor(cell, far, false)? {
                continue;
            }
            let beside = SIDES.map(|(dx, dz)| self.floor((cell.0 + dx, cell.1 + dz), height, false));
            if beside.into_iter().collect::<Result<Vec<bool>, Halt>>()?.contains(&false) {
                rims[usize::from(!ours)].push(cell);
            }
        }
        let apart = |a: i64, b: i64| ((a - b).abs() - 1).max(0) as f64;
        let distances = rims[0]
            .iter()
            .flat_map(|a| rims[1].iter().map(move |b| apart(a.0, b.0).powi(2) + apart(a.1, b.1).powi(2)));
        // A floor fills every cell that it touches, half of each on average.
        Ok(distances.reduce(f64::min).map(|squared| (squared.sqrt() + 1.0) * self.grid.cell))
    }

    /// How wide a passage is at a point on its floor; nothing where nobody can stand.
    pub(super) fn width(&mut self, at: DVec3, height: f32) -> Result<Option<f64>, Halt> {
        let place = self.grid.cells(at);
        if !self.floor((place.x.floor() as i64, place.z.floor() as i64), height, true)? {
            return Ok(None);
        }
        let mut narrowest = f64::INFINITY;
        for direction in 0..DIRECTIONS {
            let angle = std::f64::consts::PI * f64::from(direction) / f64::from(DIRECTIONS);
            let (dx, dz) = (libm::cos(angle), libm::sin(angle));
            let mut free = 0.0;
            for sign in [1.0, -1.0] {
                let cell = |steps: f64| {
                    (
                        (place.x + sign * dx * steps).floor() as i64,
                        (place.z + sign * dz * steps).floor() as i64,
                    )
                };
                let mut steps = 0.0;
                while self.floor(cell(steps), height, true)? {
                    steps += 0.5;
                }
                free += steps;
            }
            narrowest = f64::min(narrowest, free);
        }
        // A wall fills every cell that it touches, half of each on average.
        Ok(Some((narrowest + 0.5) * self.grid.cell))
    }
}
