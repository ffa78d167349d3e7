//! Loops of kits that chance makes: whatever the angles, colors and settings, nothing panics and every link is real.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::loop_check::Check;
use proptest::prelude::*;
use snapmesh::glam::DVec3;
use snapmesh::selection::STANDARD;
use snapmesh::settings::{EndRule, Free, Kinds, PieceRule, Span, WhenBlocked};
use snapmesh::{
    Connector, Event, Generator, Kit, Map, OrientedBox, Piece, Recipe, Role, Settings, Stop, Turn, ValidKit,
};
use std::sync::Arc;

const COLORS: [&str; 3] = ["white", "red", "blue"];

/// Degrees: mostly such as close into rings, some that never do.
fn degrees() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => prop::sample::select(vec![0.0, 90.0, 180.0, 270.0]),
        2 => prop::sample::select(vec![45.0, 60.0, 72.0, 120.0, 135.0, 240.0, 300.0]),
        1 => prop::sample::select(vec![33.0, 0.2, 179.9, 101.3]),
    ]
}

/// Out of a box of this half size: level, tilted, or straight up or down with an up axis.
fn connector(half: f64) -> impl Strategy<Value = Connector> {
    let slope = prop_oneof![8 => Just(0), 1 => Just(1), 1 => Just(2)];
    (degrees(), slope, prop::bool::ANY, 0usize..9, 1u32..3, -1i32..2).prop_map(
        move |(degrees, slope, up, color, pins, floor)| {
            let level = Turn::of_degrees(degrees).apply(DVec3::NEG_Z);
            let sign = if up { 1.0 } else { -1.0 };
            let heading = match slope {
                0 => level,
                1 => level * 0.8 + DVec3::Y * 0.6 * sign,
                _ => DVec3::Y * sign,
            };
            let at = if slope == 2 { heading * 0.5 } else { level * half };
            let floor = if slope == 0 && floor == 1 { 0.25 } else { 0.0 };
            let mut connector = Connector::new(at + DVec3::Y * floor, heading)
                .with(if pins == 2 && color > 5 { 2 } else { 1 }, COLORS[color.saturating_sub(6)]);
            if slope == 2 {
                connector.up = level;
            }
            connector
        },
    )
}

fn piece() -> impl Strategy<Value = (Vec<Connector>, Vec<OrientedBox>)> {
    prop_oneof![5 => Just(1.0), 2 => Just(2.0), 1 => Just(1.37)].prop_flat_map(|half| {
        let shape = (0.5..0.98f64, degrees()).prop_map(move |(part, degrees)| {
            let reach = DVec3::new(half * 0.69 * part, 0.45, half * 0.69 * part);
            let turn = Turn::of_degrees(degrees);
            OrientedBox::aligned(-reach, reach).placed(&snapmesh::Pose { position: DVec3::ZERO, turn })
        });
        (prop::collection::vec(connector(half), 1..5), prop::collection::vec(shape, 0..2))
    })
}

/// Pieces that chance makes, with a bend and a crossing that close rings, and two caps at the end of the library.
fn kit() -> impl Strategy<Value = Arc<ValidKit>> {
    (prop::collection::vec(piece(), 1..4), prop::bool::ANY)
        .prop_map(|(pieces, ring)| {
            let named =
                |(i, (connectors, boxes)): (usize, _)| Piece::new(&format!("P{i}"), connectors, boxes);
            let mut library: Vec<Piece> = pieces.into_iter().enumerate().map(named).collect();
            if ring {
                let sides = [DVec3::X, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Z];
                let room = |id: &str, doors: usize| {
                    let doors = sides[..doors].iter().map(|&side| Connector::new(side, side)).collect();
                    let reach = DVec3::new(0.9, 0.4, 0.9);
                    Piece::new(id, doors, vec![OrientedBox::aligned(-reach, reach)])
                };
                library.extend([room("Bend", 2), room("Cross", 4)]);
            }
            let drawn = library.len();
            let cap = |id: &str, color: &str| {
                let plug = OrientedBox::aligned(DVec3::new(-0.2, -0.2, 0.02), DVec3::new(0.2, 0.2, 0.06));
                let door = Connector::new(DVec3::ZERO, DVec3::NEG_Z).with(1, color);
                Piece::new(id, vec![door], vec![plug])
            };
            library.extend([cap("Plug", "white"), cap("RedPlug", "red")]);
            let mut kit = Kit::new("random", library);
            kit.pieces.truncate(drawn);
            kit.validate().ok().map(|(kit, _)| Arc::new(kit))
        })
        .prop_filter_map("no two connectors in one place", |kit| kit)
}

