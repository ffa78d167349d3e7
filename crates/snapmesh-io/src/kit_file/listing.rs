//! From the names and patterns of `pieces` and `starters` to files.

use super::layers::Layered;
use crate::files::Files;
use crate::own_files::{START, is_map};
use snapmesh::problem::nearest;
use snapmesh::{PieceId, Problem, Problems};

/// The file that makes a folder a kit.
pub const KIT_FILE: &str = "kit.toml";

/// Every file that could be a piece.
const ALL: &[&str] = &["*.glb", "*.gltf"];

/// The files of a kit, each once, and the two lists of them.
#[derive(Default)]
pub(super) struct Listed {
    pub(super) files: Vec<String>,
    pub(super) pieces: Vec<PieceId>,
    pub(super) starters: Vec<PieceId>,
}

/// Finds the files. What is not there is an error at its place in the list.
pub(super) fn find(files: &dyn Files, layered: &Layered) -> (Listed, Problems) {
    let content = &layered.settings.content;
    let mut listed = Listed::default();
    let mut problems = Problems::NONE;
    for (path, patterns, list) in [
        ("kit.pieces", &content.pieces, &mut listed.pieces),
        ("kit.starters", &content.starters, &mut listed.starters),
    ] {
        for pattern in patterns {
            match files_of(files, pattern) {
                // A default that fits nothing is no mistake of anyone's.
                Ok(found) if found.is_empty() && layered.places.get(path, pattern).is_none() => {}
                Ok(found) if found.is_empty() => {
                    problems.push(absent(files, path, pattern, "no file fits this pattern", layered));
                }
                Ok(found) => add(found, is_pattern(files, pattern), &mut listed.files, list),
                Err(message) => problems.push(absent(files, path, pattern, &message, layered)),
            }
        }
    }
    (listed, problems)
}

fn is_pattern(files: &dyn Files, name: &str) -> bool {
    name.contains(['*', '?', '[']) && !files.is_file(name)
}

fn files_of(files: &dyn Files, pattern: &str) -> Result<Vec<String>, String> {
    if is_pattern(files, pattern) {
        matches(files, pattern)
    } else if files.is_file(pattern) {
        Ok(vec![pattern.into()])
    } else {
        Err("there is no such file".into())
    }
}

/// Lists files. A pattern adds only what is not listed yet; a name that is written twice counts twice.
fn add(found: Vec<String>, by_pattern: bool, files: &mut Vec<String>, list: &mut Vec<PieceId>) {
    for file in found {
        let index = files.iter().position(|known| *known == file).unwrap_or_else(|| {
            files.push(file);
            files.len() - 1
        });
        let piece = PieceId::new(index);
        if !(by_pattern && list.contains(&piece)) {
            list.push(piece);
        }
    }
}

/// The files that fit a pattern. A map may lie in the folder of its kit, and is no piece unless it is listed by name.
fn matches(files: &dyn Files, pattern: &str) -> Result<Vec<String>, String> {
    let mut names = files.matching(pattern)?;
    names.retain(|name| !is_map(&files.read_start(name, START)));
    Ok(names)
}

