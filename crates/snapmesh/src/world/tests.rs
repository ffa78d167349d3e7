//! Worlds that grow, are linked, and go back.

use super::*;
use crate::boxes::OrientedBox;
use crate::kit::Kit;
use crate::piece::{Connector, Piece};
use crate::pose::Turn;
use glam::DVec3;
use proptest::prelude::*;

/// Two pieces: one with a box, one with an outsized box and another; four connectors each.
fn kit() -> Arc<ValidKit> {
    let doors = || -> Vec<Connector> {
        let sides = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z];
        sides.iter().map(|&side| Connector::new(side, side)).collect()
    };
    let cube = |half: f64| OrientedBox::aligned(DVec3::splat(-half), DVec3::splat(half));
    let small = Piece::new("Small", doors(), vec![cube(0.9)]);
    let large = Piece::new("Large", doors(), vec![cube(60.0), cube(0.4)]);
    Arc::new(Kit::new("kit", vec![small, large]).validate().unwrap().0)
}

/// Something that is done to a world, if it can be done there.
#[derive(Clone, Debug)]
enum Deed {
    Place { piece: usize, x: f64, guide: usize },
    Link { from: usize, to: usize },
    Undo { steps: usize },
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => (0usize..2, -40.0..40.0f64, 0usize..50).prop_map(|(piece, x, guide)| Deed::Place { piece, x, guide }),
        2 => (0usize..200, 0usize..200).prop_map(|(from, to)| Deed::Link { from, to }),
        2 => (1usize..6).prop_map(|steps| Deed::Undo { steps }),
    ]
}

/// All free connectors on the map.
fn open(world: &World) -> Vec<Port> {
    let all = (0..world.placed().len()).map(PlacedId::new);
    all.flat_map(|placed| {
        world.free_connectors(placed).map(move |connector| Port { placed, connector }).collect::<Vec<_>>()
    })
    .collect()
}

fn joint(world: &World, guide: usize) -> Option<Joint> {
    let open = open(world);
    let port = open.get(guide % open.len().max(1))?;
    let connector = ConnectorId::new(guide % 4);
    Some(Joint { guide: port.placed, guide_connector: port.connector, connector })
}

fn link(world: &World, from: usize, to: usize) -> Option<Link> {
    let open = open(world);
    let (from, to) = (*open.get(from)?, *open.get(to)?);
    (from != to).then_some(Link { from, to, gap: 0.0, turn: 0.0 })
}

proptest! {
    /// Whatever is placed, linked and undone: the world is that in which only what is left was ever done.
    #[test]
    fn what_was_undone_was_never_done(deeds in prop::collection::vec(deed(), 0..60)) {
        let kit = kit();
        let mut world = World::new(kit.clone(), 0.01);
        // What is left, and the mark before each.
        let mut left: Vec<(Mark, Result<Placed, Link>)> = Vec::new();
        for deed in deeds {
            let mark = world.mark();
            match deed {
                Deed::Place { piece, x, guide } => {
                    let pose = Pose { position: DVec3::new(x, 0.0, x * 0.5), turn: Turn::NONE };
                    let placed = Placed { role: Role::Piece, piece: PieceId::new(piece), pose, joint: joint(&world, guide) };
                    world.place(placed.piece, placed.pose, placed.joint);
                    left.push((mark, Ok(placed)));
                }
                Deed::Link { from, to } => {
                    if let Some(link) = link(&world, from, to) {
                        world.link(link);
                        left.push((mark, Err(link)));
                    }
                }
                Deed::Undo { steps } => {
                    let keep = left.len().saturating_sub(steps);
                    if let Some((mark, _)) = left.get(keep) {
                        world.undo(*mark);
                    }
                    left.truncate(keep);
                }
            }
        }
        let mut fresh = World::new(kit, 0.01);
        for (_, deed) in left {
            match deed {
                Ok(placed) => _ = fresh.place(placed.piece, placed.pose, placed.joint),
                Err(link) => fresh.link(link),
            }
        }
        prop_assert_eq!(world, fresh);
    }
}

#[test]
fn counts_follow_what_is_placed_linked_and_undone() {
    let mut world = World::new(kit(), 0.0);
    let [small, large] = [0, 1].map(PieceId::new);
    let first = world.place(small, Pose::ORIGIN, None);
    let mark = world.mark();
    let joint = Joint { guide: first, guide_connector: ConnectorId::new(2), connector: ConnectorId::new(0) };
    let second = world.place(large, Pose::ORIGIN, Some(joint));
    world.link(link(&world, 0, 4).unwrap());
    world.end(Stop::STUCK);
    assert_eq!((world.free_of(first), world.free_of(second), world.copies(large)), (2, 2, 1));
    assert_eq!(world.used_of(first), [true, false, true, false]);
    world.undo(mark);
    assert_eq!((world.free(), world.copies(large), world.links().len()), (&[4][..], 0, 0));
    assert_eq!(world.stop(), None, "growth goes on");
}

