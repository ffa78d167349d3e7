//! `[ends]`, bound to a kit: what closes connectors of each kind, and what stands where they are joined.

use crate::draw::{Choice, choices};
use crate::id::{ConnectorId, KindId, PieceId};
use crate::matching::Matching;
use crate::piece::id_of_file;
use crate::selector::Terms;
use crate::settings::{EndRule, Free, Growth, Settings, most_specific};
use crate::valid_kit::{ConnectorKind, ValidKit};
use std::fmt;
use thiserror::Error;

/// The connector of a cap or a door: it has one.
pub(crate) const ONLY: ConnectorId = ConnectorId::new(0);

/// What becomes of connectors, by their kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ends {
    by_kind: Vec<KindEnds>,
    has: Has,
}

/// What becomes of connectors of a kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KindEnds {
    /// The pieces that may close one that stays free.
    pub caps: Vec<Choice>,
    /// The pieces that may stand where one is joined.
    pub doors: Vec<Choice>,
    /// The section of `[ends]` that says that none may stay free, by its place.
    pub never: Option<usize>,
    /// The caps again, those that need least room first.
    smallest: Vec<PieceId>,
}

/// What there is at all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Has {
    caps: bool,
    doors: bool,
    never: bool,
}

/// What is wrong with a section of `[ends]`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct EndError {
    /// The section, by the kinds that it names.
    pub kinds: String,
    /// The key of it.
    pub key: &'static str,
    /// The item of that key's list; none if it is not about one.
    pub item: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: &'static str,
}

/// Every [`EndError`] of some settings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct EndErrors(pub Vec<EndError>);

impl fmt::Display for EndErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&all.join("\n"))
    }
}

/// The lists of a section: what the key is called, what a piece of it is called, what is given.
type EndList = (&'static str, &'static str, fn(&EndRule) -> Option<&Vec<String>>);
const LISTS: [EndList; 2] =
    [("cap", "a cap", |rule| rule.cap.as_ref()), ("door", "a door", |rule| rule.door.as_ref())];

impl Ends {
    /// Finds the pieces that `[ends]` names, and says all that is wrong with it.
    pub(crate) fn new(terms: &Terms<'_>, matching: &Matching) -> Result<Self, EndErrors> {
        if terms.settings.ends.is_empty() {
            return Ok(Self::default());
        }
        let on_map = kinds_on_map(terms.kit);
        let mut errors = wrong_items(terms, matching, &on_map);
        let kinds = terms.kit.kinds().iter().enumerate();
        let by_kind: Vec<KindEnds> =
            kinds.map(|(kind, it)| kind_ends(terms, matching, KindId::new(kind), it)).collect();
        if errors.is_empty() {
            errors.extend(unclosed(terms, &by_kind, &on_map));
        }
        let any = |says: fn(&KindEnds) -> bool| on_map.iter().any(|kind| says(&by_kind[kind.index()]));
        let has = Has {
            caps: any(|ends| !ends.caps.is_empty()),
            doors: any(|ends| !ends.doors.is_empty()),
            never: any(|ends| ends.never.is_some()),
        };
        if errors.is_empty() { Ok(Self { by_kind, has }) } else { Err(EndErrors(errors)) }
    }

    /// Whether connectors of a kind are closed on every map, whatever the seed: none may stay free, or there is a cap that
    /// nothing can be in the way of.
    pub fn always_close(&self, kit: &ValidKit, settings: &Settings, kind: KindId) -> bool {
        let Some(ends) = self.of(kind) else { return false };
        let Growth { inside, outside, .. } = &settings.growth;
        let tests = settings.generation.check_overlaps || inside.is_some() || !outside.is_empty();
        let always_fits = |cap: &Choice| !tests || kit.piece(cap.piece).boxes.is_empty();
        ends.never.is_some() || ends.caps.iter().any(always_fits)
    }

    /// What becomes of connectors of a kind; nothing if `[ends]` does not say.
    pub fn of(&self, kind: KindId) -> Option<&KindEnds> {
        self.by_kind.get(kind.index())
    }

    /// Whether connectors of some kind can be closed.
    pub fn has_caps(&self) -> bool {
        self.has.caps
    }

    /// Whether something stands where connectors of some kind are joined.
    pub fn has_doors(&self) -> bool {
        self.has.doors
    }

    /// Whether connectors of some kind may not stay free.
    pub fn has_never(&self) -> bool {
        self.has.never
    }
}

