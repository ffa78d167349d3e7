//! A world as it stood at some time, to be brought back.

use super::{Mark, World};
use crate::map::Link;
use crate::placed::Placed;

/// What stands in a world, to be brought back later.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) pieces: Vec<Placed>,
    links: Vec<Link>,
    rooms: Vec<Placed>,
}

impl World {
    /// What stands now, to be brought back later.
    pub(crate) fn standing(&self) -> Standing {
        let rooms = self.rooms.iter().flat_map(|rooms| rooms.all()).copied().collect();
        Standing { pieces: self.placed.clone(), links: self.links.clone(), rooms }
    }

    /// Brings back what stood. What is kept must be a part of it.
    pub(crate) fn bring_back(&mut self, Standing { pieces, links, rooms }: Standing) {
        self.clear();
        let Mark { pieces: kept, links: kept_links, .. } = self.kept;
        pieces.into_iter().skip(kept).for_each(|placed| _ = self.add(placed));
        links.into_iter().skip(kept_links).for_each(|link| self.link(link));
        let Some(kept_rooms) = &mut self.rooms else { return };
        (0..self.used.len()).for_each(|connector| kept_rooms.give_up(connector));
        for cap in rooms {
            self.keep_room(cap);
        }
    }
}
