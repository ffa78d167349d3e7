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
    "Bend.glb",
    "Bridge.glb",
    "Fork.glb",
    "Garden.glb",
    "Gate.glb",
    "Hall.glb",
    "Junction.glb",
    "Plaza.glb",
    "Shrine.glb",
    "Stairs.glb",
    "ends/Archway.glb",
    "ends/Barrier.glb",
    "ends/BrokenWall.glb",
    "ends/Curtain.glb",
    "ends/Hedge.glb",
    "ends/Lanterns.glb",
    "ends/Wicket.glb",
];

#[cfg(test)]
mod tests {
    use super::STARTER;
    use std::path::Path;

    #[test]
    fn every_file_of_the_folder_is_there() {
        let files = |inner: &str| -> Vec<String> {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("starter").join(inner);
            let files = std::fs::read_dir(folder).expect("it is there").filter_map(Result::ok);
            let files = files.filter(|file| file.path().is_file());
            files.filter_map(|file| Some(format!("{inner}{}", file.file_name().to_str()?))).collect()
        };
        let mut files = [files(""), files("ends/")].concat();
        let mut ours: Vec<&str> = STARTER.iter().map(|(name, _)| *name).collect();
        files.sort();
        ours.sort_unstable();
        assert_eq!(ours, files);
    }
}
