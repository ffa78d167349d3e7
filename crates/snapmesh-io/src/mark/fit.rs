//! An agent that can walk in every piece that is to be marked, and the eyes they are looked at with.

use super::proposal::{Look, Options};
use crate::kit_file::Layered;
use crate::piece_file::PieceFile;
use snapmesh::settings::{Count, Navigation};
use snapmesh_nav::Agent;

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

/// With which eyes pieces are looked at, and who walks in them: as the kit says, and where it does not, who can walk in all.
pub(super) fn eyes(files: &[&PieceFile], layered: &Layered, pin_width: f64) -> (Options, Navigation) {
    let given = &layered.settings.navigation;
    let told = |key: &str| layered.origins.contains_key(&format!("navigation.{key}"));
    let or = |key: &str, given: f64, fits: f64| if told(key) { given } else { fits };
    let mut options = Options { pin_width, ..Options::default() };
    let agent = &mut options.agent;
    agent.radius = or("agent_radius", given.agent_radius, agent.radius);
    agent.height = or("agent_height", given.agent_height, agent.height);
    agent.slope = or("max_slope", Agent::from(given).slope, agent.slope);
    // Nobody has to be looked for, which takes as long as all the rest, where all of it is said.
    let known = ["agent_radius", "agent_height", "max_climb"].into_iter().all(told);
    let fits = if known { given.clone() } else { fitting(files, &options) };
    options.agent.climb = or("max_climb", given.max_climb, fits.max_climb);
    let walks = Navigation {
        agent_radius: or("agent_radius", given.agent_radius, fits.agent_radius),
        agent_height: or("agent_height", given.agent_height, fits.agent_height),
        max_climb: or("max_climb", given.max_climb, fits.max_climb),
        ..given.clone()
    };
    (options, walks)
}

/// Down to five centimetres.
fn down(x: f64) -> f64 {
    ((x * 20.0).floor() / 20.0).max(0.05)
}

#[cfg(test)]
mod tests {
    use super::super::testing::Blocks;
    use super::*;

    fn fitted(pieces: &[Blocks]) -> [f64; 3] {
        let files: Vec<PieceFile> = pieces.iter().map(Blocks::file).collect();
        let fitted = fitting(&files.iter().collect::<Vec<_>>(), &Options::default());
        assert_eq!(fitted.count, Count::Doorways);
        [fitted.agent_radius, fitted.agent_height, fitted.max_climb]
    }

    #[test]
    fn steps_are_climbed_by_the_lowest_climb_that_does() {
        assert_eq!(fitted(&[Blocks::hall(2.0), Blocks::stairs(8, 0.25)]), [0.35, 1.8, 0.4]);
        assert_eq!(fitted(&[Blocks::hall(2.0), Blocks::stairs(4, 0.5)])[2], 0.55);
        assert_eq!(fitted(&[Blocks::stairs(4, 0.65)])[2], 0.7);
        assert_eq!(
            fitted(&[Blocks::stairs(3, 1.5), Blocks::hall(2.0)])[2],
            0.4,
            "what nobody climbs changes nothing"
        );
    }

    #[test]
    fn who_walks_is_as_slim_and_low_as_the_doorways_want() {
        assert_eq!(fitted(&[Blocks::hall(0.8)])[0], 0.3);
        let low = Blocks::hall(2.0).block("Lintel", [-1.3, 1.87, -3.0], [1.3, 3.0, -2.7]);
        assert_eq!(fitted(&[low])[1], 1.75);
        assert_eq!(fitted(&[]), [0.35, 1.8, 0.4]);
    }
}
