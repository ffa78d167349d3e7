//! Why a region is cut off: what is in the way to a larger one, and where.
//!
//! Among all ways from the region to a larger one, over and through whatever there is, the one of least trouble is looked
//! for (`way`). The worst of its troubles is the reason; how wide a gap or a passage is, a closer look tells (`closer`).

// The way of least trouble.
mod way;
// Small cells to measure with.
mod closer;

use crate::agent::Agent;
use crate::bake::Ground;
use crate::budget::{BakeError, Budget};
use crate::meter::{Halt, Meter, Pool};
use crate::surface::Surface;
use crate::terrain::Terrain;
use closer::Closer;
use snapmesh::Map;
use snapmesh::glam::DVec3;
use way::{Stand, Trouble};

/// What keeps an agent from a region. Sizes in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Obstacle {
    /// A step that is too tall: how tall.
    Step(f64),
    /// No floor, or one that is tagged as none: for how long.
    Gap(f64),
    /// A ceiling that is too low: how high.
    Ceiling(f64),
    /// A floor that is too steep: degrees.
    Slope(f64),
    /// A passage that is too narrow: how wide.
    Passage(f64),
    /// Something solid.
    Wall,
}

/// Why a region is cut off.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CutOff {
    /// The larger region that it nearly meets; 0 is the largest.
    pub from: usize,
    /// What is between them.
    pub obstacle: Obstacle,
    /// Where that is.
    pub at: DVec3,
    /// The placed pieces before and behind it; the same twice if it is within one.
    pub pieces: [usize; 2],
}

/// Finds out why a region that counts, and is not the largest, is cut off; nothing if no other is near. The surface must
/// be that of the map on the terrain.
pub fn why_cut_off(
    terrain: &Terrain,
    map: &Map,
    surface: &Surface,
    region: usize,
    budget: &Budget,
) -> Result<Option<CutOff>, BakeError> {
    let pool = Pool::of(budget);
    let meter = Meter::start(budget, &pool);
    let place = Place { terrain, map, surface, meter: &meter };
    place.look(region as u32).map_err(|halt| meter.refusal(halt))
}

/// Troubles of one kind, one after the other.
struct Stretch<'a> {
    /// The last place before them, and the first behind them, with something to stand on.
    before: &'a Stand,
    behind: &'a Stand,
    all: &'a [Stand],
}

impl Stretch<'_> {
    fn cost(&self) -> u64 {
        self.all.iter().map(|stand| stand.cost).sum()
    }
}

/// What there is to look at.
#[derive(Clone, Copy)]
struct Place<'a> {
    terrain: &'a Terrain,
    map: &'a Map,
    surface: &'a Surface,
    meter: &'a Meter<'a>,
}

impl Place<'_> {
    fn look(&self, region: u32) -> Result<Option<CutOff>, Halt> {
        let mut ground = Ground::around(self.terrain, self.map, self.surface.grid, self.meter);
        let Some(way) = way::find(self.surface, &mut ground, region, self.meter)? else {
            return Ok(None);
        };
        drop(ground);
        let Some(worst) = worst(&way.stands) else { return Ok(None) };
        let Some(obstacle) = self.measured(&worst)? else { return Ok(None) };
        let piece = |stand: &Stand| stand.footing.map_or(0, |footing| footing.piece as usize);
        let pieces = [piece(worst.before), piece(worst.behind)];
        let at = self.point(&worst.all[worst.all.len() / 2]);
        Ok(Some(CutOff { from: way.to as usize, obstacle, at, pieces }))
    }

    /// The middle of a cell.
    fn point(&self, stand: &Stand) -> DVec3 {
        let (x, z) = stand.cell;
        let middle = DVec3::new(x as f64 + 0.5, f64::from(stand.height), z as f64 + 0.5);
        self.surface.grid.point(middle)
    }

    fn measured(&self, stretch: &Stretch<'_>) -> Result<Option<Obstacle>, Halt> {
        let first = &stretch.all[0];
        Ok(Some(match first.trouble {
            Trouble::Step(step) => Obstacle::Step(step.into()),
            Trouble::Low(_) => {
                let rooms = stretch.all.iter().filter_map(|stand| match stand.trouble {
                    Trouble::Low(room) => Some(f64::from(room)),
                    _ => None,
                });
                Obstacle::Ceiling(rooms.fold(f64::INFINITY, f64::min))
            }
            Trouble::Steep => Obstacle::Slope(self.slope(&stretch.all[stretch.all.len() / 2])),
            Trouble::Gap => self.gap(stretch)?,
            Trouble::Wall => Obstacle::Wall,
            Trouble::Narrow => return Ok(self.width(stretch)?.map(Obstacle::Passage)),
        }))
    }

    /// How steep the floor in a cell is, in degrees: as steep as the triangle above its middle that is nearest to it.
    fn slope(&self, stand: &Stand) -> f64 {
        let at = self.point(stand);
        let cell = self.surface.grid.cell;
        let Some(footing) = stand.footing else { return 90.0 };
        let placed = &self.map.pieces[footing.piece as usize];
        let prepared = self.terrain.piece(placed.piece);
        let steep = prepared.triangles.iter().filter_map(|(corners, _)| {
            let [a, b, c] = corners.map(|corner| placed.pose.point(prepared.positions[corner as usize]) - at);
            let normal = (b - a).cross(c - a);
            let around = |a: DVec3, b: DVec3| a.z * b.x - a.x * b.z >= 0.0;
            let covers = around(a, b) && around(b, c) && around(c, a);
            let height = (a.dot(normal) / normal.y).abs();
            (covers && normal.y > 0.0).then(|| (height, normal.y / normal.length()))
        });
        let nearest = steep.min_by(|a, b| a.0.total_cmp(&b.0));
        let rise = f64::from(footing.top - footing.low) / cell;
        nearest.map_or(libm::atan(rise), |(_, up)| libm::acos(up.min(1.0))).to_degrees()
    }

    /// How wide a gap is. Where floor leads around it, it is what stands on that floor.
    fn gap(&self, stretch: &Stretch<'_>) -> Result<Obstacle, Halt> {
        let (from, to, cell) =
            (self.point(stretch.before), self.point(stretch.behind), self.surface.grid.cell);
        let apart = DVec3::new(to.x - from.x, 0.0, to.z - from.z).length();
        let around = ((from + to) / 2.0, apart / 2.0 + 3.0 * cell);
        let mut closer = Closer::new((self.terrain, self.map), &self.surface.grid, around, self.meter);
        let heights = [stretch.before.height, stretch.behind.height];
        let gap = closer.gap(from, heights, cell)?.unwrap_or(apart - cell);
        Ok(if gap < cell / 2.0 { Obstacle::Wall } else { Obstacle::Gap(gap) })
    }

    /// How narrow the way gets; nothing if it is as wide as it need be.
    fn width(&self, stretch: &Stretch<'_>) -> Result<Option<f64>, Halt> {
        let (agent, cell) = (self.terrain.agent(), self.surface.grid.cell);
        let clear = |stand: &Stand| stand.footing.map_or(1.0, |footing| footing.clear);
        let least = stretch.all.iter().map(clear).fold(1.0, f32::min);
        let mut narrowest = f64::INFINITY;
        for stand in stretch.all.iter().filter(|stand| clear(stand) <= least).take(MEASURED) {
            let (at, metres) = (self.point(stand), 1.5 * agent.radius + 3.0 * cell);
            let around = (at, metres);
            let mut closer = Closer::new((self.terrain, self.map), &self.surface.grid, around, self.meter);
            narrowest = closer.width(at, stand.height)?.map_or(narrowest, |width| narrowest.min(width));
        }
        Ok((narrowest <= needed(agent)).then_some(narrowest))
    }
}

