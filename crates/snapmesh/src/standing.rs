//! A world as it stood at some time, to be brought back.

use crate::map::Link;
use crate::placed::Placed;
use crate::world::World;

/// What stands in a world, to be brought back later.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) pieces: Vec<Placed>,
    links: Vec<Link>,
    rooms: Vec<Placed>,
}

impl World {
    /// How many links there are, those aside included.
    pub(crate) fn link_count(&self) -> usize {
        self.links().len() + self.aside().map_or(0, |aside| aside.links.len())
    }

    /// What stands now, to be brought back later.
    pub(crate) fn standing(&self) -> Standing {
        let (pieces, links) = (self.placed().to_vec(), self.links().to_vec());
        Standing { pieces, links, rooms: self.kept_rooms().copied().collect() }
    }

    /// Brings back what stood. What is kept must be a part of it.
    pub(crate) fn bring_back(&mut self, Standing { pieces, links, rooms }: Standing) {
        self.clear();
        let (kept, kept_links) = (self.placed().len(), self.links().len());
        pieces.into_iter().skip(kept).for_each(|placed| _ = self.add(placed));
        links.into_iter().skip(kept_links).for_each(|link| self.link(link));
        self.give_up_rooms();
        for cap in rooms {
            self.keep_room(cap);
        }
    }
}
