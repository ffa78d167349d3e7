//! The way of least trouble from a region to a larger one.

use crate::agent::Agent;
use crate::bake::{Footing, Ground};
use crate::meter::{Halt, Meter};
use crate::surface::{SIDES, Span, Surface};
use crate::terrain::FloorKind;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What is in the way from one cell to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Trouble {
    /// Nothing but walls or drops beside it.
    Narrow,
    /// A step of so many metres.
    Step(f32),
    /// So many metres to the ceiling.
    Low(f32),
    /// A floor that is too steep.
    Steep,
    /// No floor, or one that is tagged as none.
    Gap,
    /// Something solid.
    Wall,
}

/// A place on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub(super) cell: (i64, i64),
    /// What there is to stand on; nothing over a gap and within a wall.
    pub(super) footing: Option<Footing>,
    /// Metres above the lowest point of the map.
    pub(super) height: f32,
    /// What was in the way here.
    pub(super) trouble: Trouble,
    /// How bad it is.
    pub(super) cost: u64,
}

/// A way, and the region it leads to.
pub(super) struct Way {
    pub(super) stands: Vec<Stand>,
    pub(super) to: u32,
}

/// A cell, and the number of the footing there; the last number is none.
type Node = (i64, i64, u32);
const AIR: u32 = u32::MAX;

/// What is known of a node: the least trouble to it, where that came from, and what it is.
struct Seen {
    cost: u64,
    from: Option<Node>,
    stand: Stand,
}

/// Bytes that a node takes, also while it waits.
const NODE: u64 = (2 * size_of::<Node>() + size_of::<Seen>() + size_of::<u64>()) as u64;

/// Nodes that are looked at before a way is given up, and between two looks at the clock.
const MOST_NODES: usize = 200_000;
const PER_LOOK: usize = 1 << 12;

/// The tallest step that is told of, in metres: more is a wall or another storey.
const MOST_STEP: f32 = 8.0;
/// The part of its height that must be left of a room for it to be one.
const LEAST_ROOM: f32 = 0.1;

/// How bad things are: a metre beside a wall, under a low ceiling, and for each that it is too low, on a steep floor; the
/// first metre of step beyond what can be climbed, and every other; a gap, and a metre of it; whatever is solid, and a metre within it. It is
/// always possible to go around a map through the air, so that is dear.
const NARROW: f32 = 0.5;
const LOW: f32 = 0.5;
const TOO_LOW: f32 = 0.25;
const STEEP: f32 = 0.5;
const STEP: f32 = 1.0;
const TALL_STEP: f32 = 0.25;
const NOTHING: [f32; 2] = [0.3, 2.0];
const SOLID: [f32; 2] = [2.0, 3.0];
/// A metre that is no trouble at all: the shortest of equal ways is the one.
const CLEAR: f32 = 0.005;

/// Finds the way of least trouble from a region to one that is larger, unless all are far.
pub(super) fn find(
    surface: &Surface,
    ground: &mut Ground<'_>,
    region: u32,
    meter: &Meter<'_>,
) -> Result<Option<Way>, Halt> {
    let mut lease = meter.lease();
    let mut look = |seen: &FxHashMap<Node, Seen>| {
        meter.clock().check()?;
        lease.cover(NODE * seen.capacity() as u64)
    };
    let (mut seen, mut heap) = (FxHashMap::<Node, Seen>::default(), BinaryHeap::new());
    for (cell, span) in rim(surface, region) {
        let column = ground.column(cell.0, cell.1)?;
        let Some(index) = column.iter().position(|footing| footing.top == span.top) else { continue };
        let node = (cell.0, cell.1, index as u32);
        heap.push(Reverse((0, node)));
        seen.insert(node, Seen { cost: 0, from: None, stand: Stand::on(cell, column[index]) });
        if seen.len().is_multiple_of(PER_LOOK) {
            look(&seen)?;
        }
    }
    look(&seen)?;
    let mut looked = 0;
    while let Some(Reverse((cost, node))) = heap.pop() {
        let stand = match &seen[&node] {
            known if known.cost < cost => continue,
            known => known.stand,
        };
        looked += 1;
        if looked % PER_LOOK == 0 {
            look(&seen)?;
        }
        if looked > MOST_NODES {
            return Ok(None);
        }
        if let Some(to) = region_of(surface, &stand).filter(|&to| to < region) {
            return Ok(Some(Way { stands: back(&seen, node), to }));
        }
        for (dx, dz) in SIDES {
            let cell = (node.0 + dx, node.1 + dz);
            let beside = ground.column(cell.0, cell.1)?;
            for (on, next) in moves(&stand, cell, beside, &surface.agent) {
                let (next_node, cost) = ((cell.0, cell.1, on), cost + next.cost);
                if seen.get(&next_node).is_none_or(|known| cost < known.cost) {
                    seen.insert(next_node, Seen { cost, from: Some(node), stand: next });
                    heap.push(Reverse((cost, next_node)));
                }
            }
        }
    }
    Ok(None)
}

