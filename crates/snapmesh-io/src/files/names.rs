//! Names without detours, and patterns of names.

use super::error::FileError;
use glob::{MatchOptions, Pattern};

/// In a folder, `*` does not reach into the next; files that begin with a dot are leftovers of systems and editors.
const OPTIONS: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: true };

/// A name without `.` and `..`; none if it climbs out.
pub(super) fn resolved(name: &str) -> Option<String> {
    let mut parts = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// A name as it can be shown: one may have anything in it, a new line too.
pub(crate) fn one_line(name: &str) -> String {
    name.replace(char::is_control, "\u{fffd}")
}

/// A pattern of names: a folder, and what is looked for in it.
pub(super) struct Names {
    /// The part in front that is no pattern, with its last `/`.
    pub(super) folder: String,
    /// How many folders it looks into; all if none.
    pub(super) depth: Option<usize>,
    pattern: Pattern,
    hidden: bool,
}

impl Names {
    pub(super) fn new(pattern: &str) -> Result<Self, FileError> {
        let pattern = pattern.trim_start_matches("./");
        let sign = pattern.find(['*', '?', '[']).unwrap_or(pattern.len());
        let (folder, rest) = pattern.split_at(pattern[..sign].rfind('/').map_or(0, |slash| slash + 1));
        let parts = || rest.split('/');
        Ok(Self {
            folder: folder.into(),
            depth: (!parts().any(|part| part == "**")).then(|| parts().count()),
            hidden: parts().any(|part| part.starts_with('.')),
            pattern: Pattern::new(rest)?,
        })
    }

    /// Whether a name, as it is from the folder on, is meant.
    pub(super) fn fit(&self, name: &str) -> bool {
        self.pattern.matches_with(name, OPTIONS)
    }

    /// Whether to look at what has this name, and, if it is a folder, into it.
    pub(super) fn look_at(&self, name: &str) -> bool {
        self.hidden || !name.starts_with('.')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_detours_and_none_leads_out() {
        assert_eq!(resolved("a/./b//c").as_deref(), Some("a/b/c"));
        assert_eq!(resolved("a/../b").as_deref(), Some("b"));
        assert_eq!(resolved("a/../../b"), None);
        assert_eq!(resolved("/a").as_deref(), Some("a"));
    }

    #[test]
    fn a_pattern_is_taken_apart_into_a_folder_and_what_is_looked_for() {
        let parts = |pattern: &str| {
            let names = Names::new(pattern).unwrap();
            (names.folder.clone(), names.depth)
        };
        assert_eq!(parts("./*.glb"), (String::new(), Some(1)));
        assert_eq!(parts("a/b/x*/c?.glb"), ("a/b/".into(), Some(2)));
        assert_eq!(parts("../**/*.glb"), ("../".into(), None));
        assert_eq!(parts("/*"), ("/".into(), Some(1)));
        assert_eq!(parts("a.glb"), (String::new(), Some(1)));
    }
}
