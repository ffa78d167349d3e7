//! The licences of everything that is inside the program.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// How the names of files with terms begin.
const TERMS: [&str; 6] = ["licen", "copying", "copyright", "notice", "unlicense", "authors"];

/// A crate, or a package of the page, that the program is built from.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Crate {
    name: String,
    version: String,
    /// Its terms, as an SPDX expression.
    terms: String,
    folder: PathBuf,
}

/// One text about the crates that a package is built from, out of what `cargo metadata` tells, and about the packages of
/// the page in the folder `web`.
pub(super) fn third_party(metadata: &Value, package: &str, web: &Path) -> Result<String, String> {
    let mut crates = crates(metadata, package)?;
    crates.extend(page_packages(web)?);
    let mut text = String::from(
        "What is inside the program besides snapmesh: the names of the crates and of the page's packages, their terms as\n\
         SPDX expressions, and below them the texts, each once. The standard library of Rust is inside too: MIT OR\n\
         Apache-2.0.\n\n",
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

/// The packages of others that are in the page, if it was built.
fn page_packages(web: &Path) -> Result<Vec<Crate>, String> {
    if !web.join("dist").is_dir() {
        return Ok(vec![]);
    }
    let list = std::fs::read(web.join("package-lock.json")).map_err(|error| error.to_string())?;
    let list: Value = serde_json::from_slice(&list).map_err(|error| error.to_string())?;
    Ok(listed(&list, web))
}

/// The packages in a `package-lock.json` that are in the page, and not only used to build it.
fn listed(list: &Value, web: &Path) -> Vec<Crate> {
    let packages = list["packages"].as_object().into_iter().flatten();
    let package = |(place, item): (&String, &Value)| {
        let text = |key: &str| item[key].as_str().unwrap_or("unknown").to_owned();
        // The page itself is listed too, at no place.
        let (_, name) = place.rsplit_once("node_modules/").filter(|_| item["dev"] != true)?;
        let (version, terms) = (text("version"), text("license"));
        Some(Crate { name: name.into(), version, terms, folder: web.join(place) })
    };
    packages.filter_map(package).collect()
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
        let nowhere = Path::new("nowhere");
        let text = third_party(&metadata, "ours", nowhere).expect("the package is there");
        assert!(text.contains("far 1.0.0: MIT; it comes without a text\n"), "{text}");
        assert!(
            !text.contains("tests 1.0.0") && !text.contains("other 1.0.0") && !text.contains("ours"),
            "{text}"
        );
        assert!(third_party(&metadata, "nobody", nowhere).is_err());
    }

    #[test]
    fn what_only_builds_the_page_is_not_in_it() {
        let list = json!({ "packages": {
            "": { "name": "the page" },
            "node_modules/@a/b": { "version": "1.0.0", "license": "MIT" },
            "node_modules/tool": { "version": "2.0.0", "dev": true },
        } });
        let told: Vec<String> = listed(&list, Path::new("web")).into_iter().map(|krate| krate.name).collect();
        assert_eq!(told, ["@a/b"]);
    }
}
