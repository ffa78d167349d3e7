//! Values on their way into the settings: what a key takes, its limits, and why a value is not taken.

mod values;
mod errors;
mod key;
mod accept;

pub use errors::{Inside, SettingError, Wrong};
pub use key::{Key, KeyType, Limits, MANY};
pub use values::{Constant, Value, name_of};
