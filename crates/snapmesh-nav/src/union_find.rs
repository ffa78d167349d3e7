//! Union-find: numbers in disjoint sets that are joined two at a time.

/// Numbers in disjoint sets. The root of a set is its smallest number.
pub(crate) struct UnionFind(Vec<u32>);

impl UnionFind {
    pub(crate) fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// Adds a number, which is alone at first.
    pub(crate) fn push(&mut self) -> u32 {
        let next = self.0.len() as u32;
        self.0.push(next);
        next
    }

    /// The smallest number of a set.
    pub(crate) fn find(&mut self, mut number: u32) -> u32 {
        while self.0[number as usize] != number {
            let above = self.0[self.0[number as usize] as usize];
            self.0[number as usize] = above;
            number = above;
        }
        number
    }

    pub(crate) fn union(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }

    /// Numbers the sets from 0, in the order of their smallest members; and how many there are.
    pub(crate) fn numbered(mut self) -> (Vec<u32>, usize) {
        let mut numbers = vec![0; self.0.len()];
        let mut count = 0;
        for number in 0..self.0.len() {
            let root = self.find(number as u32) as usize;
            // A root is the smallest of its set, so it comes before all that ask for it.
            numbers[number] = if root == number { count } else { numbers[root] };
            count += u32::from(root == number);
        }
        (numbers, count as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn joined(count: usize, pairs: &[(u32, u32)]) -> UnionFind {
        let mut sets = UnionFind::new(count);
        for &(a, b) in pairs {
            sets.union(a, b);
        }
        sets
    }

    #[test]
    fn every_number_is_alone_at_first() {
        assert_eq!(UnionFind::new(4).numbered(), (vec![0, 1, 2, 3], 4));
        assert_eq!(UnionFind::new(0).numbered(), (vec![], 0));
    }

    #[test]
    fn the_root_of_a_set_is_its_smallest_number_in_whatever_order_it_was_joined() {
        for pairs in [[(5, 3), (3, 1), (4, 5)], [(1, 3), (5, 4), (3, 4)], [(4, 5), (4, 3), (5, 1)]] {
            let mut sets = joined(6, &pairs);
            let roots: Vec<u32> = (0..6).map(|number| sets.find(number)).collect();
            assert_eq!(roots, [0, 1, 2, 1, 1, 1], "{pairs:?}");
        }
    }

    #[test]
    fn sets_are_numbered_in_the_order_of_their_smallest_members() {
        assert_eq!(joined(6, &[(5, 0), (4, 2)]).numbered(), (vec![0, 1, 2, 3, 2, 0], 4));
        assert_eq!(joined(3, &[(2, 1), (1, 0)]).numbered(), (vec![0, 0, 0], 1));
    }

    #[test]
    fn joining_twice_or_with_itself_changes_nothing() {
        assert_eq!(joined(3, &[(1, 1), (0, 2), (2, 0), (0, 2)]).numbered(), (vec![0, 1, 0], 2));
    }

    proptest! {
        #[test]
        fn two_numbers_are_in_one_set_exactly_when_a_chain_of_pairs_leads_from_one_to_the_other(
            pairs in prop::collection::vec((0..20_u32, 0..20_u32), 0..25),
        ) {
            // The slow way: everything that had the one label gets the other.
            let mut labels: Vec<u32> = (0..20).collect();
            for &(a, b) in &pairs {
                let (from, to) = (labels[a as usize], labels[b as usize]);
                labels.iter_mut().filter(|label| **label == from).for_each(|label| *label = to);
            }
            let (numbers, count) = joined(20, &pairs).numbered();
            for i in 0..20 {
                for j in 0..20 {
                    prop_assert_eq!(numbers[i] == numbers[j], labels[i] == labels[j]);
                }
            }
            labels.sort_unstable();
            labels.dedup();
            prop_assert_eq!(count, labels.len());
        }
    }
}
