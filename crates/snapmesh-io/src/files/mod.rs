//! Where the files of a kit come from: a folder, or memory.
//!
//! A file is called by its name in the kit, with `/` between folders, as `kit.toml` and glTF files do. A kit may come
//! from a stranger: nothing is read from outside of it, and no more than its limits allow.

// Why a file is not read.
mod error;
// What a set of files is.
mod source;
// Reading no more than so many bytes.
mod reading;
// Names without detours, and patterns of names.
mod names;
// A folder of the file system.
mod folder;
// Files in memory.
mod memory;
// Files that pieces share, each read once.
mod shared;

pub use error::FileError;
pub use folder::Folder;
pub use memory::Memory;
pub(crate) use names::one_line;
pub(crate) use reading::read_file;
pub(crate) use shared::SharedFiles;
pub use source::{Files, Found};

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
            let names = |pattern: &str| files.matching(pattern).unwrap().names;
            assert_eq!(names("*.glb"), ["a.glb"]);
            assert_eq!(names("./*.glb").len(), 1);
            assert_eq!(names("**/*.glb"), ["a.glb", "rooms/b.glb"]);
            assert_eq!(names("?oo*/*"), ["rooms/b.glb"]);
            assert_eq!(names("rooms/*"), ["rooms/b.glb"]);
            assert!(names("nowhere/*").is_empty());
            assert!(files.matching("[").unwrap_err().to_string().contains("makes no sense"));
            let is_file = |name: &str| files.locate(name).is_ok();
            assert!(is_file("rooms/../a.glb") && !is_file("rooms") && !is_file("c.glb"));
            assert_eq!(files.locate("./rooms/../a.glb").unwrap(), files.locate("a.glb").unwrap());
            assert_eq!(files.read("rooms/b.glb", 9).unwrap(), b"3");
            assert!(matches!(files.read("c.glb", 9), Err(FileError::Missing)));
            assert!(matches!(files.read("../c.glb", 9), Err(FileError::Outside(_))));
            assert!(matches!(files.matching("../*.glb"), Err(FileError::Outside(_))));
            assert_eq!((files.read_start("a.glb", 9), files.read_start("c.glb", 9)), (b"1".to_vec(), vec![]));
        }
    }

    #[test]
    fn no_more_is_read_than_asked() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a"), "0123456789").unwrap();
        let memory = Memory::new("kit", [("a", b"0123456789".to_vec())]);
        for files in [&memory as &dyn Files, &Folder::new(folder.path())] {
            assert_eq!(files.read_start("a", 4), b"0123");
            assert_eq!(files.read_start("a", 0), b"");
            assert_eq!(files.read_start("a", 10), files.read("a", 10).unwrap());
            assert!(matches!(files.read("a", 9), Err(FileError::TooLong(10))));
        }
    }
}
