//! Answers on their way out: JSON, and bytes beside it.

use serde_json::{Value as Json, json};

/// An answer: JSON, and bytes where there are numbers by the thousand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// JSON with `id` and `answer`.
    pub head: String,
    /// What goes with it.
    pub bytes: Option<Vec<u8>>,
}

impl Message {
    /// An answer to a request, with what an object has.
    pub fn new(id: u64, answer: &str, mut body: Json) -> Self {
        body["id"] = json!(id);
        body["answer"] = json!(answer);
        Self { head: body.to_string(), bytes: None }
    }

    /// The same with bytes.
    #[must_use]
    pub(crate) fn with(self, bytes: Vec<u8>) -> Self {
        Self { bytes: Some(bytes), ..self }
    }
}

/// Numbers as bytes, each with the lowest first.
pub(crate) fn bytes<const N: usize>(numbers: impl IntoIterator<Item = [u8; N]>) -> Vec<u8> {
    numbers.into_iter().flatten().collect()
}
