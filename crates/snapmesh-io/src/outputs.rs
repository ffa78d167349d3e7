//! Files that appear whole or not at all.

use snapmesh::{Problem, Problems};
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
    pub fn check(path: &Path) -> Result<(), Problems> {
        let shown = path.display().to_string();
        if path.is_dir() {
            return Err(Problem::error(shown, "is a folder; name a file in it").into());
        }
        if path.exists() && !path.is_file() {
            return Err(
                Problem::error(shown, "is a pipe or a device, and would be replaced by a file").into()
            );
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

    /// Refuses an output that is one of the inputs, or that is named twice.
    pub fn check_all<'a>(
        outputs: impl IntoIterator<Item = &'a Path>,
        inputs: impl IntoIterator<Item = PathBuf>,
    ) -> Result<(), Problems> {
        let whole = |path: &Path| {
            let folder = || Some(std::fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?));
            std::fs::canonicalize(path).ok().or_else(folder)
        };
        let inputs: Vec<PathBuf> = inputs.into_iter().filter_map(|path| whole(&path)).collect();
        let mut seen = Vec::new();
        for path in outputs {
            let Some(place) = whole(path) else { continue };
            let shown = path.display().to_string();
            if inputs.contains(&place) {
                return Err(Problem::error(shown, "is read for this map, and would be overwritten").into());
            }
            if seen.contains(&place) {
                return Err(Problem::error(shown, "is named twice as an output").into());
            }
            seen.push(place);
        }
        Ok(())
    }

    /// Where a file will be, whatever links lead there.
    pub fn place(path: &Path) -> std::io::Result<PathBuf> {
        let mut path = path.to_path_buf();
        for _ in 0..40 {
            if !path.is_symlink() {
                let name = path.file_name().ok_or_else(|| std::io::Error::other("names no file"))?;
                return Ok(std::fs::canonicalize(folder_of(&path))?.join(name));
            }
            path = folder_of(&path).join(std::fs::read_link(&path)?);
        }
        Err(std::io::Error::other("links lead in a circle"))
    }

    /// A file to write to that will become `path`, once it is handed back to [`Self::keep`].
    pub fn open(path: &Path) -> Result<NamedTempFile, Problems> {
        Self::check(path)?;
        let mut builder = tempfile::Builder::new();
        like_any_other(builder.prefix(".snapmesh-"), path);
        let file = builder.tempfile_in(folder_of(&resolved(path)));
        Ok(file.map_err(|error| unwritable(path, &error))?)
    }

    /// Takes a file that is written.
    pub fn keep(&mut self, file: NamedTempFile, path: &Path) {
        self.waiting.push((file, path.into()));
    }

    /// Writes the whole content of a file that will become `path`.
    pub fn write(&mut self, path: &Path, content: &[u8]) -> Result<(), Problems> {
        let mut file = Self::open(path)?;
        file.write_all(content).map_err(|error| unwritable(path, &error))?;
        self.keep(file, path);
        Ok(())
    }

    /// Moves every file to its place.
    pub fn finish(self) -> Result<(), Problems> {
        for (file, path) in self.waiting {
            file.persist(resolved(&path)).map_err(|error| unwritable(&path, &error.error))?;
        }
        Ok(())
    }
}

/// A temporary file is the owner's alone; an output is like any other file, or like the one it replaces.
#[cfg(unix)]
fn like_any_other(builder: &mut tempfile::Builder<'_, '_>, path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let usual = std::fs::Permissions::from_mode(0o666);
    builder.permissions(std::fs::metadata(path).map_or(usual, |old| old.permissions()));
}

#[cfg(not(unix))]
fn like_any_other(_: &mut tempfile::Builder<'_, '_>, _: &Path) {}

/// Where a link leads: what it points to is written, and the link stays.
fn resolved(path: &Path) -> PathBuf {
    if path.is_symlink() { std::fs::canonicalize(path).unwrap_or_else(|_| path.into()) } else { path.into() }
}

/// The error of a file that could not be written.
pub fn unwritable(path: &Path, error: &std::io::Error) -> Problem {
    // The kind alone: the whole error may name the temporary file, which nobody asked for.
    Problem::error(path.display().to_string(), format!("cannot be written: {}", error.kind()))
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

    fn told(result: Result<(), Problems>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn an_output_that_is_read_or_named_twice_is_refused_however_it_is_spelled() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("sub")).unwrap();
        std::fs::write(at("kit.toml"), "").unwrap();
        let check = |outputs: &[PathBuf], inputs: &[PathBuf]| {
            Outputs::check_all(outputs.iter().map(PathBuf::as_path), inputs.to_vec())
        };
        assert!(check(&[at("a.glb"), at("b.glb")], &[at("kit.toml")]).is_ok());
        let read = told(check(&[at("sub/../kit.toml")], &[at("kit.toml")]));
        assert!(read.ends_with("is read for this map, and would be overwritten"), "{read}");
        let twice = told(check(&[at("a.glb"), at("sub/../a.glb")], &[]));
        assert!(twice.ends_with("is named twice as an output"), "{twice}");
        assert!(check(&[at("no/a.glb"), at("no/a.glb")], &[]).is_ok(), "told when it is opened");
    }

    #[test]
    fn a_file_that_is_there_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.json");
        std::fs::write(&path, "a long old text").unwrap();
        let mut outputs = Outputs::default();
        outputs.write(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"a long old text", "not before the end");
        outputs.finish().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_what_it_leads_to_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real.json"), folder.path().join("link.json"));
        std::fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let mut outputs = Outputs::default();
        outputs.write(&link, b"new").unwrap();
        outputs.finish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read(&real).unwrap(), b"new");
        let twice = Outputs::check_all([real.as_path(), link.as_path()], []);
        assert!(told(twice).contains("is named twice"));
    }

    #[cfg(unix)]
    #[test]
    fn rights_are_those_of_the_file_that_is_replaced() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.json");
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        let mut outputs = Outputs::default();
        outputs.write(&path, b"new").unwrap();
        outputs.finish().unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_neither_written_nor_read() {
        let device = Path::new("/dev/null");
        assert!(told(Outputs::check(device)).contains("is a pipe or a device"));
    }

    #[test]
    fn a_file_that_cannot_be_written_is_told_without_the_temporary_one() {
        let error = std::io::Error::new(std::io::ErrorKind::PermissionDenied, "at /tmp/.snapmesh-xyz");
        assert_eq!(
            unwritable(Path::new("map.json"), &error).to_string(),
            "error: map.json: cannot be written: permission denied"
        );
        assert_eq!(folder_of(Path::new("map.json")), Path::new("."));
        assert_eq!(folder_of(Path::new("a/map.json")), Path::new("a"));
    }
}
