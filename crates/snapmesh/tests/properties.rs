//! What must hold for every map, whatever the kit, the settings and the seed.
//!
//! The rules are written down here a second time, from the paper and the contract, and not taken from the code
//! under test.

mod common;

use common::{kit, settings};
use proptest::prelude::*;
use snapmesh::reach::Reach;
use snapmesh::selection::StartPreference;
use snapmesh::settings::{MatchingRules, WhenBlocked};
use snapmesh::{
    Connector, Event, Generator, Map, OrientedBox, Recipe, RecipeError, Settings, Shape, Step, Stop,
    ValidKit, Veto,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where the size cannot be promised, it is only wished for.
fn recipe(kit: &Arc<ValidKit>, settings: &Settings) -> Arc<Recipe> {
    let recipe = match Recipe::new(kit.clone(), settings.clone()) {
        Err(RecipeError::Contradiction(_)) => {
            let mut settings = settings.clone();
            settings.growth.when_blocked = WhenBlocked::Skip;
            Recipe::new(kit.clone(), settings)
        }
        recipe => recipe,
    };
    Arc::new(recipe.expect("the settings are within their limits"))
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
            if settings.growth.when_blocked != WhenBlocked::Undo {
                prop_assert_eq!(placed, map.pieces.len());
            }
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

    #[test]
    fn a_size_that_is_called_impossible_is_never_reached(kit in kit(), mut settings in settings()) {
        settings.growth.when_blocked = WhenBlocked::Undo;
        if let Err(RecipeError::Contradiction(told)) = Recipe::new(kit.clone(), settings.clone()) {
            for when_blocked in [WhenBlocked::Stop, WhenBlocked::Skip] {
                settings.growth.when_blocked = when_blocked;
                let map = grow(&kit, &settings);
                prop_assert_ne!(map.stop, Stop::PIECE_LIMIT, "{}", told);
            }
        }
    }

    #[test]
    fn a_map_that_is_undone_keeps_its_size_or_says_that_it_does_not(kit in kit(), mut settings in settings()) {
        settings.growth.when_blocked = WhenBlocked::Undo;
        let recipe = recipe(&kit, &settings);
        let map = recipe.grow(settings.generation.seed);
        for promise in &map.promises {
            prop_assert_eq!(promise.kept, map.stop != Stop::BUDGET, "{:?} {}", promise, map.stop);
        }
    }
}
