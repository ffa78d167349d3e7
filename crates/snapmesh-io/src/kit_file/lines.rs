//! Where a byte of a text stands, as people count.

use std::cell::Cell;

/// A text whose bytes have lines and columns.
pub(super) struct Lines<'t> {
    text: &'t str,
    /// The byte that was asked for last, its line and its column: the next one is most often a little further on, and a list
    /// may have as many as it likes in one line.
    last: Cell<(usize, usize, usize)>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, last: Cell::new((0, 1, 1)) }
    }

    /// Line and column of a byte, both from 1.
    pub(super) fn at(&self, byte: usize) -> (usize, usize) {
        let byte = if self.text.is_char_boundary(byte) { byte } else { self.text.len() };
        let (from, line, column) = if self.last.get().0 <= byte { self.last.get() } else { (0, 1, 1) };
        let between = &self.text[from..byte];
        let (line, column) = match between.rfind('\n') {
            None => (line, column + between.chars().count()),
            Some(newline) => {
                (line + between.matches('\n').count(), between[newline + 1..].chars().count() + 1)
            }
        };
        self.last.set((byte, line, column));
        (line, column)
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
    fn whatever_was_asked_before_the_answer_is_the_same() {
        let text = "a\n\nb\u{fc}c\nd = [1, 2]\n";
        let lines = Lines::new(text);
        let bytes: Vec<usize> = text.char_indices().map(|(byte, _)| byte).collect();
        for &first in &bytes {
            for &second in &bytes {
                lines.at(first);
                assert_eq!(lines.at(second), Lines::new(text).at(second), "{first}, {second}");
            }
        }
    }
}