fn rules() -> impl Strategy<Value = Vec<PieceRule>> {
    let selector = prop::sample::select(vec!["P0", "P*", "Bend", "Cross", "?1"]);
    let rule = (selector, 0..5i64, 1..5i64).prop_map(|(selector, kind, number)| {
        let mut rule = PieceRule::new(selector);
        match kind {
            0 => rule.run = Some(number),
            1 => rule.apart = Some(number),
            2 => rule.count = Some(Span { least: 0, most: 2 * number }),
            3 => rule.depth = Some(Span { least: 0, most: 2 * number }),
            _ => rule.height = Some(Span { least: -0.4 * number as f64, most: 0.4 * number as f64 }),
        }
        rule
    });
    prop_oneof![2 => Just(vec![]), 1 => prop::collection::vec(rule, 1..3)].prop_map(|mut rules| {
        rules.dedup_by(|a, b| a.selector == b.selector);
        rules
    })
}

fn ends() -> impl Strategy<Value = Vec<EndRule>> {
    prop_oneof![3 => Just(None), 1 => Just(Some(Free::May)), 1 => Just(Some(Free::Never))].prop_map(|free| {
        let end = |free| EndRule {
            cap: Some(vec!["Plug".into()]),
            free: Some(free),
            ..EndRule::new(Kinds { pins: Some(1), color: Some("white".into()) })
        };
        free.map(end).into_iter().collect()
    })
}

/// Rows that differ from columns: one-way rules.
fn matrix() -> impl Strategy<Value = Vec<(usize, Vec<usize>)>> {
    prop::collection::vec((0usize..3, prop::collection::vec(0usize..3, 0..3)), 0..3)
}

fn settings() -> impl Strategy<Value = Settings> {
    let loops = (0..3i64, 0..3i64, 1..7i64, prop::sample::select(vec![0.0, 0.005, 0.005, 0.05, 0.3]));
    let generation = (
        any::<i64>(),
        prop::sample::select(vec![0.0, 0.0001, 0.0001, 0.02]),
        prop::bool::weighted(0.9),
        prop::sample::select(vec![0.0, 0.01]),
    );
    let selection = (0..STANDARD.len(), 1i64..20, 0i64..5, 1i64..5);
    (loops, generation, selection, 0usize..3, (rules(), ends(), matrix())).prop_map(
        |(loops, generation, selection, blocked, (rules, ends, matrix))| {
            let mut settings = Settings { rules, ends, ..Settings::default() };
            settings.growth.when_blocked = [WhenBlocked::Stop, WhenBlocked::Skip, WhenBlocked::Undo][blocked];
            settings.growth.budget = Some(3000);
            let (least, more, length, gap) = loops;
            settings.growth.loops = Span { least, most: least + more };
            settings.growth.loop_length = length;
            settings.growth.loop_gap = gap;
            let (seed, distance, check, clearance) = generation;
            settings.generation.seed = seed;
            settings.generation.piece_distance = distance;
            settings.generation.check_overlaps = check;
            settings.generation.clearance = clearance;
            let row = |(guide, row): (usize, Vec<usize>)| {
                (COLORS[guide].into(), row.into_iter().map(|color| COLORS[color].into()).collect())
            };
            settings.connection.color_matrix.rows = matrix.into_iter().map(row).collect();
            let (method, pieces, length, count) = selection;
            settings.selection.method = STANDARD[method];
            for (name, value) in [
                ("max_pieces", pieces),
                ("arm_length", length),
                ("branch_count", count),
                ("branch_length", length),
            ] {
                settings.selection.set(name, value).unwrap();
            }
            settings
        },
    )
}

/// What is not as the map says of its size.
fn sizes(settings: &Settings, map: &Map) -> Vec<String> {
    if !["arena", "corridor"].contains(&settings.selection.method.name) {
        return vec![];
    }
    let most = settings.selection.params().integer("max_pieces") as usize;
    let size = map.asked_for().len();
    let kept =
        map.promises.iter().find(|promise| promise.name() == "size").is_some_and(|promise| promise.kept);
    let wrong = size > most || (kept && size != most);
    wrong.then(|| format!("{size} pieces of {most}: {:?}", map.promises)).into_iter().collect()
}

