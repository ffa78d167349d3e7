//! Union-find: numbers in disjoint sets that are joined two at a time.

/// Numbers in disjoint sets. The root of a set is its smallest number.
pub(crate) struct UnionFind(Vec<u32>);

impl UnionFind {
    pub(crate) fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
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
