//! What makes two kits the same to a map: their pieces as the generator sees them.
//!
//! Connectors and boxes count; meshes, materials and settings do not, so that art can be finished under a map
//! that stands. Places count to a millimetre, directions to a ten-thousandth: programs that read a piece and write it
//! again lose the last of its digits, turn the axes of boxes, and list what is in it by name.

use sha2::{Digest as _, Sha256};
use snapmesh::glam::DVec3;
use snapmesh::{Connector, OrientedBox, Piece, ValidKit};
use snapmesh_nav::PieceGeometry;
use std::fmt::Write as _;

/// A number for the pieces of a kit, whatever the order they are listed in.
pub fn fingerprint(kit: &ValidKit) -> String {
    hash_pieces("snapmesh-kit/2", kit, |hash, piece| {
        // In their order: maps name connectors by number.
        for connector in &piece.connectors {
            hash.kind(connector);
            hash.numbers(METRES.cells(connector.position));
            hash.numbers(DIRECTIONS.cells(connector.heading));
            hash.numbers(DIRECTIONS.cells(connector.up));
        }
        hash.count(piece.boxes.len());
        let mut boxes: Vec<BoxCells> = piece.boxes.iter().map(BoxCells::new).collect();
        boxes.sort_unstable();
        for BoxCells { center, sides } in boxes {
            hash.numbers(center);
            for (half, axis) in sides {
                hash.numbers([half]);
                hash.numbers(axis);
            }
        }
    })
}

/// The same to the last digit: what maps had before places were rounded, and what decides how they grow.
pub fn exact_fingerprint(kit: &ValidKit) -> String {
    hash_pieces("snapmesh-kit/1", kit, |hash, piece| {
        for connector in &piece.connectors {
            hash.kind(connector);
            hash.vectors(&[connector.position, connector.heading, connector.up]);
        }
        hash.count(piece.boxes.len());
        for shape in &piece.boxes {
            hash.vectors(&[shape.center, shape.half]);
            hash.vectors(&shape.axes);
        }
    })
}

fn hash_pieces(version: &str, kit: &ValidKit, each: impl Fn(&mut Hash, &Piece)) -> String {
    let mut pieces: Vec<_> = kit.library().iter().collect();
    pieces.sort_by(|a, b| a.id.cmp(&b.id));
    let mut hash = Hash(Sha256::new());
    hash.text(version);
    for piece in pieces {
        hash.text(&piece.id);
        hash.count(piece.connectors.len());
        each(&mut hash, piece);
    }
    hex(&hash.0.finalize())
}

/// Numbers as those of the cell they lie in. What lies on the border between two cells would fall to this side or that by its
/// last digit, so borders are where nobody puts anything.
struct Grid {
    /// Cells in one.
    cells: f64,
    /// Where a cell ends, as a part of it.
    border: f64,
}

/// Millimetres. Between them, people type halves, tenths and twentieths; inches and powers of two come to 80ths and 128ths. The
/// border is 3 micrometres or more from any of these.
const METRES: Grid = Grid { cells: 1e3, border: 0.332 };

/// Ten-thousandths. The border is half a millionth or more from the sine of any half degree or 128th of a turn; numbers of 32
/// bits are off by a tenth of that.
const DIRECTIONS: Grid = Grid { cells: 1e4, border: 0.3385 };

impl Grid {
    fn cell(&self, x: f64) -> i64 {
        (x * self.cells - self.border).ceil() as i64
    }

    fn cells(&self, v: DVec3) -> [i64; 3] {
        v.to_array().map(|x| self.cell(x))
    }
}

/// A box, whatever its axes are called and whichever way along they point.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct BoxCells {
    center: [i64; 3],
    /// Half its size along an axis, and the axis.
    sides: [(i64, [i64; 3]); 3],
}

impl BoxCells {
    fn new(shape: &OrientedBox) -> Self {
        let mut sides = [0, 1, 2].map(|i| {
            let [ahead, back] = [shape.axes[i], -shape.axes[i]].map(|way| DIRECTIONS.cells(way));
            (METRES.cell(shape.half[i]), ahead.max(back))
        });
        sides.sort_unstable();
        Self { center: METRES.cells(shape.center), sides }
    }
}

/// A number for what there is to walk on in a piece.
pub fn geometry_digest(geometry: &PieceGeometry) -> String {
    let mut hash = Hash(Sha256::new());
    hash.text("snapmesh-geometry/1");
    hash.vectors(&geometry.positions);
    for (corners, walkability) in &geometry.triangles {
        for &corner in corners {
            hash.count(corner as usize);
        }
        hash.count(*walkability as usize);
    }
    hex(&hash.0.finalize())
}

