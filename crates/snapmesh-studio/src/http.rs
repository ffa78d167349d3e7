//! Requests in, responses out: the files of the page, and the way to a session.

use crate::guard::{Guard, climbs};
use crate::page::{Page, PageFile};
use crate::seats::Seats;
use crate::socket::{LONGEST_FRAME, carry};
use crate::worker::Worker;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts as _, Request};
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use snapmesh_io::Folder;
use snapmesh_session::Session;
use tokio::sync::watch;

/// Where a page asks for a session.
const SESSION: &str = "/session";

/// What a page may load and who may have it in a frame: nobody but itself, and nobody.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
    connect-src 'self' blob:; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every response says.
const HEADERS: [(&str, &str); 5] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// All that is needed to answer requests.
pub(crate) struct Service {
    pub(crate) guard: Guard,
    pub(crate) page: Page,
    /// The folder of the kit, and what it is called on a command line.
    pub(crate) folder: Folder,
    pub(crate) named: String,
    pub(crate) seats: Seats,
    /// Counts the changes of the kit's files.
    pub(crate) changes: watch::Sender<u64>,
}

impl Service {
    /// Answers a request.
    pub(crate) async fn answer(&self, request: Request) -> Response {
        let mut response = self.route(request.into_parts().0).await;
        let headers = response.headers_mut();
        for (name, value) in HEADERS {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        response
    }

    async fn route(&self, parts: Parts) -> Response {
        if let Err(sentence) = self.guard.check(&parts) {
            return refusal(StatusCode::FORBIDDEN, sentence);
        }
        if parts.method != Method::GET && parts.method != Method::HEAD {
            let refusal = refusal(StatusCode::METHOD_NOT_ALLOWED, "There is nothing here but to read.");
            return with(refusal, ALLOW, "GET, HEAD");
        }
        let path = parts.uri.path();
        if climbs(path) {
            return refusal(StatusCode::BAD_REQUEST, "This path leads nowhere.");
        }
        if path == SESSION {
            return self.session(parts).await;
        }
        self.page.at(path).map_or_else(|| refusal(StatusCode::NOT_FOUND, "There is no such file."), file)
    }

    /// Begins a session, if there is a seat for it.
    async fn session(&self, mut parts: Parts) -> Response {
        if let Err(sentence) = Guard::check_session(&parts) {
            return refusal(StatusCode::FORBIDDEN, sentence);
        }
        let Ok(upgrade) = WebSocketUpgrade::from_request_parts(&mut parts, &()).await else {
            let refusal = refusal(StatusCode::UPGRADE_REQUIRED, "A session needs a WebSocket.");
            return with(refusal, UPGRADE, "websocket");
        };
        let Some(seat) = self.seats.take() else {
            let sentence = "There are too many sessions: close a page that you do not need.";
            return refusal(StatusCode::SERVICE_UNAVAILABLE, sentence);
        };
        let (folder, named, changes) = (self.folder.clone(), self.named.clone(), self.changes.subscribe());
        upgrade.max_message_size(LONGEST_FRAME).max_frame_size(LONGEST_FRAME).on_upgrade(move |socket| {
            let files = folder.clone();
            let begin = move || Session::new(Box::new(files.clone()), &named);
            carry(socket, move |out| Worker::start(begin, folder, out, seat), changes)
        })
    }
}

fn file(file: PageFile) -> Response {
    let response = Response::new(Body::from(file.content));
    with(with(response, CONTENT_TYPE, file.kind), CACHE_CONTROL, file.caching)
}

/// A response that says no, in a sentence.
fn refusal(status: StatusCode, sentence: &str) -> Response {
    (status, format!("{sentence}\n")).into_response()
}

/// The same with one more header.
fn with(mut response: Response, name: HeaderName, value: &'static str) -> Response {
    response.headers_mut().insert(name, HeaderValue::from_static(value));
    response
}
