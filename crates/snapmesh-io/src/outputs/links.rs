//! Where links lead, also where nothing is yet.

use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// Links that are followed one after the other: as many as systems do.
const MOST_LINKS: usize = 40;

/// Where a link leads: what it points to is written, and the link stays. Links to what does not exist yet are followed,
/// too, so two names of one file are known as such before it is there.
pub(super) fn resolved(path: &Path) -> std::io::Result<PathBuf> {
    let mut place = path.to_path_buf();
    for _ in 0..=MOST_LINKS {
        if !place.is_symlink() {
            return Ok(place);
        }
        // A target is seen from the folder of its link; one that starts at the root replaces all of it.
        place = folder_of(&place).join(std::fs::read_link(&place)?);
    }
    Err(Error::new(ErrorKind::InvalidInput, "it is a link that leads in a circle"))
}

/// The one name of a place: links and detours taken out of the folder and of the file.
pub(super) fn whole(path: &Path) -> Option<PathBuf> {
    let place = resolved(path).ok()?;
    let folder = || Some(std::fs::canonicalize(folder_of(&place)).ok()?.join(place.file_name()?));
    std::fs::canonicalize(&place).ok().or_else(folder)
}

/// The folder that a file lies in.
pub fn folder_of(path: &Path) -> &Path {
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
    fn the_folder_of_a_bare_name_is_the_one_we_are_in() {
        assert_eq!(folder_of(Path::new("map.json")), Path::new("."));
        assert_eq!(folder_of(Path::new("a/map.json")), Path::new("a"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_to_where_nothing_is_yet() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("sub")).unwrap();
        symlink("sub/b", at("a")).unwrap();
        symlink("../c", at("sub/b")).unwrap();
        assert_eq!(resolved(&at("a")).unwrap(), at("sub/../c"));
        assert_eq!(whole(&at("a")), whole(&at("c")));
        symlink(at("c"), at("d")).unwrap();
        assert_eq!(resolved(&at("d")).unwrap(), at("c"));
    }

    #[cfg(unix)]
    #[test]
    fn links_in_a_circle_are_an_error_not_a_hang() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        symlink(&a, &b).unwrap();
        symlink(&b, &a).unwrap();
        assert!(resolved(&a).unwrap_err().to_string().contains("leads in a circle"));
    }
}
