//! Where a map can be walked, as outputs show it.

use crate::kit_file::LoadedKit;
use snapmesh::Problem;
use snapmesh_nav::{BakeError, Budget, NavMesh, Point, Validation};

/// The walkable surface of a map and points on it, to be shown with the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NavLayer {
    /// The walkable surface, in the space of the map.
    pub mesh: NavMesh,
    /// Points on it.
    pub points: Vec<Point>,
}

impl NavLayer {
    /// What there is to show of a map that was validated, unless that takes more than it may.
    pub fn within(validation: &Validation, budget: &Budget) -> Result<Self, BakeError> {
        Ok(Self { mesh: NavMesh::within(&validation.surface, budget)?, points: validation.points.clone() })
    }
}

/// Why a map of a kit could not be walked, and what to do about it.
pub fn walk_refusal(kit: &LoadedKit, error: &BakeError) -> Problem {
    let mut help = error.help().to_string();
    if let BakeError::TooLarge { need, may } = error {
        // What was found to be too much on the way may be the least of it.
        let more = (*need).max(2 * may).max(1);
        help = format!("{help}; or allow more memory, with --limit walk_mb={more}");
    }
    Problem::error(kit.shown(), error.to_string()).help(help)
}

/// How a region stands to the largest one. A designer looks for the places that cannot be reached from there, so
/// all of those look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Reachable,
    Isolated,
}

impl Standing {
    pub(crate) const ALL: [Self; 2] = [Self::Reachable, Self::Isolated];

    pub(crate) fn of(region: u32) -> Self {
        if region == 0 { Self::Reachable } else { Self::Isolated }
    }

    /// The color of the surface, as on a screen.
    pub(crate) fn surface(self) -> [u8; 3] {
        match self {
            Self::Reachable => [0x00, 0xa2, 0xc4],
            Self::Isolated => [0xf0, 0x46, 0x1e],
        }
    }

    /// The color of points, as on a screen.
    pub(crate) fn point(self) -> [u8; 3] {
        match self {
            Self::Reachable => [0x12, 0x8a, 0x3c],
            Self::Isolated => [0xc8, 0x14, 0x28],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_largest_region_is_where_one_can_get_to() {
        assert_eq!(Standing::of(0), Standing::Reachable);
        assert!([1, 2, u32::MAX].into_iter().all(|region| Standing::of(region) == Standing::Isolated));
    }

    #[test]
    fn the_two_standings_are_told_apart_by_their_colors() {
        let [reachable, isolated] = Standing::ALL;
        assert_eq!((reachable, isolated), (Standing::Reachable, Standing::Isolated));
        let colors = [reachable.surface(), isolated.surface(), reachable.point(), isolated.point()];
        for (i, color) in colors.iter().enumerate() {
            assert!(!colors[..i].contains(color));
        }
        let red = |[r, g, b]: [u8; 3]| r / 2 > g && r / 2 > b;
        assert!(red(isolated.surface()) && red(isolated.point()));
        assert!(!red(reachable.surface()) && !red(reachable.point()));
    }
}