/// A number for some text.
pub fn digest(text: &str) -> String {
    digest_bytes(text.as_bytes())
}

/// A number for some bytes.
pub(crate) fn digest_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The first half is plenty to tell maps apart, and easier on the eye.
fn hex(bytes: &[u8]) -> String {
    bytes[..16].iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

struct Hash(Sha256);

impl Hash {
    fn kind(&mut self, connector: &Connector) {
        self.count(connector.pins as usize);
        self.text(&connector.color);
    }

    fn numbers<const N: usize>(&mut self, numbers: [i64; N]) {
        for number in numbers {
            self.0.update(number.to_le_bytes());
        }
    }

    fn count(&mut self, n: usize) {
        self.0.update((n as u64).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.update(text);
    }

    fn vectors(&mut self, vectors: &[DVec3]) {
        for x in vectors.iter().flat_map(DVec3::to_array) {
            // Adding zero makes one number of 0.0 and -0.0.
            self.0.update((x + 0.0).to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use snapmesh::glam::{DQuat, Vec3Swizzles as _};
    use snapmesh::{Kit, PieceId, Turn};

    fn piece(id: &str) -> Piece {
        let doors = [DVec3::X, DVec3::Z].map(|side| Connector::new(side, side).with(2, "red"));
        Piece::new(id, doors.into(), vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)])
    }

    fn kit(library: Vec<Piece>) -> ValidKit {
        Kit::new("kit", library).validate().unwrap().0
    }

    fn print(library: Vec<Piece>) -> String {
        fingerprint(&kit(library))
    }

    fn changed(change: impl FnOnce(&mut Piece)) -> ValidKit {
        let mut piece = piece("A");
        change(&mut piece);
        kit(vec![piece])
    }

    #[test]
    fn everything_that_decides_where_pieces_go_changes_it() {
        let changes = [
            changed(|_| {}),
            changed(|piece| piece.id = "B".into()),
            changed(|piece| piece.connectors[0].pins = 3),
            changed(|piece| piece.connectors[1].color = "blue".into()),
            changed(|piece| piece.connectors[0].position.y += 1e-3),
            changed(|piece| piece.connectors[0].heading = DVec3::Y),
            changed(|piece| piece.connectors[0].up = DVec3::Z),
            changed(|piece| piece.connectors.swap(0, 1)),
            changed(|piece| _ = piece.connectors.pop()),
            changed(|piece| piece.boxes[0].center.x += 1e-3),
            changed(|piece| piece.boxes[0].half.z += 1e-3),
            changed(|piece| piece.boxes[0].axes = turned(&piece.boxes[0], 0.1).axes),
            changed(|piece| piece.boxes.clear()),
            kit(vec![piece("A"), piece("B")]),
        ];
        for print in [fingerprint, exact_fingerprint] {
            let prints: Vec<String> = changes.iter().map(print).collect();
            for (i, a) in prints.iter().enumerate() {
                assert!(prints[..i].iter().all(|b| a != b), "change {i} is not seen");
            }
        }
    }

    fn turned(shape: &OrientedBox, degrees: f64) -> OrientedBox {
        OrientedBox { axes: shape.axes.map(|axis| Turn::of_degrees(degrees).apply(axis)), ..*shape }
    }

    /// What is lost in 32 bits is seen by the exact one alone.
    #[test]
    fn a_millionth_changes_nothing_but_the_exact_one() {
        let plain = changed(|_| {});
        for other in [
            changed(|piece| piece.connectors[0].position.y += 1e-6),
            changed(|piece| piece.boxes[0].center.x -= 1e-6),
            changed(|piece| piece.boxes[0].half.z += 1e-6),
            changed(|piece| piece.boxes[0].axes = turned(&piece.boxes[0], 1e-5).axes),
        ] {
            assert_eq!(fingerprint(&other), fingerprint(&plain));
            assert_ne!(exact_fingerprint(&other), exact_fingerprint(&plain));
        }
    }

    #[test]
    fn a_box_is_the_same_by_whatever_names_its_axes_go() {
        let boxes = |boxes: Vec<OrientedBox>| print(vec![Piece { boxes, ..piece("A") }]);
        let tilted = DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize();
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| tilted * axis);
        let half = DVec3::new(1.0, 2.0, 3.0);
        let plain = OrientedBox { center: DVec3::ONE, half, axes };
        let [x, y, z] = axes;
        let same = OrientedBox { half: half.zxy(), axes: [-z, x, -y], ..plain };
        let other = OrientedBox { half: half.zxy(), ..plain };
        assert_eq!(boxes(vec![same]), boxes(vec![plain]));
        assert_ne!(boxes(vec![other]), boxes(vec![plain]));
        assert_eq!(boxes(vec![other, same]), boxes(vec![plain, other]), "whichever comes first");
        assert_ne!(boxes(vec![plain, plain]), boxes(vec![plain]));
        let cube = |axes| boxes(vec![OrientedBox { half: DVec3::ONE, axes, ..plain }]);
        assert_eq!(cube([y, -x, z]), cube(axes), "a cube has no first side");
    }

    /// Metres to the nearest border, in either direction.
    fn to_border(grid: &Grid, x: f64) -> f64 {
        let within = (x * grid.cells - grid.border).rem_euclid(1.0);
        within.min(1.0 - within) / grid.cells
    }

    #[test]
    fn what_people_type_is_far_from_every_border() {
        for step in [0.5e-3, 0.1e-3, 0.05e-3, 0.0254 / 16.0, 1.0 / 1024.0] {
            for n in -20_000..=20_000 {
                let x = f64::from(n) * step;
                assert!(to_border(&METRES, x) > 3e-6, "{x} m");
            }
        }
        for part in [720, 128] {
            for n in 0..part {
                let turn = Turn::of_degrees(f64::from(n) * 360.0 / f64::from(part));
                let [x, _, z] = turn.apply(DVec3::X).to_array();
                assert!(to_border(&DIRECTIONS, x).min(to_border(&DIRECTIONS, z)) > 5e-7, "{n} / {part}");
            }
        }
    }

    proptest! {
        /// As Blender does it: in 32 bits, axes and boxes in another order.
        #[test]
        fn a_piece_that_went_through_another_program_is_the_same(
            boxes in prop::collection::vec(([-2_000_000..2_000_000, -9999..9999, 1..99_999], 0..720), 1..5),
        ) {
            let typed = |at: [i32; 3]| DVec3::from(at.map(|x| f64::from(x) * 0.05e-3));
            let shape = |&(at, turn): &([i32; 3], i32)| {
                let reach = typed([20_000, at[2], at[2] + 20_000]);
                turned(&OrientedBox::aligned(typed(at) - reach, typed(at) + reach), f64::from(turn) / 2.0)
            };
            let boxes: Vec<OrientedBox> = boxes.iter().map(shape).collect();
            let door = Connector::new(boxes[0].center, boxes[0].axes[0]);
            let lost = |v: DVec3| v.as_vec3().as_dvec3();
            let again = boxes.iter().rev().map(|shape| OrientedBox {
                center: lost(shape.center),
                half: lost(shape.half).zyx(),
                axes: [shape.axes[2], -shape.axes[1], -shape.axes[0]].map(lost),
            });
            let doors = vec![Connector { position: lost(door.position), heading: lost(door.heading), ..door.clone() }];
            let again = Piece::new("A", doors, again.collect());
            prop_assert_eq!(print(vec![again]), print(vec![Piece::new("A", vec![door], boxes)]));
        }
    }

    #[test]
    fn names_hints_files_and_lists_do_not_change_it() {
        let plain = print(vec![piece("A"), piece("B")]);
        assert_eq!(print(vec![piece("B"), piece("A")]), plain, "the order of the list");
        let mut other = Kit::new("another name", vec![piece("A"), piece("B")]);
        other.pieces.push(PieceId::new(0));
        other.starters = Some(vec![PieceId::new(1)]);
        other.library[0].source = "elsewhere/A.glb".into();
        other.library[0].hints.weight = Some(3.0);
        other.library[0].connectors[0].name = "front door".into();
        assert_eq!(fingerprint(&other.validate().unwrap().0), plain);
        let zero = |zero: f64| {
            print(vec![Piece {
                connectors: vec![Connector::new(DVec3::new(1.0, zero, 0.0), DVec3::X)],
                ..piece("A")
            }])
        };
        assert_eq!(zero(0.0), zero(-0.0));
    }

    #[test]
    fn letters_do_not_move_from_one_text_to_the_next() {
        let named = |id: &str, color: &str| {
            print(vec![Piece::new(id, vec![Connector::new(DVec3::X, DVec3::X).with(1, color)], vec![])])
        };
        assert_ne!(named("ab", "c"), named("a", "bc"));
    }

    #[test]
    fn digests_are_the_first_half_of_sha_256() {
        assert_eq!(digest("abc"), "ba7816bf8f01cfea414140de5dae2223");
        assert_eq!(digest_bytes(b""), "e3b0c44298fc1c149afbf4c8996fb924");
        assert_eq!(print(vec![piece("A")]).len(), 32);
    }
}
