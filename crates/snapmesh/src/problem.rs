//! What is wrong with a kit, and where: one type for every check and every reader.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::ops::Deref;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Nothing to mend; good to know.
    Note,
    /// It works, though hardly as meant.
    Warning,
    /// The kit cannot be used.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// Where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Location {
    /// A whole file, or what a piece was made from.
    File(String),
    /// A letter of a text file; lines and columns from 1.
    Text {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// A node of a glTF file.
    Node {
        /// The file.
        file: String,
        /// The name of the node.
        node: String,
    },
    /// Something that was asked for, as whoever asked calls it: a command names its options here.
    Request(String),
}

impl Location {
    /// The file, or what was asked for.
    pub fn file(&self) -> &str {
        match self {
            Self::File(file) | Self::Text { file, .. } | Self::Node { file, .. } | Self::Request(file) => {
                file
            }
        }
    }
}

impl From<String> for Location {
    fn from(file: String) -> Self {
        Self::File(file)
    }
}

impl From<&String> for Location {
    fn from(file: &String) -> Self {
        Self::File(file.clone())
    }
}

impl From<&str> for Location {
    fn from(file: &str) -> Self {
        Self::File(file.into())
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(name) | Self::Request(name) => f.write_str(name),
            Self::Text { file, line, column } => write!(f, "{file}:{line}:{column}"),
            Self::Node { file, node } => write!(f, "{file}: node `{node}`"),
        }
    }
}

/// As `file`, `at` and `node`, whichever there are.
#[cfg(feature = "serde")]
impl serde::Serialize for Location {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let mut fields = serializer.serialize_struct("Location", 3)?;
        fields.serialize_field("file", self.file())?;
        match self {
            Self::File(_) | Self::Request(_) => {}
            Self::Text { line, column, .. } => fields.serialize_field("at", &(line, column))?,
            Self::Node { node, .. } => fields.serialize_field("node", node)?,
        }
        fields.end()
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// Where it is.
    #[cfg_attr(feature = "serde", serde(rename = "place"))]
    pub location: Location,
    /// What it is, with the value that was found.
    pub message: String,
    /// What to do about it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub help: Option<String>,
}

impl Problem {
    /// A problem somewhere; a text names a whole file.
    pub fn new(severity: Severity, location: impl Into<Location>, message: impl Into<String>) -> Self {
        Self { severity, location: location.into(), message: message.into(), help: None }
    }

    /// An error.
    pub fn error(location: impl Into<Location>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, location, message)
    }

    /// A warning.
    pub fn warning(location: impl Into<Location>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, location, message)
    }

    /// A note.
    pub fn note(location: impl Into<Location>, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, location, message)
    }

    /// The same at a node of the file.
    #[must_use]
    pub fn at_node(mut self, node: &str) -> Self {
        self.location = Location::Node { file: self.location.file().into(), node: node.into() };
        self
    }

    /// The same at a line and column of the file.
    #[must_use]
    pub fn at(mut self, (line, column): (usize, usize)) -> Self {
        self.location = Location::Text { file: self.location.file().into(), line, column };
        self
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Told { problem: self, places: vec![&self.location] })
    }
}

/// Places that are listed where the same is wrong in many: so many files, and so many nodes of each.
const LISTED: usize = 5;

/// What is wrong in the same way in one place or in many, to be told once.
#[derive(Clone, Debug, PartialEq)]
pub struct Told<'a> {
    /// The first of its kind.
    problem: &'a Problem,
    /// Where it is; each file once, with its places together.
    places: Vec<&'a Location>,
}

/// Gathers problems that differ by nothing but their places. They keep their order, each kind where it was first met.
pub fn told_once<'a>(problems: impl IntoIterator<Item = &'a Problem>) -> Vec<Told<'a>> {
    let mut told: Vec<Told<'a>> = Vec::new();
    let mut known = BTreeMap::new();
    for problem in problems {
        let kind = (problem.severity, &problem.message, &problem.help);
        let at = *known.entry(kind).or_insert(told.len());
        if at == told.len() {
            told.push(Told { problem, places: Vec::new() });
        }
        told[at].places.push(&problem.location);
    }
    told
}

impl Told<'_> {
    /// "A.glb: nodes `a`, `b`; B.glb: node `c`; and 3 more files"
    fn shown_places(&self) -> String {
        let mut files: Vec<(&str, Vec<&Location>)> = Vec::new();
        let mut known = BTreeMap::new();
        for place in &self.places {
            let at = *known.entry(place.file()).or_insert(files.len());
            if at == files.len() {
                files.push((place.file(), Vec::new()));
            }
            files[at].1.push(place);
        }
        let shown: Vec<String> = files.iter().map(|(file, places)| shown_in(file, places)).collect();
        let plain = self.places.iter().all(|place| matches!(place, Location::File(_) | Location::Request(_)));
        match shown.len().checked_sub(LISTED) {
            None | Some(0) => shown.join(if plain { ", " } else { "; " }),
            Some(more) if plain => format!("{} and {more} more", shown[..LISTED].join(", ")),
            Some(more) => format!("{}; and {more} more files", shown[..LISTED].join("; ")),
        }
    }
}

