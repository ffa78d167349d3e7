//! What people without Rust get: one archive for the machine it is made on, tried before it is handed out.
//!
//! The archive is made by crates, not by the system's `tar`: names in order, no user, one time and no name in the gzip
//! header are options that differ from one `tar` to the next, and the same commit should give the same bytes.

mod archive;
mod licences;

use crate::kit_folders::kits;
use crate::repository::{cargo, root, run_in_root};
use crate::studio;
use archive::{Entry, files, pack, sha256};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The package with the program.
const PACKAGE: &str = "snapmesh-cli";
/// Files of the repository that go along.
const PAGES: [&str; 6] =
    ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Builds the program, packs it with all that belongs to it, and tries the archive as a stranger would.
pub(crate) fn run() -> Result<(), String> {
    let machine = machine()?;
    let metadata = metadata(&machine)?;
    let out = PathBuf::from(text(&metadata["target_directory"])).join("dist");
    let name = format!("snapmesh-{}-{machine}", env!("CARGO_PKG_VERSION"));
    match studio::check_node() {
        Ok(()) => studio::build_page()?,
        Err(message) => println!("> no page in this archive: {message}"),
    }
    build(&out)?;
    let entries = gather(&out, &metadata)?;
    let bytes = pack(&name, entries, commit_time()).map_err(told)?;
    let archive = out.join(format!("{name}.tar.gz"));
    write(&archive, &bytes)?;
    write(&out.join(format!("{name}.tar.gz.sha256")), format!("{}  {name}.tar.gz\n", sha256(&bytes)))?;
    attempt(&archive, &name, &out.join("tried"))?;
    println!("wrote {} ({:.1} MB)", archive.display(), bytes.len() as f64 / 1e6);
    Ok(())
}

/// The machine we are on, as rustc calls it.
fn machine() -> Result<String, String> {
    let told = output(Command::new("rustc").arg("-vV"))?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(Into::into).ok_or_else(|| "rustc does not tell its host".into())
}

/// What cargo knows about the workspace.
fn metadata(machine: &str) -> Result<Value, String> {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    cargo.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", machine]);
    serde_json::from_str(&output(cargo.current_dir(root()))?).map_err(|error| error.to_string())
}

/// Builds the program without the paths of this machine in it.
fn build(out: &Path) -> Result<(), String> {
    let home = std::env::var("CARGO_HOME").map(PathBuf::from).ok().or_else(|| {
        let home = std::env::home_dir()?;
        Some(home.join(".cargo"))
    });
    let places = [(home, "cargo"), (Some(root()), "snapmesh"), (out.parent().map(Into::into), "target")];
    let flags = places.iter().filter_map(|(place, name)| {
        Some(format!("--remap-path-prefix={}=/{name}", place.as_ref()?.display()))
    });
    // As cargo wants flags that may hold spaces.
    let flags = flags.collect::<Vec<_>>().join("\u{1f}");
    cargo(
        &["build", "--profile", "dist", "--locked", "--package", PACKAGE],
        &[("CARGO_ENCODED_RUSTFLAGS", &flags)],
    )
}

/// All that goes into the archive.
fn gather(out: &Path, metadata: &Value) -> Result<Vec<Entry>, String> {
    let binary = format!("snapmesh{}", std::env::consts::EXE_SUFFIX);
    let program = out.join(&binary);
    let made = out.join("made");
    clear(&made)?;
    write(&made.join("THIRD-PARTY.txt"), licences::third_party(metadata, PACKAGE, &studio::web())?)?;
    run_in_root(Command::new(&program).args(["manual", "--quiet"]).arg(&made))?;
    let plain = |name: &str, file: PathBuf| Entry { name: name.into(), file, is_program: false };
    let mut entries = vec![
        Entry { name: binary, file: program, is_program: true },
        plain("THIRD-PARTY.txt", made.join("THIRD-PARTY.txt")),
    ];
    entries.extend(PAGES.map(|page| plain(page, root().join(page))));
    let mut folders = vec![
        (root().join("docs"), "docs".to_owned()),
        (made.join("man"), "man".into()),
        (made.join("completions"), "completions".into()),
    ];
    for kit in kits()? {
        let name = format!("kits/{}", kit.file_name().unwrap_or_default().to_string_lossy());
        folders.push((kit, name));
    }
    for (folder, name) in folders {
        entries.extend(files(&folder, &name).map_err(|error| format!("{}: {error}", folder.display()))?);
    }
    Ok(entries)
}

/// Unpacks the archive in an empty folder, and makes a map with nothing of this machine but its libraries.
fn attempt(archive: &Path, name: &str, folder: &Path) -> Result<(), String> {
    clear(folder)?;
    run_in_root(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder))?;
    let program = folder.join(name).join("snapmesh");
    for args in [&["--version"][..], &["new", "k"], &["generate", "k", "-o", "m.json", "-o", "m.glb"]] {
        println!("> (clean) snapmesh {}", args.join(" "));
        let mut command = Command::new(&program);
        command.args(args).current_dir(folder).env_clear().env("HOME", folder).env("PATH", "/usr/bin");
        print!("{}", output(&mut command)?);
    }
    let page = format!("{name}/man/man1/snapmesh-generate.1");
    let wanted = ["m.json", "m.glb", &page];
    match wanted.iter().find(|file| std::fs::metadata(folder.join(file)).map_or(0, |it| it.len()) == 0) {
        Some(missing) => Err(format!("the archive was tried, and {missing} is not there")),
        None => clear(folder),
    }
}

/// When the commit was made, in seconds; a second after the beginning of time outside git.
fn commit_time() -> u64 {
    let time = output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()));
    time.ok().and_then(|time| time.trim().parse().ok()).unwrap_or(1)
}

/// An empty folder.
fn clear(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(told)?;
    }
    std::fs::create_dir_all(folder).map_err(told)
}

fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), String> {
    std::fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))
}

/// What a command prints, if it ends well.
fn output(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program} cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{program} failed: {}", String::from_utf8_lossy(&output.stderr)))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn told(error: std::io::Error) -> String {
    error.to_string()
}
