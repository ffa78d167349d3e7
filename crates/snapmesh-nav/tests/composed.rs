//! Composed verdicts against baked ones, on scenes made by hand.

use snapmesh::glam::DVec3;
use snapmesh::settings::Navigation;
use snapmesh::{Connector, Kit, Map, OrientedBox, Piece, PieceId, Placed, Pose, Turn};
use snapmesh_nav::{Agent, Budget, PieceGeometry, Terrain, Unknown, WalkFacts, Walkability, bake, compose};

const MEMORY: u64 = 1 << 30;

/// Boxes, from corner to corner, all of whose sides are there.
fn boxes(all: &[([f64; 3], [f64; 3])]) -> PieceGeometry {
    let mut piece = PieceGeometry::default();
    for &([x0, y0, z0], [x1, y1, z1]) in all {
        let first = piece.positions.len() as u32;
        let corner = |bits: u32| {
            let pick = |bit: u32, low: f64, high: f64| if bits & bit == 0 { low } else { high };
            DVec3::new(pick(1, x0, x1), pick(2, y0, y1), pick(4, z0, z1))
        };
        piece.positions.extend((0..8).map(corner));
        let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        for [a, b, c, d] in sides {
            for triangle in [[a, b, c], [a, c, d]] {
                piece.triangles.push((triangle.map(|corner| corner + first), Walkability::BySlope));
            }
        }
    }
    piece
}

/// A room of eight metres with walls to the north and the south, open to the west and the east.
fn hall() -> PieceGeometry {
    let wall = |z: f64| ([-4.0, 0.0, z - 0.1], [4.0, 3.0, z + 0.1]);
    boxes(&[([-4.0, -0.2, -4.0], [4.0, 0.0, 4.0]), wall(-3.9), wall(3.9)])
}

/// The same with a trench across it.
fn broken() -> PieceGeometry {
    let wall = |z: f64| ([-4.0, 0.0, z - 0.1], [4.0, 3.0, z + 0.1]);
    let floors = [([-4.0, -0.2, -4.0], [-1.0, 0.0, 4.0]), ([1.0, -0.2, -4.0], [4.0, 0.0, 4.0])];
    boxes(&[floors[0], floors[1], wall(-3.9), wall(3.9)])
}

/// A floor of half a metre: too short to be stood on alone.
fn sill() -> PieceGeometry {
    boxes(&[([-0.25, -0.2, -2.0], [0.25, 0.0, 2.0])])
}

/// A slab across, a metre above the floor of a hall.
fn beam() -> PieceGeometry {
    boxes(&[([-0.5, 1.0, -5.0], [0.5, 1.4, 5.0])])
}

const HALL: usize = 0;
const BROKEN: usize = 1;
const SILL: usize = 2;
const BEAM: usize = 3;

fn terrain() -> Terrain {
    let agent = Agent::from(&Navigation::default());
    Terrain::new(&[hall(), broken(), sill(), beam()], agent).expect("cells of a sensible size")
}

fn map(pieces: &[(usize, [f64; 3], f64)]) -> Map {
    let placed = |&(piece, at, degrees): &(usize, [f64; 3], f64)| {
        Placed::alone(PieceId::new(piece), Pose { position: at.into(), turn: Turn::of_degrees(degrees) })
    };
    Map::of(pieces.iter().map(placed).collect())
}

/// Both verdicts on a map: that by its pieces, and that by its surface.
fn both(terrain: &Terrain, map: &Map) -> (WalkFacts, [f64; 3]) {
    let surface = bake(terrain, map, &Budget::default()).expect("within the budget");
    let shares = || surface.counted().iter().map(|region| region.share);
    let exact = [shares().map(|share| share * share).sum(), shares().next().unwrap_or(0.0), surface.area()];
    (compose(terrain, map, MEMORY).expect("it can be told"), exact)
}

#[track_caller]
fn agree(terrain: &Terrain, map: &Map) -> WalkFacts {
    let (composed, [connectivity, largest, area]) = both(terrain, map);
    let WalkFacts { exact, .. } = composed;
    assert!((exact.connectivity - connectivity).abs() < 0.02, "{composed:?} {connectivity}");
    assert!((exact.largest_region - largest).abs() < 0.01, "{composed:?} {largest}");
    assert!((composed.area / area - 1.0).abs() < 0.03, "{composed:?} {area}");
    composed
}

