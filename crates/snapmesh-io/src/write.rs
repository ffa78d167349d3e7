//! Files that appear whole or not at all.

use snapmesh::Problem;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Outputs on their way: written beside their places, and moved there together at the end.
#[derive(Debug, Default)]
pub struct Outputs {
    waiting: Vec<(NamedTempFile, PathBuf)>,
}

impl Outputs {
    /// Checks that a file can be written, before any work is done for it.
    pub fn check(path: &Path) -> Result<(), Vec<Problem>> {
        let shown = path.display().to_string();
        if path.is_dir() {
            return Err(Problem::error(shown, "is a folder; name a file in it").into());
        }
        let folder = folder_of(path);
        if !folder.is_dir() {
            let message = format!("the folder {} does not exist", folder.display());
            return Err(Problem::error(shown, message)
                .help("make the folder first, or write elsewhere")
                .into());
        }
        Ok(())
    }

    /// A file to write to that will become `path`, once it is handed back to [`Self::keep`].
    pub fn open(path: &Path) -> Result<NamedTempFile, Vec<Problem>> {
        Self::check(path)?;
        let file = tempfile::Builder::new().prefix(".snapmesh-").tempfile_in(folder_of(path));
        Ok(file.map_err(|error| unwritable(path, &error))?)
    }

    /// Takes a file that is written.
    pub fn keep(&mut self, file: NamedTempFile, path: &Path) {
        self.waiting.push((file, path.into()));
    }

    /// Writes the whole content of a file that will become `path`.
    pub fn write(&mut self, path: &Path, content: &[u8]) -> Result<(), Vec<Problem>> {
        let mut file = Self::open(path)?;
        file.write_all(content).map_err(|error| unwritable(path, &error))?;
        self.keep(file, path);
        Ok(())
    }

    /// Moves every file to its place.
    pub fn finish(self) -> Result<(), Vec<Problem>> {
        for (file, path) in self.waiting {
            allow_others_to_read(&file);
            file.persist(&path).map_err(|error| unwritable(&path, &error.error))?;
        }
        Ok(())
    }
}

/// A temporary file is the owner's alone; an output is like any other file.
#[cfg(unix)]
fn allow_others_to_read(file: &NamedTempFile) {
    use std::os::unix::fs::PermissionsExt as _;
    // Where this is refused, the owner can still read it, and nothing is lost.
    let _ = file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644));
}

#[cfg(not(unix))]
fn allow_others_to_read(_: &NamedTempFile) {}

/// The error of a file that could not be written.
pub fn unwritable(path: &Path, error: &std::io::Error) -> Problem {
    Problem::error(path.display().to_string(), format!("cannot be written: {error}"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => Path::new("/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_appears_before_the_end_and_all_at_it() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a.json"), folder.path().join("b.svg"));
        let mut outputs = Outputs::default();
        outputs.write(&a, b"1").unwrap();
        outputs.write(&b, b"2").unwrap();
        assert!(!a.exists() && !b.exists());
        outputs.finish().unwrap();
        assert_eq!(std::fs::read(&a).unwrap(), b"1");
        assert_eq!(std::fs::read(&b).unwrap(), b"2");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn outputs_that_are_given_up_leave_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let mut outputs = Outputs::default();
        outputs.write(&folder.path().join("a.json"), b"1").unwrap();
        drop(outputs);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn folders_are_refused_whether_they_are_there_or_not() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Outputs::check(folder.path()).unwrap_err()[0].message.contains("is a folder"));
        let missing = folder.path().join("no/map.json");
        assert!(Outputs::check(&missing).unwrap_err()[0].message.contains("does not exist"));
        assert!(Outputs::check(Path::new("map.json")).is_ok());
    }
}
