//! Files that appear whole or not at all.
//!
//! ```text
//! check, check_all -> open -> draft (beside its place) -> keep (on the disk) -> ... -> finish: all moved, or none
//! ```
//!
//! A run that is killed leaves drafts behind, which the next run in that folder clears. On Windows a file that another
//! program has open cannot be replaced: that is told with its name, and all files are as before.

// What is told when a file cannot be written.
mod unwritable;
// Where links lead.
mod links;
// Every temporary file there is.
mod live;
// Files on their way.
mod draft;
// All of them moved, or none.
mod commit;

pub use draft::{Draft, clear_leftovers, is_the_same};
pub use live::abandon;
pub use unwritable::unwritable;

use draft::{Claim, Waiting};
pub use links::folder_of;

use links::{resolved, whole};
use snapmesh::{Problem, Problems};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Outputs on their way: written beside their places, and moved there together at the end.
#[derive(Debug, Default)]
pub struct Outputs {
    waiting: Vec<Waiting>,
    /// One for each folder.
    claims: Vec<Arc<Claim>>,
}

impl Outputs {
    /// Checks that a file can be written, before any work is done for it.
    pub fn check(path: &Path) -> Result<(), Problems> {
        Self::place(path).map(drop)
    }

    /// Where a file will be, which is where a link leads.
    fn place(path: &Path) -> Result<PathBuf, Problems> {
        let wrong = |message: String| Problem::error(path.display().to_string(), message);
        let place = resolved(path).map_err(|error| wrong(format!("cannot be written: {error}")))?;
        if place.is_dir() {
            return Err(wrong("is a folder; name a file in it".into()).into());
        }
        if place.exists() && !place.is_file() {
            return Err(wrong("is a pipe or a device, and would be replaced by a file".into()).into());
        }
        let folder = folder_of(&place);
        if !folder.is_dir() {
            return Err(wrong(format!("the folder {} does not exist", folder.display()))
                .help("make the folder first, or write elsewhere")
                .into());
        }
        Ok(place)
    }

    /// Refuses an output that is one of the inputs, or that is named twice.
    pub fn check_all<'a>(
        outputs: impl IntoIterator<Item = &'a Path>,
        inputs: impl IntoIterator<Item = PathBuf>,
    ) -> Result<(), Problems> {
        let inputs: BTreeSet<PathBuf> = inputs.into_iter().filter_map(|path| whole(&path)).collect();
        let mut seen = BTreeSet::new();
        for path in outputs {
            let Some(place) = whole(path) else { continue };
            let shown = path.display().to_string();
            if inputs.contains(&place) {
                return Err(Problem::error(shown, "is read for this map, and would be overwritten").into());
            }
            if !seen.insert(place) {
                return Err(Problem::error(shown, "is named twice as an output").into());
            }
        }
        Ok(())
    }

    /// Where a file will be, whatever links lead there; none if that is nowhere.
    pub fn leads_to(path: &Path) -> Option<PathBuf> {
        whole(path)
    }

    /// A file to write to that will become `path`, once it is handed back to [`Self::keep`].
    pub fn open(&mut self, path: &Path) -> Result<Draft, Problems> {
        let place = Self::place(path)?;
        let draft = self.claim(folder_of(&place)).and_then(|claim| Draft::new(&claim, place, path));
        Ok(draft.map_err(|error| unwritable(path, &error))?)
    }

    /// The claim for a folder; its leftovers are cleared before anything is written there.
    fn claim(&mut self, folder: &Path) -> std::io::Result<Arc<Claim>> {
        if let Some(claim) = self.claims.iter().find(|claim| claim.is_in(folder)) {
            return Ok(Arc::clone(claim));
        }
        let claim = Claim::new(folder)?;
        self.claims.push(Arc::clone(&claim));
        Ok(claim)
    }

    /// Takes a file that is written, and sees to it that all of it is on the disk.
    pub fn keep(&mut self, draft: Draft) -> Result<(), Problems> {
        let Draft { file, waiting } = draft;
        file.sync_all().map_err(|error| unwritable(&waiting.shown, &error))?;
        self.waiting.push(waiting);
        Ok(())
    }

    /// Writes the whole content of a file that will become `path`.
    pub fn write(&mut self, path: &Path, content: &[u8]) -> Result<(), Problems> {
        let mut draft = self.open(path)?;
        draft.write_all(content).map_err(|error| unwritable(path, &error))?;
        self.keep(draft)
    }

    /// Moves every file to its place, in the order they were kept. If one cannot be moved, none is.
    pub fn finish(self) -> Result<(), Problems> {
        commit::commit(&self.waiting)
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

    /// Three files that were there, or not, and the outputs that are to replace them.
    fn three(folder: &Path) -> ([PathBuf; 3], Outputs) {
        let paths = ["a.json", "b.svg", "c.glb"].map(|name| folder.join(name));
        std::fs::write(&paths[0], "old").unwrap();
        let mut outputs = Outputs::default();
        for path in &paths {
            outputs.write(path, b"new").unwrap();
        }
        (paths, outputs)
    }

    #[test]
    fn a_file_that_cannot_be_moved_leaves_all_others_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let ([a, b, c], outputs) = three(folder.path());
        std::fs::create_dir(&c).unwrap();
        let told = told(outputs.finish());
        assert!(told.contains("c.glb: cannot be written: "), "{told}");
        assert!(told.contains("all files are as they were before"), "{told}");
        assert_eq!(std::fs::read(&a).unwrap(), b"old");
        assert!(!b.exists() && c.is_dir());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
    }

    #[test]
    fn several_files_are_replaced_without_a_trace_of_the_old_ones() {
        let folder = tempfile::tempdir().unwrap();
        let (paths, outputs) = three(folder.path());
        outputs.finish().unwrap();
        assert!(paths.iter().all(|path| std::fs::read(path).unwrap() == b"new"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn more_files_than_a_process_may_have_open_are_one_step() {
        let folder = tempfile::tempdir().unwrap();
        let mut outputs = Outputs::default();
        for number in 0..1500 {
            outputs.write(&folder.path().join(format!("map-{number}.json")), b"1").unwrap();
        }
        outputs.finish().unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1500);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_what_is_not_there_yet_is_a_second_name_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("a.json"), folder.path().join("b.glb"));
        std::os::unix::fs::symlink("a.json", &link).unwrap();
        let twice = Outputs::check_all([real.as_path(), link.as_path()], []);
        assert!(told(twice).contains("b.glb: is named twice as an output"));
        let mut outputs = Outputs::default();
        outputs.write(&link, b"new").unwrap();
        outputs.finish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read(&real).unwrap(), b"new");
    }
}
