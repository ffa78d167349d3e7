//! What stands aside while the world grows.

use super::World;
use crate::aside::Aside;
use crate::id::Port;
use crate::map::Link;
use crate::placed::{Door, Placed, Role};

impl World {
    /// Sets pieces aside that hang on those that stand: their room and their connectors are taken from now on.
    pub(crate) fn set_aside(&mut self, pieces: &[Placed], links: &[Link], doors: &[Door]) {
        if pieces.is_empty() && links.is_empty() && doors.is_empty() {
            return;
        }
        let aside =
            Aside::new((&self.kit, self.space.clearance()), self.placed.len(), (pieces, links, doors));
        self.count_aside(&aside, true);
        self.aside = Some(Box::new(aside));
    }

    /// Gives back what was set aside, to be placed behind what stands now.
    pub(crate) fn take_aside(&mut self) -> Option<Aside> {
        let aside = *self.aside.take()?;
        self.count_aside(&aside, false);
        Some(aside.behind(self.placed.len()))
    }

    fn count_aside(&mut self, aside: &Aside, is_there: bool) {
        aside.ports().for_each(|port| self.use_port(port, is_there));
        // As ever, caps are no pieces for counts.
        for placed in aside.pieces.iter().filter(|placed| placed.role == Role::Loop) {
            let copies = &mut self.copies[placed.piece.index()];
            *copies = if is_there { *copies + 1 } else { *copies - 1 };
        }
    }

    /// The connectors that are joined to what stands aside.
    pub(crate) fn ports_aside(&self) -> impl Iterator<Item = Port> {
        self.aside.iter().flat_map(|aside| aside.ports())
    }

    /// How many links there are, those aside included.
    pub(crate) fn link_count(&self) -> usize {
        self.links.len() + self.aside.as_ref().map_or(0, |aside| aside.links.len())
    }
}
