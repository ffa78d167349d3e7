//! Whoever a session works for.

use crate::message::Message;
use snapmesh::Problems;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Whoever a session works for.
pub trait Host {
    /// Takes an answer.
    fn tell(&mut self, answer: Message);

    /// Becomes true when the request at work is not wanted any more.
    fn stop(&self) -> Arc<AtomicBool>;

    /// Keeps a new `kit.toml` in the place of the old one, and says what that is called now.
    fn save(&mut self, text: &str) -> Result<String, Problems>;
}
