//! What a picture is asked for.

/// The smallest and the largest side of a picture, in pixels.
const SIDES: (u32, u32) = (16, 8192);

/// How a map is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Where the camera stands, in degrees clockwise from north (-Z).
    pub azimuth: f64,
    /// How high it stands, in degrees above the horizon; 90 looks straight down.
    pub elevation: f64,
    /// Pixels from left to right, from 16 to 8192.
    pub width: u32,
    /// Pixels from top to bottom, from 16 to 8192.
    pub height: u32,
    /// Cuts away everything higher than this above the lowest connector of each placed piece, in metres: for
    /// kits with roofs.
    pub cut_above: Option<f64>,
    /// What the colors mean.
    pub coloring: Coloring,
}

impl Default for View {
    fn default() -> Self {
        Self {
            azimuth: 215.0,
            elevation: 38.0,
            width: 1600,
            height: 1000,
            cut_above: None,
            coloring: Coloring::Material,
        }
    }
}

/// What the colors of a picture mean.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub enum Coloring {
    /// The materials of the pieces.
    #[default]
    Material,
    /// Dark to light in placement order, as in the plan.
    Order,
    /// A hue for every kind of piece.
    Piece,
    /// A color for each placed piece: red, green and blue as on a screen (sRGB), from 0 to 1. Pieces beyond
    /// the end of the list are grey.
    Custom(Vec<[f32; 3]>),
}

/// Width and height within the limits.
pub(super) fn size(view: &View) -> (u32, u32) {
    (view.width.clamp(SIDES.0, SIDES.1), view.height.clamp(SIDES.0, SIDES.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_stay_within_their_limits() {
        let sized = |width, height| size(&View { width, height, ..View::default() });
        assert_eq!(size(&View::default()), (1600, 1000));
        assert_eq!(sized(0, 15), (16, 16));
        assert_eq!(sized(8192, 8193), (8192, 8192));
        assert_eq!(sized(16, u32::MAX), (16, 8192));
    }
}
