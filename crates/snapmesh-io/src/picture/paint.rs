//! What faces are painted with: colors, textures, and what is cut out of them.

use super::material::Alpha;
use super::pass::PASSES;
use super::texture::Sampler;
use super::textures::Textures;
use snapmesh::Pose;
use snapmesh::glam::{DVec3, Vec2, Vec3, Vec4};

/// What a part of a piece is painted with, as light.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Paint {
    /// Red, green, blue and alpha.
    pub(super) color: Vec4,
    /// The light it gives off.
    pub(super) glow: Vec3,
    /// The texture of the color, and that of the light.
    pub(super) base: Option<Layer>,
    pub(super) light: Option<Layer>,
    pub(super) alpha: Alpha,
    /// Whether it is seen as it is, whatever light falls on it.
    pub(super) unlit: bool,
    /// Whether its color means something, so that of textures and corners only the alpha counts.
    pub(super) painted: bool,
}

/// A texture of a paint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    pub(super) texture: u32,
    pub(super) sampler: Sampler,
}

/// A triangle of a piece with a place on its images and a color for each corner. All copies of the piece share it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skin {
    /// The first corner, in the space of the piece.
    origin: Vec3,
    /// What a point has of the way to the second corner, and to the third, is its product with these.
    shares: [Vec3; 2],
    base: [Vec2; 3],
    light: [Vec2; 3],
    tint: [Vec4; 3],
}

/// The way from the scene to the space of a piece that stands in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    axes: [Vec3; 3],
    offset: Vec3,
}

/// A point of a face, and the steps from it to what the pixels to the right and below show of the same face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) at: Vec3,
    pub(super) steps: [Vec3; 2],
}

impl Skin {
    /// A triangle with what each corner has: a place on the base texture, one on that of the light, a color.
    pub(super) fn new(corners: [DVec3; 3], has: [(Vec2, Vec2, Vec4); 3]) -> Self {
        let [a, b, c] = corners;
        let (b, c) = (b - a, c - a);
        let normal = b.cross(c);
        let square = normal.length_squared();
        let share = |way: DVec3| if square > 0.0 { (way / square).as_vec3() } else { Vec3::ZERO };
        let [(base, light, tint), second, third] = has;
        Self {
            origin: a.as_vec3(),
            shares: [share(c.cross(normal)), share(normal.cross(b))],
            base: [base, second.0 - base, third.0 - base],
            light: [light, second.1 - light, third.1 - light],
            tint: [tint, second.2 - tint, third.2 - tint],
        }
    }
}

impl Frame {
    /// Of a piece that stands so, in a scene of this middle and radius.
    pub(super) fn new(pose: &Pose, middle: DVec3, radius: f64) -> Self {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| pose.direction(axis));
        let offset = axes.map(|axis| axis.dot(middle - pose.position) as f32);
        Self { axes: axes.map(|axis| (axis * radius).as_vec3()), offset: offset.into() }
    }

    #[inline]
    fn turned(&self, p: Vec3) -> Vec3 {
        Vec3::from(self.axes.map(|axis| axis.dot(p)))
    }
}

impl Paint {
    /// Whether there is more to it than its color.
    pub(super) fn is_plain(&self) -> bool {
        self.base.is_none() && self.light.is_none()
    }

    /// The color with its alpha, and the light given off.
    pub(super) fn look(
        &self,
        textures: &Textures,
        skin: Option<(&Skin, &Frame)>,
        spot: &Spot,
    ) -> (Vec4, Vec3) {
        let Some((skin, frame)) = skin else { return (self.color, self.glow) };
        let local = frame.turned(spot.at) + frame.offset - skin.origin;
        let shares = skin.shares.map(|share| share.dot(local));
        let steps = spot.steps.map(|step| {
            let step = frame.turned(step);
            skin.shares.map(|share| share.dot(step))
        });
        let seen = |layer: Option<Layer>, [at, second, third]: [Vec2; 3]| {
            let layer = layer?;
            let between = |[b, c]: [f32; 2]| second * b + third * c;
            let (at, steps) = (at + between(shares), steps.map(between));
            Some(textures.at(layer.texture)?.look_up(&textures.tables, at, steps, layer.sampler))
        };
        let [tint, second, third] = skin.tint;
        let tint = (tint + second * shares[0] + third * shares[1]).clamp(Vec4::ZERO, Vec4::ONE);
        let color = seen(self.base, skin.base).unwrap_or(Vec4::ONE) * tint;
        let glow = seen(self.light, skin.light).map_or(self.glow, |light| self.glow * light.truncate());
        if self.painted {
            return (self.color.truncate().extend(self.color.w * color.w), self.glow);
        }
        (self.color * color, glow)
    }

    /// How much alpha there must be for it to be drawn in a pass.
    pub(super) fn least_in_pass(&self, pass: usize) -> f32 {
        match self.alpha {
            Alpha::Opaque => f32::NEG_INFINITY,
            Alpha::Mask(least) => least,
            Alpha::Blend => (pass as f32 + 0.5) / PASSES as f32,
        }
    }

    /// The same for it to cast a shadow.
    pub(super) fn least_in_light(&self) -> f32 {
        if self.alpha == Alpha::Blend { 0.5 } else { self.least_in_pass(0) }
    }
}
