//! Branch: lines that start from pieces placed earlier, without a hub.

use super::line::{count, draw_length, goes_on};
use super::method::{
    Grown, Lengths, MapView, Method, Next, Params, SelectGuide, Size, StartPreference, Stop,
};
use crate::id::PlacedId;
use crate::rng::Rng;

/// Grows a branch from the starting piece, then further ones from pieces along the list of placed pieces.
pub const BRANCH: Method = Method {
    name: "branch",
    summary: "grows branches from pieces placed earlier, without a hub",
    prefers: StartPreference::Fewest,
    params: &[
        count("branch_count", "branches", "the number of branches", 1, 4),
        count("branch_length", "pieces", "the average number of pieces in a branch", 0, 12),
        count("branch_length_var", "pieces", "the largest variation from branch_length", 0, 4),
    ],
    instantiate: |params, rng| {
        let [count, length, var] =
            ["branch_count", "branch_length", "branch_length_var"].map(|name| params.integer(name));
        let branch = draw_length(length, var, rng);
        Box::new(Branch { branch_count: count, length, var, branch, count: 0, begun: 1, counted: None })
    },
    size: Some(size),
};

#[derive(Clone, Debug)]
struct Branch {
    branch_count: i64,
    length: i64,
    var: i64,
    /// How long the branch at work is to be.
    branch: i64,
    /// Tries made for it so far, less one; pieces placed, where those are counted.
    count: i64,
    /// Branches begun so far.
    begun: i64,
    /// How long branches are where pieces are counted.
    counted: Option<Lengths>,
}

impl SelectGuide for Branch {
    fn next_guide(&mut self, map: &MapView<'_>, rng: &mut Rng) -> Next {
        if let Some(lengths) = self.counted {
            return self.next_counted(lengths, map, rng);
        }
        if self.count < self.branch && !map.is_full(map.last()) {
            self.count += 1;
            return Next::Guide(map.last(), "the branch goes on from the piece placed last");
        }
        if self.begun >= self.branch_count {
            return Next::Stop(Stop::BRANCHES_DONE);
        }
        let root = self.root(self.begun, map, rng);
        self.branch = draw_length(self.length, self.var, rng);
        self.count = 0;
        self.begun += 1;
        if map.is_full(root) {
            Next::Stop(Stop::NO_ROOT)
        } else {
            Next::Guide(root, "the branch is done, and a new one starts here")
        }
    }

    /// The starting piece, and branches that are all as long as they get, with the piece that is not counted.
    fn most_pieces(&self) -> Option<usize> {
        let longest = (self.length + self.var).max(0) + 1;
        let most = self.branch_count.saturating_mul(longest).saturating_add(1);
        Some(usize::try_from(most).unwrap_or(usize::MAX))
    }

    /// A branch has one piece more than its length: the first try is not counted.
    fn length(&self) -> Option<i64> {
        Some(self.branch.max(0) + 1)
    }

    fn count_pieces(&mut self, lengths: Lengths) {
        self.counted = Some(lengths);
        self.branch = lengths.of(0, self.length, self.var);
    }

    fn is_cut_short(&self, map: &MapView<'_>) -> bool {
        let count = self.count + i64::from(map.placed);
        count > 0 && count < self.branch.max(0) + 1 && map.is_full(map.last())
    }

    fn goal(&self, standing: usize, _: usize) -> Option<usize> {
        let lengths = self.counted?;
        let pieces = |branch| lengths.of(branch, self.length, self.var).max(0) as usize + 1;
        let mut all = standing;
        for branch in 0..self.branch_count as usize {
            all = pieces(branch).saturating_add(all);
            // What is more than any map has need not be counted to its end.
            if all > MANY_PIECES {
                break;
            }
        }
        Some(all)
    }
}

/// No map has more pieces than this.
const MANY_PIECES: usize = 5_000_000;

/// `branch_count` branches, each a line of its length and one piece more.
fn size(params: Params<'_>, map: &Grown<'_>) -> Size {
    let [count, length, var] =
        ["branch_count", "branch_length", "branch_length_var"].map(|name| params.integer(name));
    let (mut at, mut whole) = (map.kept.max(1), 0);
    while whole < count as usize && at < map.pieces.len() {
        let end = at + map.lengths.of(whole, length, var).max(0) as usize + 1;
        if end > map.pieces.len() || !(at + 1..end).all(|index| goes_on(map.pieces, index)) {
            break;
        }
        (at, whole) = (end, whole + 1);
    }
    let branches = if count == 1 { "1 branch".into() } else { format!("{count} branches") };
    let wanted = format!("{branches} of {} to {} pieces", (length - var).max(0) + 1, length + var + 1);
    Size { wanted, value: whole, kept: whole == count as usize && at == map.pieces.len() }
}

impl Branch {
    /// Pieces from one root to the next. The paper prints the fraction upside down; its own text and its maps
    /// need this one.
    fn base_jump(&self) -> i64 {
        (self.length / self.branch_count).max(1)
    }

