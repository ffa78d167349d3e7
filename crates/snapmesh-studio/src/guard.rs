//! Who may ask for what. Any page in the user's browser can send requests to the loopback address: none but ours is answered.

use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};

/// Decodings of a path after which it must be plain: nobody hides a name deeper who means well.
const DECODINGS: usize = 4;

/// Knows the names that this server goes by.
#[derive(Debug)]
pub(crate) struct Guard {
    names: Vec<String>,
}

impl Guard {
    /// For a server on this port of the loopback address.
    pub(crate) fn new(port: u16) -> Self {
        let hosts = ["127.0.0.1", "localhost", "[::1]"];
        let mut names: Vec<String> = hosts.iter().map(|host| format!("{host}:{port}")).collect();
        if port == 80 {
            names.extend(hosts.map(Into::into));
        }
        Self { names }
    }

    /// Refuses, in a sentence, what does not come from a page of ours or from a person.
    pub(crate) fn check(&self, parts: &Parts) -> Result<(), &'static str> {
        let mut hosts = parts.headers.get_all(HOST).iter();
        let named = hosts.next().and_then(|host| host.to_str().ok()).is_some_and(|host| self.is_ours(host));
        let target = parts.uri.authority().is_none_or(|authority| self.is_ours(authority.as_str()));
        // A foreign name that leads here is how pages get around the rule that they may talk to their own server only.
        if !named || !target || hosts.next().is_some() {
            return Err("This server answers to its loopback address only.");
        }
        let mut origins = parts.headers.get_all(ORIGIN).iter();
        if !origins.all(|origin| origin.to_str().is_ok_and(|origin| self.is_our_origin(origin))) {
            return Err("This server answers to its own page only.");
        }
        if text(&parts.headers, "sec-fetch-site") == "cross-site" && !is_followed_link(&parts.headers) {
            return Err("This server is not there for other sites.");
        }
        Ok(())
    }

    /// Refuses a session to whoever does not say that it is a page of ours: browsers always do.
    pub(crate) fn check_session(parts: &Parts) -> Result<(), &'static str> {
        if parts.headers.contains_key(ORIGIN) {
            return Ok(());
        }
        Err("A session is for the page of this server, which says where it is from.")
    }

    fn is_our_origin(&self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|name| self.is_ours(name))
    }

    fn is_ours(&self, name: &str) -> bool {
        self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }
}

/// Whether a person follows a link that was sent to them: the page comes alone in its tab, and the other site sees nothing.
fn is_followed_link(headers: &HeaderMap) -> bool {
    text(headers, "sec-fetch-mode") == "navigate" && text(headers, "sec-fetch-dest") == "document"
}

fn text<'a>(headers: &'a HeaderMap, name: &'static str) -> &'a str {
    headers.get(HeaderName::from_static(name)).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Whether a path tries to leave its folder, however it is written.
pub(crate) fn climbs(path: &str) -> bool {
    let mut path = path.as_bytes().to_vec();
    for _ in 0..DECODINGS {
        if path.contains(&b'\\')
            || path.contains(&0)
            || path.split(|sign| *sign == b'/').any(|part| part == b"..")
        {
            return true;
        }
        let decoded = decoded(&path);
        if decoded == path {
            return false;
        }
        path = decoded;
    }
    true
}

/// A path with each `%XX` as the byte it stands for.
fn decoded(path: &[u8]) -> Vec<u8> {
    let digit = |sign: Option<&u8>| sign.and_then(|sign| char::from(*sign).to_digit(16));
    let mut bytes = Vec::with_capacity(path.len());
    let mut at = 0;
    while let Some(&sign) = path.get(at) {
        match (sign, digit(path.get(at + 1)), digit(path.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((16 * high + low) as u8);
                at += 3;
            }
            _ => {
                bytes.push(sign);
                at += 1;
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    /// What is said about a request with these headers.
    fn check(uri: &str, headers: &[(&str, &str)]) -> Result<(), &'static str> {
        let request = headers.iter().fold(Request::get(uri), |all, (name, value)| all.header(*name, *value));
        Guard::new(7727).check(&request.body(()).unwrap().into_parts().0)
    }

    const HERE: (&str, &str) = ("host", "127.0.0.1:7727");

    #[test]
    fn only_our_own_names_are_answered() {
        for host in ["127.0.0.1:7727", "localhost:7727", "LOCALHOST:7727", "[::1]:7727"] {
            assert_eq!(check("/", &[("host", host)]), Ok(()), "{host}");
        }
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:7727",
            "localhost.evil.example:7727",
            "",
            "me@localhost:7727",
        ] {
            assert!(check("/", &[("host", host)]).is_err(), "{host}");
        }
        assert!(check("/", &[]).is_err(), "nobody is named");
        assert!(check("/", &[HERE, HERE]).is_err(), "two names");
        assert!(check("http://evil.example/", &[HERE]).is_err(), "a name before the path");
        assert_eq!(check("http://localhost:7727/", &[HERE]), Ok(()));
    }

    #[test]
    fn only_our_own_pages_are_answered() {
        for origin in ["http://127.0.0.1:7727", "http://localhost:7727", "http://[::1]:7727"] {
            assert_eq!(check("/", &[HERE, ("origin", origin)]), Ok(()), "{origin}");
        }
        for origin in [
            "null",
            "",
            "http://localhost",
            "http://localhost:3000",
            "https://localhost:7727",
            "http://evil.example",
        ] {
            assert!(check("/", &[HERE, ("origin", origin)]).is_err(), "{origin}");
        }
        assert!(check("/", &[HERE, ("origin", "http://localhost:7727"), ("origin", "null")]).is_err());
    }

    #[test]
    fn other_sites_may_link_here_and_no_more() {
        let foreign = ("sec-fetch-site", "cross-site");
        let [navigate, document] = [("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")];
        assert!(check("/", &[HERE, foreign]).is_err());
        assert!(check("/", &[HERE, foreign, navigate, ("sec-fetch-dest", "iframe")]).is_err());
        assert!(check("/", &[HERE, foreign, ("sec-fetch-mode", "no-cors"), document]).is_err());
        assert_eq!(check("/", &[HERE, foreign, navigate, document]), Ok(()));
        assert_eq!(check("/", &[HERE, ("sec-fetch-site", "same-origin")]), Ok(()));
    }

    #[test]
    fn port_80_goes_without_saying() {
        assert!(Guard::new(80).is_ours("localhost") && Guard::new(80).is_ours("localhost:80"));
        assert!(!Guard::new(81).is_ours("localhost"));
    }

    #[test]
    fn a_path_that_climbs_is_known_however_it_is_written() {
        for path in [
            "/..",
            "/a/../b",
            "/%2e%2e/",
            "/%2E./x",
            "/..%2fx",
            "/%252e%252e/",
            "/%25252e%25252e/",
            "/a\\b",
            "/%5c",
            "/%00",
            "/%2500",
        ] {
            assert!(climbs(path), "{path}");
        }
        assert!(climbs("/%252525252525252e"), "hidden deeper than anyone needs");
        for path in ["/", "/...", "/a..b", "/%20", "/100%", "/%zz", "//etc"] {
            assert!(!climbs(path), "{path}");
        }
    }
}
