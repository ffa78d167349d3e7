//! How well a map can be walked, for the verbs that tell it.

use crate::terminal::{self, plural};
use serde_json::{Value, json};
use snapmesh::glam::DVec3;
use snapmesh::settings::{Count, Navigation};
use snapmesh::{Map, Problem};
use snapmesh_io::{NavLayer, OpenKit, walk_refusal};
use snapmesh_nav::{
    Agent, BakeError, Budget, CutOff, Metrics, Region, Sample, Surface, Terrain, Unknown, Validation,
    WalkFacts, validate, why_cut_off,
};
use std::fmt::Write as _;

/// Regions that are told one by one, and how many of them with why they are cut off: each may take as long as the walk.
const TOLD: usize = 100;
const EXPLAINED: usize = 10;

/// Bytes that walkable surfaces may take.
pub(crate) fn walk_memory(open: &OpenKit) -> u64 {
    open.kit.limits().walk_mb.saturating_mul(1 << 20)
}

/// The pieces of a kit, ready for the agent of its settings.
pub(crate) fn terrain(open: &OpenKit) -> Result<Terrain, BakeError> {
    open.kit.terrain(&open.settings.navigation)
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

/// Why each region is cut off from a larger one, as far as that is known: the largest is not. Within a budget.
pub(crate) fn reasons(
    terrain: &Terrain,
    map: &Map,
    validation: &Validation,
    budget: &Budget,
) -> Vec<Option<CutOff>> {
    let surface = &validation.surface;
    let known = (1..surface.counted().len().min(1 + EXPLAINED))
        .map_while(|region| why_cut_off(terrain, map, surface, region, budget).ok());
    std::iter::once(None).chain(known).collect()
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
pub(crate) fn explained(
    open: &OpenKit,
    map: &Map,
    validation: &Validation,
    reasons: &[Option<CutOff>],
) -> Value {
    let mut json = as_json(open, map, validation);
    let agent = &validation.surface.agent;
    for (index, reason) in reasons.iter().enumerate() {
        let Some(CutOff { from, obstacle, at, pieces, .. }) = reason else { continue };
        json["region_list"][index]["cut_off"] = json!({
            "from": from,
            "by": obstacle.name(),
            "size": obstacle.size(),
            "at": millimetres(*at),
            "pieces": pieces.map(|piece| name(open, map, piece)),
            "indices": pieces,
            "words": obstacle.words(agent),
        });
    }
    json
}

/// To the millimetre: a cell is much larger.
fn millimetres(at: DVec3) -> [f64; 3] {
    at.to_array().map(|x| (x * 1e3).round() / 1e3 + 0.0)
}

/// The same without reasons, as for maps that were just grown.
pub(crate) fn as_json(open: &OpenKit, map: &Map, validation: &Validation) -> Value {
    let Metrics { points, connectivity, largest_region, regions, exact, .. } = validation.metrics;
    let region = |region: &Region| {
        json!({
            "area": region.area,
            "share": region.share,
            "at": millimetres(region.at),
            "piece": name(open, map, region.piece),
            "index": region.piece,
        })
    };
    let surface = &validation.surface;
    let mut json = json!({
        "points": points,
        "connectivity": connectivity,
        "largest_region": largest_region,
        "regions": regions,
        "exact": { "connectivity": exact.connectivity, "largest_region": exact.largest_region },
        "area": surface.area(),
        "seed": open.settings.navigation.seed,
        "region_list": surface.counted().iter().map(region).collect::<Vec<_>>(),
    });
    if open.settings.navigation.count == Count::Doorways {
        let left_out = surface.left_out();
        json["left_out"] = json!({ "regions": left_out.len(), "area": sum_of_areas(left_out) });
    }
    json
}

/// What is printed of a composed verdict as JSON: no points, and no surface with its regions.
pub(crate) fn composed_json(facts: &WalkFacts) -> Value {
    json!({
        "verdict": "composed",
        "regions": facts.regions,
        "exact": {
            "connectivity": facts.exact.connectivity,
            "largest_region": facts.exact.largest_region,
        },
        "area": facts.area,
    })
}

/// A composed verdict in a few lines.
pub(crate) fn composed_summary(facts: &WalkFacts) -> String {
    let regions = plural(facts.regions, "region", "regions");
    let mut text =
        format!("walkable: about {} in {regions}, composed of what its pieces are\n", area(facts.area));
    let _ = writeln!(
        text,
        "by area: connectivity {:.3}, largest region {:.3}",
        facts.exact.connectivity, facts.exact.largest_region
    );
    text
}

/// Why no verdict can be composed on a map.
pub(crate) fn why_unknown(open: &OpenKit, map: &Map, unknown: &Unknown) -> String {
    match unknown {
        Unknown::Cut(cut, by) => {
            let [cut, by] = [cut, by].map(|placed| name(open, map, placed.index()));
            format!("{by} may cut the floor of {cut} in two, or off")
        }
        Unknown::Narrow(placed) => {
            let placed = name(open, map, placed.index());
            format!("a passage of {placed} is hardly wide enough, and closed as the cells of a bake lie")
        }
        other => other.to_string(),
    }
}

fn sum_of_areas(regions: &[Region]) -> f64 {
    // A sum of nothing is -0.0.
    regions.iter().fold(0.0, |sum, region| sum + region.area)
}

/// The metrics in a line or two.
pub(crate) fn summary(settings: &Navigation, validation: &Validation) -> String {
    let Metrics { points, connectivity, largest_region, regions, exact, .. } = validation.metrics;
    let left_out = left_out(&validation.surface);
    if regions == 0 {
        let why = if left_out.is_empty() { nothing(settings) } else { NO_DOORWAY.into() };
        return why + &left_out;
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
    text + &left_out
}

/// Where there is floor, and no way in.
const NO_DOORWAY: &str =
    "walkable: nothing that a doorway leads to. Are the connectors at the doorways, heading out?\n";

/// What does not count, if anything.
fn left_out(surface: &Surface) -> String {
    let regions = surface.left_out();
    let area = area(sum_of_areas(regions));
    match regions.len() {
        0 => String::new(),
        1 => format!("1 region that no doorway leads to is left out: {area}\n"),
        count => format!("{count} regions that no doorway leads to are left out: {area}\n"),
    }
}

fn nothing(settings: &Navigation) -> String {
    let Navigation { agent_radius, agent_height, .. } = settings;
    format!(
        "walkable: nothing. No floor is wide, flat and high enough for an agent of radius {agent_radius} m and height \
         {agent_height} m, or the pieces have no meshes\n"
    )
}

/// The regions by size: where each is, on which piece, and why it is cut off.
pub(crate) fn regions(
    open: &OpenKit,
    map: &Map,
    validation: &Validation,
    reasons: &[Option<CutOff>],
) -> String {
    let regions = validation.surface.counted();
    let mut text = String::new();
    let numbers = regions.iter().zip(1..).take(TOLD);
    let rows: Vec<[String; 3]> = numbers
        .map(|(region, number)| {
            [number.to_string(), area(region.area), format!("{:.2} %", region.share * 100.0)]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (first, second, third) = (width(0), width(1), width(2));
    let reasons = reasons.iter().map(Option::as_ref).chain(std::iter::repeat(None));
    for (([number, size, share], region), reason) in rows.iter().zip(regions).zip(reasons) {
        let place = place(region.at);
        let how = if number == "1" { "around" } else { "cut off, at" };
        let piece = name(open, map, region.piece);
        let on = if number == "1" { "most of it on" } else { "on" };
        let _ = writeln!(
            text,
            "  {number:>first$}  {size:>second$}  {share:>third$}  {how} {place}, {on} {piece}"
        );
        if let Some(reason) = reason {
            let _ = writeln!(text, "  {:first$}  {}", "", why(open, map, &validation.surface.agent, reason));
        }
    }
    if let Some(rest) = regions.get(TOLD..).filter(|rest| !rest.is_empty()) {
        let together = area(sum_of_areas(rest));
        let _ = writeln!(text, "  and {} more, {together} together", rest.len());
    }
    text
}

/// Why a region is cut off, in a sentence.
fn why(open: &OpenKit, map: &Map, agent: &Agent, reason: &CutOff) -> String {
    let from = match reason.from {
        0 => "the largest region".into(),
        other => format!("region {}", other + 1),
    };
    let [before, behind] = reason.pieces.map(|piece| name(open, map, piece));
    let between =
        if before == behind { format!("within {before}") } else { format!("between {before} and {behind}") };
    format!("cut off from {from} by {}, {between} at {}", reason.obstacle.words(agent), place(reason.at))
}

fn place(at: DVec3) -> String {
    format!("({:.1}, {:.1}, {:.1})", at.x, at.y, at.z)
}

fn area(square_metres: f64) -> String {
    if square_metres < 100.0 { format!("{square_metres:.2} m²") } else { format!("{square_metres:.0} m²") }
}

/// The number and name of a placed piece, as in the outputs.
fn name(open: &OpenKit, map: &Map, index: usize) -> String {
    format!("p{index}_{}", open.kit.kit().piece(map.pieces[index].piece).id)
}
