//! Finds out what two pieces beside each other change about each other.
//!
//! Only where both are near can anything change, so only the cells there are baked, with both pieces. What hangs together then is
//! told in the regions that they have alone.

use crate::bake::{RIM, bake_window, with_regions};
use crate::budget::{BakeError, Budget};
use crate::doorways::region_behind;
use crate::surface::{CellRect, Span, Surface, Tile};
use crate::terrain::{Doorway, Terrain};
use crate::union_find::UnionFind;
use crate::walked::{Couple, Part, PieceWalk, Seam, Side, Threshold};
use rustc_hash::{FxHashMap, FxHashSet};
use snapmesh::glam::DVec3;
use snapmesh::{Bounds, Placed, Pose};

/// Cells along the side of a tile, at most: each looks some way beyond its own.
const TILE: i64 = 128;
/// Cells that may be cut off a floor without being missed; and of how many parts of it one may be, if no doorway leads there.
const CRUMB: u32 = 16;
const SLIVER: u32 = 256;

/// Cells beyond the radius where a surface may depend on what is there: as far as a bake looks, and one each for how cells lie on
/// either piece.
pub(super) const BEYOND: u32 = RIM + 2;

/// How far beyond a piece its surface may depend on what is there: sideways, and above or below.
pub(super) fn reach(terrain: &Terrain) -> DVec3 {
    let agent = terrain.agent();
    let aside = f64::from(agent.radius_in_cells() + BEYOND) * agent.cell_size;
    DVec3::new(aside, agent.height + agent.climb, aside)
}

/// Where the surfaces of two pieces may depend on each other.
pub(super) fn common(a: &Bounds, b: &Bounds, reach: DVec3) -> Bounds {
    Bounds { min: a.min.max(b.min) - reach, max: a.max.min(b.max) + reach }
}

/// Finds out what two pieces change about each other; with what is known of each.
///
/// It is looked at in the cells of either piece: there, what the piece has alone is known. What the two looks do not agree about
/// is in doubt.
pub(super) fn seam(
    terrain: &Terrain,
    walks: [&PieceWalk; 2],
    couple: &Couple,
    budget: &Budget<'_>,
) -> Result<Seam, BakeError> {
    if !PieceWalk::touch(couple, walks) {
        return Ok(Seam::default());
    }
    let look = |own: usize| {
        let there = couple.pose();
        let poses = if own == 0 { [Pose::ORIGIN, there] } else { [there.inverse(), Pose::ORIGIN] };
        let placed = [0, 1].map(|which| Placed::alone(couple.pieces[which], poses[which]));
        let [a, b] = placed.map(|placed| terrain.bounds_of(&placed));
        let common = common(&a, &b, reach(terrain));
        if common.is_empty() {
            return Ok(Seam::default());
        }
        let cells = walks[own].surface.grid.rect(&common);
        Around { terrain, walks, poses, own, cells, budget }.look(&placed)
    };
    Ok(agreed(look(0)?, look(1)?, walks))
}

/// What two looks at the same seam say together.
fn agreed(one: Seam, other: Seam, walks: [&PieceWalk; 2]) -> Seam {
    let mut doubtful = [disputed(&one, &other, walks), disputed(&other, &one, walks)].concat();
    doubtful.extend(one.doubtful.iter().chain(&other.doubtful));
    doubtful.sort_unstable();
    doubtful.dedup();
    let first = one.parts.len();
    let (mut parts, mut thresholds) = (one.parts, one.thresholds);
    // What neither piece has alone has no name that both looks know: it is counted once.
    parts.extend(
        other.parts.into_iter().map(|part| if part.sides.is_empty() { Part::default() } else { part }),
    );
    for threshold in other.thresholds {
        let same = |known: &Threshold| (known.which, known.doorway) == (threshold.which, threshold.doorway);
        if !thresholds.iter().any(same) {
            thresholds.push(Threshold { part: first + threshold.part, ..threshold });
        }
    }
    Seam { parts, thresholds, doubtful }
}

