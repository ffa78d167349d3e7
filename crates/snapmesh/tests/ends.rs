//! Caps, doors and pieces that were kept, looked at from outside: by what the settings say, not by the code that places them.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

#[expect(dead_code, reason = "settings are all that is used here")]
mod common;

use common::settings as any_settings;
use proptest::prelude::*;
use snapmesh::glam::DVec3;
use snapmesh::selection::STANDARD;
use snapmesh::settings::{EndRule, Free, Kinds, WhenBlocked};
use snapmesh::{
    Connector, ConnectorId, Event, Generator, Kept, Kit, Map, OrientedBox, Piece, PieceId, PlacedId, Port,
    Recipe, Role, Settings, ValidKit, Veto,
};
use std::sync::Arc;

const SIDES: [DVec3; 4] = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z];

fn room(id: &str, doors: &[DVec3]) -> Piece {
    let doors = doors.iter().map(|&side| Connector::new(side, side)).collect();
    Piece::new(id, doors, vec![OrientedBox::aligned(DVec3::splat(-0.95), DVec3::splat(0.95))])
}

/// A piece with one connector at the origin that reaches so far behind it; none is a piece that overlaps nothing.
fn stub(id: &str, depth: Option<f64>) -> Piece {
    let reach =
        |depth| OrientedBox::aligned(DVec3::new(-0.4, -0.4, 0.05), DVec3::new(0.4, 0.4, 0.05 + depth));
    Piece::new(id, vec![Connector::new(DVec3::ZERO, DVec3::NEG_Z)], depth.map(reach).into_iter().collect())
}

/// A cap so broad that two on neighbouring sides of a room are in each other's way.
const BROAD: [DVec3; 2] = [DVec3::new(-2.0, -0.4, 0.05), DVec3::new(2.0, 0.4, 0.95)];

/// The same that reaches far behind, and to one side only.
fn aside(id: &str, x: f64) -> Piece {
    let [low, high] = [DVec3::new(x - 0.4, -0.4, 0.05), DVec3::new(x + 0.4, 0.4, 0.9)];
    Piece { boxes: vec![OrientedBox::aligned(low, high)], ..stub(id, None) }
}

/// Rooms on a grid, a way that turns off it, and pieces that are caps or doors if the settings say so.
fn kit() -> ValidKit {
    let bend = Piece::new(
        "Bend",
        vec![
            Connector::new(DVec3::NEG_X, DVec3::NEG_X),
            Connector::new(DVec3::new(1.0, 0.0, 0.3), DVec3::new(0.6, 0.0, 0.8)),
        ],
        vec![OrientedBox::aligned(DVec3::new(-0.95, -0.9, -0.4), DVec3::new(0.8, 0.9, 0.6))],
    );
    let library = vec![
        room("Hall", &SIDES),
        room("Tee", &SIDES[..3]),
        room("Way", &SIDES[..2]),
        bend,
        stub("Thin", Some(0.1)),
        stub("Thick", Some(1.5)),
        stub("Air", None),
        aside("Left", -0.7),
        aside("Right", 0.7),
        Piece { boxes: vec![OrientedBox::aligned(BROAD[0], BROAD[1])], ..stub("Broad", None) },
    ];
    let mut kit = Kit::new("kit", library);
    kit.pieces.truncate(4);
    kit.validate().unwrap().0
}

fn end(cap: &[&str], door: &[&str], free: Free) -> EndRule {
    let names = |names: &[&str]| Some(names.iter().map(ToString::to_string).collect());
    EndRule { cap: names(cap), door: names(door), free: Some(free), kinds: Kinds::default() }
}

fn settings(ends: EndRule, change: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = Settings { ends: vec![ends], ..Settings::default() };
    settings.growth.when_blocked = WhenBlocked::Undo;
    settings.selection.set("max_pieces", 20).unwrap();
    change(&mut settings);
    settings
}

fn recipe(settings: Settings) -> Arc<Recipe> {
    Arc::new(Recipe::new(kit(), settings).unwrap())
}