fn cases() -> u32 {
    std::env::var("SNAPMESH_LOOP_CASES").map_or(300, |text| text.parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases()) })]

    #[test]
    fn loops_of_any_kit_are_real_or_said_to_be_missing(kit in kit(), settings in settings()) {
        // Settings that cannot hold are said to be so, and there is no map.
        if let Ok(recipe) = Recipe::new(kit.clone(), settings.clone()) {
            let recipe = Arc::new(recipe.with_largest_map(400, 4000));
            let seed = settings.generation.seed;
            let map = recipe.grow(seed);
            let mut problems = Check { kit: &kit, settings: &settings, map: &map }.problems();
            problems.extend(sizes(&settings, &map));
            prop_assert!(problems.is_empty(), "{:#?}\n{:?}\n{:#?}", problems, map.promises, map.links);
            let mut told = 0;
            let watch = |event: &Event| told += usize::from(matches!(event, Event::Linked { .. }));
            prop_assert_eq!(&map, &Generator::watched(&recipe, seed, watch).run());
            prop_assert!(told >= map.links.len(), "every link is told");
            let all_kept = map.promises.iter().all(|promise| promise.kept);
            prop_assert!(!all_kept || map.stop != Stop::BUDGET, "{:?} {}", map.promises, map.stop);
        }
    }
}

/// That the property is about something: chance comes to links, to chains, and to maps that fall short.
#[test]
fn chance_comes_to_loops_of_every_sort() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let (mut refused, mut links, mut chains, mut short, mut gaps, mut shafts) = (0, 0, 0, 0, 0, 0);
    for _ in 0..300 {
        let (kit, settings) = (kit(), settings()).new_tree(&mut runner).unwrap().current();
        let Ok(recipe) = Recipe::new(kit.clone(), settings.clone()) else {
            refused += 1;
            continue;
        };
        let map = Arc::new(recipe.with_largest_map(400, 4000)).grow(settings.generation.seed);
        links += map.links.len();
        chains += map.pieces.iter().filter(|placed| placed.role == Role::Loop).count();
        short += usize::from(map.promises.iter().any(|promise| promise.name() == "loops" && !promise.kept));
        gaps += map.links.iter().filter(|link| link.gap > 1e-3).count();
        let steep =
            |port: snapmesh::Port| kit.connector(map.placed(port.placed).piece, port.connector).heading.y;
        shafts += map.links.iter().filter(|link| steep(link.from).abs() > 0.5).count();
    }
    println!(
        "{refused} refused, {links} links, {gaps} of them with a gap, {shafts} up or down, {chains} pieces in chains, {short} maps \
         with too few"
    );
    assert!(links > 100 && chains > 40 && short > 10 && gaps > 5 && refused < 150);
}

/// A chain whose piece meets another connector where the chain was to go on: with connectors that may not stay free the two
/// are linked at once, and the next piece of the chain was joined to a connector that was no longer free.
#[test]
fn a_chain_does_not_go_on_from_a_connector_that_met_another() {
    let sides = [DVec3::X, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Z];
    let room = |id: &str, doors: usize| {
        let doors = sides[..doors].iter().map(|&side| Connector::new(side, side)).collect();
        Piece::new(id, doors, vec![OrientedBox::aligned(DVec3::splat(-0.9), DVec3::splat(0.9))])
    };
    let plug = Piece::new("Plug", vec![Connector::new(DVec3::ZERO, DVec3::NEG_Z)], vec![]);
    let mut kit = Kit::new("kit", vec![room("Bend", 2), room("Cross", 4), plug]);
    kit.pieces.truncate(2);
    let kit = Arc::new(kit.validate().unwrap().0);
    let end = EndRule { cap: Some(vec!["Plug".into()]), free: Some(Free::Never), ..EndRule::default() };
    let mut settings = Settings { ends: vec![end], ..Settings::default() };
    settings.growth.when_blocked = WhenBlocked::Skip;
    settings.growth.loops = Span { least: 6, most: 6 };
    settings.generation.check_overlaps = false;
    settings.selection.set("max_pieces", 8).unwrap();
    let recipe = Arc::new(Recipe::new(kit.clone(), settings.clone()).unwrap());
    for seed in 0..200 {
        let map = recipe.grow(seed);
        let problems = Check { kit: &kit, settings: &settings, map: &map }.problems();
        assert!(problems.is_empty(), "{seed}: {problems:#?}");
    }
}
