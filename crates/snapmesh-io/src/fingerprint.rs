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
        corners.iter().for_each(|&corner| hash.count(corner as usize));
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
