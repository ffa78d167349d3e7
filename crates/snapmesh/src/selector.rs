//! Which pieces a selector names, and the rules that hold for them.

use crate::id::PieceId;
use crate::piece::Piece;
use crate::problem::nearest;
use crate::settings::{PieceRule, Settings, Span};
use crate::valid_kit::ValidKit;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What stands in front of a tag.
const TAG: char = '#';

/// A rule, with the pieces it names.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundRule {
    /// What holds for them.
    pub rule: PieceRule,
    /// The pieces, in the order of their ids.
    pub pieces: Vec<PieceId>,
    /// The file that says so; none if it is the settings.
    pub file: Option<String>,
}

impl BoundRule {
    /// Whether it names a piece.
    pub fn names(&self, piece: PieceId) -> bool {
        self.pieces.binary_search(&piece).is_ok()
    }
}

/// Every rule there is: those of the settings in their order, then those of the files.
pub(crate) fn bind(kit: &ValidKit, settings: &Settings) -> Vec<BoundRule> {
    let given = settings.rules.iter().map(|rule| BoundRule {
        pieces: selected(kit, settings, &rule.selector),
        rule: rule.clone(),
        file: None,
    });
    let hints = kit.ids().filter_map(|id| {
        let piece = kit.piece(id);
        let (weight, max) = (piece.hints.weight, piece.hints.max);
        let count = max.map(|most| Span { least: 0, most: i64::from(most) });
        let rule = PieceRule { weight, count, ..PieceRule::new(&piece.id) };
        let says = weight.is_some() || max.is_some();
        says.then(|| BoundRule { rule, pieces: vec![id], file: Some(piece.source.clone()) })
    });
    given.chain(hints).collect()
}

/// What constraints and rules are made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) kit: &'a ValidKit,
    pub(crate) rules: &'a [BoundRule],
}

impl Terms<'_> {
    /// The rules that say such a thing.
    pub(crate) fn having(&self, says: impl Fn(&PieceRule) -> bool) -> Vec<BoundRule> {
        self.rules.iter().filter(|bound| says(&bound.rule)).cloned().collect()
    }

    /// What the rules say about each piece; none if no rule says such a thing.
    pub(crate) fn per_piece<T: Clone>(&self, of: impl Fn(&BoundRule) -> Option<T>) -> Option<PerPiece<T>> {
        let mut all = vec![Vec::new(); self.kit.library().len()];
        for bound in self.rules {
            if let Some(said) = of(bound) {
                bound.pieces.iter().for_each(|piece| all[piece.index()].push(said.clone()));
            }
        }
        all.iter().any(|said| !said.is_empty()).then_some(PerPiece(all))
    }
}

/// For every piece of a kit, what some rules say about it, in the order of the rules.
#[derive(Clone, Debug)]
pub(crate) struct PerPiece<T>(Vec<Vec<T>>);

impl<T> PerPiece<T> {
    pub(crate) fn of(&self, piece: PieceId) -> &[T] {
        &self.0[piece.index()]
    }
}

/// The pieces that a selector names.
pub fn selected(kit: &ValidKit, settings: &Settings, selector: &str) -> Vec<PieceId> {
    if let Some(tag) = selector.strip_prefix(TAG) {
        let tag = tag.to_lowercase();
        return kit.ids().filter(|&id| tags(kit.piece(id), settings).any(|known| known == tag)).collect();
    }
    // A piece may be called what looks like a pattern.
    if let Some(piece) = kit.named(selector) {
        return vec![piece];
    }
    let Ok(pattern) = glob::Pattern::new(selector) else { return vec![] };
    kit.ids().filter(|&id| pattern.matches(&kit.piece(id).id)).collect()
}

/// The tags of a piece: those of its file, and those that the settings add, in lower case.
pub fn tags<'a>(piece: &'a Piece, settings: &'a Settings) -> impl Iterator<Item = Cow<'a, str>> {
    let notes = settings.pieces.iter().filter(|notes| notes.piece == piece.id);
    let of_file = piece.hints.tags.iter().map(|tag| Cow::Owned(tag.to_lowercase()));
    of_file.chain(notes.flat_map(|notes| &notes.tags).map(|tag| Cow::Borrowed(&**tag)))
}

