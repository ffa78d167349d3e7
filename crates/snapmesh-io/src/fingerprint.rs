//! What makes two kits the same to a map: their pieces as the generator sees them.
//!
//! Connectors and boxes count; meshes, materials and settings do not, so that art can be finished under a map
//! that stands.

use sha2::{Digest as _, Sha256};
use snapmesh::ValidKit;
use snapmesh::glam::DVec3;
use snapmesh_nav::PieceGeometry;
use std::fmt::Write as _;

/// A number for the pieces of a kit, whatever the order they are listed in.
pub fn fingerprint(kit: &ValidKit) -> String {
    let mut pieces: Vec<_> = kit.library().iter().collect();
    pieces.sort_by(|a, b| a.id.cmp(&b.id));
    let mut hash = Hash(Sha256::new());
    hash.text("snapmesh-kit/1");
    for piece in pieces {
        hash.text(&piece.id);
        hash.count(piece.connectors.len());
        for connector in &piece.connectors {
            hash.count(connector.pins as usize);
            hash.text(&connector.color);
            hash.vectors(&[connector.position, connector.heading, connector.up]);
        }
        hash.count(piece.boxes.len());
        for shape in &piece.boxes {
            hash.vectors(&[shape.center, shape.half]);
            hash.vectors(&shape.axes);
        }
    }
    hex(&hash.0.finalize())
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
    use snapmesh::{Connector, Kit, OrientedBox, Piece, PieceId};

    fn piece(id: &str) -> Piece {
        let doors = [DVec3::X, DVec3::Z].map(|side| Connector::new(side, side).with(2, "red"));
        Piece::new(id, doors.into(), vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)])
    }

    fn print(library: Vec<Piece>) -> String {
        fingerprint(&Kit::new("kit", library).validate().unwrap().0)
    }

    fn changed(change: impl FnOnce(&mut Piece)) -> String {
        let mut piece = piece("A");
        change(&mut piece);
        print(vec![piece])
    }

    #[test]
    fn everything_that_decides_where_pieces_go_changes_it() {
        let changes = [
            changed(|_| {}),
            changed(|piece| piece.id = "B".into()),
            changed(|piece| piece.connectors[0].pins = 3),
            changed(|piece| piece.connectors[1].color = "blue".into()),
            changed(|piece| piece.connectors[0].position.y += 1e-9),
            changed(|piece| piece.connectors[0].heading = DVec3::Y),
            changed(|piece| piece.connectors[0].up = DVec3::Z),
            changed(|piece| _ = piece.connectors.pop()),
            changed(|piece| piece.boxes[0].center.x += 1e-9),
            changed(|piece| piece.boxes[0].half.z += 1e-9),
            changed(|piece| piece.boxes[0].axes.swap(0, 2)),
            changed(|piece| piece.boxes.clear()),
            print(vec![piece("A"), piece("B")]),
        ];
        for (i, a) in changes.iter().enumerate() {
            assert!(changes[..i].iter().all(|b| a != b), "change {i} is not seen");
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
