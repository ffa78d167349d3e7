//! `map.json`: small, diffable, and the same bytes for the same kit, settings and seed.

use crate::fingerprint::digest;
use crate::kit_file::KitFolder;
use crate::write::read_file;
use serde::{Deserialize, Serialize};
use serde_json::{Map as Object, Value as Json, json};
use snapmesh::glam::DVec3;
use snapmesh::settings::{Settings, Value};
use snapmesh::{Joint, Map, Method, Placed, Pose, Problem, Turn};
use std::collections::BTreeMap;
use std::path::Path;

/// The version of the format.
pub const FORMAT: &str = "snapmesh-map/1";

/// A map file as it stands on disk, not yet matched with its kit.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct MapFile {
    /// The version of the format.
    pub format: String,
    /// The kit the pieces come from.
    pub kit: KitName,
    /// Every setting in force, by section and key.
    pub settings: Object<String, Json>,
    /// Why growth ended.
    pub stop: StopName,
    /// The placed pieces, in placement order.
    pub pieces: Vec<PieceEntry>,
    /// A number for all of the above.
    pub digest: String,
}

/// Which kit a map is made of.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct KitName {
    /// What it is called.
    pub name: String,
    /// Tells its pieces from others.
    pub fingerprint: String,
}

/// Why growth ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct StopName {
    /// The keyword.
    pub reason: String,
}

/// A placed piece.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct PieceEntry {
    /// The id of the piece.
    pub piece: String,
    /// Metres.
    pub position: [f64; 3],
    /// A quaternion x, y, z, w.
    pub rotation: [f64; 4],
    /// How it came there; none for the starting piece.
    pub joint: Option<JointEntry>,
}

/// Two connectors that are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct JointEntry {
    /// The placed piece it was joined to.
    pub guide: usize,
    /// Connector of the guide.
    pub guide_connector: usize,
    /// Connector of the piece itself.
    pub connector: usize,
}

impl MapFile {
    /// The file of a map.
    pub fn new(folder: &KitFolder, map: &Map) -> Self {
        let library = folder.kit.library();
        let entry = |placed: &Placed| PieceEntry {
            piece: library[placed.piece].id.clone(),
            // Adding zero makes 0.0 of -0.0.
            position: placed.pose.position.to_array().map(|x| x + 0.0),
            rotation: placed.pose.turn.quaternion(),
            joint: placed.joint.map(|Joint { guide, guide_connector, connector }| JointEntry {
                guide,
                guide_connector,
                connector,
            }),
        };
        let mut file = Self {
            format: FORMAT.into(),
            kit: KitName { name: folder.kit.name().into(), fingerprint: folder.fingerprint.clone() },
            settings: settings_out(&folder.settings),
            stop: StopName { reason: map.stop.clone() },
            pieces: map.pieces.iter().map(entry).collect(),
            digest: String::new(),
        };
        file.digest = file.compute_digest();
        file
    }

    /// The text of the file: one line for the kit, one for each section of settings, one for each piece.
    pub fn to_text(&self) -> String {
        let text = |value: Json| value.to_string();
        let lines = |items: Vec<String>| items.join(",\n    ");
        let settings = self.settings.iter().map(|(section, keys)| format!("\"{section}\": {keys}")).collect();
        let pieces = self.pieces.iter().map(|piece| text(json!(piece))).collect();
        format!(
            "{{\n  \"format\": {},\n  \"kit\": {},\n  \"settings\": {{\n    {}\n  }},\n  \"stop\": {},\n  \
             \"pieces\": [\n    {}\n  ],\n  \"digest\": {}\n}}\n",
            text(json!(self.format)),
            text(json!(self.kit)),
            lines(settings),
            text(json!(self.stop)),
            lines(pieces),
            text(json!(self.digest)),
        )
    }

    fn compute_digest(&self) -> String {
        digest(&Self { digest: String::new(), ..self.clone() }.to_text())
    }

