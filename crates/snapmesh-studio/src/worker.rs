//! The thread of a session: requests in, one after the other, and answers out.

use crate::answers::{done, failed, frame};
use crate::save::save;
use crate::seats::Seat;
use axum::extract::ws::Message as Frame;
use snapmesh::Problems;
use snapmesh_io::Folder;
use snapmesh_session::{Host, Message, Request, Session};
use std::mem::{replace, take};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::Sender;

/// Requests that may wait.
const MOST_WAITING: usize = 64;

/// What is told when a session panics.
const FAULT: &str = "this is a fault of ours: please report what the terminal says, together with the kit";

/// What a thread works with: a session, or what tests put in its place.
pub(crate) trait Work {
    fn answer(&mut self, request: Request, host: &mut dyn Host);
    fn changed(&mut self);
    /// Whether there is work that goes on between requests.
    fn goes_on(&self) -> bool;
    fn go_on(&mut self, host: &mut dyn Host);
}

impl Work for Session {
    fn answer(&mut self, request: Request, host: &mut dyn Host) {
        Self::answer(self, request, host);
    }

    fn changed(&mut self) {
        Self::changed(self);
    }

    fn goes_on(&self) -> bool {
        Self::goes_on(self)
    }

    fn go_on(&mut self, host: &mut dyn Host) {
        Self::go_on(self, host);
    }
}

/// The thread of a session, as its socket sees it. Dropped, the thread ends as soon as it can.
pub(crate) struct Worker {
    requests: SyncSender<Job>,
    signals: Arc<Mutex<Signals>>,
}

/// Why a request is not taken.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Too many are waiting.
    Full,
    /// The thread has ended.
    Gone,
}

/// What a socket tells a thread at work.
#[derive(Default)]
struct Signals {
    /// Nobody is there any more.
    is_closed: bool,
    /// Files of the kit changed, and the session does not know yet.
    has_changed: bool,
    /// Stops the request at work.
    at_work: Stop,
    /// Stops the growth that was asked for last.
    growth: Stop,
    /// Stops what goes on between requests, until the next one is answered.
    between: Stop,
}

/// Becomes true when a request is not wanted any more.
type Stop = Arc<AtomicBool>;

/// A request, and what stops it.
struct Job {
    request: Request,
    stop: Stop,
}

impl Worker {
    /// Starts a thread. It works with what `begin` makes, and with a new one after a fault; its answers go to `out`.
    pub(crate) fn start<W: Work>(
        begin: impl Fn() -> W + Send + 'static,
        folder: Folder,
        out: Sender<Frame>,
        seat: Seat,
    ) -> std::io::Result<Self> {
        let (requests, waiting) = sync_channel(MOST_WAITING);
        let signals = Arc::new(Mutex::new(Signals::default()));
        let mut line = Line { folder, out, stop: Stop::default() };
        let told = Arc::clone(&signals);
        std::thread::Builder::new().name("session".into()).spawn(move || {
            work(begin, &waiting, &told, &mut line);
            drop(seat);
        })?;
        Ok(Self { requests, signals })
    }

