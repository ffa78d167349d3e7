//! A page's connection: frames in, frames out, and what is refused.

use crate::answers::{changed, ended, failed};
use crate::worker::{Refused, Worker};
use axum::Error;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use snapmesh_session::Request;
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::watch;
use tokio::time::{interval, timeout};

/// Bytes of a request.
pub(crate) const LONGEST_REQUEST: usize = 1 << 20;
/// Bytes that are taken in before a connection breaks: a request that is somewhat too long is refused in words.
pub(crate) const LONGEST_FRAME: usize = 4 * LONGEST_REQUEST;
/// Answers on their way to the page. A session waits when there are more.
const MOST_ANSWERS: usize = 4;
/// How often a page that says nothing is asked whether it is there.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// How long a page may be silent, or not take what it is sent.
const PATIENCE: Duration = Duration::from_secs(25);
/// How long a page has to take leave.
const FAREWELL: Duration = Duration::from_secs(1);

/// Where answers go in.
pub(crate) type Out = Sender<Frame>;

/// A connection that is broken off by us: the code, and why.
struct Refusal {
    code: u16,
    reason: &'static str,
}

const TOO_LONG: Refusal = Refusal { code: close_code::SIZE, reason: "a request may have one megabyte" };
const NOT_TEXT: Refusal = Refusal { code: close_code::UNSUPPORTED, reason: "requests are text" };
const BROKEN: Refusal = Refusal { code: close_code::ERROR, reason: "no thread for a session" };

/// Carries requests and answers until one side has enough. `start` begins a session that answers.
pub(crate) async fn carry(
    socket: WebSocket,
    start: impl FnOnce(Out) -> std::io::Result<Worker>,
    mut changes: watch::Receiver<u64>,
) {
    let (mut sink, mut stream) = socket.split();
    let (out, mut answers) = channel(MOST_ANSWERS);
    let end = match start(out.clone()) {
        Err(_) => Some(BROKEN),
        Ok(worker) => tokio::select! {
            refusal = listen(&mut stream, &worker, &out) => refusal,
            () = speak(&mut sink, &mut answers, &mut changes, &worker) => None,
        },
    };
    if let Some(refusal) = end {
        let _ = timeout(FAREWELL, take_leave(&mut sink, &mut stream, refusal)).await;
    }
}

/// Hands requests to the session, until the page is gone or does what it may not.
async fn listen(stream: &mut SplitStream<WebSocket>, worker: &Worker, out: &Out) -> Option<Refusal> {
    // A page that is there answers to the heartbeat at least.
    while let Ok(Some(frame)) = timeout(PATIENCE, stream.next()).await {
        match frame {
            Ok(Frame::Text(text)) if text.len() > LONGEST_REQUEST => return Some(TOO_LONG),
            Ok(Frame::Text(text)) => {
                if !hand_over(&text, worker, out).await {
                    return None;
                }
            }
            Ok(Frame::Binary(_)) => return Some(NOT_TEXT),
            // Pongs, and a farewell that is answered when one listens on.
            Ok(_) => {}
            Err(error) => return is_too_long(error).then_some(TOO_LONG),
        }
    }
    None
}

/// Hands a request to the session, or answers why not. Whether there is a session, and a page.
async fn hand_over(text: &str, worker: &Worker, out: &Out) -> bool {
    let request = match Request::parse(text) {
        Ok(request) => request,
        Err(wrong) => return send(out, ended(wrong)).await,
    };
    let id = request.id;
    match worker.ask(request) {
        Ok(()) => true,
        Err(Refused::Gone) => false,
        Err(Refused::Full) => send(out, failed(id, "too many requests at once")).await,
    }
}

/// Whether there was someone to send it to.
async fn send(out: &Out, [answer, end]: [Frame; 2]) -> bool {
    out.send(answer).await.is_ok() && out.send(end).await.is_ok()
}

fn is_too_long(error: Error) -> bool {
    let error = error.into_inner();
    matches!(error.downcast_ref(), Some(tungstenite::Error::Capacity(_)))
}

/// Sends what the session answers, that files changed, and a heartbeat; until the page does not take it.
async fn speak(
    sink: &mut SplitSink<WebSocket, Frame>,
    answers: &mut Receiver<Frame>,
    changes: &mut watch::Receiver<u64>,
    worker: &Worker,
) {
    let mut heartbeat = interval(HEARTBEAT);
    loop {
        let frame = tokio::select! {
            Some(answer) = answers.recv() => answer,
            Ok(()) = changes.changed() => {
                worker.note_change();
                changed()
            }
            _ = heartbeat.tick() => Frame::Ping(Vec::new().into()),
        };
        if !matches!(timeout(PATIENCE, sink.send(frame)).await, Ok(Ok(()))) {
            return;
        }
    }
}

/// Says why it is over, and waits until the page has heard it: a connection that is cut may lose what was said last.
async fn take_leave(
    sink: &mut SplitSink<WebSocket, Frame>,
    stream: &mut SplitStream<WebSocket>,
    refusal: Refusal,
) -> Result<(), Error> {
    let Refusal { code, reason } = refusal;
    for frame in failed(0, reason) {
        sink.send(frame).await?;
    }
    sink.send(Frame::Close(Some(CloseFrame { code, reason: reason.into() }))).await?;
    while let Some(frame) = stream.next().await {
        frame?;
    }
    Ok(())
}
