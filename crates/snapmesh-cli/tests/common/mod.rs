//! Kits in temporary folders, and the command run on them.

#![allow(dead_code, reason = "every test file uses a part of it")]
#![allow(clippy::allow_attributes, reason = "which part is unused differs from file to file")]
#![allow(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "these are tests, and should read shortly"
)]

#[cfg(unix)]
pub(crate) mod hostile;
#[cfg(unix)]
pub(crate) mod mutate;
#[cfg(unix)]
pub(crate) mod packed;
pub(crate) mod shapes;

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a run of the command left behind.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The JSON object on stdout.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }
}

/// Runs the command; whatever happens, it must not panic.
pub(crate) fn snapmesh<S: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    run(Command::new(env!("CARGO_BIN_EXE_snapmesh")).args(args))
}

/// The command for a run that is told to end by signals. It hears them, even if these tests run under nohup.
pub(crate) fn hearing() -> Command {
    let program = env!("CARGO_BIN_EXE_snapmesh");
    if !cfg!(target_os = "linux") {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", program]);
    command
}

/// Runs a command that was made ready.
pub(crate) fn run(command: &mut Command) -> Run {
    let output: Output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let run = Run {
        code: output.status.code().unwrap_or(-1),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
    };
    assert!(!run.stderr.contains("panicked") && run.code != 70, "{}", run.stderr);
    run
}

/// A folder that goes away with the test.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        std::fs::write(self.path(name), content).unwrap();
        self
    }

    pub(crate) fn root(&self) -> String {
        self.0.path().display().to_string()
    }

    /// The names of all files, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// The starter kit of the repository.
pub(crate) fn starter() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/starter").display().to_string()
}

/// A GLB without meshes.
pub(crate) fn glb(root: &Value) -> Vec<u8> {
    let mut json = root.to_string().into_bytes();
    while !json.len().is_multiple_of(4) {
        json.push(b' ');
    }
    let mut bytes = b"glTF".to_vec();
    for number in [2, 20 + json.len() as u32, json.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(b"JSON");
    bytes.extend(json);
    bytes
}

/// The same with a binary part.
pub(crate) fn glb_with(json: &Value, bin: &[u8]) -> Vec<u8> {
    let mut bytes = glb(json);
    bytes.extend((bin.len() as u32).to_le_bytes());
    bytes.extend(b"BIN\0");
    bytes.extend(bin);
    let length = (bytes.len() as u32).to_le_bytes();
    bytes[8..12].copy_from_slice(&length);
    bytes
}

/// A GLB of these nodes, all at the root.
pub(crate) fn piece(nodes: Vec<Value>) -> Vec<u8> {
    let all: Vec<usize> = (0..nodes.len()).collect();
    glb(&json!({ "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": all }], "nodes": nodes }))
}

/// An empty at a place, heading along -z or, turned half around, +z.
pub(crate) fn connector(z: f64, extras: Value) -> Value {
    let rotation = if z > 0.0 { [0.0, 1.0, 0.0, 0.0] } else { [0.0, 0.0, 0.0, 1.0] };
    json!({ "name": "connector", "translation": [0.0, 0.0, z], "rotation": rotation, "extras": extras })
}

/// A box of two metres around the origin.
pub(crate) fn collider() -> Value {
    json!({ "name": "box", "scale": [0.9, 0.9, 0.9], "extras": { "collider": "box" } })
}

/// A room with a door to the north and one to the south.
pub(crate) fn room(pins: u32, color: &str) -> Vec<u8> {
    let extras = json!({ "pins": pins, "color": color });
    piece(vec![connector(-1.0, extras.clone()), connector(1.0, extras), collider()])
}
