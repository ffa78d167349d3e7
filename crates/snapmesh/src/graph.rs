//! The graph of pieces: joints and links alike.

use crate::id::PlacedId;
use crate::map::Link;
use crate::placed::Placed;

/// Which placed pieces are joined or linked to which.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    beside: Vec<Vec<PlacedId>>,
}

impl Graph {
    /// All joints and links of some pieces.
    pub(crate) fn new(placed: &[Placed], links: &[Link]) -> Self {
        let mut beside: Vec<Vec<PlacedId>> = vec![vec![]; placed.len()];
        let joints =
            (0..).map(PlacedId::new).zip(placed).filter_map(|(it, placed)| Some([it, placed.joint?.guide]));
        let links = links.iter().map(|link| link.sides().map(|port| port.placed));
        for [a, b] in joints.chain(links) {
            beside[a.index()].push(b);
            beside[b.index()].push(a);
        }
        Self { beside }
    }

    /// Joints and links on the shortest way from a placed piece to every other, or `most` if they are more.
    pub(crate) fn joints_from(&self, from: PlacedId, most: usize) -> Vec<usize> {
        let mut joints = vec![most; self.beside.len()];
        joints[from.index()] = 0;
        let (mut here, mut count) = (vec![from], 0);
        while !here.is_empty() && count + 1 < most {
            count += 1;
            let mut next = Vec::new();
            for &it in here.iter().flat_map(|it| &self.beside[it.index()]) {
                if joints[it.index()] == most {
                    joints[it.index()] = count;
                    next.push(it);
                }
            }
            here = next;
        }
        joints
    }
}
