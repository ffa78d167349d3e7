//! An agent that can walk in every piece that is to be marked.

use super::proposal::{Look, Options};
use crate::piece_file::PieceFile;
use snapmesh::settings::{Count, Navigation};

/// Steps that an agent may need, in metres: the default, and those of stairs that are taller than they should be.
const CLIMBS: [f64; 4] = [0.4, 0.55, 0.7, 0.9];
/// Metres that a doorway should be wider and higher than who walks through it.
const ROOM: f64 = 0.1;

/// Who was looked for doorways with, smaller where one needs that, and able to take the steps of stairs: the lowest with
/// which fewest pieces are torn.
pub fn fitting(files: &[&PieceFile], options: &Options) -> Navigation {
    let (mut best, mut fewest) = (Navigation::default(), usize::MAX);
    for max_climb in CLIMBS {
        let mut agent = options.agent;
        agent.climb = max_climb;
        let looks = files.iter().filter_map(|file| Look::new(&file.model, &agent));
        let (mut torn, mut narrowest, mut lowest) = (0, f64::INFINITY, f64::INFINITY);
        for Look { walk, openings, .. } in looks {
            torn += usize::from(!walk.joins(&openings));
            narrowest = openings.iter().map(|opening| opening.width).fold(narrowest, f64::min);
            lowest = openings.iter().map(|opening| opening.headroom).fold(lowest, f64::min);
        }
        if torn < fewest {
            fewest = torn;
            best.max_climb = max_climb;
            best.agent_radius = agent.radius.min(down(narrowest / 2.0 - ROOM));
            best.agent_height = agent.height.min(down(lowest - ROOM));
        }
        if fewest == 0 {
            break;
        }
    }
    Navigation { count: Count::Doorways, ..best }
}

/// Down to five centimetres.
fn down(x: f64) -> f64 {
    ((x * 20.0).floor() / 20.0).max(0.05)
}
