//! Text of the page: names made harmless, numbers made readable.

/// The longest name that is written out; a page must not grow with the names in a table.
const LONGEST: usize = 120;

/// A text for HTML, between tags or in quotes. Control characters and marks that turn the direction of the text
/// around them become a replacement character: a name must not rearrange the page.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => safe.push('\u{fffd}'),
            _ if letter.is_control() && !letter.is_whitespace() => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    safe
}

/// A name for HTML, cut short if it is very long.
pub(super) fn name(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => escape(&text[..end]) + "…",
        None => escape(text),
    }
}

/// A whole number with commas.
pub(super) fn count(value: usize) -> String {
    commas(&value.to_string())
}

/// A round number in as few letters as it takes.
pub(super) fn compact(value: usize) -> String {
    match value {
        1_000_000.. => short(value as f64),
        1000.. if value.is_multiple_of(100) => format!("{}k", fixed(value as f64 / 1e3, 1)),
        _ => count(value),
    }
}

/// A number with three or four digits that matter.
pub(super) fn number(value: f64) -> String {
    let decimals = match value.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        size if size >= 0.01 || size == 0.0 => 3,
        size if size >= 0.0001 => 5,
        _ => return short(value),
    };
    fixed(value, decimals)
}

/// Numbers of a column with the same number of decimals, as suits the largest of them.
pub(super) fn aligned(value: f64, largest: f64) -> String {
    let decimals = match largest.abs() {
        size if size >= 1000.0 => return number(value),
        size if size >= 10.0 => 1,
        size if size >= 2.0 => 2,
        _ => 3,
    };
    format!("{value:.decimals$}").replace('-', "−")
}

/// A number with at most so many decimals, and none that are zero at the end.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    if value.abs() >= 1e6 {
        return short(value);
    }
    let text = format!("{value:.decimals$}");
    let text = if decimals > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    match text.strip_prefix('-') {
        Some("0") => "0".to_owned(),
        Some(size) => format!("−{}", commas(size)),
        None => commas(text),
    }
}

/// A setting as it was written, for two values that differ must not read the same.
pub(super) fn exact(value: f64) -> String {
    let text = value.abs().to_string();
    let text = if value.abs() < 1e15 { commas(&text) } else { format!("{:e}", value.abs()) };
    if value < 0.0 { format!("−{text}") } else { text }
}

/// A very large or very small number.
fn short(value: f64) -> String {
    const LARGE: [(f64, &str); 3] = [(1e12, "T"), (1e9, "G"), (1e6, "M")];
    match LARGE.iter().find(|(unit, _)| value.abs() >= *unit) {
        Some((unit, letter)) if value.abs() < 1e15 => format!("{}{letter}", fixed(value / unit, 2)),
        _ => format!("{value:.1e}").replace(".0e", "e").replace('-', "−"),
    }
}

/// A share of one, in percent. Only what is none at all is 0 %, and only what is all is 100 %.
pub(super) fn percent(share: f64) -> String {
    match share * 100.0 {
        p if p > 0.0 && p < 0.1 => "&lt;0.1%".to_owned(),
        p if p > 99.9 && p < 100.0 => "&gt;99.9%".to_owned(),
        p if !(1.0..=99.0).contains(&p) => format!("{}%", fixed(p, 1)),
        p => format!("{p:.0}%"),
    }
}

/// The texts of all items, one after the other.
pub(super) fn each<T>(items: impl IntoIterator<Item = T>, text: impl Fn(T) -> String) -> String {
    items.into_iter().fold(String::new(), |all, item| all + &text(item))
}

/// `map` or `maps`.
pub(super) fn maps(count: usize) -> String {
    format!("{} map{}", self::count(count), if count == 1 { "" } else { "s" })
}

/// Commas between the thousands of a number without sign.
fn commas(digits: &str) -> String {
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut text = String::with_capacity(digits.len() + whole / 3);
    for (place, digit) in digits.char_indices() {
        if place > 0 && place < whole && (whole - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_can_open_a_tag_or_leave_its_quotes() {
        assert_eq!(escape("<b a='1'>\"&"), "&lt;b a=&#39;1&#39;&gt;&quot;&amp;");
        assert_eq!(escape("Flur_größe 廊下"), "Flur_größe 廊下");
    }

    #[test]
    fn no_name_can_turn_the_page_around() {
        assert_eq!(escape("a\u{202e}b\0c"), "a\u{fffd}b\u{fffd}c");
    }

    #[test]
    fn a_long_name_is_cut_between_letters() {
        let cut = name(&"ü".repeat(500));
        assert_eq!(cut.chars().count(), LONGEST + 1);
        assert!(cut.ends_with('…'));
    }

    #[test]
    fn numbers_have_the_digits_that_matter() {
        let texts = [0.0, -0.0, 0.5, 12.0, 1234.56, -3.25, 0.333_333, 0.000_04, 1e6, 2.5e7, 3e20].map(number);
        assert_eq!(texts, ["0", "0", "0.5", "12", "1,235", "−3.25", "0.333", "4e−5", "1M", "25M", "3e20"]);
    }

    #[test]
    fn round_numbers_are_short() {
        assert_eq!([500, 1000, 20_000, 2_000_000].map(compact), ["500", "1k", "20k", "2M"]);
    }

    #[test]
    fn settings_keep_all_their_digits() {
        let texts = [0.001, -0.123_456_789, 1_234_567.0, 1_000_000.5, 1e18].map(exact);
        assert_eq!(texts, ["0.001", "−0.123456789", "1,234,567", "1,000,000.5", "1e18"]);
    }

    #[test]
    fn only_all_is_a_hundred_percent() {
        let texts = [0.0, 0.000_1, 0.004, 0.054, 0.5, 0.999_9, 1.0].map(percent);
        assert_eq!(texts, ["0%", "&lt;0.1%", "0.4%", "5%", "50%", "&gt;99.9%", "100%"]);
    }
}
