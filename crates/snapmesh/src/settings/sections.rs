//! The settings themselves, section by section, as plain structs with the defaults of `kit.toml`.

use super::ends::EndRule;
use super::growth::{Growth, PieceNotes, PieceRule};
use crate::piece::WHITE;
use crate::rng::RngKind;
use crate::selection::{ARENA, Method, Params};
use crate::value::Value;
use std::collections::BTreeMap;

/// Every setting of a generation.
///
/// ```
/// use snapmesh::Settings;
/// use snapmesh::selection::STANDARD;
///
/// let mut settings = Settings::default();
/// settings.connection.pin_tolerance = 1;
/// // By name, as a file or a command line does it.
/// settings.set(STANDARD, "selection", "method", "corridor".into())?;
/// settings.selection.set("max_pieces", 20)?;
/// assert!(settings.check().is_ok());
///
/// let error = settings.set(STANDARD, "selection", "max_peaces", 20.into()).unwrap_err();
/// assert!(error.help.is_some_and(|help| help.contains("max_pieces")));
/// # Ok::<(), snapmesh::SettingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Settings {
    /// What the map is made of.
    pub content: Content,
    /// Which connectors may meet.
    pub connection: Connection,
    /// How pieces are tried and placed.
    pub generation: Generation,
    /// How the guide is chosen.
    pub selection: Selection,
    /// What happens where the paper's method ends.
    pub growth: Growth,
    /// What holds for some pieces, in the order of the file.
    pub rules: Vec<PieceRule>,
    /// What becomes of connectors, in the order of the file.
    pub ends: Vec<EndRule>,
    /// What the kit says about pieces, in the order of the file.
    pub pieces: Vec<PieceNotes>,
    /// Who walks on the map.
    pub navigation: Navigation,
}

/// `[kit]`: the content parameters of the paper. Names only; reading them is not this crate's work.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    /// The name of the kit.
    pub name: String,
    /// The pieces drawn from; patterns stand for what they match.
    pub pieces: Vec<String>,
    /// Whether the starting piece comes from the starters.
    pub use_starters: bool,
    /// The pieces to start from.
    pub starters: Vec<String>,
}

impl Default for Content {
    fn default() -> Self {
        let pieces = vec!["*.glb".into(), "*.gltf".into()];
        Self { name: String::new(), pieces, use_starters: false, starters: vec![] }
    }
}

/// `[connection]`: the connection parameters of the paper.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Connection {
    /// Which of the two rules count.
    pub matching_rules: MatchingRules,
    /// The largest difference in pins that still matches.
    pub pin_tolerance: i64,
    /// Which colors accept which.
    pub color_matrix: ColorMatrix,
}

/// Which rules two connectors must fulfil to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MatchingRules {
    /// Any connector matches any other.
    None,
    /// Pins alone.
    Pins,
    /// Colors alone.
    Colors,
    /// Pins and colors.
    #[default]
    Both,
}

impl MatchingRules {
    /// The names used in `kit.toml`, in the order of the variants.
    pub const NAMES: &'static [&'static str] = &["none", "pins", "colors", "both"];

    /// The name used in `kit.toml`.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The rules with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::None, Self::Pins, Self::Colors, Self::Both].into_iter().find(|rules| rules.name() == name)
    }

    /// Whether pins count.
    pub fn pins(self) -> bool {
        matches!(self, Self::Pins | Self::Both)
    }

    /// Whether colors count.
    pub fn colors(self) -> bool {
        matches!(self, Self::Colors | Self::Both)
    }
}

/// Which tentative colors a guide's color accepts. It need not be the same both ways.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ColorMatrix {
    /// The rows that were given, by the guide's color. `*` stands for every color.
    pub rows: BTreeMap<String, Vec<String>>,
}

impl ColorMatrix {
    /// Stands for every color in a row.
    pub const ANY: &'static str = "*";

    /// Whether a guide's connector of one color accepts a tentative connector of another.
    ///
    /// A color without a row accepts itself and white; white accepts all.
    pub fn accepts(&self, guide: &str, tentative: &str) -> bool {
        match self.rows.get(guide) {
            Some(row) => row.iter().any(|color| color == Self::ANY || color == tentative),
            None => guide == WHITE || tentative == WHITE || guide == tentative,
        }
    }
}

