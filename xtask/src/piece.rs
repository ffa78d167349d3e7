//! A piece in the making: faces, connectors, boxes. The small language our kits are written in.

use glam::DVec3;

/// What a face looks like.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Material {
    pub(crate) name: &'static str,
    /// Red, green, blue, as a screen shows them, from 0 to 255.
    pub(crate) color: [u8; 3],
    pub(crate) roughness: f64,
    pub(crate) metallic: f64,
    /// Whether an agent may walk on it, whatever its slope.
    pub(crate) walkable: bool,
    /// Whether it shines by itself.
    pub(crate) glow: bool,
}

impl Material {
    /// A floor.
    pub(crate) const fn floor(name: &'static str, color: [u8; 3]) -> Self {
        Self { name, color, roughness: 0.9, metallic: 0.0, walkable: true, glow: false }
    }

    /// A wall, a rail, a roof, a thing: not to be walked on.
    pub(crate) const fn solid(name: &'static str, color: [u8; 3]) -> Self {
        Self { walkable: false, ..Self::floor(name, color) }
    }
}

/// A flat face of one material, its corners counterclockwise seen from outside.
pub(crate) struct Face {
    pub(crate) material: Material,
    pub(crate) corners: Vec<DVec3>,
}

pub(crate) struct Connector {
    pub(crate) pins: u32,
    pub(crate) color: &'static str,
    pub(crate) at: DVec3,
    pub(crate) heading: DVec3,
}

/// An upright box, turned about the vertical axis so that its z lies along a level direction.
pub(crate) struct Collider {
    pub(crate) center: DVec3,
    pub(crate) half: DVec3,
    pub(crate) along: DVec3,
}

pub(crate) struct Piece {
    pub(crate) name: &'static str,
    pub(crate) faces: Vec<Face>,
    pub(crate) connectors: Vec<Connector>,
    pub(crate) colliders: Vec<Collider>,
}

/// A point on the ground.
pub(crate) fn ground(x: f64, z: f64) -> DVec3 {
    DVec3::new(x, 0.0, z)
}

/// A level direction at degrees clockwise from north (-z), seen from above.
pub(crate) fn compass(degrees: f64) -> DVec3 {
    // libm, not the machine's own: the files must be the same bytes wherever they are made.
    let angle = degrees.to_radians();
    ground(libm::sin(angle), -libm::cos(angle))
}

