//! What is wrong, for a page: which setting or which piece it is about, so that it can be shown there.

use crate::message::Message;
use serde_json::{Value as Json, json};
use snapmesh::value::name_of;
use snapmesh::{Location, Problem, Problems};
use snapmesh_io::kit_file::{KIT_FILE, read_text, setting_at};
use snapmesh_io::{Files, KeyPath};

impl Message {
    /// The answer to what cannot be had.
    pub fn failed(id: u64, problems: &Problems) -> Self {
        let problems: Vec<Json> = problems.iter().map(one).collect();
        Self::new(id, "failed", json!({ "problems": problems }))
    }
}

/// Problems of a kit, each with the setting or the file that it is about. `pieces` are the names of files.
pub(crate) fn all(problems: &Problems, files: &dyn Files, pieces: &[String]) -> Vec<Json> {
    let text = read_text(files).unwrap_or_default();
    let kit_file = files.shown_file(KIT_FILE);
    let shown: Vec<String> = pieces.iter().map(|name| files.shown_file(name)).collect();
    let one = |problem: &Problem| {
        let setting = match &problem.location {
            Location::Text { file, line, column } if *file == kit_file => setting_at(&text, (*line, *column)),
            Location::Request(path) => key_of(path),
            _ => None,
        };
        let setting = setting.map(|(section, key)| path_of(&section, &key));
        let file = shown.iter().position(|shown| shown == problem.location.file());
        told(problem, setting.as_deref(), file.map(|file| &*pieces[file]))
    };
    problems.iter().map(one).collect()
}

/// The setting that a path names, or that it leads into, as `rules.Hall.count` does.
fn key_of(path: &str) -> Option<(String, String)> {
    let parse = |path: &str| KeyPath::parse(path, Location::Request(path.into())).ok();
    let found = parse(path).or_else(|| parse(path.rsplit_once('.')?.0))?;
    Some((found.section, found.key))
}

/// A setting as edits name it: a key that is no plain word stands in quotes.
pub(crate) fn path_of(section: &str, key: &str) -> String {
    format!("{section}.{}", name_of(key))
}

/// A problem that is about no setting.
pub(crate) fn one(problem: &Problem) -> Json {
    told(problem, None, None)
}

fn told(problem: &Problem, setting: Option<&str>, file: Option<&str>) -> Json {
    let Problem { severity, location, message, help } = problem;
    json!({
        "severity": severity,
        "place": location.to_string(),
        "message": message,
        "help": help,
        "setting": setting,
        "file": file,
    })
}
