//! Random rules and volumes on random kits: what they ask for holds on every map, and promises are what they say.
//!
//! Every rule is written down here a second time, from the contract, and not taken from the code under test.

mod common;

use common::{kit, settings};
use proptest::prelude::*;
use snapmesh::glam::DVec3;
use snapmesh::settings::{PieceNotes, PieceRule, Settings, Span, WhenBlocked};
use snapmesh::{Bounds, Map, Recipe, RecipeError, ValidKit};
use std::sync::Arc;

/// Selectors of kits whose pieces are called P0, P1, ...; the first two have a tag.
const SELECTORS: [&str; 6] = ["P0", "P1", "P2", "P*", "#Odd", "P[12]"];

fn names(selector: &str, id: &str) -> bool {
    match selector {
        "P*" => true,
        "#Odd" => id == "P0" || id == "P1",
        "P[12]" => id == "P1" || id == "P2",
        selector => selector == id,
    }
}

fn span<T: Copy + PartialOrd + std::fmt::Debug + 'static>(
    of: impl Strategy<Value = T> + Clone + 'static,
) -> impl Strategy<Value = Span<T>> {
    (of.clone(), of)
        .prop_map(|(a, b)| if a <= b { Span { least: a, most: b } } else { Span { least: b, most: a } })
}

fn rule() -> impl Strategy<Value = PieceRule> {
    let some = |share: f64| share;
    (
        0..SELECTORS.len(),
        prop::option::weighted(some(0.3), 0u8..4),
        prop::option::weighted(some(0.4), span(0i64..12)),
        prop::option::weighted(some(0.3), 1i64..4),
        prop::option::weighted(some(0.3), 1i64..6),
        prop::option::weighted(some(0.3), span(0i64..12)),
        prop::option::weighted(some(0.2), span(-9.0..9.0f64)),
    )
        .prop_map(|(selector, weight, count, run, apart, depth, height)| PieceRule {
            weight: weight.map(f64::from),
            count,
            run,
            apart,
            depth,
            height,
            ..PieceRule::new(SELECTORS[selector])
        })
}

/// The settings of the other properties, with rules and volumes.
fn ruled() -> impl Strategy<Value = Settings> {
    let corner =
        |low: f64, high: f64| (low..high, low..high, low..high).prop_map(|(x, y, z)| DVec3::new(x, y, z));
    let inside = prop::option::weighted(0.3, (corner(-40.0, -3.0), corner(3.0, 40.0)));
    let outside = prop::collection::vec((corner(-20.0, 20.0), corner(1.0, 9.0)), 0..2);
    (settings(), prop::collection::vec(rule(), 0..4), inside, outside).prop_map(
        |(settings, rules, inside, outside)| {
            let mut settings = settings;
            settings.rules = Vec::new();
            for rule in rules {
                if settings.rules.iter().all(|known: &PieceRule| known.selector != rule.selector) {
                    settings.rules.push(rule);
                }
            }
            let notes = |piece: &str| PieceNotes { tags: vec!["odd".into()], ..PieceNotes::new(piece) };
            settings.pieces = vec![notes("P0"), notes("P1")];
            settings.growth.inside = inside.map(|(min, max)| Bounds { min, max });
            settings.growth.outside =
                outside.into_iter().map(|(min, size)| Bounds { min, max: min + size }).collect();
            settings
        },
    )
}

/// How each piece of a map came there: its guide, none for the first.
fn guides(map: &Map) -> Vec<Option<usize>> {
    map.pieces.iter().map(|placed| placed.joint.map(|joint| joint.guide.index())).collect()
}

/// From a piece back to the start.
fn way_back(guides: &[Option<usize>], from: usize) -> Vec<usize> {
    std::iter::successors(Some(from), |&at| guides[at]).collect()
}

/// Joints between two pieces, along the tree.
fn joints(guides: &[Option<usize>], a: usize, b: usize) -> usize {
    let (a, b) = (way_back(guides, a), way_back(guides, b));
    let shared = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    a.len() + b.len() - 2 * shared
}

