//! A folder of the file system.

use super::error::FileError;
use super::names::{Names, one_line, resolved};
use super::reading::read_file;
use super::source::{Files, Found};
use crate::outputs::{Outputs, folder_of};
use snapmesh::limits::within;
use snapmesh::{Limits, Problem};
use std::io::{ErrorKind, Read as _};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::OnceLock;
use walkdir::{DirEntry, WalkDir};

/// A folder of the file system.
///
/// Nothing outside of it is read, whatever names and links lead there, unless its user allows it.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    limits: Limits,
    outside: bool,
    /// Where it really is: asked for every file, and worked out once.
    root: OnceLock<PathBuf>,
}

impl Folder {
    /// The folder at a path, whether it is there or not.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), limits: Limits::DEFAULT, outside: false, root: OnceLock::new() }
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same with files from outside, if that is allowed.
    #[must_use]
    pub fn allow_outside(self, outside: bool) -> Self {
        Self { outside, ..self }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Refuses to write a file of this folder that is elsewhere in truth, unless its user allows it: whoever made the kit may
    /// have laid a link there.
    pub fn check_output(&self, output: &Path) -> Result<(), Problem> {
        if self.outside || !self.is_led_out(output).unwrap_or(false) {
            return Ok(());
        }
        let message = "lies in the folder of the kit, and a link there leads out of it";
        let help = "take the link away; or, if you trust the kit, add --allow-outside";
        Err(Problem::error(output.display().to_string(), message).help(help))
    }

    /// Whether a path is written as one in this folder, or lies in it, and leads elsewhere.
    fn is_led_out(&self, output: &Path) -> Option<bool> {
        let written_within =
            std::path::absolute(output).ok()?.starts_with(std::path::absolute(&self.path).ok()?);
        let folder = std::fs::canonicalize(&self.path).ok()?;
        let within = written_within || std::fs::canonicalize(folder_of(output)).ok()?.starts_with(&folder);
        Some(within && !Outputs::leads_to(output)?.starts_with(&folder))
    }

    /// Where a path really leads, which must be in this folder.
    ///
    /// Between this look and the reading, someone else could put a link there: whoever can do that can read the file.
    fn real(&self, path: &Path, climbs: bool) -> Result<PathBuf, FileError> {
        let real = std::fs::canonicalize(path).map_err(|error| match error.kind() {
            _ if climbs && !self.outside => FileError::Outside(path.into()),
            ErrorKind::NotFound | ErrorKind::NotADirectory => FileError::Missing,
            _ => error.into(),
        })?;
        if self.outside || real.starts_with(self.root()?) {
            return Ok(real);
        }
        Err(FileError::Outside(real))
    }

    fn root(&self) -> Result<&Path, FileError> {
        if self.root.get().is_none() {
            // Whoever was faster found the same.
            let _ = self.root.set(std::fs::canonicalize(&self.path)?);
        }
        Ok(self.root.get().map_or(&self.path, |root| root))
    }

    /// The folder that a pattern starts from, if it is there.
    fn start(&self, names: &Names) -> Result<Option<PathBuf>, FileError> {
        let path = self.path.join(&names.folder);
        match self.real(&path, climbs(&names.folder)) {
            Ok(_) => Ok(path.is_dir().then_some(path)),
            Err(FileError::Missing) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Whether a name says itself that it leads out.
fn climbs(name: &str) -> bool {
    Path::new(name).has_root() || resolved(name).is_none()
}

impl Files for Folder {
    fn shown(&self) -> String {
        self.path.display().to_string()
    }

    fn shown_file(&self, name: &str) -> String {
        self.path.join(one_line(name)).display().to_string()
    }

    fn kit_name(&self) -> String {
        let absolute = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        absolute.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn locate(&self, name: &str) -> Result<PathBuf, FileError> {
        let real = self.real(&self.path.join(name), climbs(name))?;
        if real.is_file() { Ok(real) } else { Err(FileError::NoFile) }
    }

    fn read(&self, name: &str, most: u64) -> Result<Vec<u8>, FileError> {
        read_file(&self.locate(name)?, most)
    }

    fn read_start(&self, name: &str, bytes: usize) -> Vec<u8> {
        let mut start = Vec::new();
        if let Ok(path) = self.locate(name) {
            let read = |file: std::fs::File| file.take(bytes as u64).read_to_end(&mut start);
            // What cannot be read now is told when it is read whole.
            let _ = std::fs::File::open(path).and_then(read);
        }
        start
    }

    fn matching(&self, pattern: &str) -> Result<Found, FileError> {
        let names = Names::new(pattern)?;
        let Some(start) = self.start(&names)? else { return Ok(Found::default()) };
        // `**` enters no linked folders, which lead in circles, or to the same files again.
        let walk = WalkDir::new(&start).min_depth(1).max_depth(names.depth.unwrap_or(usize::MAX));
        let walk = walk.follow_links(names.depth.is_some());
        let shown =
            |entry: &DirEntry| entry.depth() == 0 || names.look_at(&entry.file_name().to_string_lossy());
        let mut found = Found::default();
        for (entry, count) in walk.into_iter().filter_entry(shown).zip(1..) {
            within("entries", count, self.limits.entries)?;
            // A folder that cannot be looked into has nothing for us.
            let Ok(entry) = entry else { continue };
            let inner = entry.path().strip_prefix(&start).unwrap_or(entry.path());
            let name = inner.to_string_lossy().replace(MAIN_SEPARATOR, "/");
            if !names.fit(&name) || !entry.path().is_file() {
                continue;
            }
            let list = if inner.to_str().is_some() { &mut found.names } else { &mut found.nameless };
            list.push(format!("{}{name}", names.folder));
        }
        found.names.sort_unstable();
        found.nameless.sort_unstable();
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_of(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, name).unwrap();
        }
        folder
    }

    #[test]
    fn a_folder_is_called_by_its_path_and_its_kit_by_its_last_part() {
        let folder = Folder::new("some/where/rooms");
        assert_eq!(folder.path(), Path::new("some/where/rooms"));
        assert_eq!(folder.shown(), Path::new("some/where/rooms").display().to_string());
        assert!(folder.shown_file("a.glb").ends_with("a.glb"));
        assert_eq!(folder.kit_name(), "rooms");
        assert_eq!(Folder::new("some/where/.").kit_name(), "where");
        assert_ne!(Folder::new(".").kit_name(), "", "the folder we are in has a name, too");
    }

    #[test]
    fn signs_of_patterns_in_the_name_of_the_folder_are_letters() {
        let outer = folder_of(&["kit [v*]/b.glb", "kit [v*]/a.glb", "kit [v*]/a.txt"]);
        let inner = Folder::new(outer.path().join("kit [v*]"));
        assert_eq!(inner.matching("*.glb").unwrap().names, ["a.glb", "b.glb"]);
    }

    #[test]
    fn a_folder_is_no_file_and_cannot_be_read_as_one() {
        let outer = folder_of(&["rooms.glb/a"]);
        let folder = Folder::new(outer.path());
        assert!(folder.matching("*.glb").unwrap().names.is_empty());
        assert!(matches!(folder.read("rooms.glb", 9), Err(FileError::NoFile)));
        assert!(folder.read_start("rooms.glb", 9).is_empty());
    }

    #[test]
    fn more_entries_than_allowed_are_refused_with_their_number() {
        let outer = folder_of(&["a.glb", "b.glb", "c/d.glb"]);
        let few = |entries| {
            Folder::new(outer.path()).with_limits(Limits { entries, ..Limits::DEFAULT }).matching("**/*.glb")
        };
        assert_eq!(few(4).unwrap().names.len(), 3);
        assert!(few(3).unwrap_err().help().unwrap().contains("--limit entries=4"));
    }

    #[test]
    fn what_lies_outside_is_refused_by_name_unless_it_is_allowed() {
        let outer = folder_of(&["secret.glb", "kit/a.glb"]);
        let kit = Folder::new(outer.path().join("kit"));
        let secret = outer.path().join("secret.glb").display().to_string();
        for name in
            ["../secret.glb", "x/../../secret.glb", "../kit/../secret.glb", &secret, "../not there", "/"]
        {
            assert!(matches!(kit.read(name, 99), Err(FileError::Outside(_))), "{name}");
        }
        let open = kit.clone().allow_outside(true);
        assert_eq!(open.read("../secret.glb", 99).unwrap(), b"secret.glb");
        assert_eq!(open.matching("../*.glb").unwrap().names, ["../secret.glb"]);
        assert_eq!(kit.read("../kit/a.glb", 99).unwrap(), b"kit/a.glb", "a detour that ends within");
    }

    #[cfg(unix)]
    mod links {
        use super::*;
        use std::os::unix::ffi::OsStrExt as _;
        use std::os::unix::fs::symlink;

        #[test]
        fn links_are_followed_within_the_folder_and_not_out_of_it() {
            let outer = folder_of(&["secret.glb", "kit/a.glb", "kit/rooms/b.glb"]);
            let kit = outer.path().join("kit");
            symlink("a.glb", kit.join("within.glb")).unwrap();
            symlink("../secret.glb", kit.join("out.glb")).unwrap();
            symlink("out.glb", kit.join("chain.glb")).unwrap();
            symlink("..", kit.join("up")).unwrap();
            symlink("rooms", kit.join("halls")).unwrap();
            let folder = Folder::new(&kit);
            assert_eq!(folder.locate("within.glb").unwrap(), folder.locate("a.glb").unwrap());
            assert_eq!(folder.matching("halls/*.glb").unwrap().names, ["halls/b.glb"]);
            assert_eq!(folder.matching("h*s/*.glb").unwrap().names, ["halls/b.glb"]);
            assert_eq!(folder.matching("**/b.glb").unwrap().names, ["rooms/b.glb"]);
            for name in ["out.glb", "chain.glb", "up/secret.glb"] {
                assert!(matches!(folder.read(name, 99), Err(FileError::Outside(_))), "{name}");
                assert!(folder.read_start(name, 99).is_empty(), "{name}");
            }
            assert!(matches!(folder.matching("up/*.glb"), Err(FileError::Outside(_))));
            symlink(&kit, outer.path().join("link")).unwrap();
            assert!(
                Folder::new(outer.path().join("link")).read("a.glb", 99).is_ok(),
                "a kit may be a link itself"
            );
        }

        #[test]
        fn an_output_is_not_led_out_unless_that_is_allowed() {
            let outer = folder_of(&["secret.glb", "kit/a.glb"]);
            let kit = outer.path().join("kit");
            symlink("../secret.glb", kit.join("out.glb")).unwrap();
            symlink("a.glb", kit.join("within.glb")).unwrap();
            let folder = Folder::new(&kit);
            let told = folder.check_output(&kit.join("out.glb")).unwrap_err();
            assert!(told.message.contains("a link there leads out of it"), "{told}");
            assert_eq!(folder.clone().allow_outside(true).check_output(&kit.join("out.glb")), Ok(()));
            for fine in [kit.join("within.glb"), kit.join("new.glb"), outer.path().join("secret.glb")] {
                assert_eq!(folder.check_output(&fine), Ok(()), "{}", fine.display());
            }
        }

        #[test]
        fn links_that_loop_are_not_entered() {
            let outer = folder_of(&["a.glb", "rooms/b.glb"]);
            symlink("..", outer.path().join("rooms/up")).unwrap();
            symlink("self", outer.path().join("self")).unwrap();
            let folder = Folder::new(outer.path());
            assert_eq!(folder.matching("**/*.glb").unwrap().names, ["a.glb", "rooms/b.glb"]);
            assert!(folder.read("self", 9).is_err());
        }

        #[cfg(target_os = "linux")]
        #[test]
        fn a_name_that_is_no_text_is_told_apart() {
            let outer = folder_of(&["a.glb"]);
            let odd = |bytes: &[u8]| outer.path().join(std::ffi::OsStr::from_bytes(bytes));
            std::fs::write(odd(b"T\xfcr.glb"), "").unwrap();
            std::fs::write(odd(b"\xff.txt"), "").unwrap();
            let found = Folder::new(outer.path()).matching("*.glb").unwrap();
            assert_eq!((found.names, found.nameless), (vec!["a.glb".into()], vec!["T\u{fffd}r.glb".into()]));
        }
    }
}
