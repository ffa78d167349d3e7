//! Where the files of a kit come from: a folder, or memory.
//!
//! A file is called by its name in the kit, with `/` between folders, as `kit.toml` and glTF files do.

use crate::outputs::read_file;
use glob::{MatchOptions, Pattern};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

/// A set of files that a kit is read from.
pub trait Files {
    /// What to call the whole in messages.
    fn shown(&self) -> String;

    /// What to call a file in messages.
    fn shown_file(&self, name: &str) -> String;

    /// What a kit without a name is called.
    fn kit_name(&self) -> String;

    /// Whether there is such a file.
    fn is_file(&self, name: &str) -> bool;

    /// All of a file.
    fn read(&self, name: &str) -> io::Result<Vec<u8>>;

    /// The first bytes of a file, at most so many; fewer if it is shorter or not there.
    fn read_start(&self, name: &str, bytes: usize) -> Vec<u8>;

    /// The files that fit a pattern, sorted by name; or what is wrong with the pattern.
    fn matching(&self, pattern: &str) -> Result<Vec<String>, String>;
}

/// Files that begin with a dot are leftovers of systems and editors.
const OPTIONS: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: false,
    require_literal_leading_dot: true,
};

fn senseless(error: &glob::PatternError) -> String {
    format!("the pattern makes no sense: {}", error.msg)
}

/// A folder of the file system.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder at a path, whether it is there or not.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Files for Folder {
    fn shown(&self) -> String {
        self.0.display().to_string()
    }

    fn shown_file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn kit_name(&self) -> String {
        let absolute = std::path::absolute(&self.0).unwrap_or_else(|_| self.0.clone());
        absolute.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    fn is_file(&self, name: &str) -> bool {
        self.0.join(name).is_file()
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        read_file(&self.0.join(name))
    }

    fn read_start(&self, name: &str, bytes: usize) -> Vec<u8> {
        let mut start = Vec::new();
        let read = |file| io::Read::read_to_end(&mut io::Read::take(file, bytes as u64), &mut start);
        // What cannot be read now is told when it is read whole.
        let _ = std::fs::File::open(self.0.join(name)).and_then(read);
        start
    }

    fn matching(&self, pattern: &str) -> Result<Vec<String>, String> {
        // The glob crate drops a leading `./`; from the root, paths come back as they went in.
        let folder = &std::path::absolute(&self.0).map_err(|error| error.to_string())?;
        let rooted = format!("{}/{pattern}", Pattern::escape(&folder.to_string_lossy()));
        let paths = glob::glob_with(&rooted, OPTIONS).map_err(|error| senseless(&error))?;
        let files = paths.filter_map(Result::ok).filter(|path| path.is_file());
        let relative = |path: PathBuf| {
            let inner = path.strip_prefix(folder).unwrap_or(&path);
            inner.to_string_lossy().replace(MAIN_SEPARATOR, "/")
        };
        let mut names: Vec<String> = files.map(relative).collect();
        names.sort_unstable();
        Ok(names)
    }
}

/// Files in memory: for a page, a test, or an archive that was unpacked there.
///
/// ```
/// use snapmesh::selection::STANDARD;
/// use snapmesh_io::{Memory, OpenKit, Overrides};
/// use snapmesh_kits::STARTER;
///
/// let files = STARTER.iter().map(|(name, content)| (*name, content.to_vec()));
/// let open = OpenKit::open(&Memory::new("starter", files), &Overrides::default(), STANDARD)?;
/// assert_eq!(open.kit.kit().library().len(), 10);
/// # Ok::<(), snapmesh::Problems>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory {
    name: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    /// A set of files with this name.
    pub fn new<N: Into<String>>(name: &str, files: impl IntoIterator<Item = (N, Vec<u8>)>) -> Self {
        // What climbs out of the kit is nowhere.
        let named = |(name, content): (N, Vec<u8>)| Some((resolved(&name.into())?, content));
        let files = files.into_iter().filter_map(named).collect();
        Self { name: name.into(), files }
    }

    fn get(&self, name: &str) -> Option<&Vec<u8>> {
        self.files.get(&resolved(name)?)
    }
}

/// A name without `.` and `..`; none if it climbs out.
fn resolved(name: &str) -> Option<String> {
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

impl Files for Memory {
    fn shown(&self) -> String {
        self.name.clone()
    }

    fn shown_file(&self, name: &str) -> String {
        format!("{}/{name}", self.name)
    }

    fn kit_name(&self) -> String {
        self.name.clone()
    }

    fn is_file(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self.get(name)
            .cloned()
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no such file"))
    }

    fn read_start(&self, name: &str, bytes: usize) -> Vec<u8> {
        self.get(name).map_or_else(Vec::new, |content| content[..content.len().min(bytes)].to_vec())
    }

    fn matching(&self, pattern: &str) -> Result<Vec<String>, String> {
        let pattern = Pattern::new(pattern.trim_start_matches("./")).map_err(|error| senseless(&error))?;
        // In a folder, `*` does not reach into the next.
        let options = MatchOptions { require_literal_separator: true, ..OPTIONS };
        Ok(self.files.keys().filter(|name| pattern.matches_with(name, options)).cloned().collect())
    }
}

/// Files that pieces share, such as a texture, each read once.
pub(crate) struct SharedFiles<'f> {
    files: &'f dyn Files,
    known: RefCell<BTreeMap<String, Content>>,
}

/// What a file holds, or why it cannot be read.
pub(crate) type Content = Result<Arc<[u8]>, String>;

