//! Two pieces joined at a connector each: what somebody who walks from one into the other meets.

use crate::piece_check::{Measures, measure};
use crate::piece_file::PieceFile;
use snapmesh::snap::snap;
use snapmesh::{Connector, OrientedBox, Pose};

/// Metres that nobody notices.
const NOTHING: f64 = 0.005;

/// How two joined pieces meet, in metres. None is what their meshes do not tell.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Meeting {
    /// Where the second piece stands, with the first at the origin.
    pub pose: Pose,
    /// Between their floors; below zero one lies over the other.
    pub gap: Option<f64>,
    /// How much higher the second floor is than the first.
    pub step: Option<f64>,
    /// How wide the doorways are, the first's and the second's.
    pub widths: [Option<f64>; 2],
    /// How much of that both leave free.
    pub passage: Option<f64>,
    /// The lower of the two ceilings over the higher of the two floors; none under the open sky.
    pub headroom: Option<f64>,
    /// How deep their boxes lie in each other, or how much closer they are than they may be; none if they keep apart.
    pub overlap: Option<f64>,
}

impl Meeting {
    /// Joins two pieces at these connectors, `distance` metres apart, where boxes keep `clearance` metres apart.
    pub fn new(
        first: (&PieceFile, &Connector),
        second: (&PieceFile, &Connector),
        distance: f64,
        clearance: f64,
    ) -> Self {
        let pose = snap(&Pose::ORIGIN, first.1, second.1, distance);
        let [a, b] = [first, second].map(|(file, connector)| measure(&file.piece, &file.model, connector));
        let both = |of: fn(&Measures) -> Option<f64>| of(&a).zip(of(&b));
        // They face each other: the left of one is the right of the other.
        let free = |[left, right]: [f64; 2], [l, r]: [f64; 2]| left.min(r) + right.min(l);
        let step = both(|it| it.floor).map(|(a, b)| b - a);
        let ceilings = [&a, &b].map(|it| it.floor.zip(it.headroom).map(|(floor, room)| floor + room));
        let lowest = ceilings.into_iter().flatten().min_by(f64::total_cmp);
        Self {
            pose,
            gap: both(|it| it.reach).map(|(a, b)| distance - a - b),
            step,
            widths: [a.width(), b.width()],
            passage: a.sides.zip(b.sides).map(|(a, b)| free(a, b).max(0.0)),
            headroom: lowest.zip(both(|it| it.floor)).map(|(lowest, (a, b))| lowest - a.max(b)),
            overlap: overlap(&first.0.piece.boxes, &second.0.piece.boxes, &pose, clearance),
        }
    }

    /// The same in words. `other` is what to call the second piece.
    pub fn sentences(&self, other: &str) -> Vec<String> {
        let mut told = vec![match self.gap {
            None => "One of the doorways has no floor that could be measured.".into(),
            Some(gap) if gap > NOTHING => format!("Between the floors is a gap of {gap:.2} m."),
            Some(gap) if gap < -NOTHING => format!("One floor lies over the other by {:.2} m.", -gap),
            Some(_) => "The floors meet without a gap.".into(),
        }];
        told.extend(self.step.map(|step| match step {
            step if step > NOTHING => format!("The floor of {other} is {step:.2} m higher."),
            step if step < -NOTHING => format!("The floor of {other} is {:.2} m lower.", -step),
            _ => "The floors are level.".into(),
        }));
        if let ([Some(a), Some(b)], Some(free)) = (self.widths, self.passage) {
            told.push(format!(
                "The doorways are {a:.2} m and {b:.2} m wide, and {free:.2} m of that is free."
            ));
        }
        told.extend(self.headroom.map(|room| format!("There are {room:.2} m of headroom.")));
        told.push(match self.overlap {
            Some(deep) => format!("The boxes overlap by {deep:.2} m: no map joins them like this."),
            None => "The boxes keep apart.".into(),
        });
        told
    }
}

/// How deep boxes lie in those of a piece that stands there, at the worst place.
fn overlap(first: &[OrientedBox], second: &[OrientedBox], pose: &Pose, clearance: f64) -> Option<f64> {
    let placed: Vec<OrientedBox> = second.iter().map(|shape| shape.placed(pose)).collect();
    let pairs = first.iter().flat_map(|a| placed.iter().map(move |b| (a, b)));
    let close = pairs.filter(|(a, b)| a.closer_than(b, clearance));
    close.map(|(a, b)| clearance - a.gap(b)).max_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mark::testing::Blocks;
    use snapmesh::glam::DVec3;

    fn near(found: Option<f64>, meant: f64) -> bool {
        found.is_some_and(|found| (found - meant).abs() < 1e-6)
    }

    /// The doorway of a hall, so far beyond the edge of its floor and so high above it.
    fn door(beyond: f64, above: f64) -> Connector {
        Connector::new(DVec3::new(0.0, above, -3.0 - beyond), DVec3::NEG_Z)
    }

    #[test]
    fn halls_that_are_marked_at_their_edges_meet() {
        let hall = Blocks::hall(2.0).file();
        let meeting = Meeting::new((&hall, &door(0.0, 0.0)), (&hall, &door(0.0, 0.0)), 0.0, 0.01);
        assert!(
            near(meeting.gap, 0.0) && near(meeting.step, 0.0) && near(meeting.passage, 2.0),
            "{meeting:?}"
        );
        assert_eq!(meeting.pose.position, DVec3::new(0.0, 0.0, -6.0));
        let told = meeting.sentences("Hall").join(" ");
        assert!(told.starts_with("The floors meet without a gap. The floors are level."), "{told}");
    }

    #[test]
    fn what_is_marked_off_its_edge_has_a_gap_and_a_step() {
        let hall = Blocks::hall(2.0).file();
        let meeting = Meeting::new((&hall, &door(0.0, 0.0)), (&hall, &door(0.3, 0.2)), 0.0, 0.01);
        assert!(near(meeting.gap, 0.3) && near(meeting.step, -0.2), "{meeting:?}");
        let told = meeting.sentences("Hall").join(" ");
        assert!(told.contains("a gap of 0.30 m") && told.contains("Hall is 0.20 m lower"), "{told}");
    }

    #[test]
    fn doorways_beside_each_other_leave_less_free_and_boxes_are_told() {
        let (wide, mut hall) = (Blocks::hall(2.0).file(), Blocks::hall(1.5).file());
        let shape = OrientedBox::aligned(DVec3::new(-1.0, 0.0, -3.2), DVec3::new(1.0, 2.0, 3.0));
        hall.piece.boxes = vec![shape];
        let meeting = Meeting::new((&wide, &door(0.0, 0.0)), (&hall, &door(0.0, 0.0)), 0.0, 0.01);
        assert!(near(meeting.passage, 1.5), "{meeting:?}");
        assert!(near(meeting.overlap, 0.16), "the box around the other hall is 5 cm smaller: {meeting:?}");
        let meeting = Meeting::new((&hall, &door(0.0, 0.0)), (&hall, &door(0.0, 0.0)), 0.0, 0.01);
        assert!(near(meeting.overlap, 0.41), "{meeting:?}");
    }
}
