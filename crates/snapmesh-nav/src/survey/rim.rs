//! The rim: where floor ends, and nothing is in the way outside.

use super::cells::Survey;
use crate::bake::erode::NONE;
use crate::surface::SIDES;
use rustc_hash::FxHashMap;
use snapmesh::glam::DVec2;
use std::collections::BTreeMap;

/// Floors whose heights differ by less than this, in metres, end on one line: stones and boards are not level, steps are.
pub(super) const LEVEL: f32 = 0.12;
/// Metres between the heights at which the outside is looked at.
const STOREY: f32 = 0.2;

/// A side of a cell where floor ends. Going from the one end to the other, the floor is on the same hand everywhere.
#[derive(Clone, Copy)]
pub(super) struct RimEdge {
    pub(super) from: (u32, u32),
    pub(super) to: (u32, u32),
    /// Out of the floor.
    pub(super) outward: DVec2,
    /// How high the floor is there.
    pub(super) top: f32,
}

impl RimEdge {
    /// Its middle, in cells.
    pub(super) fn middle(&self) -> DVec2 {
        (corner(self.from) + corner(self.to)) / 2.0
    }
}

/// The corner of a cell as a place, in cells.
pub(super) fn corner((x, z): (u32, u32)) -> DVec2 {
    DVec2::new(f64::from(x), f64::from(z))
}

/// The rim of a piece, as chains of edges that lie end to end on one level.
pub(super) fn chains(survey: &Survey) -> Vec<Vec<RimEdge>> {
    let edges = edges(survey);
    let mut starting: FxHashMap<(u32, u32), Vec<usize>> = FxHashMap::default();
    let mut ending: FxHashMap<(u32, u32), Vec<usize>> = FxHashMap::default();
    for (index, edge) in edges.iter().enumerate() {
        starting.entry(edge.from).or_default().push(index);
        ending.entry(edge.to).or_default().push(index);
    }
    let on_level = |a: usize, b: usize| (edges[a].top - edges[b].top).abs() <= LEVEL;
    let nearest = |all: Option<&Vec<usize>>, to: usize, used: &[bool]| {
        let level = all.into_iter().flatten().copied().filter(|&other| !used[other] && on_level(to, other));
        level.min_by(|&a, &b| {
            let apart = |other: usize| (edges[other].top - edges[to].top).abs();
            apart(a).total_cmp(&apart(b)).then(a.cmp(&b))
        })
    };
    let mut used = vec![false; edges.len()];
    let mut chains = Vec::new();
    // Chains that have a beginning come first, then those that go round.
    let has_before = |index: usize| {
        ending
            .get(&edges[index].from)
            .into_iter()
            .flatten()
            .any(|&other| other != index && on_level(index, other))
    };
    let (first, rest): (Vec<usize>, Vec<usize>) = (0..edges.len()).partition(|&index| !has_before(index));
    for start in first.into_iter().chain(rest) {
        if used[start] {
            continue;
        }
        let mut chain = Vec::new();
        let mut next = Some(start);
        while let Some(index) = next {
            used[index] = true;
            chain.push(edges[index]);
            next = nearest(starting.get(&edges[index].to), index, &used);
        }
        chains.push(chain);
    }
    chains
}

fn edges(survey: &Survey) -> Vec<RimEdge> {
    let mut outside = BTreeMap::new();
    let mut edges = Vec::new();
    for (span, sides) in survey.open.spans.iter().zip(&survey.links) {
        for (side, &step) in SIDES.iter().enumerate().filter(|(side, _)| sides[*side] == NONE) {
            let Some(beside) = survey.window.neighbor(span.cell, step) else { continue };
            if !is_free(survey, beside, span.top) {
                continue;
            }
            let storey = (span.top / STOREY).floor() as i32;
            let reached =
                outside.entry(storey).or_insert_with(|| reach(survey, (storey as f32 + 0.5) * STOREY));
            if reached[beside as usize] {
                edges.push(edge(survey, span.cell, side, span.top));
            }
        }
    }
    edges
}

/// The side of a cell, with the floor on the left hand seen from above.
fn edge(survey: &Survey, cell: u32, side: usize, top: f32) -> RimEdge {
    let (x, z) = (cell % survey.window.wide, cell / survey.window.wide);
    let (from, to) = match side {
        0 => ((x, z), (x, z + 1)),
        1 => ((x, z + 1), (x + 1, z + 1)),
        2 => ((x + 1, z + 1), (x + 1, z)),
        _ => ((x + 1, z), (x, z)),
    };
    let (dx, dz) = SIDES[side];
    RimEdge { from, to, outward: DVec2::new(dx as f64, dz as f64), top }
}

/// Whether a column has room for a body at a height, and nothing there to stand on.
fn is_free(survey: &Survey, column: u32, height: f32) -> bool {
    !survey.is_blocked(column, height) && !survey.has_step(column, height)
}

/// The columns that can be reached from outside of the piece, at a height, through nothing but air.
fn reach(survey: &Survey, height: f32) -> Vec<bool> {
    let mut reached = vec![false; survey.window.columns() as usize];
    // The corner is outside: there is a margin around the piece.
    let mut open = vec![0];
    reached[0] = true;
    while let Some(column) = open.pop() {
        for step in SIDES {
            let Some(beside) = survey.window.neighbor(column, step) else { continue };
            if !reached[beside as usize] && is_free(survey, beside, height) {
                reached[beside as usize] = true;
                open.push(beside);
            }
        }
    }
    reached
}
