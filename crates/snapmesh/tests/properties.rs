//! What must hold for every map, whatever the kit, the settings and the seed.
//!
//! The rules are written down here a second time, from the paper and the contract, and not taken from the code
//! under test.

use proptest::prelude::*;
use snapmesh::glam::DVec3;
use snapmesh::reach::Reach;
use snapmesh::selection::{STANDARD, StartPreference};
use snapmesh::settings::MatchingRules;
use snapmesh::{
    Connector, Event, Generator, Kit, Map, OrientedBox, Piece, PieceId, Pose, Recipe, RngKind, Settings,
    Shape, Step, Stop, Turn, ValidKit, Veto,
};
use std::collections::BTreeSet;
use std::sync::Arc;

const COLORS: [&str; 3] = ["white", "red", "blue"];

fn level() -> impl Strategy<Value = DVec3> {
    (-1.0..1.0f64, -1.0..1.0f64)
        .prop_filter("long enough", |(x, z)| x * x + z * z > 0.01)
        .prop_map(|(x, z)| DVec3::new(x, 0.0, z).normalize())
}

/// Mostly level, sometimes tilted by a fixed amount, sometimes straight up or down.
fn heading() -> impl Strategy<Value = DVec3> {
    prop_oneof![
        6 => level(),
        1 => (level(), prop::bool::ANY).prop_map(|(v, up)| v * 0.8 + DVec3::Y * if up { 0.6 } else { -0.6 }),
        1 => prop::bool::ANY.prop_map(|up| if up { DVec3::Y } else { DVec3::NEG_Y }),
    ]
}

fn connector() -> impl Strategy<Value = Connector> {
    (heading(), level(), 2.0..4.0f64, -1.0..1.0f64, 1u32..4, 0usize..3).prop_map(
        |(heading, up, reach, y, pins, color)| {
            let mut connector =
                Connector::new(heading * reach + DVec3::Y * y, heading).with(pins, COLORS[color]);
            if heading.y.abs() == 1.0 {
                connector.up = up;
            }
            connector
        },
    )
}

fn shape() -> impl Strategy<Value = OrientedBox> {
    let size = 0.2..1.6f64;
    (level(), size.clone(), 0.2..0.8f64, size, -0.5..0.5f64).prop_map(|(along, x, y, z, up)| {
        let turn = Turn::between(DVec3::X, along).expect("the direction is level");
        let shape = OrientedBox::aligned(DVec3::new(-x, -y, -z), DVec3::new(x, y, z));
        shape.placed(&Pose { position: DVec3::Y * up, turn })
    })
}

fn kit() -> impl Strategy<Value = Arc<ValidKit>> {
    let piece = (prop::collection::vec(connector(), 1..6), prop::collection::vec(shape(), 0..3));
    (prop::collection::vec(piece, 1..6), prop::option::of(prop::collection::vec(0usize..5, 1..3)))
        .prop_map(|(pieces, starters)| {
            let count = pieces.len();
            let named =
                |(i, (connectors, boxes)): (usize, _)| Piece::new(&format!("P{i}"), connectors, boxes);
            let mut kit = Kit::new("random", pieces.into_iter().enumerate().map(named).collect());
            kit.starters = starters.map(|list| list.into_iter().map(|i| PieceId::new(i % count)).collect());
            kit.validate().ok().map(|(kit, _)| Arc::new(kit))
        })
        .prop_filter_map("no two connectors in one place", |kit| kit)
}

