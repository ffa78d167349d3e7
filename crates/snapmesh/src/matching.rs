//! Which connectors may meet: the matching rules of the paper, and the rule that pieces stay upright.

use crate::id::KindId;
use crate::pose::FACING_TOLERANCE;
use crate::settings::Connection;
use crate::valid_kit::{ConnectorKind, ValidKit};
use std::fmt;

/// Why two connectors may not meet.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "rule", rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Mismatch {
    /// Their pins differ by more than the tolerance.
    Pins {
        /// Pins of the guide's connector.
        guide: u32,
        /// Pins of the tentative connector.
        tentative: u32,
        /// The difference that would be accepted.
        tolerance: i64,
    },
    /// The guide's color does not accept the tentative one. It may be otherwise the other way round.
    Color {
        /// Color of the guide's connector.
        guide: String,
        /// Color of the tentative connector.
        tentative: String,
    },
    /// No turn about the vertical axis makes them face each other.
    Facing {
        /// How steeply the guide's heading rises: its vertical part, from -1 to 1.
        guide: f64,
        /// The same of the tentative heading.
        tentative: f64,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pins { guide, tentative, tolerance } => {
                write!(f, "pins differ, {guide} on the guide and {tentative} on the piece")?;
                if *tolerance == 0 { Ok(()) } else { write!(f, ", with a tolerance of {tolerance}") }
            }
            Self::Color { guide, tentative } => write!(f, "{guide} on the guide does not accept {tentative}"),
            Self::Facing { .. } => f.write_str("they cannot face each other without tilting a piece"),
        }
    }
}

/// Says why two kinds of connectors may not meet, or nothing if they may.
pub fn mismatch(
    connection: &Connection,
    guide: &ConnectorKind,
    tentative: &ConnectorKind,
) -> Option<Mismatch> {
    let rules = connection.matching_rules;
    let difference = i64::from(guide.pins) - i64::from(tentative.pins);
    if rules.pins() && difference.abs() > connection.pin_tolerance {
        let tolerance = connection.pin_tolerance;
        return Some(Mismatch::Pins { guide: guide.pins, tentative: tentative.pins, tolerance });
    }
    if rules.colors() && !connection.color_matrix.accepts(&guide.color, &tentative.color) {
        let (guide, tentative) = (guide.color.clone(), tentative.color.clone());
        return Some(Mismatch::Color { guide, tentative });
    }
    if (guide.rise + tentative.rise).abs() > FACING_TOLERANCE {
        return Some(Mismatch::Facing { guide: guide.rise, tentative: tentative.rise });
    }
    None
}

/// The answers for all pairs of kinds in a kit, worked out once.
#[derive(Clone, Debug, PartialEq)]
pub struct Matching {
    kinds: usize,
    /// One bit for each pair, guide's kind in the rows.
    bits: Vec<u64>,
}

impl Matching {
    /// Asks every pair of kinds.
    pub fn new(kit: &ValidKit, connection: &Connection) -> Self {
        let kinds = kit.kinds();
        let mut bits = vec![0; (kinds.len() * kinds.len()).div_ceil(64)];
        for (g, guide) in kinds.iter().enumerate() {
            for (t, tentative) in kinds.iter().enumerate() {
                let bit = g * kinds.len() + t;
                if mismatch(connection, guide, tentative).is_none() {
                    bits[bit / 64] |= 1 << (bit % 64);
                }
            }
        }
        Self { kinds: kinds.len(), bits }
    }

