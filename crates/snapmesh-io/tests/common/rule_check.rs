//! Rules of pieces as the contract tells them: for every piece that grew, those of loops included.

use super::loop_check::{Check, NEAR};
use snapmesh::settings::PieceRule;
use snapmesh::{Piece, Role};
use std::collections::BTreeMap;

impl Check<'_> {
    /// Rules of pieces, for all but caps.
    pub(super) fn rules(&self) -> Vec<String> {
        let grown = self.count(Role::Piece) + self.count(Role::Loop);
        let ways: Vec<Vec<usize>> = (0..grown).map(|index| self.way_up(index)).collect();
        let mut problems = Vec::new();
        for rule in &self.settings.rules {
            let chosen: Vec<usize> =
                (0..grown).filter(|&index| self.selects(&rule.selector, self.piece(index))).collect();
            problems.extend(self.broken(rule, &chosen, &ways));
        }
        let mut copies = BTreeMap::<_, i64>::new();
        for index in 0..grown {
            *copies.entry(&self.piece(index).id).or_default() += 1;
            let most = self.piece(index).hints.max.map_or(i64::MAX, i64::from);
            if copies[&self.piece(index).id] > most {
                problems.push(format!("more than {most} of {}", self.piece(index).id));
            }
        }
        problems
    }

    /// From a piece to the start, both included.
    fn way_up(&self, index: usize) -> Vec<usize> {
        let mut way = vec![index];
        while let Some(joint) = self.pieces()[way[way.len() - 1]].joint {
            way.push(joint.guide.index());
        }
        way
    }

    fn broken(&self, rule: &PieceRule, chosen: &[usize], ways: &[Vec<usize>]) -> Vec<String> {
        let mut problems = Vec::new();
        let mut say = |what: String| problems.push(format!("rules.{}: {what}", rule.selector));
        if rule.count.is_some_and(|count| chosen.len() as i64 > count.most) {
            say(format!("{} pieces", chosen.len()));
        }
        for &index in chosen {
            let run = ways[index].iter().take_while(|other| chosen.contains(other)).count();
            if rule.run.is_some_and(|most| run as i64 > most) {
                say(format!("p{index} is number {run} in a row"));
            }
            let depth = ways[index].len() as i64 - 1;
            if rule.depth.is_some_and(|span| depth < span.least || depth > span.most) {
                say(format!("p{index} is at depth {depth}"));
            }
            let height = self.pieces()[index].pose.position.y - self.pieces()[0].pose.position.y;
            if rule.height.is_some_and(|span| height < span.least - NEAR || height > span.most + NEAR) {
                say(format!("p{index} is at height {height}"));
            }
            for &other in chosen.iter().filter(|&&other| other < index) {
                let joints = joints_between(&ways[index], &ways[other]);
                if rule.apart.is_some_and(|least| (joints as i64) < least) {
                    say(format!("p{other} and p{index} are {joints} joints apart"));
                }
            }
        }
        problems
    }

    fn selects(&self, selector: &str, piece: &Piece) -> bool {
        match selector.strip_prefix('#') {
            None => fits(selector.as_bytes(), piece.id.as_bytes()),
            Some(tag) => {
                let notes = self.settings.pieces.iter().filter(|notes| notes.piece == piece.id);
                let mut tags = piece.hints.tags.iter().chain(notes.flat_map(|notes| &notes.tags));
                tags.any(|known| known.eq_ignore_ascii_case(tag.trim()))
            }
        }
    }
}

/// Whether a pattern of `*` and `?` fits a text.
fn fits(pattern: &[u8], text: &[u8]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, None) => true,
        (Some((b'*', rest)), _) => {
            fits(rest, text) || text.split_first().is_some_and(|(_, text)| fits(pattern, text))
        }
        (Some((one, rest)), Some((other, text))) => (*one == b'?' || one == other) && fits(rest, text),
        _ => false,
    }
}

/// Along the tree, from the ways of both to the start.
fn joints_between(a: &[usize], b: &[usize]) -> usize {
    let shared = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    a.len() + b.len() - 2 * shared
}
