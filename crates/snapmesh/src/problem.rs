//! What is wrong with a kit, and where: one type for every check and every reader.

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
        write!(f, "{}: {}: {}", self.severity, self.location, self.message)?;
        if let Some(help) = &self.help {
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
        for (i, problem) in self.iter().enumerate() {
            write!(f, "{}{problem}", if i == 0 { "" } else { "\n" })?;
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