    /// Whether a guide's connector of one kind may meet a tentative connector of another.
    pub fn allow(&self, guide: KindId, tentative: KindId) -> bool {
        let bit = guide.index() * self.kinds + tentative.index();
        self.bits[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Whether two may meet in one order or the other.
    pub fn allow_either(&self, a: KindId, b: KindId) -> bool {
        self.allow(a, b) || self.allow(b, a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::settings::MatchingRules;
    use glam::DVec3;

    fn kind(pins: u32, color: &str, rise: f64) -> ConnectorKind {
        ConnectorKind { pins, color: color.into(), rise }
    }

    fn meets(rules: MatchingRules, tolerance: i64, guide: &ConnectorKind, tentative: &ConnectorKind) -> bool {
        let connection =
            Connection { matching_rules: rules, pin_tolerance: tolerance, ..Connection::default() };
        mismatch(&connection, guide, tentative).is_none()
    }

    #[test]
    fn each_rule_counts_only_when_chosen() {
        let (a, b) = (kind(1, "red", 0.0), kind(3, "blue", 0.0));
        assert!(meets(MatchingRules::None, 0, &a, &b));
        assert!(!meets(MatchingRules::Pins, 1, &a, &b));
        assert!(meets(MatchingRules::Pins, 2, &a, &b));
        assert!(!meets(MatchingRules::Colors, 9, &a, &b));
        assert!(!meets(MatchingRules::Both, 2, &a, &b));
        assert!(meets(MatchingRules::Both, 2, &a, &kind(3, "white", 0.0)));
    }

    #[test]
    fn up_meets_down_and_nothing_tilts() {
        let (up, down, level) = (kind(1, "white", 1.0), kind(1, "white", -1.0), kind(1, "white", 0.0));
        assert!(meets(MatchingRules::None, 0, &up, &down));
        assert!(!meets(MatchingRules::None, 0, &up, &up));
        assert!(!meets(MatchingRules::None, 0, &up, &level));
        assert!(meets(MatchingRules::None, 0, &kind(1, "white", 0.5), &kind(1, "white", -0.5)));
    }

    #[test]
    fn the_reason_says_which_pins_and_which_way_the_color_goes() {
        let connection = Connection::default();
        let say = |guide: &ConnectorKind, tentative: &ConnectorKind| {
            mismatch(&connection, guide, tentative).unwrap().to_string()
        };
        assert_eq!(
            say(&kind(4, "red", 0.0), &kind(1, "red", 0.0)),
            "pins differ, 4 on the guide and 1 on the piece"
        );
        assert_eq!(say(&kind(1, "red", 0.0), &kind(1, "blue", 0.0)), "red on the guide does not accept blue");
    }

    #[test]
    fn all_pairs_of_many_kinds_are_answered_as_asked_one_by_one() {
        // Twelve kinds make more pairs than a word has bits.
        let door = |i: u32| {
            let color = ["red", "blue", "white"][i as usize % 3];
            Connector::new(DVec3::Z * f64::from(i), DVec3::X).with(1 + i / 3, color)
        };
        let piece = Piece::new("A", (0..12).map(door).collect(), vec![]);
        let kit = Kit::new("kit", vec![piece]).validate().unwrap().0;
        let mut connection = Connection { pin_tolerance: 1, ..Connection::default() };
        connection.color_matrix.rows.insert("red".into(), vec!["blue".into()]);
        let matching = Matching::new(&kit, &connection);
        let kinds = kit.kinds();
        assert_eq!(kinds.len(), 12);
        let mut allowed = 0;
        for (g, guide) in kinds.iter().enumerate() {
            for (t, tentative) in kinds.iter().enumerate() {
                let asked = mismatch(&connection, guide, tentative).is_none();
                assert_eq!(matching.allow(KindId::new(g), KindId::new(t)), asked, "{guide:?} {tentative:?}");
                allowed += usize::from(asked);
            }
        }
        // Ten pairs of pins within the tolerance; six pairs of colors: red to blue, blue to two, white to three.
        assert_eq!(allowed, 10 * 6);
    }

    #[test]
    fn headings_may_miss_each_other_by_the_tolerance_and_no_more() {
        let level = kind(1, "white", 0.0);
        assert!(meets(MatchingRules::None, 0, &level, &kind(1, "white", 0.9e-3)));
        assert!(!meets(MatchingRules::None, 0, &level, &kind(1, "white", 1.1e-3)));
        assert!(!meets(MatchingRules::None, 0, &level, &kind(1, "white", -1.1e-3)));
    }

    #[test]
    fn a_tolerance_is_told_only_where_there_is_one_and_pins_come_before_colors() {
        let connection = Connection { pin_tolerance: 2, ..Connection::default() };
        let told = mismatch(&connection, &kind(5, "red", 1.0), &kind(1, "blue", 1.0)).unwrap();
        assert_eq!(told.to_string(), "pins differ, 5 on the guide and 1 on the piece, with a tolerance of 2");
        let told = mismatch(&connection, &kind(3, "red", 1.0), &kind(1, "blue", 1.0)).unwrap();
        assert_eq!(told.to_string(), "red on the guide does not accept blue");
        let told = mismatch(&connection, &kind(3, "red", 1.0), &kind(1, "red", 1.0)).unwrap();
        assert_eq!(told, Mismatch::Facing { guide: 1.0, tentative: 1.0 });
    }
}
