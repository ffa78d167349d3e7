//! Maps that are shaped by hand, looked at from outside: what must hold after any act on any map.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

use proptest::prelude::*;
use snapmesh::glam::DVec3;
use snapmesh::settings::{EndRule, Free, Kinds, Span, WhenBlocked};
use snapmesh::{
    Act, ActError, Connector, ConnectorId, Kit, Map, OrientedBox, Piece, PieceId, Placed, PlacedId, Port,
    Recipe, Role, Settings, Shaped,
};
use std::collections::BTreeSet;
use std::sync::Arc;

const SIDES: [DVec3; 4] = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z];

fn room(id: &str, doors: &[DVec3]) -> Piece {
    let doors = doors.iter().map(|&side| Connector::new(side, side)).collect();
    Piece::new(id, doors, vec![OrientedBox::aligned(DVec3::splat(-0.95), DVec3::splat(0.95))])
}

/// A piece with one connector that reaches a little behind it, or not at all.
fn stub(id: &str, depth: f64) -> Piece {
    let reach = OrientedBox::aligned(DVec3::new(-0.4, -0.4, 0.05), DVec3::new(0.4, 0.4, 0.05 + depth));
    let boxes = if depth > 0.0 { vec![reach] } else { vec![] };
    Piece::new(id, vec![Connector::new(DVec3::ZERO, DVec3::NEG_Z)], boxes)
}

/// Rooms on a grid, which close loops easily; walls and doors for their ends.
fn recipe(caps: &[&str], free: Free, change: impl FnOnce(&mut Settings)) -> Arc<Recipe> {
    let corner = [DVec3::X, DVec3::Z];
    let pieces = vec![room("Hall", &SIDES), room("Way", &SIDES[..2]), room("Corner", &corner)];
    let mut kit = Kit::new("kit", [pieces, vec![stub("Wall", 0.1), stub("Gate", 0.0)]].concat());
    kit.pieces.truncate(3);
    let names = |names: &[&str]| Some(names.iter().map(ToString::to_string).collect());
    let ends =
        EndRule { cap: names(caps), door: names(&["Gate"]), free: Some(free), kinds: Kinds::default() };
    let mut settings = Settings { ends: vec![ends], ..Settings::default() };
    settings.growth.when_blocked = WhenBlocked::Skip;
    settings.selection.set("max_pieces", 12).unwrap();
    change(&mut settings);
    Arc::new(Recipe::new(kit.validate().unwrap().0, settings).unwrap())
}

fn port(placed: usize, connector: usize) -> Port {
    Port { placed: PlacedId::new(placed), connector: ConnectorId::new(connector) }
}

fn free_ports(map: &Map, recipe: &Recipe) -> Vec<Port> {
    let used = map.used_connectors(recipe.kit());
    let free = |(placed, used): (usize, &Vec<bool>)| {
        let free = used.iter().enumerate().filter(|(_, used)| !**used).map(move |(it, _)| port(placed, it));
        free.collect::<Vec<_>>()
    };
    used.iter().enumerate().flat_map(free).collect()
}

/// What must hold for any map, whoever made it.
fn check(map: &Map, recipe: &Recipe) {
    let kit = recipe.kit();
    let ports: Vec<Port> = map.joined_ports().collect();
    assert_eq!(ports.iter().collect::<BTreeSet<_>>().len(), ports.len(), "a connector is joined once");
    for (placed, joint) in map.joints() {
        assert!(joint.guide < placed && map.placed(joint.guide).role != Role::Cap);
    }
    assert_eq!(map.joints().count(), map.pieces.len() - 1, "all hangs together");
    let rank =
        |placed: &Placed| [Role::Piece, Role::Loop, Role::Cap].iter().position(|it| *it == placed.role);
    assert!(map.pieces.is_sorted_by_key(rank));
    assert!(map.kept <= map.asked_for().len());
    let joints = map.joints().map(|(_, joint)| joint.guide_port());
    let doorways: BTreeSet<Port> = joints.chain(map.links.iter().map(|link| link.from)).collect();
    assert!(map.doors.iter().all(|door| doorways.contains(&door.at)));
    let beside = |a: usize, b: usize| {
        let linked = map.links.iter().map(|link| link.sides().map(|side| side.placed.index()));
        let mut pairs = map.joints().map(|(at, joint)| [at.index(), joint.guide.index()]).chain(linked);
        pairs.any(|pair| pair == [a, b] || pair == [b, a])
    };
    for b in 0..map.pieces.len() {
        for a in (0..b).filter(|&a| !beside(a, b)) {
            let mut boxes = map.pieces[a].boxes(kit);
            assert!(
                boxes.all(|one| map.pieces[b].boxes(kit).all(|it| one.gap(&it) > 0.01 - 1e-9)),
                "{a} {b}"
            );
        }
    }
}

