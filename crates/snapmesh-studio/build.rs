//! Puts the page into the program, if it was built: `web/dist`, file by file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    let page = web.join("dist");
    println!("cargo::rerun-if-changed=build.rs");
    // What is not there would count as changed every time; the folder around it changes when the page appears.
    if let Some(watched) = [&page, &web].into_iter().find(|folder| folder.is_dir()) {
        println!("cargo::rerun-if-changed={}", watched.display());
    }
    let mut files = Vec::new();
    list(&page, "", &mut files);
    files.sort();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo tells where to write"));
    std::fs::write(out.join("page.rs"), code(&files)).expect("cargo's own folder can be written to");
}

/// The names of all files below a folder, as the page calls them, and where they are.
fn list(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{name}/"), files);
        } else {
            files.push((name, entry.path()));
        }
    }
}

/// A slice of names and contents, in Rust.
fn code(files: &[(String, PathBuf)]) -> String {
    let mut code = String::from("&[\n");
    for (name, path) in files {
        let path = path.display().to_string();
        let _ = writeln!(code, "    ({name:?}, include_bytes!({path:?})),");
    }
    code + "]\n"
}
