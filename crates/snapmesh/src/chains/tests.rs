use super::*;
use crate::kit::Kit;
use crate::piece::{Connector, Piece};
use crate::pose::{Pose, Turn};
use crate::settings::Connection;
use glam::DVec3;
use proptest::prelude::*;

/// A piece that leads on by so many metres, turned by degrees to the left, and up by some.
fn bend(id: &str, degrees: f64, length: f64, up: f64) -> Piece {
    let on = Turn::of_degrees(degrees).apply(DVec3::NEG_Z);
    let exit = Connector::new(on * length + DVec3::Y * up, on);
    Piece::new(id, vec![Connector::new(DVec3::ZERO, DVec3::Z), exit], vec![])
}

fn chains_of(pieces: Vec<Piece>, change: impl FnOnce(&mut Settings)) -> Chains {
    let kit = Kit::new("kit", pieces).validate().unwrap().0;
    let mut settings = Settings::default();
    settings.generation.piece_distance = 0.0;
    change(&mut settings);
    let matching = Matching::new(&kit, &settings.connection);
    Chains::new(&kit, &matching, &Draw::new(&kit, &[]), Lengths::of(&settings))
}

const WHITE: KindId = KindId::new(0);

/// The start of a way as it is seen from its end.
fn back(motion: &Motion) -> Motion {
    Frame::START.moved(motion).sees(&Frame::START)
}

#[test]
fn four_corners_make_a_ring_and_eight_half_ones_do() {
    let chains = chains_of(vec![bend("Corner", 90.0, 2.0, 0.0)], |_| {});
    let way = &chains.ways()[0];
    assert_eq!(chains.fewest(WHITE, &back(&way.motion), WHITE), Some(3));
    assert!(chains.meet(WHITE, &Motion::NONE, WHITE), "what is there already needs no piece");
    let chains = chains_of(vec![bend("Bend", 45.0, 2.0, 0.0)], |settings| settings.growth.loop_length = 7);
    assert_eq!(chains.fewest(WHITE, &back(&chains.ways()[0].motion), WHITE), Some(7));
    let shallow = chains_of(vec![bend("Bend", 45.0, 2.0, 0.0)], |settings| settings.growth.loop_length = 4);
    assert_eq!(
        shallow.fewest(WHITE, &back(&shallow.ways()[0].motion), WHITE),
        None,
        "it knows four and no more"
    );
    assert_eq!(shallow.fewest_far(WHITE, &back(&shallow.ways()[0].motion), WHITE), Some(7));
}

#[test]
fn what_climbs_does_not_come_back_at_another_height() {
    let round = |up: f64| {
        let chains = chains_of(vec![bend("Ramp", 90.0, 2.0, up)], |_| {});
        chains.fewest(WHITE, &back(&chains.ways()[0].motion), WHITE)
    };
    assert_eq!(round(0.0), Some(3));
    assert_ne!(round(0.5), Some(3), "four corners lead round, two metres above where they began");
}

#[test]
fn shafts_keep_their_up_axes_in_common() {
    let end = |y: f64, heading: DVec3, up: DVec3| Connector { up, ..Connector::new(DVec3::Y * y, heading) };
    let straight = [end(0.0, DVec3::NEG_Y, DVec3::X), end(3.0, DVec3::Y, DVec3::X)];
    let twisted = [end(0.0, DVec3::NEG_Y, DVec3::X), end(3.0, DVec3::Y, DVec3::Z)];
    let chains = chains_of(
        vec![Piece::new("Ladder", straight.into(), vec![]), Piece::new("Twist", twisted.into(), vec![])],
        |_| {},
    );
    let up =
        chains.ways().iter().find(|way| way.motion.offset.y > 0.0 && way.motion.turn == Turn::NONE).unwrap();
    assert_eq!(up.motion.offset, DVec3::Y * 3.0);
    let quarter = chains.ways().iter().filter(|way| way.motion.turn.cos_sin()[0].abs() < 1e-9).count();
    assert_eq!(quarter, 2, "the twist, up and down");
}

