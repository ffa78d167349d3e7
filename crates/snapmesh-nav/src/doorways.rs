//! Which regions a doorway leads to.
//!
//! Behind every doorway there is a place where one steps in: the walkable floor nearest to it, inside its piece. The
//! agent keeps away from walls and from drops, so that floor may begin some way behind the doorway; a designer may have
//! put the connector at the outer face of a wall or within it, on the floor or higher up in the opening.

use crate::budget::bytes_of;
use crate::meter::{Halt, Meter};
use crate::regions::leave_out;
use crate::surface::{Span, Surface};
use crate::terrain::{Doorway, Terrain};
use snapmesh::Map;
use snapmesh::glam::DVec3;

/// How far behind a doorway its floor may begin: so many radii, and at least metres, as walls do not grow thinner with
/// who walks; but for a tiny agent not all the way into the next room.
const RADII: f64 = 4.0;
const METRES: f64 = 2.0;
const MOST_RADII: f64 = 16.0;

/// A heading that rises more than this (a sine) is that of a shaft.
const SHAFT: f64 = 0.866;

/// Leaves the regions out that no doorway leads to, if the terrain counts doorways.
pub(crate) fn count(
    surface: &mut Surface,
    terrain: &Terrain,
    map: &Map,
    meter: &Meter<'_>,
) -> Result<(), Halt> {
    let mut counts = vec![false; surface.regions.len()];
    let mut lease = meter.lease();
    for (placed, own) in map.pieces.iter().zip(0..) {
        let Some(doorways) = terrain.doorways(placed.piece) else { return Ok(()) };
        meter.clock().check()?;
        for doorway in doorways {
            if let Some(region) = region_behind(surface, &doorway.placed(&placed.pose), own) {
                counts[region as usize] = true;
            }
        }
    }
    lease.cover(4 * bytes_of::<u64>(counts.len()))?;
    Ok(leave_out(surface, &counts, meter.clock())?)
}

/// The region that a doorway of a placed piece leads to.
pub(crate) fn region_behind(surface: &Surface, doorway: &Doorway, own: u32) -> Option<u32> {
    let reach = reach(surface.agent.radius);
    let at = surface.grid.cells(doorway.position);
    let cells = reach / surface.grid.cell;
    let cell = |x: f64| x.floor() as i64;
    let (low, high) = ((cell(at.x - cells), cell(at.z - cells)), (cell(at.x + cells), cell(at.z + cells)));
    let found = surface.spans_within(low, high).filter_map(|(tile, span)| {
        let (x, z) = surface.cell_of(tile, span);
        let offset = DVec3::new(x as f64 + 0.5 - at.x, 0.0, z as f64 + 0.5 - at.z) * surface.grid.cell;
        Some((way_in(surface, doorway, offset, above(span, at.y), span.piece == own)?, span.region))
    });
    found.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, region)| region)
}

fn reach(radius: f64) -> f64 {
    (RADII * radius).max(METRES.min(MOST_RADII * radius))
}

/// How far a floor is above a height: nothing if the height is that of some part of it.
fn above(span: &Span, height: f64) -> f64 {
    height.max(f64::from(span.low)).min(f64::from(span.top)) - height
}

/// How far it is, more or less, from a doorway to a floor that lies at an offset and so far above it; nothing if that is
/// too far. Straight in is nearer than to the side, and the floor of its own piece nearer than that of another.
fn way_in(surface: &Surface, doorway: &Doorway, offset: DVec3, above: f64, own: bool) -> Option<f64> {
    let (agent, reach) = (&surface.agent, reach(surface.agent.radius));
    let rise = doorway.heading.y;
    if rise.abs() > SHAFT {
        // Whoever falls or climbs through a shaft comes to a floor of its piece, however deep.
        let inside = -above * rise.signum() >= -agent.climb;
        let distance = offset.length();
        return (own && inside && distance <= reach).then_some(distance + above.abs() / 1e3);
    }
    let inward = -DVec3::new(doorway.heading.x, 0.0, doorway.heading.z).normalize();
    let ahead = offset.dot(inward);
    let aside = (offset - inward * ahead).length();
    // Stairs begin behind some doorways, and they rise about as fast as they go.
    let slope = ahead.max(0.0);
    let level = (-agent.height - slope..=agent.climb + slope).contains(&above);
    let inside = (-agent.radius..=reach).contains(&ahead) && aside <= reach / 2.0;
    let distance = ahead.abs() + 2.0 * aside + if above > 0.0 { above } else { -above / 2.0 };
    (level && inside).then_some(if own { distance } else { distance + reach / 2.0 })
}
