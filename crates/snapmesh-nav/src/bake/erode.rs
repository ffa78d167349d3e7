//! What is too close to a wall or a drop is taken away.

use super::columns::Open;
use super::window::Window;
use crate::agent::Agent;
use crate::budget::BakeError;
use crate::meter::Clock;
use crate::surface::SIDES;

/// Spans that are linked between two looks at the clock.
const SPANS_PER_LOOK: usize = 1 << 14;
/// No neighbor on that side.
pub(crate) const NONE: u32 = u32::MAX;

/// For each open span, whether the agent can stand in its middle.
pub(super) fn walkable(
    window: &Window,
    open: &Open,
    agent: &Agent,
    clock: Clock,
) -> Result<Vec<bool>, BakeError> {
    Ok(standing(&links(window, open, agent, clock)?, agent))
}

/// The same for spans whose neighbors are known.
pub(crate) fn standing(links: &[[u32; 4]], agent: &Agent) -> Vec<bool> {
    let reach = reach(agent);
    distances(links).into_iter().map(|distance| distance >= reach).collect()
}

/// How far from the rim an agent keeps.
pub(super) fn reach(agent: &Agent) -> u16 {
    2 * agent.radius_in_cells() as u16
}

/// How far each open span is from the rim, as in Recast: 2 for a cell to the side, 3 for one across.
pub(super) fn distances(links: &[[u32; 4]]) -> Vec<u16> {
    let mut distance: Vec<u16> =
        links.iter().map(|sides| if sides.contains(&NONE) { 0 } else { u16::MAX }).collect();
    // Once from the north-west and once from the south-east, each cell from those already seen: the side it looks
    // at, and the side of that which leads across.
    for span in 0..links.len() {
        relax(links, &mut distance, span, [(0, 3), (3, 2)]);
    }
    for span in (0..links.len()).rev() {
        relax(links, &mut distance, span, [(2, 1), (1, 0)]);
    }
    distance
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
pub(crate) fn links(
    window: &Window,
    open: &Open,
    agent: &Agent,
    clock: Clock,
) -> Result<Vec<[u32; 4]>, BakeError> {
    let mut links = Vec::with_capacity(open.spans.len());
    for portion in open.spans.chunks(SPANS_PER_LOOK) {
        clock.check()?;
        links.extend(portion.iter().map(|span| {
            SIDES.map(|step| {
                let beside = window.neighbor(span.cell, step).map_or(0..0, |column| open.at(column));
                let met = span.lowest_met(&open.spans[beside.clone()], agent);
                met.map_or(NONE, |place| (beside.start + place) as u32)
            })
        }));
    }
    Ok(links)
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::super::raster::Shell;
    use super::*;
    use crate::terrain::FloorKind;
    use crate::testing::AGENT;

    /// What is left of a drawing for an agent of so many cells: `#` is floor, `I` a wall, `+` floor that is a metre
    /// higher, and all else a drop. What is left is `#` again.
    fn left(radius: u32, rows: &[&str]) -> Vec<String> {
        let agent = Agent { radius: f64::from(radius) * AGENT.cell_size, ..AGENT };
        let window = Window::square(0, 0, rows.len() as u32);
        let (mut first, mut shells) = (vec![0], Vec::new());
        for (column, mark) in (0..).zip(rows.iter().flat_map(|row| row.chars())) {
            let solid = |bottom, top, kind| Shell { column, bottom, top, piece: 0, kind };
            match mark {
                '#' => shells.push(solid(0.0, 0.0, FloorKind::Floor)),
                '+' => shells.push(solid(1.0, 1.0, FloorKind::Floor)),
                'I' => shells.push(solid(0.0, 9.0, FloorKind::Steep)),
                _ => {}
            }
            first.push(shells.len() as u32);
        }
        let columns = Columns::new(&window, (first, shells), &agent);
        let open = columns.open(&window, &agent, Clock::ENDLESS).unwrap();
        let kept = walkable(&window, &open, &agent, Clock::ENDLESS).unwrap();
        let stands = |column: u32| open.at(column).any(|span| kept[span]);
        let mark = |x: u32, z: u32| if stands(window.column(x, z)) { '#' } else { '.' };
        (0..window.deep).map(|z| (0..window.wide).map(|x| mark(x, z)).collect()).collect()
    }

    const PLATE: [&str; 7] = ["#######"; 7];

    #[test]
    fn an_agent_of_no_width_stands_wherever_there_is_no_drop() {
        assert_eq!(
            left(0, &PLATE),
            [".......", ".#####.", ".#####.", ".#####.", ".#####.", ".#####.", "......."]
        );
    }

    #[test]
    fn every_cell_of_the_radius_takes_a_ring_away() {
        assert_eq!(
            left(1, &PLATE),
            [".......", ".......", "..###..", "..###..", "..###..", ".......", "......."]
        );
        assert_eq!(
            left(2, &PLATE),
            [".......", ".......", ".......", "...#...", ".......", ".......", "......."]
        );
        assert_eq!(left(3, &PLATE), ["......."; 7]);
    }

    #[test]
    fn around_a_pillar_corners_are_cut_as_a_step_aside_is_two_and_one_across_is_three() {
        let mut rows = ["###############"; 15];
        rows[7] = "#######I#######";
        let expected = [
            "...............",
            "...............",
            "...............",
            "...#########...",
            "...#########...",
            "...###...###...",
            "...##.....##...",
            "...##.....##...",
            "...##.....##...",
            "...###...###...",
            "...#########...",
            "...#########...",
            "...............",
            "...............",
            "...............",
        ];
        assert_eq!(left(2, &rows), expected);
    }

    #[test]
    fn a_hole_takes_one_cell_more_than_a_pillar() {
        let mut rows = ["###########"; 11];
        rows[5] = "#####I#####";
        assert_eq!(left(1, &rows)[3..7], ["..#######..", "..###.###..", "..##...##..", "..###.###.."]);
        rows[5] = "#####.#####";
        assert_eq!(left(1, &rows)[3..7], ["..###.###..", "..##...##..", "..#.....#..", "..##...##.."]);
    }

    #[test]
    fn floors_of_different_height_do_not_widen_each_other() {
        let rows = ["####+++++"; 9];
        // The step of a metre is a wall for the one and a drop for the other.
        let stairs = left(1, &rows);
        assert_eq!(stairs[4], "..#...#..");
    }
}
