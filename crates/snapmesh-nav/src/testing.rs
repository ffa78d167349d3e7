//! Surfaces that are drawn, and little scenes, for the tests of this crate.

use crate::agent::Agent;
use crate::budget::{Budget, Cores};
use crate::mesh::{NavMesh, NavTriangle};
use crate::meter::{Meter, Pool};
use crate::piece_geometry::{PieceGeometry, Walkability};
use crate::regions;
use crate::surface::{Grid, Span, Surface, Tile};
use crate::terrain::Terrain;
use snapmesh::glam::DVec3;
use snapmesh::settings::Settings;
use snapmesh::{Connector, Kit, Map, OrientedBox, Piece, PieceId, Placed, Pose, Recipe, Role, Stop};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Half a metre wide each way, two metres tall, steps of half a metre; all of it whole numbers of binary digits.
/// Heights have a slack of 1/64 m.
pub(crate) const AGENT: Agent =
    Agent { radius: 0.5, height: 2.0, climb: 0.5, slope: 0.7, cell_size: 0.5, cell_height: 0.25 };

/// Where the cells of surfaces that are drawn start.
pub(crate) const ORIGIN: DVec3 = DVec3::new(10.0, 1.0, 20.0);

/// A level floor at this height, with nothing above it.
pub(crate) fn level(height: f32) -> Span {
    Span { cell: 0, low: height, top: height, ceiling: f32::INFINITY, piece: 0, region: 0 }
}

/// A surface of spans in cells, in any order of cells; in one cell, from below.
pub(crate) fn surface_of(tile: u32, spans: impl IntoIterator<Item = ((i64, i64), Span)>) -> Surface {
    let side = i64::from(tile);
    let mut tiles: BTreeMap<(i64, i64), Vec<Span>> = BTreeMap::new();
    for ((x, z), span) in spans {
        let cell = (z.rem_euclid(side) * side + x.rem_euclid(side)) as u32;
        tiles.entry((z.div_euclid(side), x.div_euclid(side))).or_default().push(Span { cell, ..span });
    }
    let sorted = |((z, x), mut spans): ((i64, i64), Vec<Span>)| {
        spans.sort_by_key(|span| span.cell);
        Tile::new(x, z, spans)
    };
    let grid = Grid { origin: ORIGIN, cell: AGENT.cell_size, tile };
    let mut surface = Surface::join(AGENT, grid, tiles.into_iter().map(sorted).collect());
    let budget = Budget { cores: Cores::One, ..Budget::default() };
    regions::find(&mut surface, &Meter::start(&budget, &Pool::of(&budget))).unwrap();
    surface
}

/// A surface of level layers, drawn from below: digits are the pieces that floors belong to, all else is none.
pub(crate) fn drawn(tile: u32, layers: &[(f32, &[&str])]) -> Surface {
    let mut columns: BTreeMap<(i64, i64), Vec<Span>> = BTreeMap::new();
    for &(height, rows) in layers {
        for (z, row) in (0..).zip(rows) {
            for (x, mark) in (0..).zip(row.chars()) {
                let Some(piece) = mark.to_digit(10) else { continue };
                let column = columns.entry((x, z)).or_default();
                if let Some(below) = column.last_mut() {
                    below.ceiling = height;
                }
                column.push(Span { piece, ..level(height) });
            }
        }
    }
    surface_of(
        tile,
        columns.into_iter().flat_map(|(at, spans)| spans.into_iter().map(move |span| (at, span))),
    )
}

/// The cells of a surface with something to tell of each span, from the first row on.
pub(crate) fn told<T: Ord>(surface: &Surface, tell: impl Fn(&Span) -> T) -> Vec<((i64, i64), T)> {
    let cell_of = |tile: &Tile, span: &Span| {
        let (x, z) = surface.cell_of(tile, span);
        ((z, x), tell(span))
    };
    let mut all: Vec<_> = surface
        .tiles
        .iter()
        .flat_map(|tile| tile.spans.iter().map(move |span| cell_of(tile, span)))
        .collect();
    all.sort();
    all
}

