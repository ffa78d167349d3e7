//! Floors of many pieces at one height: stones and boards stand out of what is meant to be level.

use super::proposal::Proposal;

/// Heights that differ by less than this, in metres, are of one floor with bumps.
const BUMPS: f64 = 0.065;
/// Heights that are meant are multiples of this, in metres.
const MEANT: f64 = 0.25;
/// Heights that differ by less are the same.
const SAME: f64 = 0.001;

/// Puts doorways at the heights that are meant, if those of the kit show bumps: somewhere two differ by a little.
pub(super) fn align(proposals: &mut [Proposal]) {
    let mut heights: Vec<f64> = proposals.iter().flat_map(doorways).map(|y| y - (y / MEANT).round() * MEANT).collect();
    heights.sort_by(f64::total_cmp);
    let bumpy = heights.windows(2).any(|pair| (SAME..BUMPS).contains(&(pair[1] - pair[0])));
    if !bumpy {
        return;
    }
    for doorway in proposals.iter_mut().flat_map(|proposal| proposal.doorways.iter_mut().flatten()) {
        let y = &mut doorway.connector.at.y;
        let meant = (*y / MEANT).round() * MEANT;
        if (-SAME..BUMPS).contains(&(*y - meant)) {
            *y = meant;
        }
    }
}

fn doorways(proposal: &Proposal) -> impl Iterator<Item = f64> {
    proposal.doorways.iter().flatten().map(|doorway| doorway.connector.at.y)
}
