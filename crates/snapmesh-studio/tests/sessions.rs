//! Sessions: many, broken, silent, and gone.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{Client, Running, wait_for};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

/// How the server ends a session: what was told, and the code.
fn end(page: &mut Client) -> (String, CloseCode) {
    let mut told = String::new();
    loop {
        match page.frame().unwrap() {
            Message::Text(text) => told += &text,
            Message::Close(Some(frame)) => {
                assert!(!frame.reason.is_empty());
                return (told, frame.code);
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn a_page_asks_and_is_answered() {
    let server = Running::start();
    let mut page = server.page();
    page.grow(1);
    let answers = page.answers(1);
    let names: Vec<&str> = answers.iter().map(|answer| answer["answer"].as_str().unwrap()).collect();
    assert!(names.starts_with(&["kit"]) && names.contains(&"map") && names.contains(&"walked"), "{names:?}");
    assert_eq!(answers[0]["folder"], "the kit");
}

#[test]
fn what_makes_no_sense_is_answered_and_the_session_goes_on() {
    let server = Running::start();
    let mut page = server.page();
    for wrong in [
        "",
        "{",
        "null",
        "[]",
        r#"{"id":"1"}"#,
        r#"{"id":0,"request":"dance"}"#,
        "\u{0}",
        &"[".repeat(100_000),
    ] {
        page.send(wrong);
        let answers = page.answers(0);
        assert_eq!(answers[0]["answer"], "failed", "{wrong:.20}");
        assert!(answers[0]["problems"][0]["message"].is_string());
    }
    page.send(r#"{"id":2,"request":"dance"}"#);
    assert_eq!(page.answers(2)[0]["answer"], "failed");
    page.grow(3);
    assert!(page.answers(3).len() > 2);
}

#[test]
fn a_request_that_is_too_long_is_refused_in_words() {
    let server = Running::start();
    let mut page = server.page();
    page.send(format!(r#"{{"id":1,"request":"{}"}}"#, "x".repeat(1 << 20)));
    let (told, code) = end(&mut page);
    assert!(told.contains(r#""answer":"failed""#) && told.contains("one megabyte"), "{told}");
    assert_eq!(code, CloseCode::Size);
    drop(page);
    wait_for("its end", || server.seats.taken() == 0);
}

#[test]
fn a_message_without_end_is_cut() {
    let server = Running::start();
    let mut page = server.page();
    let _ = page.0.send(Message::text("x".repeat(64 << 20)));
    while page.frame().is_ok() {}
    wait_for("its end", || server.seats.taken() == 0);
    server.page().grow(1);
}

#[test]
fn bytes_are_refused() {
    let server = Running::start();
    let mut page = server.page();
    page.0.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(end(&mut page).1, CloseCode::Unsupported);
}

#[test]
fn sessions_are_so_many_and_no_more_and_who_leaves_makes_room() {
    let server = Running::start();
    let mut pages: Vec<Client> = (0..16).map(|_| server.page()).collect();
    assert_eq!(server.seats.taken(), 16);
    let refused = server.try_page().err().unwrap();
    assert!(matches!(&refused, tungstenite::Error::Http(response) if response.status() == 503), "{refused}");
    pages.pop();
    wait_for("a free seat", || server.seats.taken() == 15);
    let mut page = server.page();
    page.grow(1);
    assert!(page.answers(1).len() > 2);
}

#[test]
fn two_sessions_do_not_disturb_each_other() {
    let server = Running::start();
    let (mut first, mut second) = (server.page(), server.page());
    first.grow(1);
    second.grow(1);
    second.0.send(Message::binary(vec![0])).unwrap();
    let answers = first.answers(1);
    assert_eq!(answers.last().unwrap()["answer"], "done");
    wait_for("the end of one", || server.seats.taken() == 1);
    first.grow(2);
    let map = |answers: Vec<serde_json::Value>| {
        answers.into_iter().find(|answer| answer["answer"] == "map").unwrap()
    };
    assert_eq!(map(first.answers(2))["digest"], map(answers)["digest"]);
}

#[test]
fn a_page_that_never_reads_costs_little_and_ends_with_its_connection() {
    let server = Running::start();
    let mut page = server.page();
    page.0.get_ref().set_write_timeout(Some(Duration::from_secs(2))).unwrap();
    page.grow(0);
    // Answers are not taken, so the session waits; then its socket does, and at last whoever writes.
    let padding = " ".repeat(100_000);
    let asked = |id| Message::text(format!(r#"{{"id":{id},"request":"art","file":null{padding}}}"#));
    // What is asked faster than it is answered is refused in a few words, so it takes as long as the answers do.
    let (start, mut id, mut held_up) = (Instant::now(), 0, false);
    while !held_up && start.elapsed() < Duration::from_mins(2) {
        sleep(Duration::from_millis(1));
        id += 1;
        held_up = page.0.send(asked(id)).is_err();
    }
    assert!(held_up, "whatever was asked was taken");
    assert_eq!(server.ask("GET / HTTP/1.1", &[]).status(), 200, "all others are served");
    drop(page);
    wait_for("its end", || server.seats.taken() == 0);
}

#[test]
fn more_requests_than_may_wait_are_refused_in_words_and_each_has_an_end() {
    let server = Running::start();
    let mut page = server.page();
    page.grow_long(1);
    for id in 2..200 {
        page.send(format!(r#"{{"id":{id},"request":"reload"}}"#));
    }
    let (mut refused, mut ended) = (0, 0);
    while ended < 199 {
        let head = page.head();
        refused += usize::from(head.contains("too many requests at once"));
        ended += usize::from(head.contains(r#""answer":"done""#));
    }
    assert!((100..=135).contains(&refused), "{refused}");
}

#[test]
fn closing_a_page_ends_its_work() {
    let server = Running::start();
    for is_polite in [true, false] {
        let mut page = server.page();
        page.grow_long(1);
        page.head();
        if is_polite {
            page.0.close(None).unwrap();
            while page.frame().is_ok() {}
        }
        drop(page);
        wait_for("the end of its thread", || server.seats.taken() == 0);
    }
}

#[test]
fn a_change_of_a_file_is_told_to_all_pages() {
    let server = Running::start();
    let mut pages = [server.page(), server.page()];
    for page in &mut pages {
        page.grow(1);
        page.answers(1);
    }
    let mut told = |what: &str| {
        let start = Instant::now();
        for page in &mut pages {
            assert_eq!(page.head(), r#"{"id":0,"answer":"changed"}"#, "{what}");
        }
        assert!(start.elapsed() < Duration::from_secs(2), "{what}: {:?}", start.elapsed());
    };
    std::fs::write(server.file("New.glb"), "").unwrap();
    told("a new file");
    let away = server.kit.path().with_extension("away");
    std::fs::rename(server.kit.path(), &away).unwrap();
    told("the folder is gone");
    std::fs::rename(&away, server.kit.path()).unwrap();
    told("it is back");
}

#[test]
fn saving_writes_the_kit_and_is_news_for_the_others() {
    let server = Running::start();
    let (mut page, mut other) = (server.page(), server.page());
    let old = std::fs::read_to_string(server.file("kit.toml")).unwrap();
    page.send(r#"{"id":1,"request":"save","wish":{"preset":null,"edits":[{"path":"generation.seed","value":"77"}]}}"#);
    let answers = page.answers(1);
    assert_eq!((&answers[0]["answer"], &answers[0]["backup"]), (&"saved".into(), &"kit.toml.bak".into()));
    assert_eq!(std::fs::read_to_string(server.file("kit.toml.bak")).unwrap(), old);
    assert_ne!(std::fs::read_to_string(server.file("kit.toml")).unwrap(), old);
    assert_eq!(other.head(), r#"{"id":0,"answer":"changed"}"#);
}

#[test]
fn it_ends_at_once_though_pages_are_open() {
    let mut server = Running::start();
    let mut page = server.page();
    page.grow(1);
    let start = Instant::now();
    server.end();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    while page.frame().is_ok() {}
    wait_for("the end of its thread", || server.seats.taken() == 0);
}
