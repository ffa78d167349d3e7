//! Grows 3D maps from premade meshes that snap together at their connectors.
//!
//! This crate is the method of the paper "Procedural Generation of 3D Maps with Snappable Meshes" and nothing
//! else: it knows no files, threads or clocks. The way through it:
//!
//! [`Kit`] → [`Kit::validate`] → [`ValidKit`] → [`Generator`] → [`Map`], with [`Event`]s going out on the side.
//!
//! The modules, each building on those above it:

// Where a piece stands and how it is turned.
pub mod pose;
// Oriented boxes and their gaps.
pub mod boxes;
// Chance, by seed.
pub mod rng;
// Pieces and connectors.
pub mod piece;
// What is wrong, and where.
pub mod problem;
// Every setting, its default and its limits.
pub mod settings;
// Selection methods: arena, corridor, star, branch and yours.
pub mod selection;
// Kits, raw and checked.
pub mod kit;
// Which connectors may meet.
pub mod rules;
// What can be wrong with a kit.
pub mod check;
// The list of pairings of a try.
pub mod pairing;
// The finished map, and how a piece is snapped.
pub mod map;
// What can be counted and measured on a map.
pub mod shape;
// The boxes on the map.
pub mod space;
// What happens while a map grows.
pub mod event;
// Events as sentences.
pub mod story;
// Algorithm 1.
pub mod generator;

pub use glam;

pub use boxes::{Bounds, OrientedBox};
pub use event::{Event, Watch};
pub use generator::{Generator, Step};
pub use kit::{Kit, ValidKit};
pub use map::{Joint, Map, Placed};
pub use piece::{Connector, Piece};
pub use pose::{Pose, Turn};
pub use problem::{Place, Problem, Severity};
pub use rng::{Rng, RngKind};
pub use selection::Method;
pub use settings::{SettingError, Settings};
pub use shape::Shape;
