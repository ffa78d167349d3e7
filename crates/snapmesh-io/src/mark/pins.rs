//! Pins that meet: widths that are nearly the same have the same, and what is wide on one piece alone joins nothing.

use super::proposal::{Doorway, Proposal, pins_of};
use std::collections::{BTreeMap, BTreeSet};

/// Doorways whose widths differ by less than this, one to the next, are meant to be of one width.
const ALIKE: f64 = 1.05;

/// Gives doorways that are nearly of one width the same pins.
pub(super) fn group(proposals: &mut [Proposal], pin_width: f64) {
    let mut doorways: Vec<&mut Doorway> =
        proposals.iter_mut().flat_map(|proposal| proposal.doorways.iter_mut().flatten()).collect();
    doorways.sort_by(|a, b| a.width.total_cmp(&b.width));
    for alike in doorways.chunk_by_mut(|a, b| b.width < ALIKE * a.width) {
        let mean = alike.iter().map(|doorway| doorway.width).sum::<f64>() / alike.len() as f64;
        for doorway in alike {
            doorway.connector.pins = pins_of(mean, pin_width);
        }
    }
}

/// Gives doorways whose pins no other piece has those of the next narrower doorways of others, or of the next wider: the widest
/// first, as it may be what those of another piece then meet. Says so in the doubts of the piece.
pub(super) fn meet(proposals: &mut [Proposal]) {
    while let Some((piece, from, to)) = lone(proposals) {
        change(&mut proposals[piece], from, to);
    }
}

/// The most pins that only one piece has, that piece, and what they should be.
fn lone(proposals: &[Proposal]) -> Option<(usize, u32, u32)> {
    let mut pieces: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
    for (index, proposal) in proposals.iter().enumerate() {
        for doorway in proposal.doorways.iter().flatten() {
            pieces.entry(doorway.connector.pins).or_default().insert(index);
        }
    }
    pieces.iter().rev().find_map(|(&pins, with)| {
        let piece = with.first().copied().filter(|_| with.len() == 1)?;
        let others = |(known, with): (&u32, &BTreeSet<usize>)| {
            with.iter().any(|other| *other != piece).then_some(*known)
        };
        let narrower = pieces.range(..pins).rev().find_map(others);
        let wider = || pieces.range(pins + 1..).find_map(others);
        Some((piece, pins, narrower.or_else(wider)?))
    })
}

fn change(proposal: &mut Proposal, from: u32, to: u32) {
    let doorways = proposal.doorways.iter_mut().flatten();
    let mut widest: f64 = 0.0;
    for Doorway { connector, width, .. } in doorways.filter(|doorway| doorway.connector.pins == from) {
        connector.pins = to;
        widest = widest.max(*width);
    }
    let message = format!(
        "a doorway of {widest:.2} m would have {from} pins, and no other piece has such; it has {to}"
    );
    proposal.doubts.push(message);
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapmesh::glam::DVec3;
    use snapmesh::settings::ConnectorNote;

    fn pins(pieces: &[&[u32]]) -> (Vec<Vec<u32>>, usize) {
        let doorway = |pins: &u32| {
            let connector = ConnectorNote {
                at: DVec3::ZERO,
                heading: DVec3::X,
                up: None,
                pins: *pins,
                color: "white".into(),
            };
            Doorway { connector, width: 1.0, headroom: None, framed: true, bumps: 0.0 }
        };
        let piece = |pins: &&[u32]| Proposal {
            doorways: Some(pins.iter().map(doorway).collect()),
            ..Proposal::default()
        };
        let mut proposals: Vec<Proposal> = pieces.iter().map(piece).collect();
        meet(&mut proposals);
        let doubts = proposals.iter().map(|proposal| proposal.doubts.len()).sum();
        let of = |proposal: Proposal| {
            proposal.doorways.into_iter().flatten().map(|door| door.connector.pins).collect()
        };
        (proposals.into_iter().map(of).collect(), doubts)
    }

    #[test]
    fn pins_of_one_piece_alone_become_those_of_the_next_narrower_doorways() {
        assert_eq!(
            pins(&[&[7, 1], &[5, 4], &[4]]).0,
            [vec![5, 4], vec![5, 4], vec![4]],
            "what meets is kept"
        );
        assert_eq!(pins(&[&[4, 4, 4], &[3, 3], &[2, 3]]), (vec![vec![3, 3, 3], vec![3, 3], vec![3, 3]], 2));
    }

    #[test]
    fn or_of_the_next_wider_and_of_nothing_if_there_are_no_others() {
        assert_eq!(pins(&[&[1, 2], &[2, 2]]).0, [[2, 2], [2, 2]]);
        assert_eq!(pins(&[&[1, 2]]), (vec![vec![1, 2]], 0));
        assert_eq!(pins(&[&[2], &[2], &[3], &[3]]).1, 0);
    }
}
