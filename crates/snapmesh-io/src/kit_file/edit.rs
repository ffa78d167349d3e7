//! `kit.toml` written again: values are changed where they stand, and everything else stays as it was.

use super::lines::Lines;
use super::overrides::{Override, Overrides, parse_value};
use super::piece_section::{PIECES, piece_section};
use snapmesh::Value;
use snapmesh::value::name_of;
use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml_edit::{DocumentMut, Item, Table, TableLike};

/// The text of a `kit.toml` with overrides made a part of it: comments and order are kept. What is set goes where it stands
/// already, or to where the section stands: into the preset if that has it, else into the kit itself. An error is a sentence.
pub fn with_overrides(text: &str, overrides: &Overrides) -> Result<String, String> {
    let mut document: DocumentMut = text
        .parse()
        .map_err(|error: toml_edit::TomlError| format!("is not valid TOML: {}", error.message()))?;
    let preset = overrides.preset.as_deref();
    let is_set =
        |section: &str, key: &str| overrides.set.iter().any(|set| set.section == section && set.key == key);
    for path in overrides.unset.iter().filter(|path| !is_set(&path.section, &path.key)) {
        remove(document.as_table_mut(), &path.section, &path.key);
        if let Some(preset) = preset.and_then(|name| preset_of(&mut document, name)) {
            remove(preset, &path.section, &path.key);
        }
    }
    let seed = overrides.seed.map(|seed| Override::new("generation", "seed", seed));
    for set in seed.iter().chain(&overrides.set) {
        put(home(&mut document, preset, set)?, set)?;
    }
    Ok(document.to_string())
}

/// The table that a setting's section is written to.
fn home<'d>(
    document: &'d mut DocumentMut,
    preset: Option<&str>,
    set: &Override,
) -> Result<&'d mut dyn TableLike, String> {
    let in_preset = preset.filter(|name| {
        let preset = preset_of(document, name);
        preset.is_some_and(|preset| preset.get(&set.section).is_some_and(Item::is_table_like))
    });
    if let Some(name) = in_preset.map(ToString::to_string) {
        return Ok(preset_of(document, &name).expect("it was there a moment ago"));
    }
    if set.section == PIECES {
        // Connectors and boxes are many: a piece has a heading of its own, and a line for each of them.
        piece_section(document, &set.key)?;
    }
    Ok(document.as_table_mut())
}

fn preset_of<'d>(document: &'d mut DocumentMut, name: &str) -> Option<&'d mut dyn TableLike> {
    document.get_mut("presets")?.as_table_like_mut()?.get_mut(name)?.as_table_like_mut()
}

fn remove(root: &mut dyn TableLike, section: &str, key: &str) {
    if let Some(table) = root.get_mut(section).and_then(Item::as_table_like_mut) {
        table.remove(key);
    }
}

/// Writes a value into its section, which may be new.
fn put(root: &mut dyn TableLike, set: &Override) -> Result<(), String> {
    let section = root.entry(&set.section).or_insert_with(|| Item::Table(Table::new()));
    if !section.is_table_like() {
        return Err(format!("`{}` stands where a section should", set.section));
    }
    write(section, &set.key, &set.value)
}

/// Writes a value to a key of a table: a table row by row where there is one, so that what is beside its rows stays. What
/// says the same already stays as it is written.
pub(super) fn write(table: &mut Item, key: &str, value: &Value) -> Result<(), String> {
    let in_line = table.is_inline_table();
    let table = table.as_table_like_mut().ok_or_else(|| format!("`{key}` needs a table to stand in"))?;
    if let (Value::Table(rows), Some(old)) = (value, table.get_mut(key).filter(|old| old.is_table_like())) {
        let names = old.as_table_like().into_iter().flat_map(TableLike::iter);
        let gone: Vec<String> = names.map(|(name, _)| name.to_string()).collect();
        for name in gone.iter().filter(|name| !rows.iter().any(|(kept, _)| kept == *name)) {
            old.as_table_like_mut().map(|old| old.remove(name));
        }
        return rows.iter().try_for_each(|(name, row)| write(old, name, row));
    }
    let old = table.get(key).and_then(Item::as_value);
    if old.is_some_and(|old| says(old, value)) {
        return Ok(());
    }
    let text = if in_line { one_line(value) } else { lines(value) };
    let mut new: toml_edit::Value = text.parse().map_err(|_| format!("`{key}` cannot be written"))?;
    if let Some(old) = old {
        *new.decor_mut() = old.decor().clone();
    }
    table.insert(key, Item::Value(new));
    Ok(())
}