impl Piece {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, faces: vec![], connectors: vec![], colliders: vec![] }
    }

    /// A connector on the ground at a distance from the middle, facing outwards.
    pub(crate) fn door(&mut self, pins: u32, color: &'static str, at: DVec3, heading: DVec3) {
        self.connectors.push(Connector { pins, color, at, heading });
    }

    /// A box that other pieces must keep out of.
    pub(crate) fn keep_out(&mut self, min: DVec3, max: DVec3) {
        let (center, half) = ((min + max) / 2.0, (max - min) / 2.0);
        self.colliders.push(Collider { center, half, along: DVec3::Z });
    }

    /// The same along a level direction: from one point to another, so wide, from `low` to `high` above them.
    pub(crate) fn keep_out_along(&mut self, from: DVec3, to: DVec3, width: f64, low: f64, high: f64) {
        let (middle, along) = ((from + to) / 2.0, (to - from).normalize());
        let center = DVec3::new(middle.x, middle.y + f64::midpoint(low, high), middle.z);
        let half = DVec3::new(width / 2.0, (high - low) / 2.0, from.distance(to) / 2.0);
        self.colliders.push(Collider { center, half, along });
    }

    pub(crate) fn face(&mut self, material: Material, corners: &[DVec3]) {
        self.faces.push(Face { material, corners: corners.to_vec() });
    }

    /// An upright block.
    pub(crate) fn block(&mut self, material: Material, min: DVec3, max: DVec3) {
        let outline =
            [ground(min.x, min.z), ground(min.x, max.z), ground(max.x, max.z), ground(max.x, min.z)];
        self.prism([material; 3], &outline, min.y, max.y);
    }

    /// A prism over an outline that runs counterclockwise seen from above: materials of top, sides and bottom.
    pub(crate) fn prism(&mut self, materials: [Material; 3], outline: &[DVec3], low: f64, high: f64) {
        let [top, sides, bottom] = materials;
        let at = |p: &DVec3, y: f64| DVec3::new(p.x, y, p.z);
        self.face(top, &outline.iter().map(|p| at(p, high)).collect::<Vec<_>>());
        self.face(bottom, &outline.iter().rev().map(|p| at(p, low)).collect::<Vec<_>>());
        for (i, a) in outline.iter().enumerate() {
            let b = &outline[(i + 1) % outline.len()];
            self.face(sides, &[at(a, low), at(b, low), at(b, high), at(a, high)]);
        }
    }

    /// A frustum: like a prism, its top drawn in by `inset` towards the middle. Bevels and roofs.
    pub(crate) fn frustum(
        &mut self,
        materials: [Material; 2],
        outline: &[DVec3],
        low: f64,
        high: f64,
        inset: f64,
    ) {
        let [top, sides] = materials;
        let middle = outline.iter().sum::<DVec3>() / outline.len() as f64;
        let below = |p: &DVec3| DVec3::new(p.x, low, p.z);
        let above = |p: &DVec3| {
            let level = ground(p.x - middle.x, p.z - middle.z);
            let reach = level.length();
            let drawn = level * ((reach - inset).max(0.0) / reach);
            DVec3::new(middle.x + drawn.x, high, middle.z + drawn.z)
        };
        self.face(top, &outline.iter().map(above).collect::<Vec<_>>());
        for (i, a) in outline.iter().enumerate() {
            let b = &outline[(i + 1) % outline.len()];
            self.face(sides, &[below(a), below(b), above(b), above(a)]);
        }
    }

    /// A beam between two points, upright, so wide, from `low` to `high` above them.
    pub(crate) fn beam(
        &mut self,
        material: Material,
        from: DVec3,
        to: DVec3,
        width: f64,
        low: f64,
        high: f64,
    ) {
        let along = ground(to.x - from.x, to.z - from.z).normalize();
        let side = ground(-along.z, along.x) * (width / 2.0);
        let up = |p: DVec3, y: f64| p + DVec3::Y * y;
        // Counterclockwise from above.
        let [a, b, c, d] = [from + side, from - side, to - side, to + side];
        self.face(material, &[up(a, high), up(d, high), up(c, high), up(b, high)]);
        self.face(material, &[up(a, low), up(b, low), up(c, low), up(d, low)]);
        for (p, q) in [(a, d), (d, c), (c, b), (b, a)] {
            self.face(material, &[up(p, low), up(q, low), up(q, high), up(p, high)]);
        }
    }

    /// A regular outline of `sides` corners around a point, the first at degrees clockwise from north.
    pub(crate) fn ring(center: DVec3, radius: f64, sides: u32, first: f64) -> Vec<DVec3> {
        let step = 360.0 / f64::from(sides);
        (0..sides).map(|i| center + compass(first - step * f64::from(i)) * radius).collect()
    }

    /// A section drawn along a path, mitred at its corners. Each edge of the section is a material and two points,
    /// (to the right, up) of the path; seen along the path, edges run clockwise around what is solid.
    pub(crate) fn sweep(&mut self, section: &[(Material, [f64; 4])], path: &[DVec3]) {
        let rights = mitres(path);
        let at = |i: usize, right: f64, up: f64| path[i] + rights[i] * right + DVec3::Y * up;
        for i in 0..path.len() - 1 {
            for &(material, [x0, y0, x1, y1]) in section {
                let corners = [at(i, x0, y0), at(i, x1, y1), at(i + 1, x1, y1), at(i + 1, x0, y0)];
                self.face(material, &corners);
            }
        }
    }

    /// A profile turned about an upright axis, upwards on the outside. Each point is a radius, a height, and the
    /// material from there to the next point.
    pub(crate) fn lathe(&mut self, center: DVec3, sides: u32, first: f64, profile: &[(f64, f64, Material)]) {
        let ring = Self::ring(DVec3::ZERO, 1.0, sides, first);
        for pair in profile.windows(2) {
            let [(r0, y0, material), (r1, y1, _)] = [pair[0], pair[1]];
            let at = |i: usize, radius: f64, y: f64| center + ring[i] * radius + DVec3::Y * y;
            for i in 0..ring.len() {
                let j = (i + 1) % ring.len();
                let corners = [at(i, r0, y0), at(j, r0, y0), at(j, r1, y1), at(i, r1, y1)];
                self.face(material, &corners);
            }
        }
    }
}

/// To the right at each point of a path, so long that a sweep keeps its width around corners.
fn mitres(path: &[DVec3]) -> Vec<DVec3> {
    let right = |a: DVec3, b: DVec3| ground(a.z - b.z, b.x - a.x).normalize();
    let last = path.len() - 1;
    let at = |i: usize| {
        let before = if i == 0 { right(path[0], path[1]) } else { right(path[i - 1], path[i]) };
        let after = if i == last { before } else { right(path[i], path[i + 1]) };
        (before + after) / (1.0 + before.dot(after))
    };
    (0..=last).map(at).collect()
}
