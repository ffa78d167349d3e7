//! A new `kit.toml` in the place of the old one.

use snapmesh::{Problem, Problems};
use snapmesh_io::outputs::Outputs;
use snapmesh_io::{FileError, Files as _, Folder, KIT_FILE};

/// What the old `kit.toml` is called. There is one: what was saved last can be had back.
pub(crate) const BACKUP: &str = "kit.toml.bak";

/// Writes `kit.toml`, and what it was before beside it: both, or nothing changes.
pub(crate) fn save(folder: &Folder, text: &str) -> Result<String, Problems> {
    if !folder.path().is_dir() {
        let problem = Problem::error(folder.shown(), "the folder of the kit is gone");
        return Err(problem
            .help("put it back and save again: nothing is lost as long as the page is open")
            .into());
    }
    let (file, backup) = (folder.path().join(KIT_FILE), folder.path().join(BACKUP));
    folder.check_output(&file)?;
    folder.check_output(&backup)?;
    let mut outputs = Outputs::default();
    outputs.write(&file, text.as_bytes())?;
    if let Some(old) = old(folder)? {
        outputs.write(&backup, &old)?;
    }
    outputs.finish()?;
    Ok(BACKUP.into())
}

/// What `kit.toml` holds now, if it is there.
fn old(folder: &Folder) -> Result<Option<Vec<u8>>, Problem> {
    let most = folder.limits().kit_file_mb.saturating_mul(1 << 20);
    match folder.read(KIT_FILE, most) {
        Ok(old) => Ok(Some(old)),
        Err(FileError::Missing) => Ok(None),
        Err(error) => {
            let message = format!("cannot be read, so no backup can be made: {error}");
            Err(Problem::error(folder.shown_file(KIT_FILE), message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn kit() -> (tempfile::TempDir, Folder) {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        std::fs::write(place.path().join(KIT_FILE), "old").unwrap();
        (place, folder)
    }

    fn read(folder: &Path, name: &str) -> String {
        std::fs::read_to_string(folder.join(name)).unwrap()
    }

    #[test]
    fn the_old_file_is_kept_beside_the_new_one() {
        let (place, folder) = kit();
        assert_eq!(save(&folder, "new").unwrap(), BACKUP);
        assert_eq!((read(place.path(), KIT_FILE), read(place.path(), BACKUP)), ("new".into(), "old".into()));
        save(&folder, "newer").unwrap();
        assert_eq!(
            (read(place.path(), KIT_FILE), read(place.path(), BACKUP)),
            ("newer".into(), "new".into())
        );
        assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 2, "nothing else is left there");
    }

    #[test]
    fn a_kit_file_that_was_deleted_is_written_again() {
        let (place, folder) = kit();
        std::fs::remove_file(place.path().join(KIT_FILE)).unwrap();
        save(&folder, "new").unwrap();
        assert_eq!(read(place.path(), KIT_FILE), "new");
    }

    #[test]
    fn a_folder_that_is_gone_is_told() {
        let (place, folder) = kit();
        drop(place);
        assert!(save(&folder, "new").unwrap_err()[0].message.contains("is gone"));
    }

    #[test]
    fn where_the_backup_cannot_be_the_kit_stays_as_it_is() {
        let (place, folder) = kit();
        std::fs::create_dir(place.path().join(BACKUP)).unwrap();
        assert!(save(&folder, "new").is_err());
        assert_eq!(read(place.path(), KIT_FILE), "old");
    }

    #[cfg(unix)]
    #[test]
    fn no_link_leads_what_is_written_out_of_the_folder() {
        use std::os::unix::fs::symlink;
        for name in [KIT_FILE, BACKUP] {
            let (place, folder) = kit();
            let elsewhere = tempfile::tempdir().unwrap();
            let target = elsewhere.path().join("target");
            std::fs::write(&target, "theirs").unwrap();
            let _ = std::fs::remove_file(place.path().join(name));
            symlink(&target, place.path().join(name)).unwrap();
            let told = save(&folder, "new").unwrap_err();
            assert!(told[0].message.contains("a link there leads out of it"), "{told}");
            assert_eq!(std::fs::read_to_string(&target).unwrap(), "theirs");
            save(&folder.clone().allow_outside(true), "new").unwrap();
            assert_ne!(std::fs::read_to_string(&target).unwrap(), "theirs", "its user said so");
        }
    }
}