/// Places that a passage is measured at.
const MEASURED: usize = 16;

/// The width that is enough for an agent, whatever its cells.
fn needed(agent: &Agent) -> f64 {
    2.0 * agent.radius + 3.0 * agent.cell_size
}

/// The worst part of a way. That it is narrow counts only if nothing else is in the way.
fn worst(stands: &[Stand]) -> Option<Stretch<'_>> {
    let alike = |a: &Stand, b: &Stand| {
        std::mem::discriminant(&a.trouble) == std::mem::discriminant(&b.trouble)
            && !matches!(b.trouble, Trouble::Step(_))
    };
    let mut first = 0;
    let mut stretches = Vec::new();
    for all in stands.chunk_by(alike) {
        let beyond = first + all.len();
        let stands_on = |stand: &&Stand| stand.footing.is_some();
        let before = stands[..first].iter().rfind(stands_on).unwrap_or(&all[0]);
        // The step itself leads onto what is behind it.
        let behind = match all[0].trouble {
            Trouble::Step(_) => Some(&all[0]),
            _ => stands[beyond..].iter().find(stands_on),
        };
        stretches.push(Stretch { before, behind: behind.unwrap_or(&all[all.len() - 1]), all });
        first = beyond;
    }
    let narrow = |stretch: &Stretch<'_>| stretch.all[0].trouble == Trouble::Narrow;
    let only_narrow = stretches.iter().all(narrow);
    stretches.retain(|stretch| only_narrow || !narrow(stretch));
    // Of equal ones the first.
    stretches.into_iter().rev().max_by_key(Stretch::cost)
}

impl Obstacle {
    /// What it is called.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Step(_) => "step",
            Self::Gap(_) => "gap",
            Self::Ceiling(_) => "ceiling",
            Self::Slope(_) => "slope",
            Self::Passage(_) => "passage",
            Self::Wall => "wall",
        }
    }

    /// How large it is, in metres or, for a slope, degrees; nothing for a wall.
    pub fn size(&self) -> Option<f64> {
        match *self {
            Self::Step(size)
            | Self::Gap(size)
            | Self::Ceiling(size)
            | Self::Slope(size)
            | Self::Passage(size) => Some(size),
            Self::Wall => None,
        }
    }

    /// What it is and what an agent can do, in words: "a step of 0.43 m, where 0.4 m can be climbed".
    pub fn words(&self, agent: &Agent) -> String {
        match *self {
            Self::Step(step) => format!("a step of {step:.2} m, where {} m can be climbed", agent.climb),
            Self::Gap(gap) => format!("a gap of {gap:.2} m without floor"),
            Self::Ceiling(room) => {
                format!("a ceiling of {room:.2} m, where {} m are needed", agent.height)
            }
            Self::Slope(degrees) => {
                let most = (libm::acos(agent.slope).to_degrees() * 100.0).round() / 100.0;
                format!("a slope of {degrees:.1} degrees, where {most} can be walked")
            }
            Self::Passage(width) if width < 2.0 * agent.radius => {
                format!("a passage of {width:.2} m, where {} m are needed", 2.0 * agent.radius)
            }
            Self::Passage(width) => {
                let (wide, cell) = (2.0 * agent.radius, agent.cell_size);
                format!(
                    "a passage of {width:.2} m, where {wide} m and up to three cells of {cell:.3} m are needed"
                )
            }
            Self::Wall => "something solid".into(),
        }
    }
}
