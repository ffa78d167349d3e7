//! Terrain: the pieces of a kit, made ready for one agent to walk on.
//!
//! What a bake needs of a piece does not depend on the map, so it is worked out once, and every map of the kit is baked
//! from it.

use crate::agent::Agent;
use crate::budget::BakeError;
use crate::piece_geometry::{PieceGeometry, Walkability};
use crate::walked::Walked;
use snapmesh::glam::DVec3;
use snapmesh::settings::{Count, Navigation};
use snapmesh::{Bounds, OrientedBox, PieceId, Placed, Pose, ValidKit};
use std::sync::Arc;

/// What a surface is to who walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FloorKind {
    /// Not to be stepped on: its designer said so.
    Never,
    /// Too steep to stand on; low enough, it can be stepped over.
    Steep,
    /// Floor.
    Floor,
}

/// The pieces of a kit, prepared for one agent. Maps and threads share it.
///
/// ```
/// use snapmesh::Settings;
/// use snapmesh::glam::DVec3;
/// use snapmesh_nav::{Agent, PieceGeometry, Terrain, Walkability};
///
/// let corners = [[0.0, 0.0], [0.0, 4.0], [4.0, 4.0]].map(|[x, z]| DVec3::new(x, 0.0, z));
/// let floor = PieceGeometry { positions: corners.into(), triangles: vec![([0, 1, 2], Walkability::BySlope)] };
/// let agent = Agent::from(&Settings::default().navigation);
/// let terrain = Terrain::new(std::slice::from_ref(&floor), agent)?;
/// assert_eq!(terrain.agent().radius, agent.radius);
///
/// let finest = Agent { cell_size: 1e-6, ..agent };
/// assert!(Terrain::new(&[floor], finest).is_err(), "it would take forever");
/// # Ok::<(), snapmesh_nav::BakeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Terrain {
    agent: Agent,
    pieces: Arc<[Prepared]>,
    /// The doorways of each piece, if only what they lead to counts.
    doorways: Option<Vec<Vec<Doorway>>>,
    /// What was found out about them so far.
    walked: Arc<Walked>,
}

/// A connector, as who walks sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doorway {
    /// Where it is, in metres.
    pub(crate) position: DVec3,
    /// Unit vector out of the piece.
    pub(crate) heading: DVec3,
}

impl Doorway {
    /// The same where its piece was placed.
    pub(crate) fn placed(&self, pose: &Pose) -> Self {
        Self { position: pose.point(self.position), heading: pose.direction(self.heading) }
    }
}

impl Terrain {
    /// Prepares the pieces of a library, in its order. An agent whose cells are too small to be baked is refused.
    pub fn new(geometry: &[PieceGeometry], agent: Agent) -> Result<Self, BakeError> {
        agent.check()?;
        let pieces: Arc<[_]> = geometry.iter().map(|ground| Prepared::new(ground, &agent)).collect();
        let walked = Arc::new(Walked::new(pieces.len()));
        Ok(Self { agent, pieces, doorways: None, walked })
    }

    /// The same where only regions count that a doorway of the kit leads to: no wall tops, tables or roofs. The kit is the
    /// one whose pieces were prepared.
    #[must_use]
    pub fn counting_doorways(self, kit: &ValidKit) -> Self {
        let of = |piece: &snapmesh::Piece| {
            let doorways = piece.connectors.iter();
            doorways.map(|known| Doorway { position: known.position, heading: known.heading }).collect()
        };
        let walked = Arc::new(Walked::new(self.pieces.len()));
        Self { doorways: Some(kit.library().iter().map(of).collect()), walked, ..self }
    }

    /// The same for somebody whose radius is so much larger.
    pub(crate) fn for_wider(&self, by: f64) -> Self {
        Self { agent: Agent { radius: (self.agent.radius + by).max(0.0), ..self.agent }, ..self.clone() }
    }

    /// Whether it was made for these settings, of a kit.
    pub fn is_for(&self, settings: &Navigation) -> bool {
        let count = if self.doorways.is_some() { Count::Doorways } else { Count::All };
        (self.agent, count) == (Agent::from(settings), settings.count)
    }