/// The places in one file.
fn shown_in(file: &str, places: &[&Location]) -> String {
    let name = |place: &&Location| match place {
        Location::Node { node, .. } => Some(format!("`{node}`")),
        Location::Text { line, column, .. } => Some(format!("{line}:{column}")),
        Location::File(_) | Location::Request(_) => None,
    };
    let names: Vec<String> = places.iter().filter_map(name).collect();
    if names.len() < 2 {
        return places[0].to_string();
    }
    let what = if matches!(places[0], Location::Node { .. }) { "nodes" } else { "at" };
    let more = names.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{file}: {what} {}{more}", names[..names.len().min(LISTED)].join(", "))
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.problem.severity, self.shown_places(), self.problem.message)?;
        if let Some(help) = &self.problem.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

/// All that is wrong at once: nobody likes to mend one mistake only to be told of the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// Nothing is wrong.
    pub const NONE: Self = Self(Vec::new());

    /// Adds one.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Whether any of them is an error.
    pub fn any_error(&self) -> bool {
        self.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// Nothing, if there is nothing; else all of it as an error.
    pub fn into_result(self) -> Result<(), Self> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }

    /// The same with each of them changed.
    #[must_use]
    pub fn map(self, change: impl FnMut(Problem) -> Problem) -> Self {
        self.into_iter().map(change).collect()
    }
}

impl Deref for Problems {
    type Target = [Problem];

