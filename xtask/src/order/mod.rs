//! Modules build on each other in one direction: a module uses only those that are listed above it.
//!
//! The order is that of the `mod` items in `lib.rs` or `main.rs`, and in every `mod.rs` for the modules in its
//! folder. A file that lists modules comes after all of them, so they may not use what it holds or re-exports.
//! Where this is so, there can be no cycle. The sources are read as text (`tokens`, `source`); tests may use what
//! they like.

mod tokens;
mod source;

use crate::repository::root;
use source::{Listed, Source, Used};
use std::path::{Path, PathBuf};

/// Checks the crates named behind the chore, or all.
pub(crate) fn run() -> Result<(), String> {
    let named: Vec<String> = std::env::args().skip(2).collect();
    let known = crates()?;
    let is_crate = |name: &String, krate: &PathBuf| krate.ends_with(name);
    if let Some(name) = named.iter().find(|name| !known.iter().any(|krate| is_crate(name, krate))) {
        return Err(format!("there is no crate `{name}`"));
    }
    tell(known.iter().filter(|krate| named.is_empty() || named.iter().any(|name| is_crate(name, krate))))
}

/// Checks all crates.
pub(crate) fn check() -> Result<(), String> {
    println!("> modules use only those listed above them");
    tell(crates()?.iter())
}

/// The folders of all crates, from the root of the repository.
fn crates() -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(root().join("crates")).map_err(|error| error.to_string())?;
    let mut crates: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| Path::new("crates").join(entry.file_name())).collect();
    crates.sort();
    crates.extend(["bench", "xtask"].map(PathBuf::from));
    Ok(crates)
}

/// Fails with all that is out of order.
fn tell<'a>(crates: impl Iterator<Item = &'a PathBuf>) -> Result<(), String> {
    let read = |path: &Path| std::fs::read_to_string(root().join(path)).ok();
    let found: Vec<String> = crates.flat_map(|krate| violations(krate, &read)).collect();
    if found.is_empty() {
        return Ok(());
    }
    Err(format!(
        "modules must use only those listed above them:\n{}\nlist them in another order, or move what both need \
         into a module above both",
        found.join("\n")
    ))
}

/// What a file holds, if it is there.
type Read<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// All that is out of order in a crate.
fn violations(krate: &Path, read: Read<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for name in ["lib.rs", "main.rs"] {
        let file = krate.join("src").join(name);
        if let Some(text) = read(&file) {
            let below = krate.join("src");
            let tree = Module::grow("crate", &file, &below, &Source::read(&text), read, &mut found);
            tree.check(&tree, &mut Vec::new(), &mut found);
        }
    }
    found
}

/// A module with all below it.
struct Module {
    name: String,
    file: PathBuf,
    /// In the order they are listed.
    children: Vec<Module>,
    used: Vec<Used>,
}

impl Module {
    /// Reads the modules that a source lists, whose files lie in the folder `below`.
    fn grow(
        name: &str,
        file: &Path,
        below: &Path,
        source: &Source,
        read: Read<'_>,
        found: &mut Vec<String>,
    ) -> Self {
        let mut children = Vec::new();
        for Listed { name, line, body } in &source.listed {
            let folder = below.join(name);
            if let Some(body) = body {
                children.push(Self::grow(name, file, &folder, body, read, found));
                continue;
            }
            let files = [below.join(format!("{name}.rs")), folder.join("mod.rs")];
            match files.iter().find_map(|file| Some((file, read(file)?))) {
                Some((file, text)) => {
                    children.push(Self::grow(name, file, &folder, &Source::read(&text), read, found));
                }
                None => found.push(format!("{}:{line}: lists {name}, which has no file", shown(file))),
            }
        }
        Self { name: name.into(), file: file.into(), children, used: source.used.clone() }
    }

    /// Checks a module and all below it. `place` leads from the root to it, as places in the lists.
    fn check(&self, root: &Self, place: &mut Vec<usize>, found: &mut Vec<String>) {
        for (index, child) in self.children.iter().enumerate() {
            place.push(index);
            child.check(root, place, found);
            place.pop();
        }
        for used in &self.used {
            if let Some(wrong) = wrong(root, place, &used.path) {
                found.push(format!("{}:{}: {wrong}", shown(&self.file), used.line));
            }
        }
    }
}

/// What is wrong with the use of a path in the module at a place, if anything is.
fn wrong(root: &Module, place: &[usize], path: &[String]) -> Option<String> {
    let ups = path.iter().filter(|word| *word == "super").count();
    let start = if path[0] == "crate" { 0 } else { place.len().checked_sub(ups)? };
    let mut target = place[..start].to_vec();
    let mut words = path.iter().skip_while(|word| ["crate", "super", "self"].contains(&word.as_str()));
    let mut item = words.next();
    while let Some(word) = item {
        let child = module(root, &target).children.iter().position(|child| child.name == *word);
        let Some(child) = child else { break };
        target.push(child);
        item = words.next();
    }
    let shared = place.iter().zip(&target).take_while(|(a, b)| a == b).count();
    let used: Vec<String> = std::iter::once(name(root, &target)).chain(item.cloned()).collect();
    let used = used.join("::");
    match (place.get(shared), target.get(shared)) {
        // One that it lies in.
        (Some(_), None) => {
            let file = shown(&module(root, &target).file);
            Some(format!("uses {used}, but {file} comes after all it lists"))
        }
        // One beside it, or beside one that it lies in.
        (Some(here), Some(there)) if here < there => {
            let (later, earlier) = (name(root, &target[..=shared]), name(root, &place[..=shared]));
            Some(format!("uses {used}, but {later} is listed after {earlier}"))
        }
        // One above, one below it, or itself.
        _ => None,
    }
}

fn module<'a>(root: &'a Module, place: &[usize]) -> &'a Module {
    place.iter().fold(root, |module, &index| &module.children[index])
}

/// The path of the module at a place: `picture::scene`, and `crate` for the root.
fn name(root: &Module, place: &[usize]) -> String {
    let names: Vec<&str> = (1..=place.len()).map(|length| &*module(root, &place[..length]).name).collect();
    if names.is_empty() { root.name.clone() } else { names.join("::") }
}

/// With slashes on every machine.
fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

#[cfg(test)]
mod tests;
