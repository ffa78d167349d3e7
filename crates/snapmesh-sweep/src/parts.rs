//! The folder beside an output where chunks wait for the rest.
//!
//! It may lie where strangers can write, so no link in it is followed, nothing is emptied, and nothing is deleted but what
//! sweeps put there.

use crate::files::Format;
use snapmesh::{Problem, Problems};
use snapmesh_io::fingerprint::digest;
use snapmesh_io::outputs::{clear_leftovers, is_the_same};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// The file that is locked while a sweep is at work.
const LOCK: &str = "lock";
/// The length of a mark.
const MARK: usize = 12;
/// Digits of a chunk's number, or more.
const DIGITS: usize = 8;

/// The folder where chunks wait for the rest.
pub(crate) struct Parts {
    folder: PathBuf,
    /// Tells the chunks of one sweep from those of another: part of their names.
    mark: String,
    ending: &'static str,
    /// Held while a sweep is at work here.
    lock: File,
}

impl Parts {
    /// Opens the folder of an output, or makes it. `identity` is what the rows depend on; `fresh` throws away the chunks
    /// of another sweep.
    pub(crate) fn open(out: &Path, format: Format, identity: &str, fresh: bool) -> Result<Self, Problems> {
        let mut name = out.file_name().unwrap_or_default().to_os_string();
        name.push(".part");
        let folder = out.with_file_name(name);
        let wrong = |message: &str| Problem::error(folder.display().to_string(), message);
        if folder.is_symlink() {
            let help = "remove the link, or choose another output";
            return Err(wrong("is a link, and chunks of a sweep go into a folder of their own")
                .help(help)
                .into());
        }
        let cannot = |error: Error| wrong(&format!("cannot be used: {error}"));
        std::fs::create_dir_all(&folder).map_err(cannot)?;
        let Some(lock) = locked(&folder.join(LOCK)).map_err(cannot)? else {
            let help = "wait for it, stop it, or choose another output";
            return Err(wrong("another sweep is at work here").help(help).into());
        };
        let ending = Format::ALL.iter().find(|(_, known)| *known == format).map_or("", |(ending, _)| ending);
        let parts = Self { mark: digest(identity)[..MARK].to_string(), ending, lock, folder };
        let others = || parts.chunks().filter(|name| !name.starts_with(&parts.mark));
        if !fresh && others().next().is_some() {
            let message = "holds the beginning of another sweep: other settings, seeds, pieces or version";
            let help = "go on with that one, choose another output, or throw it away and start afresh";
            return Err(Problem::error(parts.folder.display().to_string(), message).help(help).into());
        }
        if fresh {
            for name in parts.chunks() {
                // One that stays has the mark of its sweep, and no other sweep will take it for its own.
                let _ = std::fs::remove_file(parts.folder.join(name));
            }
        }
        Ok(parts)
    }

    /// Where a chunk is, or goes.
    pub(crate) fn chunk(&self, number: usize) -> PathBuf {
        self.folder.join(format!("{}-{number:0DIGITS$}.{}", self.mark, self.ending))
    }

    /// Whether a chunk is there. A link in its place is refused: what it leads to is not ours to read or write.
    pub(crate) fn has(&self, number: usize) -> Result<bool, Problems> {
        let chunk = self.chunk(number);
        if chunk.is_symlink() {
            let message = "is a link where a chunk of the sweep belongs";
            let help = "remove it; its rows are made again";
            return Err(Problem::error(chunk.display().to_string(), message).help(help).into());
        }
        Ok(chunk.is_file())
    }

    /// The names of what looks like chunks of some sweep. Links and folders do not.
    fn chunks(&self) -> impl Iterator<Item = String> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        files.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| is_chunk(name))
    }

    /// Takes away the chunks that went into the output, and the folder, if there is nothing of anyone else in it.
    pub(crate) fn remove(self, chunks: &[PathBuf]) {
        for chunk in chunks {
            let _ = std::fs::remove_file(chunk);
        }
        clear_leftovers(&self.folder);
        let path = self.folder.join(LOCK);
        // The lock of a sweep has nothing in it; another file may have the same name.
        if is_the_same(&self.lock, &path) && self.lock.metadata().is_ok_and(|lock| lock.len() == 0) {
            let _ = std::fs::remove_file(path);
        }
        // Closed first: elsewhere than on Unix, a file that is open keeps its folder.
        drop(self.lock);
        let _ = std::fs::remove_dir(&self.folder);
    }
}