    /// The same where pieces are counted: a try that places nothing does not lengthen a branch, and where a root is
    /// blocked another is looked for.
    fn next_counted(&mut self, lengths: Lengths, map: &MapView<'_>, rng: &mut Rng) -> Next {
        self.count += i64::from(map.placed);
        if self.count > 0 {
            if self.count < self.branch.max(0) + 1 && !map.is_full(map.last()) {
                return Next::Guide(map.last(), "the branch goes on from the piece placed last");
            }
            if self.begun >= self.branch_count {
                return Next::Stop(Stop::BRANCHES_DONE);
            }
            self.branch = lengths.of(self.begun as usize, self.length, self.var);
            self.count = 0;
            self.begun += 1;
        }
        let root = self.root(self.begun - 1, map, rng);
        if map.is_full(root) {
            Next::Stop(Stop::NO_ROOT)
        } else {
            Next::Guide(root, "a new branch starts here")
        }
    }

    /// Where a branch starts, by its number: a jump from the starting piece, then a look to both sides for a piece
    /// that is not full.
    fn root(&self, number: i64, map: &MapView<'_>, rng: &mut Rng) -> PlacedId {
        let (base, count) = (self.base_jump(), map.count() as i64);
        let jump = number.saturating_mul(base);
        let jump = if jump < count { jump } else { rng.range(count - base, count).max(0) };
        // Beyond both ends of the list there is nothing new to see.
        let sides = (1..).flat_map(|step| [step, -step]).take(base.min(2 * count) as usize);
        let looks = std::iter::once(0).chain(sides).map(|side| (jump + side).clamp(0, count - 1));
        let looks = looks.map(|index| PlacedId::new(index as usize));
        let mut found = PlacedId::new(jump as usize);
        for placed in looks {
            found = placed;
            if !map.is_full(placed) {
                break;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::RngKind;

    fn branch(count: i64, length: i64) -> Branch {
        Branch { branch_count: count, length, var: 0, branch: length, count: 0, begun: 1, counted: None }
    }

    fn growth(guide: usize, free: &[u32]) -> MapView<'_> {
        MapView { guide: PlacedId::new(guide), placed: true, free }
    }

    fn rng() -> Rng {
        Rng::new(RngKind::Unity, 5)
    }

    #[test]
    fn the_base_jump_is_length_over_count_and_at_least_one() {
        assert_eq!(branch(4, 12).base_jump(), 3);
        assert_eq!(branch(5, 12).base_jump(), 2);
        assert_eq!(branch(9, 2).base_jump(), 1);
        assert_eq!(branch(1, 0).base_jump(), 1);
    }

    #[test]
    fn a_branch_has_one_piece_more_than_its_length() {
        let mut branch = branch(1, 2);
        let mut free = vec![1];
        let mut tries = 0;
        loop {
            tries += 1;
            free.push(1);
            if branch.next_guide(&growth(free.len() - 2, &free), &mut rng())
                == Next::Stop(Stop::BRANCHES_DONE)
            {
                break;
            }
        }
        assert_eq!(tries, 3);
    }

    #[test]
    fn roots_are_looked_for_to_both_sides_of_the_jump() {
        let free = [1, 1, 0, 0, 0, 1, 0];
        assert_eq!(branch(4, 12).root(1, &growth(6, &[1; 7]), &mut rng()).index(), 3);
        // Around 3 the looks are 4, 2, 5: three of them, as the base jump is 3.
        assert_eq!(branch(4, 12).root(1, &growth(6, &free), &mut rng()).index(), 5);
        // With a base jump of 1 only one look is made: from 1 to 2.
        assert_eq!(branch(12, 12).root(1, &growth(3, &[1, 0, 0, 1]), &mut rng()).index(), 2);
    }

    #[test]
    fn a_jump_beyond_the_last_piece_is_drawn_and_clamped() {
        for seed in 0..50 {
            let root = branch(1, 9).root(1, &growth(1, &[1, 1]), &mut Rng::new(RngKind::Unity, seed));
            assert!(root.index() < 2);
        }
    }

    #[test]
    fn a_full_root_ends_the_map_after_the_length_was_drawn() {
        let mut branch = branch(4, 0);
        let next = branch.next_guide(&growth(0, &[0, 0]), &mut rng());
        assert_eq!(next, Next::Stop(Stop::NO_ROOT));
        assert_eq!(branch.begun, 2);
    }

    #[test]
    fn where_pieces_are_counted_a_branch_has_its_length_and_one_more() {
        let mut branch = branch(2, 1);
        branch.count_pieces(Lengths::new(RngKind::Unity, 1));
        let guide = |next: Next| if let Next::Guide(placed, _) = next { Some(placed.index()) } else { None };
        let view = |placed, free| MapView { guide: PlacedId::new(0), placed, free };
        assert_eq!(guide(branch.next_guide(&view(false, &[2]), &mut rng())), Some(0));
        assert_eq!(guide(branch.next_guide(&view(true, &[1, 1]), &mut rng())), Some(1));
        assert!(branch.is_cut_short(&view(false, &[1, 0])) && !branch.is_cut_short(&view(true, &[1, 0, 0])));
        assert_eq!(
            guide(branch.next_guide(&view(true, &[1, 0, 1]), &mut rng())),
            Some(2),
            "one to the right of 1"
        );
        assert_eq!(branch.begun, 2);
        branch.next_guide(&view(true, &[1, 0, 0, 1]), &mut rng());
        let done = branch.next_guide(&view(true, &[1, 0, 0, 0, 1]), &mut rng());
        assert_eq!(done, Next::Stop(Stop::BRANCHES_DONE));
        assert_eq!(branch.goal(1, 9), Some(5));
    }
}
