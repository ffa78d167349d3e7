//! Loops can be walked: a path over the mesh goes through the doorway of every link.

mod common;

use common::loop_check::{Check, Place};
use common::{kits, open};
use snapmesh::glam::DVec3;
use snapmesh::{ConnectorId, Joint, Map, Placed, Port, Pose, Role, Turn};
use snapmesh_io::OpenKit;
use snapmesh_nav::{Budget, NavMesh, Path, Paths, Sample, Surface, validate};

/// Metres behind a doorway where floor is looked for.
const BEHIND: f64 = 1.0;
/// Metres to either side of its middle within which a path goes through a doorway.
const ASIDE: f64 = 1.0;

/// Maps of each kit; `SNAPMESH_LOOP_WALKS` asks for more than a quick test walks on.
fn maps() -> i64 {
    let said = std::env::var("SNAPMESH_LOOP_WALKS").ok();
    said.map_or(10, |text| text.parse().expect("SNAPMESH_LOOP_WALKS is a number"))
}

/// What became of doorways.
#[derive(Debug, Default)]
struct Tally {
    crossed: usize,
    /// Ladders: nobody walks up there.
    vertical: usize,
    /// No floor on one side.
    bare: usize,
    /// A path, but not through the doorway.
    around: Vec<String>,
    /// No path at all.
    apart: Vec<String>,
}

/// Floor of a piece just behind one of its doorways: where it is nearest to a point in the middle of it.
fn floor(surface: &Surface, placed: usize, door: &Place) -> Option<DVec3> {
    let (at, heading) = (DVec3::from(door.at), DVec3::from(door.heading).with_y(0.0).normalize());
    let wanted = at - heading * (0.6 * BEHIND);
    let floors = surface.spans().filter(|(_, span)| span.piece as usize == placed);
    let points = floors.map(|(tile, span)| surface.point_in(tile, span, 0.5, 0.5));
    let near = points.filter(|point| {
        let off = *point - at;
        let (behind, aside) = (-off.dot(heading), off.with_y(0.0).reject_from(heading).length());
        (0.0..=BEHIND).contains(&behind) && aside <= 0.8 * ASIDE && off.y.abs() <= 1.5
    });
    near.min_by(|a, b| a.distance(wanted).total_cmp(&b.distance(wanted)))
}

/// How far from the middle of a doorway a path goes out through its plane, seen from above; none if it does not.
fn aside(path: &Path, door: &Place) -> Option<f64> {
    let (at, heading) = (DVec3::from(door.at), DVec3::from(door.heading).with_y(0.0).normalize());
    let out = path.points.windows(2).filter_map(|leg| {
        let (before, after) = ((leg[0] - at).dot(heading), (leg[1] - at).dot(heading));
        let there = leg[0] + (leg[1] - leg[0]) * (before / (before - after));
        (before <= 0.0 && after > 0.0).then(|| (there - at).with_y(0.0).length())
    });
    out.reduce(f64::min)
}

/// Whether one can walk from one connector's piece into the other's, through both.
fn walk(check: &Check<'_>, surface: &Surface, paths: &Paths<'_>, [from, to]: [Port; 2], tally: &mut Tally) {
    let (here, there) = (check.place(from), check.place(to));
    if here.heading[1].abs() > 0.9 {
        tally.vertical += 1;
        return;
    }
    let ends = [(from, here), (to, there)].map(|(port, place)| floor(surface, port.placed.index(), &place));
    let [Some(start), Some(end)] = ends else {
        tally.bare += 1;
        return;
    };
    let name = |port: Port| {
        let piece = check.kit.piece(check.map.placed(port.placed).piece);
        format!("p{} {} connector {}", port.placed, piece.id, port.connector)
    };
    let what = format!("{} to {}, {start} to {end}", name(from), name(to));
    let Some(path) = paths.path(start, end) else {
        tally.apart.push(what);
        return;
    };
    let straight = start.distance(end);
    let aside = aside(&path, &here);
    if path.length() <= 1.5 * straight + 0.3 && aside.is_some_and(|aside| aside <= ASIDE) {
        tally.crossed += 1;
    } else {
        tally.around.push(format!("{what}: {:.2} m for {straight:.2} m, {aside:?} m aside", path.length()));
    }
}