/// `[generation]`: the general parameters of the paper, and chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// Where chance starts.
    pub seed: i64,
    /// Which generator the seed starts.
    pub rng: RngKind,
    /// How many tentative pieces a guide may refuse, at least 1.
    pub max_fails: i64,
    /// Metres between two joined connectors.
    pub piece_distance: f64,
    /// Whether pieces that overlap the map are refused.
    pub check_overlaps: bool,
    /// Metres: boxes closer than this count as overlapping.
    pub clearance: f64,
}

impl Default for Generation {
    fn default() -> Self {
        Self {
            seed: 42,
            rng: RngKind::default(),
            max_fails: 10,
            piece_distance: 0.0001,
            check_overlaps: true,
            clearance: 0.01,
        }
    }
}

/// `[selection]`: the method that names starting piece and guides, with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The method itself; any `&'static Method` will do, also one of your own.
    pub method: &'static Method,
    /// How many connectors more or fewer than the best a starting piece may have.
    pub starter_con_tol: i64,
    /// The methods' own parameters as far as they were set, by name. Only what is known and within its limits gets in.
    pub(super) given: BTreeMap<&'static str, Value>,
}

impl Default for Selection {
    fn default() -> Self {
        Self { method: &ARENA, starter_con_tol: 0, given: BTreeMap::new() }
    }
}

impl Selection {
    /// The parameters of the chosen method: what was set, or their defaults.
    pub fn params(&self) -> Params<'_> {
        Params::new(self.method, &self.given)
    }
}

/// `[navigation]`: the agent that walks on the map, and how its way is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Navigation {
    /// Metres.
    pub agent_radius: f64,
    /// Metres.
    pub agent_height: f64,
    /// Degrees.
    pub max_slope: f64,
    /// Metres: the tallest step an agent takes.
    pub max_climb: f64,
    /// Metres; a third of the radius if not given.
    pub cell_size: Option<f64>,
    /// Metres; a quarter of the cell size if not given.
    pub cell_height: Option<f64>,
    /// Navigation points: the paper's n.
    pub points: i64,
    /// Where the chance of the points starts; it never touches that of the map.
    pub seed: i64,
    /// Which regions count.
    pub count: Count,
}

/// Which regions of the walkable surface count, for points, areas and metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Count {
    /// Every one, as in the paper.
    #[default]
    All,
    /// Those that a doorway leads to: no wall tops, tables or roofs.
    Doorways,
}

impl Count {
    /// The names used in `kit.toml`, in the order of the variants.
    pub const NAMES: &'static [&'static str] = &["all", "doorways"];

    /// The name used in `kit.toml`.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The variant of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::All, Self::Doorways].into_iter().find(|known| known.name() == name)
    }
}

impl Default for Navigation {
    fn default() -> Self {
        Self {
            agent_radius: 0.5,
            agent_height: 2.0,
            max_slope: 45.0,
            max_climb: 0.4,
            cell_size: None,
            cell_height: None,
            points: 250,
            seed: 1,
            count: Count::All,
        }
    }
}

impl Navigation {
    /// The cell size in force, in metres.
    pub fn cell_size(&self) -> f64 {
        self.cell_size.unwrap_or(self.agent_radius / 3.0)
    }

