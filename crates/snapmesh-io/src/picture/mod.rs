//! Pictures: a map as a clean model in soft light, drawn without a graphics card.
//!
//! The way through it: pieces become faces (`scene`), a camera is fitted around them (`camera`), depth maps
//! tell what sun and sky can reach (`light`), and the picture is drawn band by band (`frame`): first what is
//! seen at each pixel (`stage`, `buffer`), then how bright it is (`shade`, `lines`, `ground`), and last what is
//! laid over it (`overlay`, `dots`). Everything is plain arithmetic in a fixed order, so the same map gives the
//! same bytes on every machine.

mod buffer;
mod camera;
mod clip;
mod color;
mod depth_map;
mod dots;
mod frame;
mod ground;
mod image;
mod light;
mod lines;
mod overlay;
mod raster;
mod scene;
mod shade;
mod solid;
mod stage;
#[cfg(test)]
mod tests;

pub use image::Image;

pub(crate) use color::{linear_bytes, ramp};

use crate::kit_file::KitFolder;
use crate::navigation::NavLayer;
use camera::Camera;
use light::Light;
use overlay::Overlay;
use scene::Scene;
use snapmesh::Map;
use stage::Stage;

/// The smallest and the largest side of a picture, in pixels.
const SIDES: (u32, u32) = (16, 8192);

/// How a map is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Where the camera stands, in degrees clockwise from north (-Z).
    pub azimuth: f64,
    /// How high it stands, in degrees above the horizon; 90 looks straight down.
    pub elevation: f64,
    /// Pixels from left to right, from 16 to 8192.
    pub width: u32,
    /// Pixels from top to bottom, from 16 to 8192.
    pub height: u32,
    /// Cuts away everything higher than this above the lowest connector of each placed piece, in metres: for
    /// kits with roofs.
    pub cut_above: Option<f64>,
    /// What the colors mean.
    pub coloring: Coloring,
}

impl Default for View {
    fn default() -> Self {
        Self {
            azimuth: 215.0,
            elevation: 38.0,
            width: 1600,
            height: 1000,
            cut_above: None,
            coloring: Coloring::Material,
        }
    }
}

/// What the colors of a picture mean.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Coloring {
    /// The materials of the pieces.
    #[default]
    Material,
    /// Dark to light in placement order, as in the plan.
    Order,
    /// A hue for every kind of piece.
    Piece,
    /// A color for each placed piece: red, green and blue as on a screen (sRGB), from 0 to 1. Pieces beyond
    /// the end of the list are grey.
    Custom(Vec<[f32; 3]>),
}

/// Draws a map.
pub fn render(folder: &KitFolder, map: &Map, view: &View) -> Image {
    render_with(folder, map, view, None)
}

/// Draws a map, and over it where it can be walked: the largest region in blue, the others in red, points as dots.
pub fn render_with(folder: &KitFolder, map: &Map, view: &View, navigation: Option<&NavLayer>) -> Image {
    let scene = Scene::new(folder, map, view);
    let camera = Camera::fit(&scene, view, size(view));
    let light = Light::new(&scene, &camera, view);
    let overlay = navigation.map(|layer| Overlay::new(layer, &scene, &camera, view)).unwrap_or_default();
    frame::draw(&Stage::new(&scene, &camera, &light, size(view)), &overlay)
}

/// Width and height within the limits.
fn size(view: &View) -> (u32, u32) {
    (view.width.clamp(SIDES.0, SIDES.1), view.height.clamp(SIDES.0, SIDES.1))
}
