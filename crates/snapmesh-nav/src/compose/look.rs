//! Looks at the nooks of a piece, as the cells of a bake lie on it.

use crate::bake::bake_part;
use crate::budget::{BakeError, Budget};
use crate::surface::Grid;
use crate::terrain::Terrain;
use crate::walked::{Glance, Island, Lie, PieceWalk, Sample};
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
    /// What is cut off in a nook, as cells lie on the piece.
    ///
    /// Where samples around that agree, that is what there is. Where not even the nearest do, it is looked at itself.
    pub(super) fn islands(&self, nook: usize, lie: &Lie) -> Result<Box<[Island]>, BakeError> {
        for of in SAMPLES {
            let [a, b, c, d] = lie.around(of).map(|sample| self.glance(nook, sample));
            if let Some(islands) = agreed(&[a?, b?, c?, d?]) {
                return Ok(islands);
            }
        }
        self.glance(nook, lie.nearest())
    }

    /// What is cut off in a nook, looked at now if it was not before.
    fn glance(&self, nook: usize, sample: Sample) -> Result<Box<[Island]>, BakeError> {
        let (glance, kept) =
            (Glance { piece: self.walk.piece, nook, sample }, &self.terrain.walked().glances);
        if let Some(known) = kept.known().get(&glance) {
            return Ok(known.clone());
        }
        let new = self.look(nook, &sample.pose(self.terrain.agent().cell_size))?;
        if sample.is_common() {
            kept.keep(glance, new.clone());
        }
        Ok(new)
    }

    /// What is cut off in a nook where the piece stands there, in cells that begin at the origin.
    fn look(&self, nook: usize, pose: &Pose) -> Result<Box<[Island]>, BakeError> {
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
        let (back, alone) =
            (pose.inverse(), surface.regions.iter().zip(goes_on).filter(|(_, goes_on)| !goes_on));
        let mut islands = Vec::new();
        for (point, area) in alone.map(|(region, _)| (back.point(region.at), region.area)) {
            // Where nooks overlap, the first of them has what is there.
            if own.has(&point) && !before.iter().any(|nook| nook.has(&point)) {
                let region = self.walk.region_at(point).filter(|region| own.inside.contains(region));
                islands.push(Island { region, area });
            }
        }
        islands.sort_by(|a, b| a.region.cmp(&b.region).then(b.area.total_cmp(&a.area)));
        Ok(islands.into())
    }
}

/// What is seen in several ways for cells to lie that are near each other, if that is the same islands.
fn agreed(seen: &[Box<[Island]>; 4]) -> Option<Box<[Island]>> {
    let [one, others @ ..] = seen;
    let same = |other: &[Island]| {
        one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.region == b.region)
    };
    let mean = |at: usize| seen.iter().map(|islands| islands[at].area).sum::<f64>() / seen.len() as f64;
    let island = |(at, island): (usize, &Island)| Island { area: mean(at), ..*island };
    others.iter().all(|other| same(other)).then(|| one.iter().enumerate().map(island).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn islands(all: &[(Option<u32>, f64)]) -> Box<[Island]> {
        all.iter().map(|&(region, area)| Island { region, area }).collect()
    }

    #[test]
    fn what_shows_the_same_islands_says_how_large_they_are_on_average() {
        let seen = [1.0, 2.0, 3.0, 6.0].map(|area| islands(&[(None, area), (Some(4), 2.0 * area)]));
        assert_eq!(agreed(&seen), Some(islands(&[(None, 3.0), (Some(4), 6.0)])));
        assert_eq!(agreed(&[(); 4].map(|()| islands(&[]))), Some(islands(&[])));
    }

    #[test]
    fn what_shows_other_islands_says_nothing_together() {
        let one = || islands(&[(None, 1.0)]);
        for other in [islands(&[]), islands(&[(Some(0), 1.0)]), islands(&[(None, 1.0), (None, 1.0)])] {
            assert_eq!(agreed(&[one(), one(), other, one()]), None);
        }
    }
}