    /// The cell height in force, in metres.
    pub fn cell_height(&self) -> f64 {
        self.cell_height.unwrap_or(self.cell_size() / 4.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_row_a_color_accepts_itself_and_white_and_white_accepts_all() {
        let matrix = ColorMatrix::default();
        assert!(matrix.accepts("red", "red"));
        assert!(matrix.accepts("red", "white"));
        assert!(matrix.accepts("white", "red"));
        assert!(!matrix.accepts("red", "blue"));
    }

    #[test]
    fn a_row_replaces_that_color_only_and_may_go_one_way() {
        let rows = BTreeMap::from([("red".into(), vec!["blue".into()]), ("white".into(), vec!["*".into()])]);
        let matrix = ColorMatrix { rows };
        assert!(matrix.accepts("red", "blue"));
        assert!(!matrix.accepts("red", "red"));
        assert!(!matrix.accepts("red", "white"));
        assert!(!matrix.accepts("blue", "red"), "the other way was not given");
        assert!(matrix.accepts("white", "anything"));
        assert!(matrix.accepts("green", "white"));
    }

    #[test]
    fn cells_follow_the_agent_unless_given() {
        let mut navigation = Navigation { agent_radius: 0.6, ..Navigation::default() };
        assert!((navigation.cell_size() - 0.2).abs() < 1e-15);
        assert!((navigation.cell_height() - 0.05).abs() < 1e-15);
        navigation.cell_size = Some(0.4);
        assert!((navigation.cell_height() - 0.1).abs() < 1e-15);
    }

    #[test]
    fn the_defaults_are_those_the_manual_promises() {
        let settings = Settings::default();
        assert_eq!(settings.content.pieces, ["*.glb", "*.gltf"]);
        assert!(!settings.content.use_starters && settings.content.starters.is_empty());
        let connection = &settings.connection;
        assert_eq!((connection.matching_rules, connection.pin_tolerance), (MatchingRules::Both, 0));
        let generation = &settings.generation;
        assert_eq!((generation.seed, generation.max_fails, generation.check_overlaps), (42, 10, true));
        assert_eq!((generation.piece_distance, generation.clearance), (0.0001, 0.01));
        assert_eq!(generation.rng, RngKind::ChaCha8);
        assert_eq!((settings.selection.method.name, settings.selection.starter_con_tol), ("arena", 0));
        let agent = &settings.navigation;
        assert_eq!((agent.agent_radius, agent.agent_height), (0.5, 2.0));
        assert_eq!((agent.max_slope, agent.max_climb), (45.0, 0.4));
        assert_eq!((agent.points, agent.seed, agent.count), (250, 1, Count::All));
    }

    #[test]
    fn what_counts_goes_by_name_both_ways() {
        for name in Count::NAMES {
            assert_eq!(Count::from_name(name).map(Count::name), Some(*name));
        }
        assert_eq!(Count::from_name("floors"), None);
    }

    #[test]
    fn rules_go_by_name_both_ways_and_say_what_counts() {
        for name in MatchingRules::NAMES {
            assert_eq!(MatchingRules::from_name(name).map(MatchingRules::name), Some(*name));
        }
        assert_eq!(MatchingRules::from_name("Both"), None);
        let counts = |name: &str| {
            let rules = MatchingRules::from_name(name).unwrap();
            (rules.pins(), rules.colors())
        };
        assert_eq!(counts("none"), (false, false));
        assert_eq!(counts("pins"), (true, false));
        assert_eq!(counts("colors"), (false, true));
        assert_eq!(counts("both"), (true, true));
    }

    #[test]
    fn an_empty_row_accepts_nothing_and_a_star_everything() {
        let rows = BTreeMap::from([("red".into(), vec![]), ("blue".into(), vec!["red".into(), "*".into()])]);
        let matrix = ColorMatrix { rows };
        assert!(!matrix.accepts("red", "red") && !matrix.accepts("red", "white"));
        assert!(matrix.accepts("blue", "red") && matrix.accepts("blue", "green"));
        assert!(!matrix.accepts("green", "*"), "a star is no color of its own");
    }

    #[test]
    fn a_cell_height_that_is_given_does_not_follow() {
        let navigation = Navigation { cell_height: Some(0.3), ..Navigation::default() };
        assert_eq!(navigation.cell_height(), 0.3);
        assert!((navigation.cell_size() - 0.5 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn parameters_of_other_methods_are_kept_and_not_seen() {
        let mut selection = Selection::default();
        selection.set("arm_length", 3).unwrap();
        assert_eq!(selection.params().get("arm_length"), None, "an arena has no arms");
        assert_eq!(selection.params().get("max_pieces"), Some(Value::Integer(13)));
        selection.method = &crate::selection::STAR;
        assert_eq!(selection.params().get("arm_length"), Some(Value::Integer(3)));
        assert_eq!(selection.params().get("arm_length_var"), Some(Value::Integer(2)));
    }
}
