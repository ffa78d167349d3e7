//! What a key takes of what it is given.

use super::errors::{Inside, SettingError, Wrong};
use super::key::{Key, KeyType, Limits, MANY};
use super::values::Value;

impl Key {
    /// Takes a value if it is of the right type and within the limits. A whole number does for a real one.
    pub fn accept(&self, section: &str, value: Value) -> Result<Value, SettingError> {
        self.accept_as(section, self.name, value)
    }

    /// The same under a name that the designer gave it.
    pub(crate) fn accept_as(&self, section: &str, name: &str, value: Value) -> Result<Value, SettingError> {
        let mut path = Vec::new();
        self.takes.accept(value, &mut path).map_err(|refusal| {
            let inside: String = path.iter().map(ToString::to_string).collect();
            SettingError {
                message: format!("`{name}{inside}` in [{section}] {}", refusal.message),
                help: refusal.help,
                wrong: Wrong::Value(path),
            }
        })
    }
}

/// What is wrong with a value, wherever it stands.
struct Refusal {
    message: String,
    help: Option<String>,
}

impl KeyType {
    /// `path` is left at the part of the value that is wrong.
    fn accept(&self, value: Value, path: &mut Vec<Inside>) -> Result<Value, Refusal> {
        match (self, value) {
            (Self::Integer { min, max }, Value::Integer(n)) if (*min..=*max).contains(&n) => {
                Ok(Value::Integer(n))
            }
            (Self::Integer { max: MANY, .. }, Value::Integer(n)) if n > MANY => {
                Err(Refusal { message: format!("must be at most {MANY}, found {n}"), help: None })
            }
            (Self::Real(limits), Value::Integer(n)) if limits.allow(n as f64) => Ok(Value::Real(n as f64)),
            (Self::Real(limits), Value::Real(x)) if limits.allow(x) => Ok(Value::Real(x)),
            (Self::Bool, Value::Bool(flag)) => Ok(Value::Bool(flag)),
            (Self::Choice(names), Value::String(text)) => choose(names, &text).map(Value::from),
            (Self::Method | Self::String, Value::String(text)) => Ok(Value::String(text)),
            (Self::List(of), Value::List(items)) => accept_items(of, items, path),
            (Self::Table(of), Value::Table(rows)) => {
                let mut accepted = Vec::with_capacity(rows.len());
                for (name, row) in rows {
                    path.push(Inside::Row(name.clone()));
                    accepted.push((name, of.accept(row, path)?));
                    path.pop();
                }
                Ok(Value::Table(accepted))
            }
            (Self::Range(of), Value::List(ends)) => accept_range(self, of, ends, path),
            (Self::Range(of), value) => of.accept(value, path),
            (Self::Vector(limits), Value::List(items)) if items.len() == 3 => {
                accept_items(&Self::Real(*limits), items, path)
            }
            (Self::Record(keys), Value::Table(rows)) => accept_record(keys, rows, path),
            (Self::Forms(forms), Value::Table(rows)) => accept_form(self, forms, rows, path),
            (Self::Volume, Value::Table(rows)) => accept_volume(rows, path),
            (_, value) => Err(Refusal { message: format!("must be {self}, found {value}"), help: None }),
        }
    }
}

fn accept_items(of: &KeyType, items: Vec<Value>, path: &mut Vec<Inside>) -> Result<Value, Refusal> {
    let mut accepted = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        path.push(Inside::Item(index));
        accepted.push(of.accept(item, path)?);
        path.pop();
    }
    Ok(Value::List(accepted))
}

/// The least and the most of something. Two that are the same are one.
fn accept_range(
    takes: &KeyType,
    of: &KeyType,
    ends: Vec<Value>,
    path: &mut Vec<Inside>,
) -> Result<Value, Refusal> {
    let [least, most] = <[Value; 2]>::try_from(ends).map_err(|ends| {
        let message = format!("must be {takes}, found a list of {}", ends.len());
        Refusal { message, help: None }
    })?;
    path.push(Inside::Item(0));
    let least = of.accept(least, path)?;
    path.pop();
    path.push(Inside::Item(1));
    let most = of.accept(most, path)?;
    path.pop();
    let upside_down = match (&least, &most) {
        (Value::Integer(least), Value::Integer(most)) => least > most,
        (Value::Real(least), Value::Real(most)) => least > most,
        _ => false,
    };
    if upside_down {
        let message = format!("must have the least first, found [{least}, {most}]");
        return Err(Refusal { message, help: Some(format!("did you mean [{most}, {least}]?")) });
    }
    Ok(if least == most { least } else { Value::List(vec![least, most]) })
}

/// A table that has no other keys than these.
fn accept_record(
    keys: &'static [Key],
    rows: Vec<(String, Value)>,
    path: &mut Vec<Inside>,
) -> Result<Value, Refusal> {
    let mut accepted = Vec::with_capacity(rows.len());
    for (name, row) in rows {
        let Some(key) = keys.iter().find(|key| key.name == name) else { return Err(unknown(&name, keys)) };
        path.push(Inside::Row(name.clone()));
        accepted.push((name, key.takes.accept(row, path)?));
        path.pop();
    }
    let given = |key: &&Key| accepted.iter().any(|(name, _)| name == key.name);
    if let Some(key) = keys.iter().find(|key| key.is_required() && !given(key)) {
        let help = format!("it is {}", KeyType::Record(keys));
        return Err(Refusal { message: format!("has no `{}`", key.name), help: Some(help) });
    }
    Ok(Value::Table(accepted))
}

