//! The section of a piece in the text of a `kit.toml`: the one that is there, or a new one at the end.

use toml_edit::{DocumentMut, InlineTable, Item, Table};

/// What the sections about pieces stand in.
pub(super) const PIECES: &str = "pieces";

/// The section of a piece, which may be new.
pub(super) fn piece_section<'d>(document: &'d mut DocumentMut, piece: &str) -> Result<&'d mut Item, String> {
    let pieces = document.get(PIECES);
    let is_known = pieces.and_then(|pieces| pieces.get(piece)).is_some();
    let new = if is_known || pieces.is_some_and(Item::is_inline_table) {
        Item::Value(InlineTable::new().into())
    } else {
        Item::Table(at_the_end(document))
    };
    let pieces = document.as_table_mut().entry(PIECES).or_insert_with(|| {
        // All that is in it are sections of their own, so it needs no heading itself.
        let mut pieces = Table::new();
        pieces.set_implicit(true);
        Item::Table(pieces)
    });
    let pieces = pieces.as_table_like_mut().ok_or("`pieces` stands where a section should")?;
    let section = pieces.entry(piece).or_insert(new);
    let sound = section.is_table_like();
    sound.then_some(section).ok_or_else(|| format!("`pieces.{piece}` stands where a section should"))
}

/// A section behind all that is there, comments included, with an empty line between.
fn at_the_end(document: &mut DocumentMut) -> Table {
    let mut before = document.trailing().as_str().unwrap_or_default().to_string();
    document.set_trailing("");
    if !(before.is_empty() || before.ends_with('\n')) {
        before.push('\n');
    }
    if !(document.is_empty() && before.is_empty()) {
        before.push('\n');
    }
    let mut section = Table::new();
    section.decor_mut().set_prefix(before);
    section.set_position(Some(isize::MAX));
    section
}
