//! From the names and patterns of `pieces` and `starters` to files.

use super::KIT_FILE;
use super::layers::Layered;
use crate::export::is_map;
use snapmesh::Problem;
use snapmesh::problem::nearest;
use std::path::Path;

/// Every file that could be a piece.
const ALL: &[&str] = &["*.glb", "*.gltf"];

/// The files of a kit, each once, and the two lists as indices into them.
#[derive(Default)]
pub(super) struct Listed {
    pub(super) files: Vec<String>,
    pub(super) pieces: Vec<usize>,
    pub(super) starters: Vec<usize>,
}

/// Finds the files. What is not there is an error at its place in the list.
pub(super) fn find(folder: &Path, layered: &Layered) -> (Listed, Vec<Problem>) {
    let content = &layered.settings.content;
    let mut listed = Listed::default();
    let mut problems = Vec::new();
    for (path, patterns, list) in [
        ("kit.pieces", &content.pieces, &mut listed.pieces),
        ("kit.starters", &content.starters, &mut listed.starters),
    ] {
        for pattern in patterns {
            match files_of(folder, pattern) {
                // A default that fits nothing is no mistake of anyone's.
                Ok(found)
                    if found.is_empty() && !layered.places.contains_key(&(path.into(), pattern.clone())) => {}
                Ok(found) if found.is_empty() => {
                    problems.push(absent(folder, path, pattern, "no file fits this pattern", layered));
                }
                Ok(found) => add(found, is_pattern(folder, pattern), &mut listed.files, list),
                Err(message) => problems.push(absent(folder, path, pattern, &message, layered)),
            }
        }
    }
    (listed, problems)
}

fn is_pattern(folder: &Path, name: &str) -> bool {
    name.contains(['*', '?', '[']) && !folder.join(name).is_file()
}

fn files_of(folder: &Path, pattern: &str) -> Result<Vec<String>, String> {
    if is_pattern(folder, pattern) {
        matches(folder, pattern)
    } else if folder.join(pattern).is_file() {
        Ok(vec![pattern.into()])
    } else {
        Err("there is no such file".into())
    }
}

/// Lists files. A pattern adds only what is not listed yet; a name that is written twice counts twice.
fn add(found: Vec<String>, by_pattern: bool, files: &mut Vec<String>, list: &mut Vec<usize>) {
    for file in found {
        let index = files.iter().position(|known| *known == file).unwrap_or_else(|| {
            files.push(file);
            files.len() - 1
        });
        if !(by_pattern && list.contains(&index)) {
            list.push(index);
        }
    }
}

/// The files that fit a pattern, sorted by name.
fn matches(folder: &Path, pattern: &str) -> Result<Vec<String>, String> {
    // The glob crate drops a leading `./`; from the root, paths come back as they went in.
    let folder = &std::path::absolute(folder).map_err(|error| error.to_string())?;
    let rooted = format!("{}/{pattern}", glob::Pattern::escape(&folder.to_string_lossy()));
    // Files that begin with a dot are leftovers of systems and editors.
    let options = glob::MatchOptions { require_literal_leading_dot: true, ..glob::MatchOptions::new() };
    let paths = glob::glob_with(&rooted, options)
        .map_err(|error| format!("the pattern makes no sense: {}", error.msg))?;
    // A map may lie in the folder of its kit, and is no piece unless it is listed by name.
    let files = paths.filter_map(Result::ok).filter(|path| path.is_file() && !is_map(path));
    let relative = |path: std::path::PathBuf| {
        let inner = path.strip_prefix(folder).unwrap_or(&path);
        inner.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
    };
    let mut names: Vec<String> = files.map(relative).collect();
    names.sort_unstable();
    Ok(names)
}

fn absent(folder: &Path, path: &str, pattern: &str, message: &str, layered: &Layered) -> Problem {
    let kit_file = folder.join(KIT_FILE).display().to_string();
    let mut problem = Problem::error(kit_file, format!("`{path}` lists \"{pattern}\": {message}"));
    if let Some(place) = layered.places.get(&(path.into(), pattern.into())) {
        problem.place = place.clone();
    }
    let there: Vec<String> = ALL.iter().flat_map(|all| matches(folder, all).unwrap_or_default()).collect();
    problem.help =
        nearest(pattern, there.iter().map(String::as_str)).map(|close| format!("did you mean \"{close}\"?"));
    problem
}
