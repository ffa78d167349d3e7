//! Requests that a browser would not send, and those that it does.

mod common;

use common::{Response, Running};
use std::io::{Read as _, Write as _};
use std::net::{IpAddr, TcpListener, TcpStream, UdpSocket};
use std::time::Duration;

/// What every response that we make must say.
fn assert_strict(response: &Response) {
    let policy = response.header("content-security-policy").unwrap_or_default();
    assert!(
        policy.starts_with("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"),
        "{response:?}"
    );
    assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(response.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(response.header("cross-origin-opener-policy"), Some("same-origin"));
    assert_eq!(response.header("cross-origin-resource-policy"), Some("same-origin"));
    assert!(response.header("cache-control").is_some(), "{response:?}");
}

/// Asks for each of these lines, with these headers, and expects a status and no word of the page.
fn assert_refused(server: &Running, status: u16, requests: &[(&str, &[&str])]) {
    for (line, headers) in requests {
        let response = server.ask(line, headers);
        assert_eq!(response.status(), status, "{line} {headers:?}: {response:?}");
        assert_strict(&response);
        assert!(!response.body().contains("<title>"), "{response:?}");
    }
}

#[test]
fn the_page_is_served_and_nothing_else() {
    let server = Running::start();
    let index = server.ask("GET / HTTP/1.1", &[]);
    assert_eq!((index.status(), index.body()), (200, "<!doctype html><title>studio</title>"));
    assert_eq!(index.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(index.header("cache-control"), Some("no-cache"));
    assert_strict(&index);
    let asset = server.ask("GET /assets/index-1a2b.js?a=b HTTP/1.1", &[]);
    assert_eq!((asset.status(), asset.body()), (200, "export {}"));
    assert_eq!(asset.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert!(asset.header("cache-control").unwrap().contains("immutable"));
    assert_strict(&asset);
    let head = server.ask("HEAD / HTTP/1.1", &[]);
    assert_eq!((head.status(), head.body(), head.header("content-length")), (200, "", Some("36")));
    let lines = [
        "/kit.toml",
        "/Hall.glb",
        "//etc/passwd",
        "/assets/",
        "/favicon.ico",
        "/index.html/",
        "/%69ndex.html",
    ];
    for path in lines {
        assert_refused(&server, 404, &[(&format!("GET {path} HTTP/1.1"), &[])]);
    }
}

#[test]
fn foreign_names_are_refused() {
    let server = Running::start();
    let hosts = [
        "evil.example:PORT",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.0.0.1:PORT.evil.example",
        "localhost:PORT@evil.example",
        "",
    ];
    for host in hosts {
        let response = server.raw(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert_eq!(response.status(), 403, "{host}: {response:?}");
        assert_strict(&response);
    }
    for request in [
        "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        "GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n",
        "CONNECT evil.example:443 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n",
    ] {
        let response = server.raw(request);
        assert_eq!(response.status(), 403, "{request}: {response:?}");
    }
    for request in [
        "GET / HTTP/1.0\r\nHost: localhost:PORT\r\n\r\n",
        "GET http://127.0.0.1:PORT/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: [::1]:PORT\r\nConnection: close\r\n\r\n",
    ] {
        assert_eq!(server.raw(request).status(), 200, "{request}");
    }
}

#[test]
fn foreign_pages_are_refused() {
    let server = Running::start();
    let upgrade = [
        "Upgrade: websocket",
        "Connection: upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ];
    for origin in [
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://localhost:3000",
        "Origin: https://127.0.0.1",
    ] {
        let session = [&[origin][..], &upgrade].concat();
        assert_refused(
            &server,
            403,
            &[
                ("GET / HTTP/1.1", &[origin]),
                ("POST / HTTP/1.1", &[origin]),
                ("GET /session HTTP/1.1", &session),
            ],
        );
    }
    assert_refused(
        &server,
        403,
        &[("GET /session HTTP/1.1", &upgrade), ("GET / HTTP/1.1", &["Sec-Fetch-Site: cross-site"])],
    );
    assert_eq!(server.seats.taken(), 0);
}

#[test]
fn a_session_is_a_websocket_of_our_page() {
    let server = Running::start();
    let own = format!("Origin: http://127.0.0.1:{}", server.port);
    let needed = server.ask("GET /session HTTP/1.1", &[&own]);
    assert_eq!((needed.status(), needed.header("upgrade")), (426, Some("websocket")));
    let old = [
        &*own,
        "Upgrade: websocket",
        "Connection: upgrade",
        "Sec-WebSocket-Version: 8",
        "Sec-WebSocket-Key: AAAA",
    ];
    assert_refused(&server, 426, &[("GET /session HTTP/1.1", &old), ("HEAD /session HTTP/1.1", &[&own])]);
}

#[test]
fn a_path_that_climbs_is_refused_however_it_is_written() {
    let server = Running::start();
    let paths = [
        "/../../etc/passwd",
        "/..",
        "/assets/../kit.toml",
        "/%2e%2e/",
        "/%2E%2e/kit.toml",
        "/..%2fkit.toml",
        "/%252e%252e/",
        "/%25252e%25252e/",
        "/..%5ckit.toml",
        "/assets\\..\\kit.toml",
        "/%5c%5cserver",
        "/index.html%00.js",
        "/%2500",
    ];
    for path in paths {
        assert_refused(&server, 400, &[(&format!("GET {path} HTTP/1.1"), &[])]);
    }
    let nul = server.raw("GET /\0 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n");
    assert_eq!(nul.status(), 400, "{nul:?}");
}

#[test]
fn there_is_nothing_to_do_but_read() {
    let server = Running::start();
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        assert_refused(&server, 405, &[(&format!("{method} / HTTP/1.1"), &["Content-Length: 0"])]);
    }
    let long = "x".repeat(3_000_000);
    let post = format!(
        "POST /session HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: {}\r\n\r\n{long}",
        long.len()
    );
    let response = server.raw(&post);
    assert_eq!((response.status(), response.header("allow")), (405, Some("GET, HEAD")));
}

#[test]
fn heads_without_end_are_cut() {
    let server = Running::start();
    let long = format!("X: {}", "x".repeat(1 << 20));
    let many: Vec<String> = (0..500).map(|number| format!("X-{number}: 1")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let path = format!("GET /{} HTTP/1.1", "a".repeat(1 << 20));
    for response in
        [server.ask("GET / HTTP/1.1", &[&long]), server.ask("GET / HTTP/1.1", &many), server.ask(&path, &[])]
    {
        // Refused, or hung up while still being talked to.
        assert!(matches!(response.status(), 0 | 414 | 431), "{response:?}");
    }
    for junk in [
        "\r\n\r\n",
        "GET\r\n\r\n",
        "\x16\x03\x01\x02",
        "GET / HTTP/9.9\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let mut stream = server.connect();
        stream.write_all(junk.as_bytes()).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(!answer.contains("200 OK"), "{junk:?}: {answer}");
    }
    assert_eq!(server.ask("GET / HTTP/1.1", &[]).status(), 200, "and it goes on");
}

#[test]
fn who_does_not_go_on_talking_holds_nobody_up() {
    let server = Running::start();
    let idle: Vec<TcpStream> = (0..60).map(|_| server.connect()).collect();
    let mut half = server.connect();
    half.write_all(b"GET / HTTP/1.1\r\nHost: 127.").unwrap();
    assert_eq!(server.ask("GET / HTTP/1.1", &[]).status(), 200);
    let mut answer = Vec::new();
    let _ = half.read_to_end(&mut answer);
    assert!(!answer.starts_with(b"HTTP/1.1 200"), "cut after a while");
    drop(idle);
}

#[test]
fn it_listens_on_the_loopback_address_alone() {
    let server = Running::start();
    // The address that others see this machine at, if it has one; nothing is sent.
    let Ok(socket) = UdpSocket::bind("0.0.0.0:0") else { return };
    let outside = socket.connect("192.0.2.1:9").and_then(|()| socket.local_addr());
    let others = outside
        .ok()
        .map(|address| address.ip())
        .into_iter()
        .chain(["127.0.0.2".parse::<IpAddr>().unwrap(), "::1".parse().unwrap()]);
    for address in others.filter(|address| *address != IpAddr::from([127, 0, 0, 1])) {
        let found = TcpStream::connect_timeout(&(address, server.port).into(), Duration::from_secs(2));
        assert!(found.is_err(), "{address}");
    }
}

#[test]
fn a_port_in_use_is_told_and_passed_over() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let listen = |port| {
        let page = snapmesh_studio::Page::new(&[("index.html", b"")]);
        snapmesh_studio::Server::listen(snapmesh_io::Folder::new("."), ".".into(), page, port)
    };
    let told = listen(Some(port)).err().unwrap().to_string();
    assert!(told.contains(&format!("port {port} is in use")) && told.contains("help:"), "{told}");
    let (first, second) = (listen(None).ok().unwrap(), listen(None).ok().unwrap());
    assert_ne!(first.url(), second.url());
}