#[test]
fn pieces_that_do_not_count_are_not_overlapped() {
    let mut world = World::new(kit(), 0.01);
    let small = PieceId::new(0);
    let at = |x: f64| Pose { position: DVec3::X * x, turn: Turn::NONE };
    let ids = [0.0, 1.0, 9.0].map(|x| world.place(small, at(x), None));
    assert!(world.overlapped(small, &at(0.5), |_| false).is_some());
    assert!(world.overlapped(small, &at(0.5), |it| ids[..1].contains(&it)).is_some());
    assert!(world.overlapped(small, &at(0.5), |it| ids[..2].contains(&it)).is_none());
    assert_eq!(world.deepest_overlap(small, &at(0.6), |_| false).unwrap().with, ids[1]);
    assert_eq!(world.deepest_overlap(small, &at(0.6), |it| ids[..2].contains(&it)), None);
}

#[test]
fn a_world_ends_as_a_map_with_all_that_stands() {
    let kit = kit();
    let mut world = World::new(kit.clone(), 0.0);
    let first = world.place(PieceId::new(0), Pose::ORIGIN, None);
    let second = world.place(PieceId::new(1), Pose::ORIGIN, None);
    let port = |placed, connector| Port { placed, connector: ConnectorId::new(connector) };
    let link = Link { from: port(first, 3), to: port(second, 1), gap: 0.25, turn: 2.0 };
    world.link(link);
    assert_eq!(world.clone().into_map(7).stop, Stop::UNFINISHED);
    world.end(Stop::STUCK);
    assert_eq!(world.stop(), Some(&Stop::STUCK));
    let map = world.clone().into_map(-7);
    assert_eq!((map.seed, map.links, map.stop), (-7, vec![link], Stop::STUCK));
    assert_eq!(map.pieces, world.placed());
    assert_eq!(world.get(second).piece, PieceId::new(1));
    assert_eq!(world.kit().name(), "kit");
}

#[test]
fn free_connectors_are_told_in_order_and_used_ones_are_not() {
    let mut world = World::new(kit(), 0.0);
    let first = world.place(PieceId::new(0), Pose::ORIGIN, None);
    let joint = Joint { guide: first, guide_connector: ConnectorId::new(1), connector: ConnectorId::new(3) };
    let second = world.place(PieceId::new(0), Pose::ORIGIN, Some(joint));
    let free = |placed| world.free_connectors(placed).map(ConnectorId::index).collect::<Vec<_>>();
    assert_eq!((free(first), free(second)), (vec![0, 2, 3], vec![0, 1, 2]));
    assert_eq!(world.used_of(second), [false, false, false, true]);
    assert_eq!(world.free(), [3, 3]);
    assert_eq!((world.copies(PieceId::new(0)), world.copies(PieceId::new(1))), (2, 0));
}

#[test]
fn the_deepest_of_all_boxes_of_a_piece_is_told() {
    let mut world = World::new(kit(), 0.0);
    let [small, large] = [0, 1].map(PieceId::new);
    let at = |x: f64| Pose { position: DVec3::X * x, turn: Turn::NONE };
    let far = world.place(small, at(60.5), None);
    let near = world.place(small, at(1.0), None);
    // The outsized box of the large one takes both in: the near one wholly.
    let deepest = world.deepest_overlap(large, &at(0.0), |_| false).unwrap();
    assert_eq!(deepest.with, near);
    let other = world.deepest_overlap(large, &at(0.0), |it| [near].contains(&it)).unwrap();
    assert_eq!(other.with, far);
    assert!((other.depth - 0.4).abs() < 1e-12, "{}", other.depth);
    assert!(world.overlapped(large, &at(0.0), |it| [near, far].contains(&it)).is_none());
}

#[test]
fn worlds_of_two_kits_are_never_the_same() {
    let one = kit();
    assert!(World::new(one.clone(), 0.01) == World::new(one.clone(), 0.01));
    assert!(World::new(one.clone(), 0.01) != World::new(kit(), 0.01), "the very same kit is asked for");
    let mut ended = World::new(one.clone(), 0.01);
    ended.end(Stop::STUCK);
    assert!(ended != World::new(one, 0.01));
}
