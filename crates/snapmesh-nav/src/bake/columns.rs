//! Columns of cells: what is solid in them, and the open space above floors.

use super::layout::{Layout, TileInput};
use super::raster::{Shell, Shells};
use super::window::Window;
use crate::agent::Agent;
use crate::budget::BakeError;
use crate::meter::{Clock, Halt, Lease};
use crate::surface::{SIDES, Span};
use crate::terrain::FloorKind;
use std::ops::Range;

/// Something solid in a column.
pub(crate) struct Solid {
    pub(crate) bottom: f32,
    pub(crate) top: f32,
    /// How low its top gets within the cell: on a slope, less than `top`.
    pub(crate) low: f32,
    pub(crate) piece: u32,
    pub(crate) kind: FloorKind,
}

/// The solids of a window, from below in each column.
pub(crate) struct Columns {
    first: Vec<u32>,
    solids: Vec<Solid>,
}

/// The open spaces above floors, from below in each column.
pub(crate) struct Open {
    first: Vec<u32>,
    pub(crate) spans: Vec<Span>,
}

/// What is solid in the window of a tile; nothing if all of it is empty. It takes what the lease has.
pub(super) fn of_tile(
    layout: &Layout<'_>,
    input: &TileInput,
    lease: &mut Lease<'_>,
    clock: Clock,
) -> Result<Option<Columns>, Halt> {
    clock.check()?;
    let (window, agent) = (layout.window(input), layout.terrain.agent());
    let mut shells = Shells::new(window);
    lease.cover(shells.bytes())?;
    for share in &input.pieces {
        shells.add(layout, share, lease, clock)?;
    }
    if shells.is_empty() {
        return Ok(None);
    }
    let mut columns = Columns::new(&window, shells.sorted(clock)?, agent);
    clock.check()?;
    columns.step_over_low_obstacles(agent);
    Ok(Some(columns))
}

impl Columns {
    pub(crate) fn new(window: &Window, (shell_of, shells): (Vec<u32>, Vec<Shell>), agent: &Agent) -> Self {
        let mut columns =
            Self { first: Vec::with_capacity(shell_of.len()), solids: Vec::with_capacity(shells.len()) };
        debug_assert_eq!(shell_of.len(), window.columns() as usize + 1);
        columns.first.push(0);
        for range in shell_of.windows(2) {
            columns.fill(&shells[range[0] as usize..range[1] as usize], agent);
            columns.first.push(columns.solids.len() as u32);
        }
        columns
    }

    /// Shells that touch or nearly do are one solid.
    fn fill(&mut self, mut shells: &[Shell], agent: &Agent) {
        let gap = agent.cell_height as f32;
        while let Some(lowest) = shells.first() {
            let mut top = lowest.top;
            let mut count = 1;
            while let Some(shell) = shells.get(count).filter(|shell| shell.bottom <= top + gap) {
                top = top.max(shell.top);
                count += 1;
            }
            let (joined, rest) = shells.split_at(count);
            self.solids.push(solid(joined, top, agent));
            shells = rest;
        }
    }

    /// Steep things that are low enough above a floor are stepped over. What is tagged is not.
    pub(crate) fn step_over_low_obstacles(&mut self, agent: &Agent) {
        let climb = agent.climb as f32 + agent.slack();
        for column in self.first.windows(2) {
            let mut floor_below = None;
            for solid in &mut self.solids[column[0] as usize..column[1] as usize] {
                let floor = (solid.kind == FloorKind::Floor).then_some(solid.top);
                let low = floor_below.is_some_and(|below| solid.top - below <= climb);
                if solid.kind == FloorKind::Steep && low {
                    solid.kind = FloorKind::Floor;
                }
                floor_below = floor;
            }
        }
    }

    /// The floors with enough room above them and no drop beside them.
    pub(super) fn open(&self, window: &Window, agent: &Agent, clock: Clock) -> Result<Open, BakeError> {
        self.floors(window, agent, clock, |column, span| !self.beside_a_drop(column, window, span, agent))
    }

