//! How well a map can be walked, for the verbs that tell it.

use crate::terminal::{self, plural};
use serde_json::{Value, json};
use snapmesh::settings::Navigation;
use snapmesh::{Map, Problem};
use snapmesh_io::{NavLayer, OpenKit, walk_refusal};
use snapmesh_nav::{Agent, BakeError, Budget, Metrics, Region, Sample, Terrain, Validation, validate};
use std::fmt::Write as _;

/// Regions that are told one by one.
const TOLD: usize = 100;

/// Validates a map of a kit.
pub(crate) fn walk(open: &OpenKit, map: &Map, budget: &Budget) -> Result<Validation, BakeError> {
    walk_on(open, terrain(open).as_ref(), map, budget)
}

/// Bytes that walkable surfaces may take.
pub(crate) fn walk_memory(open: &OpenKit) -> u64 {
    open.kit.limits().walk_mb.saturating_mul(1 << 20)
}

/// The pieces of a kit, ready for the agent of its settings.
pub(crate) fn terrain(open: &OpenKit) -> Result<Terrain, BakeError> {
    Terrain::new(open.kit.geometry(), Agent::from(&open.settings.navigation))
}

/// Validates a map on a terrain that other maps of the kit share.
pub(crate) fn walk_on(
    open: &OpenKit,
    terrain: Result<&Terrain, &BakeError>,
    map: &Map,
    budget: &Budget,
) -> Result<Validation, BakeError> {
    let terrain = terrain.map_err(Clone::clone)?;
    validate(terrain, map, Sample::from(&open.settings.navigation), budget)
}

/// Why a map could not be validated.
pub(crate) fn refusal(open: &OpenKit, error: &BakeError) -> Problem {
    walk_refusal(&open.kit, error)
}

/// What outputs show of it.
pub(crate) fn layer(open: &OpenKit, validation: &Validation) -> Result<NavLayer, Problem> {
    let budget = Budget { memory: walk_memory(open), ..Budget::default() };
    let layer = NavLayer::within(validation, &budget).map_err(|error| refusal(open, &error))?;
    if layer.mesh.lost > 0 {
        let parts = plural(layer.mesh.lost, "part", "parts");
        let message =
            format!("{parts} of the walkable surface could not be drawn; the numbers are not touched");
        terminal::tell([&Problem::warning(open.kit.shown(), message)]);
    }
    Ok(layer)
}

/// The object that `validate --json` prints.
pub(crate) fn as_json(open: &OpenKit, map: &Map, validation: &Validation) -> Value {
    let Metrics { points, connectivity, largest_region, regions, exact, .. } = validation.metrics;
    let region = |region: &Region| {
        json!({
            "area": region.area,
            "share": region.share,
            // To the millimetre: a cell is much larger.
            "at": region.at.to_array().map(|x| (x * 1e3).round() / 1e3 + 0.0),
            "piece": name(open, map, region.piece),
            "index": region.piece,
        })
    };
    json!({
        "points": points,
        "connectivity": connectivity,
        "largest_region": largest_region,
        "regions": regions,
        "exact": { "connectivity": exact.connectivity, "largest_region": exact.largest_region },
        "area": validation.surface.area(),
        "seed": open.settings.navigation.seed,
        "region_list": validation.surface.regions.iter().map(region).collect::<Vec<_>>(),
    })
}

/// The metrics in a line or two.
pub(crate) fn summary(settings: &Navigation, validation: &Validation) -> String {
    let Metrics { points, connectivity, largest_region, regions, exact, .. } = validation.metrics;
    if regions == 0 {
        return nothing(settings);
    }
    let regions = plural(regions, "region", "regions");
    let mut text = format!("walkable: {} in {regions}\n", area(validation.surface.area()));
    if points > 0 {
        let points = plural(points, "point", "points");
        let _ = writeln!(
            text,
            "connectivity {connectivity:.3}, largest region {largest_region:.3} ({points}, seed {})",
            settings.seed
        );
    }
    let _ = writeln!(
        text,
        "by area: connectivity {:.3}, largest region {:.3}",
        exact.connectivity, exact.largest_region
    );
    text
}

fn nothing(settings: &Navigation) -> String {
    let Navigation { agent_radius, agent_height, .. } = settings;
    format!(
        "walkable: nothing. No floor is wide, flat and high enough for an agent of radius {agent_radius} m and height \
         {agent_height} m, or the pieces have no meshes\n"
    )
}

/// The regions by size: where each is, and on which piece.
pub(crate) fn regions(open: &OpenKit, map: &Map, validation: &Validation) -> String {
    let regions = &validation.surface.regions;
    let mut text = String::new();
    let numbers = regions.iter().zip(1..).take(TOLD);
    let rows: Vec<[String; 3]> = numbers
        .map(|(region, number)| {
            [number.to_string(), area(region.area), format!("{:.2} %", region.share * 100.0)]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (first, second, third) = (width(0), width(1), width(2));
    for ([number, size, share], region) in rows.iter().zip(regions) {
        let at = region.at;
        let place = format!("({:.1}, {:.1}, {:.1})", at.x, at.y, at.z);
        let how = if number == "1" { "around" } else { "cut off, at" };
        let piece = name(open, map, region.piece);
        let on = if number == "1" { "most of it on" } else { "on" };
        let _ = writeln!(
            text,
            "  {number:>first$}  {size:>second$}  {share:>third$}  {how} {place}, {on} {piece}"
        );
    }
    if let Some(rest) = regions.get(TOLD..).filter(|rest| !rest.is_empty()) {
        let together = area(rest.iter().map(|region| region.area).sum());
        let _ = writeln!(text, "  and {} more, {together} together", rest.len());
    }
    text
}

fn area(square_metres: f64) -> String {
    if square_metres < 100.0 { format!("{square_metres:.2} m²") } else { format!("{square_metres:.0} m²") }
}

/// The number and name of a placed piece, as in the outputs.
fn name(open: &OpenKit, map: &Map, index: usize) -> String {
    format!("p{index}_{}", open.kit.kit().piece(map.pieces[index].piece).id)
}
