//! Who walks: the agent, and the cells that measure its way.

use crate::budget::BakeError;
use snapmesh::settings::Navigation;

/// Who walks on the map. Sizes in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agent {
    /// Half its width.
    pub radius: f64,
    /// How much room it needs above the floor.
    pub height: f64,
    /// The tallest step it takes.
    pub climb: f64,
    /// The cosine of the steepest slope it walks.
    pub slope: f64,
    /// The width of a cell of the surface.
    pub cell_size: f64,
    /// Surfaces closer than this, one above the other, are one.
    pub cell_height: f64,
}

/// A surface counts as steep only beyond this difference of cosines: files have 32-bit numbers.
const SLOPE_SLACK: f64 = 1e-5;

impl From<&Navigation> for Agent {
    fn from(settings: &Navigation) -> Self {
        Self {
            radius: settings.agent_radius,
            height: settings.agent_height,
            climb: settings.max_climb,
            slope: libm::cos(settings.max_slope.to_radians()),
            cell_size: settings.cell_size(),
            cell_height: settings.cell_height(),
        }
    }
}

/// An agent wider than this in cells would make every tile look further than is sensible.
const MOST_CELLS_PER_RADIUS: u32 = 256;

impl Agent {
    /// Whether its cells are large enough to be baked at all.
    pub fn check(&self) -> Result<(), BakeError> {
        if self.radius_in_cells() > MOST_CELLS_PER_RADIUS {
            return Err(BakeError::CellsTooSmall { cell_size: self.cell_size, radius: self.radius });
        }
        Ok(())
    }

    /// The radius in whole cells. A hair above a whole number is that number: a third of a radius is not exact.
    pub fn radius_in_cells(&self) -> u32 {
        (self.radius / self.cell_size - 1e-6).ceil().max(0.0) as u32
    }

    /// Whether a surface whose unit normal rises by `up` is flat enough.
    pub fn walks(&self, up: f64) -> bool {
        up > 0.0 && up >= self.slope - SLOPE_SLACK
    }

    /// How far heights may be off what is asked: rounding must not close a door of just the agent's height.
    pub fn slack(&self) -> f32 {
        (self.cell_height / 16.0) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_of_a_radius_is_three_cells() {
        for radius in [0.1, 0.25, 0.3, 0.4, 0.5, 0.7, 1.0 / 3.0] {
            let agent = Agent::from(&Navigation { agent_radius: radius, ..Navigation::default() });
            assert_eq!(agent.radius_in_cells(), 3, "{radius}");
        }
    }

    #[test]
    fn a_floor_at_the_limit_is_walked_and_a_ceiling_never() {
        let agent = Agent::from(&Navigation { max_slope: 45.0, ..Navigation::default() });
        assert!(agent.walks(0.5_f64.sqrt()));
        assert!(!agent.walks(0.70));
        let steep = Agent::from(&Navigation { max_slope: 90.0, ..Navigation::default() });
        assert!(steep.walks(0.01) && !steep.walks(0.0) && !steep.walks(-1.0));
    }
}
