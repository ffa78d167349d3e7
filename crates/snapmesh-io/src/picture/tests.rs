//! Pictures of small scenes.

use super::camera::Camera;
use super::cut::CutPlane;
use super::scene::Scene;
use super::textures::Images;
use super::{Coloring, Cut, Image, View, render, render_with, size};
use crate::files::Memory;
use crate::kit_file::{Art, LoadedKit, OpenKit, Overrides};
use crate::navigation::NavLayer;
use crate::piece_file::{Model, Part};
use proptest::prelude::*;
use snapmesh::glam::DVec3;
use snapmesh::selection::STANDARD;
use snapmesh::{Connector, Kit, Map, OrientedBox, Piece, PieceId, Placed, Pose, Role, Stop};
use snapmesh_nav::{NavMesh, NavTriangle, Point};

/// A part of these triangles.
pub(super) fn part(positions: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Part {
    Part::plain(positions, triangles, [0.7, 0.7, 0.7, 1.0])
}

/// A closed box.
pub(super) fn block(min: DVec3, max: DVec3) -> Part {
    let shape = OrientedBox::aligned(min, max);
    Part { double_sided: false, ..super::look::box_model(&[shape]).parts.remove(0) }
}

/// The starter kit.
fn starter() -> OpenKit {
    let files = snapmesh_kits::STARTER.iter().map(|(name, content)| (*name, content.to_vec()));
    OpenKit::open(&Memory::new("starter", files), &Overrides::default(), STANDARD).unwrap()
}

/// A kit of pieces that look like this, each with a connector at the origin, and a map with each of them
/// once.
fn scene(models: Vec<Vec<Part>>, positions: &[DVec3]) -> (LoadedKit, Map) {
    let boxes = vec![OrientedBox::aligned(DVec3::splat(-0.5), DVec3::splat(0.5))];
    let door = Connector::new(DVec3::ZERO, DVec3::X);
    let piece = |i| Piece::new(&format!("piece{i}"), vec![door.clone()], boxes.clone());
    let kit = Kit::new("test", (0..models.len()).map(piece).collect()).validate().unwrap().0;
    let models = models.into_iter().map(|parts| Model { parts, ..Model::default() });
    let art = models.map(|model| Art { model, document: None }).collect();
    let place = |(piece, &position): (usize, &DVec3)| Placed {
        role: Role::Piece,
        piece: PieceId::new(piece),
        pose: Pose { position, ..Pose::ORIGIN },
        joint: None,
    };
    let pieces = positions.iter().enumerate().map(place).collect();
    let map = Map { seed: 1, stop: Stop::PIECE_LIMIT, ..Map::of(pieces) };
    (LoadedKit::made(kit, art), map)
}

/// All there is to draw of a map.
fn drawn(kit: &LoadedKit, map: &Map, view: &View) -> Scene {
    let cut = if let Cut::Above(metres) = view.cut { Some(metres) } else { None };
    Scene::new(kit, map, view, &Images::new(kit, map, view), cut)
}

/// From above, north up.
fn above() -> View {
    View { azimuth: 180.0, elevation: 90.0, width: 120, height: 80, ..View::default() }
}

fn pixel(image: &Image, column: u32, row: u32) -> [u8; 3] {
    let at = 3 * (row * image.width + column) as usize;
    [image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]]
}

/// A slab with a wall of 3 m on its west side.
fn slab_and_wall() -> Vec<Part> {
    let slab = block(DVec3::new(-6.0, -0.5, -4.0), DVec3::new(6.0, 0.0, 4.0));
    vec![slab, block(DVec3::new(-6.0, 0.0, -4.0), DVec3::new(-3.0, 3.0, 4.0))]
}

#[test]
fn the_same_map_gives_the_same_bytes() {
    let open = starter();
    let (folder, map) = (&*open.kit, open.recipe().unwrap().grow(42));
    let view = View { width: 160, height: 100, ..View::default() };
    let image = render(folder, &map, &view);
    assert_eq!(image.pixels.len(), 160 * 100 * 3);
    assert!(image.to_png() == render(folder, &map, &view).to_png());
}

