//! `snapmesh studio`, as far as the command goes; its server is tested in its own crate.
#![cfg_attr(unix, expect(clippy::unwrap_used, reason = "these are tests, and should read shortly"))]

mod common;

use common::{Folder, snapmesh, starter};
use snapmesh_studio::Page;

#[test]
fn what_is_no_kit_is_told_and_nothing_is_served() {
    let folder = Folder::new();
    folder.write("file", "");
    for (kit, message) in [
        (folder.root(), "has no kit.toml"),
        (folder.text("nowhere"), "there is no such folder"),
        (folder.text("file"), "is a file"),
    ] {
        let run = snapmesh(["studio", &kit, "--port", "0"]);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn what_is_typed_wrong_is_told() {
    let wrong = [["--port", "70000"], ["--port", "-1"], ["--limit", "corners"], ["--host", "0.0.0.0"]];
    for [option, value] in wrong {
        let run = snapmesh(["studio", &starter(), option, value]);
        assert_eq!(run.code, 2, "{option} {value}");
        assert!(run.stderr.contains(option), "{}", run.stderr);
    }
}

#[test]
fn a_build_without_the_page_says_in_one_line_how_to_get_it() {
    if Page::embedded().is_some() {
        return;
    }
    let run = snapmesh(["studio", &starter(), "--port", "0"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("cargo xtask studio") && run.stderr.contains("Node 20"), "{}", run.stderr);
}

/// With the page in the build.
#[cfg(unix)]
mod served {
    use super::*;
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::net::TcpStream;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};
    use tungstenite::client::IntoClientRequest as _;

    /// A studio at work, and what it said first; none if this build has no page.
    fn start(args: &[&str]) -> Option<(Child, String)> {
        Page::embedded()?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_snapmesh"));
        command.args(["studio", &starter(), "--port", "0"]).args(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        while !said.contains("http://") {
            assert_ne!(out.read_line(&mut said).unwrap(), 0, "{said}");
        }
        Some((child, said))
    }

    /// The address in what a studio said, as `127.0.0.1:PORT`.
    fn address(said: &str) -> &str {
        said.split("http://").nth(1).unwrap().split('/').next().unwrap()
    }

    fn end(mut child: Child, signal: &str) -> (Option<i32>, Duration) {
        let start = Instant::now();
        assert!(
            Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success()
        );
        let status = child.wait().unwrap();
        (status.code(), start.elapsed())
    }

    #[test]
    fn it_says_where_it_is_and_serves_the_page() {
        let Some((child, said)) = start(&[]) else { return };
        let address = address(&said);
        assert_eq!(said, format!("the studio of {} is at http://{address}/ (Ctrl-C ends it)\n", starter()));
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut page = String::new();
        stream.read_to_string(&mut page).unwrap();
        assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("<script"), "{page}");
        let port = address.rsplit(':').next().unwrap();
        let second = snapmesh(["studio", &starter(), "--port", port]);
        assert_eq!(second.code, 2);
        assert!(second.stderr.contains(&format!("port {port} is in use")), "{}", second.stderr);
        assert_eq!(end(child, "TERM").0, Some(0));
    }

    #[test]
    fn with_json_it_says_so_in_json() {
        let Some((child, said)) = start(&["--json"]) else { return };
        assert!(
            said.trim_start().starts_with('{') && said.contains(r#""url": "http://127.0.0.1:"#),
            "{said}"
        );
        assert_eq!(end(child, "INT").0, Some(0));
    }

    #[test]
    fn ctrl_c_ends_it_at_once_though_a_page_is_at_work() {
        let Some((child, said)) = start(&[]) else { return };
        let address = address(&said);
        let mut request = format!("ws://{address}/session").into_client_request().unwrap();
        request.headers_mut().insert("origin", format!("http://{address}").parse().unwrap());
        let (mut page, _) = tungstenite::client(request, TcpStream::connect(address).unwrap()).unwrap();
        let grow = r#"{"id":1,"request":"grow","wish":{"preset":null,"edits":[]}}"#;
        page.send(tungstenite::Message::text(grow)).unwrap();
        page.read().unwrap();
        let (code, took) = end(child, "INT");
        assert_eq!(code, Some(0));
        assert!(took < Duration::from_secs(1), "{took:?}");
    }
}