impl KindEnds {
    /// The caps, those that need least room first.
    pub(crate) fn smallest(&self) -> &[PieceId] {
        &self.smallest
    }
}

/// The pieces that a name of `[ends]` means: a file, an id, or a pattern of ids.
pub fn end_pieces(kit: &ValidKit, name: &str) -> Vec<PieceId> {
    if let Some(piece) = kit.named(name).or_else(|| kit.named(id_of_file(name))) {
        return vec![piece];
    }
    let Ok(pattern) = glob::Pattern::new(id_of_file(name)) else { return vec![] };
    kit.ids().filter(|&id| pattern.matches(&kit.piece(id).id)).collect()
}

/// The kinds of connectors that maps can have, caps aside.
pub fn kinds_on_map(kit: &ValidKit) -> Vec<KindId> {
    let pieces = kit.pieces().iter().chain(kit.starters());
    let mut kinds: Vec<KindId> = pieces.flat_map(|&piece| kit.kinds_of(piece)).copied().collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn kind_ends(terms: &Terms<'_>, matching: &Matching, kind: KindId, it: &ConnectorKind) -> KindEnds {
    let Terms { settings, kit, rules } = terms;
    let meets = |piece: &PieceId| kit.kinds_of(*piece).iter().any(|&theirs| matching.allow(kind, theirs));
    let pieces = |get: fn(&EndRule) -> Option<&Vec<String>>| {
        let names = most_specific(&settings.ends, (it.pins, &it.color), get).map(|(_, names)| names);
        let named = names.into_iter().flatten().flat_map(|name| end_pieces(kit, name));
        choices(&named.filter(meets).collect::<Vec<_>>(), rules)
    };
    let [caps, doors] = LISTS.map(|(_, _, get)| pieces(get));
    let free = most_specific(&settings.ends, (it.pins, &it.color), |rule| rule.free);
    let mut smallest: Vec<PieceId> = caps.iter().map(|choice| choice.piece).collect();
    let room = |piece: &PieceId| -> f64 {
        kit.piece(*piece).boxes.iter().map(|shape| 8.0 * shape.half.element_product()).sum()
    };
    smallest.sort_by(|a, b| room(a).total_cmp(&room(b)));
    let never = free.filter(|(_, free)| *free == Free::Never).map(|(place, _)| place);
    KindEnds { caps, doors, never, smallest }
}

/// Names that mean nothing, and pieces that cannot be what they are named as.
fn wrong_items(terms: &Terms<'_>, matching: &Matching, on_map: &[KindId]) -> Vec<EndError> {
    let mut errors = Vec::new();
    for (rule, (key, what, _), item) in items(&terms.settings.ends) {
        let error = |message: String, help| {
            let kinds = rule.kinds.to_string();
            EndError { kinds, key, item: Some(item.clone()), message, help }
        };
        let pieces = end_pieces(terms.kit, item);
        if pieces.is_empty() {
            let message = format!("[ends] names \"{item}\" as {what}, and the kit has no such piece");
            errors.push(error(message, "name a file of the kit"));
        }
        // A section about connectors that the kit does not have is odd, and no fault of its pieces.
        let on_map = if about(terms.kit, on_map, rule).is_empty() { &[] } else { on_map };
        for piece in pieces {
            let wrong = wrong_piece(terms.kit, matching, on_map, piece, what);
            let source = &terms.kit.piece(piece).source;
            errors.extend(wrong.map(|(message, help)| error(format!("{source}: {message}"), help)));
        }
    }
    errors
}

/// The kinds that a section is about.
fn about(kit: &ValidKit, kinds: &[KindId], rule: &EndRule) -> Vec<KindId> {
    let is_about = |kind: &&KindId| {
        let ConnectorKind { pins, color, .. } = &kit.kinds()[kind.index()];
        rule.kinds.contain(*pins, color)
    };
    kinds.iter().filter(is_about).copied().collect()
}

/// Every name in `[ends]`, with its section and list.
fn items(rules: &[EndRule]) -> impl Iterator<Item = (&EndRule, EndList, &String)> {
    let lists = rules.iter().flat_map(|rule| LISTS.into_iter().map(move |list| (rule, list)));
    lists.flat_map(|(rule, list)| list.2(rule).into_iter().flatten().map(move |item| (rule, list, item)))
}

/// Why a piece cannot be a cap or a door of any connector.
fn wrong_piece(
    kit: &ValidKit,
    matching: &Matching,
    on_map: &[KindId],
    piece: PieceId,
    what: &str,
) -> Option<(String, &'static str)> {
    let [ours] = kit.kinds_of(piece) else {
        let count = kit.kinds_of(piece).len();
        let message = format!("has {count} connectors, and {what} has one");
        return Some((message, "take the others out, or list it in `kit.pieces` instead"));
    };
    if on_map.is_empty() || on_map.iter().any(|&kind| matching.allow(kind, *ours)) {
        return None;
    }
    let ConnectorKind { pins, color, .. } = &kit.kinds()[ours.index()];
    let message =
        format!("it can meet nothing as {what}: no connector of the kit accepts its own ({pins} {color})");
    Some((
        message,
        "give its connector the pins and color of what it should meet, or loosen the rules of connection",
    ))
}

/// Kinds that may never stay free, and have no cap.
fn unclosed(terms: &Terms<'_>, by_kind: &[KindEnds], on_map: &[KindId]) -> Vec<EndError> {
    let mut errors: Vec<EndError> = Vec::new();
    let Terms { settings, kit, .. } = terms;
    for kind in on_map {
        let ConnectorKind { pins, color, .. } = &kit.kinds()[kind.index()];
        let named = most_specific(&settings.ends, (*pins, color), |rule| rule.cap.as_ref());
        let has_cap = named.is_some_and(|(_, names)| !names.is_empty());
        let Some(place) = by_kind[kind.index()].never.filter(|_| !has_cap) else { continue };
        let error = EndError {
            kinds: settings.ends[place].kinds.to_string(),
            key: "free",
            item: None,
            message: format!("connectors of {pins} {color} may never stay free, and no cap can close them"),
            help: "name a cap for them in [ends], or allow them to stay free: free = \"may\"",
        };
        if !errors.contains(&error) {
            errors.push(error);
        }
    }
    errors
}

/// What is odd about `[ends]`, short of an error: sections about no connector, pieces that are of no use where they are
/// named, and connectors that may not stay free though no cap can meet them.
pub(crate) fn odd_ends(terms: &Terms<'_>, matching: &Matching, ends: &Ends) -> Vec<EndError> {
    let (kit, on_map) = (terms.kit, kinds_on_map(terms.kit));
    let about = |rule: &EndRule| about(kit, &on_map, rule);
    let odd = |rule: &EndRule, key, item: Option<&String>, message: String, help| EndError {
        kinds: rule.kinds.to_string(),
        key,
        item: item.cloned(),
        message,
        help,
    };
    let mut all = Vec::new();
    for rule in terms.settings.ends.iter().filter(|rule| about(rule).is_empty()) {
        let message = format!("[ends] names \"{}\", and no connector is of that kind", rule.kinds);
        all.push(odd(rule, "", None, message, "a kind is the pins and the color of connectors of the kit"));
    }
    for (rule, (key, what, _), item) in items(&terms.settings.ends) {
        let kinds = about(rule);
        let is_met = |piece: &PieceId| {
            let mut ours = kit.kinds_of(*piece).iter();
            ours.any(|&ours| kinds.iter().any(|&kind| matching.allow(kind, ours)))
        };
        if !kinds.is_empty() && !end_pieces(kit, item).iter().any(is_met) {
            let message = format!(
                "\"{item}\" is of no use as {what} here: no connector of \"{}\" accepts it",
                rule.kinds
            );
            all.push(odd(
                rule,
                key,
                Some(item),
                message,
                "name it where its connector fits, or change its pins or color",
            ));
        }
    }
    for kind in on_map.iter().filter(|kind| ends.of(**kind).is_some_and(|it| it.caps.is_empty())) {
        let Some(place) = ends.of(*kind).and_then(|ends| ends.never) else { continue };
        let ConnectorKind { pins, color, .. } = &kit.kinds()[kind.index()];
        let message = format!(
            "connectors of {pins} {color} may never stay free, and none of their caps can meet them: pieces that have one are placed only where it is joined"
        );
        let error = odd(&terms.settings.ends[place], "free", None, message, "name a cap that fits");
        if !all.contains(&error) {
            all.push(error);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::OrientedBox;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::selector::bind;
    use crate::settings::Kinds;
    use glam::DVec3;

    fn piece(id: &str, doors: &[(u32, &str)], half: f64) -> Piece {
        let sides = [DVec3::X, DVec3::NEG_X, DVec3::Z];
        let doors = doors.iter().zip(sides);
        let doors = doors.map(|((pins, color), side)| Connector::new(side, side).with(*pins, color));
        let shape = OrientedBox::aligned(DVec3::splat(-half), DVec3::splat(half));
        Piece::new(id, doors.collect(), vec![shape])
    }

    fn kit() -> ValidKit {
        let mut kit = Kit::new(
            "kit",
            vec![
                piece("Hall", &[(2, "white"), (2, "red"), (1, "white")], 1.0),
                piece("Large", &[(2, "white")], 0.4),
                piece("Small", &[(2, "white")], 0.1),
                piece("Plug", &[(1, "white")], 0.1),
                piece("Two", &[(2, "white"), (2, "white")], 0.1),
                piece("Odd", &[(7, "white")], 0.1),
            ],
        );
        kit.pieces.truncate(1);
        kit.validate().unwrap().0
    }

    fn end(kinds: &str, cap: &[&str], free: Option<Free>) -> EndRule {
        let cap = (!cap.is_empty()).then(|| cap.iter().map(ToString::to_string).collect());
        EndRule { cap, free, ..EndRule::new(Kinds::parse(kinds).unwrap()) }
    }

    fn ends(rules: Vec<EndRule>) -> Result<Ends, EndErrors> {
        let settings = Settings { ends: rules, ..Settings::default() };
        let kit = kit();
        let rules = bind(&kit, &settings);
        let matching = Matching::new(&kit, &settings.connection);
        Ends::new(&Terms { settings: &settings, kit: &kit, rules: &rules }, &matching)
    }

    fn messages(rules: Vec<EndRule>) -> Vec<String> {
        ends(rules).unwrap_err().0.into_iter().map(|error| error.message).collect()
    }

    #[test]
    fn each_key_comes_from_the_most_specific_section_that_gives_it() {
        let rules = vec![
            end("* *", &["Plug"], Some(Free::Never)),
            end("2 *", &["Large.glb", "Small"], None),
            end("2 red", &[], Some(Free::May)),
        ];
        let ends = ends(rules).unwrap();
        let told: Vec<_> = kit()
            .kinds_of(PieceId::new(0))
            .iter()
            .map(|&kind| (ends.of(kind).unwrap().smallest().to_vec(), ends.of(kind).unwrap().never))
            .collect();
        let caps = [2, 1].map(PieceId::new).to_vec();
        assert_eq!(told, [(caps.clone(), Some(0)), (caps, None), (vec![PieceId::new(3)], Some(0))]);
    }

    #[test]
    fn what_cannot_be_a_cap_is_told_with_its_file() {
        let told = messages(vec![end("2 white", &["Two.glb", "Nothing.glb", "Odd.glb"], None)]);
        assert_eq!(told.len(), 3);
        assert!(told[0].contains("Two") && told[0].contains("has 2 connectors"), "{}", told[0]);
        assert!(told[1].contains("\"Nothing.glb\"") && told[1].contains("no such piece"), "{}", told[1]);
        assert!(told[2].contains("can meet nothing") && told[2].contains("7 white"), "{}", told[2]);
    }

    #[test]
    fn never_needs_a_cap_for_every_kind_it_is_about() {
        let told = messages(vec![end("2 *", &["Small"], None), end("* *", &[], Some(Free::Never))]);
        assert_eq!(told, ["connectors of 1 white may never stay free, and no cap can close them"]);
    }

    #[test]
    fn what_is_of_no_use_is_odd_and_no_error() {
        let rules = vec![
            end("2 *", &["Small", "Plug"], Some(Free::Never)),
            end("1 *", &["Large"], Some(Free::Never)),
            end("9 *", &[], None),
        ];
        let settings = Settings { ends: rules, ..Settings::default() };
        let kit = kit();
        let bound = bind(&kit, &settings);
        let matching = Matching::new(&kit, &settings.connection);
        let terms = Terms { settings: &settings, kit: &kit, rules: &bound };
        let ends = Ends::new(&terms, &matching).unwrap();
        let told: Vec<_> =
            odd_ends(&terms, &matching, &ends).into_iter().map(|odd| (odd.kinds, odd.key)).collect();
        let expected = [("9 *", ""), ("2 *", "cap"), ("1 *", "cap"), ("1 *", "free")];
        assert_eq!(told, expected.map(|(kinds, key)| (kinds.to_string(), key)));
    }

    #[test]
    fn a_section_about_kinds_that_are_not_there_is_no_error() {
        let ends = ends(vec![end("9 blue", &["Small", "Odd"], Some(Free::Never))]).unwrap();
        assert!(!ends.has_caps() && !ends.has_never() && !ends.has_doors());
    }
}
