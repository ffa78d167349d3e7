//! Values as they come from files and flags, and constants that become such.

use std::fmt;

/// A value on its way into or out of the settings, from whatever file or flag.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// True or false.
    Bool(bool),
    /// A text.
    String(String),
    /// Values in a row.
    List(Vec<Value>),
    /// Values by name, in the order they were given.
    Table(Vec<(String, Value)>),
}

impl Value {
    /// A list of texts.
    pub fn strings<S: Into<String>>(texts: impl IntoIterator<Item = S>) -> Self {
        Self::List(texts.into_iter().map(|text| Self::String(text.into())).collect())
    }

    /// The texts of a list; what is none is left out.
    pub fn into_strings(self) -> Vec<String> {
        let Self::List(items) = self else { return vec![] };
        let text = |item| if let Self::String(text) = item { Some(text) } else { None };
        items.into_iter().filter_map(text).collect()
    }

    /// The numbers of a list; what is none is left out.
    pub fn into_reals(self) -> Vec<f64> {
        let Self::List(items) = self else { return vec![] };
        items.iter().filter_map(Self::real).collect()
    }

    /// The number it is.
    pub fn real(&self) -> Option<f64> {
        match self {
            Self::Real(x) => Some(*x),
            Self::Integer(n) => Some(*n as f64),
            _ => None,
        }
    }

    /// The entries of a table.
    pub fn into_rows(self) -> Vec<(String, Self)> {
        if let Self::Table(rows) = self { rows } else { vec![] }
    }
}

impl Value {
    /// As TOML has it, on one line.
    pub fn written(&self) -> String {
        match self {
            Self::String(text) => quoted(text),
            Self::List(items) => {
                format!("[{}]", items.iter().map(Self::written).collect::<Vec<_>>().join(", "))
            }
            Self::Table(rows) => {
                let rows = rows.iter().map(|(name, row)| format!("{} = {}", quoted(name), row.written()));
                format!("{{ {} }}", rows.collect::<Vec<_>>().join(", "))
            }
            value => value.to_string(),
        }
    }
}

/// The name of a key as TOML has it: in quotes where it needs them.
pub fn name_of(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(is_bare) { name.into() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        '\n' => "\\n".into(),
        c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Self::Integer(n)
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Self {
        Self::Real(x)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

/// As told in "found ...".
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(n) => write!(f, "{n}"),
            Self::Real(x) => write!(f, "{x:?}"),
            Self::Bool(flag) => write!(f, "{flag}"),
            Self::String(text) => write!(f, "\"{text}\""),
            Self::List(_) => f.write_str("a list"),
            Self::Table(_) => f.write_str("a table"),
        }
    }
}

/// A value that is known when snapmesh is compiled: the default of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// True or false.
    Bool(bool),
    /// A text.
    String(&'static str),
    /// Values in a row.
    List(&'static [Constant]),
    /// A table with nothing in it.
    EmptyTable,
    /// Nothing: without it, what it asks for is not asked for.
    Nothing,
    /// It follows from other settings; the help says how.
    Follows,
    /// None: a record without it makes no sense.
    Required,
}

impl Constant {
    /// The value; none if there is none, or if it follows from other settings or must be given.
    pub fn value(self) -> Option<Value> {
        Some(match self {
            Self::Integer(n) => Value::Integer(n),
            Self::Real(x) => Value::Real(x),
            Self::Bool(flag) => Value::Bool(flag),
            Self::String(text) => text.into(),
            Self::List(items) => Value::List(items.iter().filter_map(|item| item.value()).collect()),
            Self::EmptyTable => Value::Table(vec![]),
            Self::Nothing | Self::Follows | Self::Required => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_as_they_were_written() {
        let told = |value: Value| value.to_string();
        assert_eq!(told(3.into()), "3");
        assert_eq!(told(2.0.into()), "2.0", "a number that is not whole shows it");
        assert_eq!(told(false.into()), "false");
        assert_eq!(told("x y".into()), "\"x y\"");
        assert_eq!(told(Value::strings(["a"])), "a list");
        assert_eq!(told(Value::Table(vec![])), "a table");
    }

    #[test]
    fn constants_become_values_but_for_what_follows() {
        assert_eq!(Constant::Integer(3).value(), Some(Value::Integer(3)));
        assert_eq!(Constant::Real(0.5).value(), Some(Value::Real(0.5)));
        assert_eq!(Constant::Bool(true).value(), Some(Value::Bool(true)));
        assert_eq!(Constant::String("x").value(), Some("x".into()));
        let list = Constant::List(&[Constant::String("a"), Constant::String("b")]);
        assert_eq!(list.value(), Some(Value::strings(["a", "b"])));
        assert_eq!(Constant::EmptyTable.value(), Some(Value::Table(vec![])));
        assert_eq!(Constant::Follows.value(), None);
    }

    #[test]
    fn texts_of_a_list_come_out_and_all_else_is_left() {
        let mixed = Value::List(vec!["a".into(), Value::Integer(1), "b".into()]);
        assert_eq!(mixed.into_strings(), ["a", "b"]);
        assert!(Value::Bool(true).into_strings().is_empty());
    }

    #[test]
    fn what_is_written_is_toml_on_one_line() {
        let list = Value::List(vec![Value::Integer(1), Value::Real(3.0)]);
        let table = Value::Table(vec![("#a b".into(), list), ("c".into(), "x\"y\n".into())]);
        assert_eq!(table.written(), r##"{ "#a b" = [1, 3.0], "c" = "x\"y\n" }"##);
        assert_eq!((&*name_of("Hall_2"), &*name_of("#wet"), &*name_of("")), ("Hall_2", "\"#wet\"", "\"\""));
    }
}
