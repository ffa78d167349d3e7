//! The server: on the loopback address, until it is told to end.

use crate::guard::Guard;
use crate::http::Service;
use crate::page::Page;
use crate::seats::Seats;
use crate::watch::Watch;
use axum::body::Body;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use snapmesh::{Location, Problem};
use snapmesh_io::Folder;
use std::convert::Infallible;
use std::io::{Error, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch as broadcast};
use tokio::time::{sleep, timeout};

/// The port that is tried first, if none was asked for, and how many after it.
const FIRST_PORT: u16 = 7727;
const MORE_PORTS: u16 = 20;
/// Sessions at a time.
const MOST_SESSIONS: usize = 16;
/// Connections that wait for a file or for a session. Others wait in line.
const MOST_CONNECTIONS: usize = 128;
/// Bytes of a request's head.
const LONGEST_HEAD: usize = 64 << 10;
/// How long a request's head may take to come in.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// How long a connection lives that is no session: who does not take what he asked for is not waited for.
const CONNECTION_TIME: Duration = Duration::from_mins(2);
/// How often one looks whether it is to end.
const GLANCE: Duration = Duration::from_millis(50);

/// A server that listens, and answers once it runs.
pub struct Server {
    listener: TcpListener,
    port: u16,
    service: Arc<Service>,
}

impl Server {
    /// Listens on the loopback address for pages that want to work on the kit in this folder, which is called `named` on a
    /// command line. A port of 0 is any that is free; none, the first free one of a few.
    pub fn listen(folder: Folder, named: String, page: Page, port: Option<u16>) -> Result<Self, Problem> {
        let listener = bind(port)?;
        let port = listener.local_addr().map_err(|error| cannot(&error))?.port();
        let (guard, seats) = (Guard::new(port), Seats::new(MOST_SESSIONS));
        let changes = broadcast::Sender::new(0);
        let service = Arc::new(Service { guard, page, folder, named, seats, changes });
        Ok(Self { listener, port, service })
    }

    /// Where a browser finds it.
    pub fn url(&self) -> String {
        format!("http://{}:{}/", Ipv4Addr::LOCALHOST, self.port)
    }

    /// The seats of its sessions, which tell how many there are.
    pub fn seats(&self) -> Seats {
        self.service.seats.clone()
    }

    /// Answers until it is to end. Then it ends at once, whoever is there.
    pub fn run(self, is_ended: impl Fn() -> bool) -> Result<(), Problem> {
        let Self { listener, service, .. } = self;
        // Begun before the first page is answered: it must not miss what changes after that page has read the kit.
        let watch = Watch::new(service.folder.path());
        // Dropped at the end, which ends the watch.
        let (_running, ended) = mpsc::channel();
        let changes = service.changes.clone();
        let watching = move || watch.run(&ended, || changes.send_modify(|count| *count += 1));
        std::thread::Builder::new().name("watch".into()).spawn(watching).map_err(|error| cannot(&error))?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime
            .and_then(|runtime| runtime.block_on(serve(listener, service, is_ended)))
            .map_err(|error| cannot(&error))
    }
}

/// The loopback address, and no other: who is not on this machine has no business here.
fn bind(port: Option<u16>) -> Result<TcpListener, Problem> {
    let on = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    if let Some(port) = port {
        return on(port).map_err(|error| taken(port, &error));
    }
    let last = FIRST_PORT + MORE_PORTS;
    let is_taken = |bound: &Result<TcpListener, Error>| {
        bound.as_ref().is_err_and(|error| error.kind() == ErrorKind::AddrInUse)
    };
    let free = (FIRST_PORT..=last).map(on).find(|bound| !is_taken(bound));
    let all = || Problem::error(option(), format!("the ports {FIRST_PORT} to {last} are all in use"));
    free.ok_or_else(|| all().help("end a studio that you do not need; or let --port 0 find any free one"))?
        .map_err(|error| cannot(&error))
}

/// The problem of a port that cannot be had.
fn taken(port: u16, error: &Error) -> Problem {
    let why = match error.kind() {
        ErrorKind::AddrInUse => "is in use by another program".into(),
        kind => format!("cannot be used: {kind}"),
    };
    Problem::error(option(), format!("port {port} {why}"))
        .help("name another one, or leave --port away to have one found")
}

fn option() -> Location {
    Location::Request("--port".into())
}

fn cannot(error: &Error) -> Problem {
    Problem::error(Location::Request("studio".into()), format!("cannot be served: {error}"))
}

async fn serve(
    listener: TcpListener,
    service: Arc<Service>,
    is_ended: impl Fn() -> bool,
) -> Result<(), Error> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let ended = async {
        while !is_ended() {
            sleep(GLANCE).await;
        }
    };
    tokio::select! {
        () = accept(&listener, &service) => {}
        () = ended => {}
    }
    Ok(())
}

/// Takes connections for ever.
async fn accept(listener: &tokio::net::TcpListener, service: &Arc<Service>) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            // The system has no more to give; it may later.
            sleep(GLANCE).await;
            continue;
        };
        let service = Arc::clone(service);
        tokio::spawn(async move {
            // A connection that breaks is nobody's fault, and one that lingers is cut.
            let _ = timeout(CONNECTION_TIME, connection(stream, service)).await;
            drop(place);
        });
    }
}

/// Answers the requests of a connection. One that becomes a session is over here, and goes on by itself.
async fn connection(stream: TcpStream, service: Arc<Service>) -> Result<(), hyper::Error> {
    // Answers are short and wanted at once.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let service = Arc::clone(&service);
        async move { Ok::<_, Infallible>(service.answer(request.map(Body::new)).await) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(LONGEST_HEAD);
    http.serve_connection(TokioIo::new(stream), answer).with_upgrades().await
}