/// The regions that hang together with others in one look and not in another, as far as that knows of them: of each part, all but
/// the most of it that stays together.
fn disputed(one: &Seam, other: &Seam, walks: [&PieceWalk; 2]) -> Vec<Side> {
    let part_of = |side: &Side| other.parts.iter().position(|part| part.sides.contains(side));
    let area = |side: &Side| walks[side.which].areas[side.region as usize].mean;
    let mut disputed = Vec::new();
    for part in &one.parts {
        let mut known: Vec<(usize, Side)> =
            part.sides.iter().filter_map(|side| Some((part_of(side)?, *side))).collect();
        known.sort_unstable();
        let stay = known.chunk_by(|a, b| a.0 == b.0).max_by(|a, b| {
            let sum = |group: &[(usize, Side)]| group.iter().map(|(_, side)| area(side)).sum::<f64>();
            sum(a).total_cmp(&sum(b))
        });
        let stay = stay.map(|group| group[0].0);
        disputed.extend(known.iter().filter(|(part, _)| Some(*part) != stay).map(|(_, side)| *side));
    }
    disputed
}

/// The place where two pieces meet, in the cells of one of them, which stands as it was modelled.
struct Around<'a> {
    terrain: &'a Terrain,
    walks: [&'a PieceWalk; 2],
    poses: [Pose; 2],
    /// Whose cells these are, and which of them.
    own: usize,
    cells: CellRect,
    budget: &'a Budget<'a>,
}

impl Around<'_> {
    /// Bakes it with both pieces, and compares that with what is known of the one whose cells these are.
    fn look(&self, placed: &[Placed; 2]) -> Result<Seam, BakeError> {
        let tile = self.cells.extent[0].max(self.cells.extent[1]).min(TILE) as u32;
        let alone = self.known().part(&self.cells, tile);
        let both = bake_window(self.terrain, placed, alone.grid, self.cells.extent, self.budget)?;
        let alone = with_regions(alone, self.budget)?;
        let seam = self.compare(&both, &alone);
        Ok(Seam { doubtful: self.cut(&both, &alone)?, ..seam })
    }

    /// What the piece whose cells these are has alone.
    fn known(&self) -> &Surface {
        &self.walks[self.own].surface
    }

    /// The region that a span would be of if its piece stood alone.
    fn side(&self, which: usize, surface: &Surface, tile: &Tile, span: &Span) -> Option<Side> {
        let pose = &self.poses[which];
        let point = surface.point_in(tile, span, 0.5, 0.5);
        let region = self.walks[which].region_at(pose.turn.back().apply(point - pose.position))?;
        Some(Side { which, region })
    }

    /// What hangs together with both there, and how much more or less of the piece whose cells these are.
    fn compare(&self, both: &Surface, alone: &Surface) -> Seam {
        let regions = both.regions.len();
        let mut sides = Numbers { first: regions as u32, ..Numbers::default() };
        let (mut pairs, mut more) = (FxHashSet::default(), vec![0.0; regions]);
        for (tile, span) in both.spans() {
            if span.piece as usize == self.own {
                more[span.region as usize] += 1.0;
            }
            if let Some(side) = self.side(span.piece as usize, both, tile, span) {
                pairs.insert((span.region, sides.number(side)));
            }
        }
        for side in alone.spans().filter_map(|(tile, span)| self.side(self.own, alone, tile, span)) {
            let number = sides.number(side) as usize;
            more.resize(more.len().max(number + 1), 0.0);
            more[number] -= 1.0;
        }
        let mut sets = UnionFind::new(regions + sides.known.len());
        for &(region, side) in &pairs {
            sets.union(region, side);
        }
        let (part_of, count) = sets.numbered();
        let mut parts = vec![Part::default(); count];
        for (side, &part) in sides.known.iter().zip(&part_of[regions..]) {
            parts[part as usize].sides.push(*side);
        }
        // What neither piece has alone is new, whosever it is.
        for (index, region) in both.regions.iter().enumerate() {
            if parts[part_of[index] as usize].sides.is_empty() {
                more[index] = region.cells as f64;
            }
        }
        for (&part, cells) in part_of.iter().zip(more) {
            parts[part as usize].gain += cells * both.grid.cell * both.grid.cell;
        }
        Seam { thresholds: self.thresholds(both, &part_of), parts, doubtful: vec![] }
    }

    /// The regions of the piece whose cells these are that are in two parts when both are there.
    fn cut(&self, both: &Surface, alone: &Surface) -> Result<Vec<Side>, BakeError> {
        if cut_regions(alone, both, |_| true).is_empty() {
            return Ok(vec![]);
        }
        // The way round may lie elsewhere on the piece, and lead over the other one.
        let own = |span: &Span| Span { piece: u32::from(span.piece as usize != self.own), ..*span };
        let there = both.spans().map(|(tile, span)| (both.cell_of(tile, span), own(span)));
        let around = with_regions(self.known().with_part(&self.cells, there), self.budget)?;
        let doorways = self.terrain.doorways(self.walks[self.own].piece);
        let behind: Option<Vec<u32>> =
            doorways.map(|all| all.iter().filter_map(|doorway| region_behind(&around, doorway, 0)).collect());
        let leads_on = |part| behind.as_ref().is_none_or(|behind| behind.contains(&part));
        let cut = cut_regions(self.known(), &around, leads_on);
        Ok(cut.into_iter().map(|region| Side { which: self.own, region }).collect())
    }

    /// The doorways where the two meet, with what is behind them.
    fn thresholds(&self, both: &Surface, part_of: &[u32]) -> Vec<Threshold> {
        let doorways = [0, 1].map(|which| self.doorways(which));
        let near =
            |a: &Doorway, b: &Doorway| (a.position - b.position).length() <= self.terrain.agent().radius;
        let mut thresholds = Vec::new();
        for which in 0..2 {
            for (doorway, ours) in doorways[which].iter().enumerate() {
                if doorways[1 - which].iter().any(|theirs| near(ours, theirs)) {
                    let region = region_behind(both, ours, which as u32);
                    let part = region.map(|region| part_of[region as usize] as usize);
                    thresholds.extend(part.map(|part| Threshold { which, doorway, part }));
                }
            }
        }
        thresholds
    }

    fn doorways(&self, which: usize) -> Vec<Doorway> {
        let piece = self.terrain.doorways(self.walks[which].piece).unwrap_or_default();
        piece.iter().map(|doorway| doorway.placed(&self.poses[which])).collect()
    }
}

