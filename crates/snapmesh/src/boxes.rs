//! Oriented boxes: the shapes that must not overlap.

use crate::pose::Pose;
use glam::DVec3;

/// Two edges closer to parallel than this (sine squared) give no axis of their own: the faces cover them.
const PARALLEL: f64 = 1e-10;

/// A box with its own directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// Its middle, in metres.
    pub center: DVec3,
    /// Half its size along each of its axes, in metres.
    pub half: DVec3,
    /// Three unit vectors at right angles to each other.
    pub axes: [DVec3; 3],
}

impl OrientedBox {
    /// A box along the axes of the space it lies in.
    pub fn aligned(min: DVec3, max: DVec3) -> Self {
        Self { center: (min + max) / 2.0, half: (max - min) / 2.0, axes: [DVec3::X, DVec3::Y, DVec3::Z] }
    }

    /// The box as the pose places it.
    #[must_use]
    pub fn placed(&self, pose: &Pose) -> Self {
        let [x, y, z] = self.axes;
        Self {
            center: pose.point(self.center),
            half: self.half,
            axes: [pose.direction(x), pose.direction(y), pose.direction(z)],
        }
    }

    /// How far the box reaches from its center along a unit direction.
    fn reach(&self, direction: DVec3) -> f64 {
        self.half.x * self.axes[0].dot(direction).abs()
            + self.half.y * self.axes[1].dot(direction).abs()
            + self.half.z * self.axes[2].dot(direction).abs()
    }

    /// The smallest aligned box around it.
    pub fn bounds(&self) -> Bounds {
        let reach = DVec3::new(self.reach(DVec3::X), self.reach(DVec3::Y), self.reach(DVec3::Z));
        Bounds { min: self.center - reach, max: self.center + reach }
    }

    /// The eight corners.
    pub fn corners(&self) -> [DVec3; 8] {
        let [x, y, z] = [0, 1, 2].map(|i| self.axes[i] * self.half[i]);
        [0, 1, 2, 3, 4, 5, 6, 7].map(|bits| {
            let side = |bit: u8, v: DVec3| if bits & bit == 0 { -v } else { v };
            self.center + side(1, x) + side(2, y) + side(4, z)
        })
    }

    /// How far along a ray from `origin` one comes out of the box; none if the origin is outside.
    pub fn exit(&self, origin: DVec3, direction: DVec3) -> Option<f64> {
        let mut nearest = f64::INFINITY;
        for (axis, half) in self.axes.iter().zip(self.half.to_array()) {
            let (at, speed) = (axis.dot(origin - self.center), axis.dot(direction));
            if at.abs() > half {
                return None;
            }
            if speed != 0.0 {
                nearest = nearest.min((half * speed.signum() - at) / speed);
            }
        }
        Some(nearest)
    }

    /// The largest gap between the shadows of two boxes on any of the fifteen axes that can part them.
    ///
    /// At least zero: they are apart by at least this much. Below zero: they overlap, and the shortest push
    /// that parts them is this long.
    pub fn gap(&self, other: &Self) -> f64 {
        let mut widest = f64::NEG_INFINITY;
        self.gaps(other, |_, gap| {
            widest = widest.max(gap);
            true
        });
        widest
    }

    /// The shortest level push that parts two boxes which overlap, in metres.
    pub fn sideways(&self, other: &Self) -> f64 {
        let mut shortest = f64::INFINITY;
        self.gaps(other, |axis, gap| {
            // Along an axis that slopes, a level push gets away only by its level part.
            let level = axis.with_y(0.0).length();
            if level > 0.0 {
                shortest = shortest.min(-gap / level);
            }
            true
        });
        shortest
    }

    /// How much of their heights two boxes share, in metres; below zero one is above the other by so much.
    pub fn shared_height(&self, other: &Self) -> f64 {
        let (a, b) = (self.bounds(), other.bounds());
        a.max.y.min(b.max.y) - a.min.y.max(b.min.y)
    }

    /// Whether the boxes are closer than `clearance`. Stops at the first axis that says no.
    pub fn closer_than(&self, other: &Self, clearance: f64) -> bool {
        self.gaps(other, |_, gap| gap < clearance)
    }