fn id(recipe: &Recipe, piece: PieceId) -> &str {
    &recipe.kit().piece(piece).id
}

fn free_ports(map: &Map, kit: &ValidKit) -> usize {
    map.used_connectors(kit).iter().flatten().filter(|used| !**used).count()
}

/// Every two pieces whose boxes are closer than the clearance, though neither is the guide of the other.
fn overlaps(map: &Map, recipe: &Recipe) -> Vec<(usize, usize)> {
    let kit = recipe.kit();
    let joined = |a: usize, b: usize| {
        map.pieces[b].joint.is_some_and(|joint| joint.guide.index() == a)
            || map.pieces[a].joint.is_some_and(|joint| joint.guide.index() == b)
    };
    let pairs = (0..map.pieces.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let close = |&(a, b): &(usize, usize)| {
        let (one, other): (Vec<_>, Vec<_>) =
            (map.pieces[a].boxes(kit).collect(), map.pieces[b].boxes(kit).collect());
        !joined(a, b) && one.iter().any(|one| other.iter().any(|other| one.gap(other) < 0.01 - 1e-9))
    };
    pairs.filter(close).collect()
}

#[test]
fn what_stays_free_is_closed_wherever_a_cap_fits_and_the_tree_is_what_it_was() {
    let capped = recipe(settings(end(&["Thin", "Thick"], &[], Free::May), |_| ()));
    let plain = recipe(settings(end(&[], &[], Free::May), |_| ()));
    let mut seen = [0; 2];
    for seed in 0..60 {
        let (map, open) = (capped.grow(seed), plain.grow(seed));
        assert_eq!(map.grown(), open.grown(), "caps that may be there change nothing that grows");
        assert_eq!(overlaps(&map, &capped), []);
        for cap in map.caps() {
            seen[usize::from(id(&capped, cap.piece) == "Thick")] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 40), "both are drawn: {seen:?}");
}

/// Cells of the space followed from all boxes of a kit, caps included; who was found in the way first followed from the cells,
/// and what `undo` took back from that.
#[test]
fn caps_in_a_kit_do_not_change_where_growth_looks_first() {
    let usual_size = |caps: usize| {
        let library = kit().library()[..4].to_vec();
        let caps = (0..caps).map(|number| stub(&format!("Cap{number}"), Some(40.0)));
        let mut kit = Kit::new("kit", library.into_iter().chain(caps).collect());
        kit.pieces.truncate(4);
        kit.validate().unwrap().0.usual_size()
    };
    assert_eq!(usual_size(9), usual_size(0));
}

#[test]
fn never_is_kept_by_construction_in_every_mode_and_method() {
    for method in STANDARD {
        for blocked in [WhenBlocked::Stop, WhenBlocked::Skip, WhenBlocked::Undo] {
            let recipe = recipe(settings(end(&["Thick", "Thin"], &[], Free::Never), |settings| {
                settings.selection.method = method;
                settings.growth.when_blocked = blocked;
            }));
            for seed in 0..25 {
                let map = recipe.grow(seed);
                assert_eq!(free_ports(&map, recipe.kit()), 0, "{} {blocked:?} {seed}", method.name);
                assert_eq!(overlaps(&map, &recipe), [], "{} {blocked:?} {seed}", method.name);
                let promise = map.promises.last().unwrap();
                assert_eq!((&*promise.promise, promise.kept), ("free connectors of * *: 0", true));
            }
        }
    }
}

#[test]
fn connectors_that_meet_where_none_may_stay_free_are_linked() {
    let recipe = recipe(settings(end(&["Thin"], &[], Free::Never), |_| ()));
    let links: usize = (0..40).map(|seed| recipe.grow(seed).links.len()).sum();
    assert!(links > 10, "{links} links on a grid");
    for seed in 0..40 {
        let map = recipe.grow(seed);
        for link in &map.links {
            let [from, to] = link.sides().map(|Port { placed, connector }| {
                let placed = map.placed(placed);
                let connector = recipe.kit().connector(placed.piece, connector);
                (placed.pose.point(connector.position), placed.pose.direction(connector.heading))
            });
            assert!(from.0.distance(to.0) < 0.0052 && from.1.dot(to.1) < -0.9999, "{link:?}");
            assert!(link.from.placed != link.to.placed && link.gap <= 0.005 && link.turn <= 0.25);
        }
    }
}

#[test]
fn a_piece_that_would_take_the_last_room_for_a_cap_is_refused_and_the_reason_is_told() {
    let recipe = recipe(settings(end(&["Thick"], &[], Free::Never), |_| ()));
    let mut lines = Vec::new();
    let mut vetoes = 0;
    for seed in 0..10 {
        let mut story = snapmesh::Story::new(recipe.kit());
        let watch = |event: &Event| {
            let no_room = matches!(event, Event::Vetoed { veto: Veto::NoRoomForCap { .. }, .. });
            vetoes += usize::from(no_room);
            lines.extend(story.tell(event).filter(|_| no_room));
        };
        assert_eq!(
            Generator::watched(&recipe, seed, watch).run(),
            recipe.grow(seed),
            "watching changes nothing"
        );
    }
    assert!(vetoes > 20 && lines.len() == vetoes);
    assert!(lines.iter().any(|line| line.contains("would take the last room for a cap at connector")));
    assert!(lines.iter().any(|line| line.contains("without room for a cap")), "{}", lines[0]);
}

#[test]
fn room_is_kept_for_the_smallest_and_moved_to_another_before_a_piece_is_refused() {
    let refused = |caps: &[&str]| -> usize {
        let recipe = recipe(settings(end(caps, &[], Free::Never), |settings| {
            settings.growth.when_blocked = WhenBlocked::Skip;
        }));
        let mut vetoes = 0;
        for seed in 0..60 {
            let watch = |event: &Event| {
                let veto = matches!(event, Event::Vetoed { veto: Veto::NoRoomForCap { .. }, .. });
                vetoes += usize::from(veto);
            };
            Generator::watched(&recipe, seed, watch).run();
        }
        vetoes
    };
    assert_eq!(refused(&["Thick", "Thin"]), refused(&["Thin"]), "the large one asks for no room");
    assert!(refused(&["Thick"]) > 2 * refused(&["Thin"]));
    let [left, both] = [refused(&["Left"]), refused(&["Left", "Right"])];
    assert!(both < left, "{both} refusals where there are two ways to close, {left} where there is one");
}

#[test]
fn a_cap_that_overlaps_nothing_always_fits() {
    let recipe = recipe(settings(end(&["Air"], &[], Free::May), |_| ()));
    let kinds = snapmesh::ends::kinds_on_map(recipe.kit());
    assert!(kinds.iter().all(|&kind| recipe.ends().always_close(recipe.kit(), recipe.settings(), kind)));
    assert!((0..40).all(|seed| free_ports(&recipe.grow(seed), recipe.kit()) == 0));
}

/// The piece that was refused was named as the one in its own way, and `undo` looked for it on the map.
#[test]
fn caps_of_one_piece_that_are_in_each_others_way_are_nobody_elses_fault() {
    for method in STANDARD {
        let recipe = recipe(settings(end(&["Broad"], &[], Free::Never), |settings| {
            settings.selection.method = method;
            settings.growth.budget = Some(3000);
        }));
        for seed in 0..15 {
            assert_eq!(overlaps(&recipe.grow(seed), &recipe), [], "{} {seed}", method.name);
        }
    }
}

/// That was called impossible, though something may be joined where no cap fits.
#[test]
fn a_start_without_room_for_its_caps_is_told_by_the_promise() {
    let tight = |pieces: i64| {
        recipe(settings(end(&["Thin"], &[], Free::Never), |settings| {
            settings.selection.set("max_pieces", pieces).unwrap();
            let half = DVec3::new(1.0, 1.0, 1.0);
            settings.growth.inside = Some(snapmesh::Bounds { min: -half, max: half });
            settings.growth.when_blocked = WhenBlocked::Stop;
        }))
    };
    let map = tight(1).grow(1);
    let promise = map.promises.last().unwrap();
    assert_eq!((promise.kept, promise.value), (false, free_ports(&map, &kit())));
    assert!(promise.value > 1);
}

#[test]
fn every_joint_and_link_has_one_door_and_caps_have_none() {
    let recipe = recipe(settings(end(&["Thin"], &["Air", "Thick"], Free::Never), |_| ()));
    for seed in 0..30 {
        let map = recipe.grow(seed);
        let grown = map.grown();
        let mut doorways: Vec<Port> =
            grown.iter().filter_map(|it| it.joint).map(|it| it.guide_port()).collect();
        doorways.extend(map.links.iter().map(|link| link.from));
        let mut hung: Vec<Port> = map.doors.iter().map(|door| door.at).collect();
        doorways.sort();
        hung.sort();
        assert_eq!(hung, doorways);
        for door in &map.doors {
            let guide = map.placed(door.at.placed);
            let at = guide.pose.point(recipe.kit().connector(guide.piece, door.at.connector).position);
            let ours = door.pose.point(recipe.kit().connector(door.piece, ConnectorId::default()).position);
            assert!(at.distance(ours) < 0.0002);
        }
    }
}

#[test]
fn rules_do_not_hold_for_caps_and_volumes_do() {
    let mut ends = settings(end(&["Thin"], &[], Free::Never), |settings| {
        let rule = snapmesh::settings::PieceRule {
            height: Some(snapmesh::settings::Span { least: 5.0, most: 9.0 }),
            count: Some(snapmesh::settings::Span { least: 0, most: 0 }),
            ..snapmesh::settings::PieceRule::new("Thin")
        };
        settings.rules.push(rule);
        settings.growth.inside = Some(snapmesh::Bounds { min: DVec3::splat(-9.0), max: DVec3::splat(9.0) });
    });
    ends.selection.set("max_pieces", 12).unwrap();
    let recipe = recipe(ends);
    for seed in 0..20 {
        let map = recipe.grow(seed);
        assert!(!map.caps().is_empty() && free_ports(&map, recipe.kit()) == 0);
        let bounds = map.pieces.iter().flat_map(|it| it.boxes(recipe.kit())).map(|shape| shape.bounds());
        assert!(bounds.into_iter().all(|it| it.min.min_element() >= -9.0 && it.max.max_element() <= 9.0));
    }
}

#[test]
fn caps_are_no_pieces_for_the_shape_of_a_map() {
    let open = recipe(settings(end(&[], &[], Free::May), |_| ())).grow(5);
    let capped = recipe(settings(end(&["Air"], &["Air"], Free::May), |_| ())).grow(5);
    let kit = kit();
    let [open, capped] = [open, capped].map(|map| snapmesh::Shape::new(&map, &kit));
    assert!(open.free_connectors > 0);
    assert_eq!(capped, snapmesh::Shape { free_connectors: 0, ..open });
}

#[test]
fn a_map_that_is_kept_whole_is_the_map() {
    for free in [Free::May, Free::Never] {
        let recipe = recipe(settings(end(&["Thin", "Thick"], &["Air"], free), |_| ()));
        for seed in 0..20 {
            let map = recipe.grow(seed);
            let kept = Kept::new(&map, (0..map.pieces.len()).map(PlacedId::new)).unwrap();
            let again = recipe.grow_on(&kept, seed);
            assert_eq!(again, Map { kept: map.grown().len(), ..map.clone() }, "{free:?} {seed}");
        }
    }
}

#[test]
fn a_branch_is_grown_anew_and_all_else_stays() {
    for method in STANDARD {
        let recipe = recipe(settings(end(&["Thin"], &[], Free::Never), |settings| {
            settings.selection.method = method;
        }));
        for seed in 0..8 {
            let map = recipe.grow(seed);
            let branch = PlacedId::new(map.grown().len() / 2);
            let kept = Kept::without(&map, branch).unwrap();
            let again = recipe.grow_on(&kept, seed + 100);
            assert_eq!(again, recipe.grow_on(&kept, seed + 100), "the same seed gives the same map");
            assert_eq!(again.kept, kept.pieces().len());
            let places = |pieces: &[snapmesh::Placed]| -> Vec<_> {
                pieces.iter().map(|it| (it.piece, it.pose.position)).collect()
            };
            assert_eq!(places(&again.pieces[..again.kept]), places(kept.pieces()));
            assert_eq!(overlaps(&again, &recipe), [], "{} {seed}", method.name);
        }
    }
}

#[test]
fn growing_on_takes_no_kept_piece_back_and_can_be_told() {
    let recipe = recipe(settings(end(&[], &[], Free::May), |settings| {
        settings.selection.method = &snapmesh::selection::CORRIDOR;
        settings.selection.set("max_pieces", 40).unwrap();
    }));
    let map = recipe.grow(3);
    let kept = Kept::new(&map, (0..15).map(PlacedId::new)).unwrap();
    let mut lowest = usize::MAX;
    let mut told = Vec::new();
    let mut story = snapmesh::Story::new(recipe.kit());
    let watch = |event: &Event| {
        if let Event::TakenBack { left, .. } | Event::Afresh { left, .. } = event {
            lowest = lowest.min(*left);
        }
        told.extend(story.tell(event));
    };
    let again = Generator::watched(&recipe, 8, watch).from_kept(&kept).run();
    assert!(lowest >= 15);
    assert_eq!(again.grown().len(), 40);
    assert_eq!(told.iter().filter(|line| line.starts_with("Kept: ")).count(), 15);
    assert!(again.grown().iter().skip(1).all(|it| it.joint.is_some()));
}

#[test]
fn what_kept_pieces_break_is_told_and_they_stay() {
    let free = recipe(settings(end(&[], &[], Free::May), |_| ()));
    let map = free.grow(2);
    let kept = Kept::new(&map, (0..10).map(PlacedId::new)).unwrap();
    assert_eq!(free.broken_by(&kept), []);
    let strict = recipe(settings(end(&[], &[], Free::May), |settings| {
        settings.generation.clearance = 1.9;
        settings.generation.piece_distance = 0.01;
        let count = Some(snapmesh::settings::Span { least: 0, most: 0 });
        let piece = kit().piece(map.pieces[1].piece).id.clone();
        settings
            .rules
            .push(snapmesh::settings::PieceRule { count, ..snapmesh::settings::PieceRule::new(&piece) });
    }));
    let broken = strict.broken_by(&kept);
    for reason in ["piece_distance", "closer than the clearance", "there may be 0 of"] {
        assert!(broken.iter().any(|broken| broken.because.contains(reason)), "{reason}: {broken:?}");
    }
    assert_eq!(strict.grow_on(&kept, 1).kept, 10);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the settings: nothing that may not stay free does, except on pieces that had no room from the beginning.
    #[test]
    fn promises_about_ends_are_true(
        settings in any_settings(),
        never in any::<bool>(),
        caps in prop_oneof![Just(vec!["Thin"]), Just(vec!["Thick", "Thin"]), Just(vec!["Air"])],
    ) {
        let free = if never { Free::Never } else { Free::May };
        let settings = Settings { ends: vec![end(&caps, &["Air"], free)], ..settings };
        let Ok(recipe) = Recipe::new(kit(), settings) else { return Ok(()) };
        let recipe = Arc::new(recipe);
        let map = recipe.grow(recipe.settings().generation.seed);
        let open = free_ports(&map, recipe.kit());
        let promise = map.promises.iter().find(|promise| promise.name() == "free connectors of * *");
        prop_assert_eq!(promise.map(|promise| promise.value), never.then_some(open));
        prop_assert!(map.caps().iter().all(|cap| cap.role == Role::Cap && cap.joint.is_some()));
        // Rules of connection that no cap can meet leave room for none, and then all must be joined.
        let closes = |piece: &snapmesh::Placed| recipe.kit().kinds_of(piece.piece).iter().all(|&kind| {
            recipe.ends().of(kind).is_some_and(|ends| !ends.caps.is_empty())
        });
        if never && map.grown().iter().all(closes) {
            prop_assert_eq!(open, 0);
        }
    }
}
