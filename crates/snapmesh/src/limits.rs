//! What input from strangers may cost: every limit, in one place.
//!
//! Work that could take more is refused with the number that was too large, before the memory is taken. A limit never
//! changes a map: what is within it is as it would be without. Who trusts a kit raises the limit, not the kit.

use crate::problem::{Location, Problem, nearest};

/// A limit: its name, what it counts, and how much of that there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limit {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What is counted.
    pub help: &'static str,
    /// How much there may be, unless it is raised.
    pub default: u64,
}

macro_rules! limits {
    ($($name:ident = $default:literal, $help:literal;)*) => {
        /// All limits as they are in force.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Limits {
            $(#[doc = concat!("At most so many ", $help, ".")] pub $name: u64,)*
        }

        impl Limits {
            /// The limits that hold unless they are raised.
            pub const DEFAULT: Self = Self { $($name: $default,)* };

            fn named(&mut self, name: &str) -> Option<&mut u64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }

        /// Every limit, for lists.
        pub const LIMITS: &[Limit] =
            &[$(Limit { name: stringify!($name), help: $help, default: $default },)*];
    };
}

limits! {
    kit_file_mb = 4, "megabytes of a `kit.toml`";
    kit_mb = 256, "megabytes of all files that a kit is read from, or of a map";
    json_values = 1_600_000, "values in the JSON of a piece or a map";
    rules = 500, "rules of a kit";
    rows = 2_000, "presets, rows of the color matrix, sections of pieces, names of floors in one, or volumes of a kit";
    pieces = 10_000, "pieces and names of pieces in the lists of a kit";
    entries = 100_000, "files and folders that are looked at for a pattern";
    nodes = 100_000, "nodes in a piece";
    connectors = 2_000, "connectors of a piece";
    boxes = 1_000, "boxes of a piece";
    corners = 4_000_000, "corners and indices in the meshes of a kit, counted for every node that shows them";
    map_pieces = 100_000, "pieces of a map";
    map_boxes = 1_000_000, "boxes of all pieces of a map";
    map_triangles = 2_000_000, "triangles or corners that a picture or an OBJ file draws";
    texture_pixels = 268_435_456, "pixels of the textures that a picture decodes";
    glb_nodes = 150_000, "nodes in a GLB, and channels that move them: pieces, what stands in them, and on request connectors, boxes and bodies";
    svg_marks = 1_000_000, "pieces and connectors in a plan";
    glb_mb = 256, "megabytes of meshes, textures and extras in a GLB";
    max_fails = 100_000, "tentative pieces that `generation.max_fails` may allow";
    budget = 10_000_000, "pairings that `growth.budget` may allow";
    points = 1_000_000, "navigation points";
    walk_mb = 512, "megabytes for walkable surfaces, of all maps that are walked on at a time";
    table_mb = 512, "megabytes of a table of a sweep";
    table_rows = 20_000_000, "rows of a table of a sweep";
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Limits {
    /// Sets a limit by its name; or what is wrong with that, and what to do.
    pub fn set(&mut self, name: &str, most: u64) -> Result<(), String> {
        if let Some(limit) = self.named(name) {
            *limit = most;
            return Ok(());
        }
        let names = || LIMITS.iter().map(|limit| limit.name);
        Err(match nearest(name, names()) {
            Some(close) => format!("did you mean {close}?"),
            None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
        })
    }
}

/// More than a limit allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too much: {found} {}, where {may} are allowed", self.what())]
#[non_exhaustive]
pub struct Exceeded {
    /// The name of the limit.
    pub limit: &'static str,
    /// What was found, or as much of it as was counted.
    pub found: u64,
    /// What the limit allows.
    pub may: u64,
}

impl Exceeded {
    /// Too much of what a limit counts. `limit` is its name.
    pub fn new(limit: &'static str, found: u64, may: u64) -> Self {
        Self { limit, found, may }
    }

    fn what(&self) -> &'static str {
        LIMITS.iter().find(|limit| limit.name == self.limit).map_or("", |limit| limit.help)
    }

    /// The problem that this is at a place.
    pub fn at(&self, place: impl Into<Location>) -> Problem {
        Problem::error(place, self.to_string()).help(self.help())
    }

    /// What to do about it.
    pub fn help(&self) -> String {
        format!("if you trust it, allow more with --limit {}={}", self.limit, self.found)
    }
}

/// Refuses more than a limit allows. `limit` is its name.
pub fn within(limit: &'static str, found: u64, may: u64) -> Result<(), Exceeded> {
    if found <= may { Ok(()) } else { Err(Exceeded::new(limit, found, may)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_can_be_raised_by_its_name() {
        for limit in LIMITS {
            let mut limits = Limits::DEFAULT;
            assert_eq!(limits.named(limit.name).copied(), Some(limit.default));
            limits.set(limit.name, u64::MAX).unwrap();
            assert_eq!(limits.named(limit.name).copied(), Some(u64::MAX));
        }
    }

    #[test]
    fn an_unknown_name_is_told_with_the_nearest() {
        assert_eq!(Limits::default().set("cornres", 1).unwrap_err(), "did you mean corners?");
        assert!(Limits::default().set("x", 1).unwrap_err().starts_with("there are kit_file_mb, kit_mb"));
    }

    #[test]
    fn what_is_too_much_is_told_with_both_numbers_and_the_way_out() {
        assert_eq!(within("nodes", 5, 5), Ok(()));
        let exceeded = within("nodes", 6, 5).unwrap_err();
        assert_eq!(exceeded.to_string(), "too much: 6 nodes in a piece, where 5 are allowed");
        assert_eq!(exceeded.help(), "if you trust it, allow more with --limit nodes=6");
    }
}
