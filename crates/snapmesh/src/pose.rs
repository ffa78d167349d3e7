//! Where a piece stands and how it is turned.
//!
//! Pieces turn about the vertical axis only. A turn is kept as its cosine and sine, built from headings by
//! arithmetic and square roots: the same bits on every machine, and no drift over thousands of pieces.

use glam::DVec3;

/// How far two directions may be from what they should be and still count: about 0.06 degrees, far more
/// than the rounding of a 32-bit file and far less than anyone draws on purpose. (For headings: their vertical parts.)
pub(crate) const FACING_TOLERANCE: f64 = 1e-3;

/// A turn about the vertical axis, counterclockwise seen from above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    cos: f64,
    sin: f64,
}

impl Turn {
    /// No turn at all.
    pub const NONE: Self = Self { cos: 1.0, sin: 0.0 };

    /// The turn that carries the level part of `from` onto the level part of `to`; none if either is
    /// vertical.
    pub fn between(from: DVec3, to: DVec3) -> Option<Self> {
        let cos = from.x * to.x + from.z * to.z;
        let sin = from.z * to.x - from.x * to.z;
        let length = (cos * cos + sin * sin).sqrt();
        (length > 0.0).then(|| Self { cos: cos / length, sin: sin / length })
    }

    /// A turn by degrees, exact for quarters of a turn.
    pub fn of_degrees(degrees: f64) -> Self {
        let quarters = (degrees / 90.0).round();
        let rest = (degrees - quarters * 90.0).to_radians();
        let (cos, sin) = (libm::cos(rest), libm::sin(rest));
        let (cos, sin) = match quarters.rem_euclid(4.0) as u8 {
            0 => (cos, sin),
            1 => (-sin, cos),
            2 => (-cos, -sin),
            _ => (sin, -cos),
        };
        // Adding zero makes 0.0 of -0.0.
        Self { cos: cos + 0.0, sin: sin + 0.0 }
    }

    /// Turns a direction.
    pub fn apply(self, v: DVec3) -> DVec3 {
        DVec3::new(self.cos * v.x + self.sin * v.z, v.y, self.cos * v.z - self.sin * v.x)
    }

    /// Half a turn.
    pub const HALF: Self = Self { cos: -1.0, sin: 0.0 };

    /// This turn and then another.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self {
            cos: self.cos * next.cos - self.sin * next.sin,
            sin: self.sin * next.cos + self.cos * next.sin,
        }
    }

    /// The turn that takes this one back.
    #[must_use]
    pub fn back(self) -> Self {
        Self { sin: -self.sin, ..self }
    }

    /// The turn of a cosine and a sine, which must be those of one angle.
    pub(crate) fn of_cos_sin([cos, sin]: [f64; 2]) -> Self {
        Self { cos, sin }
    }

    /// Its cosine and its sine.
    pub fn cos_sin(self) -> [f64; 2] {
        [self.cos, self.sin]
    }

    /// The turn as a quaternion x, y, z, w with w not negative.
    pub fn quaternion(self) -> [f64; 4] {
        // Half-angle formulas; the larger of the two is taken from the square root, for precision.
        let (y, w) = if self.cos >= 0.0 {
            let w = f64::midpoint(1.0, self.cos).sqrt();
            (self.sin / (2.0 * w), w)
        } else {
            let y = ((1.0 - self.cos) / 2.0).sqrt();
            let w = self.sin / (2.0 * y);
            if w < 0.0 { (-y, -w) } else { (y, w) }
        };
        // Adding zero turns -0.0 into 0.0, which a reader of the map file would stumble over.
        [0.0, y + 0.0, 0.0, w + 0.0]
    }

    /// The turn of a quaternion x, y, z, w about the vertical axis; none if it tilts or is not of length 1.
    ///
    /// It is one that is written as this very quaternion, if there is one: a map that is read and written again is the
    /// same map. Rounding takes the plain formulas off it by a bit or two, so those around are looked at, too.
    pub fn from_quaternion([x, y, z, w]: [f64; 4]) -> Option<Self> {
        let length = y * y + w * w;
        let upright = x == 0.0 && z == 0.0 && (length - 1.0).abs() < 1e-6;
        let plain = Self { cos: (w * w - y * y) / length, sin: 2.0 * y * w / length };
        let around = || NEARBY.iter().flat_map(|&c| NEARBY.iter().map(move |&s| (c, s)));
        // Of the cosine, what is added to 1 counts; of the sine, every bit.
        let moved = |(c, s): (i32, i32)| Self {
            cos: plain.cos + f64::from(c) * f64::EPSILON / 4.0,
            sin: stepped(plain.sin, s),
        };
        let same = |turn: &Self| turn.quaternion() == [x, y, z, w];
        upright.then(|| around().map(moved).find(same).unwrap_or(plain))
    }
}