/// A selector that names nothing: likely misspelled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnusedSelector {
    /// The section it stands in.
    pub section: &'static str,
    /// The selector.
    pub selector: String,
    /// What may have been meant.
    pub nearest: Option<String>,
}

/// The selectors of `[rules]` and the names of `[pieces]` that no piece has.
pub fn unused_selectors(kit: &ValidKit, settings: &Settings) -> Vec<UnusedSelector> {
    let ids = || kit.library().iter().map(|piece| piece.id.clone());
    let tags: BTreeSet<String> = kit
        .library()
        .iter()
        .flat_map(|piece| tags(piece, settings))
        .map(|tag| format!("{TAG}{tag}"))
        .collect();
    let unused = |section, selector: &str, known: Vec<String>| UnusedSelector {
        section,
        selector: selector.into(),
        nearest: nearest(selector, known.iter().map(String::as_str)).map(Into::into),
    };
    let rules = settings.rules.iter().filter(|rule| selected(kit, settings, &rule.selector).is_empty());
    let rules =
        rules.map(|rule| unused("rules", &rule.selector, ids().chain(tags.iter().cloned()).collect()));
    let pieces = settings.pieces.iter().filter(|notes| kit.named(&notes.piece).is_none());
    rules.chain(pieces.map(|notes| unused("pieces", &notes.piece, ids().collect()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::piece::Connector;
    use crate::settings::PieceNotes;
    use glam::DVec3;

    fn kit() -> ValidKit {
        let piece = |id: &str, tags: &[&str]| {
            let mut piece = Piece::new(id, vec![Connector::new(DVec3::X, DVec3::X)], vec![]);
            piece.hints.tags = tags.iter().map(ToString::to_string).collect();
            piece
        };
        let mut hall = piece("Hall", &["Wet"]);
        hall.hints.max = Some(2);
        let pieces = vec![hall, piece("Hall_2", &["dark"]), piece("Cell[1]", &[])];
        Kit::new("kit", pieces).validate().unwrap().0
    }

    fn names(selector: &str) -> Vec<usize> {
        let notes = PieceNotes { tags: vec!["wet".into()], ..PieceNotes::new("Cell[1]") };
        let settings = Settings { pieces: vec![notes], ..Settings::default() };
        selected(&kit(), &settings, selector).iter().map(|piece| piece.index()).collect()
    }

    #[test]
    fn ids_patterns_and_tags_name_pieces() {
        assert_eq!(names("Hall"), [0]);
        assert_eq!(names("Hall*"), [0, 1]);
        assert_eq!(names("?all"), [0]);
        assert_eq!(names("Cell[1]"), [2], "an id comes before a pattern");
        assert_eq!(names("#WET"), [0, 2], "tags of files and of the kit, in any case");
        assert_eq!(names("#dry"), [] as [usize; 0]);
        assert_eq!(names("["), [] as [usize; 0]);
    }

    #[test]
    fn what_a_file_says_is_a_rule_after_those_of_the_settings() {
        let mut settings = Settings::default();
        settings.rules.push(PieceRule { run: Some(1), ..PieceRule::new("Hall*") });
        let rules = bind(&kit(), &settings);
        assert_eq!(rules.len(), 2);
        assert!(rules[0].file.is_none() && rules[0].pieces.len() == 2);
        assert_eq!(rules[1].rule.count, Some(Span { least: 0, most: 2 }));
        assert_eq!((rules[1].file.as_deref(), rules[1].names(PieceId::new(0))), (Some("Hall"), true));
    }

    #[test]
    fn a_selector_that_names_nothing_is_told_with_what_is_nearest() {
        let mut settings = Settings::default();
        settings.rules.extend(["Hal", "#wett", "Hall*", "#zzz"].map(PieceRule::new));
        settings.pieces.push(PieceNotes::new("hall_2"));
        let unused = unused_selectors(&kit(), &settings);
        let told: Vec<_> =
            unused.iter().map(|it| (it.section, &*it.selector, it.nearest.as_deref())).collect();
        assert_eq!(
            told,
            [
                ("rules", "Hal", Some("Hall")),
                ("rules", "#wett", Some("#wet")),
                ("rules", "#zzz", None),
                ("pieces", "hall_2", Some("Hall_2")),
            ]
        );
    }
}
