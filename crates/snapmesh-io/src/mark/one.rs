//! One piece of a kit, looked at whatever is known of it.

use super::fit::eyes;
use super::proposal::{Proposal, propose};
use crate::files::Files;
use crate::kit_file::Layered;
use crate::piece_file::{id_of, read_piece_as};
use snapmesh::Problems;
use snapmesh::settings::PieceNotes;

/// Proposes doorways for the piece of a file even if it has some, for whoever wants to compare or to begin anew; and boxes, if
/// the file itself has none.
pub fn propose_again(
    files: &dyn Files,
    name: &str,
    layered: &Layered,
    pin_width: f64,
) -> Result<Proposal, Problems> {
    let unmarked = PieceNotes { connectors: Some(vec![]), ..PieceNotes::new(&id_of(name)) };
    let (file, problems) = read_piece_as(files, name, layered.settings.content.scale, Some(&unmarked));
    let file = file.ok_or(problems)?;
    let (options, _) = eyes(&[&file], layered, pin_width);
    Ok(propose(&file, &options))
}

#[cfg(test)]
mod tests {
    use super::super::testing::Blocks;
    use super::*;
    use crate::files::Memory;
    use crate::kit_file::{Overrides, settings_of_text};
    use snapmesh::selection::STANDARD;

    #[test]
    fn a_piece_that_is_marked_is_looked_at_as_if_it_were_not() {
        let files = Memory::new("kit", [("Hall.gltf", Blocks::hall(2.0).gltf())]);
        let text = "[pieces.Hall]\nconnectors = [{ at = [9, 0, 0], heading = [1, 0, 0] }]\nboxes = []\n";
        let (layered, _) = settings_of_text(text, &files, &Overrides::default(), STANDARD).unwrap();
        let found = propose_again(&files, "Hall.gltf", &layered, 1.5).unwrap();
        assert_eq!(
            (found.doorways.map(|found| found.len()), found.boxes.map(|boxes| boxes.len())),
            (Some(2), Some(1))
        );
        assert!(propose_again(&files, "None.gltf", &layered, 1.5).is_err());
    }
}