/// Whether what is written says the same, in whatever way.
fn says(written: &toml_edit::Value, value: &Value) -> bool {
    let mut bare = written.clone();
    bare.decor_mut().clear();
    parse_value(&bare.to_string()).is_some_and(|written| is_same(&written, value))
}

fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Table(a), Value::Table(b)) => {
            let has = |(name, row): &(String, Value)| a.iter().any(|(key, a)| key == name && is_same(a, row));
            a.len() == b.len() && b.iter().all(has)
        }
        (Value::Integer(n), Value::Real(x)) | (Value::Real(x), Value::Integer(n)) => *n as f64 == *x,
        (a, b) => a == b,
    }
}

/// A list of tables with a line for each of them; all else on one line.
fn lines(value: &Value) -> String {
    match value {
        Value::List(items) if matches!(items[..], [Value::Table(_), ..]) => {
            let items: Vec<String> = items.iter().map(|item| format!("  {},", one_line(item))).collect();
            format!("[\n{}\n]", items.join("\n"))
        }
        value => one_line(value),
    }
}

/// A value as a person would write it: whole numbers without a point, keys in quotes only where they need them.
fn one_line(value: &Value) -> String {
    let join = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::Real(x) if x.fract() == 0.0 && x.abs() < 1e15 => format!("{}", *x as i64),
        Value::List(items) => format!("[{}]", join(items.iter().map(one_line).collect())),
        Value::Table(rows) => {
            let rows = rows.iter().map(|(name, row)| format!("{} = {}", name_of(name), one_line(row)));
            format!("{{ {} }}", join(rows.collect()))
        }
        value => value.written(),
    }
}

/// The setting that stands at a line and column of a `kit.toml`, as its section and its key.
pub fn setting_at(text: &str, place: (usize, usize)) -> Option<(String, String)> {
    let table = DeTable::parse(text).ok()?;
    let lines = Lines::new(text);
    let presets = table.get_ref().get("presets").and_then(rows_of).into_iter();
    let presets = presets.flat_map(|presets| presets.iter().filter_map(|(_, preset)| rows_of(preset)));
    presets.chain([table.get_ref()]).find_map(|sections| {
        sections.iter().find_map(|(section, value)| {
            let (key, _) = rows_of(value)?.iter().find(|entry| reaches(*entry, place, &lines))?;
            Some((section.get_ref().to_string(), key.get_ref().to_string()))
        })
    })
}

/// Whether a place is within an entry; of a table with a heading of its own, only that is, and its rows are each by itself.
fn reaches(
    (key, value): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>),
    place: (usize, usize),
    lines: &Lines<'_>,
) -> bool {
    let within = lines.at(key.span().start) <= place && place <= lines.at(value.span().end);
    within || rows_of(value).is_some_and(|rows| rows.iter().any(|row| reaches(row, place, lines)))
}

