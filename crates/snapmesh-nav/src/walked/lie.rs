//! How the cells of a bake may lie on a piece.

use super::couple::TURN_PARTS;
use snapmesh::glam::DVec3;
use snapmesh::{Pose, Turn};

/// Ways for cells to lie that make no difference to a bake.
const ALL: u32 = 1 << 16;

/// How the cells of a bake lie on a piece: how it is turned, and how far it is from where a cell begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lie {
    heading: [i32; 2],
    /// In cells, from 0 to 1, east and south.
    phase: [f64; 2],
}

impl Lie {
    /// How cells that begin at a corner lie on a piece that was placed.
    pub(crate) fn of(pose: &Pose, corner: DVec3, cell: f64) -> Self {
        let heading = pose.turn.apply(DVec3::X) * TURN_PARTS;
        let off = (pose.position - corner) / cell;
        Self {
            heading: [heading.x, heading.z].map(|part| part.round() as i32),
            phase: [off.x, off.z].map(|cells| cells - cells.floor()),
        }
    }

    /// One that is so near to it that there is no difference.
    pub(crate) fn nearest(&self) -> Sample {
        let step = self.phase.map(|part| (part * f64::from(ALL)) as u32 % ALL);
        Sample { heading: self.heading, step, of: ALL }
    }

    /// The four around it of those that are told apart where each is one of so many, both east and south.
    pub(crate) fn around(&self, of: u32) -> [Sample; 4] {
        let ([mut east, mut south], [mut x, mut z]) = (self.heading, self.phase);
        // Cells look the same after a quarter of a turn.
        while east <= 0 || south < 0 {
            ([east, south], [x, z]) = ([south, -east], [z, 1.0 - x]);
        }
        let [[west, east_of], [north, south_of]] = [x, z].map(|part| {
            let below = (part * f64::from(of) - 0.5).rem_euclid(f64::from(of)) as u32 % of;
            [below, (below + 1) % of]
        });
        [[west, north], [east_of, north], [west, south_of], [east_of, south_of]].map(|step| Sample {
            heading: [east, south],
            step,
            of,
        })
    }
}

/// One of some ways for cells to lie that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sample {
    heading: [i32; 2],
    step: [u32; 2],
    of: u32,
}

impl Sample {
    /// Where a piece stands if cells that begin at the origin lie on it like that.
    pub(crate) fn pose(&self, cell: f64) -> Pose {
        let [east, south] = self.heading.map(f64::from);
        let turn = Turn::between(DVec3::X, DVec3::new(east, 0.0, south)).unwrap_or(Turn::NONE);
        let [east, south] = self.step.map(|step| (f64::from(step) + 0.5) / f64::from(self.of) * cell);
        Pose { position: DVec3::new(east, 0.0, south), turn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CELL: f64 = 0.25;

    fn pose() -> impl Strategy<Value = Pose> {
        (0.0..360.0_f64, -50.0..50.0_f64, -50.0..50.0_f64).prop_map(|(degrees, x, z)| Pose {
            position: DVec3::new(x, 0.0, z),
            turn: Turn::of_degrees(degrees),
        })
    }

    /// How far apart two poses are, as cells can tell: metres from a whole number of cells, for what is a metre from the middle.
    fn apart(a: &Pose, b: &Pose) -> f64 {
        let off = |point: DVec3| {
            let off = (a.point(point) - b.point(point)) / CELL;
            (off - off.round()).length() * CELL
        };
        [DVec3::X, DVec3::Z, -DVec3::X].map(off).into_iter().fold(0.0, f64::max)
    }

    proptest! {
        #[test]
        fn the_nearest_sample_is_less_than_a_corner_is_moved_away(pose in pose()) {
            let sample = Lie::of(&pose, DVec3::new(3.0, 9.0, -4.0), CELL).nearest();
            let moved = Pose { position: pose.position - DVec3::new(3.0, 0.0, -4.0), ..pose };
            prop_assert!(apart(&moved, &sample.pose(CELL)) < CELL / 2048.0);
        }

        #[test]
        fn the_samples_around_are_within_a_step_of_it_to_every_side(pose in pose(), of in 2..40_u32) {
            let quarter = |pose: &Pose| {
                let turn = Turn::of_degrees(90.0);
                Pose { position: turn.apply(pose.position), turn: pose.turn.then(turn) }
            };
            let turned = std::iter::successors(Some(pose), |pose| Some(quarter(pose)));
            let samples = Lie::of(&pose, DVec3::ZERO, CELL).around(of).map(|sample| sample.pose(CELL));
            let same = |pose: &Pose| pose.turn.apply(DVec3::X).distance(samples[0].turn.apply(DVec3::X)) < 1e-5;
            let seen = turned.take(4).find(same).expect("a quarter is none, or three are not enough");
            let off = samples.map(|sample| {
                let cells = (sample.position - seen.position) / CELL;
                (cells - cells.round()) * f64::from(of)
            });
            prop_assert!(off.iter().all(|off| off.x.abs().max(off.z.abs()) < 1.001), "{off:?}");
            if of > 2 {
                let sides = off.map(|off| (off.x > 0.0, off.z > 0.0));
                prop_assert_eq!(sides, [(false, false), (true, false), (false, true), (true, true)]);
            }
        }

        #[test]
        fn samples_are_the_same_after_a_quarter_of_a_turn(pose in pose()) {
            let turn = Turn::of_degrees(90.0);
            let turned = Pose { position: turn.apply(pose.position), turn: pose.turn.then(turn) };
            let [one, other] = [pose, turned].map(|pose| Lie::of(&pose, DVec3::ZERO, CELL).around(1 << 12)[0]);
            prop_assert!(apart(&one.pose(CELL), &other.pose(CELL)) < CELL / 2048.0);
        }
    }
}
