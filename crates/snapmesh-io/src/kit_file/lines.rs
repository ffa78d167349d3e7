//! Where a byte of a text stands, as people count.

use std::cell::OnceCell;

/// A text whose bytes have lines and columns.
pub(super) struct Lines<'t> {
    text: &'t str,
    /// Line and column at every so many bytes, so that none is counted from the beginning: a file may have as many entries as
    /// it likes, all of them in one line. Worked out when first asked for.
    marks: OnceCell<Vec<Mark>>,
}

/// A byte with its line and its column.
type Mark = (usize, (usize, usize));

/// Bytes between two marks, about.
const APART: usize = 1024;

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, marks: OnceCell::new() }
    }

    /// Line and column of a byte, both from 1.
    pub(super) fn at(&self, byte: usize) -> (usize, usize) {
        let byte = if self.text.is_char_boundary(byte) { byte } else { self.text.len() };
        let marks = self.marks.get_or_init(|| marks(self.text));
        let (from, place) = marks[marks.partition_point(|(mark, _)| *mark <= byte) - 1];
        further(place, &self.text[from..byte])
    }
}

fn marks(text: &str) -> Vec<Mark> {
    let mut marks = vec![(0, (1, 1))];
    let mut last = marks[0];
    for byte in (0..text.len()).step_by(APART).skip(1).map(|byte| text.floor_char_boundary(byte)) {
        last = (byte, further(last.1, &text[last.0..byte]));
        marks.push(last);
    }
    marks
}

/// Where one is behind some text.
fn further((line, column): (usize, usize), text: &str) -> (usize, usize) {
    match text.rfind('\n') {
        None => (line, column + text.chars().count()),
        Some(newline) => (line + text.matches('\n').count(), text[newline + 1..].chars().count() + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_letters() {
        assert_eq!(Lines::new("").at(0), (1, 1));
        assert_eq!(Lines::new("ab\ncd").at(3), (2, 1));
        assert_eq!(Lines::new("ab\n\u{fc}\u{fc}x").at(7), (2, 3));
        assert_eq!(Lines::new("ab").at(99), (1, 3), "beyond the end is the end");
    }

    #[test]
    fn marks_on_the_way_change_nothing() {
        let text = "a\n\nb\u{fc}c \u{20ac}\nd = [1, 2]\n".repeat(300);
        let lines = Lines::new(&text);
        assert!(marks(&text).len() > 5);
        for (byte, _) in text.char_indices().step_by(7) {
            assert_eq!(lines.at(byte), further((1, 1), &text[..byte]), "{byte}");
        }
    }
}