fn settings() -> impl Strategy<Value = Settings> {
    let connection = (
        0usize..4,
        0i64..3,
        prop::collection::btree_map(0usize..3, prop::collection::vec(0usize..4, 0..3), 0..3),
    );
    let generation = (any::<i64>(), prop::bool::ANY, 1i64..12, 0.0..0.5f64, prop::bool::ANY, 0.0..0.05f64);
    let selection = (0..STANDARD.len(), 0i64..3, 1i64..60, 0i64..8, 0i64..5, 1i64..6);
    (connection, generation, selection).prop_map(|(connection, generation, selection)| {
        let mut settings = Settings::default();
        let (rules, tolerance, rows) = connection;
        settings.connection.matching_rules =
            [MatchingRules::None, MatchingRules::Pins, MatchingRules::Colors, MatchingRules::Both][rules];
        settings.connection.pin_tolerance = tolerance;
        let color = |i: usize| if i == 3 { "*".into() } else { COLORS[i].into() };
        let row =
            |(guide, row): (usize, Vec<usize>)| (COLORS[guide].into(), row.into_iter().map(color).collect());
        settings.connection.color_matrix.rows = rows.into_iter().map(row).collect();
        let (seed, unity, max_fails, distance, check, clearance) = generation;
        settings.generation.seed = seed;
        settings.generation.rng = if unity { RngKind::Unity } else { RngKind::ChaCha8 };
        settings.generation.max_fails = max_fails;
        settings.generation.piece_distance = distance;
        settings.generation.check_overlaps = check;
        settings.generation.clearance = clearance;
        let (method, tolerance, pieces, length, var, count) = selection;
        settings.selection.method = STANDARD[method];
        settings.selection.starter_con_tol = tolerance;
        let params = [
            ("max_pieces", pieces),
            ("arm_length", length),
            ("arm_length_var", var),
            ("branch_count", count),
            ("branch_length", length),
            ("branch_length_var", var),
        ];
        for (name, value) in params {
            settings.selection.set(name, value).expect("the paper's methods have these");
        }
        settings
    })
}

fn recipe(kit: &Arc<ValidKit>, settings: &Settings) -> Arc<Recipe> {
    Arc::new(Recipe::new(kit.clone(), settings.clone()).expect("the settings are within their limits"))
}

/// Grows at most some hundreds of pieces: a star whose hub is blocked would go on for long.
fn grow(kit: &Arc<ValidKit>, settings: &Settings) -> Map {
    let mut generator = Generator::new(&recipe(kit, settings), settings.generation.seed);
    while generator.placed().len() < 300 && generator.step() != Step::Done {}
    generator.finish().0
}

