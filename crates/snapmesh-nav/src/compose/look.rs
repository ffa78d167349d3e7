//! Looks at the nooks of a piece, as the cells of a bake lie on it.

use crate::bake::bake_part;
use crate::budget::{BakeError, Budget};
use crate::surface::{Grid, Span, Surface};
use crate::terrain::Terrain;
use crate::union_find::UnionFind;
use crate::walked::{End, Glance, Island, Lie, PieceWalk, Sample, Seen};
use snapmesh::glam::DVec3;
use snapmesh::{Bounds, Placed, Pose};

/// Into how many ways for cells to lie, both east and south, those are told apart that are looked at: more where few do not agree.
const SAMPLES: [u32; 4] = [12, 24, 48, 96];

/// A visit to a piece that stands alone.
pub(super) struct Visit<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) walk: &'a PieceWalk,
    pub(super) budget: &'a Budget<'a>,
}

impl Visit<'_> {
    /// What is seen in a nook, as cells lie on the piece.
    ///
    /// Where samples around that agree, that is what there is. Where not even the nearest do, it is looked at itself.
    pub(super) fn seen(&self, nook: usize, lie: &Lie) -> Result<Seen, BakeError> {
        for of in SAMPLES {
            if let Some(seen) = self.agreed(nook, lie.around(of))? {
                return Ok(seen);
            }
        }
        self.glance(nook, lie.nearest())
    }

    /// What is seen in a nook in several ways for cells to lie that are near each other, if that is the same.
    fn agreed(&self, nook: usize, samples: [Sample; 4]) -> Result<Option<Seen>, BakeError> {
        let known = self.terrain.walked().glances.known();
        let seen = samples.map(|sample| known.get(&self.glance_at(nook, sample)));
        if let [Some(a), Some(b), Some(c), Some(d)] = seen {
            return Ok(agreed([a, b, c, d]));
        }
        drop(known);
        let [a, b, c, d] = samples.map(|sample| self.glance(nook, sample));
        Ok(agreed([&a?, &b?, &c?, &d?]))
    }

    fn glance_at(&self, nook: usize, sample: Sample) -> Glance {
        Glance { piece: self.walk.piece, nook, sample }
    }

    /// What is seen in a nook, looked at now if it was not before.
    fn glance(&self, nook: usize, sample: Sample) -> Result<Seen, BakeError> {
        let (glance, kept) = (self.glance_at(nook, sample), &self.terrain.walked().glances);
        if let Some(known) = kept.known().get(&glance) {
            return Ok(known.clone());
        }
        let new = self.look(nook, &sample.pose(self.terrain.agent().cell_size))?;
        kept.keep(glance, new.clone());
        Ok(new)
    }

    /// What is seen in a nook where the piece stands there, in cells that begin at the origin.
    fn look(&self, nook: usize, pose: &Pose) -> Result<Seen, BakeError> {
        let (own, before) = (&self.walk.nooks[nook], &self.walk.nooks[..nook]);
        let cell = self.terrain.agent().cell_size;
        let (middle, reach) = (pose.point(own.middle), DVec3::splat(own.reach));
        let origin = DVec3::ZERO.with_y(self.terrain.piece(self.walk.piece).bounds.min.y);
        let cells = Grid { origin, cell, tile: 1 }.rect(&Bounds { min: middle - reach, max: middle + reach });
        let [wide, deep] = cells.extent;
        let first = DVec3::new(cells.first.0 as f64, 0.0, cells.first.1 as f64) * cell;
        let grid = Grid { origin: origin + first, cell, tile: wide.max(deep) as u32 };
        let placed = Placed::alone(self.walk.piece, *pose);
        let surface = bake_part(self.terrain, &placed, &own.triangles, grid, cells.extent, self.budget)?;
        // What goes on beyond the nook is the rest.
        let mut goes_on = vec![false; surface.regions.len()];
        for (tile, span) in surface.spans() {
            let (x, z) = surface.cell_of(tile, span);
            goes_on[span.region as usize] |= x == 0 || z == 0 || x == wide - 1 || z == deep - 1;
        }
        let alone = surface.regions.iter().zip(goes_on).filter(|(_, goes_on)| !goes_on);
        let back = pose.inverse();
        let mut islands = Vec::new();
        for (point, area) in alone.map(|(region, _)| (back.point(region.at), region.area)) {
            // Where nooks overlap, the first of them has what is there.
            if own.has(&point) && !before.iter().any(|nook| nook.has(&point)) {
                let region = self.walk.region_at(point).filter(|region| own.inside.contains(region));
                islands.push(Island { region, area });
            }
        }
        islands.sort_by(|a, b| a.region.cmp(&b.region).then(b.area.total_cmp(&a.area)));
        Ok(Seen { islands: islands.into(), leads_to: leads_to(&own.ends, pose, &surface) })
    }
}

