//! A designer's session with a kit: what the studio, a page without a server, and engines drive.
//!
//! ```text
//! Files -> Session <- Request (JSON)
//!             \-> answers (JSON, and bytes where there are numbers by the thousand) -> Host
//!
//! wish (preset, edits) -> settings -> kit -> recipe -> growth (events) -> map -> walk
//!                            setup      kit            timeline, story    map    walked
//! ```
//!
//! A session has no socket, thread, clock or disk of its own: files come from a [`Files`], and whoever carries answers to a
//! page, and keeps what is saved, is its [`Host`]. What is asked and answered is told in `protocol.ts` of the studio's page.
//! A wish is whole: a session that is lost is replaced by a new one and the same wish.
//!
//! The features `parallel` and `picture` are those of `snapmesh-nav` and `snapmesh-io`.
//!
//! The modules, each building on those above it:

// Answers on their way out.
mod message;
// Whoever a session works for.
mod host;
// Files that are asked for once.
mod remembered;
// What is done to a map by hand.
mod act;
// What a designer wants.
mod wish;
// What is wrong, and which setting or piece it is about.
mod told;
// What can be asked for.
mod request;
// What can be demanded of maps.
mod demands;
// A map while it grows, and all that happened.
mod growth;
// Maps of many seeds, and what they are compared by.
mod maps;
// A search for maps, batch by batch.
mod search;
// Maps of many seeds on their way to a page.
mod compare;
// The kit, for a page.
mod kit;
// Pieces from above, for a page.
mod plans;
// What becomes of connectors, for a page.
mod ends;
// The settings in force, for a page.
mod setup;
// How well a kit closes loops, for a page.
mod loops;
// The map of a wish with steps.
mod shaping;
// Growth as a timeline.
mod timeline;
// Why a piece is there.
mod why;
// Why nothing is at a free connector.
mod free;
// How well a map can be walked, and ways over it.
mod walk;
// Maps and pieces as files.
mod export;
// Pieces as they are marked, and joined.
mod marking;
// A map that was grown, and all that can be asked about it.
mod grown;
// All of it together.
mod session;

pub use act::{Act, PortName};
pub use host::Host;
pub use message::Message;
pub use request::{Ask, Best, ExportOptions, Request};
pub use session::Session;
pub use snapmesh_io::Files;
pub use wish::{Edit, Step, Wish};