    /// Who walks on it.
    pub fn agent(&self) -> &Agent {
        &self.agent
    }

    /// A piece of the kit.
    pub(crate) fn piece(&self, piece: PieceId) -> &Prepared {
        &self.pieces[piece.index()]
    }

    /// The box around a placed piece; as it was turned, this may be a little large.
    pub(crate) fn bounds_of(&self, placed: &Placed) -> Bounds {
        let bounds = self.piece(placed.piece).bounds;
        if bounds.is_empty() {
            return Bounds::EMPTY;
        }
        OrientedBox::aligned(bounds.min, bounds.max).placed(&placed.pose).bounds()
    }

    /// What was found out about the pieces so far.
    pub(crate) fn walked(&self) -> &Walked {
        &self.walked
    }

    /// Its doorways, if only what they lead to counts.
    pub(crate) fn doorways(&self, piece: PieceId) -> Option<&[Doorway]> {
        self.doorways.as_ref().map(|doorways| doorways[piece.index()].as_slice())
    }
}

/// A piece whose slopes were measured.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    pub(crate) positions: Vec<DVec3>,
    pub(crate) triangles: Vec<([u32; 3], FloorKind)>,
    pub(crate) bounds: Bounds,
    /// Square metres seen from above, both sides of everything, and metres of edges.
    area: f64,
    edges: f64,
}

impl Prepared {
    pub(crate) fn new(ground: &PieceGeometry, agent: &Agent) -> Self {
        let (mut area, mut edges) = (0.0, 0.0);
        let mut triangles = Vec::with_capacity(ground.triangles.len());
        for &(corners, walk) in &ground.triangles {
            let [a, b, c] = corners.map(|corner| ground.positions[corner as usize]);
            let normal = (b - a).cross(c - a);
            let length = normal.length();
            // What has no area is nothing to stand on and nothing to bump into.
            if length > 0.0 && length.is_finite() {
                triangles.push((corners, kind(walk, normal.y / length, agent)));
                area += normal.y.abs() / 2.0;
                edges += (b - a).length() + (c - b).length() + (a - c).length();
            }
        }
        let positions = only_used(&ground.positions, &mut triangles);
        let bounds = Bounds::around(positions.iter().copied());
        Self { positions, triangles, bounds, area, edges }
    }

    /// About how many cells its triangles touch.
    pub(crate) fn cells(&self, cell_size: f64) -> f64 {
        self.area / (cell_size * cell_size) + self.edges / cell_size + self.triangles.len() as f64
    }
}

/// The corners that triangles have, in the order they come to them. Every copy of a piece would pay for the others.
fn only_used(positions: &[DVec3], triangles: &mut [([u32; 3], FloorKind)]) -> Vec<DVec3> {
    let mut number = vec![None; positions.len()];
    let mut used = Vec::new();
    for corner in triangles.iter_mut().flat_map(|(corners, _)| corners) {
        let position = positions[*corner as usize];
        *corner = *number[*corner as usize].get_or_insert_with(|| {
            used.push(position);
            used.len() as u32 - 1
        });
    }
    used
}

fn kind(walk: Walkability, up: f64, agent: &Agent) -> FloorKind {
    match walk {
        Walkability::Never => FloorKind::Never,
        Walkability::Always if up > 0.0 => FloorKind::Floor,
        Walkability::BySlope if agent.walks(up) => FloorKind::Floor,
        Walkability::Always | Walkability::BySlope => FloorKind::Steep,
    }
}

#[cfg(test)]
mod tests {
    use super::FloorKind::{Floor, Never, Steep};
    use super::*;
    use crate::bake::bake;
    use crate::budget::Budget;
    use snapmesh::settings::Navigation;
    use snapmesh::{Map, Role, Stop};

