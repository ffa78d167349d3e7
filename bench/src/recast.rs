//! A second opinion: Recast, as `rerecast` has it in Rust, on the same maps.

use rerecast::{Aabb3d, AreaType, BuildContoursFlags, CompactHeightfield, HeightfieldBuilder, TriMesh};
use snapmesh::Map;
use snapmesh::glam::DVec3;
use snapmesh_io::OpenKit;
use snapmesh_nav::{Agent, Walkability};

/// A map for Recast.
pub(crate) struct Recast {
    agent: Agent,
    mesh: TriMesh,
}

impl Recast {
    /// The triangles of a map, floor or not by the tags and slopes of its pieces.
    pub(crate) fn new(open: &OpenKit, map: &Map) -> Self {
        let (agent, geometry) = (Agent::from(&open.settings.navigation), open.kit.geometry());
        let mut mesh = TriMesh::default();
        for placed in &map.pieces {
            let ground = &geometry[placed.piece.index()];
            let first = mesh.vertices.len() as u32;
            let corners = ground.positions.iter().map(|&corner| placed.pose.point(corner));
            mesh.vertices.extend(corners.map(|corner| glam::Vec3A::from(corner.as_vec3())));
            for &(corners, walk) in &ground.triangles {
                let [a, b, c] = corners.map(|corner| ground.positions[corner as usize]);
                let up = (b - a).cross(c - a).normalize_or(DVec3::NEG_Y).y;
                let floor = (walk == Walkability::Always && up > 0.0)
                    || (walk == Walkability::BySlope && agent.walks(up));
                mesh.indices.push(glam::UVec3::from(corners.map(|corner| corner + first)));
                mesh.area_types.push(if floor { AreaType::DEFAULT_WALKABLE } else { AreaType::NOT_WALKABLE });
            }
        }
        Self { agent, mesh }
    }

    /// Its steps up to where an agent can stand.
    fn compact(&self) -> CompactHeightfield {
        let agent = &self.agent;
        let mut aabb: Aabb3d = self.mesh.compute_aabb().expect("a map with corners");
        aabb.max.y += agent.height as f32;
        let (cell_size, cell_height) = (agent.cell_size as f32, agent.cell_height as f32);
        let mut field =
            HeightfieldBuilder { aabb, cell_size, cell_height }.build().expect("room for its cells");
        let height = (agent.height / agent.cell_height - 1e-6).ceil() as u16;
        let climb = (agent.climb / agent.cell_height + 1e-6).floor() as u16;
        field.populate_from_trimesh(self.mesh.clone(), height, climb).expect("triangles within the map");
        let mut compact = field.into_compact(height, climb).expect("few enough layers");
        compact.erode_walkable_area(agent.radius_in_cells() as u16);
        compact
    }

    /// The bake, and the parts that hang together: the cells that it leaves, and the share of the largest part.
    pub(crate) fn cells(&self) -> (usize, f64) {
        let compact = self.compact();
        let floor: Vec<bool> = compact.areas.iter().map(AreaType::is_walkable).collect();
        let mut seen = vec![false; floor.len()];
        let mut largest = 0_usize;
        for z in 0..compact.height {
            for x in 0..compact.width {
                for start in compact.cell_at(x, z).index_range() {
                    if floor[start] && !seen[start] {
                        let here = (i32::from(x), i32::from(z), start);
                        largest = largest.max(flood(&compact, &floor, &mut seen, here));
                    }
                }
            }
        }
        let count = floor.iter().filter(|floor| **floor).count();
        (count, largest as f64 / count as f64)
    }

    /// The bake, and its polygons.
    pub(crate) fn polygons(&self) -> usize {
        let mut compact = self.compact();
        compact.build_distance_field();
        compact.build_regions(0, 8, 20).expect("few enough regions");
        let contours = compact.build_contours(1.3, 0, BuildContoursFlags::DEFAULT);
        contours.into_polygon_mesh(6).map_or(0, |mesh| mesh.polygon_count())
    }
}

/// Sees all cells that hang together with one, and counts them.
fn flood(compact: &CompactHeightfield, floor: &[bool], seen: &mut [bool], start: (i32, i32, usize)) -> usize {
    let (mut open, mut count) = (vec![start], 0);
    seen[start.2] = true;
    while let Some((x, z, span)) = open.pop() {
        count += 1;
        for side in 0..4 {
            let Some(con) = compact.spans[span].con(side) else { continue };
            let (x, z, next) = compact.con_indices(x, z, side, con);
            if floor[next] && !seen[next] {
                seen[next] = true;
                open.push((x, z, next));
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kits;
    use snapmesh_nav::{Budget, Sample, Terrain, validate};

    #[test]
    fn recast_finds_about_the_same_surface() {
        let presets = [
            ("starter", "arena"),
            ("starter", "branch"),
            ("dungeon", "arena"),
            ("artistic", "star"),
            ("benchmark", "a"),
            ("benchmark", "e"),
            ("benchmark", "f"),
            ("benchmark", "g"),
        ];
        for (kit, preset) in presets {
            let open = kits::open(kit, preset, &[]);
            let (map, settings) = (kits::grown(&open), &open.settings.navigation);
            let terrain = Terrain::new(open.kit.geometry(), Agent::from(settings)).expect("sensible cells");
            let ours = validate(&terrain, &map, Sample::from(settings), &Budget::default()).expect("room");
            let (cells, largest) = Recast::new(&open, &map).cells();
            let share = ours.metrics.exact.largest_region;
            println!(
                "{kit} {preset}: {} cells, largest {share:.4}; Recast {cells}, {largest:.4}",
                ours.surface.cells()
            );
            let ratio = ours.surface.cells() as f64 / cells as f64;
            assert!((0.96..1.04).contains(&ratio), "{kit} {preset}: {ratio}");
            assert!((share - largest).abs() < 0.005, "{kit} {preset}: {share} and {largest}");
        }
    }
}
