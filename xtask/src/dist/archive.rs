//! A folder as `.tar.gz`, the same bytes whoever packs it: names in order, nobody's user, the time of the commit.

use flate2::{Compression, GzBuilder};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use tar::{Builder, EntryType, Header};

/// What goes into an archive: the name in it, and the file that is put there.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) file: PathBuf,
    pub(super) is_program: bool,
}

/// The archive of some files, under a folder of this name.
pub(super) fn pack(folder: &str, mut entries: Vec<Entry>, time: u64) -> io::Result<Vec<u8>> {
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    let mut builder = Builder::new(GzBuilder::new().write(Vec::new(), Compression::best()));
    for Entry { name, file, is_program } in entries {
        let content = std::fs::read(file)?;
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_size(content.len() as u64);
        header.set_mode(if is_program { 0o755 } else { 0o644 });
        header.set_mtime(time);
        builder.append_data(&mut header, format!("{folder}/{name}"), &*content)?;
    }
    builder.into_inner()?.finish()
}

/// Every file below a folder, named from there.
pub(super) fn files(folder: &Path, name: &str) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for file in std::fs::read_dir(folder)? {
        let file = file?;
        let name = format!("{name}/{}", file.file_name().to_string_lossy());
        if file.file_type()?.is_dir() {
            entries.extend(files(&file.path(), &name)?);
        } else {
            entries.push(Entry { name, file: file.path(), is_program: false });
        }
    }
    Ok(entries)
}

/// SHA-256 as text.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_in_any_order_are_the_same_bytes() {
        let entry = |name: &str| Entry {
            name: name.into(),
            file: Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"),
            is_program: name == "a",
        };
        let pack = |names: [&str; 2]| pack("folder", names.map(entry).into(), 7).expect("the file is there");
        assert_eq!(pack(["a", "b"]), pack(["b", "a"]));
    }

    #[test]
    fn the_digest_is_that_of_everybody_else() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