#[test]
fn an_up_axis_that_decides_nothing_leads_nowhere() {
    let ends = [(DVec3::ZERO, DVec3::NEG_Y), (DVec3::Y, DVec3::Y)]
        .map(|(at, heading)| Connector { up: DVec3::Y, ..Connector::new(at, heading) });
    let chains = chains_of(vec![Piece::new("Shaft", ends.into(), vec![])], |_| {});
    assert!(chains.ways().is_empty());
}

#[test]
fn colors_that_only_go_one_way_are_respected() {
    let mut piece = bend("Corner", 90.0, 2.0, 0.0);
    piece.connectors[0] = piece.connectors[0].clone().with(1, "red");
    piece.connectors[1] = piece.connectors[1].clone().with(1, "blue");
    let chains = |rows: &[(&str, &str)]| {
        let mut connection = Connection::default();
        for (row, accepts) in rows {
            connection.color_matrix.rows.insert((*row).into(), vec![(*accepts).into()]);
        }
        chains_of(vec![piece.clone()], |settings| settings.connection = connection)
    };
    let round = |chains: &Chains| {
        // From its blue exit round to its red entry.
        let way = chains.ways().iter().find(|way| way.entry.index() == 0).unwrap().clone();
        chains.fewest(way.kind, &back(&way.motion), KindId::new(0))
    };
    assert_eq!(round(&chains(&[("blue", "red"), ("red", "green")])), Some(3));
    assert_eq!(round(&chains(&[("blue", "green"), ("red", "green")])), None, "nothing accepts anything");
}

#[test]
fn tables_stay_within_their_limit_however_many_ways_there_are() {
    let odd =
        (0..40).map(|i| bend(&format!("P{i}"), 7.3 * f64::from(i) + 1.7, 1.0 + 0.13 * f64::from(i), 0.0));
    let chains = chains_of(odd.collect(), |settings| settings.growth.loop_length = 12);
    let poses: usize = chains.poses().iter().sum();
    assert!(poses > 1000 && poses <= MOST_POSES, "{poses}");
}

proptest! {
    /// A chain that exists is never overlooked, and what is found is no longer.
    #[test]
    fn every_chain_is_in_the_table(
        turns in prop::collection::vec((-6..=6i32, 1..6u32, -1..=1i32), 1..4),
        steps in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let pieces = turns.iter().enumerate().map(|(i, &(turn, length, up))| {
            bend(&format!("P{i}"), f64::from(turn) * 15.0, f64::from(length), f64::from(up) * 0.5)
        });
        let chains = chains_of(pieces.collect(), |settings| settings.growth.loop_length = 3);
        let motion = steps.iter().fold(Motion::NONE, |motion, step| motion.then(&step.get(chains.ways()).motion));
        let fewest = chains.fewest(WHITE, &motion, WHITE);
        prop_assert!(fewest.is_some_and(|fewest| fewest <= steps.len()), "{fewest:?}");
    }

    /// Through pieces that are really snapped together one comes to where the motions say.
    #[test]
    fn motions_are_what_snapping_does(turn in -179.0..179.0f64, yaw in 0.0..360.0f64, distance in 0.0..2.0f64) {
        let piece = bend("P", turn, 3.0, 0.7);
        let [entry, exit] = [&piece.connectors[0], &piece.connectors[1]];
        let guide = Pose { position: DVec3::new(3.0, -1.0, 8.0), turn: Turn::of_degrees(yaw) };
        let pose = crate::snap::snap(&guide, exit, entry, distance);
        let motion = Motion::through(entry, exit, distance).unwrap();
        let said = Frame::of(&guide, exit).unwrap().moved(&motion);
        let is = Frame::of(&pose, exit).unwrap();
        prop_assert!(said.place.distance(is.place) < 1e-12);
        let [a, b] = [said.turn.cos_sin(), is.turn.cos_sin()];
        prop_assert!((a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 1e-12);
    }
}
