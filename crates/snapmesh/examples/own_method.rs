//! A selection method of your own: a caterpillar that always grows from the piece placed two before.
//!
//! Nothing in snapmesh changes: a `Method` with its parameters and its code is put into the settings.

use snapmesh::glam::DVec3;
use snapmesh::selection::{Growth, Next, Param, Prefers, SelectGuide};
use snapmesh::{Connector, Generator, Kit, Method, OrientedBox, Piece, Rng, Settings};

static CATERPILLAR: Method = Method {
    name: "caterpillar",
    summary: "grows from the piece placed a few before the last",
    prefers: Prefers::Most,
    params: &[
        Param { name: "segments", unit: "pieces", help: "how long it gets", min: 1, max: 1000, default: 12 },
        Param { name: "back", unit: "pieces", help: "how far it looks back", min: 0, max: 10, default: 2 },
    ],
    begin: |selection, _rng| {
        let [segments, back] = ["segments", "back"].map(|name| selection.param(name) as usize);
        Box::new(Caterpillar { segments, back })
    },
};

struct Caterpillar {
    segments: usize,
    back: usize,
}

impl SelectGuide for Caterpillar {
    fn piece_limit(&self) -> Option<usize> {
        Some(self.segments)
    }

    fn next_guide(&mut self, map: &Growth<'_>, _rng: &mut Rng) -> Next {
        let wanted = map.last().saturating_sub(self.back);
        let free = (wanted..map.count()).find(|&index| !map.is_full(index));
        Next::Guide(free.unwrap_or(map.last()), "it lies a few pieces back and has room")
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let doors = [DVec3::X, DVec3::NEG_X, DVec3::Z].map(|side| Connector::new(side * 2.0, side));
    let room = Piece::new("Room", doors.into(), vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)]);
    let (kit, problems) = Kit::new("rooms", vec![room]).validate();
    let kit = kit.ok_or_else(|| format!("{problems:?}"))?;

    let mut settings = Settings::default();
    settings.selection.method = &CATERPILLAR;
    settings.selection.params.insert("back", 1);
    let map = Generator::new(&kit, &settings)?.run();
    println!("{} pieces, stopped by {}", map.pieces.len(), map.stop);
    Ok(())
}
