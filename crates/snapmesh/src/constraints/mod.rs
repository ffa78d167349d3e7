//! Constraints: what can forbid a piece at a place. A constraint is a file here and a line in the list.

mod overlap;

use crate::settings::Settings;
use crate::veto::Constraint;

/// Makes a constraint of the settings; none if they do not ask for it, and then it costs nothing.
type FromSettings = fn(&Settings) -> Option<Box<dyn Constraint>>;

/// In the order they are asked.
const CONSTRAINTS: &[FromSettings] = &[overlap::from_settings];

/// The constraints that the settings ask for.
pub(crate) fn of(settings: &Settings) -> Vec<Box<dyn Constraint>> {
    CONSTRAINTS.iter().filter_map(|from_settings| from_settings(settings)).collect()
}