#[test]
#[cfg(feature = "parallel")]
fn any_number_of_threads_gives_the_same_bytes() {
    let open = starter();
    let map = open.recipe().unwrap().grow(42);
    let view = View { width: 320, height: 200, doorways: true, ..View::default() };
    let drawn = [1, 2, 5].map(|count| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
        pool.install(|| render(&open.kit, &map, &view))
    });
    assert!(drawn[0] == drawn[1] && drawn[0] == drawn[2]);
}

#[test]
fn what_is_nearer_hides_what_is_farther() {
    let low = block(DVec3::new(-2.0, 0.0, -2.0), DVec3::new(2.0, 1.0, 2.0));
    let high = block(DVec3::new(-1.0, 3.0, -1.0), DVec3::new(1.0, 4.0, 1.0));
    let colors = vec![[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let view = View { coloring: Coloring::Custom(colors), ..above() };
    let (folder, map) = scene(vec![vec![low], vec![high]], &[DVec3::ZERO; 2]);
    let [red, green, blue] = pixel(&render(&folder, &map, &view), 60, 40);
    assert!(blue > 100 && red < 50 && green < 50);
    let below = View { elevation: -90.0, ..view };
    let [red, green, blue] = pixel(&render(&folder, &map, &below), 60, 40);
    assert!(red > 60 && blue < 50 && green < 50);
}

#[test]
fn each_piece_is_cut_above_its_own_floor() {
    let (folder, map) = scene(vec![slab_and_wall(); 2], &[DVec3::ZERO, DVec3::new(20.0, 7.0, 0.0)]);
    let view = View { cut: Cut::Above(1.25), ..above() };
    let cut = drawn(&folder, &map, &view);
    for piece in 0..2 {
        let faces = cut.faces.iter().filter(|face| face.piece == piece);
        let top =
            faces.flat_map(|face| face.corners).map(|corner| corner.y).fold(f32::NEG_INFINITY, f32::max);
        assert_eq!(top, cut.cuts[piece as usize].height);
    }
    // From the bottom of the lower slab to the cut of the upper one.
    let metres = 7.0 + 1.25 + 0.5;
    let radius = (32.0_f64 * 32.0 + 8.0 * 8.0 + metres * metres).sqrt() / 2.0;
    assert!((f64::from(cut.high.y - cut.low.y) - metres / radius).abs() < 1e-6);
    let whole = drawn(&folder, &map, &View { cut: Cut::Above(9.0), ..above() });
    assert!(whole.cuts.iter().all(|cut| cut.height.is_infinite()), "nothing is as high as that");
}

/// A piece with doorways at these places, on a floor that is not drawn.
fn doorways(places: &[([f64; 3], DVec3)]) -> Piece {
    let door = |(at, heading): &([f64; 3], DVec3)| Connector::new(DVec3::from(*at), *heading);
    Piece::new("piece", places.iter().map(door).collect(), vec![])
}

#[test]
fn the_cut_follows_stairs_and_takes_no_doorway_away() {
    let cut =
        |places: &[([f64; 3], DVec3)]| CutPlane::above_doorways(&doorways(places), &Model::default(), 1.5);
    let (west, east) = (DVec3::NEG_X, DVec3::X);
    assert_eq!(cut(&[([0.0; 3], west), ([8.0, 0.0, 0.0], east)]), CutPlane::level(1.5));
    let stairs = cut(&[([0.0; 3], west), ([8.0, 4.0, 0.0], east)]);
    for floor in [DVec3::ZERO, DVec3::new(8.0, 4.0, 3.0), DVec3::new(4.0, 2.0, -2.0)] {
        assert!(stairs.over(floor + DVec3::Y * 1.5).abs() < 1e-9, "one and a half metres above the steps");
    }
    let tower = cut(&[([0.0; 3], west), ([0.0, 4.0, 0.0], west)]);
    assert_eq!(tower, CutPlane::level(5.5), "one above the other: the upper one stays");
    let hall = cut(&[([0.0; 3], west), ([8.0, 0.0, 0.0], east), ([4.0, 4.0, 6.0], DVec3::Z)]);
    assert!(hall.over(DVec3::new(4.0, 4.0, 6.0)) < 0.0 && hall.over(DVec3::ZERO) < 0.0);
    let shaft = [([0.0; 3], west), ([4.0, 6.0, 0.0], DVec3::Y), ([4.0, -6.0, 0.0], DVec3::NEG_Y)];
    assert_eq!(cut(&shaft), CutPlane::level(1.5), "shafts do not count where there is a doorway");
    assert_eq!(cut(&shaft[1..]), CutPlane::level(7.5));
}

#[test]
fn the_cut_counts_from_the_floor_below_a_doorway() {
    let model = Model { parts: slab_and_wall(), ..Model::default() };
    let door = doorways(&[([5.9, 1.0, 0.0], DVec3::X)]);
    assert_eq!(
        CutPlane::above_doorways(&door, &model, 1.5),
        CutPlane::level(1.5),
        "the connector is a metre above it"
    );
}

#[test]
fn free_doorways_are_marked_and_joined_ones_are_not() {
    let open = starter();
    let map = open.recipe().unwrap().grow(42);
    let free = snapmesh::Shape::new(&map, open.kit.kit()).free_connectors;
    assert_eq!(super::doorways::model(&open.kit, &map).parts.len(), 2 * free, "an arrow and its rim");
    let (folder, map) = scene(vec![slab_and_wall()], &[DVec3::ZERO]);
    let faces = |doorways| drawn(&folder, &map, &View { doorways, ..above() }).faces.len();
    assert_eq!(faces(true) - faces(false), 48, "two outlines of seven corners");
}

#[test]
fn doorways_that_a_link_joins_have_no_arrows() {
    let open = crate::piece_file::testing::ring();
    let mut map = open.recipe().unwrap().grow(1);
    let arrows = |map: &Map| super::doorways::model(&open.kit, map).parts.len() / 2;
    assert_eq!((map.links.len(), arrows(&map)), (1, 0), "a ring has no way out");
    map.links.clear();
    assert_eq!(arrows(&map), 2);
}

#[test]
fn roofs_are_cut_away_where_they_hide_the_walkable_surface() {
    let slab = block(DVec3::new(-6.0, -0.5, -4.0), DVec3::new(6.0, 0.0, 4.0));
    let roof = block(DVec3::new(-6.0, 3.0, -4.0), DVec3::new(6.0, 3.2, 4.0));
    let (roofed, map) = scene(vec![vec![slab.clone(), roof]], &[DVec3::ZERO]);
    let layer = walked(0.0, 0);
    let draw = |kit: &LoadedKit, cut: Cut| render_with(kit, &map, &View { cut, ..above() }, Some(&layer));
    assert!(draw(&roofed, Cut::Auto) == draw(&roofed, Cut::Above(super::LOOK_IN)));
    assert!(draw(&roofed, Cut::Auto) != draw(&roofed, Cut::Off));
    assert!(
        render(&roofed, &map, &above()) == render(&roofed, &map, &View { cut: Cut::Off, ..above() }),
        "without it, nothing is"
    );
    let (open, map) = scene(vec![vec![slab]], &[DVec3::ZERO]);
    let draw = |cut: Cut| render_with(&open, &map, &View { cut, ..above() }, Some(&layer));
    assert!(draw(Cut::Auto) == draw(Cut::Off), "nothing hides it");
}

#[test]
fn a_body_that_is_cut_open_is_filled() {
    let (folder, map) = scene(vec![slab_and_wall()], &[DVec3::ZERO]);
    let uncut = render(&folder, &map, &above());
    let cut = render(&folder, &map, &View { cut: Cut::Above(1.0), ..above() });
    assert!(pixel(&uncut, 20, 40)[0] > 150, "the top of the wall is as bright as the slab");
    assert!(pixel(&cut, 20, 40)[0] < 110, "the cut is dark");
    assert!(pixel(&cut, 90, 40)[0] > 150, "the slab is not cut");
}

#[test]
fn walls_cast_shadows() {
    let (folder, map) = scene(vec![slab_and_wall()], &[DVec3::ZERO]);
    // Seen from the south, the sun stands in the west, behind the wall.
    let image = render(&folder, &map, &above());
    let (shade, sun) = (pixel(&image, 48, 30), pixel(&image, 95, 30));
    assert!(i32::from(sun[0]) - i32::from(shade[0]) > 30, "{shade:?} is not darker than {sun:?}");
}

#[test]
fn colors_mean_what_was_asked_for() {
    let cube = || vec![block(DVec3::splat(-1.0), DVec3::ONE)];
    let (folder, map) = scene(vec![cube(), cube()], &[DVec3::new(-2.0, 0.0, 0.0), DVec3::new(2.0, 0.0, 0.0)]);
    let both = |coloring: Coloring| {
        let image = render(&folder, &map, &View { coloring, ..above() });
        [pixel(&image, 30, 40), pixel(&image, 90, 40)]
    };
    let [first, last] = both(Coloring::Material);
    assert_eq!(first, last);
    let [first, last] = both(Coloring::Order);
    assert!(first[0] < last[0]);
    let [first, last] = both(Coloring::Piece);
    assert_ne!(first, last);
    let [first, last] = both(Coloring::Custom(vec![[0.0, 1.0, 0.0]]));
    assert!(first[1] > 150 && first[0] < 60, "green as given");
    assert!(last[0].abs_diff(last[1]) < 16, "grey where the list is too short");
}

#[test]
fn glowing_materials_shine_in_the_shade() {
    let under = |emissive| {
        let mut floor = block(DVec3::new(-2.0, -0.5, -2.0), DVec3::new(2.0, 0.0, 2.0));
        floor.emissive = emissive;
        let (folder, map) = scene(vec![vec![floor]], &[DVec3::ZERO]);
        pixel(&render(&folder, &map, &View { elevation: -90.0, ..above() }), 60, 40)
    };
    assert!(under([0.0, 0.8, 0.0])[1] > under([0.0; 3])[1] + 50);
}

#[test]
fn a_piece_without_a_mesh_is_shown_by_its_boxes() {
    let (folder, map) = scene(vec![vec![]], &[DVec3::ZERO]);
    assert_eq!(drawn(&folder, &map, &above()).faces.len(), 12);
    let shown = drawn(&folder, &map, &View { cut: Cut::Above(0.1), ..above() });
    assert!(shown.high.y < shown.high.x);
}

/// A level square of four metres, and a point in its middle.
fn walked(height: f64, region: u32) -> NavLayer {
    let corners = [[-2.0, -2.0], [-2.0, 2.0], [2.0, 2.0], [2.0, -2.0]];
    let positions = corners.map(|[x, z]| DVec3::new(x, height, z)).to_vec();
    let triangles = [[0, 1, 2], [0, 2, 3]];
    let triangle = |corners| NavTriangle { corners, neighbors: [None; 3], region };
    let mesh = NavMesh { positions, triangles: triangles.map(triangle).to_vec(), lost: 0 };
    NavLayer { mesh, points: vec![Point { position: DVec3::Y * height, region }], ..NavLayer::default() }
}

#[test]
fn a_walkable_surface_is_seen_where_nothing_hides_it() {
    let slab = block(DVec3::new(-6.0, -0.5, -4.0), DVec3::new(6.0, 0.0, 4.0));
    let roof = block(DVec3::new(-6.0, 3.0, -4.0), DVec3::new(6.0, 3.2, 4.0));
    let (folder, map) = scene(vec![vec![slab, roof]], &[DVec3::ZERO]);
    let cut = View { cut: Cut::Above(1.0), ..above() };
    let draw = |view: &View, layer: &NavLayer| render_with(&folder, &map, view, Some(layer));
    let (floor, top) = (walked(0.0, 0), walked(3.2, 1));
    let whole = View { cut: Cut::Off, ..above() };
    assert!(draw(&whole, &floor) == render(&folder, &map, &above()), "the roof hides the floor");
    assert!(draw(&cut, &top) == render(&folder, &map, &cut), "the roof was cut away, and what lies on it");
    let below = View { elevation: -60.0, ..above() };
    assert!(draw(&below, &top) == render(&folder, &map, &below), "it has no underside");

    let seen = draw(&cut, &floor);
    let [[red, _, blue], [_, green, dark]] = [pixel(&seen, 52, 40), pixel(&seen, 60, 40)];
    assert!(blue > red + 60, "the surface is blue: {red} red, {blue} blue");
    assert!(green > dark + 60, "the dot in its middle is green");
    let seen = draw(&above(), &top);
    let [[red, _, blue], [dot, dark, _]] = [pixel(&seen, 52, 40), pixel(&seen, 60, 40)];
    assert!(red > blue + 60 && dot > dark + 100, "both are red where one cannot go");
    // The slab goes on to the left and right of the surface.
    assert_eq!(pixel(&seen, 15, 40), pixel(&render(&folder, &map, &above()), 15, 40));
}

#[test]
fn steps_that_stand_out_of_the_surface_are_covered_too() {
    let slab = block(DVec3::new(-6.0, -0.5, -4.0), DVec3::new(6.0, 0.0, 4.0));
    let step = block(DVec3::new(-2.0, 0.0, -2.0), DVec3::new(2.0, 0.2, 2.0));
    let (folder, map) = scene(vec![vec![slab, step]], &[DVec3::ZERO]);
    let layer = NavLayer { points: vec![], ..walked(0.0, 0) };
    let [red, _, blue] = pixel(&render_with(&folder, &map, &above(), Some(&layer)), 60, 40);
    assert!(blue > red + 60);
}

#[test]
fn far_from_the_origin_the_picture_is_the_same() {
    let picture = |position| {
        let (folder, map) = scene(vec![slab_and_wall()], &[position]);
        render(&folder, &map, &View { width: 120, height: 80, ..View::default() })
    };
    let (here, there) = (picture(DVec3::ZERO), picture(DVec3::new(1e6, -1e6, 1e6)));
    let differ = here.pixels.iter().zip(&there.pixels).filter(|(a, b)| a.abs_diff(**b) > 8).count();
    assert!(differ < here.pixels.len() / 200, "{differ} bytes differ");
}

#[test]
fn nothing_to_draw_is_no_problem() {
    let nothing = Map { seed: 1, stop: Stop::UNFINISHED, ..Map::of(vec![]) };
    let (folder, map) = scene(vec![slab_and_wall()], &[DVec3::ZERO]);
    let empty = render(&folder, &nothing, &above());
    assert_eq!(pixel(&empty, 60, 0), [0xf7, 0xf5, 0xf0]);
    let cut_to_nothing = View { cut: Cut::Above(-5.0), ..above() };
    assert!(render(&folder, &map, &cut_to_nothing) == empty);
    let point = part(vec![DVec3::ONE; 3], vec![[0, 1, 2]]);
    let line = part(vec![DVec3::ZERO, DVec3::X, DVec3::X * 2.0], vec![[0, 1, 2], [0, 0, 1]]);
    let far = part(vec![DVec3::MAX, DVec3::MIN, DVec3::X], vec![[0, 1, 2]]);
    for part in [point, line, far] {
        let (folder, map) = scene(vec![vec![part]], &[DVec3::ZERO]);
        assert!(render(&folder, &map, &above()) == empty);
    }
}

#[test]
fn views_out_of_range_are_clamped() {
    let view = View { width: 0, height: u32::MAX, ..View::default() };
    assert_eq!(size(&view), (16, 8192));
    let (folder, map) = scene(vec![slab_and_wall()], &[DVec3::ZERO]);
    let odd = [(f64::NAN, f64::NAN), (f64::INFINITY, 1e300), (-1e9, -500.0)];
    for (azimuth, elevation) in odd {
        let cut = Cut::Above(f64::NAN);
        let view = View { azimuth, elevation, width: 1, height: 32, cut, ..View::default() };
        assert_eq!(render(&folder, &map, &view).pixels.len(), 16 * 32 * 3);
    }
}

proptest! {
    #[test]
    fn the_whole_map_is_inside_the_frame_and_fills_it(
        azimuth in 0.0..360.0, elevation in -90.0..90.0, width in 16..2000u32, height in 16..2000u32
    ) {
        let (folder, map) = scene(vec![slab_and_wall()], &[DVec3::new(3.0, 4.0, 5.0)]);
        let view = View { azimuth, elevation, width, height, ..View::default() };
        let scene = drawn(&folder, &map, &view);
        let camera = Camera::fit(&scene, &view, size(&view));
        let (width, height) = (f64::from(width), f64::from(height));
        let frame = 0.04 * width.min(height);
        let (mut across, mut along) = (0.0_f64, 0.0_f64);
        for ([x, y], near) in scene.faces.iter().flat_map(|face| face.corners).map(|p| camera.project(p)) {
            prop_assert!(near > 0.0);
            prop_assert!(x >= frame && x <= width - frame && y >= frame && y <= height - frame);
            across = across.max((x - width / 2.0).abs());
            along = along.max((y - height / 2.0).abs());
        }
        let fills = across > width / 2.0 - 1.3 * frame || along > height / 2.0 - 1.3 * frame;
        prop_assert!(fills, "{across} of {width}, {along} of {height}");
    }
}
