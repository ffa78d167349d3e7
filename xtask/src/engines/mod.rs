//! Our maps, opened by real engines: three.js, Blender and Godot 4.

mod tally;
mod maps;
mod again;

use crate::clients;
use crate::kit_folders::kits;
use crate::repository::{cargo, put, root, run_in_root};
use crate::tutorial;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use tally::Tally;

/// Writes maps with every option, and has them opened by every engine that is found.
pub(crate) fn run() -> Result<(), String> {
    let folder = root().join("target/engines");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    }
    let entries = maps::write(&folder)?;
    let manifest = folder.join("manifest.json");
    put(&manifest, json!(entries).to_string().as_bytes())?;
    let mut tally = Tally::default();
    three(&manifest, &mut tally)?;
    blender(&manifest, &folder.join("again"), &mut tally)?;
    godot(&entries, &manifest, &folder, &mut tally)?;
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.failed > 0 { Err("the engines do not find what the maps say".into()) } else { Ok(()) }
}

fn three(manifest: &Path, tally: &mut Tally) -> Result<(), String> {
    if !clients::has_node() {
        println!("> three.js skipped: install Node.js (20 or newer, with npm)");
        return Ok(());
    }
    clients::install()?;
    println!("> three.js");
    tally.add(Command::new("node").arg("clients/check.mjs").arg(manifest)).map(|_| ())
}

fn blender(manifest: &Path, again: &Path, tally: &mut Tally) -> Result<(), String> {
    let Some(python) = tutorial::python_with_blender() else {
        println!("> Blender skipped: set PYTHON to a Python 3.11 with bpy");
        return Ok(());
    };
    println!("> Blender");
    tally.add(Command::new(&python).arg("clients/blender_check.py").arg(manifest).arg(again))?;
    again::compare(again, tally)?;
    cargo(&["build", "--quiet", "--package", "snapmesh-cli"], &[])?;
    let mut round_trip = Command::new(python);
    round_trip.args(["clients/round_trip.py", "target/debug/snapmesh"]).args(kits()?);
    tally.check("kits do not survive Blender", run_in_root(&mut round_trip).is_ok());
    Ok(())
}

/// The program that GODOT names, or the one that is installed, if it is a Godot 4.
fn find_godot() -> Option<String> {
    let named = std::env::var("GODOT").ok();
    let mut names = named.into_iter().chain(["godot4", "godot"].map(String::from));
    names.find(|name| {
        let version = Command::new(name).args(["--headless", "--version"]).output();
        version.is_ok_and(|output| output.stdout.starts_with(b"4."))
    })
}

/// A project with the maps in it is imported as a user's would be, then a script looks at every scene.
fn godot(entries: &[Value], manifest: &Path, folder: &Path, tally: &mut Tally) -> Result<(), String> {
    let Some(godot) = find_godot() else {
        println!("> Godot skipped: set GODOT to a Godot 4");
        return Ok(());
    };
    println!("> Godot");
    let project = folder.join("project");
    make_project(entries, folder, &project)?;
    let run = |args: &[&str]| {
        let mut command = Command::new(&godot);
        command.args(["--headless", "--path"]).arg(&project).args(args);
        command
    };
    let output = run(&["--import"]).output().map_err(|error| error.to_string())?;
    quiet("imports", &String::from_utf8_lossy(&[output.stdout, output.stderr].concat()), tally);
    let manifest = manifest.display().to_string();
    let told = tally.add(&mut run(&["--fixed-fps", "60", "--script", "res://check.gd", "--", &manifest]))?;
    quiet("plays", &told, tally);
    Ok(())
}

/// Godot goes on after an error, and ends well: only its words tell.
fn quiet(does: &str, told: &str, tally: &mut Tally) {
    let bad = told.lines().filter(|line| line.contains("ERROR:") || line.contains("WARNING:"));
    let bad: Vec<&str> = bad.take(20).collect();
    tally.check(&format!("Godot {does} with errors or warnings:\n{}", bad.join("\n")), bad.is_empty());
}

fn make_project(entries: &[Value], folder: &Path, project: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| error.to_string();
    let copy = |from: &Path, to: &Path| {
        std::fs::create_dir_all(to).map_err(told)?;
        let name = from.file_name().unwrap_or_default();
        std::fs::copy(from, to.join(name)).map(|_| ()).map_err(told)
    };
    let scripts = std::fs::read_dir(root().join("clients/godot")).map_err(told)?;
    for script in scripts.filter_map(Result::ok) {
        copy(&script.path(), project)?;
    }
    for entry in entries {
        copy(Path::new(entry["file"].as_str().unwrap_or_default()), &project.join("maps"))?;
    }
    for piece in std::fs::read_dir(folder.join("sample")).map_err(told)?.filter_map(Result::ok) {
        copy(&piece.path(), &project.join("pieces"))?;
    }
    put(&project.join("project.godot"), b"config_version=5\n\n[application]\nconfig/name=\"maps\"\n")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_script_in_the_docs_is_the_one_that_is_tried() {
        let script = include_str!("../../../clients/godot/spawn_map.gd");
        assert!(include_str!("../../../docs/engines.md").contains(script.trim_end()));
        assert!(script.lines().count() <= 30);
    }
}