/// A table of the form that its first key belongs to.
fn accept_form(
    takes: &KeyType,
    forms: &[&'static [Key]],
    rows: Vec<(String, Value)>,
    path: &mut Vec<Inside>,
) -> Result<Value, Refusal> {
    let form_of = |name: &str| forms.iter().position(|keys| keys.iter().any(|key| key.name == name));
    if let Some((name, _)) = rows.iter().find(|(name, _)| form_of(name).is_none()) {
        return Err(unknown(name, forms.iter().copied().flatten()));
    }
    let (first, form) = rows.first().map_or(("", Some(0)), |(name, _)| (name, form_of(name)));
    if let Some((name, _)) = rows.iter().find(|(name, _)| form_of(name) != form) {
        let message = format!("has `{name}` beside `{first}`");
        return Err(Refusal { message, help: Some(format!("it is {takes}")) });
    }
    accept_record(forms[form.unwrap_or(0)], rows, path)
}

/// A key that is none of these.
fn unknown<'k>(name: &str, keys: impl IntoIterator<Item = &'k Key>) -> Refusal {
    let names: Vec<&str> = keys.into_iter().map(|key| key.name).collect();
    let help = match crate::problem::nearest(name, names.iter().copied()) {
        Some(known) => format!("did you mean `{known}`?"),
        None => format!("it takes {}", names.join(", ")),
    };
    Refusal { message: format!("has an unknown key `{name}`"), help: Some(help) }
}

/// A number of metres that is not beyond all maps.
const METRES: KeyType = KeyType::Real(Limits::Within(-1e9, 1e9));
const CORNERS: [&str; 2] = ["min", "max"];

/// Both corners, and the lower below the higher on every axis.
fn accept_volume(rows: Vec<(String, Value)>, path: &mut Vec<Inside>) -> Result<Value, Refusal> {
    let mut corners = CORNERS.map(|name| (name.to_string(), Value::List(vec![])));
    for (name, corner) in rows {
        let Some(place) = corners.iter_mut().find(|(known, _)| *known == name) else {
            let help = format!("a volume is {}", KeyType::Volume);
            return Err(Refusal { message: format!("has an unknown key `{name}`"), help: Some(help) });
        };
        path.push(Inside::Row(name));
        place.1 = KeyType::List(&METRES).accept(corner, path)?;
        path.pop();
    }
    let [min, max] = corners.each_ref().map(|(_, corner)| corner.clone().into_reals());
    if min.len() != 3 || max.len() != 3 {
        return Err(Refusal { message: format!("must be {}", KeyType::Volume), help: None });
    }
    if let Some(axis) = (0..3).find(|&axis| min[axis] >= max[axis]) {
        let (name, low, high) = (["x", "y", "z"][axis], min[axis], max[axis]);
        let message = format!("must have its `min` below its `max`, found {low:?} and {high:?} along {name}");
        return Err(Refusal { message, help: None });
    }
    Ok(Value::Table(corners.into()))
}

/// One of a few words.
fn choose<'a>(names: &[&'a str], text: &str) -> Result<&'a str, Refusal> {
    names.iter().find(|known| **known == text).copied().ok_or_else(|| Refusal {
        message: format!("must be one of {}, found \"{text}\"", names.join(", ")),
        help: crate::problem::nearest(text, names.iter().copied())
            .map(|known| format!("did you mean \"{known}\"?")),
    })
}

#[cfg(test)]
mod tests {
    use super::super::Constant;
    use super::*;

    const COUNT: KeyType = KeyType::Integer { min: 1, max: 5 };

    fn key(takes: KeyType) -> Key {
        Key { name: "key", unit: "", help: "", takes, default: Constant::Follows }
    }

    #[test]
    fn every_type_takes_its_own_and_a_whole_number_does_for_a_real_one() {
        let takes = |takes, value: Value| key(takes).accept("s", value.clone()) == Ok(value);
        assert!(takes(COUNT, Value::Integer(5)) && takes(KeyType::Bool, Value::Bool(true)));
        assert!(takes(KeyType::Real(Limits::Above(0.0)), Value::Real(0.5)));
        assert!(takes(KeyType::Choice(&["a", "b"]), "b".into()) && takes(KeyType::String, "x".into()));
        assert!(takes(KeyType::List(&COUNT), Value::List(vec![Value::Integer(1), Value::Integer(2)])));
        let whole = key(KeyType::Real(Limits::AtLeast(0.0))).accept("s", Value::Integer(2));
        assert_eq!(whole, Ok(Value::Real(2.0)));
    }