impl<'f> SharedFiles<'f> {
    pub(crate) fn new(files: &'f dyn Files) -> Self {
        Self { files, known: RefCell::default() }
    }

    /// A file that is read by one piece alone.
    pub(crate) fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self.files.read(name)
    }

    /// A file that others may have read before.
    pub(crate) fn shared(&self, name: &str) -> Content {
        let read = || self.files.read(name).map(Into::into).map_err(|error| error.to_string());
        self.known.borrow_mut().entry(name.into()).or_insert_with(read).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_a_folder_to_whoever_reads_it() {
        let content = [("a.glb", "1"), (".hidden.glb", "2"), ("rooms/b.glb", "3"), ("kit.toml", "")];
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("rooms")).unwrap();
        for (name, text) in content {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let memory = Memory::new("kit", content.map(|(name, text)| (name, text.as_bytes().to_vec())));
        let folder = Folder::new(folder.path());
        for files in [&memory as &dyn Files, &folder] {
            assert_eq!(files.matching("*.glb").unwrap(), ["a.glb"]);
            assert_eq!(files.matching("**/*.glb").unwrap(), ["a.glb", "rooms/b.glb"]);
            assert_eq!(files.matching("?oo*/*").unwrap(), ["rooms/b.glb"]);
            assert!(files.matching("[").unwrap_err().contains("makes no sense"));
            assert!(files.is_file("rooms/../a.glb") && !files.is_file("rooms") && !files.is_file("c.glb"));
            assert_eq!(files.read("rooms/b.glb").unwrap(), b"3");
            assert_eq!(files.read("c.glb").unwrap_err().kind(), io::ErrorKind::NotFound);
            assert_eq!((files.read_start("a.glb", 9), files.read_start("c.glb", 9)), (b"1".to_vec(), vec![]));
        }
        assert!(!memory.is_file("../a.glb"), "there is nothing outside");
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
    fn memory_is_called_by_its_name() {
        let memory = Memory::new("rooms", [("a.glb", vec![])]);
        assert_eq!((memory.shown(), memory.kit_name()), ("rooms".into(), "rooms".into()));
        assert_eq!(memory.shown_file("x/a.glb"), "rooms/x/a.glb");
        assert_eq!(Memory::default().kit_name(), "");
    }

    #[test]
    fn no_more_is_read_of_the_start_than_asked() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a"), "0123456789").unwrap();
        let memory = Memory::new("kit", [("a", b"0123456789".to_vec())]);
        for files in [&memory as &dyn Files, &Folder::new(folder.path())] {
            assert_eq!(files.read_start("a", 4), b"0123");
            assert_eq!(files.read_start("a", 0), b"");
            assert_eq!(files.read_start("a", 10), files.read("a").unwrap());
        }
    }

    #[test]
    fn signs_of_patterns_in_the_name_of_the_folder_are_letters() {
        let outer = tempfile::tempdir().unwrap();
        let inner = outer.path().join("kit [v*]");
        std::fs::create_dir(&inner).unwrap();
        for name in ["b.glb", "a.glb", "a.txt"] {
            std::fs::write(inner.join(name), "").unwrap();
        }
        assert_eq!(Folder::new(&inner).matching("*.glb").unwrap(), ["a.glb", "b.glb"]);
    }

    #[test]
    fn a_folder_is_no_file_and_cannot_be_read_as_one() {
        let outer = tempfile::tempdir().unwrap();
        std::fs::create_dir(outer.path().join("rooms.glb")).unwrap();
        let folder = Folder::new(outer.path());
        assert!(!folder.is_file("rooms.glb") && folder.matching("*.glb").unwrap().is_empty());
        assert!(folder.read("rooms.glb").unwrap_err().to_string().contains("not a regular file"));
        assert!(folder.read_start("rooms.glb", 9).is_empty());
    }

    #[test]
    fn names_lose_their_detours_and_none_leads_out() {
        assert_eq!(resolved("a/./b//c").as_deref(), Some("a/b/c"));
        assert_eq!(resolved("a/../b").as_deref(), Some("b"));
        assert_eq!(resolved("a/../../b"), None);
        assert_eq!(resolved("/a").as_deref(), Some("a"));
    }

    /// Counts how often it is read.
    struct Counted(std::cell::Cell<u32>);

    impl Files for Counted {
        fn shown(&self) -> String {
            "counted".into()
        }

        fn shown_file(&self, name: &str) -> String {
            name.into()
        }

        fn kit_name(&self) -> String {
            "counted".into()
        }

        fn is_file(&self, _: &str) -> bool {
            true
        }

        fn read(&self, name: &str) -> io::Result<Vec<u8>> {
            self.0.set(self.0.get() + 1);
            if name == "no" { Err(io::Error::other("it is gone")) } else { Ok(name.into()) }
        }

        fn read_start(&self, _: &str, _: usize) -> Vec<u8> {
            vec![]
        }

        fn matching(&self, _: &str) -> Result<Vec<String>, String> {
            Ok(vec![])
        }
    }

    #[test]
    fn what_pieces_share_is_read_once_whether_it_is_there_or_not() {
        let files = Counted(std::cell::Cell::new(0));
        let shared = SharedFiles::new(&files);
        for _ in 0..3 {
            assert_eq!(&*shared.shared("yes").unwrap(), b"yes");
            assert_eq!(shared.shared("no"), Err("it is gone".into()));
        }
        assert_eq!(files.0.get(), 2);
        shared.read("yes").unwrap();
        shared.read("yes").unwrap();
        assert_eq!(files.0.get(), 4, "a piece itself is read by one alone");
    }
}
