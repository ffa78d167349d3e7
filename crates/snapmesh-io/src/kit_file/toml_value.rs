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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Value, String> {
        value("a.b", &DeValue::parse(text).unwrap()).map_err(|(_, message)| message)
    }

    #[test]
    fn every_kind_of_value_is_taken_over() {
        assert_eq!(read("\"x\""), Ok("x".into()));
        assert_eq!(read("true"), Ok(Value::Bool(true)));
        assert_eq!(read("-7"), Ok(Value::Integer(-7)));
        assert_eq!(read("2.5"), Ok(Value::Real(2.5)));
        assert_eq!(read("1e3"), Ok(Value::Real(1000.0)));
        assert_eq!(read("[1, \"x\"]"), Ok(Value::List(vec![Value::Integer(1), "x".into()])));
        assert_eq!(read("{ r = [] }"), Ok(Value::Table(vec![("r".into(), Value::List(vec![]))])));
    }

    #[test]
    fn whole_numbers_may_be_written_in_any_base() {
        assert_eq!(read("0xff"), Ok(Value::Integer(255)));
        assert_eq!(read("0o17"), Ok(Value::Integer(15)));
        assert_eq!(read("0b101"), Ok(Value::Integer(5)));
        assert_eq!(read("1_000"), Ok(Value::Integer(1000)));
        assert_eq!(read("9223372036854775807"), Ok(Value::Integer(i64::MAX)));
    }

    #[test]
    fn what_cannot_be_taken_is_told_with_its_way() {
        let told = |text: &str| read(text).unwrap_err();
        assert_eq!(told("9223372036854775808"), "`a.b` must fit into 64 bits, found 9223372036854775808");
        assert_eq!(told("{ c = [1979-05-27] }"), "`a.b.c` cannot be a date");
    }

    #[test]
    fn the_place_of_what_lies_inside_is_found() {
        let text = "{ a = [1, 22], b = \"c\" }";
        let whole = DeValue::parse(text).unwrap();
        let place = |inside: &[Inside]| &text[span_of(&whole, inside)];
        let (row, item) = (|name: &str| Inside::Row(name.into()), Inside::Item);
        assert_eq!(place(&[]), text);
        assert_eq!(place(&[row("a")]), "[1, 22]");
        assert_eq!(place(&[row("a"), item(1)]), "22");
        assert_eq!(place(&[row("b")]), "\"c\"");
        assert_eq!(place(&[row("a"), item(9)]), "[1, 22]", "what is not there is told where it should be");
        assert_eq!(place(&[row("x")]), text);
        assert_eq!(place(&[item(0)]), text);
    }
}
