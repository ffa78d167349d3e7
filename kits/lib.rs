//! The starter kit of snapmesh, put into the program that uses it: ten pieces that snap together, seven
//! caps and doors for their connectors, and the settings to grow maps from them.
//!
//! ```text
//! kits/starter/*  ->  STARTER: [(name, bytes)]  ->  written to a folder   (`snapmesh new`)
//!                                               \-> read where it is      (`snapmesh_io::Memory`)
//! ```
//!
//! The files lie where everybody finds them, in `kits/starter`, and this crate lies beside them, so that they are inside
//! a package and there is one copy of each. The other kits are larger and for reading; they are not part of it.
//!
//! ```
//! use snapmesh_kits::STARTER;
//!
//! let pieces = STARTER.iter().filter(|(name, _)| name.ends_with(".glb"));
//! assert_eq!(pieces.count(), 17);
//! ```

/// Files of the starter kit, as they lie in the repository.
macro_rules! starter {
    ($($name:literal),+ $(,)?) => { &[$(($name, include_bytes!(concat!("starter/", $name)))),+] };
}

/// The starter kit: the name and the content of every file.
pub const STARTER: &[(&str, &[u8])] = starter![
    "kit.toml",
    "README.md",
    "Archway.glb",
    "Barrier.glb",
    "Bend.glb",
    "Bridge.glb",
    "BrokenWall.glb",
    "Curtain.glb",
    "Fork.glb",
    "Garden.glb",
    "Gate.glb",
    "Hall.glb",
    "Hedge.glb",
    "Junction.glb",
    "Lanterns.glb",
    "Plaza.glb",
    "Shrine.glb",
    "Stairs.glb",
    "Wicket.glb",
];

#[cfg(test)]
mod tests {
    use super::STARTER;

    #[test]
    fn every_file_of_the_folder_is_there() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/starter")).expect("it is there");
        let mut files: Vec<String> =
            folder.filter_map(|file| file.ok()?.file_name().into_string().ok()).collect();
        let mut ours: Vec<&str> = STARTER.iter().map(|(name, _)| *name).collect();
        files.sort();
        ours.sort_unstable();
        assert_eq!(ours, files);
    }
}
