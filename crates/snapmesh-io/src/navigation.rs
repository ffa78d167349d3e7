//! Where a map can be walked, as outputs show it.

use crate::kit_file::LoadedKit;
use snapmesh::settings::{Count, Navigation};
use snapmesh::{Location, Problem};
use snapmesh_nav::{Agent, BakeError, Budget, NavMesh, Point, Terrain, Validation};

/// The walkable surface of a map and points on it, to be shown with the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NavLayer {
    /// The walkable surface, in the space of the map.
    pub mesh: NavMesh,
    /// Points on it.
    pub points: Vec<Point>,
    /// The first region that is left out, if any is: those before it count, and those after it do not.
    pub left_out: Option<u32>,
    /// Who walks, if that is known.
    pub agent: Option<Agent>,
}

/// Polygons after which Godot's search for a path gives up.
const SEARCHED_BY_GODOT: usize = 4096;

impl LoadedKit {
    /// Its pieces, ready for who walks by these settings. Maps and threads share it.
    pub fn terrain(&self, settings: &Navigation) -> Result<Terrain, BakeError> {
        let terrain = Terrain::new(self.geometry(), Agent::from(settings))?;
        Ok(match settings.count {
            Count::All => terrain,
            Count::Doorways => terrain.counting_doorways(self.kit()),
        })
    }
}

impl NavLayer {
    /// What there is to show of a map that was validated, unless that takes more than it may.
    pub fn within(validation: &Validation, budget: &Budget) -> Result<Self, BakeError> {
        Ok(Self::new(NavMesh::within(&validation.surface, budget)?, validation))
    }

    /// The same where its mesh was made before.
    pub fn new(mesh: NavMesh, validation: &Validation) -> Self {
        let left_out = Some(validation.surface.counted().len() as u32);
        let agent = Some(validation.surface.agent);
        Self { mesh, points: validation.points.clone(), left_out, agent }
    }

    /// What to tell about a file for engines, if the mesh in it is larger than one of them can search.
    pub fn too_fine(&self, file: impl Into<Location>) -> Option<Problem> {
        let walked = self.mesh.triangles.iter();
        let count = walked.filter(|triangle| self.standing(triangle.region) != Standing::LeftOut).count();
        let message = format!(
            "its navmesh has {count} triangles, and Godot gives up the search for a path after {SEARCHED_BY_GODOT}"
        );
        let help = "a larger navigation.cell_size makes fewer; or let Godot bake one by itself";
        (count > SEARCHED_BY_GODOT).then(|| Problem::note(file, message).help(help))
    }

    /// How a region stands to the largest one.
    pub(crate) fn standing(&self, region: u32) -> Standing {
        match region {
            _ if self.left_out.is_some_and(|first| region >= first) => Standing::LeftOut,
            0 => Standing::Reachable,
            _ => Standing::Isolated,
        }
    }
}

/// Why a map of a kit could not be walked, and what to do about it.
pub fn walk_refusal(kit: &LoadedKit, error: &BakeError) -> Problem {
    let mut help = error.help().to_string();
    if let BakeError::TooLarge { need, may } = error {
        // A forecast is right within half as much again; what was found to be too much on the way may be the least of it.
        let more = need.saturating_add(need / 2).max(2 * may).max(1);
        help = format!("{help}; or allow more memory, with --limit walk_mb={more}");
    }
    Problem::error(kit.shown(), error.to_string()).help(help)
}

/// How a region stands to the largest one. A designer looks for the places that cannot be reached from there, so
/// all of those look alike; and not for those that no doorway leads to, so they are quiet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Reachable,
    Isolated,
    LeftOut,
}

impl Standing {
    #[cfg(feature = "picture")]
    pub(crate) const ALL: [Self; 3] = [Self::Reachable, Self::Isolated, Self::LeftOut];

    /// The color of the surface, as on a screen.
    pub(crate) fn surface(self) -> [u8; 3] {
        match self {
            Self::Reachable => [0x00, 0xa2, 0xc4],
            Self::Isolated => [0xf0, 0x46, 0x1e],
            Self::LeftOut => [0x8c, 0x8c, 0x88],
        }
    }

    /// The color of points, as on a screen. What is left out has none.
    pub(crate) fn point(self) -> [u8; 3] {
        match self {
            Self::Reachable => [0x12, 0x8a, 0x3c],
            Self::Isolated => [0xc8, 0x14, 0x28],
            Self::LeftOut => [0x60, 0x60, 0x5c],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_largest_region_is_where_one_can_get_to() {
        let layer = |left_out| NavLayer { left_out, ..NavLayer::default() };
        let (all, none, layer) = (layer(None), layer(Some(0)), layer(Some(3)));
        assert_eq!(layer.standing(0), Standing::Reachable);
        assert_eq!([1, 2].map(|region| layer.standing(region)), [Standing::Isolated; 2]);
        assert_eq!([3, u32::MAX].map(|region| layer.standing(region)), [Standing::LeftOut; 2]);
        assert_eq!(all.standing(u32::MAX), Standing::Isolated);
        assert_eq!(none.standing(0), Standing::LeftOut, "no doorway leads anywhere");
    }

    #[test]
    fn a_mesh_that_godot_cannot_search_is_told() {
        let triangle = |region| snapmesh_nav::NavTriangle { corners: [0; 3], neighbors: [None; 3], region };
        let layer = |regions: &[(u32, usize)]| {
            let triangles =
                regions.iter().flat_map(|&(region, count)| vec![triangle(region); count]).collect();
            let mesh = NavMesh { triangles, ..NavMesh::default() };
            NavLayer { mesh, left_out: Some(2), ..NavLayer::default() }
        };
        assert_eq!(layer(&[(0, 4000), (1, 96), (2, 500)]).too_fine("map.glb"), None);
        let told = layer(&[(0, 4000), (1, 97)]).too_fine("map.glb").expect("it is too fine").to_string();
        assert!(told.contains("map.glb") && told.contains("4097 triangles"), "{told}");
    }

    #[test]
    fn standings_are_told_apart_by_their_colors() {
        let [reachable, isolated, left_out] = Standing::ALL;
        let colors: Vec<[u8; 3]> = Standing::ALL.iter().flat_map(|s| [s.surface(), s.point()]).collect();
        for (i, color) in colors.iter().enumerate() {
            assert!(!colors[..i].contains(color));
        }
        let red = |[r, g, b]: [u8; 3]| r / 2 > g && r / 2 > b;
        assert!(red(isolated.surface()) && red(isolated.point()));
        assert!(!red(reachable.surface()) && !red(reachable.point()));
        let [r, g, b] = left_out.surface();
        assert!(r.abs_diff(g) < 8 && g.abs_diff(b) < 8, "grey");
    }
}