fn accepted(settings: &Settings, guide: &Connector, tentative: &Connector) -> bool {
    let connection = &settings.connection;
    let pins = (i64::from(guide.pins) - i64::from(tentative.pins)).abs() <= connection.pin_tolerance;
    let color = match connection.color_matrix.rows.get(&guide.color) {
        Some(row) => row.contains(&"*".to_string()) || row.contains(&tentative.color),
        None => guide.color == "white" || tentative.color == "white" || guide.color == tentative.color,
    };
    match connection.matching_rules {
        MatchingRules::None => true,
        MatchingRules::Pins => pins,
        MatchingRules::Colors => color,
        MatchingRules::Both => pins && color,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn joined_connectors_meet_face_each_other_and_obey_the_rules(kit in kit(), settings in settings()) {
        let map = grow(&kit, &settings);
        for (placed, joint) in map.joints() {
            let (ours, theirs) = (map.placed(placed), map.placed(joint.guide));
            let connector = kit.connector(ours.piece, joint.connector);
            let guide = kit.connector(theirs.piece, joint.guide_connector);
            let distance = settings.generation.piece_distance;
            let meeting = theirs.pose.point(guide.position) + theirs.pose.direction(guide.heading) * distance;
            prop_assert!((ours.pose.point(connector.position) - meeting).length() < 1e-9);
            let facing = ours.pose.direction(connector.heading) + theirs.pose.direction(guide.heading);
            prop_assert!(facing.length() < 1e-9, "{facing}");
            if guide.heading.y.abs() == 1.0 {
                let up = ours.pose.direction(connector.up) - theirs.pose.direction(guide.up);
                prop_assert!(up.length() < 1e-9, "{up}");
            }
            prop_assert!(accepted(&settings, guide, connector), "{guide:?} {connector:?}");
        }
    }

    #[test]
    fn no_piece_comes_too_close_to_any_but_its_guide(kit in kit(), mut settings in settings()) {
        settings.generation.check_overlaps = true;
        let map = grow(&kit, &settings);
        let boxes: Vec<Vec<OrientedBox>> = map.pieces.iter().map(|placed| placed.boxes(&kit).collect()).collect();
        for (placed, joint) in map.joints() {
            let index = placed.index();
            for other in (0..index).filter(|&other| other != joint.guide.index()) {
                for a in &boxes[index] {
                    for b in &boxes[other] {
                        prop_assert!(a.gap(b) >= settings.generation.clearance, "p{index} and p{other}");
                    }
                }
            }
        }
    }

    #[test]
    fn joints_form_a_tree_and_use_each_connector_once(kit in kit(), settings in settings()) {
        let map = grow(&kit, &settings);
        let mut used = BTreeSet::new();
        prop_assert!(map.pieces[0].joint.is_none());
        prop_assert_eq!(map.joints().count(), map.pieces.len() - 1);
        for (index, joint) in map.joints() {
            prop_assert!(joint.guide < index, "a piece is joined to one placed before it");
            prop_assert!(used.insert((index, joint.connector)));
            prop_assert!(used.insert((joint.guide, joint.guide_connector)));
        }
    }

    #[test]
    fn limits_are_limits_and_the_start_is_a_candidate(kit in kit(), settings in settings()) {
        let map = grow(&kit, &settings);
        let name = settings.selection.method.name;
        if name == "arena" || name == "corridor" {
            prop_assert!(map.pieces.len() as i64 <= settings.selection.params().integer("max_pieces"));
        }
        if name == "branch" {
            let count = settings.selection.params().integer("branch_count");
            let longest = settings.selection.params().integer("branch_length") + settings.selection.params().integer("branch_length_var") + 1;
            prop_assert!(map.pieces.len() as i64 <= 1 + count * longest);
        }
        let counts: Vec<usize> = kit.starters().iter().map(|&i| kit.piece(i).connectors.len()).collect();
        let start = kit.piece(map.pieces[0].piece).connectors.len() as i64;
        let tolerance = settings.selection.starter_con_tol;
        let (most, fewest) = (*counts.iter().max().unwrap() as i64, *counts.iter().min().unwrap() as i64);
        if settings.selection.method.prefers == StartPreference::Most {
            prop_assert!(start >= most - tolerance);
        } else {
            prop_assert!(start <= fewest + tolerance);
        }
    }

    #[test]
    fn run_step_and_watch_come_to_the_same_map_twice(kit in kit(), settings in settings()) {
        let map = grow(&kit, &settings);
        prop_assert_eq!(&map, &grow(&kit, &settings));
        if map.stop != Stop::UNFINISHED {
            let (recipe, seed) = (recipe(&kit, &settings), settings.generation.seed);
            prop_assert_eq!(&map, &recipe.grow(seed));
            let mut placed = 1;
            let watch = |event: &Event| placed += usize::from(matches!(event, Event::Placed { .. }));
            prop_assert_eq!(&map, &Generator::watched(&recipe, seed, watch).run());
            prop_assert_eq!(placed, map.pieces.len());
        }
    }

    #[test]
    fn every_overlap_that_is_told_is_real(kit in kit(), mut settings in settings()) {
        settings.generation.check_overlaps = true;
        let mut told = Vec::new();
        let watch = |event: &Event| {
            if let Event::Vetoed { veto: Veto::Overlap { depth, .. }, .. } = event {
                told.push(*depth);
            }
        };
        let mut generator = Generator::watched(&recipe(&kit, &settings), settings.generation.seed, watch);
        while generator.placed().len() < 60 && generator.step() != Step::Done {}
        drop(generator);
        prop_assert!(told.into_iter().all(|depth| depth > -settings.generation.clearance));
    }

    #[test]
    fn what_is_known_beforehand_holds(kit in kit(), settings in settings()) {
        let map = grow(&kit, &settings);
        let recipe = recipe(&kit, &settings);
        if let Some(most) = recipe.most_pieces() {
            prop_assert!(map.pieces.len() <= most, "{} of {most}", map.pieces.len());
        }
        let reach = Reach::new(&recipe);
        for piece in kit.ids() {
            let copies = map.pieces.iter().filter(|placed| placed.piece == piece).count();
            prop_assert!(reach.most_copies(piece).is_none_or(|most| copies <= most), "{piece}: {copies}");
        }
        let shape = Shape::new(&map, &kit);
        let used = map.used_connectors(&kit);
        prop_assert_eq!(shape.free_connectors, used.iter().flatten().filter(|used| !**used).count());
        prop_assert!(shape.depth < shape.pieces.max(1) + 1 && (0.0..=1.0).contains(&shape.linearity));
    }
}