    /// A square of floor, five metres wide.
    fn floor() -> PieceGeometry {
        let corner = |x: f64, z: f64| DVec3::new(x, 0.0, z);
        let positions = vec![corner(0.0, 0.0), corner(0.0, 5.0), corner(5.0, 5.0), corner(5.0, 0.0)];
        PieceGeometry {
            positions,
            triangles: vec![([0, 1, 2], Walkability::BySlope), ([0, 2, 3], Walkability::BySlope)],
        }
    }

    fn map(places: &[f64]) -> Map {
        let placed = |&x: &f64| Placed {
            role: Role::Piece,
            piece: PieceId::new(0),
            pose: Pose { position: DVec3::X * x, ..Pose::ORIGIN },
            joint: None,
        };
        let pieces = places.iter().map(placed).collect();
        Map { seed: 1, stop: Stop::PIECE_LIMIT, ..Map::of(pieces) }
    }

    #[test]
    fn maps_on_one_terrain_are_as_on_terrains_of_their_own() {
        let agent = Agent::from(&Navigation::default());
        let shared = Terrain::new(&[floor()], agent).unwrap();
        for (places, regions) in [(&[0.0, 5.0][..], 1), (&[0.0, 9.0], 2), (&[0.0, 5.0], 1)] {
            let own = Terrain::new(&[floor()], agent).unwrap();
            let on = |terrain: &Terrain| bake(terrain, &map(places), &Budget::default()).unwrap();
            let (ours, theirs) = (on(&shared), on(&own));
            assert_eq!(ours.regions.len(), regions);
            assert_eq!((ours.tiles, ours.regions), (theirs.tiles, theirs.regions));
        }
    }

    #[test]
    fn threads_can_share_a_terrain() {
        fn shared<T: Send + Sync>() {}
        shared::<Terrain>();
    }

    #[test]
    fn cells_that_are_too_small_have_no_terrain() {
        let agent = Agent { cell_size: 1e-5, ..Agent::from(&Navigation::default()) };
        assert!(matches!(Terrain::new(&[floor()], agent), Err(BakeError::CellsTooSmall { .. })));
    }

    #[test]
    fn a_tag_says_more_than_the_slope_but_nobody_stands_on_the_underside() {
        let agent = Agent { slope: 0.75, ..Agent::from(&Navigation::default()) };
        let kinds = |walk| [1.0, 0.75, 0.5, 0.0, -1.0].map(|up| kind(walk, up, &agent));
        assert_eq!(kinds(Walkability::BySlope), [Floor, Floor, Steep, Steep, Steep]);
        assert_eq!(kinds(Walkability::Always), [Floor, Floor, Floor, Steep, Steep]);
        assert_eq!(kinds(Walkability::Never), [Never; 5]);
    }

    #[test]
    fn what_has_no_area_is_left_out_of_a_piece_and_of_its_box() {
        let mut ground = floor();
        ground.positions.push(DVec3::new(99.0, 0.0, 99.0));
        ground.triangles.push(([0, 4, 4], Walkability::Always));
        let prepared = Prepared::new(&ground, &Agent::from(&Navigation::default()));
        assert_eq!(prepared.triangles, [([0, 1, 2], Floor), ([0, 2, 3], Floor)]);
        assert_eq!(prepared.positions, floor().positions);
        assert_eq!(prepared.bounds, Bounds { min: DVec3::ZERO, max: DVec3::new(5.0, 0.0, 5.0) });
    }

    #[test]
    fn cells_are_estimated_from_area_edges_and_triangles() {
        // 25 square metres, and two triangles around them with edges of 5, 5 and 50.sqrt() m.
        let prepared = Prepared::new(&floor(), &Agent::from(&Navigation::default()));
        let edges = 20.0 + 2.0 * 50.0_f64.sqrt();
        assert!((prepared.cells(0.5) - (100.0 + edges / 0.5 + 2.0)).abs() < 1e-9);
        // A wall has no area seen from above.
        let mut wall = floor();
        wall.positions.iter_mut().for_each(|p| *p = DVec3::new(p.x, p.z, 0.0));
        let prepared = Prepared::new(&wall, &Agent::from(&Navigation::default()));
        assert!((prepared.cells(1.0) - (edges + 2.0)).abs() < 1e-9);
    }
}
