//! Pictures: a map as a clean model in soft light, drawn without a graphics card.
//!
//! The way through it: pieces become faces (`scene`), a camera is fitted around them (`camera`), depth maps
//! tell what sun and sky can reach (`light`), and the picture is drawn band by band (`frame`): first what is
//! seen at each pixel (`stage`, `buffer`), then how bright it is (`shade`, `lines`, `ground`), and last what is
//! laid over it (`overlay`, `dots`). Everything is plain arithmetic in a fixed order, so the same map gives the
//! same bytes on every machine.

mod view;
mod image;
mod color;
mod decode;
mod texture;
mod material;
mod textures;
mod raster;
mod pass;
mod paint;
mod cut;
mod clip;
mod solid;
mod coarse;
mod look;
mod shapes;
mod doorways;
mod scene;
mod marked;
mod buffer;
mod camera;
mod slant;
mod depth_map;
mod light;
mod ground;
mod stage;
mod lines;
mod shade;
mod dots;
mod overlay;
mod frame;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod texture_tests;

pub(crate) use coarse::drawn_triangles;
pub use image::Image;
pub use marked::Arrow;
pub(crate) use textures::texture_pixels;
pub use view::{Coloring, Cut, View};

use crate::kit_file::LoadedKit;
use crate::navigation::NavLayer;
use crate::piece_file::PieceFile;
use camera::Camera;
use cut::CutPlane;
use light::Light;
use look::Look;
use overlay::Overlay;
use scene::Scene;
use snapmesh::{Map, OrientedBox};
use stage::Stage;
use std::borrow::Cow;
use textures::Images;
use view::size;

/// Metres above the floors at which a map is cut open whose walkable surface is hidden.
const LOOK_IN: f64 = 1.5;

/// Draws a map.
///
/// ```
/// use snapmesh_io::picture::{View, render};
/// use snapmesh::selection::STANDARD;
/// use snapmesh_io::{Memory, OpenKit, Overrides};
/// use snapmesh_kits::STARTER;
///
/// let files = STARTER.iter().map(|(name, content)| (*name, content.to_vec()));
/// let open = OpenKit::open(&Memory::new("starter", files), &Overrides::default(), STANDARD)?;
/// let map = open.recipe()?.grow(7);
/// let view = View { width: 160, height: 100, elevation: 60.0, ..View::default() };
/// let png = render(&open.kit, &map, &view).to_png();
/// assert!(png.starts_with(b"\x89PNG"));
/// # Ok::<(), snapmesh::Problems>(())
/// ```
pub fn render(kit: &LoadedKit, map: &Map, view: &View) -> Image {
    render_with(kit, map, view, None)
}

/// Draws a piece by itself with arrows out of its doorways and the edges of its boxes. It is cut open above its doorways.
pub fn render_marked(file: &PieceFile, arrows: &[Arrow], boxes: &[OrientedBox], view: &View) -> Image {
    let images = Images::of_piece(file, view);
    let piece = Look::of_file(file, view, &images, marked::cut(arrows));
    let marks = Look::plain(Cow::Owned(marked::marks(&file.model, arrows, boxes)), CutPlane::NONE);
    draw(&Scene::of(&[piece, marks], images.textures.clone()), view, None)
}

/// Draws a map, and over it where it can be walked: the largest region in blue, the others in red, points as dots.
pub fn render_with(kit: &LoadedKit, map: &Map, view: &View, navigation: Option<&NavLayer>) -> Image {
    let images = Images::new(kit, map, view);
    let scene = |cut| Scene::new(kit, map, view, &images, cut);
    let scene = match (view.cut, navigation) {
        (Cut::Above(metres), _) => scene(Some(metres)),
        (Cut::Auto, Some(layer)) => {
            let whole = scene(None);
            if overlay::is_hidden(layer, &whole, view) { scene(Some(LOOK_IN)) } else { whole }
        }
        _ => scene(None),
    };
    draw(&scene, view, navigation)
}

fn draw(scene: &Scene, view: &View, navigation: Option<&NavLayer>) -> Image {
    let camera = Camera::fit(scene, view, size(view));
    let light = Light::new(scene, &camera, view);
    let overlay = navigation.map(|layer| Overlay::new(layer, scene, &camera, view)).unwrap_or_default();
    frame::draw(&Stage::new(scene, &camera, &light, size(view)), &overlay)
}