    /// The floors with enough room above them, as far as they are to be kept.
    pub(crate) fn floors(
        &self,
        window: &Window,
        agent: &Agent,
        clock: Clock,
        keep: impl Fn(u32, &Span) -> bool,
    ) -> Result<Open, BakeError> {
        let room = agent.height as f32 - agent.slack();
        let floors = self.solids.iter().filter(|solid| solid.kind == FloorKind::Floor).count();
        let (first, spans) = (Vec::with_capacity(self.first.len()), Vec::with_capacity(floors));
        let mut open = Open { first, spans };
        open.first.push(0);
        for column in 0..window.columns() {
            if column % window.wide == 0 {
                clock.check()?;
            }
            let solids = self.column(column);
            for (index, solid) in
                solids.iter().enumerate().filter(|(_, solid)| solid.kind == FloorKind::Floor)
            {
                let ceiling = solids.get(index + 1).map_or(f32::INFINITY, |next| next.bottom);
                let Solid { low, top, piece, .. } = *solid;
                let span = Span { cell: column, low, top, ceiling, piece, region: 0 };
                if ceiling - top >= room && keep(column, &span) {
                    open.spans.push(span);
                }
            }
            open.first.push(open.spans.len() as u32);
        }
        Ok(open)
    }

    /// What is solid in a column, from below.
    pub(crate) fn column(&self, column: u32) -> &[Solid] {
        let (first, next) = (self.first[column as usize], self.first[column as usize + 1]);
        &self.solids[first as usize..next as usize]
    }

    /// Whether there is room to fall from here. A floor fills every cell it touches; this takes back the last one.
    fn beside_a_drop(&self, column: u32, window: &Window, span: &Span, agent: &Agent) -> bool {
        let climb = agent.climb as f32 + agent.slack();
        let room = agent.height as f32 - agent.slack();
        SIDES.iter().any(|&step| {
            let Some(beside) = window.neighbor(column, step) else { return true };
            let solids = self.column(beside);
            let below = solids.first().map_or(f32::INFINITY, |solid| solid.bottom);
            if below.min(span.ceiling) - span.top >= room {
                return true;
            }
            // What is low enough to fall onto comes first, and of that the last has the highest ceiling.
            let lower = solids.partition_point(|solid| span.low - solid.top > climb);
            let ceiling = solids.get(lower).map_or(f32::INFINITY, |next| next.bottom);
            lower > 0 && ceiling.min(span.ceiling) - span.top.max(solids[lower - 1].top) >= room
        })
    }
}

/// What shells that touch make together: as high as the highest, and floor if the highest is, or if it is a steep
/// thing that can be stepped onto from a floor below it.
fn solid(shells: &[Shell], top: f32, agent: &Agent) -> Solid {
    if let [Shell { bottom, top, piece, kind, .. }] = *shells {
        return Solid { bottom, top, low: bottom, piece, kind };
    }
    let tie = top - agent.cell_height as f32;
    let step = top - agent.climb as f32 - agent.slack();
    let (mut floor, mut never) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
    let mut best = &shells[0];
    for shell in shells {
        match shell.kind {
            FloorKind::Floor => floor = floor.max(shell.top),
            FloorKind::Never => never = never.max(shell.top),
            FloorKind::Steep => {}
        }
        if shell.top >= tie && (best.top < tie || shell.kind >= best.kind) {
            best = shell;
        }
    }
    // At one height floor wins: where two pieces meet, their floors are as high as their sides.
    let kind = if never >= tie && never > floor + agent.slack() {
        FloorKind::Never
    } else if floor >= tie || floor >= step {
        FloorKind::Floor
    } else {
        FloorKind::Steep
    };
    // A slope may be of several triangles, each of them in a part of the cell.
    let floors = shells.iter().rev().filter(|shell| shell.kind == FloorKind::Floor);
    let low =
        floors.fold(top, |low, shell| if shell.top >= low.min(tie) { low.min(shell.bottom) } else { low });
    Solid { bottom: shells[0].bottom, top, low, piece: best.piece, kind }
}

