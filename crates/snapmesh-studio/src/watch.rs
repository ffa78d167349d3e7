//! Notices that files of the kit change on the disk.

use crate::save::BACKUP;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use walkdir::{DirEntry, WalkDir};

/// How long between two looks.
const PAUSE: Duration = Duration::from_millis(300);
/// Looking may take a share of the time, and no more: one part in so many.
const SHARE: u32 = 10;
/// Entries of the folder that are looked at.
const MOST_ENTRIES: usize = 20_000;

/// What tells one state of a folder from another; none if it is gone.
type Stamp = Option<u64>;

/// Looks at a folder again and again. A change is told once it is over: who reads a file that is being written reads a half.
pub(crate) struct Watch {
    folder: PathBuf,
    told: Stamp,
    seen: Stamp,
}

impl Watch {
    /// Begins: what is otherwise from here on is a change.
    pub(crate) fn new(folder: &Path) -> Self {
        let now = stamp(folder);
        Self { folder: folder.into(), told: now, seen: now }
    }

    /// Calls `tell` after each change, until the other end of `ended` is dropped.
    pub(crate) fn run(mut self, ended: &Receiver<()>, tell: impl Fn()) {
        let mut pause = PAUSE;
        while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            let start = Instant::now();
            if self.is_news(stamp(&self.folder)) {
                tell();
            }
            pause = PAUSE.max(SHARE * start.elapsed());
        }
    }

    /// Whether there is a change to tell, now that this is seen.
    fn is_news(&mut self, now: Stamp) -> bool {
        let is_still = now == self.seen;
        self.seen = now;
        let is_news = is_still && now != self.told;
        if is_news {
            self.told = now;
        }
        is_news
    }
}

/// Names, sizes and times of all files in a folder. Links are not followed.
fn stamp(folder: &Path) -> Stamp {
    if !folder.is_dir() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    let entries = WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter().filter_entry(matters);
    for entry in entries.filter_map(Result::ok).take(MOST_ENTRIES) {
        entry.path().hash(&mut hasher);
        if let Ok(file) = entry.metadata()
            && !file.is_dir()
        {
            (file.len(), file.modified().ok()).hash(&mut hasher);
        }
    }
    Some(hasher.finish())
}

/// Whether an entry could be of the kit: what is hidden is our own on its way, or a version control's; what is ours is no news.
fn matters(entry: &DirEntry) -> bool {
    let name = entry.file_name().as_encoded_bytes();
    !name.starts_with(b".") && name != BACKUP.as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_told_once_and_when_it_is_over() {
        let mut watch = Watch { folder: "nowhere".into(), told: Some(1), seen: Some(1) };
        let told = [1, 2, 3, 3, 3, 2, 3, 3].map(|now| watch.is_news(Some(now)));
        assert_eq!(told, [false, false, false, true, false, false, false, false]);
        assert_eq!([None, None, Some(3), Some(3)].map(|now| watch.is_news(now)), [false, true, false, true]);
    }

    #[test]
    fn a_stamp_tells_files_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("rooms")).unwrap();
        std::fs::write(at("rooms/a.glb"), "1").unwrap();
        let first = stamp(folder.path());
        assert_eq!(stamp(folder.path()), first);
        std::fs::write(at(BACKUP), "1").unwrap();
        std::fs::write(at(".snapmesh-abcdef.tmp"), "1").unwrap();
        assert_eq!(stamp(folder.path()), first, "ours");
        std::fs::write(at("rooms/a.glb"), "12").unwrap();
        let second = stamp(folder.path());
        assert_ne!(second, first, "longer");
        std::fs::rename(at("rooms/a.glb"), at("rooms/b.glb")).unwrap();
        assert_ne!(stamp(folder.path()), second, "another name");
        assert_eq!(stamp(&at("nowhere")), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::os::unix::fs::symlink(elsewhere.path(), folder.path().join("link")).unwrap();
        let before = stamp(folder.path());
        std::fs::write(elsewhere.path().join("a.glb"), "1").unwrap();
        assert_eq!(stamp(folder.path()), before);
    }
}
