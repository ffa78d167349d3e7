//! What is told when a file cannot be written.

use snapmesh::Problem;
use std::path::Path;

/// The error of a file that could not be written.
pub fn unwritable(path: &Path, error: &std::io::Error) -> Problem {
    // The kind alone: the whole error may name the temporary file, which nobody asked for. Where it has none, the system's
    // own words.
    let kind = error.kind().to_string();
    let why = match error.raw_os_error() {
        Some(code) if kind.contains("uncategorized") => std::io::Error::from_raw_os_error(code).to_string(),
        _ => kind,
    };
    Problem::error(path.display().to_string(), format!("cannot be written: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_written_is_told_without_the_temporary_one() {
        let error = std::io::Error::new(std::io::ErrorKind::PermissionDenied, "at /tmp/.snapmesh-xyz");
        assert_eq!(
            unwritable(Path::new("map.json"), &error).to_string(),
            "error: map.json: cannot be written: permission denied"
        );
        let broken_disk =
            unwritable(Path::new("map.json"), &std::io::Error::from_raw_os_error(5)).to_string();
        assert!(!broken_disk.contains("uncategorized"), "{broken_disk}");
    }
}
