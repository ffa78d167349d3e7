//! Star: arms that start from the connectors of a hub.

use super::line::{count, draw_length};
use super::method::{Growth, Method, Next, SelectGuide, StartPreference, Stop};
use crate::id::PlacedId;
use crate::rng::Rng;

/// Grows arm after arm from the starting piece, until that is full.
pub const STAR: Method = Method {
    name: "star",
    summary: "grows arms from every connector of the starting piece",
    prefers: StartPreference::Most,
    params: &[
        count("arm_length", "pieces", "the average number of pieces in an arm", 0, 8),
        count(
            "arm_length_var",
            "pieces",
            "the largest variation from arm_length; an arm never has less than one piece",
            0,
            2,
        ),
    ],
    instantiate: |params, rng| {
        let (length, var) = (params.integer("arm_length"), params.integer("arm_length_var"));
        let limit = 100_000.max(16 * (length + var));
        Box::new(Star { limit, hub: (0, 0), length, var, arm: draw_length(length, var, rng), count: 0 })
    },
};

/// The starting piece.
const HUB: PlacedId = PlacedId::new(0);

#[derive(Clone, Debug)]
struct Star {
    /// Pieces grown since the hub last took one, at which the map is taken to be without end.
    limit: i64,
    /// Free connectors of the hub when last looked at, and the pieces there were when that last changed.
    hub: (u32, i64),
    length: i64,
    var: i64,
    /// How long the arm at work is to be.
    arm: i64,
    /// Tries made for it so far.
    count: i64,
}

impl SelectGuide for Star {
    fn next_guide(&mut self, map: &Growth<'_>, rng: &mut Rng) -> Next {
        if map.free[0] != self.hub.0 {
            self.hub = (map.free[0], map.count() as i64);
        }
        if map.count() as i64 - self.hub.1 >= self.limit {
            return Next::Stop(Stop::ENDLESS);
        }
        self.count += 1;
        if self.count < self.arm && !map.is_full(map.last()) {
            return Next::Guide(map.last(), "the arm goes on from the piece placed last");
        }
        self.arm = draw_length(self.length, self.var, rng);
        self.count = 0;
        if map.is_full(HUB) {
            Next::Stop(Stop::HUB_FULL)
        } else {
            Next::Guide(HUB, "the arm is done, and a new one starts at the hub")
        }
    }

    fn length(&self) -> Option<i64> {
        Some(self.arm.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::RngKind;

    fn star(length: i64) -> (Star, Rng) {
        (Star { limit: 100, hub: (1, 0), length, var: 0, arm: length, count: 0 }, Rng::new(RngKind::Unity, 1))
    }

    fn next(star: &mut Star, guide: usize, free: &[u32], rng: &mut Rng) -> Next {
        star.next_guide(&Growth { guide: PlacedId::new(guide), free }, rng)
    }

    fn guide(next: &Next) -> Option<usize> {
        if let Next::Guide(placed, _) = next { Some(placed.index()) } else { None }
    }

    #[test]
    fn an_arm_ends_at_its_length_and_the_hub_starts_the_next() {
        let (mut star, mut rng) = star(2);
        assert_eq!(guide(&next(&mut star, 0, &[3, 1], &mut rng)), Some(1));
        assert_eq!(guide(&next(&mut star, 1, &[3, 0, 1], &mut rng)), Some(0));
        assert_eq!(star.count, 0);
    }

    #[test]
    fn a_star_without_end_is_ended() {
        let (mut star, mut rng) = star(2);
        assert_eq!(next(&mut star, 0, &[1; 100], &mut rng), Next::Stop(Stop::ENDLESS));
    }

    #[test]
    fn a_full_last_piece_ends_the_arm_early() {
        let (mut star, mut rng) = star(5);
        assert_eq!(guide(&next(&mut star, 0, &[3, 0], &mut rng)), Some(0));
    }

    #[test]
    fn a_length_below_one_acts_as_one() {
        for length in [1, 0, -4] {
            let (mut star, mut rng) = star(length);
            assert_eq!(star.length(), Some(1));
            assert_eq!(guide(&next(&mut star, 0, &[3, 1], &mut rng)), Some(0));
        }
    }

    #[test]
    fn the_length_is_drawn_before_the_hub_is_looked_at() {
        let (mut star, mut rng) = star(1);
        let mut fresh = Rng::new(RngKind::Unity, 1);
        assert_eq!(next(&mut star, 0, &[0, 1], &mut rng), Next::Stop(Stop::HUB_FULL));
        fresh.below(1);
        assert_eq!(rng.below(1 << 30), fresh.below(1 << 30));
    }
}