/// The cells of a region that have another beside them on some side.
fn rim(surface: &Surface, region: u32) -> impl Iterator<Item = ((i64, i64), &Span)> {
    let inside = move |(x, z): (i64, i64)| spans_at(surface, (x, z)).any(|span| span.region == region);
    let all = surface.spans().filter(move |(_, span)| span.region == region);
    all.map(|(tile, span)| (surface.cell_of(tile, span), span))
        .filter(move |((x, z), _)| SIDES.iter().any(|(dx, dz)| !inside((x + dx, z + dz))))
}

fn spans_at(surface: &Surface, cell: (i64, i64)) -> impl Iterator<Item = &Span> {
    surface.spans_within(cell, cell).map(|(_, span)| span)
}

fn region_of(surface: &Surface, stand: &Stand) -> Option<u32> {
    let top = stand.footing?.top;
    let counted = surface.counted().len() as u32;
    spans_at(surface, stand.cell)
        .find(|span| span.top == top)
        .map(|span| span.region)
        .filter(|&region| region < counted)
}

/// The way that led to a node.
fn back(seen: &FxHashMap<Node, Seen>, last: Node) -> Vec<Stand> {
    let mut stands = Vec::new();
    let mut next = Some(last);
    while let Some(Seen { from, stand, .. }) = next.map(|node| &seen[&node]) {
        stands.push(*stand);
        next = *from;
    }
    stands.reverse();
    stands
}

impl Stand {
    fn on(cell: (i64, i64), footing: Footing) -> Self {
        Self { cell, footing: Some(footing), height: footing.top, trouble: Trouble::Narrow, cost: 0 }
    }
}

/// Where one can get to in the next cell, with which trouble, and the number of the footing there.
fn moves(from: &Stand, cell: (i64, i64), beside: &[Footing], agent: &Agent) -> Vec<(u32, Stand)> {
    let size = agent.cell_size as f32;
    let mut found: Vec<(u32, Stand)> = (0..)
        .zip(beside)
        .filter_map(|(index, &to)| {
            let (trouble, cost) = onto(from, &to, agent)?;
            let beside_walls = size * (CLEAR + NARROW * (1.0 - to.clear));
            let stand = Stand { trouble, cost: millionths(cost + beside_walls), ..Stand::on(cell, to) };
            Some((index, stand))
        })
        .collect();
    // Through the air, or through what is solid: as high as one stands.
    let (low, high) = (from.height + agent.climb as f32, from.height + agent.height as f32);
    let solid = beside.iter().any(|other| other.bottom < high && other.top > low);
    let (trouble, [enter, metre]) = if solid { (Trouble::Wall, SOLID) } else { (Trouble::Gap, NOTHING) };
    let enter = if from.trouble == trouble { 0.0 } else { enter };
    let cost = millionths(enter + size * (metre + CLEAR));
    found.push((AIR, Stand { cell, footing: None, height: from.height, trouble, cost }));
    found
}

fn millionths(metres: f32) -> u64 {
    (f64::from(metres) * 1e6) as u64
}

/// What is in the way onto a footing, and how bad that is.
fn onto(from: &Stand, to: &Footing, agent: &Agent) -> Option<(Trouble, f32)> {
    let (slack, size) = (agent.slack(), agent.cell_size as f32);
    let (climb, height) = (agent.climb as f32 + slack, agent.height as f32 - slack);
    let (low, top, ceiling) = match &from.footing {
        Some(footing) => (footing.low, footing.top, footing.ceiling),
        None => (from.height, from.height, f32::INFINITY),
    };
    let step = low.max(to.low) - top.min(to.top);
    let room = ceiling.min(to.ceiling) - top.max(to.top);
    if step > MOST_STEP || room < LEAST_ROOM * height {
        return None;
    }
    if step > climb {
        // From the air, one comes down where one took off; and nobody climbs onto what is tagged.
        let floor = from.footing.filter(|_| to.kind != FloorKind::Never);
        let beyond = step - climb;
        let cost = STEP * beyond.min(1.0) + TALL_STEP * (beyond - 1.0).max(0.0);
        return floor.map(|_| (Trouble::Step(step), cost + size * LOW));
    }
    Some(match to.kind {
        FloorKind::Never => (Trouble::Gap, size * NOTHING[1]),
        _ if room < height => (Trouble::Low(room), size * (LOW + TOO_LOW * (height - room))),
        FloorKind::Steep => (Trouble::Steep, size * STEEP),
        FloorKind::Floor => (Trouble::Narrow, 0.0),
    })
}
