//! Star: arms that start from the connectors of a hub.

use super::line::{count, draw_length, goes_on};
use super::method::{
    Grown, Lengths, MapView, Method, Next, Params, SelectGuide, Size, StartPreference, Stop,
};
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
        let arm = draw_length(length, var, rng);
        Box::new(Star { limit, hub: (0, 0), length, var, arm, count: 0, counted: None })
    },
    size: Some(size),
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
    /// Tries made for it so far; pieces placed, where those are counted.
    count: i64,
    /// How long arms are where pieces are counted, and how many arms are done.
    counted: Option<(Lengths, usize)>,
}

impl SelectGuide for Star {
    fn next_guide(&mut self, map: &MapView<'_>, rng: &mut Rng) -> Next {
        if self.counted.is_some() {
            return self.next_counted(map);
        }
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

    fn first_guide(&mut self, map: &MapView<'_>) -> Next {
        if map.is_full(HUB) {
            Next::Stop(Stop::HUB_FULL)
        } else {
            Next::Guide(HUB, "a new arm starts at the hub")
        }
    }

    fn length(&self) -> Option<i64> {
        Some(self.arm.max(1))
    }

    fn count_pieces(&mut self, lengths: Lengths) {
        self.counted = Some((lengths, 0));
        self.arm = lengths.of(0, self.length, self.var);
    }

    fn is_cut_short(&self, map: &MapView<'_>) -> bool {
        let count = self.count + i64::from(map.placed);
        count > 0 && count < self.arm && map.is_full(map.last())
    }

    fn most_depth(&self) -> Option<usize> {
        self.counted.map(|_| (self.length + self.var).max(1) as usize)
    }

    fn goal(&self, standing: usize, start_offers: usize) -> Option<usize> {
        let (lengths, _) = self.counted?;
        let arms = (0..start_offers).map(|arm| lengths.of(arm, self.length, self.var).max(1) as usize);
        Some(arms.fold(standing, usize::saturating_add))
    }
}

impl Star {
    /// The same where pieces are counted: a try that places nothing does not lengthen an arm, and a hub that is blocked
    /// is full.
    fn next_counted(&mut self, map: &MapView<'_>) -> Next {
        self.count += i64::from(map.placed);
        if self.count > 0 {
            if self.count < self.arm && !map.is_full(map.last()) {
                return Next::Guide(map.last(), "the arm goes on from the piece placed last");
            }
            if let Some((lengths, done)) = &mut self.counted {
                *done += 1;
                self.arm = lengths.of(*done, self.length, self.var);
            }
            self.count = 0;
        }
        self.first_guide(map)
    }
}

/// An arm at every connector of the hub that some piece can meet, each a line of its length.
fn size(params: Params<'_>, map: &Grown<'_>) -> Size {
    let (length, var) = (params.integer("arm_length"), params.integer("arm_length_var"));
    let is_arm = |index: usize| map.pieces[index].joint.is_some_and(|joint| joint.guide == HUB);
    let starts: Vec<usize> = (map.kept.max(1)..map.pieces.len()).filter(|&index| is_arm(index)).collect();
    let end = |arm: usize| starts.get(arm + 1).copied().unwrap_or(map.pieces.len());
    let whole = |&arm: &usize| {
        let length = map.lengths.of(arm, length, var).max(1) as usize;
        end(arm) - starts[arm] == length
            && (starts[arm] + 1..end(arm)).all(|index| goes_on(map.pieces, index))
    };
    let value = (0..starts.len()).filter(whole).count();
    let arms = if map.start_offers == 1 { "1 arm".into() } else { format!("{} arms", map.start_offers) };
    let wanted = format!("{arms} of {} to {} pieces", (length - var).max(1), (length + var).max(1));
    Size { wanted, value, kept: value == starts.len() && value == map.start_offers }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::RngKind;

    fn star(length: i64) -> (Star, Rng) {
        (
            Star { limit: 100, hub: (1, 0), length, var: 0, arm: length, count: 0, counted: None },
            Rng::new(RngKind::Unity, 1),
        )
    }

    fn next(star: &mut Star, guide: usize, free: &[u32], rng: &mut Rng) -> Next {
        star.next_guide(&MapView { guide: PlacedId::new(guide), placed: true, free }, rng)
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

    #[test]
    fn where_pieces_are_counted_a_try_in_vain_lengthens_nothing() {
        let (mut star, mut rng) = star(2);
        star.count_pieces(Lengths::new(RngKind::Unity, 1));
        let view = |placed, free| MapView { guide: HUB, placed, free };
        assert_eq!(guide(&star.next_guide(&view(false, &[3]), &mut rng)), Some(0));
        assert_eq!(guide(&star.next_guide(&view(true, &[2, 1]), &mut rng)), Some(1));
        assert!(star.is_cut_short(&view(false, &[2, 0])) && !star.is_cut_short(&view(true, &[2, 0, 0])));
        assert_eq!(guide(&star.next_guide(&view(true, &[2, 0, 1]), &mut rng)), Some(0), "two pieces, an arm");
        assert_eq!(star.next_guide(&view(false, &[0, 0, 1]), &mut rng), Next::Stop(Stop::HUB_FULL));
        assert_eq!(star.goal(1, 4), Some(9));
    }
}