    /// Reads a map file. One that was changed or damaged since it was written is refused.
    pub fn read(path: &Path) -> Result<Self, Vec<Problem>> {
        let shown = path.display().to_string();
        let text = read_file(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Problem::error(&*shown, "there is no such file"),
            _ => Problem::error(&*shown, format!("cannot be read: {error}")),
        })?;
        let format = serde_json::from_slice::<Json>(&text)
            .ok()
            .and_then(|json| Some(json["format"].as_str()?.to_string()));
        if let Some(other) = format.filter(|format| format != FORMAT) {
            let message = format!("is of the format \"{other}\"; this version reads \"{FORMAT}\"");
            return Err(Problem::error(shown, message).into());
        }
        let file: Self = serde_json::from_slice(&text).map_err(|error| {
            let at = (error.line().max(1), error.column().max(1));
            Problem::error(&*shown, format!("is not a map: {error}"))
                .at(at)
                .help("`snapmesh generate KIT -o map.json` writes one")
        })?;
        let digest = file.compute_digest();
        if file.digest != digest {
            let message = format!(
                "was changed since it was written: its digest is {} and should be {digest}",
                file.digest
            );
            return Err(Problem::error(shown, message)
                .help("generate it again from its kit and seed")
                .into());
        }
        Ok(file)
    }

    /// The settings the map was made with.
    pub fn settings(&self, path: &Path, methods: &[&'static Method]) -> Result<Settings, Vec<Problem>> {
        let mut settings = Settings::default();
        let mut problems = Vec::new();
        for (section, keys) in &self.settings {
            for (key, json) in keys.as_object().into_iter().flatten() {
                let taken = value_in(json).map_or_else(
                    || Err(format!("`{key}` in [{section}] cannot be {json}")),
                    |value| settings.set(methods, section, key, value).map_err(|error| error.message),
                );
                let problem = |message| Problem::error(path.display().to_string(), message);
                problems.extend(taken.err().map(problem));
            }
        }
        if problems.is_empty() { Ok(settings) } else { Err(problems) }
    }

    /// The map itself, matched with the pieces of its kit. Another kit is refused.
    pub fn map(&self, path: &Path, folder: &KitFolder) -> Result<Map, Vec<Problem>> {
        let shown = path.display().to_string();
        if self.kit.fingerprint != folder.fingerprint {
            let (name, theirs, ours) = (&self.kit.name, &self.kit.fingerprint, &folder.fingerprint);
            let message = format!(
                "was made with other pieces: the kit \"{name}\" had the fingerprint {theirs}, and {} has {ours}",
                folder.folder.display()
            );
            let help = "name the kit it was made with by --kit, or generate the map again";
            return Err(Problem::error(shown, message).help(help).into());
        }
        let mut pieces = Vec::with_capacity(self.pieces.len());
        if self.pieces.is_empty() {
            return Err(Problem::error(shown, "has no pieces").into());
        }
        for (index, entry) in self.pieces.iter().enumerate() {
            let Some(placed) = placed(entry, &pieces, folder) else {
                let message = format!("piece {index}, \"{}\", does not fit the kit", entry.piece);
                return Err(Problem::error(shown, message).into());
            };
            pieces.push(placed);
        }
        Ok(Map { pieces, stop: self.stop.reason.clone() })
    }
}

/// A piece as the kit knows it, if it fits the kit and the pieces before it.
fn placed(entry: &PieceEntry, before: &[Placed], folder: &KitFolder) -> Option<Placed> {
    let library = folder.kit.library();
    let piece = library.iter().position(|piece| piece.id == entry.piece)?;
    let joint = entry.joint.map(|JointEntry { guide, guide_connector, connector }| Joint {
        guide,
        guide_connector,
        connector,
    });
    let doors = |piece: usize| library[piece].connectors.len();
    let sound = joint.is_none_or(|joint| {
        let guide = before.get(joint.guide);
        joint.connector < doors(piece)
            && guide.is_some_and(|guide| joint.guide_connector < doors(guide.piece))
    });
    let turn = Turn::from_quaternion(entry.rotation)?;
    sound.then_some(Placed { piece, pose: Pose { position: DVec3::from(entry.position), turn }, joint })
}

/// Settings as JSON, section by section.
pub fn settings_out(settings: &Settings) -> Object<String, Json> {
    let mut sections = Object::new();
    for (section, key, value) in settings.entries() {
        let keys = sections.entry(section).or_insert_with(|| json!({}));
        keys[key] = match value {
            Value::Integer(n) => json!(n),
            Value::Real(x) => json!(x),
            Value::Flag(flag) => json!(flag),
            Value::Text(text) => json!(text),
            Value::Names(names) => json!(names),
            Value::Rows(rows) => json!(rows),
        };
    }
    sections
}

fn value_in(json: &Json) -> Option<Value> {
    let names = |json: &Json| -> Option<Vec<String>> {
        json.as_array()?.iter().map(|name| name.as_str().map(Into::into)).collect()
    };
    Some(match json {
        Json::Bool(flag) => Value::Flag(*flag),
        Json::Number(number) => {
            number.as_i64().map(Value::Integer).or_else(|| number.as_f64().map(Value::Real))?
        }
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(_) => Value::Names(names(json)?),
        Json::Object(rows) => {
            let rows = rows.iter().map(|(row, value)| Some((row.clone(), names(value)?)));
            Value::Rows(rows.collect::<Option<BTreeMap<_, _>>>()?)
        }
        Json::Null => return None,
    })
}
