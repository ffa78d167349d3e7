//! The local server around a session, and the page.
//!
//! ```text
//! browser -- GET -------> Guard -> Page (files inside the program)
//! browser == WebSocket => Guard -> socket (a task) <=> worker (a thread) -> Session -> kit's folder
//!                                    ^-- watch (a thread): files of the kit changed --'
//! ```
//!
//! [`Server`] carries requests and answers; what they mean is the business of [`snapmesh_session`]. It is on the loopback
//! address alone, and answers to none but its own page.
//!
//! The modules, each building on those above it:

// The files of the page.
mod page;
// Who may ask for what.
mod guard;
// Answers of the server itself, and how answers travel.
mod answers;
// A new `kit.toml` in the place of the old one.
mod save;
// Notices that files of the kit change.
mod watch;
// How many sessions there are.
mod seats;
// The thread of a session.
mod worker;
// A page's connection.
mod socket;
// Requests in, responses out.
mod http;
// The server.
mod server;

pub use page::Page;
pub use seats::Seats;
pub use server::Server;
