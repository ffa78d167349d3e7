//! Maps out. An exporter is a file here and a line in the list.

mod exporter;
mod json;
mod glb;
#[cfg(feature = "picture")]
mod png;
mod svg;
mod obj;

pub use exporter::{Exporter, Options, Textures, Write, check_drawing};
#[cfg(feature = "picture")]
pub use png::check_picture;

use snapmesh::problem::nearest;
use snapmesh::{Problem, Problems};
use std::path::Path;

/// Every format there is.
pub const EXPORTERS: &[Exporter] = &[
    json::JSON,
    glb::GLB,
    #[cfg(feature = "picture")]
    png::PNG,
    svg::SVG,
    obj::OBJ,
];

/// The exporter for a path, by its ending.
///
/// ```
/// use snapmesh_io::export::{Options, exporter_for};
/// use snapmesh::selection::STANDARD;
/// use snapmesh_io::{Memory, OpenKit, Overrides};
/// use snapmesh_kits::STARTER;
///
/// let files = STARTER.iter().map(|(name, content)| (*name, content.to_vec()));
/// let open = OpenKit::open(&Memory::new("starter", files), &Overrides::default(), STANDARD)?;
/// let map = open.recipe()?.grow(7);
/// let exporter = exporter_for("map.glb".as_ref())?;
/// let options = Options { colliders: true, ..Options::default() };
/// let glb = (exporter.write)(&open.kit, &open.settings, &map, &options)?;
/// assert!(glb.starts_with(b"glTF"));
/// # Ok::<(), snapmesh::Problems>(())
/// ```
pub fn exporter_for(path: &Path) -> Result<&'static Exporter, Problems> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    EXPORTERS.iter().find(|exporter| exporter.ending == ending).ok_or_else(|| {
        let known: Vec<String> = EXPORTERS.iter().map(|exporter| format!(".{}", exporter.ending)).collect();
        let what =
            if ending.is_empty() { "has no ending".into() } else { format!("cannot write .{ending} files") };
        let message = format!("{what}; the ending picks the format, out of {}", known.join(", "));
        let problem = Problem::error(path.display().to_string(), message);
        match nearest(&ending, EXPORTERS.iter().map(|exporter| exporter.ending)) {
            Some(close) => problem.help(format!("did you mean .{close}?")).into(),
            None => problem.into(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_picks_the_format_in_any_case() {
        assert_eq!(exporter_for(Path::new("a/map.JSON")).unwrap().ending, "json");
        assert_eq!(exporter_for(Path::new("plan.svg")).unwrap().ending, "svg");
        let problem = exporter_for(Path::new("plan.svgg")).unwrap_err();
        assert_eq!(problem[0].help.as_deref(), Some("did you mean .svg?"));
        assert!(exporter_for(Path::new("plan")).unwrap_err()[0].message.starts_with("has no ending"));
    }
}