/// What is wrong with a map under its settings.
fn broken(kit: &ValidKit, settings: &Settings, map: &Map) -> Vec<String> {
    let guides = guides(map);
    let id = |index: usize| &*kit.piece(map.pieces[index].piece).id;
    let mut broken = Vec::new();
    for rule in &settings.rules {
        let of: Vec<usize> =
            (0..map.pieces.len()).filter(|&index| names(&rule.selector, id(index))).collect();
        let mut say = |what: &str, bad: bool| {
            if bad {
                broken.push(format!("{what} of {}", rule.selector));
            }
        };
        say("count", rule.count.is_some_and(|count| of.len() as i64 > count.most));
        for &index in &of {
            let row =
                way_back(&guides, index).iter().take_while(|&&at| names(&rule.selector, id(at))).count();
            say("run", rule.run.is_some_and(|run| row as i64 > run));
            let depth = way_back(&guides, index).len() as i64 - 1;
            say("depth", rule.depth.is_some_and(|span| depth < span.least || depth > span.most));
            let height = map.pieces[index].pose.position.y - map.pieces[0].pose.position.y;
            let off = |span: Span<f64>| height < span.least - 1e-6 || height > span.most + 1e-6;
            say("height", rule.height.is_some_and(off));
            let near = |other: &&usize| {
                **other < index
                    && rule.apart.is_some_and(|apart| (joints(&guides, index, **other) as i64) < apart)
            };
            say("apart", of.iter().any(|other| near(&other)));
        }
    }
    for (index, placed) in map.pieces.iter().enumerate() {
        let weight = settings
            .rules
            .iter()
            .filter(|rule| names(&rule.selector, id(index)))
            .find_map(|rule| rule.weight);
        if weight == Some(0.0) && !(index == 0 && kit.names_starters()) {
            broken.push(format!("weight of {}", id(index)));
        }
        for shape in placed.boxes(kit) {
            let bounds = shape.bounds();
            let out = |volume: &Bounds| {
                (volume.min - bounds.min).max_element().max((bounds.max - volume.max).max_element()) > 1e-6
            };
            if settings.growth.inside.as_ref().is_some_and(out) {
                broken.push(format!("inside, by p{index}"));
            }
            let volumes = settings
                .growth
                .outside
                .iter()
                .map(|volume| snapmesh::OrientedBox::aligned(volume.min, volume.max));
            if volumes.into_iter().any(|volume| volume.gap(&shape) < -1e-6) {
                broken.push(format!("outside, by p{index}"));
            }
        }
    }
    broken
}

fn grown(kit: &Arc<ValidKit>, settings: &Settings) -> Option<Map> {
    match Recipe::new(kit.clone(), settings.clone()) {
        Ok(recipe) => Some(Arc::new(recipe).grow(settings.generation.seed)),
        Err(RecipeError::Contradiction(told)) => {
            assert!(!told.clauses.is_empty(), "{told}");
            None
        }
        Err(other) => panic!("{other}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn rules_and_volumes_hold_on_every_map(kit in kit(), mut settings in ruled()) {
        // A star of the paper whose hub is blocked would go on for long.
        if settings.growth.when_blocked == WhenBlocked::Stop && settings.selection.method.name == "star" {
            settings.growth.when_blocked = WhenBlocked::Skip;
        }
        let Some(map) = grown(&kit, &settings) else { return Ok(()) };
        prop_assert_eq!(broken(&kit, &settings, &map), Vec::<String>::new());
        let wanted = settings.rules.iter().filter(|rule| rule.count.is_some_and(|count| count.least > 0));
        let size = usize::from(settings.growth.when_blocked == WhenBlocked::Undo);
        prop_assert_eq!(map.promises.len(), size + wanted.clone().count());
        for (rule, promise) in wanted.zip(&map.promises[size..]) {
            let id = |piece| &*kit.piece(piece).id;
            let there = map.pieces.iter().filter(|placed| names(&rule.selector, id(placed.piece))).count();
            let count = rule.count.unwrap();
            prop_assert_eq!((promise.value, promise.kept), (there, there as i64 >= count.least && there as i64 <= count.most));
        }
        if size == 1 && ["arena", "corridor"].contains(&settings.selection.method.name) {
            let most = settings.selection.params().integer("max_pieces") as usize;
            prop_assert_eq!(map.promises[0].kept, map.pieces.len() == most);
        }
    }

    #[test]
    fn without_any_one_of_them_nothing_is_known_against_the_others(kit in kit(), settings in ruled()) {
        let Err(RecipeError::Contradiction(told)) = Recipe::new(kit.clone(), settings.clone()) else { return Ok(()) };
        for clause in told.clauses.iter().filter(|clause| clause.place.starts_with("rules.")) {
            let mut fewer = settings.clone();
            for rule in &mut fewer.rules {
                let place = |key: &str| [format!("rules.{}.{key}", rule.selector), format!("rules.\"{}\".{key}", rule.selector)];
                let [weight, count, run, apart, depth, height] =
                    ["weight", "count", "run", "apart", "depth", "height"].map(|key| place(key).contains(&clause.place));
                rule.weight = rule.weight.filter(|_| !weight);
                rule.count = rule.count.filter(|_| !count);
                rule.run = rule.run.filter(|_| !run);
                rule.apart = rule.apart.filter(|_| !apart);
                rule.depth = rule.depth.filter(|_| !depth);
                rule.height = rule.height.filter(|_| !height);
            }
            if let Err(RecipeError::Contradiction(other)) = Recipe::new(kit.clone(), fewer) {
                prop_assert!(!other.clauses.iter().all(|left| told.clauses.contains(left)), "{} {}", told, other);
            }
        }
    }
}