    #[test]
    fn what_is_wrong_deep_inside_is_named_with_its_way() {
        let lists = key(KeyType::Table(&KeyType::List(&COUNT)));
        let inner = Value::List(vec![Value::Integer(1), Value::Integer(9)]);
        let error = lists.accept("s", Value::Table(vec![("row".into(), inner)])).unwrap_err();
        assert_eq!(error.message, "`key.row[1]` in [s] must be a whole number from 1 to 5, found 9");
        assert_eq!(error.wrong, Wrong::Value(vec![Inside::Row("row".into()), Inside::Item(1)]));
    }

    #[test]
    fn limits_leave_out_what_is_no_number() {
        for limits in [Limits::AtLeast(0.0), Limits::Above(0.0), Limits::Within(0.0, 1.0)] {
            assert!(!limits.allow(f64::NAN) && !limits.allow(f64::INFINITY) && !limits.allow(-0.1));
            assert!(limits.allow(1.0));
        }
    }

    #[test]
    fn what_a_key_takes_is_told_in_words() {
        let words = |takes: KeyType| takes.to_string();
        assert_eq!(words(KeyType::Integer { min: i64::MIN, max: i64::MAX }), "a whole number of 64 bits");
        assert_eq!(words(KeyType::Integer { min: 1, max: MANY }), "a whole number, 1 or more");
        assert_eq!(words(COUNT), "a whole number from 1 to 5");
        assert_eq!(words(KeyType::Real(Limits::AtLeast(0.5))), "a number, 0.5 or more");
        assert_eq!(words(KeyType::Real(Limits::Above(0.0))), "a number, more than 0");
        assert_eq!(words(KeyType::Real(Limits::Within(0.0, 90.0))), "a number, from 0 to 90");
        assert_eq!(words(KeyType::Bool), "true or false");
        assert_eq!(words(KeyType::Choice(&["a", "b"])), "one of a, b");
        assert_eq!(words(KeyType::Method), "the name of a selection method");
        assert_eq!(words(KeyType::String), "a text in quotes");
        assert_eq!(words(KeyType::List(&KeyType::String)), "a list of texts in quotes");
        assert_eq!(words(KeyType::List(&KeyType::Bool)), "a list, each item true or false");
        assert_eq!(
            words(KeyType::Table(&KeyType::List(&KeyType::String))),
            "a table, each entry a list of texts in quotes"
        );
    }

    #[test]
    fn limits_include_their_ends_unless_they_say_otherwise() {
        assert!(Limits::AtLeast(1.0).allow(1.0) && !Limits::AtLeast(1.0).allow(0.9));
        assert!(!Limits::Above(1.0).allow(1.0) && Limits::Above(1.0).allow(1.1));
        assert!(Limits::Within(1.0, 2.0).allow(1.0) && Limits::Within(1.0, 2.0).allow(2.0));
        assert!(!Limits::Within(1.0, 2.0).allow(2.1));
        let real = key(KeyType::Real(Limits::Above(0.0)));
        assert!(real.accept("s", Value::Integer(0)).is_err(), "whole numbers have the same limits");
        assert!(
            key(COUNT).accept("s", Value::Integer(6)).is_err()
                && key(COUNT).accept("s", Value::Integer(1)).is_ok()
        );
    }

    #[test]
    fn a_choice_that_is_misspelled_is_helped() {
        let error = key(KeyType::Choice(&["pins", "colors"])).accept("s", "colours".into()).unwrap_err();
        assert_eq!(error.to_string(), "`key` in [s] must be one of pins, colors, found \"colours\"");
        assert_eq!(error.help.as_deref(), Some("did you mean \"colors\"?"));
    }

    #[test]
    fn a_range_is_one_or_two_in_order_and_a_volume_has_both_corners() {
        let range = key(KeyType::Range(&COUNT));
        let list = |items: &[i64]| Value::List(items.iter().map(|&n| n.into()).collect());
        assert_eq!(range.accept("s", 3.into()), Ok(3.into()));
        assert_eq!(range.accept("s", list(&[2, 4])), Ok(list(&[2, 4])));
        assert_eq!(range.accept("s", list(&[2, 2])), Ok(2.into()), "two that are the same are one");
        for (bad, said) in [
            (list(&[4, 2]), "least first, found [4, 2]"),
            (list(&[1, 9]), "`key[1]`"),
            (list(&[1]), "[least, most]"),
        ] {
            let told = range.accept("s", bad).unwrap_err().message;
            assert!(told.contains(said), "{told}");
        }
        let volume = |rows: &[(&str, &[i64])]| {
            let rows = rows.iter().map(|(name, corner)| (name.to_string(), list(corner))).collect();
            key(KeyType::Volume).accept("s", Value::Table(rows))
        };
        assert!(volume(&[("max", &[1, 1, 1]), ("min", &[0, 0, 0])]).is_ok(), "in any order");
        assert!(volume(&[("min", &[0, 0, 0])]).unwrap_err().message.contains("must be { min = [x, y, z]"));
        assert!(volume(&[("min", &[0, 2, 0]), ("max", &[1, 1, 1])]).unwrap_err().message.contains("along y"));
        assert!(volume(&[("mid", &[0, 2, 0])]).unwrap_err().message.contains("unknown key `mid`"));
    }
}
