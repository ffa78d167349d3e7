//! How custom properties are read, wherever they stand.

use serde_json::Value;

/// Yes or no, however an editor writes it: true, 1, or the word; none if it is neither.
pub(super) fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(on) => Some(*on),
        Value::Number(number) if number.as_f64() == Some(1.0) => Some(true),
        Value::Number(number) if number.as_f64() == Some(0.0) => Some(false),
        Value::String(text) if text.trim().eq_ignore_ascii_case("true") => Some(true),
        Value::String(text) if text.trim().eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_flag_is_a_flag_however_it_is_written() {
        for yes in [json!(true), json!(1), json!(1.0), json!("true"), json!(" True ")] {
            assert_eq!(flag(&yes), Some(true), "{yes}");
        }
        for no in [json!(false), json!(0), json!(0.0), json!("false"), json!("FALSE")] {
            assert_eq!(flag(&no), Some(false), "{no}");
        }
        for odd in [json!(2), json!("yes"), json!(""), json!(null), json!([true]), json!({})] {
            assert_eq!(flag(&odd), None, "{odd}");
        }
    }
}