#[test]
fn halls_in_a_row_are_one_region_wherever_they_stand() {
    let terrain = terrain();
    for degrees in [0.0, 30.0, 45.0, 90.0] {
        let east = Turn::of_degrees(degrees).apply(DVec3::X);
        let at = |index: f64| (east * (8.0 * index) + DVec3::new(3.3, 1.0, -7.7)).to_array();
        let row: Vec<_> = (0..5).map(|index| (HALL, at(f64::from(index)), degrees)).collect();
        assert_eq!(agree(&terrain, &map(&row)).regions, 1, "{degrees}");
    }
}

#[test]
fn a_trench_parts_what_is_on_either_side_of_it() {
    let terrain = terrain();
    let row = [(HALL, [0.0; 3], 0.0), (BROKEN, [8.0, 0.0, 0.0], 0.0), (HALL, [16.0, 0.0, 0.0], 0.0)];
    assert_eq!(agree(&terrain, &map(&row)).regions, 2);
    // Half a turn, and a row that goes on longer to one side.
    let row = [row[0], (BROKEN, [8.0, 0.0, 0.0], 180.0), row[2], (HALL, [24.0, 0.0, 0.0], 180.0)];
    assert_eq!(agree(&terrain, &map(&row)).regions, 2);
}

#[test]
fn a_step_between_pieces_is_taken_up_to_the_climb() {
    let terrain = terrain();
    let climb = terrain.agent().climb;
    let stepped = |height: f64| map(&[(HALL, [0.0; 3], 0.0), (HALL, [8.0, height, 0.0], 0.0)]);
    assert_eq!(agree(&terrain, &stepped(climb * 0.9)).regions, 1);
    assert_eq!(agree(&terrain, &stepped(climb * 1.2)).regions, 2);
}

#[test]
fn halls_that_stand_back_to_back_have_nothing_to_do_with_each_other() {
    let terrain = terrain();
    let beside =
        map(&[(HALL, [0.0; 3], 0.0), (HALL, [1.0, 0.0, 8.01], 0.0), (HALL, [3.0, 0.0, -8.01], 180.0)]);
    assert_eq!(agree(&terrain, &beside).regions, 3);
}

#[test]
fn what_is_far_above_changes_nothing() {
    let terrain = terrain();
    let above = map(&[(HALL, [0.0; 3], 0.0), (HALL, [2.0, 9.0, 1.0], 30.0)]);
    assert_eq!(agree(&terrain, &above).regions, 2);
}

#[test]
fn who_may_be_cut_in_two_is_told_with_who_does_it() {
    let terrain = terrain();
    let under = map(&[(HALL, [0.0; 3], 0.0), (BEAM, [0.0; 3], 0.0)]);
    let Err(Unknown::Cut(cut, by)) = compose(&terrain, &under, MEMORY) else { panic!("it may not be told") };
    assert_eq!((cut.index(), by.index()), (0, 1));
    // High up, one walks under it; its top is a region of its own, if it is wide enough to be stood on.
    let over = map(&[(HALL, [0.0; 3], 0.0), (BEAM, [0.0, 5.0, 0.0], 0.0)]);
    agree(&terrain, &over);
}

#[test]
fn floor_that_neither_piece_has_alone_counts_where_they_meet() {
    let terrain = terrain();
    let (composed, [.., area]) =
        both(&terrain, &map(&[(HALL, [0.0; 3], 0.0), (SILL, [4.25, 0.0, 0.0], 0.0)]));
    assert!((composed.area / area - 1.0).abs() < 0.03, "{composed:?} {area}");
    assert_eq!(composed.regions, 1);
}

#[test]
fn what_was_found_out_once_says_the_same_again_and_to_all_threads() {
    let row: Vec<_> =
        (0..6).map(|i| (if i == 3 { BROKEN } else { HALL }, [8.0 * f64::from(i), 0.0, 0.0], 0.0)).collect();
    let (map, shared) = (map(&row), terrain());
    let alone = compose(&terrain(), &map, MEMORY);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build().unwrap();
    pool.scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|_| assert_eq!(compose(&shared, &map, MEMORY), alone));
        }
    });
    assert_eq!(compose(&shared, &map, MEMORY), alone);
}

#[test]
fn nothing_at_all_can_be_walked_nowhere() {
    let empty = compose(&terrain(), &Map::of(vec![]), MEMORY).unwrap();
    assert_eq!((empty.regions, empty.area, empty.exact.largest_region), (0, 0.0, 0.0));
}

#[test]
fn too_little_memory_for_a_piece_is_told() {
    let row = map(&[(HALL, [0.0; 3], 0.0)]);
    assert!(matches!(compose(&terrain(), &row, 1000), Err(Unknown::Piece(_))));
}

