//! What a stranger may send: models made by code, and the command run on them under a guard.

#![allow(clippy::missing_panics_doc, reason = "these are tests")]

use super::{Folder, room};
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a run may take: ten seconds are promised, and builds for tests are slow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 10 });
/// Address space of a run, in kilobytes.
const SPACE: u64 = 2_500_000;
/// Resident memory that a run may ever have, in kilobytes.
const RESIDENT: u64 = 1_000_000;
/// So much of what a run prints is read.
const READ: u64 = 300_000_000;

/// The command; `SNAPMESH_BIN` names another build of it.
pub(crate) fn binary() -> OsString {
    std::env::var_os("SNAPMESH_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_snapmesh").into())
}

/// What a guarded run left behind.
pub(crate) struct Told {
    /// None if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) took: Duration,
    /// Kilobytes of resident memory, at most.
    pub(crate) peak: u64,
    /// It was killed because its time was over.
    late: bool,
}

/// A command that may have so much address space and no more.
pub(crate) fn confined<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {SPACE}; exec \"$0\" \"$@\"")).arg(binary()).args(args);
    command.stdin(Stdio::null()).env("RUST_BACKTRACE", "0");
    command
}

/// Runs the command under the guard of memory and time.
pub(crate) fn guarded<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, limit: Duration) -> Told {
    watched(&mut confined(args), limit)
}

/// Runs a command to its end, or until its time is over, and reads all it says.
pub(crate) fn watched(command: &mut Command, limit: Duration) -> Told {
    let start = Instant::now();
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (out, err) = (gather(child.stdout.take()), gather(child.stderr.take()));
    let (mut peak, mut late) = (0, false);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        peak = peak.max(resident(&child));
        if start.elapsed() > limit {
            late = true;
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let took = start.elapsed();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let (stdout, stderr) = (text(out.join().unwrap()), text(err.join().unwrap()));
    Told { code: status.code(), stdout, stderr, took, peak, late }
}

fn gather(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.unwrap().take(READ).read_to_end(&mut bytes).unwrap();
        bytes
    })
}

