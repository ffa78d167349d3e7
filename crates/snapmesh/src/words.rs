//! How counts are told.

/// "1 piece", "2 pieces".
pub(crate) fn plural(count: impl Into<i128>, word: &str) -> String {
    let count: i128 = count.into();
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
