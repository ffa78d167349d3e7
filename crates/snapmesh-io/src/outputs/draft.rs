//! Files on their way, and those that runs left behind which were killed.
//!
//! ```text
//! .snapmesh-k3Xw9a.tmp     empty; locked as long as its owner lives: the claim
//! .snapmesh-k3Xw9a-0.tmp   what will become an output: a draft
//! .snapmesh-k3Xw9a-1.tmp   what an output was before: a way back
//! ```
//!
//! One lock serves any number of drafts, as a process may have few files open. A claim whose lock is free has lost its
//! owner, and a draft without a claim has, too: claims are made first and deleted last. Nothing else is ever deleted.
//! Where a file system has no locks, nothing is.

use super::links::folder_of;
use super::live::live;
use std::fs::{File, OpenOptions};
use std::io::{Error, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

const PREFIX: &str = ".snapmesh-";
const SUFFIX: &str = ".tmp";
/// Letters and digits of a claim.
const LETTERS: usize = 6;
/// A claim that others delete before it is locked is made again, but not for ever.
const TRIES: usize = 100;

/// The right to have temporary files in a folder.
#[derive(Debug)]
pub(super) struct Claim {
    path: PathBuf,
    number: u64,
    drafts: AtomicU32,
    /// Locked; free as soon as the process is gone, however it went.
    _lock: File,
}

impl Claim {
    /// Clears away what others left in the folder, and makes a claim of our own.
    pub(super) fn new(folder: &Path) -> std::io::Result<Arc<Self>> {
        clear_leftovers(folder);
        let mut live = live();
        for _ in 0..TRIES {
            let mut builder = tempfile::Builder::new();
            builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(LETTERS).disable_cleanup(true);
            let made = builder.make_in(folder, |path| {
                OpenOptions::new().read(true).write(true).create_new(true).open(path)
            })?;
            let (lock, path) = made.into_parts();
            let locked = !matches!(lock.try_lock(), Err(std::fs::TryLockError::WouldBlock));
            // Whoever cleared the folder in between took it for a leftover.
            if locked && is_the_same(&lock, &path) {
                let path = path.to_path_buf();
                let number = live.add(path.clone());
                return Ok(Arc::new(Self { path, number, drafts: AtomicU32::new(0), _lock: lock }));
            }
        }
        Err(Error::other("others delete our temporary files"))
    }

    /// Whether it is one for this folder.
    pub(super) fn is_in(&self, folder: &Path) -> bool {
        // Claims have whole paths, as the working folder may change.
        std::path::absolute(folder).is_ok_and(|folder| folder_of(&self.path) == folder)
    }

    /// A name that no other file has.
    pub(super) fn name(&self) -> PathBuf {
        let number = self.drafts.fetch_add(1, Ordering::Relaxed);
        let name = self.path.file_stem().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!("{name}-{number}{SUFFIX}"))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        live().delete(self.number);
    }
}

/// A file that will become an output. Dropped, it is gone.
#[derive(Debug)]
pub struct Draft {
    pub(super) file: File,
    pub(super) waiting: Waiting,
}

/// A draft that is written.
#[derive(Debug)]
pub(super) struct Waiting {
    /// Where it is.
    pub(super) path: PathBuf,
    /// Where it goes.
    pub(super) place: PathBuf,
    /// What its place is called by whoever asked for it.
    pub(super) shown: PathBuf,
    pub(super) number: u64,
    pub(super) claim: Arc<Claim>,
}

impl Draft {
    /// A draft of what is to be at `place`.
    pub(super) fn new(claim: &Arc<Claim>, place: PathBuf, shown: &Path) -> std::io::Result<Self> {
        let (mut live, path) = (live(), claim.name());
        let mut options = OpenOptions::new();
        like_any_other(options.write(true).create_new(true), &place);
        let file = options.open(&path)?;
        let number = live.add(path.clone());
        let waiting = Waiting { path, place, shown: shown.into(), number, claim: Arc::clone(claim) };
        Ok(Self { file, waiting })
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        live().delete(self.number);
    }
}

/// An output is like any other file, or like the one it replaces.
#[cfg(unix)]
fn like_any_other(options: &mut OpenOptions, place: &Path) {
    use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
    options.mode(std::fs::metadata(place).map_or(0o666, |old| old.mode() & 0o777));
}

#[cfg(not(unix))]
fn like_any_other(_: &mut OpenOptions, _: &Path) {}

