//! What is too close to a wall or a drop is taken away.

use super::columns::{Open, neighbor};
use super::layout::Window;
use crate::agent::Agent;
use crate::surface::SIDES;

/// No neighbor on that side.
const NONE: u32 = u32::MAX;

/// For each open span, whether the agent can stand in its middle.
///
/// Distances are those of Recast: 2 for a cell to the side, 3 for one across, from the spans at the rim.
pub(super) fn walkable(window: &Window, open: &Open, agent: &Agent) -> Vec<bool> {
    let links = links(window, open, agent);
    let reach = 2 * agent.radius_in_cells() as u16;
    let mut distance: Vec<u16> =
        links.iter().map(|sides| if sides.contains(&NONE) { 0 } else { u16::MAX }).collect();
    // Once from the north-west and once from the south-east, each cell from those already seen: the side it looks
    // at, and the side of that which leads across.
    for span in 0..links.len() {
        relax(&links, &mut distance, span, [(0, 3), (3, 2)]);
    }
    for span in (0..links.len()).rev() {
        relax(&links, &mut distance, span, [(2, 1), (1, 0)]);
    }
    distance.into_iter().map(|distance| distance >= reach).collect()
}

fn relax(links: &[[u32; 4]], distance: &mut [u16], span: usize, looks: [(usize, usize); 2]) {
    let mut nearest = distance[span];
    for (side, across) in looks {
        let beside = links[span][side];
        if beside == NONE {
            continue;
        }
        nearest = nearest.min(distance[beside as usize].saturating_add(2));
        let corner = links[beside as usize][across];
        if corner != NONE {
            nearest = nearest.min(distance[corner as usize].saturating_add(3));
        }
    }
    distance[span] = nearest;
}

/// For each open span, where a step to each side leads.
fn links(window: &Window, open: &Open, agent: &Agent) -> Vec<[u32; 4]> {
    let mut links = Vec::with_capacity(open.spans.len());
    for span in &open.spans {
        links.push(SIDES.map(|step| {
            let beside = neighbor(span.cell, window.side, step).map_or(0..0, |column| open.at(column));
            let met = beside.into_iter().find(|&other| span.meets(&open.spans[other], agent));
            met.map_or(NONE, |other| other as u32)
        }));
    }
    links
}