    /// Feeds every axis and the gap on it to `go_on` until it returns false; whether it never did.
    fn gaps(&self, other: &Self, mut go_on: impl FnMut(DVec3, f64) -> bool) -> bool {
        let between = other.center - self.center;
        let mut on =
            |axis: DVec3| go_on(axis, between.dot(axis).abs() - self.reach(axis) - other.reach(axis));
        if !(self.axes.iter().all(|&axis| on(axis)) && other.axes.iter().all(|&axis| on(axis))) {
            return false;
        }
        self.axes.iter().all(|a| {
            other.axes.iter().all(|b| {
                let cross = a.cross(*b);
                let length = cross.length_squared();
                length < PARALLEL || on(cross / length.sqrt())
            })
        })
    }
}

/// An aligned box, from corner to corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The smallest coordinates.
    pub min: DVec3,
    /// The largest coordinates.
    pub max: DVec3,
}

impl Bounds {
    /// Around nothing at all: joins to anything as if it were not there.
    pub const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// Around a set of points.
    pub fn around(points: impl IntoIterator<Item = DVec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |all, p| Self { min: all.min.min(p), max: all.max.max(p) })
    }

    /// Around both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Wider by `margin` on every side.
    #[must_use]
    pub fn grown(self, margin: f64) -> Self {
        Self { min: self.min - margin, max: self.max + margin }
    }

    /// From corner to corner.
    pub fn size(&self) -> DVec3 {
        self.max - self.min
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// Whether the two share a point.
    pub fn meets(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::Turn;
    use proptest::prelude::*;

    fn unit() -> OrientedBox {
        OrientedBox::aligned(DVec3::splat(-0.5), DVec3::splat(0.5))
    }

    fn at(x: f64, y: f64, z: f64) -> OrientedBox {
        OrientedBox { center: DVec3::new(x, y, z), ..unit() }
    }

    #[test]
    fn the_gap_of_aligned_boxes_is_the_distance_of_their_faces() {
        assert!((unit().gap(&at(1.25, 0.0, 0.0)) - 0.25).abs() < 1e-15);
        assert!((unit().gap(&at(0.75, 0.1, 0.0)) + 0.25).abs() < 1e-15);
    }

    #[test]
    fn closer_than_the_clearance_counts_and_exactly_at_it_does_not() {
        assert!(unit().closer_than(&at(1.25, 0.0, 0.0), 0.26));
        assert!(!unit().closer_than(&at(1.25, 0.0, 0.0), 0.25));
    }

    /// Two bars whose edges cross: no face parts them, only the axis across both edges does.
    #[test]
    fn crossing_edges_are_parted_by_the_axis_across_both() {
        let tilted = |level: DVec3, y: f64| {
            let (a, b) = ((level + DVec3::Y).normalize(), (DVec3::Y - level).normalize());
            OrientedBox {
                center: DVec3::new(0.0, y, 0.0),
                half: DVec3::new(0.5, 0.5, 5.0),
                axes: [a, b, a.cross(b)],
            }
        };
        let (below, above) = (tilted(DVec3::X, 0.0), tilted(DVec3::Z, 1.42));
        assert!((below.gap(&above) - (1.42 - 2.0_f64.sqrt())).abs() < 1e-12);
    }

    #[test]
    fn an_overlap_is_measured_sideways_and_in_height() {
        let tall = OrientedBox::aligned(DVec3::new(0.4, -0.2, -5.0), DVec3::new(9.0, 6.0, 5.0));
        assert!((unit().sideways(&tall) - 0.1).abs() < 1e-15, "however thin the slice in height");
        assert!((unit().shared_height(&tall) - 0.7).abs() < 1e-15);
        assert!((unit().shared_height(&at(0.0, 1.25, 0.0)) + 0.25).abs() < 1e-15, "one above the other");
        // A square on its corner: its corner, not its side, is what gets out first.
        let turn = Pose {
            position: DVec3::new(1.1, 0.0, 0.0),
            turn: Turn::between(DVec3::X, DVec3::new(1.0, 0.0, 1.0)).unwrap(),
        };
        let corner = unit().placed(&turn);
        assert!((unit().sideways(&corner) - (0.5 + 0.5_f64.sqrt() - 1.1)).abs() < 1e-12);
    }

    /// A slab that slopes by three in four over a box below: pushed level, it gets away slower than along its normal.
    #[test]
    fn a_slope_is_left_by_a_longer_way_when_pushed_level() {
        let slab = OrientedBox {
            center: DVec3::new(0.0, 1.0, 0.0),
            half: DVec3::new(9.0, 0.5, 9.0),
            axes: [DVec3::new(0.8, 0.6, 0.0), DVec3::new(-0.6, 0.8, 0.0), DVec3::Z],
        };
        let depth = -unit().gap(&slab);
        assert!((depth - 0.4).abs() < 1e-12, "{depth}");
        assert!((unit().sideways(&slab) - depth / 0.6).abs() < 1e-12);
    }

    #[test]
    fn a_ray_leaves_at_the_far_face_and_one_from_outside_not_at_all() {
        assert_eq!(unit().exit(DVec3::new(0.25, 0.0, 0.0), DVec3::X), Some(0.25));
        assert_eq!(unit().exit(DVec3::new(0.75, 0.0, 0.0), DVec3::X), None);
    }

    fn any_box() -> impl Strategy<Value = OrientedBox> {
        let v = |r: std::ops::Range<f64>| (r.clone(), r.clone(), r).prop_map(|(x, y, z)| DVec3::new(x, y, z));
        (v(-3.0..3.0), v(0.05..2.0), v(-1.0..1.0), v(-1.0..1.0))
            .prop_filter("two directions", |(_, _, a, b)| a.cross(*b).length() > 0.05)
            .prop_map(|(center, half, a, b)| {
                let x = a.normalize();
                let z = a.cross(b).normalize();
                OrientedBox { center, half, axes: [x, z.cross(x), z] }
            })
    }

    /// The plain definition: the closest pair of points of two boxes, by alternating projection.
    fn distance(a: &OrientedBox, b: &OrientedBox) -> f64 {
        let clamp = |shape: &OrientedBox, p: DVec3| {
            let local = shape.axes.map(|axis| axis.dot(p - shape.center));
            (0..3)
                .fold(shape.center, |q, i| q + shape.axes[i] * local[i].clamp(-shape.half[i], shape.half[i]))
        };
        let mut p = a.center;
        for _ in 0..2000 {
            p = clamp(a, clamp(b, p));
        }
        (p - clamp(b, p)).length()
    }

    proptest! {
        #[test]
        fn the_gap_says_the_same_as_the_distance(a in any_box(), b in any_box()) {
            let (gap, distance) = (a.gap(&b), distance(&a, &b));
            // The widest shadow gap is never wider than the distance, and positive exactly when that is.
            prop_assert!(gap <= distance + 1e-6, "gap {gap} distance {distance}");
            prop_assert!(gap > 0.0 || distance < 1e-2, "gap {gap} distance {distance}");
        }

        #[test]
        fn the_gap_is_the_same_both_ways_and_moves_with_the_boxes(
            a in any_box(), b in any_box(), x in -9.0..9.0f64, z in -9.0..9.0f64,
        ) {
            prop_assert!((a.gap(&b) - b.gap(&a)).abs() < 1e-12);
            let turn = Turn::between(DVec3::X, DVec3::new(x, 0.0, z)).unwrap();
            let pose = Pose { position: DVec3::new(z, x, 1.0), turn };
            prop_assert!((a.placed(&pose).gap(&b.placed(&pose)) - a.gap(&b)).abs() < 1e-12);
        }

        #[test]
        fn a_push_as_long_as_the_overlap_parts_them(a in any_box(), b in any_box()) {
            let gap = a.gap(&b);
            prop_assert_eq!(a.closer_than(&b, 0.0), gap < 0.0);
            prop_assert_eq!(a.closer_than(&b, 0.1), gap < 0.1);
        }

        #[test]
        fn bounds_are_those_of_the_corners(a in any_box()) {
            let (bounds, corners) = (a.bounds(), Bounds::around(a.corners()));
            prop_assert!((bounds.min - corners.min).length() < 1e-12);
            prop_assert!((bounds.max - corners.max).length() < 1e-12);
        }
    }

    #[test]
    fn an_aligned_box_lies_between_its_corners() {
        let shape = OrientedBox::aligned(DVec3::new(-1.0, 0.0, 2.0), DVec3::new(3.0, 1.0, 8.0));
        assert_eq!(shape.center, DVec3::new(1.0, 0.5, 5.0));
        assert_eq!(shape.half, DVec3::new(2.0, 0.5, 3.0));
        assert_eq!(
            shape.bounds(),
            Bounds { min: DVec3::new(-1.0, 0.0, 2.0), max: DVec3::new(3.0, 1.0, 8.0) }
        );
    }

    #[test]
    fn a_placed_box_is_turned_about_the_origin_of_its_piece_and_then_moved() {
        let shape = OrientedBox::aligned(DVec3::new(1.0, 0.0, -1.0), DVec3::new(5.0, 2.0, 1.0));
        let turn = Turn::between(DVec3::X, DVec3::Z).unwrap();
        let placed = shape.placed(&Pose { position: DVec3::new(10.0, 20.0, 30.0), turn });
        assert_eq!(placed.center, DVec3::new(10.0, 21.0, 33.0));
        assert_eq!(placed.half, shape.half);
        assert_eq!(placed.axes, [DVec3::Z, DVec3::Y, DVec3::NEG_X]);
    }

    #[test]
    fn the_eight_corners_are_told_once_each() {
        let shape = OrientedBox::aligned(DVec3::ZERO, DVec3::new(1.0, 2.0, 4.0));
        let mut corners = shape.corners().map(|corner| corner.to_array().map(|x| x as u8)).to_vec();
        assert_eq!(corners[0], [0, 0, 0]);
        assert_eq!((corners[1], corners[2], corners[4]), ([1, 0, 0], [0, 2, 0], [0, 0, 4]));
        assert_eq!(corners[7], [1, 2, 4]);
        corners.sort_unstable();
        corners.dedup();
        assert_eq!(corners.len(), 8);
    }

    #[test]
    fn a_slanting_ray_leaves_by_the_face_it_comes_to_first() {
        let shape = OrientedBox::aligned(DVec3::splat(-1.0), DVec3::new(1.0, 3.0, 1.0));
        let slanting = DVec3::new(-0.6, 0.8, 0.0);
        assert!((shape.exit(DVec3::ZERO, slanting).unwrap() - 1.0 / 0.6).abs() < 1e-12);
        assert_eq!(shape.exit(DVec3::ZERO, DVec3::Y), Some(3.0));
        assert_eq!(shape.exit(DVec3::ZERO, DVec3::NEG_Y), Some(1.0));
        assert_eq!(shape.exit(DVec3::new(1.0, 0.0, 0.0), DVec3::X), Some(0.0), "the face is inside");
    }

    #[test]
    fn nothing_at_all_is_empty_and_joins_as_if_it_were_not_there() {
        let some = Bounds { min: DVec3::ZERO, max: DVec3::ONE };
        assert!(Bounds::EMPTY.is_empty() && Bounds::around([]).is_empty());
        assert!(!some.is_empty() && !Bounds::around([DVec3::X]).is_empty(), "a point is something");
        assert_eq!(Bounds::EMPTY.join(some), some);
        assert_eq!(some.join(Bounds::EMPTY), some);
        assert!(Bounds { max: DVec3::new(1.0, -1.0, 1.0), ..some }.is_empty(), "turned over along one axis");
    }

    #[test]
    fn bounds_grow_on_every_side_and_join_to_the_outermost() {
        let a = Bounds::around([DVec3::new(1.0, 2.0, 3.0), DVec3::new(-1.0, 5.0, 3.0)]);
        assert_eq!((a.min, a.max), (DVec3::new(-1.0, 2.0, 3.0), DVec3::new(1.0, 5.0, 3.0)));
        assert_eq!(a.size(), DVec3::new(2.0, 3.0, 0.0));
        let wide = a.grown(0.5);
        assert_eq!((wide.min, wide.max), (DVec3::new(-1.5, 1.5, 2.5), DVec3::new(1.5, 5.5, 3.5)));
        let both = a.join(Bounds { min: DVec3::ZERO, max: DVec3::splat(9.0) });
        assert_eq!((both.min, both.max), (DVec3::new(-1.0, 0.0, 0.0), DVec3::splat(9.0)));
    }

    #[test]
    fn bounds_meet_when_they_share_so_much_as_a_corner() {
        let a = Bounds { min: DVec3::ZERO, max: DVec3::ONE };
        let moved = |by: DVec3| Bounds { min: a.min + by, max: a.max + by };
        assert!(a.meets(&a) && a.meets(&moved(DVec3::ONE)) && a.meets(&moved(-DVec3::ONE)));
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            assert!(!a.meets(&moved(axis * 1.001)) && !a.meets(&moved(axis * -1.001)), "{axis}");
        }
        assert!(!a.meets(&Bounds::EMPTY));
    }
}
