//! What a column of a CSV file holds, by all that stands in it.

use crate::files::values::Found;
use crate::table::Kind;

/// What a column holds by what was seen of it, which may be nothing yet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guess(Option<Kind>);

impl Guess {
    /// Takes a look at one more value, and keeps the narrowest kind that fits all.
    pub(super) fn see(&mut self, field: &str) {
        if field.is_empty() {
            return;
        }
        let fits = |kind: &Kind| value(*kind, field).is_some();
        self.0 = match self.0 {
            None => [Kind::Integer, Kind::Real, Kind::Flag, Kind::Text].into_iter().find(fits),
            Some(kind) if fits(&kind) => Some(kind),
            // A whole number is a number; nothing else is two things.
            Some(Kind::Integer) if fits(&Kind::Real) => Some(Kind::Real),
            Some(_) => Some(Kind::Text),
        };
    }

    /// Text where there was nothing to see.
    pub(super) fn kind(self) -> Kind {
        self.0.unwrap_or(Kind::Text)
    }
}

/// The value of a field, if it is of the kind.
pub(super) fn value(kind: Kind, field: &str) -> Option<Found<'_>> {
    if field.is_empty() {
        return Some(Found::Empty);
    }
    match kind {
        Kind::Integer => integer(field).map(Found::Integer),
        Kind::Real => real(field).map(Found::Real),
        Kind::Flag => flag(field).map(Found::Flag),
        Kind::Text => Some(Found::Text(field)),
    }
}

fn integer(field: &str) -> Option<i64> {
    if plain(field) { field.parse().ok() } else { None }
}

fn real(field: &str) -> Option<f64> {
    if matches!(field, "inf" | "-inf") || plain(field) { field.parse().ok() } else { None }
}

fn flag(field: &str) -> Option<bool> {
    field.parse().ok()
}

/// Whether it starts as numbers do: `nan` and `infinity` are words, and `007` is a name.
fn plain(field: &str) -> bool {
    match field.strip_prefix('-').unwrap_or(field).as_bytes() {
        [b'0', next, ..] => !next.is_ascii_digit(),
        [first, ..] => first.is_ascii_digit(),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(fields: &[&str]) -> Kind {
        let mut guess = Guess::default();
        for field in fields {
            guess.see(field);
        }
        guess.kind()
    }

    #[test]
    fn a_column_is_the_narrowest_kind_that_fits_every_value() {
        assert_eq!(guessed(&["1", "", "-20", "9223372036854775807"]), Kind::Integer);
        assert_eq!(guessed(&["1", "2.0"]), Kind::Real);
        assert_eq!(guessed(&["18446744073709551615", "1"]), Kind::Real);
        assert_eq!(guessed(&["5e-324", "-inf", "-0.0"]), Kind::Real);
        assert_eq!(guessed(&["true", "", "false"]), Kind::Flag);
        assert_eq!(guessed(&["true", "1"]), Kind::Text);
        assert_eq!(guessed(&["1", "one"]), Kind::Text);
        assert_eq!(guessed(&["", ""]), Kind::Text);
    }

    #[test]
    fn words_that_a_parser_would_take_for_numbers_stay_words() {
        for word in ["nan", "NaN", "infinity", "007", "-007.5", "+1", "-", "1_000", " 1"] {
            assert_eq!(guessed(&[word]), Kind::Text, "{word}");
        }
    }
}
