//! How well a map can be walked, and ways over it.

use crate::message::{Message, bytes};
use serde_json::{Value as Json, json};
use snapmesh::Map;
use snapmesh::glam::DVec3;
use snapmesh::settings::Navigation;
use snapmesh_io::{LoadedKit, OpenKit};
use snapmesh_nav::{
    BakeError, Budget, Metrics, NavMesh, Path, Paths, Region, Sample, Terrain, Validation, WalkFacts,
    compose, validate,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Regions that are told.
const TOLD: usize = 200;

/// The pieces of a kit, ready for who walks: made once for both.
#[derive(Default)]
pub(crate) struct Terrains(Option<(Arc<LoadedKit>, Arc<Terrain>)>);

impl Terrains {
    pub(crate) fn of(
        &mut self,
        kit: &Arc<LoadedKit>,
        settings: &Navigation,
    ) -> Result<Arc<Terrain>, BakeError> {
        let known = self.0.take();
        let terrain = match known.filter(|(known, who)| Arc::ptr_eq(known, kit) && who.is_for(settings)) {
            Some((_, terrain)) => terrain,
            None => Arc::new(kit.terrain(settings)?),
        };
        self.0 = Some((kit.clone(), terrain.clone()));
        Ok(terrain)
    }
}

/// Finds out how well a map can be walked.
pub(crate) fn walk(
    terrain: &Terrain,
    open: &OpenKit,
    map: &Map,
    stop: &AtomicBool,
) -> Result<Validation, BakeError> {
    validate(terrain, map, Sample::from(&open.settings.navigation), &budget(open, stop))
}

/// What can be said of that at once, from what is known about the pieces; or why nothing can.
pub(crate) fn composed(id: u64, terrain: &Terrain, open: &OpenKit, map: &Map) -> Message {
    let body = match compose(terrain, map, memory(open)) {
        Ok(WalkFacts { exact, regions, area, .. }) => json!({
            "known": {
                "connectivity": exact.connectivity,
                "largest_region": exact.largest_region,
                "region_count": regions,
                "area": area,
            },
            "unknown": null,
        }),
        Err(unknown) => json!({ "known": null, "unknown": unknown.to_string() }),
    };
    Message::new(id, "composed", body)
}

fn memory(open: &OpenKit) -> u64 {
    open.kit.limits().walk_mb.saturating_mul(1 << 20)
}

/// What walking may cost.
fn budget<'a>(open: &OpenKit, stop: &'a AtomicBool) -> Budget<'a> {
    Budget { memory: memory(open), stop: Some(stop), ..Budget::default() }
}

/// What a page is told of it.
pub(crate) fn told(id: u64, open: &OpenKit, map: &Map, validation: &Validation) -> Message {
    let Metrics { points, connectivity, largest_region, regions, exact, .. } = validation.metrics;
    let surface = &validation.surface;
    let Navigation { agent_radius: radius, agent_height: height, max_slope, max_climb, .. } =
        open.settings.navigation;
    let left_out = surface.left_out().iter();
    let left_out =
        json!({ "regions": left_out.len(), "area": left_out.fold(0.0, |sum, region| sum + region.area) });
    let region = |region: &Region| json!({ "area": region.area, "share": region.share, "at": region.at.to_array(), "placed": region.piece });
    let body = json!({
        "points": points,
        "connectivity": connectivity,
        "largest_region": largest_region,
        "exact": { "connectivity": exact.connectivity, "largest_region": exact.largest_region },
        "area": surface.area(),
        "regions": surface.counted().iter().take(TOLD).map(region).collect::<Vec<_>>(),
        "region_count": regions,
        "left_out": left_out,
        "agent": { "radius": radius, "height": height, "max_slope": max_slope, "max_climb": max_climb },
    });
    let mut all = bytes(validation.points.iter().flat_map(|point| {
        let [x, y, z] = point.position.as_vec3().to_array();
        [x, y, z, point.region as f32].map(f32::to_le_bytes)
    }));
    all.extend(bytes(regions_of(map, validation).into_iter().map(i32::to_le_bytes)));
    Message::new(id, "walked", body).with(all)
}

/// For each placed piece the region that most of its floor is in; -1 if it has none that counts.
fn regions_of(map: &Map, validation: &Validation) -> Vec<i32> {
    let mut cells: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    let counted = validation.surface.counted().len() as u32;
    // Spans of one piece and region lie in runs.
    let runs = validation
        .surface
        .tiles
        .iter()
        .flat_map(|tile| tile.spans.chunk_by(|a, b| (a.piece, a.region) == (b.piece, b.region)));
    for run in runs.filter(|run| run[0].region < counted) {
        *cells.entry((run[0].piece, run[0].region)).or_default() += run.len();
    }
    let mut most = vec![(0, -1); map.pieces.len()];
    for ((piece, region), count) in cells {
        let known = &mut most[piece as usize];
        if count > known.0 {
            *known = (count, region as i32);
        }
    }
    most.into_iter().map(|(_, region)| region).collect()
}

/// The walkable surface as triangles.
pub(crate) fn mesh(open: &OpenKit, validation: &Validation, stop: &AtomicBool) -> Result<NavMesh, BakeError> {
    NavMesh::within(&validation.surface, &budget(open, stop))
}

/// The same, for a page. Triangles of regions that are left out have the largest number as theirs.
pub(crate) fn navmesh(id: u64, mesh: &NavMesh, validation: &Validation) -> Message {
    let counted = validation.surface.counted().len() as u32;
    let corners = mesh.positions.iter().flat_map(|corner| corner.as_vec3().to_array().map(f32::to_le_bytes));
    let mut all = bytes(corners);
    all.extend(bytes(mesh.triangles.iter().flat_map(|triangle| {
        let [a, b, c] = triangle.corners;
        let region = if triangle.region < counted { triangle.region } else { u32::MAX };
        [a, b, c, region].map(u32::to_le_bytes)
    })));
    let body = json!({ "corners": mesh.positions.len(), "triangles": mesh.triangles.len() });
    Message::new(id, "navmesh", body).with(all)
}

/// A tour through the largest region.
pub(crate) fn tour(mesh: &NavMesh, validation: &Validation, stops: usize, seed: i64) -> Json {
    let tour = Paths::new(mesh).tour(&validation.surface, stops, seed);
    json!({
        "stops": points(&tour.stops),
        "legs": tour.legs.iter().map(|leg| points(&leg.points)).collect::<Vec<_>>(),
        "length": tour.length(),
    })
}

/// The way from one place to another.
pub(crate) fn path(mesh: &NavMesh, from: [f64; 3], to: [f64; 3]) -> Json {
    let path = Paths::new(mesh).path(from.into(), to.into()).unwrap_or(Path { points: vec![] });
    json!({ "points": points(&path.points), "length": path.length() })
}

fn points(all: &[DVec3]) -> Vec<[f64; 3]> {
    all.iter().map(DVec3::to_array).collect()
}
