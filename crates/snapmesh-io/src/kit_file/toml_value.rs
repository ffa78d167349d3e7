//! From TOML to values of settings, and back to the place of what is wrong.

use snapmesh::Value;
use snapmesh::value::Inside;
use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Where in the text, and what.
pub(super) type Wrong = (Range<usize>, String);

/// A TOML value as a value of ours. `path` is what to call it in messages.
pub(super) fn value(path: &str, value: &Spanned<DeValue<'_>>) -> Result<Value, Wrong> {
    Ok(match value.get_ref() {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Integer(number) => {
            let parsed = i64::from_str_radix(number.as_str(), number.radix());
            let message = || format!("`{path}` must fit into 64 bits, found {}", number.as_str());
            Value::Integer(parsed.map_err(|_| (value.span(), message()))?)
        }
        DeValue::Float(number) => {
            let parsed = number.as_str().parse();
            Value::Real(parsed.map_err(|_| (value.span(), format!("{} is not a number", number.as_str())))?)
        }
        DeValue::Array(items) => {
            Value::List(items.iter().map(|item| self::value(path, item)).collect::<Result<_, _>>()?)
        }
        DeValue::Table(rows) => {
            let row = |(name, row): (&Spanned<_>, _)| {
                let name: &Cow<'_, str> = name.get_ref();
                Ok((name.to_string(), self::value(&format!("{path}.{name}"), row)?))
            };
            Value::Table(rows.iter().map(row).collect::<Result<_, _>>()?)
        }
        DeValue::Datetime(_) => return Err((value.span(), format!("`{path}` cannot be a date"))),
    })
}

/// Where something inside a value stands.
pub(super) fn span_of(value: &Spanned<DeValue<'_>>, inside: &[Inside]) -> Range<usize> {
    let Some((first, rest)) = inside.split_first() else { return value.span() };
    let inner = match (value.get_ref(), first) {
        (DeValue::Array(items), Inside::Item(index)) => items.get(*index),
        (DeValue::Table(rows), Inside::Row(name)) => row(rows, name).map(|(_, row)| row),
        _ => None,
    };
    inner.map_or_else(|| value.span(), |inner| span_of(inner, rest))
}

/// The same, but of an entry of a table where its name stands.
pub(super) fn name_span(value: &Spanned<DeValue<'_>>, inside: &[Inside]) -> Range<usize> {
    match (value.get_ref(), inside) {
        (DeValue::Table(rows), [Inside::Row(name)]) => {
            row(rows, name).map_or_else(|| value.span(), |(name, _)| name.span())
        }
        (DeValue::Table(rows), [Inside::Row(name), rest @ ..]) => {
            row(rows, name).map_or_else(|| value.span(), |(_, inner)| name_span(inner, rest))
        }
        _ => span_of(value, inside),
    }
}

fn row<'a, 'i>(
    rows: &'a DeTable<'i>,
    name: &str,
) -> Option<(&'a Spanned<Cow<'i, str>>, &'a Spanned<DeValue<'i>>)> {
    rows.iter().find(|(known, _)| known.get_ref() == name)
}