/// How many numbers to either side are looked at, nearest first.
const NEARBY: [i32; 13] = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6];

/// The number so many steps of the smallest kind away.
fn stepped(mut x: f64, steps: i32) -> f64 {
    for _ in 0..steps.abs() {
        x = if steps > 0 { x.next_up() } else { x.next_down() };
    }
    x
}

/// A position and a turn: from the space of a piece to the space of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where the origin of the piece lies, in metres.
    pub position: DVec3,
    /// How the piece is turned.
    pub turn: Turn,
}

impl Pose {
    /// The pose of the starting piece.
    pub const ORIGIN: Self = Self { position: DVec3::ZERO, turn: Turn::NONE };

    /// Carries a point of the piece into the map.
    pub fn point(&self, p: DVec3) -> DVec3 {
        self.position + self.turn.apply(p)
    }

    /// From the space of the map to the space of the piece.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let turn = self.turn.back();
        Self { position: -turn.apply(self.position), turn }
    }

    /// Carries a direction of the piece into the map.
    pub fn direction(&self, v: DVec3) -> DVec3 {
        self.turn.apply(v)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn turning_onto_the_right_is_a_quarter_turn_clockwise() {
        let turn = Turn::between(DVec3::NEG_Z, DVec3::X).unwrap();
        assert_eq!(turn.apply(DVec3::NEG_Z), DVec3::X);
        assert_eq!(turn.apply(DVec3::Y), DVec3::Y);
        let half = 0.5_f64.sqrt();
        let [_, y, _, w] = turn.quaternion();
        assert!((y + half).abs() < 1e-15 && (w - half).abs() < 1e-15);
    }

    #[test]
    fn half_a_turn_has_no_negative_zero() {
        let turn = Turn::between(DVec3::X, DVec3::NEG_X).unwrap();
        assert_eq!(format!("{:?}", turn.quaternion()), "[0.0, 1.0, 0.0, 0.0]");
    }

    #[test]
    fn degrees_go_counterclockwise_and_quarters_are_exact() {
        for (degrees, x) in [
            (0.0, DVec3::X),
            (90.0, DVec3::NEG_Z),
            (-90.0, DVec3::Z),
            (180.0, DVec3::NEG_X),
            (270.0, DVec3::Z),
            (360.0, DVec3::X),
        ] {
            assert_eq!(Turn::of_degrees(degrees).apply(DVec3::X), x, "{degrees}");
        }
        let half = 0.5_f64.sqrt();
        for (degrees, x) in [(45.0, [half, -half]), (135.0, [-half, -half]), (-45.0, [half, half])] {
            let turned = Turn::of_degrees(degrees).apply(DVec3::X);
            assert!((turned - DVec3::new(x[0], 0.0, x[1])).length() < 1e-15, "{degrees}: {turned}");
        }
        let third = Turn::of_degrees(30.0);
        assert!((third.cos - 0.75_f64.sqrt()).abs() < 1e-15 && (third.sin - 0.5).abs() < 1e-15);
    }

    #[test]
    fn a_vertical_direction_gives_no_turn() {
        assert_eq!(Turn::between(DVec3::Y, DVec3::X), None);
    }

    fn level() -> impl Strategy<Value = DVec3> {
        (-1.0..1.0f64, -1.0..1.0f64)
            .prop_filter("not too short", |(x, z)| x * x + z * z > 1e-6)
            .prop_map(|(x, z)| DVec3::new(x, 0.0, z))
    }

    proptest! {
        #[test]
        fn the_turn_between_carries_one_onto_the_other(a in level(), b in level()) {
            let turned = Turn::between(a, b).unwrap().apply(a).normalize();
            prop_assert!((turned - b.normalize()).length() < 1e-14);
        }

        #[test]
        fn quaternions_go_both_ways(a in level(), b in level()) {
            let turn = Turn::between(a, b).unwrap();
            let q = turn.quaternion();
            prop_assert!(q[3] >= 0.0);
            let back = Turn::from_quaternion(q).unwrap();
            prop_assert_eq!(back.quaternion(), q);
            prop_assert!((back.cos - turn.cos).abs() < 1e-14 && (back.sin - turn.sin).abs() < 1e-14);
        }
    }
}
