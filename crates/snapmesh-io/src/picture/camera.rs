//! Where the picture is taken from.

use super::scene::Scene;
use super::view::View;
use snapmesh::glam::{DVec3, Vec3};

/// The focal length over the longer side of the picture: a long lens, 22 degrees wide, that hardly distorts.
const LENS: f64 = 2.6;

/// The empty frame around the map, as a part of the shorter side of the picture.
const MARGIN: f64 = 0.045;

/// The least distance to the nearest point, in radii of the scene.
const NEAR: f64 = 0.5;

/// A camera in the space of the scene.
pub(super) struct Camera {
    pub(super) eye: DVec3,
    pub(super) right: DVec3,
    up: DVec3,
    forward: DVec3,
    /// Focal length in pixels.
    focal: f64,
    /// The middle of the picture, in pixels.
    middle: [f64; 2],
}

impl Camera {
    /// The camera of a view, as close as it can be with every corner of the scene inside the frame.
    pub(super) fn fit(scene: &Scene, view: &View, (width, height): (u32, u32)) -> Self {
        let [right, up, forward] = directions(view);
        let (width, height) = (f64::from(width), f64::from(height));
        let focal = LENS * width.max(height);
        let margin = MARGIN * width.min(height);
        // The half-width of the view at distance 1, and its half-height.
        let (across, along) = ((width / 2.0 - margin) / focal, (height / 2.0 - margin) / focal);
        // A point is inside the left side of the view if `x - eye.x >= -across * (z - eye.z)`, and likewise
        // for the others. So each side asks for a sum of eye coordinates that the worst corner decides.
        let mut sides = [f64::NEG_INFINITY; 4];
        let mut nearest = f64::INFINITY;
        for corner in scene.faces.iter().flat_map(|face| face.corners) {
            let p = corner.as_dvec3();
            let (x, y, z) = (right.dot(p), up.dot(p), forward.dot(p));
            let asked = [x - across * z, -x - across * z, y - along * z, -y - along * z];
            sides = [0, 1, 2, 3].map(|i| sides[i].max(asked[i]));
            nearest = nearest.min(z);
        }
        if scene.faces.is_empty() {
            (sides, nearest) = ([0.0; 4], 0.0);
        }
        let [a, b, c, d] = sides;
        let back = (-(a + b) / (2.0 * across)).min(-(c + d) / (2.0 * along)).min(nearest - NEAR);
        let eye = right * ((a - b) / 2.0) + up * ((c - d) / 2.0) + forward * back;
        Self { eye, right, up, forward, focal, middle: [width / 2.0, height / 2.0] }
    }

    /// Where a point of the scene is on the picture, in pixels right and down, and one over its distance.
    pub(super) fn project(&self, p: Vec3) -> ([f64; 2], f64) {
        let p = p.as_dvec3() - self.eye;
        let near = 1.0 / self.forward.dot(p);
        let scale = self.focal * near;
        ([self.middle[0] + self.right.dot(p) * scale, self.middle[1] - self.up.dot(p) * scale], near)
    }

    /// The way from the eye through a pixel, one unit deep: that at the top left corner, and the steps to the
    /// next column and the next row.
    pub(super) fn rays(&self) -> [Vec3; 3] {
        let (right, down) = (self.right / self.focal, -self.up / self.focal);
        let corner = self.forward - right * self.middle[0] - down * self.middle[1];
        [corner, right, down].map(DVec3::as_vec3)
    }
}

/// The unit vector towards a place in the sky: degrees clockwise from north (-Z), and above the horizon.
pub(super) fn towards(azimuth: f64, elevation: f64) -> DVec3 {
    let ([sin, cos], [rise, level]) = (sin_cos(azimuth), sin_cos(elevation));
    DVec3::new(sin * level, rise, -cos * level)
}

/// Right, up and forward of a view. From above, up on the picture is what is away from the camera otherwise.
pub(super) fn directions(view: &View) -> [DVec3; 3] {
    let azimuth = azimuth(view);
    let elevation = if view.elevation.is_nan() { 90.0 } else { view.elevation.clamp(-90.0, 90.0) };
    let ([sin, cos], [rise, level]) = (sin_cos(azimuth), sin_cos(elevation));
    let up = DVec3::new(-sin * rise, level, cos * rise);
    [DVec3::new(-cos, 0.0, -sin), up, -towards(azimuth, elevation)]
}

/// The azimuth of a view within a full turn.
pub(super) fn azimuth(view: &View) -> f64 {
    if view.azimuth.is_finite() { view.azimuth.rem_euclid(360.0) } else { 0.0 }
}

/// Of degrees. Right angles come out exactly, so that a view from above has no tilt.
pub(super) fn sin_cos(degrees: f64) -> [f64; 2] {
    let radians = degrees.to_radians();
    [libm::sin(radians), libm::cos(radians)].map(|x| if x.abs() < 1e-15 { 0.0 } else { x })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::textures::Textures;

    #[test]
    fn the_camera_looks_from_where_it_stands() {
        let south = View { azimuth: 180.0, elevation: 0.0, ..View::default() };
        assert_eq!(directions(&south), [DVec3::X, DVec3::Y, DVec3::NEG_Z]);
        let above = View { azimuth: 180.0, elevation: 90.0, ..View::default() };
        assert_eq!(directions(&above), [DVec3::X, DVec3::NEG_Z, DVec3::NEG_Y]);
        let east = View { azimuth: 90.0, elevation: 0.0, ..View::default() };
        assert_eq!(directions(&east), [DVec3::NEG_Z, DVec3::Y, DVec3::NEG_X]);
    }

    #[test]
    fn rays_lead_back_to_the_points() {
        let view = View { azimuth: 33.0, elevation: 21.0, ..View::default() };
        let camera = Camera::fit(&Scene::of(&[], Textures::none()), &view, (64, 48));
        let point = Vec3::new(0.3, -0.2, 0.4);
        let ([x, y], near) = camera.project(point);
        let [corner, right, down] = camera.rays();
        let back = camera.eye.as_vec3() + (corner + right * x as f32 + down * y as f32) / near as f32;
        assert!((back - point).length() < 1e-5);
    }
}
