//! A server with a small page, and clients that a browser would not be.

#![allow(dead_code, reason = "every test file uses a part of it")]
#![allow(clippy::allow_attributes, reason = "which part is unused differs from file to file")]
#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "these are tests, and should read shortly"
)]

use snapmesh_io::Folder;
use snapmesh_studio::{Page, Seats, Server};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// How long something may take on a slow machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// What stands for the page.
const PAGE: Page = Page::new(&[
    ("index.html", b"<!doctype html><title>studio</title>"),
    ("assets/index-1a2b.js", b"export {}"),
]);

/// A server at work, with a kit that goes away with it.
pub(crate) struct Running {
    pub(crate) kit: tempfile::TempDir,
    pub(crate) port: u16,
    pub(crate) seats: Seats,
    is_ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Starts a server with the starter kit.
    pub(crate) fn start() -> Self {
        let kit = tempfile::tempdir().unwrap();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/starter"), kit.path());
        let server = Server::listen(Folder::new(kit.path()), "the kit".into(), PAGE, Some(0)).unwrap();
        let (url, seats) = (server.url(), server.seats());
        let port = url.trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
        let is_ended = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&is_ended);
        let run = move || server.run(|| ended.load(Ordering::Relaxed)).unwrap();
        Self { kit, port, seats, is_ended, thread: Some(std::thread::spawn(run)) }
    }

    /// Tells it to end, and waits until it has.
    pub(crate) fn end(&mut self) {
        self.is_ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.kit.path().join(name)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// What is answered to these very bytes, in which `PORT` stands for the port. The server must end the connection.
    pub(crate) fn raw(&self, request: &str) -> Response {
        let mut stream = self.connect();
        let request = request.replace("PORT", &self.port.to_string());
        // A server that refuses may hang up before it has heard all of it.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Response(String::from_utf8_lossy(&answer).into_owned())
    }

    /// What is answered to a first line and these headers, besides the right host.
    pub(crate) fn ask(&self, line: &str, headers: &[&str]) -> Response {
        let lines = [&[line, "Host: 127.0.0.1:PORT", "Connection: close"], headers].concat();
        self.raw(&format!("{}\r\n\r\n", lines.join("\r\n")))
    }

    /// A page with a session.
    pub(crate) fn page(&self) -> Client {
        self.try_page().unwrap()
    }

    pub(crate) fn try_page(&self) -> tungstenite::Result<Client> {
        let address = format!("127.0.0.1:{}", self.port);
        let mut request = format!("ws://{address}/session").into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{address}").parse().unwrap());
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Client(socket)),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(error),
            Err(error) => panic!("{error}"),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// A response as it came.
#[derive(Debug)]
pub(crate) struct Response(pub(crate) String);

impl Response {
    /// Its status; 0 if there is none.
    pub(crate) fn status(&self) -> u16 {
        self.0.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let head = self.0.split("\r\n\r\n").next().unwrap();
        let mut headers = head.lines().filter_map(|line| line.split_once(": "));
        headers.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn body(&self) -> &str {
        self.0.split_once("\r\n\r\n").map_or("", |(_, body)| body)
    }
}

/// A page, as far as the server can tell.
pub(crate) struct Client(pub(crate) WebSocket<TcpStream>);

impl Client {
    pub(crate) fn send(&mut self, text: impl Into<String>) {
        self.0.send(Message::text(text.into())).unwrap();
    }

    /// Asks for a map.
    pub(crate) fn grow(&mut self, id: u64) {
        self.grow_with(id, "[]");
    }

    /// Asks for a map that takes a while.
    pub(crate) fn grow_long(&mut self, id: u64) {
        let edit = |path: &str, value: u32| format!(r#"{{"path":"{path}","value":"{value}"}}"#);
        let edits = [edit("selection.max_pieces", 2000), edit("generation.max_fails", 100_000)];
        self.grow_with(id, &format!("[{}]", edits.join(",")));
    }

    fn grow_with(&mut self, id: u64, edits: &str) {
        self.send(format!(r#"{{"id":{id},"request":"grow","wish":{{"preset":null,"edits":{edits}}}}}"#));
    }

    /// The next frame, the heartbeat left aside.
    pub(crate) fn frame(&mut self) -> tungstenite::Result<Message> {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < PATIENCE, "waited for an answer in vain");
            match self.0.read() {
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                other => return other,
            }
        }
    }

    /// The head of the next answer.
    pub(crate) fn head(&mut self) -> String {
        match self.frame().unwrap() {
            Message::Text(text) => text.to_string(),
            Message::Binary(bytes) => {
                let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
                String::from_utf8(bytes[4..4 + length].to_vec()).unwrap()
            }
            other => panic!("{other}"),
        }
    }

    /// The heads of all answers to a request, the last of which is its end.
    pub(crate) fn answers(&mut self, id: u64) -> Vec<serde_json::Value> {
        let mut answers: Vec<serde_json::Value> = Vec::new();
        while answers.last().is_none_or(|last| last["answer"] != "done") {
            let answer: serde_json::Value = serde_json::from_str(&self.head()).unwrap();
            if answer["id"] == id {
                answers.push(answer);
            }
        }
        answers
    }
}

/// Waits until something is so.
pub(crate) fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited for {what} in vain");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir(&to).unwrap();
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}
