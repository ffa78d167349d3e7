//! Lines, numbers and texts of the plan.

/// Adds a line.
pub(super) fn line(svg: &mut String, text: &str) {
    svg.push_str(text);
    svg.push('\n');
}

/// Four digits behind the point, and none that say nothing.
pub(super) fn short(x: f64) -> String {
    rounded(x, 4)
}

/// So many digits behind the point, and none that say nothing.
pub(super) fn rounded(x: f64, digits: usize) -> String {
    let text = format!("{x:.digits$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// "1 loop" or "2 loops".
pub(super) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A text that may have anything in it.
pub(super) fn escape(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_without_a_negative_zero() {
        assert_eq!(short(1.5), "1.5");
        assert_eq!(short(2.0), "2");
        assert_eq!(short(-0.000_01), "0");
        assert_eq!(short(100.0), "100");
    }

    #[test]
    fn text_from_files_cannot_break_the_picture() {
        assert_eq!(escape("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }
}
