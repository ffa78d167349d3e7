//! Names that every engine keeps.

/// Engines read a dot in a name as the start of something else.
pub(super) fn dotless(name: &str) -> String {
    name.replace(['.', '/', '\\', ':', '@', '"', '%'], "_")
}
