//! What is wrong with a kit, and where: one type for every check and every reader.

use serde::Serialize;
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
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
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Place {
    /// A file, or what the piece was made from.
    pub file: String,
    /// Line and column in a text file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<(usize, usize)>,
    /// The node of a glTF file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some((line, column)) = self.at {
            write!(f, ":{line}:{column}")?;
        }
        if let Some(node) = &self.node {
            write!(f, ": node `{node}`")?;
        }
        Ok(())
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// Where it is.
    pub place: Place,
    /// What it is, with the value that was found.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Problem {
    /// A problem with a whole file.
    pub fn new(severity: Severity, file: impl Into<String>, message: impl Into<String>) -> Self {
        let place = Place { file: file.into(), ..Place::default() };
        Self { severity, place, message: message.into(), help: None }
    }

    /// An error in a whole file.
    pub fn error(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, file, message)
    }

    /// A warning about a whole file.
    pub fn warning(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, file, message)
    }

    /// A note about a whole file.
    pub fn note(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, file, message)
    }

    /// The same at a node of the file.
    #[must_use]
    pub fn at_node(mut self, node: &str) -> Self {
        self.place.node = Some(node.into());
        self
    }

    /// The same at a line and column of the file.
    #[must_use]
    pub fn at(mut self, position: (usize, usize)) -> Self {
        self.place.at = Some(position);
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
        write!(f, "{}: {}: {}", self.severity, self.place, self.message)?;
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

impl From<Problem> for Vec<Problem> {
    /// One problem where many could be: `?` then takes both.
    fn from(problem: Problem) -> Self {
        vec![problem]
    }
}

/// Whether any of them is an error.
pub fn any_error(problems: &[Problem]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}

/// The candidate that is spelled most like `word`, if one is close enough to be meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
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
    }

    #[test]
    fn the_nearest_word_is_found_and_a_far_one_is_not() {
        let keys = ["max_fails", "seed", "piece_distance"];
        assert_eq!(nearest("max_fail", keys), Some("max_fails"));
        assert_eq!(nearest("pieceDistance", keys), Some("piece_distance"));
        assert_eq!(nearest("zzz", keys), None);
    }
}
