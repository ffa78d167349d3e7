//! How tables are written.

use snapmesh::problem::nearest;
use snapmesh::{Problem, Problems};
use std::path::Path;

/// Words about a table as a whole, by name. Parquet keeps them; CSV has no place for them.
pub type Notes = [(String, String)];

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Text, for people and spreadsheets.
    Csv,
    /// Columns, small and typed, for everything else. There if the feature `parquet` is.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// Every format, by its ending.
    pub const ALL: &[(&'static str, Self)] = &[
        ("csv", Self::Csv),
        #[cfg(feature = "parquet")]
        ("parquet", Self::Parquet),
    ];

    /// The format of a file, by its ending.
    pub fn of(path: &Path) -> Result<Self, Problems> {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if let Some((_, format)) = Self::ALL.iter().find(|(known, _)| *known == ending) {
            return Ok(*format);
        }
        let what = if ending.is_empty() { "has no ending".into() } else { format!("is no table: .{ending}") };
        let known: Vec<String> = Self::ALL.iter().map(|(known, _)| format!(".{known}")).collect();
        let message = format!("{what}; the ending picks the format, out of {}", known.join(", "));
        let problem = Problem::error(path.display().to_string(), message);
        Err(match nearest(&ending, Self::ALL.iter().map(|(known, _)| *known)) {
            Some(close) => problem.help(format!("did you mean .{close}?")).into(),
            None => problem.into(),
        })
    }
}

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use super::*;

    #[test]
    fn the_ending_picks_the_format_in_any_case() {
        assert_eq!(Format::of(Path::new("a/rows.Parquet")), Ok(Format::Parquet));
        assert_eq!(Format::of(Path::new("rows.CSV")), Ok(Format::Csv));
        let problem = &Format::of(Path::new("rows.parqet")).unwrap_err()[0];
        assert!(problem.message.contains(".csv, .parquet"), "{problem}");
        assert_eq!(problem.help.as_deref(), Some("did you mean .parquet?"));
        assert!(Format::of(Path::new("rows")).unwrap_err()[0].message.starts_with("has no ending"));
    }
}