/// The most resident memory that a process ever had, in kilobytes; 0 where the system does not tell.
fn resident(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

impl Told {
    /// What is not as promised for every input, or nothing.
    pub(crate) fn wild(&self) -> Option<String> {
        if self.late {
            return Some(format!(
                "did not end within {:.0} s, {} MB",
                self.took.as_secs_f64(),
                self.peak / 1000
            ));
        }
        if !matches!(self.code, Some(0..=2)) {
            return Some(format!("ended with {:?}", self.code));
        }
        let words =
            |text: &str| text.split(|c: char| !c.is_alphabetic()).any(|w| w == "fault" || w == "panicked");
        if words(&self.stderr) {
            return Some("tells of a fault".into());
        }
        if self.peak >= RESIDENT {
            return Some(format!("took {} MB of memory", self.peak / 1000));
        }
        None
    }

    /// Ended by itself, in time and memory, with a code that is promised.
    pub(crate) fn tame(&self, what: &str) -> &Self {
        if let Some(wild) = self.wild() {
            panic!("{what}: {wild}\n{}", self.shortly());
        }
        self
    }

    /// As `tame`, and if it was refused, the message has a number: how many there are, or may be.
    pub(crate) fn measured(&self, what: &str) -> &Self {
        self.tame(what);
        if self.code == Some(2) {
            let said = without_places(&self.stderr);
            assert!(
                said.contains(|c: char| c.is_ascii_digit()),
                "{what}: names no number\n{}",
                self.shortly()
            );
        }
        self
    }

    /// The beginning of what it said.
    pub(crate) fn shortly(&self) -> String {
        let cut = |text: &str| text.chars().take(1500).collect::<String>();
        format!("code {:?}\n{}\n{}", self.code, cut(&self.stderr), cut(&self.stdout))
    }

    /// Control characters that reached the terminal.
    pub(crate) fn controls(&self) -> Option<String> {
        let of = |name: &str, text: &str| {
            let line = text.lines().find(|line| line.contains(char::is_control))?;
            Some(format!("{name}: {:?}", line.chars().take(600).collect::<String>()))
        };
        of("stdout", &self.stdout).or_else(|| of("stderr", &self.stderr))
    }
}

/// What was said without the folders of paths, whose digits mean nothing.
fn without_places(text: &str) -> String {
    let named = |word: &str| word.rsplit('/').next().unwrap_or_default().to_string();
    text.split_whitespace().map(named).collect::<Vec<_>>().join(" ")
}

/// So many texts, one after the other.
pub(crate) fn many(count: u32, of: impl Fn(u32) -> String) -> String {
    (0..count).fold(String::new(), |text, i| text + &of(i))
}

/// A GLB of this JSON text and these bytes, with the lengths they have.
pub(crate) fn glb_of(json: impl AsRef<[u8]>, bytes: &[u8]) -> Vec<u8> {
    let pad = |content: &[u8], with: u8| {
        let mut content = content.to_vec();
        content.resize(content.len().next_multiple_of(4), with);
        content
    };
    let (json, bytes) = (pad(json.as_ref(), b' '), pad(bytes, 0));
    let binary = if bytes.is_empty() { 0 } else { 8 + bytes.len() };
    let mut glb = b"glTF".to_vec();
    for number in [2, (20 + json.len() + binary) as u32, json.len() as u32] {
        glb.extend(number.to_le_bytes());
    }
    glb.extend(b"JSON");
    glb.extend(json);
    if !bytes.is_empty() {
        glb.extend((bytes.len() as u32).to_le_bytes());
        glb.extend(b"BIN\0");
        glb.extend(bytes);
    }
    glb
}

/// A piece of nodes, all at the root, and of one mesh, number 0, if it has corners.
#[derive(Default)]
pub(crate) struct Model {
    /// Each a JSON object.
    pub(crate) nodes: Vec<String>,
    pub(crate) corners: Vec<[f32; 3]>,
    pub(crate) indices: Vec<u32>,
    /// More members of the root, each with a comma before it.
    pub(crate) more: String,
    /// More attributes of the mesh's primitive, each with a comma before it.
    pub(crate) primitive: String,
}

impl Model {
    /// A room with a door to the north and one to the south, so far from the middle.
    pub(crate) fn room(half: f64) -> Self {
        let north = format!(r#"{{"name":"connector_1_white","translation":[0,0,{}]}}"#, -half);
        let south =
            format!(r#"{{"name":"connector_1_white","translation":[0,0,{half}],"rotation":[0,1,0,0]}}"#);
        Self { nodes: vec![north, south], ..Self::default() }
    }

    pub(crate) fn node(mut self, node: impl Into<String>) -> Self {
        self.nodes.push(node.into());
        self
    }

    /// A level rectangle, seen from above, and a node that shows it with what else there is.
    pub(crate) fn floor(mut self, half: f32, height: f32) -> Self {
        let first = self.corners.len() as u32;
        self.corners.extend([
            [-half, height, -half],
            [-half, height, half],
            [half, height, half],
            [half, height, -half],
        ]);
        self.indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
        self
    }

    /// The bytes of the mesh: corners, then indices.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let corners = self.corners.iter().flatten().flat_map(|number| number.to_le_bytes());
        corners.chain(self.indices.iter().flat_map(|index| index.to_le_bytes())).collect()
    }

    /// The JSON; `uri` is what follows the length of its buffer.
    pub(crate) fn json(&self, uri: &str) -> String {
        let all = (0..self.nodes.len()).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
        let nodes = self.nodes.join(",");
        let mut json = format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[{all}]}}],"nodes":[{nodes}]"#
        );
        if !self.corners.is_empty() {
            let (corners, indices) = (self.corners.len(), self.indices.len());
            let (first, second) = (12 * corners, 4 * indices);
            let bound = |pick: fn(f32, f32) -> f32| {
                let along = |axis: usize| self.corners.iter().map(|c| c[axis]).reduce(pick).unwrap();
                format!("[{},{},{}]", along(0), along(1), along(2))
            };
            let (min, max) = (bound(f32::min), bound(f32::max));
            write!(
                json,
                r#","meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1{primitive}}}]}}],
                "accessors":[{{"bufferView":0,"componentType":5126,"count":{corners},"type":"VEC3","min":{min},"max":{max}}},
                {{"bufferView":1,"componentType":5125,"count":{indices},"type":"SCALAR"}}],
                "bufferViews":[{{"buffer":0,"byteLength":{first}}},{{"buffer":0,"byteOffset":{first},"byteLength":{second}}}],
                "buffers":[{{"byteLength":{length}{uri}}}]"#,
                primitive = self.primitive,
                length = first + second,
            )
            .unwrap();
        }
        json.push_str(&self.more);
        json.push('}');
        json
    }

    pub(crate) fn glb(&self) -> Vec<u8> {
        glb_of(self.json(""), &self.bytes())
    }

    /// A small room that can be walked through, and shows itself.
    pub(crate) fn walkable() -> Self {
        Self::room(2.0).node(r#"{"name":"shell","mesh":0}"#).floor(2.0, 0.0)
    }
}

/// Gives a changed map the digest that it must have now, as whoever changed it would: the command tells it.
pub(crate) fn sign(map: &Path, kit: &str) {
    let told =
        guarded([OsStr::new("explain"), map.as_os_str(), OsStr::new("--kit"), OsStr::new(kit)], PATIENCE);
    let Some((before, after)) = told.stderr.split_once(" and should be ") else { return };
    let (old, new) =
        (before.split_whitespace().last().unwrap_or_default(), after.get(..32).unwrap_or_default());
    let text = std::fs::read_to_string(map).unwrap();
    std::fs::write(map, text.replace(&format!("\"{old}\""), &format!("\"{new}\""))).unwrap();
}

/// A kit of one room that always fits itself, and this `kit.toml`.
pub(crate) fn kit(text: &str) -> Folder {
    let folder = Folder::new();
    folder.write("Room.glb", room(1, "white")).write("kit.toml", text);
    folder
}

/// Runs the command; whatever the input, it ends well, in time and in memory.
pub(crate) fn tame(args: &[&str]) -> Told {
    let told = guarded(args, PATIENCE);
    told.measured(&args.join(" ").chars().take(200).collect::<String>());
    told
}

/// As `tame`, where a refusal is about something else than how much there is.
pub(crate) fn calm(args: &[&str]) -> Told {
    let told = guarded(args, PATIENCE);
    told.tame(&args.join(" "));
    told
}