/// A lock, unless another sweep has it. Whatever is in the file stays there.
fn locked(path: &Path) -> std::io::Result<Option<File>> {
    // A sweep that ends takes its lock away, perhaps just after we opened it: then there is a new one to be made.
    for _ in 0..100 {
        let made = OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let lock = match made {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                match std::fs::symlink_metadata(path) {
                    Ok(there) if there.is_file() => {}
                    Ok(_) => {
                        return Err(Error::other(format!("{LOCK} in it is a link or no file; remove it")));
                    }
                    Err(error) if error.kind() == ErrorKind::NotFound => continue,
                    Err(error) => return Err(error),
                }
                match OpenOptions::new().read(true).write(true).open(path) {
                    Err(error) if error.kind() == ErrorKind::NotFound => continue,
                    opened => opened?,
                }
            }
            made => made?,
        };
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        if is_the_same(&lock, path) {
            return Ok(Some(lock));
        }
    }
    Err(Error::other(format!("{LOCK} in it is taken away again and again")))
}

/// Whether a file is a chunk of some sweep: a mark, a number, an ending.
fn is_chunk(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let Some((mark, number)) = stem.split_once('-') else { return false };
    let hexadecimal = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    Format::ALL.iter().any(|(known, _)| *known == ending)
        && mark.len() == MARK
        && mark.bytes().all(hexadecimal)
        && number.len() >= DIGITS
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(out: &Path, fresh: bool) -> Result<Parts, Problems> {
        Parts::open(out, Format::Csv, "identity", fresh)
    }

    fn told(result: Result<Parts, Problems>) -> String {
        result.err().unwrap().to_string()
    }

    #[test]
    fn chunks_are_known_by_mark_number_and_ending() {
        assert!(is_chunk("0123456789ab-00000000.csv"));
        for other in [
            "0123456789ab-.csv",
            "0123456789ab-1.csv",
            "0123456789AB-00000000.csv",
            "0123456789ab-00000000.txt",
            "notes.csv",
            "lock",
        ] {
            assert!(!is_chunk(other), "{other}");
        }
    }

    #[test]
    fn what_others_put_beside_chunks_stays_when_a_sweep_ends() {
        let folder = tempfile::tempdir().unwrap();
        let (out, part) = (folder.path().join("maps.csv"), folder.path().join("maps.csv.part"));
        std::fs::create_dir(&part).unwrap();
        for name in ["lock", "notes.csv", ".snapmesh-notes", "0123456789ab-1.csv"] {
            std::fs::write(part.join(name), "mine").unwrap();
        }
        let parts = open(&out, true).unwrap();
        let chunk = parts.chunk(0);
        std::fs::write(&chunk, "a\n1\n").unwrap();
        std::fs::write(part.join(".snapmesh-abc123.tmp"), "left").unwrap();
        parts.remove(&[chunk]);
        let mut left: Vec<_> = std::fs::read_dir(&part).unwrap().map(|e| e.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".snapmesh-notes", "0123456789ab-1.csv", "lock", "notes.csv"]);
        assert_eq!(std::fs::read(part.join("lock")).unwrap(), b"mine", "it is not emptied");
    }

    #[test]
    fn a_folder_with_nothing_else_in_it_goes_away_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("maps.csv");
        let parts = open(&out, false).unwrap();
        assert!(told(open(&out, false)).contains("another sweep is at work here"));
        parts.remove(&[]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_neither_followed_nor_emptied() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("mine"), "mine").unwrap();
        std::fs::create_dir(at("a.csv.part")).unwrap();
        symlink(at("mine"), at("a.csv.part/lock")).unwrap();
        assert!(told(open(&at("a.csv"), true)).contains("lock in it is a link or no file"));
        symlink(at("nowhere"), at("b.csv.part")).unwrap();
        assert!(told(open(&at("b.csv"), true)).contains("is a link, and chunks"));
        let parts = open(&at("c.csv"), false).unwrap();
        symlink(at("mine"), parts.chunk(0)).unwrap();
        let refused = parts.has(0).unwrap_err().to_string();
        assert!(refused.contains("is a link where a chunk"), "{refused}");
        drop(parts);
        let parts = open(&at("c.csv"), true).unwrap();
        assert!(parts.chunk(0).is_symlink(), "starting afresh deletes no link");
        assert_eq!(std::fs::read(at("mine")).unwrap(), b"mine");
        assert!(!at("nowhere").exists());
    }
}
