//! The licences of everything that is inside the program.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// How the names of files with terms begin.
const TERMS: [&str; 6] = ["licen", "copying", "copyright", "notice", "unlicense", "authors"];

/// A crate that the program is built from.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Crate {
    name: String,
    version: String,
    /// Its terms, as an SPDX expression.
    terms: String,
    folder: PathBuf,
}

/// One text about the crates that a package is built from, out of what `cargo metadata` tells.
pub(super) fn third_party(metadata: &Value, package: &str) -> Result<String, String> {
    let crates = crates(metadata, package)?;
    let mut text = String::from(
        "What is inside the program besides snapmesh: the names of the crates, their terms as SPDX expressions, and\n\
         below them the texts, each once. The standard library of Rust is inside too: MIT OR Apache-2.0.\n\n",
    );
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for krate in &crates {
        let Crate { name, version, terms, .. } = krate;
        let found = terms_in(&krate.folder);
        let note = if found.is_empty() { "; it comes without a text" } else { "" };
        let _ = writeln!(text, "{name} {version}: {terms}{note}");
        for found in found {
            texts.entry(found).or_default().push(format!("{name} {version}"));
        }
    }
    for (terms, crates) in texts {
        let _ = write!(text, "\n{}\n{}\n\n{terms}\n", "=".repeat(80), crates.join(", "));
    }
    Ok(text)
}

/// The crates of others that a package needs when it runs, by name.
fn crates(metadata: &Value, package: &str) -> Result<BTreeSet<Crate>, String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let by_id = |list: Vec<Value>| -> BTreeMap<String, Value> {
        list.into_iter().map(|item| (item["id"].as_str().unwrap_or_default().into(), item)).collect()
    };
    let packages = by_id(list(&metadata["packages"]));
    let nodes = by_id(list(&metadata["resolve"]["nodes"]));
    let is_ours = |id: &String| packages[id]["source"].is_null();
    let start = packages.iter().find(|(id, item)| item["name"] == package && is_ours(id));
    let mut open = vec![start.ok_or_else(|| format!("there is no package {package}"))?.0.clone()];
    let (mut seen, mut crates) = (BTreeSet::new(), BTreeSet::new());
    while let Some(id) = open.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        let needed = |dep: &Value| list(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let deps = list(&nodes[&id]["deps"]).into_iter().filter(needed);
        open.extend(deps.filter_map(|dep| Some(dep["pkg"].as_str()?.to_owned())));
        if !is_ours(&id) {
            let text = |key: &str| packages[&id][key].as_str().unwrap_or("unknown").to_owned();
            let folder = Path::new(&text("manifest_path")).parent().map(Path::to_owned).unwrap_or_default();
            crates.insert(Crate {
                name: text("name"),
                version: text("version"),
                terms: text("license"),
                folder,
            });
        }
    }
    Ok(crates)
}

/// The texts of a crate, by the names of their files.
fn terms_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let is_terms = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        TERMS.iter().any(|start| name.starts_with(start)) && path.is_file()
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_terms).collect();
    files.sort();
    let texts = files.iter().filter_map(|file| std::fs::read(file).ok());
    texts.map(|text| String::from_utf8_lossy(&text).replace("\r\n", "\n").trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_needed_when_it_runs_is_told_and_nothing_else() {
        let package = |name: &str, source: Value| {
            json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT", "source": source,
                    "manifest_path": format!("nowhere/{name}/Cargo.toml") })
        };
        let dep = |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [package("ours", Value::Null), package("lib", Value::Null), package("far", json!("r")),
                         package("tests", json!("r")), package("other", json!("r"))],
            "resolve": { "nodes": [
                { "id": "ours", "deps": [dep("lib", Value::Null), dep("tests", json!("dev"))] },
                { "id": "lib", "deps": [dep("far", Value::Null)] },
                { "id": "far", "deps": [] }, { "id": "tests", "deps": [] }, { "id": "other", "deps": [] },
            ] },
        });
        let text = third_party(&metadata, "ours").expect("the package is there");
        assert!(text.contains("far 1.0.0: MIT; it comes without a text\n"), "{text}");
        assert!(
            !text.contains("tests 1.0.0") && !text.contains("other 1.0.0") && !text.contains("ours"),
            "{text}"
        );
        assert!(third_party(&metadata, "nobody").is_err());
    }
}