/// Whether an open file is the regular file of that name, and not one behind a link or one that was put there since.
#[cfg(unix)]
pub fn is_the_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(open), Ok(there)) = (file.metadata(), std::fs::symlink_metadata(path)) else { return false };
    there.is_file() && (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// Whether an open file is the regular file of that name. Files have no numbers here; that there is one must do.
#[cfg(not(unix))]
pub fn is_the_same(_: &File, path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|there| there.is_file())
}

/// Deletes the temporary files in a folder whose owners are gone. Anything else is left alone, and so is what cannot be
/// locked or deleted: it is in nobody's way.
pub fn clear_leftovers(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let ours: Vec<String> = names.filter(|name| claim_of(name).is_some()).collect();
    let (drafts, claims): (Vec<&String>, Vec<&String>) = ours.iter().partition(|name| name.len() > LENGTH);
    let delete = |claim: &str| {
        for name in drafts.iter().filter(|name| claim_of(name) == Some(claim)) {
            delete_file(&folder.join(name));
        }
    };
    for claim in &claims {
        let path = folder.join(claim);
        if let Some(_lock) = locked(&path) {
            delete(claim_of(claim).unwrap_or_default());
            delete_file(&path);
        }
    }
    for draft in &drafts {
        let claim = claim_of(draft).unwrap_or_default();
        let path = folder.join(format!("{PREFIX}{claim}{SUFFIX}"));
        let gone =
            std::fs::symlink_metadata(path).is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
        if gone {
            delete_file(&folder.join(draft));
        }
    }
}

/// The length of the name of a claim.
const LENGTH: usize = PREFIX.len() + LETTERS + SUFFIX.len();

/// The letters of the claim that a name belongs to, if it is one of ours: exactly so, as others may begin like it.
fn claim_of(name: &str) -> Option<&str> {
    let inner = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
    let (letters, number) = inner.split_once('-').unwrap_or((inner, "0"));
    let counted = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let random = letters.len() == LETTERS && letters.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (counted && random).then_some(letters)
}

/// A regular file, locked, if nobody else has it.
fn locked(path: &Path) -> Option<File> {
    // Before it is opened: a pipe would keep us waiting.
    std::fs::symlink_metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    (file.try_lock().is_ok() && is_the_same(&file, path)).then_some(file)
}

fn delete_file(path: &Path) {
    if std::fs::symlink_metadata(path).is_ok_and(|there| there.is_file()) {
        let _ = std::fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_killed_run_left_is_cleared_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let theirs = [
            ".snapmesh-abc12.tmp",
            ".snapmesh-abc123",
            ".snapmesh-abc123-.tmp",
            ".snapmesh-abc123-x.tmp",
            ".snapmesh-abc12ä.tmp",
            ".snapmesh-notes",
            "snapmesh-abc123.tmp",
        ];
        let left = [".snapmesh-abc123.tmp", ".snapmesh-abc123-0.tmp", ".snapmesh-zzzzzz-17.tmp"];
        for name in theirs.iter().chain(&left) {
            std::fs::write(at(name), name).unwrap();
        }
        std::fs::create_dir(at(".snapmesh-folder.tmp")).unwrap();
        clear_leftovers(folder.path());
        let mut expected = [&theirs[..], &[".snapmesh-folder.tmp"]].concat();
        expected.sort_unstable();
        assert_eq!(names(folder.path()), expected);
    }

    #[test]
    fn what_has_an_owner_is_left_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let claim = Claim::new(folder.path()).unwrap();
        let draft = Draft::new(&claim, folder.path().join("a"), Path::new("a")).unwrap();
        clear_leftovers(folder.path());
        drop(Claim::new(folder.path()).unwrap());
        assert_eq!(names(folder.path()).len(), 2);
        drop(claim);
        clear_leftovers(folder.path());
        assert_eq!(names(folder.path()).len(), 2, "a draft keeps its claim");
        drop(draft);
        assert_eq!(names(folder.path()).len(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn links_with_the_name_of_a_leftover_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("mine"), folder.path().join(".snapmesh-abc123.tmp"));
        std::fs::write(&real, "mine").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        clear_leftovers(folder.path());
        assert!(link.is_symlink() && real.is_file());
    }

    #[test]
    fn many_may_start_in_a_folder_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let claim = Claim::new(folder.path()).unwrap();
                        let draft = Draft::new(&claim, folder.path().join("a"), Path::new("a")).unwrap();
                        assert!(draft.waiting.path.is_file());
                    }
                });
            }
        });
        assert_eq!(names(folder.path()).len(), 0);
    }
}
