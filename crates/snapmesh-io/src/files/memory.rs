//! Files in memory.

use super::error::FileError;
use super::names::{Names, one_line, resolved};
use super::source::{Files, Found};
use snapmesh::Limits;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Files in memory: for a page, a test, or an archive that was unpacked there.
///
/// ```
/// use snapmesh::selection::STANDARD;
/// use snapmesh_io::{Memory, OpenKit, Overrides};
/// use snapmesh_kits::STARTER;
///
/// let files = STARTER.iter().map(|(name, content)| (*name, content.to_vec()));
/// let open = OpenKit::open(&Memory::new("starter", files), &Overrides::default(), STANDARD)?;
/// assert_eq!(open.kit.kit().library().len(), 17);
/// # Ok::<(), snapmesh::Problems>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory {
    name: String,
    files: BTreeMap<String, Vec<u8>>,
    limits: Limits,
}

impl Memory {
    /// A set of files with this name.
    pub fn new<N: Into<String>>(name: &str, files: impl IntoIterator<Item = (N, Vec<u8>)>) -> Self {
        // What climbs out of the kit is nowhere.
        let named = |(name, content): (N, Vec<u8>)| Some((resolved(&name.into())?, content));
        let files = files.into_iter().filter_map(named).collect();
        Self { name: name.into(), files, limits: Limits::DEFAULT }
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    fn get(&self, name: &str) -> Result<&Vec<u8>, FileError> {
        let name = resolved(name).ok_or_else(|| FileError::Outside(name.into()))?;
        self.files.get(&name).ok_or(FileError::Missing)
    }
}

impl Files for Memory {
    fn shown(&self) -> String {
        self.name.clone()
    }

    fn shown_file(&self, name: &str) -> String {
        format!("{}/{}", self.name, one_line(name))
    }

    fn kit_name(&self) -> String {
        self.name.clone()
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn locate(&self, name: &str) -> Result<PathBuf, FileError> {
        self.get(name).map(|_| resolved(name).unwrap_or_default().into())
    }

    fn read(&self, name: &str, most: u64) -> Result<Vec<u8>, FileError> {
        let content = self.get(name)?;
        let length = content.len() as u64;
        if length <= most { Ok(content.clone()) } else { Err(FileError::TooLong(length)) }
    }

    fn read_start(&self, name: &str, bytes: usize) -> Vec<u8> {
        self.get(name).map_or_else(|_| Vec::new(), |content| content[..content.len().min(bytes)].to_vec())
    }

    fn matching(&self, pattern: &str) -> Result<Found, FileError> {
        let names = Names::new(pattern)?;
        let folder = resolved(&names.folder).ok_or_else(|| FileError::Outside(pattern.into()))?;
        let folder = if folder.is_empty() { folder } else { folder + "/" };
        let fit = |name: &&String| name.strip_prefix(&folder).is_some_and(|inner| names.fit(inner));
        let typed = |name: &String| format!("{}{}", names.folder, &name[folder.len()..]);
        Ok(Found { names: self.files.keys().filter(fit).map(typed).collect(), nameless: vec![] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_called_by_its_name() {
        let memory = Memory::new("rooms", [("a.glb", vec![])]);
        assert_eq!((memory.shown(), memory.kit_name()), ("rooms".into(), "rooms".into()));
        assert_eq!(memory.shown_file("x/a.glb"), "rooms/x/a.glb");
        assert_eq!(Memory::default().kit_name(), "");
    }
}
