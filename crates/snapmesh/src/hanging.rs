//! What hangs on what: which pieces of a map go when one of them does, and which stay when some have to.

use crate::id::PlacedId;
use crate::map::{Link, Map};
use crate::placed::{Placed, Role};

/// What of a map stays, by piece, when one goes with all that was grown from it. A chain that then closes no loop any more
/// goes, too.
pub(crate) fn without(map: &Map, piece: PlacedId) -> Vec<bool> {
    let mut stays = vec![true; map.pieces.len()];
    stays[piece.index()] = false;
    loop {
        let before = stays.iter().filter(|stays| **stays).count();
        for (index, placed) in map.pieces.iter().enumerate() {
            stays[index] &= placed.joint.is_none_or(|joint| stays[joint.guide.index()]);
        }
        drop_open_chains(map, &mut stays);
        if stays.iter().filter(|stays| **stays).count() == before {
            return stays;
        }
    }
}

/// Pieces of chains stay while they are linked, or carry something that is no cap.
fn drop_open_chains(map: &Map, stays: &mut [bool]) {
    let mut carries = vec![false; map.pieces.len()];
    for link in map.links.iter().filter(|link| link.sides().iter().all(|port| stays[port.placed.index()])) {
        link.sides().iter().for_each(|port| carries[port.placed.index()] = true);
    }
    for (index, placed) in map.pieces.iter().enumerate().rev() {
        stays[index] &= placed.role != Role::Loop || carries[index];
        if let Some(joint) = placed.joint.filter(|_| stays[index] && placed.role != Role::Cap) {
            carries[joint.guide.index()] = true;
        }
    }
}

/// What of a map stays, by piece, when some pieces have to: the way from each back to the start; of a chain all of it, and what
/// it leads to.
pub(crate) fn holding(map: &Map, pieces: impl IntoIterator<Item = PlacedId>) -> Vec<bool> {
    let mut stays = vec![false; map.pieces.len()];
    let mut left: Vec<PlacedId> = pieces.into_iter().collect();
    while let Some(at) = left.pop() {
        if std::mem::replace(&mut stays[at.index()], true) {
            continue;
        }
        let Placed { role, joint, .. } = map.placed(at);
        left.extend(joint.map(|joint| joint.guide));
        if *role == Role::Loop {
            let chain = map
                .joints()
                .filter(|(next, joint)| joint.guide == at && map.placed(*next).role == Role::Loop);
            left.extend(chain.map(|(next, _)| next));
            let linked =
                map.links.iter().map(Link::sides).filter(|sides| sides.iter().any(|port| port.placed == at));
            left.extend(linked.flatten().map(|port| port.placed));
        }
    }
    stays
}
