//! Grows 3D maps from premade meshes that snap together at their connectors.
//!
//! This crate is the method of the paper "Procedural Generation of 3D Maps with Snappable Meshes" and nothing
//! else: it knows no files, threads or clocks. The way through it:
//!
//! ```text
//! Kit -> validate -> ValidKit + Settings -> Recipe (checked once)
//! Recipe + seed -> Generator: passes over a World -> Map
//!                      | Event
//!                      v
//!                  log, trace, story, your own
//! ```
//!
//! The feature `serde`, which is there by default, makes events, problems and ids serializable.
//! Rust 1.95 is the version it is tested with, and the oldest that is promised.
//!
//! The modules, each building on those above it:

// How counts are told.
mod words;
// Copies of what is behind a pointer.
mod clone_box;
// Where a piece stands and how it is turned.
mod pose;
// Oriented boxes and their gaps.
mod boxes;
// Chance, by seed.
mod rng;
// Numbers that name pieces, placed pieces and connectors.
mod id;
// Pieces and connectors.
pub mod piece;
// What is wrong, and where.
pub mod problem;
// What input from strangers may cost.
pub mod limits;
// Values on their way into the settings, and what keys take.
pub mod value;
// Pieces on the map, and how they are joined.
mod placed;
// Selection methods: arena, corridor, star, branch and yours.
pub mod selection;
// Every setting, its default and its limits.
pub mod settings;
// Kits as they are handed in.
mod kit;
// What can be wrong with a kit.
mod check;
// Kits that passed.
mod valid_kit;
// Which connectors may meet.
pub mod matching;
// Which pieces a selector names.
pub mod selector;
// The list of pairings of a try.
pub mod pairing;
// How a piece is snapped to another.
pub mod snap;
// What a map must have.
mod promise;
// The finished map.
mod map;
// What can be counted and measured on a map.
mod shape;
// Pieces of a map that another grows on from.
mod kept;
// The graph of pieces.
mod graph;
// The boxes on the map.
mod space;
// Room that is kept for caps.
mod rooms;
// What stands while a map grows, and is no part of that.
mod aside;
// The map under construction.
mod world;
// A world as it stood.
mod standing;
// What may be said against a piece at a place.
mod veto;
// What happens while a map grows.
mod event;
// Everything that can forbid a piece at a place.
mod constraints;
// Everything that can forbid a piece at a guide.
mod piece_rules;
// How tentative pieces are drawn.
pub mod draw;
// What closes connectors, and stands where they are joined.
pub mod ends;
// How connectors are closed.
mod closing;
// Which pieces can be joined to which connectors.
mod answers;
// Where chains of pieces lead.
mod chains;
// Which pieces a map may start from.
mod start;
// What cannot hold together.
mod impossible;
// Kit and settings, checked once.
mod recipe;
// What a recipe promises about its maps.
mod promised;
// What the rules make of a kit.
pub mod reach;
// What makes a map of an empty world; first of all Algorithm 1.
mod pass;
// How well a kit closes loops.
mod loopability;
// One pass after the other.
mod generator;
// What stood in the way of a map.
mod trouble;
// Events as sentences.
mod story;
// What kept pieces break.
mod broken;
// What hangs on what.
mod hanging;
// Maps that are shaped by hand.
mod shaped;

pub use glam;

pub use boxes::{Bounds, OrientedBox};
pub use broken::Broken;
pub use ends::{EndError, EndErrors, Ends};
pub use event::{Event, Teller, Unlisted, Watch};
pub use generator::Generator;
pub use id::{ConnectorId, KindId, PieceId, PlacedId, Port};
pub use impossible::{Clause, Contradiction};
pub use kept::{KeepError, Kept};
pub use kit::Kit;
pub use limits::Limits;
pub use loopability::{Loopability, PieceLoops};
pub use map::{Drawn, Link, Map};
pub use matching::Mismatch;
pub use pass::Step;
pub use piece::{Connector, Piece, PieceHints};
pub use placed::{Door, Joint, Placed, Role};
pub use pose::{Pose, Turn};
pub use problem::{Location, Problem, Problems, Severity};
pub use promise::Promise;
pub use reach::Reach;
pub use recipe::{Recipe, RecipeError};
pub use rng::{Rng, RngKind};
pub use selection::{Method, Stop};
pub use settings::Settings;
pub use shape::Shape;
pub use shaped::{Act, ActError, Regrowth, Shaped};
pub use space::Overlap;
pub use story::Story;
pub use trouble::Trouble;
pub use valid_kit::{ConnectorKind, ValidKit};
pub use value::{SettingError, Value};
pub use veto::{Blame, Constraint, Fit, Rule, Veto};
pub use world::{Mark, World};