/// A piece of level floors: from x to x, from z to z, and a height each.
pub(crate) fn floors(plates: &[([f64; 2], [f64; 2], f64)]) -> PieceGeometry {
    let mut piece = PieceGeometry::default();
    for &([x0, x1], [z0, z1], y) in plates {
        let first = piece.positions.len() as u32;
        let corners = [(x0, z0), (x0, z1), (x1, z1), (x1, z0)];
        piece.positions.extend(corners.map(|(x, z)| DVec3::new(x, y, z)));
        for triangle in [[0, 1, 2], [0, 2, 3]] {
            piece.triangles.push((triangle.map(|corner| corner + first), Walkability::BySlope));
        }
    }
    piece
}

/// A map of pieces of the library at these places.
pub(crate) fn map_of(pieces: &[(u32, DVec3)]) -> Map {
    let placed = |&(piece, position): &(u32, DVec3)| Placed {
        role: Role::Piece,
        piece: PieceId::new(piece as usize),
        pose: Pose { position, ..Pose::ORIGIN },
        joint: None,
    };
    Map { seed: 1, stop: Stop::PIECE_LIMIT, ..Map::of(pieces.iter().map(placed).collect()) }
}

/// Halls, crossings and broken halls, whose floor has a gap in the middle, four metres wide each.
pub(crate) const HALL: PieceId = PieceId::new(0);
pub(crate) const CROSSING: PieceId = PieceId::new(1);
pub(crate) const BROKEN: PieceId = PieceId::new(2);

/// Maps of up to six of them, and the terrain for the agent of the settings.
pub(crate) fn halls() -> (Arc<Recipe>, Terrain) {
    let half = DVec3::new(2.0, 1.0, 2.0);
    let piece = |id: &str, doors: &[DVec3]| {
        let door = |&side: &DVec3| Connector::new(side * 2.0, side).with(1, "red");
        Piece::new(id, doors.iter().map(door).collect(), vec![OrientedBox::aligned(-half, half)])
    };
    let (line, all) = ([DVec3::X, DVec3::NEG_X], [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z]);
    let library = vec![piece("Hall", &line), piece("Crossing", &all), piece("Broken", &line)];
    let kit = Kit { pieces: vec![HALL, CROSSING, BROKEN], ..Kit::new("kit", library) };
    let mut settings = Settings::default();
    settings.selection.set("max_pieces", 6).unwrap();
    settings.navigation.cell_size = Some(0.25);
    settings.navigation.points = 40;
    let agent = Agent::from(&settings.navigation);
    let whole = floors(&[([-2.0, 2.0], [-2.0, 2.0], 0.0)]);
    let broken = floors(&[([-2.0, -0.25], [-2.0, 2.0], 0.0), ([0.25, 2.0], [-2.0, 2.0], 0.0)]);
    let terrain = Terrain::new(&[whole.clone(), whole, broken], agent).unwrap();
    (Arc::new(Recipe::new(kit.validate().unwrap().0, settings).unwrap()), terrain)
}

/// A mesh of squares in a row, between pairs of corners: left and right of who walks from the first to the last. Each
/// square is two triangles.
pub(crate) fn strip(pairs: &[[[f64; 3]; 2]]) -> NavMesh {
    let positions = pairs.iter().flatten().map(|&place| DVec3::from(place)).collect();
    let squares = pairs.len() as u32 - 1;
    let triangles = (0..squares).flat_map(|i| {
        let [left, right, next_left, next_right] = [0, 1, 2, 3].map(|corner| 2 * i + corner);
        let (before, after) = ((2 * i).checked_sub(1), (i + 1 < squares).then_some(2 * i + 2));
        [
            NavTriangle {
                corners: [left, right, next_right],
                neighbors: [before, None, Some(2 * i + 1)],
                region: 0,
            },
            NavTriangle {
                corners: [left, next_right, next_left],
                neighbors: [Some(2 * i), after, None],
                region: 0,
            },
        ]
    });
    NavMesh { positions, triangles: triangles.collect(), lost: 0 }
}
