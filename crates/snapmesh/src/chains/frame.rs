//! Connectors as frames, and what lies between two of them.

use crate::piece::Connector;
use crate::pose::{Pose, Turn};
use crate::snap::is_vertical;
use glam::DVec3;

/// Where a connector is and which way it looks: along its heading, or its up axis where the heading is vertical. None if that
/// leaves the turn open, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) place: DVec3,
    pub(crate) turn: Turn,
}

impl Frame {
    /// Where motions begin.
    pub(crate) const START: Self = Self { place: DVec3::ZERO, turn: Turn::NONE };

    /// The frame of a connector of a piece.
    pub(crate) fn of(pose: &Pose, connector: &Connector) -> Option<Self> {
        let looks = if is_vertical(connector.heading) { connector.up } else { connector.heading };
        let turn = Turn::between(DVec3::X, pose.direction(looks)).filter(|_| !is_vertical(looks))?;
        Some(Self { place: pose.point(connector.position), turn })
    }

    /// The frame of a connector that faces this one as it should, so many metres away.
    pub(crate) fn facing(pose: &Pose, connector: &Connector, distance: f64) -> Option<Self> {
        let Self { place, turn } = Self::of(pose, connector)?;
        let place = place + pose.direction(connector.heading) * distance;
        Some(Self { place, turn: turn.then(facing_turn(connector)) })
    }

    /// Another frame as it is seen from here.
    pub(crate) fn sees(&self, other: &Self) -> Motion {
        let back = self.turn.back();
        Motion { offset: back.apply(other.place - self.place), turn: back.then(other.turn) }
    }

    /// The frame at the end of a motion that begins here.
    pub(crate) fn moved(&self, motion: &Motion) -> Self {
        Self { place: self.place + self.turn.apply(motion.offset), turn: self.turn.then(motion.turn) }
    }
}

/// How frames that face each other are turned to each other: connectors of a shaft have their up axes in common.
fn facing_turn(connector: &Connector) -> Turn {
    if is_vertical(connector.heading) { Turn::NONE } else { Turn::HALF }
}

/// A rigid motion about the vertical: from one frame to another, as it is seen from the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Motion {
    pub(crate) offset: DVec3,
    pub(crate) turn: Turn,
}

impl Motion {
    /// No motion at all.
    pub(crate) const NONE: Self = Self { offset: DVec3::ZERO, turn: Turn::NONE };

    /// Through a piece: from a connector that its entry is joined to, so many metres away, to its exit.
    pub(crate) fn through(entry: &Connector, exit: &Connector, distance: f64) -> Option<Self> {
        let outside = Frame::facing(&Pose::ORIGIN, entry, distance)?;
        Some(outside.sees(&Frame::of(&Pose::ORIGIN, exit)?))
    }

    /// This motion and then another.
    pub(crate) fn then(&self, next: &Self) -> Self {
        Self { offset: self.offset + self.turn.apply(next.offset), turn: self.turn.then(next.turn) }
    }
}