/// For each of some ends of a nook the first that one can walk to, over the surface that it has where its piece stands there.
fn leads_to(ends: &[End], pose: &Pose, surface: &Surface) -> Box<[u32]> {
    let mut sets = UnionFind::new(ends.len() + surface.regions.len());
    for (number, end) in (0..).zip(ends) {
        for region in end.points.iter().filter_map(|point| region_at(surface, pose.point(*point))) {
            sets.union(number, ends.len() as u32 + region);
        }
    }
    // The root of a set is its smallest number.
    (0..ends.len() as u32).map(|end| sets.find(end)).collect()
}

/// The region at a point of a surface.
fn region_at(surface: &Surface, point: DVec3) -> Option<u32> {
    let at = surface.grid.cells(point).floor();
    let cell = (at.x as i64, at.z as i64);
    let off = |span: &Span| (f64::from(span.top) + surface.grid.origin.y - point.y).abs();
    let spans = surface.spans_within(cell, cell).map(|(_, span)| span);
    let near = spans.filter(|span| off(span) <= surface.agent.climb);
    near.min_by(|a, b| off(a).total_cmp(&off(b))).map(|span| span.region)
}

/// What is seen in several ways for cells to lie that are near each other, if that is the same.
fn agreed(seen: [&Seen; 4]) -> Option<Seen> {
    let [one, others @ ..] = seen;
    let same = |other: &Seen| {
        let islands = || one.islands.iter().zip(&other.islands);
        one.islands.len() == other.islands.len()
            && islands().all(|(a, b)| a.region == b.region)
            && one.leads_to == other.leads_to
    };
    let mean = |at: usize| seen.iter().map(|seen| seen.islands[at].area).sum::<f64>() / seen.len() as f64;
    let island = |(at, island): (usize, &Island)| Island { area: mean(at), ..*island };
    others.into_iter().all(same).then(|| {
        let islands = one.islands.iter().enumerate().map(island).collect();
        Seen { islands, leads_to: one.leads_to.clone() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn islands(all: &[(Option<u32>, f64)]) -> Seen {
        Seen {
            islands: all.iter().map(|&(region, area)| Island { region, area }).collect(),
            leads_to: [0, 0].into(),
        }
    }

    #[test]
    fn what_shows_the_same_islands_says_how_large_they_are_on_average() {
        let seen = [1.0, 2.0, 3.0, 6.0].map(|area| islands(&[(None, area), (Some(4), 2.0 * area)]));
        assert_eq!(agreed(seen.each_ref()), Some(islands(&[(None, 3.0), (Some(4), 6.0)])));
        assert_eq!(agreed([&islands(&[]); 4]), Some(islands(&[])));
    }

    #[test]
    fn what_shows_other_islands_or_ways_says_nothing_together() {
        let one = || islands(&[(None, 1.0)]);
        let cut = Seen { leads_to: [0, 1].into(), ..one() };
        for other in [islands(&[]), islands(&[(Some(0), 1.0)]), islands(&[(None, 1.0), (None, 1.0)]), cut] {
            assert_eq!(agreed([&one(), &one(), &other, &one()]), None);
        }
    }
}