    /// Hands over a request. Growth at work ends if this takes its place.
    pub(crate) fn ask(&self, request: Request) -> Result<(), Refused> {
        let (replaces_growth, stop) = (request.replaces_growth(), Stop::default());
        self.requests.try_send(Job { request, stop: Arc::clone(&stop) }).map_err(|error| match error {
            TrySendError::Full(_) => Refused::Full,
            TrySendError::Disconnected(_) => Refused::Gone,
        })?;
        // After it is certain that the new one will be done: the old one must not end for nothing.
        let mut signals = lock(&self.signals);
        signals.between.store(true, Ordering::Relaxed);
        if replaces_growth {
            replace(&mut signals.growth, stop).store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Files of the kit changed: the session will know before its next request.
    pub(crate) fn note_change(&self) {
        lock(&self.signals).has_changed = true;
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut signals = lock(&self.signals);
        signals.is_closed = true;
        signals.at_work.store(true, Ordering::Relaxed);
        signals.between.store(true, Ordering::Relaxed);
    }
}

fn lock(signals: &Mutex<Signals>) -> MutexGuard<'_, Signals> {
    signals.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Signals {
    /// Takes note of what is at work now. Whether files changed since the last time; none if nobody wants the work.
    fn begin(&mut self, stop: &Stop) -> Option<bool> {
        self.at_work = Arc::clone(stop);
        (!self.is_closed).then(|| take(&mut self.has_changed))
    }
}

/// Answers requests until the socket is closed; in between, what goes on has its turn.
fn work<W: Work>(begin: impl Fn() -> W, requests: &Receiver<Job>, signals: &Mutex<Signals>, line: &mut Line) {
    let mut session = begin();
    loop {
        // Before it is known that nobody waits: whoever comes from now on can stop it.
        line.stop = Stop::default();
        lock(signals).between = Arc::clone(&line.stop);
        let job = if session.goes_on() { requests.try_recv() } else { wait_for(requests) };
        let id = job.as_ref().map_or(0, |job| job.request.id);
        let turn = || match job {
            Ok(job) => answer(&mut session, job, signals, line),
            Err(TryRecvError::Empty) => {
                session.go_on(line);
                true
            }
            Err(TryRecvError::Disconnected) => false,
        };
        match catch_unwind(AssertUnwindSafe(turn)) {
            Ok(true) => {}
            Ok(false) => return,
            // What a fault leaves behind is not used again.
            Err(_) => {
                line.send(failed(id, FAULT));
                session = begin();
            }
        }
    }
}

fn wait_for(requests: &Receiver<Job>) -> Result<Job, TryRecvError> {
    requests.recv().map_err(|_| TryRecvError::Disconnected)
}

/// Answers a request; whether there is still someone who could have another.
fn answer<W: Work>(session: &mut W, job: Job, signals: &Mutex<Signals>, line: &mut Line) -> bool {
    let Job { request, stop } = job;
    let Some(has_changed) = lock(signals).begin(&stop) else { return false };
    line.stop = stop;
    if has_changed {
        session.changed();
    }
    if line.stop.load(Ordering::Relaxed) {
        line.send([done(request.id)]);
    } else {
        session.answer(request, line);
    }
    true
}

/// The way from a session to its page and to the disk.
struct Line {
    folder: Folder,
    out: Sender<Frame>,
    /// Stops the request at work.
    stop: Stop,
}

impl Line {
    /// Waits while the page does not read, and no longer than there is a page.
    fn send(&self, frames: impl IntoIterator<Item = Frame>) {
        for frame in frames {
            // Nobody is there any more: the work ends at the next look.
            let _ = self.out.blocking_send(frame);
        }
    }
}

impl Host for Line {
    fn tell(&mut self, answer: Message) {
        self.send([frame(answer)]);
    }

    fn stop(&self) -> Stop {
        Arc::clone(&self.stop)
    }

    fn save(&mut self, text: &str) -> Result<String, Problems> {
        save(&self.folder, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seats::Seats;
    use std::sync::mpsc;
    use std::time::{Duration, Instant};
    use tokio::sync::mpsc::channel;

    /// Work that answers as a closure does. A new one begins with a count of changes of 0, which each answer is told.
    struct Fake<F> {
        reply: F,
        changes: u32,
        steps_left: u32,
    }

    /// The number of a growth that leaves work behind, which goes on until a request stops it.
    const LONG: u64 = 1000;

    impl<F: FnMut(Request, u32, &mut dyn Host)> Work for Fake<F> {
        fn answer(&mut self, request: Request, host: &mut dyn Host) {
            // Growth leaves work behind that goes on.
            self.steps_left += u32::from(request.replaces_growth() && request.id == LONG);
            (self.reply)(request, self.changes, host);
        }

        fn changed(&mut self) {
            self.changes += 1;
        }

        fn goes_on(&self) -> bool {
            self.steps_left > 0
        }

        fn go_on(&mut self, host: &mut dyn Host) {
            say(host, "goes on");
            wait_for_stop(host);
            self.steps_left -= 1;
            say(host, "waits");
        }
    }

    /// A thread that answers as a closure does, its answers, of which two may wait, and its seat.
    fn start(
        reply: impl Fn(Request, u32, &mut dyn Host) + Clone + Send + 'static,
    ) -> (Worker, tokio::sync::mpsc::Receiver<Frame>, Seats) {
        let seats = Seats::new(1);
        let (out, answers) = channel(2);
        let begin = move || Fake { reply: reply.clone(), changes: 0, steps_left: 0 };
        let worker = Worker::start(begin, Folder::new("nowhere"), out, seats.take().unwrap()).unwrap();
        (worker, answers, seats)
    }

    fn grow(id: u64) -> Request {
        Request::parse(&format!(r#"{{"id":{id},"request":"grow","wish":{{"preset":null,"edits":[]}}}}"#))
            .unwrap()
    }

    fn reload(id: u64) -> Request {
        Request::parse(&format!(r#"{{"id":{id},"request":"reload"}}"#)).unwrap()
    }

    fn say(host: &mut dyn Host, text: impl Into<String>) {
        host.tell(Message { head: text.into(), bytes: None });
    }

    fn heard(answers: &mut tokio::sync::mpsc::Receiver<Frame>) -> String {
        answers.blocking_recv().unwrap().into_text().unwrap().to_string()
    }

    fn is_soon(what: impl Fn() -> bool) -> bool {
        let start = Instant::now();
        while !what() && start.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(5));
        }
        what()
    }

    /// Keeps a request at work until it is stopped.
    fn wait_for_stop(host: &dyn Host) {
        let stop = host.stop();
        assert!(is_soon(|| stop.load(Ordering::Relaxed)), "nobody stopped it");
    }

    #[test]
    fn a_fault_is_told_and_the_next_request_is_answered() {
        let (worker, mut answers, _) = start(|request, changes, host| {
            assert_ne!(request.id, 1, "this is the fault");
            say(host, format!("{changes} changes"));
        });
        worker.note_change();
        worker.ask(reload(1)).unwrap();
        assert!(heard(&mut answers).contains("a fault of ours"));
        assert!(heard(&mut answers).contains("done"));
        worker.ask(reload(2)).unwrap();
        assert_eq!(heard(&mut answers), "0 changes", "it is a new session");
    }

    #[test]
    fn growth_ends_when_another_takes_its_place_and_what_waited_is_not_begun() {
        let (begun, at_work) = mpsc::channel();
        let (worker, mut answers, _) = start(move |request, _, host| {
            begun.send(request.id).unwrap();
            if request.id == 1 {
                wait_for_stop(host);
            }
            say(host, format!("end of {}", request.id));
        });
        worker.ask(grow(1)).unwrap();
        assert_eq!(at_work.recv(), Ok(1));
        worker.ask(reload(2)).unwrap();
        worker.ask(grow(3)).unwrap();
        worker.ask(grow(4)).unwrap();
        let told = [(); 4].map(|()| heard(&mut answers));
        assert_eq!(told, ["end of 1", "end of 2", r#"{"id":3,"answer":"done"}"#, "end of 4"]);
        assert_eq!(at_work.try_iter().collect::<Vec<_>>(), [2, 4]);
    }

    #[test]
    fn more_requests_than_may_wait_are_refused_and_stop_nothing() {
        let (go_on, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        let (worker, mut answers, _) = start(move |_, _, host| {
            let _ = wait.lock().unwrap().recv();
            let is_stopped = host.stop().load(Ordering::Relaxed);
            say(host, is_stopped.to_string());
        });
        worker.ask(grow(0)).unwrap();
        let first = (1..1000).find(|id| worker.ask(reload(*id)).is_err()).unwrap();
        assert!((64..=65).contains(&first), "{first}");
        assert_eq!(worker.ask(grow(first)), Err(Refused::Full));
        drop(go_on);
        assert_eq!(heard(&mut answers), "false");
    }

    #[test]
    fn changes_are_known_before_the_next_request() {
        let (worker, mut answers, _) = start(|_, changes, host| say(host, changes.to_string()));
        for (id, known) in ["0", "1", "1"].iter().enumerate() {
            worker.ask(reload(id as u64)).unwrap();
            assert_eq!(heard(&mut answers), *known);
            if id == 0 {
                worker.note_change();
                worker.note_change();
            }
        }
    }

    #[test]
    fn what_goes_on_between_requests_lets_the_next_one_pass_and_ends_with_the_page() {
        let (worker, mut answers, seats) =
            start(|request, _, host| say(host, format!("answer {}", request.id)));
        worker.ask(grow(LONG)).unwrap();
        assert_eq!([(); 2].map(|()| heard(&mut answers)), ["answer 1000", "goes on"]);
        worker.ask(reload(2)).unwrap();
        assert_eq!([(); 2].map(|()| heard(&mut answers)), ["waits", "answer 2"]);
        worker.ask(grow(LONG)).unwrap();
        drop((worker, answers));
        assert!(is_soon(|| seats.taken() == 0));
    }

    #[test]
    fn closing_ends_work_that_goes_on_and_work_that_nobody_hears() {
        let (worker, answers, seats) = start(|_, _, host| wait_for_stop(host));
        worker.ask(reload(1)).unwrap();
        drop((worker, answers));
        assert!(is_soon(|| seats.taken() == 0));

        let (worker, answers, seats) = start(|_, _, host| (0..9).for_each(|_| say(host, "more")));
        worker.ask(reload(1)).unwrap();
        assert!(is_soon(|| answers.len() == 2), "then it waits");
        drop((worker, answers));
        assert!(is_soon(|| seats.taken() == 0));
    }
}
