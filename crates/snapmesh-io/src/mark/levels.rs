//! Floors of many pieces at one height: stones and boards stand out of what is meant to be level.

use super::proposal::Proposal;

/// Heights that differ by less than this, in metres, are of one floor with bumps.
const BUMPS: f64 = 0.065;
/// Heights that differ by less are the same.
const SAME: f64 = 0.001;
/// What is round, the roundest first, in metres.
const ROUND: [f64; 6] = [1.0, 0.5, 0.25, 0.1, 0.05, 0.01];
/// Heights are lowered as much as others were if that makes them multiples of this.
const MEANT: f64 = 0.25;

/// Puts doorways whose heights differ by a little at one height, the roundest of them, so that floors do not climb from joint
/// to joint; and those that stand out by as much of other round heights as well.
pub(super) fn align(proposals: &mut [Proposal]) {
    let doorways = || proposals.iter().flat_map(|proposal| proposal.doorways.iter().flatten());
    let mut heights: Vec<f64> = doorways().map(|doorway| doorway.connector.at.y).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup_by(|a, b| (*a - *b).abs() < SAME);
    let mut meant: Vec<(f64, f64)> = Vec::new();
    for level in heights.chunk_by(|a, b| b - a < BUMPS) {
        let round = ROUND.iter().find_map(|step| level.iter().find(|y| is_multiple(**y, *step)));
        meant.extend(level.iter().map(|y| (*y, *round.unwrap_or(y))));
    }
    let bumps: Vec<f64> = meant.iter().map(|(y, round)| y - round).filter(|bump| *bump > SAME).collect();
    for (y, round) in &mut meant {
        if let Some(bump) = bumps.iter().find(|bump| y == round && is_multiple(*y - **bump, MEANT)) {
            *round -= bump;
        }
    }
    for doorway in proposals.iter_mut().flat_map(|proposal| proposal.doorways.iter_mut().flatten()) {
        let y = &mut doorway.connector.at.y;
        if let Some((_, round)) = meant.iter().find(|(known, _)| (*known - *y).abs() < SAME) {
            *y = (*round * 1000.0).round() / 1000.0 + 0.0;
        }
    }
}

fn is_multiple(y: f64, step: f64) -> bool {
    (y - (y / step).round() * step).abs() < SAME
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mark::proposal::Doorway;
    use snapmesh::glam::DVec3;
    use snapmesh::settings::ConnectorNote;

    fn aligned<const N: usize>(heights: [f64; N]) -> [f64; N] {
        let doorway = |y: f64| {
            let at = DVec3::new(0.0, y, 0.0);
            let connector = ConnectorNote { at, heading: DVec3::X, up: None, pins: 1, color: "white".into() };
            Doorway { connector, width: 1.0, headroom: None, framed: true, bumps: 0.0 }
        };
        let mut proposals =
            vec![Proposal { doorways: Some(heights.map(doorway).into()), ..Proposal::default() }];
        align(&mut proposals);
        let doorways = proposals.remove(0).doorways.unwrap_or_default();
        <[f64; N]>::try_from(doorways.iter().map(|doorway| doorway.connector.at.y).collect::<Vec<_>>())
            .unwrap_or([f64::NAN; N])
    }

    #[test]
    fn heights_that_differ_by_bumps_become_the_roundest_of_them() {
        assert_eq!(aligned([0.05, 0.0, 0.02, 4.05]), [0.0, 0.0, 0.0, 4.0], "the stairs of the kit as well");
        assert_eq!(aligned([1.82, 1.8, -1.8, 0.36]), [1.8, 1.8, -1.8, 0.36]);
    }

    #[test]
    fn heights_that_are_meant_stay() {
        assert_eq!(aligned([0.0, 0.13, 2.1, 4.8]), [0.0, 0.13, 2.1, 4.8]);
        assert_eq!(aligned([0.05]), [0.05], "one alone shows no bumps");
    }
}