fn looping(kit: &str) -> OpenKit {
    let set = [
        "growth.when_blocked=undo",
        "growth.loops=[1, 3]",
        "selection.method=arena",
        "selection.max_pieces=25",
    ];
    open(&kits().join(kit), None, &set)
}

fn walk_on(open: &OpenKit, map: &Map, links: &mut Tally, joints: &mut Tally) {
    let settings = &open.settings.navigation;
    let terrain = open.kit.terrain(settings).expect("cells of a sensible size");
    let surface = validate(&terrain, map, Sample::from(settings), &Budget::default())
        .expect("within the budget")
        .surface;
    let mesh = NavMesh::new(&surface);
    let paths = Paths::new(&mesh);
    let check = Check { kit: open.kit.kit(), settings: &open.settings, map };
    for link in &map.links {
        walk(&check, &surface, &paths, link.sides(), links);
    }
    for (placed, joint) in map.joints().filter(|(placed, _)| placed.index() < map.grown().len()) {
        let sides = [joint.guide_port(), Port { placed, connector: joint.connector }];
        walk(&check, &surface, &paths, sides, joints);
    }
}

/// Joints of the tree are walked the same way, to say what a doorway of the kit is like.
#[test]
fn a_path_goes_through_every_link_that_is_no_ladder() {
    let mut all = 0;
    for kit in ["starter", "benchmark", "dungeon", "artistic"] {
        let open = looping(kit);
        let recipe = open.recipe().expect("the settings can hold");
        let (mut links, mut joints) = (Tally::default(), Tally::default());
        for seed in 0..maps() {
            walk_on(&open, &recipe.grow(seed), &mut links, &mut joints);
        }
        println!(
            "{kit}: links {links:#?}; joints: {} crossed, {} vertical, {} bare, {} around, {} apart {:?}",
            joints.crossed,
            joints.vertical,
            joints.bare,
            joints.around.len(),
            joints.apart.len(),
            joints.around.iter().chain(&joints.apart).take(3).collect::<Vec<_>>(),
        );
        // A doorway without floor may be one that is shut.
        assert!(links.bare == 0 && links.around.is_empty() && links.apart.is_empty(), "{kit}: {links:#?}");
        all += links.crossed;
    }
    assert!(all as i64 >= 4 * maps(), "of all links, {all} were crossed");
}

/// The walk can fail: the same maps with a wall in the doorway of every link.
#[test]
fn a_link_that_is_walled_up_is_not_walked_through() {
    for (kit, cap) in [("starter", "BrokenWall"), ("dungeon", "EndDoor")] {
        let open = looping(kit);
        let recipe = open.recipe().expect("the settings can hold");
        let (mut links, mut joints) = (Tally::default(), Tally::default());
        for seed in 0..3 {
            let mut map = recipe.grow(seed);
            let kit = open.kit.kit();
            // Caps of other kinds have other widths.
            map.links.retain(|link| {
                let door = kit.connector(map.pieces[link.from.placed.index()].piece, link.from.connector);
                (door.pins, &*door.color, door.heading.y) == (2, "white", 0.0)
            });
            let doors: Vec<_> = map.links.iter().map(|link| link.from).collect();
            for port in doors {
                let wall = walled_up(&open, &map, port, cap);
                map.pieces.push(wall);
            }
            walk_on(&open, &map, &mut links, &mut joints);
        }
        let shut = links.bare + links.around.len() + links.apart.len();
        assert!(shut >= 2 && links.crossed == 0, "{kit}: {links:#?}");
    }
}

/// A cap in a doorway that leads on.
fn walled_up(open: &OpenKit, map: &Map, port: Port, cap: &str) -> Placed {
    let kit = open.kit.kit();
    let piece = kit.named(cap).expect("the kit has this cap");
    let place =
        Place::new(map.placed(port.placed), kit.connector(map.placed(port.placed).piece, port.connector));
    let own = &kit.piece(piece).connectors[0];
    let turn = Turn::between(own.heading, -DVec3::from(place.heading)).expect("the doorway is level");
    let pose = Pose { position: DVec3::from(place.at) - turn.apply(own.position), turn };
    let joint = Joint { guide: port.placed, guide_connector: port.connector, connector: ConnectorId::new(0) };
    Placed { role: Role::Cap, piece, pose, joint: Some(joint) }
}