fn where_it_is(map: &Map, placed: PlacedId) -> (&'static str, [i64; 3]) {
    let placed = map.placed(placed);
    (placed.role.name(), (placed.pose.position * 1e6).round().to_array().map(|it| it as i64))
}

/// An act by numbers that mean something on any map.
fn act_of(shaped: &Shaped, recipe: &Recipe, (kind, a, b, seed): (u8, usize, usize, i64)) -> Act {
    let map = shaped.map();
    let piece = PlacedId::new(a % map.pieces.len());
    let free = free_ports(map, recipe);
    let at = |it: usize| if free.is_empty() { port(0, 0) } else { free[it % free.len()] };
    match kind {
        0 => Act::Pin(piece),
        1 => Act::Unpin(piece),
        2 => Act::Delete(piece),
        3 => Act::Regrow { piece, seed },
        4 => Act::Grow { seed },
        5 => Act::Cap { at: at(a), seed },
        6 => {
            let pieces = recipe.kit().pieces();
            let piece = pieces[b % pieces.len()];
            let connector = ConnectorId::new(seed as usize % recipe.kit().kinds_of(piece).len());
            Act::Place { at: at(a), piece, connector, seed }
        }
        _ => Act::Close { from: at(a), to: at(b), seed },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever is done to a map, it is a map, what is pinned stands, and the same acts give the same.
    #[test]
    fn acts_make_maps_of_maps(
        seed in 0_i64..1000,
        free in prop_oneof![Just(Free::May), Just(Free::Never)],
        loops in 0_i64..3,
        acts in prop::collection::vec((0_u8..9, 0_usize..1000, 0_usize..1000, 0_i64..100), 1..24),
    ) {
        let recipe = recipe(&["Wall"], free, |settings| settings.growth.loops = Span { least: 0, most: loops });
        let mut shaped = Shaped::new(recipe.grow(seed));
        let mut done = 0;
        for numbers in acts {
            let act = act_of(&shaped, &recipe, numbers);
            let Ok(next) = shaped.act(&recipe, act) else { continue };
            done += 1;
            check(next.map(), &recipe);
            prop_assert_eq!(&next, &shaped.act(&recipe, act).unwrap());
            let there: BTreeSet<_> =
                (0..next.map().pieces.len()).map(|it| where_it_is(next.map(), PlacedId::new(it))).collect();
            for pin in shaped.pins() {
                prop_assert!(there.contains(&where_it_is(shaped.map(), pin)), "{:?} takes {} back", act, pin);
            }
            let pinned: BTreeSet<_> = next.pins().map(|pin| where_it_is(next.map(), pin)).collect();
            let was: BTreeSet<_> = shaped.pins().map(|pin| where_it_is(shaped.map(), pin)).collect();
            if !matches!(act, Act::Pin(_) | Act::Unpin(_)) {
                prop_assert_eq!(pinned, was, "{:?} moves pins", act);
            }
            prop_assert!(shaped.sentence(&recipe, act).ends_with('.'));
            shaped = next;
        }
        prop_assert!(done > 0 || shaped.map().pieces.len() > 1);
    }
}

#[test]
fn what_is_deleted_goes_with_what_hangs_on_it_and_nothing_grows() {
    let recipe = recipe(&[], Free::May, |_| ());
    let grown = Shaped::new(recipe.grow(3));
    let fewer = grown.act(&recipe, Act::Delete(PlacedId::new(1))).unwrap();
    let map = fewer.map();
    assert!(map.pieces.len() < 12 && map.kept == map.pieces.len() && &*map.stop.reason == "by-hand");
    let places: Vec<_> = grown.map().pieces.iter().map(|it| it.pose).collect();
    assert!(map.pieces.iter().all(|it| places.contains(&it.pose)), "to the last bit");
    assert!(matches!(grown.act(&recipe, Act::Delete(PlacedId::new(0))), Err(ActError::Keep(_))));
    assert!(matches!(grown.act(&recipe, Act::Delete(PlacedId::new(99))), Err(ActError::Keep(_))));
}

#[test]
fn a_branch_is_regrown_and_loops_caps_and_doors_elsewhere_stay() {
    let recipe = recipe(&["Wall"], Free::May, |settings| settings.growth.loops = Span { least: 0, most: 2 });
    let grown = Shaped::new((0..50).map(|seed| recipe.grow(seed)).find(|map| map.links.len() == 2).unwrap());
    let leaf = PlacedId::new(grown.map().asked_for().len() - 1);
    let again = grown.act(&recipe, Act::Regrow { piece: leaf, seed: 9 }).unwrap();
    let map = again.map();
    assert_eq!(map.asked_for().len(), 12, "pieces of loops that stay do not count");
    let fewer = grown.act(&recipe, Act::Delete(leaf)).unwrap();
    let all: BTreeSet<_> = (0..map.pieces.len()).map(|it| where_it_is(map, PlacedId::new(it))).collect();
    let stood = (0..fewer.map().pieces.len()).map(|it| where_it_is(fewer.map(), PlacedId::new(it)));
    assert!(stood.clone().all(|it| all.contains(&it)));
    assert!(map.links.len() >= fewer.map().links.len() && map.links.len() <= 2);
    let cap = PlacedId::new(map.grown().len());
    let told = again.act(&recipe, Act::Regrow { piece: cap, seed: 1 }).unwrap_err().to_string();
    assert!(told.contains("is there as a cap"), "{told}");
}

#[test]
fn a_cap_by_hand_keeps_its_place_while_others_grow() {
    let bare = recipe(&["Wall"], Free::May, |_| ());
    let open = Shaped::new(bare.grow(5));
    // What stayed free was capped: one of them is opened, and closed again.
    let cap = PlacedId::new(open.map().grown().len());
    let at = open.map().placed(cap).joint.unwrap().guide_port();
    let opened = open.act(&bare, Act::Delete(cap)).unwrap();
    assert!(free_ports(opened.map(), &bare).contains(&at));
    let closed = opened.act(&bare, Act::Cap { at, seed: 1 }).unwrap();
    assert!(matches!(closed.act(&bare, Act::Cap { at, seed: 1 }), Err(ActError::NotFree(_))));
    let leaf = PlacedId::new(closed.map().asked_for().len() - 1);
    for seed in 0..20 {
        let again = closed.act(&bare, Act::Regrow { piece: leaf, seed }).unwrap();
        let mut caps = again.map().caps().iter();
        assert!(caps.any(|cap| cap.joint.unwrap().guide_port() == at), "nothing grows where it stands");
    }
    let without = recipe(&[], Free::May, |_| ());
    let grown = Shaped::new(without.grow(5));
    let at = free_ports(grown.map(), &without)[0];
    let told = grown.act(&without, Act::Cap { at, seed: 1 }).unwrap_err().to_string();
    assert_eq!(told, "the kit has no cap for connectors of 1 white: name one in [ends]");
}

#[test]
fn a_piece_is_put_where_it_is_wanted_or_it_is_told_why_not() {
    let recipe = recipe(&["Wall"], Free::May, |settings| settings.selection.set("max_pieces", 5).unwrap());
    let opened = {
        let grown = Shaped::new(recipe.grow(5));
        let cap = PlacedId::new(grown.map().grown().len());
        grown.act(&recipe, Act::Delete(cap)).unwrap()
    };
    let at = free_ports(opened.map(), &recipe)[0];
    let put = |piece: usize, connector: usize| {
        let (piece, connector) = (PieceId::new(piece), ConnectorId::new(connector));
        opened.act(&recipe, Act::Place { at, piece, connector, seed: 1 })
    };
    let more = put(1, 0).unwrap();
    check(more.map(), &recipe);
    assert_eq!(more.map().asked_for().len(), opened.map().asked_for().len() + 1);
    assert_eq!(more.map().caps().len(), opened.map().caps().len(), "what stands elsewhere stays");
    let last = more.map().asked_for().last().unwrap();
    assert_eq!((last.joint.unwrap().guide_port(), last.role), (at, Role::Piece));
    for (piece, connector) in [(3, 0), (1, 9), (99, 0)] {
        assert_eq!(put(piece, connector).unwrap_err(), ActError::NoPiece);
    }
    let again = Act::Place { at, piece: PieceId::new(1), connector: ConnectorId::new(0), seed: 1 };
    assert!(matches!(more.act(&recipe, again), Err(ActError::NotFree(_))));
}

#[test]
fn loops_are_closed_between_chosen_connectors_or_it_is_told_why_not() {
    let recipe = recipe(&[], Free::May, |settings| settings.growth.loop_length = 4);
    let (mut closed, mut far, mut blocked) = (0, 0, 0);
    for seed in 0..6 {
        let grown = Shaped::new(recipe.grow(seed));
        let free = free_ports(grown.map(), &recipe);
        for (index, &from) in free.iter().enumerate() {
            for &to in &free[..index] {
                match grown.act(&recipe, Act::Close { from, to, seed }) {
                    Ok(ring) => {
                        closed += 1;
                        check(ring.map(), &recipe);
                        let joined: BTreeSet<Port> = ring.map().joined_ports().collect();
                        assert!(joined.contains(&from) && joined.contains(&to));
                        assert_eq!(ring.map().links.len(), grown.map().links.len() + 1);
                    }
                    Err(ActError::NoChain(4)) => far += 1,
                    Err(ActError::ChainInTheWay(told)) => {
                        blocked += 1;
                        assert!(told.contains("in the way") || told.contains("were tried"), "{told}");
                    }
                    Err(other) => panic!("{other}"),
                }
            }
        }
        let same = Act::Close { from: free[0], to: free[0], seed };
        assert_eq!(grown.act(&recipe, same), Err(ActError::Itself));
    }
    assert!(closed > 20 && far > 0 && blocked > 0, "{closed} {far} {blocked}");
}

#[test]
fn what_is_pinned_holds_the_way_to_it_and_the_rest_is_grown_anew() {
    let recipe = recipe(&["Wall"], Free::May, |_| ());
    let grown = Shaped::new(recipe.grow(4));
    assert_eq!(grown.act(&recipe, Act::Grow { seed: 1 }), Err(ActError::NothingPinned));
    let pinned = grown.act(&recipe, Act::Pin(PlacedId::new(7))).unwrap();
    let guide = grown.map().pieces[7].joint.unwrap().guide;
    let told = pinned.act(&recipe, Act::Delete(guide)).map(|_| ()).unwrap_err().to_string();
    assert!(told.ends_with("is pinned, and would go with it: unpin it first"), "{told}");
    let again = pinned.act(&recipe, Act::Grow { seed: 77 }).unwrap();
    let map = again.map();
    assert_eq!((map.asked_for().len(), map.seed), (12, 77));
    assert!(map.kept >= 2 && map.kept < 8);
    let pin = again.pins().next().unwrap();
    assert_eq!(map.placed(pin).pose, grown.map().pieces[7].pose);
    let free = again.act(&recipe, Act::Unpin(pin)).unwrap();
    assert_eq!((free.pins().count(), free.map()), (0, map));
}