fn absent(files: &dyn Files, path: &str, pattern: &str, message: &str, layered: &Layered) -> Problem {
    let place = layered.places.get(path, pattern).cloned();
    let location = place.unwrap_or_else(|| files.shown_file(KIT_FILE).into());
    let mut problem = Problem::error(location, format!("`{path}` lists \"{pattern}\": {message}"));
    let there: Vec<String> = ALL.iter().flat_map(|all| matches(files, all).unwrap_or_default()).collect();
    problem.help =
        nearest(pattern, there.iter().map(String::as_str)).map(|close| format!("did you mean \"{close}\"?"));
    problem
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Memory;
    use crate::kit_file::layers;
    use crate::kit_file::overrides::{Override, Overrides};
    use snapmesh::Location;
    use snapmesh::selection::STANDARD;

    const MAP: &[u8] = br#"{"asset":{"generator":"snapmesh 1"},"format":"snapmesh-map/1"}"#;

    fn memory() -> Memory {
        let pieces =
            ["Hall.glb", "Room.glb", "rooms/Cell.glb", "A[1].glb"].map(|name| (name, b"{}".to_vec()));
        Memory::new("kit", pieces.into_iter().chain([("map.glb", MAP.to_vec())]))
    }

    fn layered(text: &str, set: &[Override]) -> Layered {
        let overrides = Overrides { set: set.to_vec(), ..Overrides::default() };
        layers::read(text, "kit.toml", &overrides, STANDARD).unwrap().0
    }

    fn list(text: &str) -> (Vec<String>, Vec<usize>, Vec<usize>, Vec<String>) {
        let (listed, problems) = find(&memory(), &layered(text, &[]));
        let numbers = |list: &[PieceId]| list.iter().map(|piece| piece.index()).collect();
        let told = problems.iter().map(ToString::to_string).collect();
        (listed.files, numbers(&listed.pieces), numbers(&listed.starters), told)
    }

    fn pieces(names: &str) -> (Vec<String>, Vec<usize>) {
        let (files, pieces, _, told) = list(&format!("[kit]\npieces = {names}\n"));
        assert!(told.is_empty(), "{told:?}");
        (files, pieces)
    }

    #[test]
    fn without_a_list_all_files_are_pieces_but_maps() {
        let (files, pieces, starters, told) = list("");
        assert_eq!(files, ["A[1].glb", "Hall.glb", "Room.glb"]);
        assert_eq!((pieces, starters), (vec![0, 1, 2], vec![]));
        assert!(told.is_empty(), "no .gltf is there, and none was asked for: {told:?}");
    }

    #[test]
    fn a_name_written_twice_counts_twice_and_a_pattern_adds_what_is_new() {
        assert_eq!(pieces(r#"["Hall.glb", "Hall.glb"]"#).1, [0, 0]);
        let (files, numbers) = pieces(r#"["Room.glb", "*.glb"]"#);
        assert_eq!((files.len(), numbers), (3, vec![0, 1, 2]));
        assert_eq!(files[0], "Room.glb");
        assert_eq!(pieces(r#"["?oom.glb", "Room.glb"]"#).1, [0, 0]);
    }

    #[test]
    fn a_map_is_a_piece_when_it_is_named() {
        assert_eq!(pieces(r#"["map.glb"]"#).0, ["map.glb"]);
    }

    #[test]
    fn patterns_reach_into_folders_and_a_file_may_look_like_one() {
        assert_eq!(pieces(r#"["rooms/*.glb"]"#).0, ["rooms/Cell.glb"]);
        assert_eq!(pieces(r#"["**/C*.glb"]"#).0, ["rooms/Cell.glb"]);
        assert_eq!(pieces(r#"["A[1].glb"]"#).0, ["A[1].glb"], "there is a file of that very name");
    }

    #[test]
    fn starters_share_the_files_of_the_pieces_and_may_bring_their_own() {
        let text =
            "[kit]\npieces = [\"Hall.glb\", \"Room.glb\"]\nstarters = [\"Room.glb\", \"rooms/Cell.glb\"]\n";
        let (files, pieces, starters, _) = list(text);
        assert_eq!(files, ["Hall.glb", "Room.glb", "rooms/Cell.glb"]);
        assert_eq!((pieces, starters), (vec![0, 1], vec![1, 2]));
    }

    #[test]
    fn what_is_missing_is_told_at_its_place_with_what_may_be_meant() {
        let told = list("[kit]\npieces = [\"Hall.glb\", \"Rom.glb\"]\nstarters = [\"*.obj\", \"zzz\"]\n").3;
        assert_eq!(
            told,
            [
                "error: kit.toml:2:23: `kit.pieces` lists \"Rom.glb\": there is no such file\n  \
                 help: did you mean \"Room.glb\"?",
                "error: kit.toml:3:13: `kit.starters` lists \"*.obj\": no file fits this pattern",
                "error: kit.toml:3:22: `kit.starters` lists \"zzz\": there is no such file",
            ]
        );
    }

    #[test]
    fn a_pattern_that_makes_no_sense_is_told() {
        let told = list("[kit]\npieces = [\"[\"]\n").3;
        assert!(
            told[0].starts_with("error: kit.toml:2:11: `kit.pieces` lists \"[\": the pattern makes no"),
            "{told:?}"
        );
    }

    #[test]
    fn a_list_that_came_on_top_is_wrong_where_it_came_from() {
        let origin = Location::Request("--set".into());
        let set = Override::parse("kit.pieces=[\"zzz\"]", origin).unwrap();
        let told = find(&memory(), &layered("", &[set])).1;
        assert_eq!(told.to_string(), "error: --set: `kit.pieces` lists \"zzz\": there is no such file");
    }
}