#[test]
fn only_what_a_doorway_leads_to_counts_where_that_is_asked_for() {
    let door = |side: f64| Connector::new(DVec3::X * 4.0 * side, DVec3::X * side);
    let body = OrientedBox::aligned(DVec3::new(-4.0, 0.0, -4.0), DVec3::new(4.0, 3.0, 4.0));
    let piece = |id: &str| Piece::new(id, vec![door(1.0), door(-1.0)], vec![body]);
    let (kit, _) = Kit::new("halls", vec![piece("Hall"), piece("Tabled")]).validate().unwrap();
    let mut tabled = hall();
    let table = boxes(&[([-1.5, 0.0, -1.5], [1.5, 1.0, 1.5])]);
    let first = tabled.positions.len() as u32;
    tabled.positions.extend(&table.positions);
    tabled.triangles.extend(table.triangles.iter().map(|&(t, walk)| (t.map(|corner| corner + first), walk)));
    let agent = Agent::from(&Navigation::default());
    let all = Terrain::new(&[hall(), tabled], agent).unwrap();
    let row = map(&[(0, [0.0; 3], 0.0), (1, [8.0, 0.0, 0.0], 0.0), (0, [16.0, 0.0, 0.0], 0.0)]);
    assert_eq!(agree(&all, &row).regions, 2);
    assert_eq!(agree(&all.counting_doorways(&kit), &row).regions, 1);
}

/// Two halls with something across one of them were told as one region, as if that were sure: the doorways of both led to one hall,
/// and the other one did not count where it was taken to be cut off.
#[test]
fn halls_that_may_be_cut_off_from_each_other_both_count() {
    let door = Connector::new(DVec3::X * 4.0, DVec3::X);
    let body = OrientedBox::aligned(DVec3::new(-4.0, 0.0, -4.0), DVec3::new(4.0, 3.0, 4.0));
    let piece = |id: &str| Piece::new(id, vec![door.clone()], vec![body]);
    let (kit, _) = Kit::new("halls", vec![piece("Hall"), piece("Beam")]).validate().unwrap();
    let agent = Agent::from(&Navigation::default());
    let terrain = Terrain::new(&[hall(), beam()], agent).unwrap().counting_doorways(&kit);
    let halls = [(0, [0.0; 3], 0.0), (0, [8.0, 0.0, 0.0], 180.0)];
    assert_eq!(agree(&terrain, &map(&halls)).regions, 1);
    for at in [1.0, 2.0, 6.0, 7.0] {
        let under = map(&[halls[0], halls[1], (1, [at, 0.0, 0.0], 0.0)]);
        assert!(matches!(compose(&terrain, &under, MEMORY), Err(Unknown::Cut(..))), "{at}");
    }
}

/// The same corner was taken for a hall in two halves, and nothing was told about maps of a kit that has such corners.
#[test]
fn a_corner_that_is_cut_off_is_no_doubt_if_no_doorway_leads_there() {
    let half = DVec3::new(9.0, 3.0, 7.0);
    let floor = ([-half.x, -0.2, -half.z], [half.x, 0.0, half.z]);
    let side = |z: f64| ([-half.x, 0.0, z - 0.1], [half.x, half.y, z + 0.1]);
    // Walls around a corner of the hall, as large as is told; they have nothing to stand on.
    let screen = |size: f64| {
        let [x, z] = [half.x - size, half.z - size];
        boxes(&[([x - 0.1, 0.0, z], [x, half.y, half.z - 0.3]), ([x, 0.0, z - 0.1], [half.x, half.y, z])])
    };
    let east = ([half.x - 0.1, 0.0, 1.0], [half.x, half.y, half.z]);
    let hall = boxes(&[floor, side(-half.z + 0.1), side(half.z - 0.1), east]);
    let door = Connector::new(DVec3::X * -half.x, -DVec3::X);
    let piece = |id: &str, doors| Piece::new(id, doors, vec![OrientedBox::aligned(-half.with_y(0.0), half)]);
    let pieces = vec![
        piece("Hall", vec![door.clone()]),
        piece("Small", vec![door.clone()]),
        piece("Large", vec![door]),
    ];
    let (kit, _) = Kit::new("halls", pieces).validate().unwrap();
    let agent = Agent::from(&Navigation::default());
    let terrain = Terrain::new(&[hall, screen(2.1), screen(5.0)], agent).unwrap().counting_doorways(&kit);
    let with = |screen: usize| {
        map(&[(0, [0.0; 3], 0.0), (0, [-2.0 * half.x, 0.0, 0.0], 180.0), (screen, [0.0; 3], 0.0)])
    };
    agree(&terrain, &with(1));
    assert!(matches!(compose(&terrain, &with(2), MEMORY), Err(Unknown::Cut(..))));
}
