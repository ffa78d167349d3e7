//! Vectors and boxes once more, so that a check shares no arithmetic with what it looks at.

pub(crate) type Vector = [f64; 3];

pub(crate) fn sum(a: Vector, b: Vector, times: f64) -> Vector {
    [0, 1, 2].map(|k| a[k] + times * b[k])
}

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

pub(crate) fn distance(a: Vector, b: Vector) -> f64 {
    length(sum(a, b, -1.0))
}

/// Degrees between two directions; exact also where they are nearly the same.
pub(crate) fn angle(a: Vector, b: Vector) -> f64 {
    libm::atan2(length(cross(a, b)), dot(a, b)).to_degrees()
}

/// A vector turned by a quaternion.
pub(crate) fn turned([x, y, z, w]: [f64; 4], v: Vector) -> Vector {
    let axis = [x, y, z];
    let inner = sum(cross(axis, v), v, w);
    sum(v, cross(axis, inner), 2.0)
}

/// A box on the map.
pub(crate) struct Solid {
    pub(crate) center: Vector,
    pub(crate) half: Vector,
    pub(crate) axes: [Vector; 3],
}

impl Solid {
    /// The widest gap between the shadows of two on fifteen axes.
    pub(crate) fn gap(&self, other: &Self) -> f64 {
        let faces = self.axes.iter().chain(&other.axes).copied();
        let edges = self.axes.iter().flat_map(|&a| other.axes.iter().map(move |&b| cross(a, b)));
        let edges = edges.filter(|axis| length(*axis) > 1e-5).map(|axis| axis.map(|x| x / length(axis)));
        let apart = sum(self.center, other.center, -1.0);
        let reach = |solid: &Self, axis: Vector| -> f64 {
            (0..3).map(|k| solid.half[k] * dot(solid.axes[k], axis).abs()).sum()
        };
        let gap = |axis: Vector| dot(apart, axis).abs() - reach(self, axis) - reach(other, axis);
        faces.chain(edges).map(gap).fold(f64::NEG_INFINITY, f64::max)
    }
}