    fn deref(&self) -> &[Problem] {
        &self.0
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl FromIterator<Problem> for Problems {
    fn from_iter<I: IntoIterator<Item = Problem>>(problems: I) -> Self {
        Self(problems.into_iter().collect())
    }
}

impl Extend<Problem> for Problems {
    fn extend<I: IntoIterator<Item = Problem>>(&mut self, problems: I) {
        self.0.extend(problems);
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Problem;
    type IntoIter = std::slice::Iter<'a, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, told) in told_once(self).iter().enumerate() {
            write!(f, "{}{told}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl Error for Problems {}

/// Nobody looks for what is like a longer word.
const LONGEST_WORD: usize = 256;

/// The candidate that is spelled most like `word`, if one is close enough to be meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A word that long is no slip of the finger, and comparing it takes as long as it looks.
    if word.len() > LONGEST_WORD {
        return None;
    }
    let word = word.to_lowercase();
    // Alike in how they begin, or in all but a slip of the finger.
    let score = |candidate: &str| {
        let candidate = candidate.to_lowercase();
        let slips = strsim::osa_distance(&word, &candidate);
        let alike = strsim::jaro_winkler(&word, &candidate);
        (slips <= 1 + word.len() / 6 || alike > 0.8).then_some(alike - slips as f64)
    };
    let close = candidates.into_iter().filter_map(|candidate| Some((score(candidate)?, candidate)));
    close.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_problem_names_place_value_and_advice() {
        let problem = Problem::error("Hall.glb", "pins must be at least 1, found 0")
            .at_node("door_2")
            .help("set the custom property `pins` to 1 or more");
        assert_eq!(
            problem.to_string(),
            "error: Hall.glb: node `door_2`: pins must be at least 1, found 0\n  \
             help: set the custom property `pins` to 1 or more"
        );
        let problem = Problem::warning("kit.toml", "odd").at((3, 7));
        assert_eq!(problem.to_string(), "warning: kit.toml:3:7: odd");
        let problem = Problem::error(Location::Request("--seed".into()), "odd");
        assert_eq!(problem.to_string(), "error: --seed: odd");
    }

    #[test]
    fn problems_are_one_error_with_all_of_them_in_it() {
        let mut problems = Problems::NONE;
        assert_eq!(problems.clone().into_result(), Ok(()));
        problems.push(Problem::note("A.glb", "one"));
        assert!(!problems.any_error());
        problems.extend([Problem::error("B.glb", "two").help("mend it")]);
        assert!(problems.any_error());
        let error: Box<dyn Error> = Box::new(problems);
        assert_eq!(error.to_string(), "note: A.glb: one\nerror: B.glb: two\n  help: mend it");
    }

    fn told(problems: &[Problem]) -> Vec<String> {
        told_once(problems).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_differs_by_its_place_alone_is_told_once_in_the_order_it_was_met() {
        let odd = |file: &str| Problem::note(file, "odd").help("mend it");
        let problems =
            [odd("A.glb"), Problem::note("A.glb", "even"), odd("B.glb"), Problem::warning("C.glb", "odd")];
        assert_eq!(
            told(&problems),
            ["note: A.glb, B.glb: odd\n  help: mend it", "note: A.glb: even", "warning: C.glb: odd"]
        );
        let all: Problems = problems.into_iter().collect();
        assert_eq!(all.to_string().lines().count(), 4, "{all}");
        let many: Vec<Problem> = (0..12).map(|i| odd(&format!("{i}.glb"))).collect();
        assert!(told(&many)[0].starts_with("note: 0.glb, 1.glb, 2.glb, 3.glb, 4.glb and 7 more: odd"));
    }

    #[test]
    fn nodes_and_lines_are_listed_with_their_file() {
        let at = |file: &str, node: &str| Problem::note(file, "odd").at_node(node);
        let two = [at("A.glb", "a"), at("B.glb", "c"), at("A.glb", "b")];
        assert_eq!(told(&two), ["note: A.glb: nodes `a`, `b`; B.glb: node `c`: odd"]);
        let many: Vec<Problem> = ["a", "b", "c", "d", "e", "f", "g"].map(|node| at("A.glb", node)).into();
        assert_eq!(told(&many), ["note: A.glb: nodes `a`, `b`, `c`, `d`, `e` and 2 more: odd"]);
        let files: Vec<Problem> = (0..7).map(|i| at(&format!("{i}"), "n")).collect();
        assert!(told(&files)[0].ends_with("4: node `n`; and 2 more files: odd"), "{:?}", told(&files));
        let lines = [(1, 2), (3, 4)].map(|place| Problem::note("kit.toml", "odd").at(place));
        assert_eq!(told(&lines), ["note: kit.toml: at 1:2, 3:4: odd"]);
    }

    #[test]
    fn the_nearest_word_is_found_and_a_far_one_is_not() {
        let keys = ["max_fails", "seed", "piece_distance"];
        assert_eq!(nearest("max_fail", keys), Some("max_fails"));
        assert_eq!(nearest("pieceDistance", keys), Some("piece_distance"));
        assert_eq!(nearest("zzz", keys), None);
    }

    #[test]
    fn a_problem_is_written_with_its_place_as_far_as_that_is_known() {
        let written = |problem: &Problem| serde_json::to_value(problem).unwrap();
        assert_eq!(
            written(&Problem::note("A.glb", "odd")),
            json!({ "severity": "note", "place": { "file": "A.glb" }, "message": "odd" })
        );
        assert_eq!(
            written(&Problem::warning("kit.toml", "odd").at((3, 7)).help("mend it")),
            json!({
                "severity": "warning", "place": { "file": "kit.toml", "at": [3, 7] },
                "message": "odd", "help": "mend it",
            })
        );
        assert_eq!(
            written(&Problem::error("A.glb", "odd").at_node("door")),
            json!({ "severity": "error", "place": { "file": "A.glb", "node": "door" }, "message": "odd" })
        );
        let request = Problem::error(Location::Request("--seed".into()), "odd");
        assert_eq!(written(&request)["place"], json!({ "file": "--seed" }));
        let all: Problems = [Problem::note("A", "x"), request].into_iter().collect();
        assert_eq!(serde_json::to_value(&all).unwrap().as_array().unwrap().len(), 2);
    }

    #[test]
    fn problems_keep_their_order_and_can_be_changed_one_by_one() {
        let problems: Problems = ["a", "b"].map(|file| Problem::note(file, "odd")).into_iter().collect();
        let changed = problems.clone().map(|problem| problem.at((1, 1)));
        let places: Vec<_> = (&changed).into_iter().map(|problem| problem.location.to_string()).collect();
        assert_eq!(places, ["a:1:1", "b:1:1"]);
        assert_eq!(problems.clone().into_result(), Err(problems));
        assert_eq!(Problems::from(Problem::note("a", "odd")).len(), 1);
    }

    #[test]
    fn what_is_worse_is_more() {
        assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
        let words = [Severity::Note, Severity::Warning, Severity::Error].map(|s| s.to_string());
        assert_eq!(words, ["note", "warning", "error"]);
    }

    #[test]
    fn of_two_close_words_the_closer_is_meant_whatever_the_case() {
        assert_eq!(nearest("hal", ["hall", "halt_01", "wall"]), Some("hall"));
        assert_eq!(nearest("HALL", ["wall", "Hall"]), Some("Hall"));
        assert_eq!(nearest("sede", ["seed"]), Some("seed"), "two letters that changed places are one slip");
        assert_eq!(nearest("x", [] as [&str; 0]), None);
    }
}
