//! `[pieces.NAME]` sections written into the text of a `kit.toml`, so that a person can go on from there.

use super::edit::write;
use super::piece_section::piece_section;
use snapmesh::settings::PieceNotes;
use toml_edit::DocumentMut;

/// The text of a `kit.toml` with what is given of these sections put into it: connectors and boxes one a line, new sections
/// at the end. Keys that are not given, other sections, comments and order stay; the text may be empty. An error is a
/// sentence.
///
/// ```
/// use snapmesh::settings::PieceNotes;
/// use snapmesh_io::kit_file::with_piece_notes;
///
/// let notes = PieceNotes { floor: Some(vec!["moss".into()]), boxes: Some(vec![]), ..PieceNotes::new("Hall") };
/// let text = with_piece_notes("[kit]\nname = \"mill\"\n", &[notes])?;
/// assert_eq!(text, "[kit]\nname = \"mill\"\n\n[pieces.Hall]\nboxes = []\nfloor = [\"moss\"]\n");
/// # Ok::<(), String>(())
/// ```
pub fn with_piece_notes(text: &str, notes: &[PieceNotes]) -> Result<String, String> {
    let wrong = |error: toml_edit::TomlError| format!("is not valid TOML: {}", error.message());
    let mut document: DocumentMut = text.parse().map_err(wrong)?;
    for notes in notes {
        let section = piece_section(&mut document, &notes.piece)?;
        for (key, value) in notes.written().into_rows() {
            write(section, &key, &value)?;
        }
    }
    Ok(document.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapmesh::glam::DVec3;
    use snapmesh::settings::{BoxNote, ConnectorNote};

    fn notes(piece: &str) -> PieceNotes {
        let door = |x: f64| ConnectorNote {
            pins: 2,
            ..ConnectorNote::new(DVec3::new(x, 0.0, 2.25), DVec3::new(0.0, -0.0, 1.0))
        };
        PieceNotes {
            connectors: Some(vec![door(0.0), door(4.0)]),
            boxes: Some(vec![
                BoxNote::Corners { min: DVec3::new(-2.0, 0.0, -2.0), max: DVec3::new(2.0, 3.0, 2.0) },
                BoxNote::Turned { center: DVec3::Y, half: DVec3::splat(0.1), turn: 30.0 },
            ]),
            floor: Some(vec!["Floor".into(), "a \"b\"".into()]),
            ..PieceNotes::new(piece)
        }
    }

    const HALL: &str = r#"connectors = [
  { at = [0, 0, 2.25], heading = [0, 0, 1], pins = 2, color = "white" },
  { at = [4, 0, 2.25], heading = [0, 0, 1], pins = 2, color = "white" },
]
boxes = [
  { min = [-2, 0, -2], max = [2, 3, 2] },
  { center = [0, 1, 0], half = [0.1, 0.1, 0.1], turn = 30 },
]
floor = ["Floor", "a \"b\""]
"#;

    fn written(text: &str, notes: &[PieceNotes]) -> String {
        let once = with_piece_notes(text, notes).unwrap();
        assert_eq!(with_piece_notes(&once, notes).unwrap(), once, "twice the same is stable");
        once
    }

    #[test]
    fn a_section_has_one_item_a_line_and_an_empty_text_will_do() {
        assert_eq!(written("", &[notes("Hall")]), format!("[pieces.Hall]\n{HALL}"));
        assert_eq!(written("", &[]), "");
    }

    #[test]
    fn names_are_quoted_where_toml_needs_it() {
        let text = written("", &[notes("wall.v2"), notes("big room")]);
        assert_eq!(text, format!("[pieces.\"wall.v2\"]\n{HALL}\n[pieces.\"big room\"]\n{HALL}"));
    }

    #[test]
    fn comments_other_keys_and_other_sections_stay_where_they_are() {
        let kit = "# My kit\n[kit]\nname = \"mill\" # old\n\n[pieces.Hall] # large\n# wet\ntags = [\"wet\"]\nfloor = [] # none yet\n\n\
                   [rules]\nHall = { run = 2 }\n# the end";
        let text =
            written(kit, &[PieceNotes { floor: Some(vec!["moss".into()]), ..PieceNotes::new("Hall") }]);
        assert_eq!(text, kit.replace("floor = []", "floor = [\"moss\"]"));
        let text = written(kit, &[notes("Cell")]);
        assert_eq!(text, format!("{kit}\n\n[pieces.Cell]\n{HALL}"));
        assert_eq!(
            written("# nothing yet\n", &[notes("Cell")]),
            format!("# nothing yet\n\n[pieces.Cell]\n{HALL}")
        );
    }

    #[test]
    fn sections_in_one_line_stay_in_one_line() {
        let floor = |piece| PieceNotes { floor: Some(vec!["moss".into()]), ..PieceNotes::new(piece) };
        let text = written("pieces = { Hall = { tags = [\"wet\"] } }\n", &[floor("Hall"), floor("Cell")]);
        assert_eq!(
            text.replace(" ,", ","),
            "pieces = { Hall = { tags = [\"wet\"], floor = [\"moss\"] }, Cell = { floor = [\"moss\"] } }\n"
        );
        let text = written("[pieces]\nHall = { tags = [\"wet\"] }\n", &[floor("Hall"), floor("Cell")]);
        assert!(text.ends_with("\n\n[pieces.Cell]\nfloor = [\"moss\"]\n"), "{text}");
    }

    #[test]
    fn what_is_no_section_is_told() {
        assert_eq!(
            with_piece_notes("pieces = 3", &[notes("A")]).unwrap_err(),
            "`pieces` stands where a section should"
        );
        let told = with_piece_notes("[pieces]\nA = 3", &[notes("A")]).unwrap_err();
        assert_eq!(told, "`pieces.A` stands where a section should");
        assert!(with_piece_notes("[", &[]).unwrap_err().starts_with("is not valid TOML"));
    }
}
