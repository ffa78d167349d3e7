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