impl Open {
    /// The spans of a column.
    pub(crate) fn at(&self, column: u32) -> Range<usize> {
        self.first[column as usize] as usize..self.first[column as usize + 1] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::FloorKind::{Floor, Never, Steep};
    use super::*;
    use crate::testing::AGENT;
    use proptest::prelude::*;

    /// Beyond this, a height is not what was asked for: 1/64 is the slack of the agent.
    const MORE: f32 = 1.0 / 32.0;

    fn shell(bottom: f32, top: f32, kind: FloorKind) -> Shell {
        Shell { column: 0, bottom, top, piece: 0, kind }
    }

    /// A window of this side whose columns are filled like this, each from below.
    fn window(side: u32, fill: impl Fn(u32, u32) -> Vec<Shell>) -> (Window, Columns) {
        let (mut first, mut shells) = (vec![0], Vec::new());
        for column in 0..side * side {
            shells.extend(
                fill(column % side, column / side).into_iter().map(|shell| Shell { column, ..shell }),
            );
            first.push(shells.len() as u32);
        }
        let window = Window::square(0, 0, side);
        (window, Columns::new(&window, (first, shells), &AGENT))
    }

    /// The solids of one column: bottom, top and kind.
    fn solids(shells: &[Shell]) -> Vec<(f32, f32, FloorKind)> {
        let (_, columns) = window(1, |_, _| shells.to_vec());
        columns.column(0).iter().map(|solid| (solid.bottom, solid.top, solid.kind)).collect()
    }

    #[test]
    fn shells_no_further_apart_than_the_cell_height_are_one_solid() {
        let pair = |gap: f32| solids(&[shell(0.0, 1.0, Floor), shell(1.0 + gap, 3.0, Steep)]);
        assert_eq!(pair(0.25), [(0.0, 3.0, Steep)]);
        assert_eq!(pair(0.25 + MORE), [(0.0, 1.0, Floor), (1.25 + MORE, 3.0, Steep)]);
        assert_eq!(pair(-0.5), [(0.0, 3.0, Steep)]);
        assert_eq!(solids(&[]), []);
    }

    #[test]
    fn a_short_shell_within_a_tall_one_does_not_end_it() {
        let tall =
            [shell(0.0, 4.0, Steep), shell(0.5, 1.0, Floor), shell(3.0, 3.5, Floor), shell(5.0, 6.0, Floor)];
        assert_eq!(solids(&tall), [(0.0, 4.0, Floor), (5.0, 6.0, Floor)]);
    }

    #[test]
    fn a_solid_is_what_its_top_is() {
        assert_eq!(solids(&[shell(0.0, 3.0, Steep), shell(3.0, 3.0, Floor)]), [(0.0, 3.0, Floor)]);
        assert_eq!(solids(&[shell(0.0, 0.0, Floor), shell(0.0, 3.0, Steep)]), [(0.0, 3.0, Steep)]);
        assert_eq!(solids(&[shell(0.0, 0.0, Floor), shell(0.0, 3.0, Never)]), [(0.0, 3.0, Never)]);
    }

    #[test]
    fn something_steep_on_a_floor_is_stepped_onto_up_to_the_climb() {
        let kerb = |height: f32| solids(&[shell(0.0, 0.0, Floor), shell(0.0, height, Steep)])[0].2;
        assert_eq!(kerb(0.5), Floor);
        assert_eq!(kerb(0.5 + MORE), Steep);
    }

    #[test]
    fn at_one_height_floor_wins_over_what_is_tagged_and_above_it_does_not() {
        let lava = |height: f32| solids(&[shell(0.0, 0.0, Floor), shell(0.0, height, Never)])[0].2;
        assert_eq!(lava(0.0), Floor);
        assert_eq!(lava(1.0 / 64.0), Floor);
        assert_eq!(lava(MORE), Never);
        // Below the floor by more than surfaces that count as one.
        let sunk = solids(&[shell(0.0, 0.5, Never), shell(0.5, 1.0, Floor)]);
        assert_eq!(sunk, [(0.0, 1.0, Floor)]);
        // Tagged sides that reach higher than the floor, but are lower than something steep.
        let mixed = solids(&[shell(0.0, 0.0, Floor), shell(0.0, 1.0, Never), shell(0.0, 2.0, Steep)]);
        assert_eq!(mixed, [(0.0, 2.0, Steep)]);
    }

    fn only_solid(shells: &[Shell]) -> Solid {
        let (_, mut columns) = window(1, |_, _| shells.to_vec());
        assert_eq!(columns.solids.len(), 1);
        columns.solids.remove(0)
    }

    #[test]
    fn a_slope_of_several_triangles_is_as_low_as_the_lowest_of_them() {
        assert_eq!(only_solid(&[shell(1.0, 2.0, Floor)]).low, 1.0);
        let slope = [shell(0.0, 1.0, Floor), shell(0.75, 2.0, Floor)];
        assert_eq!(only_solid(&slope).low, 0.0);
        // A floor far below the top is not part of it, and neither is a wall.
        let apart = [shell(0.0, 0.5, Floor), shell(0.0, 2.0, Steep), shell(1.5, 2.0, Floor)];
        assert_eq!(only_solid(&apart).low, 1.5);
    }

    #[test]
    fn a_solid_belongs_to_the_piece_whose_floor_is_at_its_top() {
        let of = |piece: u32, shell: Shell| Shell { piece, ..shell };
        let wall = of(1, shell(0.0, 2.0, Steep));
        let floor = of(2, shell(1.9, 1.9, Floor));
        let below = of(3, shell(0.0, 0.0, Floor));
        assert_eq!(only_solid(&[below, wall, floor]).piece, 2);
        assert_eq!(only_solid(&[below, wall]).piece, 1);
    }

    fn stepped(shells: &[Shell]) -> Vec<FloorKind> {
        let (_, mut columns) = window(1, |_, _| shells.to_vec());
        columns.step_over_low_obstacles(&AGENT);
        columns.solids.iter().map(|solid| solid.kind).collect()
    }

    #[test]
    fn something_steep_that_hangs_low_over_a_floor_is_stepped_over() {
        let over = |height: f32, kind| stepped(&[shell(0.0, 0.0, Floor), shell(0.375, height, kind)]);
        assert_eq!(over(0.5, Steep), [Floor, Floor]);
        assert_eq!(over(0.5 + 1.0 / 64.0, Steep), [Floor, Floor]);
        assert_eq!(over(0.5 + MORE, Steep), [Floor, Steep]);
        assert_eq!(over(0.5, Never), [Floor, Never]);
    }

    #[test]
    fn a_pile_of_steep_things_is_not_climbed_by_stepping_from_one_to_the_next() {
        let pile = [shell(0.0, 0.0, Floor), shell(0.3, 0.4, Steep), shell(0.7, 0.8, Steep)];
        assert_eq!(stepped(&pile), [Floor, Floor, Steep]);
        assert_eq!(stepped(&[shell(0.0, 0.0, Steep), shell(0.3, 0.4, Steep)]), [Steep, Steep]);
        // What lies below in the next column is no floor for this one.
        let (_, mut columns) = window(2, |x, z| match (x, z) {
            (0, 0) => vec![shell(0.0, 0.0, Floor)],
            (1, 0) => vec![shell(0.3, 0.4, Steep)],
            _ => vec![],
        });
        columns.step_over_low_obstacles(&AGENT);
        assert_eq!(columns.solids[1].kind, Steep);
    }

    /// The open spans in the middle of three by three columns: low, top and ceiling.
    fn middle(inside: &[Shell], around: &[Shell]) -> Vec<(f32, f32, f32)> {
        let fill = |x, z| if (x, z) == (1, 1) { inside.to_vec() } else { around.to_vec() };
        let (window, columns) = window(3, fill);
        let open = columns.open(&window, &AGENT, Clock::ENDLESS).unwrap();
        open.spans[open.at(4)].iter().map(|span| (span.low, span.top, span.ceiling)).collect()
    }

    const GROUND: Shell = Shell { column: 0, bottom: 0.0, top: 0.0, piece: 0, kind: Floor };

    #[test]
    fn a_floor_is_open_if_the_agent_fits_under_the_ceiling() {
        let under = |ceiling: f32| middle(&[GROUND, shell(ceiling, 9.0, Steep)], &[GROUND]);
        assert_eq!(under(2.0), [(0.0, 0.0, 2.0)]);
        assert_eq!(under(2.0 - 1.0 / 64.0).len(), 1);
        assert_eq!(under(2.0 - MORE), []);
        assert_eq!(middle(&[GROUND], &[GROUND]), [(0.0, 0.0, f32::INFINITY)]);
    }

    #[test]
    fn what_is_steep_or_tagged_is_never_open() {
        assert_eq!(middle(&[shell(0.0, 0.0, Steep)], &[GROUND]), []);
        assert_eq!(middle(&[shell(0.0, 0.0, Never)], &[GROUND]), []);
    }

    #[test]
    fn several_floors_of_a_column_are_open() {
        let storeys = [GROUND, shell(3.0, 3.5, Floor), shell(5.0, 5.5, Floor), shell(9.0, 9.5, Floor)];
        let open = middle(&storeys, &storeys);
        assert_eq!(open, [(0.0, 0.0, 3.0), (5.0, 5.5, 9.0), (9.0, 9.5, f32::INFINITY)]);
    }

    #[test]
    fn the_rim_of_a_window_is_beside_a_drop() {
        let (window, columns) = window(4, |_, _| vec![GROUND]);
        let cells: Vec<u32> = columns
            .open(&window, &AGENT, Clock::ENDLESS)
            .unwrap()
            .spans
            .iter()
            .map(|span| span.cell)
            .collect();
        assert_eq!(cells, [5, 6, 9, 10]);
    }

    #[test]
    fn beside_a_floor_lower_than_the_climb_or_beside_nothing_is_a_drop() {
        let raised = |height: f32| middle(&[shell(height, height, Floor)], &[GROUND]).len();
        assert_eq!(raised(0.5), 1);
        assert_eq!(raised(0.5 + 1.0 / 64.0), 1);
        assert_eq!(raised(0.5 + MORE), 0);
        assert_eq!(middle(&[GROUND], &[]), []);
        assert_eq!(middle(&[shell(0.25, 1.0, Floor)], &[GROUND]).len(), 1, "a slope that starts low enough");
    }

    #[test]
    fn one_side_with_a_drop_is_enough() {
        for hole in [(0, 1), (2, 1), (1, 0), (1, 2)] {
            let (window, columns) = window(3, |x, z| if (x, z) == hole { vec![] } else { vec![GROUND] });
            assert_eq!(columns.open(&window, &AGENT, Clock::ENDLESS).unwrap().spans.len(), 0, "{hole:?}");
        }
        let (window, columns) = window(3, |x, z| if (x, z) == (0, 0) { vec![] } else { vec![GROUND] });
        assert_eq!(
            columns.open(&window, &AGENT, Clock::ENDLESS).unwrap().spans.len(),
            1,
            "across a corner nobody falls"
        );
    }

    #[test]
    fn beside_a_wall_there_is_no_drop() {
        assert_eq!(middle(&[GROUND], &[shell(0.0, 3.0, Steep)]).len(), 1);
        assert_eq!(middle(&[GROUND], &[shell(0.0, 3.0, Never)]).len(), 1);
        // A wall that does not reach down to the floor leaves no room to fall either, unless it is high up.
        assert_eq!(middle(&[GROUND], &[shell(1.0, 3.0, Steep)]).len(), 1);
        assert_eq!(middle(&[GROUND], &[shell(2.0, 3.0, Steep)]).len(), 0);
    }

    #[test]
    fn a_pit_under_a_low_ceiling_is_no_drop() {
        let ledge = [shell(0.0, 3.0, Steep), shell(3.0, 3.0, Floor)];
        let pit = |ceiling: f32| middle(&ledge, &[GROUND, shell(ceiling, 9.0, Steep)]).len();
        assert_eq!((pit(4.5), pit(5.0)), (1, 0));
        // The ceiling above the floor itself may be the low one; then nobody stands there at all.
        assert_eq!(middle(&[shell(2.0, 2.0, Floor), shell(3.0, 9.0, Steep)], &[GROUND]), []);
    }

    /// Shells of a column from below, some of them apart: whole numbers of 1/64 m, so that limits are met exactly.
    fn pile() -> impl Strategy<Value = Vec<Shell>> {
        let kind = prop_oneof![4 => Just(Floor), 1 => Just(Steep), 1 => Just(Never)];
        let gap = prop_oneof![0..60_u32, 100..300_u32];
        let part = (gap, prop_oneof![Just(0), 0..60_u32], kind);
        prop::collection::vec(part, 0..12).prop_map(|parts| {
            let mut height = 0.0;
            let mut rise = |steps: u32| {
                height += steps as f32 / 64.0;
                height
            };
            parts.into_iter().map(|(gap, thick, kind)| shell(rise(gap), rise(thick), kind)).collect()
        })
    }

    /// Whether there is room to fall onto any of the solids beside, asked of each in turn.
    fn drops(solids: &[Solid], span: &Span) -> bool {
        let (climb, room) = (AGENT.climb as f32 + AGENT.slack(), AGENT.height as f32 - AGENT.slack());
        let below = solids.first().map_or(f32::INFINITY, |solid| solid.bottom);
        below.min(span.ceiling) - span.top >= room
            || solids.iter().enumerate().any(|(index, solid)| {
                let ceiling = solids.get(index + 1).map_or(f32::INFINITY, |next| next.bottom);
                let passable = ceiling.min(span.ceiling) - span.top.max(solid.top) >= room;
                passable && span.low - solid.top > climb
            })
    }

    proptest! {
        #[test]
        fn a_drop_is_found_wherever_asking_every_solid_beside_finds_one(
            inside in pile(), around in prop::collection::vec(pile(), 4),
        ) {
            let beside = |x, z| SIDES.iter().position(|&(dx, dz)| (x, z) == (1 + dx, 1 + dz));
            let fill = |x: u32, z: u32| match beside(i64::from(x), i64::from(z)) {
                Some(side) => around[side].clone(),
                None if (x, z) == (1, 1) => inside.clone(),
                None => vec![],
            };
            let (window, columns) = window(3, fill);
            let solids = columns.column(4);
            for (index, solid) in solids.iter().enumerate() {
                let ceiling = solids.get(index + 1).map_or(f32::INFINITY, |next| next.bottom);
                let Solid { low, top, piece, .. } = *solid;
                let span = Span { cell: 4, low, top, ceiling, piece, region: 0 };
                let asked = SIDES.iter().any(|&side| drops(columns.column(window.neighbor(4, side).unwrap()), &span));
                prop_assert_eq!(columns.beside_a_drop(4, &window, &span, &AGENT), asked);
            }
        }
    }
}
