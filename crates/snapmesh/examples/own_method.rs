//! A selection method of your own: a caterpillar that always grows from the piece placed two before.
//!
//! Nothing in snapmesh changes: a `Method` with its parameters and its code is put into the settings.

use snapmesh::glam::DVec3;
use snapmesh::selection::{MapView, Next, Params, SelectGuide, StartPreference};
use snapmesh::value::{Constant, Key, KeyType};
use snapmesh::{Connector, Kit, Method, OrientedBox, Piece, PlacedId, Recipe, Rng, Settings};
use std::sync::Arc;

static CATERPILLAR: Method = Method {
    name: "caterpillar",
    summary: "grows from the piece placed a few before the last",
    prefers: StartPreference::Most,
    params: &[count("segments", "how long it gets", 12), count("back", "how far it looks back", 2)],
    instantiate: |params: Params<'_>, _rng| {
        let [segments, back] = ["segments", "back"].map(|name| params.integer(name) as usize);
        Box::new(Caterpillar { segments, back })
    },
    size: None,
};

const fn count(name: &'static str, help: &'static str, default: i64) -> Key {
    let takes = KeyType::Integer { min: 1, max: 1000 };
    Key { name, unit: "pieces", help, takes, default: Constant::Integer(default) }
}

#[derive(Clone, Debug)]
struct Caterpillar {
    segments: usize,
    back: usize,
}

impl SelectGuide for Caterpillar {
    fn piece_limit(&self) -> Option<usize> {
        Some(self.segments)
    }

    fn next_guide(&mut self, map: &MapView<'_>, _rng: &mut Rng) -> Next {
        let wanted = map.last().index().saturating_sub(self.back);
        let free = (wanted..map.count()).map(PlacedId::new).find(|&placed| !map.is_full(placed));
        Next::Guide(free.unwrap_or(map.last()), "it lies a few pieces back and has room")
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let doors = [DVec3::X, DVec3::NEG_X, DVec3::Z].map(|side| Connector::new(side * 2.0, side));
    let room = Piece::new("Room", doors.into(), vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)]);
    let (kit, _warnings) = Kit::new("rooms", vec![room]).validate()?;

    let mut settings = Settings::default();
    settings.selection.method = &CATERPILLAR;
    settings.selection.set("back", 1)?;
    let map = Arc::new(Recipe::new(kit, settings)?).grow(7);
    println!("{} pieces, stopped by {}", map.pieces.len(), map.stop);
    Ok(())
}
