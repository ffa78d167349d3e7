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
    /// What is cut away.
    pub cut: Cut,
    /// Whether doorways that nothing is joined to are marked.
    pub doorways: bool,
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
            cut: Cut::Auto,
            doorways: false,
            coloring: Coloring::Material,
        }
    }
}

impl View {
    /// The names of what colors can mean, for those who choose by name.
    pub const COLORS: [&'static str; 3] = ["material", "order", "piece"];

    /// Sets `angle`, `size`, `cut` or `color` as people write it: `215,38`, `1600x1000`, `1.5` or `none`, `order`. An error
    /// says what it must be.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
        match name {
            "angle" => {
                [self.azimuth, self.elevation] = pair(text, ',')
                    .filter(|[_, up]| (-90.0..=90.0).contains(up))
                    .ok_or("must be two numbers of degrees, as in 215,38")?;
            }
            "size" => {
                let sides = f64::from(SIDES.0)..=f64::from(SIDES.1);
                let sound = |pixels: &[f64; 2]| pixels.iter().all(|x| sides.contains(x) && x.fract() == 0.0);
                let [width, height] = pair(text, 'x')
                    .filter(sound)
                    .ok_or("must be two numbers of pixels from 16 to 8192, as in 1600x1000")?;
                (self.width, self.height) = (width as u32, height as u32);
            }
            "cut" => {
                let metres = text.trim().parse::<f64>().ok().filter(|metres| metres.is_finite());
                self.cut = match (text, metres) {
                    ("none", _) => Cut::Off,
                    (_, Some(metres)) => Cut::Above(metres),
                    _ => return Err("must be a number of metres, as in 1.5, or none".into()),
                };
            }
            _ => {
                self.coloring = match text {
                    "material" => Coloring::Material,
                    "order" => Coloring::Order,
                    "piece" => Coloring::Piece,
                    _ => return Err(format!("must be one of {}", Self::COLORS.join(", "))),
                };
            }
        }
        Ok(())
    }
}

fn pair(text: &str, separator: char) -> Option<[f64; 2]> {
    let (a, b) = text.split_once(separator)?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    Some([number(a)?, number(b)?])
}

/// What is cut away of a map, so that one can look into it.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Cut {
    /// Nothing; but where the walkable surface is to be seen and most of it is hidden, all that hides it.
    #[default]
    Auto,
    /// Nothing at all.
    Off,
    /// What is higher than this above the floors that the doorways of each piece stand on, in metres.
    Above(f64),
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
