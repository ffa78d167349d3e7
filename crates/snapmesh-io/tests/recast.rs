//! A second opinion: Recast, as `rerecast` has it in Rust, on the same maps.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{grow, kits, open};
use rerecast::{Aabb3d, AreaType, HeightfieldBuilder, TriMesh};
use snapmesh::Map;
use snapmesh::glam::DVec3;
use snapmesh_io::OpenKit;
use snapmesh_nav::{Agent, Budget, Sample, Terrain, Walkability, validate};

/// The triangles of a map, floor or not by the tags and slopes of its pieces.
fn triangles(folder: &OpenKit, map: &Map, agent: &Agent) -> TriMesh {
    let geometry = folder.kit.geometry();
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
    mesh
}

/// The cells that Recast leaves, and the share of the largest region among them.
fn by_recast(folder: &OpenKit, map: &Map) -> (usize, f64) {
    let agent = Agent::from(&folder.settings.navigation);
    let mesh = triangles(folder, map, &agent);
    let mut aabb: Aabb3d = mesh.compute_aabb().unwrap();
    aabb.max.y += agent.height as f32;
    let (cell_size, cell_height) = (agent.cell_size as f32, agent.cell_height as f32);
    let mut field = HeightfieldBuilder { aabb, cell_size, cell_height }.build().unwrap();
    let height = (agent.height / agent.cell_height - 1e-6).ceil() as u16;
    let climb = (agent.climb / agent.cell_height + 1e-6).floor() as u16;
    field.populate_from_trimesh(mesh, height, climb).unwrap();
    let mut compact = field.into_compact(height, climb).unwrap();
    compact.erode_walkable_area(agent.radius_in_cells() as u16);

    let floor: Vec<bool> = compact.areas.iter().map(AreaType::is_walkable).collect();
    let mut region = vec![usize::MAX; floor.len()];
    let mut largest = 0_usize;
    let (width, depth) = (compact.width, compact.height);
    for z in 0..depth {
        for x in 0..width {
            for seed in compact.cell_at(x, z).index_range() {
                if !floor[seed] || region[seed] != usize::MAX {
                    continue;
                }
                let mut open = vec![(i32::from(x), i32::from(z), seed)];
                region[seed] = seed;
                let mut count = 0;
                while let Some((x, z, span)) = open.pop() {
                    count += 1;
                    for side in 0..4 {
                        let Some(con) = compact.spans[span].con(side) else { continue };
                        let (x, z, next) = compact.con_indices(x, z, side, con);
                        if floor[next] && region[next] == usize::MAX {
                            region[next] = seed;
                            open.push((x, z, next));
                        }
                    }
                }
                largest = largest.max(count);
            }
        }
    }
    let cells = floor.iter().filter(|floor| **floor).count();
    (cells, largest as f64 / cells as f64)
}

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
        let folder = open(&kits().join(kit), Some(preset), &[]);
        let map = grow(&folder);
        let settings = &folder.settings.navigation;
        let terrain = Terrain::new(folder.kit.geometry(), Agent::from(settings)).unwrap();
        let ours = validate(&terrain, &map, Sample::from(settings), &Budget::default()).unwrap();
        let (cells, largest) = by_recast(&folder, &map);
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