/// Regions of pieces that stand alone, numbered after those of both together.
#[derive(Default)]
struct Numbers {
    first: u32,
    known: Vec<Side>,
    numbers: FxHashMap<Side, u32>,
}

impl Numbers {
    fn number(&mut self, side: Side) -> u32 {
        *self.numbers.entry(side).or_insert_with(|| {
            self.known.push(side);
            self.first + self.known.len() as u32 - 1
        })
    }
}

/// The regions that hang together in a piece alone, and are in parts when both are there. A sliver is no part if it leads nowhere.
fn cut_regions(alone: &Surface, both: &Surface, leads_on: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut found: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for (tile, span) in alone.spans() {
        let Some(index) = both.tile_at(tile.x, tile.z) else { continue };
        let column = &both.tiles[index].spans[both.tiles[index].column(span.cell)];
        if let Some(same) = column.iter().find(|other| other.low <= span.top && span.low <= other.top) {
            *found.entry((span.region, same.region)).or_insert(0) += 1;
        }
    }
    let mut parts: Vec<(u32, u32, u32)> =
        found.into_iter().map(|((region, part), cells)| (region, cells, part)).collect();
    parts.retain(|(_, cells, _)| *cells > CRUMB);
    parts.sort_unstable();
    let in_parts = parts.chunk_by(|a, b| a.0 == b.0).filter(|parts| {
        let whole: u32 = parts.iter().map(|(_, cells, _)| cells).sum();
        let matters = |(_, cells, part): &(u32, u32, u32)| *cells > whole / SLIVER || leads_on(*part);
        // Beside the largest.
        parts[..parts.len() - 1].iter().any(matters)
    });
    in_parts.map(|parts| parts[0].0).collect()
}
