//! Answers that come from the server and not from a session, and how an answer travels.

use axum::extract::ws::Message as Frame;
use serde_json::json;
use snapmesh::{Location, Problem};
use snapmesh_session::Message;

/// The files of the kit changed on the disk. Nobody asked, so it has no number.
pub(crate) fn changed() -> Frame {
    frame(Message::new(0, "changed", json!({})))
}

/// A request that is not met, and its end.
pub(crate) fn failed(id: u64, message: &str) -> [Frame; 2] {
    let problem = Problem::error(Location::Request("the studio".into()), message);
    [frame(Message::failed(id, &problem.into())), done(id)]
}

/// An answer to a request that could not be read, and its end.
pub(crate) fn ended(answer: Message) -> [Frame; 2] {
    let head: serde_json::Value = serde_json::from_str(&answer.head).unwrap_or_default();
    [frame(answer), done(head["id"].as_u64().unwrap_or(0))]
}

/// The end of a request.
pub(crate) fn done(id: u64) -> Frame {
    frame(Message::new(id, "done", json!({})))
}

/// An answer as it is sent: text, or the length of the head, the head and bytes. The bytes begin at a multiple of 8, so that
/// a page can look at them as numbers without copying them.
pub(crate) fn frame(answer: Message) -> Frame {
    let Message { mut head, bytes } = answer;
    let Some(bytes) = bytes else { return Frame::text(head) };
    let start = (size_of::<u32>() + head.len()).next_multiple_of(8);
    head.extend(std::iter::repeat_n(' ', start - size_of::<u32>() - head.len()));
    let mut all = Vec::with_capacity(start + bytes.len());
    all.extend((head.len() as u32).to_le_bytes());
    all.extend(head.as_bytes());
    all.extend(bytes);
    Frame::binary(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_without_bytes_is_text() {
        assert_eq!(done(3), Frame::text(r#"{"id":3,"answer":"done"}"#));
        assert_eq!(changed(), Frame::text(r#"{"id":0,"answer":"changed"}"#));
    }

    #[test]
    fn bytes_begin_at_a_multiple_of_eight() {
        for length in 2..20 {
            let head = format!("{{{}}}", " ".repeat(length - 2));
            let sent = frame(Message { head: head.clone(), bytes: Some(vec![1, 2, 3]) }).into_data();
            let start = 4 + u32::from_le_bytes(sent[..4].try_into().unwrap()) as usize;
            assert!(start.is_multiple_of(8), "{length}");
            assert_eq!(sent[4..start].trim_ascii_end(), head.as_bytes());
            assert_eq!(&sent[start..], [1, 2, 3]);
        }
    }

    #[test]
    fn a_failure_is_told_with_its_number_and_ended() {
        let [failed, end] = failed(7, "no").map(|frame| frame.into_text().unwrap().to_string());
        assert!(
            failed.contains(r#""id":7,"answer":"failed"}"#) && failed.contains(r#""message":"no""#),
            "{failed}"
        );
        assert_eq!(end, r#"{"id":7,"answer":"done"}"#);
        let unread = ended(Message::new(8, "failed", json!({})));
        assert_eq!(unread, [r#"{"id":8,"answer":"failed"}"#, r#"{"id":8,"answer":"done"}"#].map(Frame::text));
    }
}
