//! JSON from strangers.

/// No fewer than the values in a text of JSON, and hardly more: what it takes in memory depends on these, and not on its
/// length.
pub(crate) fn count_values(text: &[u8]) -> u64 {
    let mut count = 1;
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' | b',' | b':' => count += 1,
            b'"' => {
                // To the end of the string. What is escaped does not end it.
                while let Some(byte) = bytes.next().filter(|byte| **byte != b'"') {
                    if *byte == b'\\' {
                        bytes.next();
                    }
                }
            }
            _ => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn values(value: &Value) -> u64 {
        match value {
            Value::Array(items) => 1 + items.iter().map(values).sum::<u64>(),
            Value::Object(items) => 1 + items.values().map(values).sum::<u64>(),
            _ => 1,
        }
    }

    #[test]
    fn no_value_is_overlooked_and_few_are_counted_twice() {
        for text in [
            "1",
            "[]",
            "[1,2,3]",
            "[[],[],{}]",
            r#"{"a":1,"b":{"c":[true,null]}}"#,
            r#"["a,b:[{","\",[","\\",1]"#,
            r#""[,,,,""#,
        ] {
            let (counted, real) =
                (count_values(text.as_bytes()), values(&serde_json::from_str(text).unwrap()));
            assert!(counted >= real && counted <= 2 * real + 1, "{text}: {counted}, {real}");
        }
    }

    #[test]
    fn text_that_is_broken_is_counted_to_its_end() {
        assert_eq!(count_values(b""), 1);
        assert_eq!(count_values(b"[\"abc"), 2);
        assert_eq!(count_values(b"\"\\"), 1);
    }
}