fn rows_of<'a, 'i>(value: &'a Spanned<DeValue<'i>>) -> Option<&'a DeTable<'i>> {
    if let DeValue::Table(rows) = value.get_ref() { Some(rows) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit_file::KeyPath;
    use snapmesh::Location;

    const KIT: &str = r#"# My kit
[kit]
name = "mill"   # after the old one
pieces = ["*.glb"]

[connection.color_matrix]
red = ["red"]   # never white
blue = ["*"]

[generation]
max_fails = 5 # enough

[rules]
"Hall" = { weight = 2.0, run = 2 }

[presets.star]  # long arms
selection = { method = "star", arm_length = 6 }
"#;

    fn written(preset: Option<&str>, set: &[&str], unset: &[&str]) -> String {
        let place = || Location::Request("test".into());
        let overrides = Overrides {
            preset: preset.map(Into::into),
            seed: None,
            set: set.iter().map(|text| Override::parse(text, place()).unwrap()).collect(),
            unset: unset.iter().map(|text| KeyPath::parse(text, place()).unwrap()).collect(),
        };
        with_overrides(KIT, &overrides).unwrap()
    }

    #[test]
    fn a_piece_gets_a_section_of_its_own_with_a_line_for_each_connector() {
        let hall = "pieces.Hall={ connectors = [{ at = [0, 0, 2.5], heading = [0, 0, 1] }], floor = [] }";
        let section =
            "[pieces.Hall]\nconnectors = [\n  { at = [0, 0, 2.5], heading = [0, 0, 1] },\n]\nfloor = []\n";
        let text = written(None, &[hall], &["pieces.Hall"]);
        assert_eq!(text, format!("{KIT}\n{section}"));
        assert_eq!(with_overrides("", &Overrides::default()).unwrap(), "");
        let place = || Location::Request("test".into());
        let floor = Override::parse("pieces.Hall={ floor = [\"moss\"] }", place()).unwrap();
        let again = with_overrides(&text, &Overrides { set: vec![floor], ..Overrides::default() }).unwrap();
        assert_eq!(again, format!("{KIT}\n[pieces.Hall]\nfloor = [\"moss\"]\n"));
    }

    #[test]
    fn nothing_to_write_leaves_every_byte() {
        assert_eq!(written(None, &[], &[]), KIT);
    }

    #[test]
    fn a_value_is_changed_where_it_stands_and_its_comment_stays() {
        assert_eq!(
            written(None, &["generation.max_fails=9"], &[]),
            KIT.replace("max_fails = 5 # enough", "max_fails = 9 # enough")
        );
    }

    #[test]
    fn rows_of_a_table_are_changed_one_by_one() {
        let text = written(None, &["connection.color_matrix={ red = [\"blue\"], green = [] }"], &[]);
        assert_eq!(
            text,
            KIT.replace(
                "red = [\"red\"]   # never white\nblue = [\"*\"]\n",
                "red = [\"blue\"]   # never white\ngreen = []\n"
            )
        );
        let text = written(None, &["rules.Hall={ run = 3 }"], &[]);
        assert!(text.contains("\"Hall\" = { run = 3 }"), "{text}");
    }

    #[test]
    fn what_says_the_same_stays_as_it_is_written() {
        let same =
            ["generation.max_fails=5.0", "rules.Hall={ run = 2, weight = 2 }", "kit.pieces=[\"*.glb\"]"];
        assert_eq!(written(None, &same, &[]), KIT);
        let doors = "[pieces.Hall]\nconnectors = [ # both\n    { at = [0.0, 0, 2], heading = [0, 0, 1] }, # north\n]\n";
        let kept = "pieces.Hall={ connectors = [{ heading = [0, 0, 1], at = [0, 0, 2] }], tags = [\"wet\"] }";
        let set = Override::parse(kept, Location::Request("test".into())).unwrap();
        let text = with_overrides(doors, &Overrides { set: vec![set], ..Overrides::default() }).unwrap();
        assert_eq!(text, format!("{doors}tags = [\"wet\"]\n"));
    }

    #[test]
    fn what_the_preset_has_a_section_for_is_written_there() {
        let text = written(Some("star"), &["selection.arm_length=9", "generation.max_fails=7"], &[]);
        assert!(text.contains("selection = { method = \"star\", arm_length = 9 }"), "{text}");
        assert!(text.contains("max_fails = 7 # enough"), "{text}");
    }

    #[test]
    fn a_new_section_comes_at_the_end_and_what_is_left_out_goes() {
        let text = written(None, &["growth.when_blocked=undo"], &["generation.max_fails", "rules.Hall"]);
        assert!(text.ends_with("[growth]\nwhen_blocked = \"undo\"\n"), "{text}");
        assert!(!text.contains("max_fails") && !text.contains("Hall"), "{text}");
    }

    #[test]
    fn a_place_in_the_text_is_that_of_a_setting() {
        let at = |place| setting_at(KIT, place).map(|(section, key)| format!("{section}.{key}"));
        assert_eq!(at((11, 13)).as_deref(), Some("generation.max_fails"));
        assert_eq!(at((7, 8)).as_deref(), Some("connection.color_matrix"));
        assert_eq!(at((17, 40)).as_deref(), Some("selection.arm_length"), "in a preset");
        assert_eq!(at((1, 1)), None);
    }
}
