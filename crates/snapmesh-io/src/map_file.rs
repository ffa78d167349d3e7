//! `map.json`: small, diffable, and the same bytes for the same kit, settings and seed.

use crate::fingerprint::digest;
use crate::kit_file::LoadedKit;
use crate::outputs::read_file;
use serde::{Deserialize, Serialize};
use serde_json::{Map as Object, Value as Json, json};
use snapmesh::glam::DVec3;
use snapmesh::settings::Settings;
use snapmesh::{
    ConnectorId, Joint, Link, Map, Method, Placed, PlacedId, Port, Pose, Problem, Problems, Stop, Turn, Value,
};
use std::path::Path;

pub use crate::own_files::FORMAT;

/// A map file as it stands on disk, not yet matched with its kit.
///
/// ```
/// use snapmesh::selection::STANDARD;
/// use snapmesh_io::{MapFile, Memory, OpenKit, Overrides};
/// use snapmesh_kits::STARTER;
///
/// let files = STARTER.iter().map(|(name, content)| (*name, content.to_vec()));
/// let open = OpenKit::open(&Memory::new("starter", files), &Overrides::default(), STANDARD)?;
/// let map = open.recipe()?.grow(7);
/// let text = MapFile::new(&open.kit, &open.settings, &map).to_text();
///
/// let file = MapFile::parse(text.as_bytes(), "map.json")?;
/// let again = file.map("map.json", &open.kit)?;
/// // A map that was read is written as it was.
/// assert_eq!(MapFile::new(&open.kit, &open.settings, &again).to_text(), text);
/// # Ok::<(), snapmesh::Problems>(())
/// ```
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
    /// Joints beyond the tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkEntry>,
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

impl From<Joint> for JointEntry {
    fn from(joint: Joint) -> Self {
        Self {
            guide: joint.guide.index(),
            guide_connector: joint.guide_connector.index(),
            connector: joint.connector.index(),
        }
    }
}

impl From<JointEntry> for Joint {
    fn from(entry: JointEntry) -> Self {
        Self {
            guide: PlacedId::new(entry.guide),
            guide_connector: ConnectorId::new(entry.guide_connector),
            connector: ConnectorId::new(entry.connector),
        }
    }
}

/// Two connectors that are joined beyond the tree; each is a placed piece and its connector.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct LinkEntry {
    /// One side of it.
    pub from: (usize, usize),
    /// The other.
    pub to: (usize, usize),
    /// Metres by which they miss each other.
    pub gap: f64,
    /// Degrees by which they miss each other.
    pub turn: f64,
}

impl From<&Link> for LinkEntry {
    fn from(link: &Link) -> Self {
        let side = |port: Port| (port.placed.index(), port.connector.index());
        Self { from: side(link.from), to: side(link.to), gap: link.gap, turn: link.turn }
    }
}

impl From<LinkEntry> for Link {
    fn from(entry: LinkEntry) -> Self {
        let port = |(placed, connector)| Port {
            placed: PlacedId::new(placed),
            connector: ConnectorId::new(connector),
        };
        Self { from: port(entry.from), to: port(entry.to), gap: entry.gap, turn: entry.turn }
    }
}

impl MapFile {
    /// The file of a map that was grown from a kit under these settings.
    pub fn new(kit: &LoadedKit, settings: &Settings, map: &Map) -> Self {
        let entry = |placed: &Placed| PieceEntry {
            piece: kit.kit().piece(placed.piece).id.clone(),
            // Adding zero makes 0.0 of -0.0.
            position: placed.pose.position.to_array().map(|x| x + 0.0),
            rotation: placed.pose.turn.quaternion(),
            joint: placed.joint.map(Into::into),
        };
        let mut file = Self {
            format: FORMAT.into(),
            kit: KitName { name: kit.kit().name().into(), fingerprint: kit.fingerprint().into() },
            settings: settings_of(settings, map.seed),
            stop: StopName { reason: map.stop.reason.clone().into_owned() },
            pieces: map.pieces.iter().map(entry).collect(),
            links: map.links.iter().map(Into::into).collect(),
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
        let links: Vec<String> = self.links.iter().map(|link| text(json!(link))).collect();
        let links = if links.is_empty() {
            String::new()
        } else {
            format!("\"links\": [\n    {}\n  ],\n  ", lines(links))
        };
        format!(
            "{{\n  \"format\": {},\n  \"kit\": {},\n  \"settings\": {{\n    {}\n  }},\n  \"stop\": {},\n  \
             \"pieces\": [\n    {}\n  ],\n  {}\"digest\": {}\n}}\n",
            text(json!(self.format)),
            text(json!(self.kit)),
            lines(settings),
            text(json!(self.stop)),
            lines(pieces),
            links,
            text(json!(self.digest)),
        )
    }

    fn compute_digest(&self) -> String {
        digest(&Self { digest: String::new(), ..self.clone() }.to_text())
    }

    /// Reads a map file. One that was changed or damaged since it was written is refused.
    pub fn read(path: &Path) -> Result<Self, Problems> {
        let shown = path.display().to_string();
        let bytes = read_file(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Problem::error(&*shown, "there is no such file"),
            _ => Problem::error(&*shown, format!("cannot be read: {error}")),
        })?;
        Self::parse(&bytes, &shown)
    }

    /// The same from memory. `shown` is what to call it in messages.
    pub fn parse(bytes: &[u8], shown: &str) -> Result<Self, Problems> {
        let format = serde_json::from_slice::<Json>(bytes)
            .ok()
            .and_then(|json| Some(json["format"].as_str()?.to_string()));
        if let Some(other) = format.filter(|format| format != FORMAT) {
            let message = format!("is of the format \"{other}\"; this version reads \"{FORMAT}\"");
            return Err(Problem::error(shown, message).into());
        }
        let file: Self = serde_json::from_slice(bytes).map_err(|error| {
            let at = (error.line().max(1), error.column().max(1));
            Problem::error(shown, format!("is not a map: {error}"))
                .at(at)
                .help("`snapmesh generate KIT -o map.json` writes one")
        })?;
        let digest = file.compute_digest();
        if file.digest != digest {
            let message = format!(
                "was changed since it was written: its digest is {} and should be {digest}",
                file.digest
            );
            let help = "generate it again from its kit and seed";
            return Err(Problem::error(shown, message).help(help).into());
        }
        Ok(file)
    }

    /// The settings the map was made with. `shown` is what to call the file in messages, here and below.
    pub fn settings(&self, shown: &str, methods: &[&'static Method]) -> Result<Settings, Problems> {
        let mut settings = Settings::default();
        let mut problems = Problems::NONE;
        for (section, keys) in &self.settings {
            for (key, json) in keys.as_object().into_iter().flatten() {
                let taken = value_of(json).map_or_else(
                    || Err(format!("`{key}` in [{section}] cannot be {json}")),
                    |value| settings.set(methods, section, key, value).map_err(|error| error.message),
                );
                problems.extend(taken.err().map(|message| Problem::error(shown, message)));
            }
        }
        problems.into_result().map(|()| settings)
    }

    /// The map itself, matched with the pieces of its kit. Another kit is refused.
    pub fn map(&self, shown: &str, kit: &LoadedKit) -> Result<Map, Problems> {
        let wrong = |message: String| Problem::error(shown, message);
        if self.kit.fingerprint != kit.fingerprint() {
            let (name, theirs, ours) = (&self.kit.name, &self.kit.fingerprint, kit.fingerprint());
            let message = format!(
                "was made with other pieces: the kit \"{name}\" had the fingerprint {theirs}, and {} has {ours}",
                kit.shown()
            );
            let help = "name the kit it was made with, or generate the map again";
            return Err(wrong(message).help(help).into());
        }
        if self.pieces.is_empty() {
            return Err(wrong("has no pieces".into()).into());
        }
        let mut pieces = Vec::with_capacity(self.pieces.len());
        for (index, entry) in self.pieces.iter().enumerate() {
            let Some(placed) = placed(entry, &pieces, kit) else {
                return Err(wrong(format!("piece {index}, \"{}\", does not fit the kit", entry.piece)).into());
            };
            pieces.push(placed);
        }
        let links: Vec<Link> = self.links.iter().map(|&link| link.into()).collect();
        if let Some(index) = links.iter().position(|link| !is_sound(link, &pieces, kit)) {
            return Err(wrong(format!("link {index} joins what is not there")).into());
        }
        let seed = self.settings.get("generation").and_then(|keys| keys["seed"].as_i64());
        let stop = Stop::told(&self.stop.reason);
        Ok(Map { seed: seed.unwrap_or_default(), pieces, links, stop })
    }
}

/// A piece as the kit knows it, if it fits the kit and the pieces before it.
fn placed(entry: &PieceEntry, before: &[Placed], kit: &LoadedKit) -> Option<Placed> {
    let piece = kit.kit().named(&entry.piece)?;
    let joint: Option<Joint> = entry.joint.map(Into::into);
    let sound = joint.is_none_or(|joint| {
        joint.connector.index() < kit.kit().piece(piece).connectors.len()
            && has_port(joint.guide_port(), before, kit)
    });
    let turn = Turn::from_quaternion(entry.rotation)?;
    sound.then_some(Placed { piece, pose: Pose { position: DVec3::from(entry.position), turn }, joint })
}

fn is_sound(link: &Link, pieces: &[Placed], kit: &LoadedKit) -> bool {
    link.from != link.to && [link.from, link.to].into_iter().all(|port| has_port(port, pieces, kit))
}

fn has_port(port: Port, pieces: &[Placed], kit: &LoadedKit) -> bool {
    let placed = pieces.get(port.placed.index());
    placed.is_some_and(|placed| port.connector.index() < kit.kit().piece(placed.piece).connectors.len())
}

/// The settings of a map as JSON, section by section: those it was made with, and its own seed.
pub fn settings_of(settings: &Settings, seed: i64) -> Object<String, Json> {
    let mut sections = Object::new();
    for (section, key, value) in settings.entries() {
        let keys = sections.entry(section).or_insert_with(|| json!({}));
        keys[key] = json_of(&value);
    }
    sections["generation"]["seed"] = json!(seed);
    sections
}

/// A value as JSON.
pub fn json_of(value: &Value) -> Json {
    match value {
        Value::Integer(n) => json!(n),
        Value::Real(x) => json!(x),
        Value::Bool(flag) => json!(flag),
        Value::String(text) => json!(text),
        Value::List(items) => items.iter().map(json_of).collect(),
        Value::Table(rows) => {
            Json::Object(rows.iter().map(|(name, row)| (name.clone(), json_of(row))).collect())
        }
    }
}

/// A value that was written as JSON; none if it is null anywhere.
pub fn value_of(json: &Json) -> Option<Value> {
    Some(match json {
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => {
            number.as_i64().map(Value::Integer).or_else(|| number.as_f64().map(Value::Real))?
        }
        Json::String(text) => Value::String(text.clone()),
        Json::Array(items) => Value::List(items.iter().map(value_of).collect::<Option<_>>()?),
        Json::Object(rows) => Value::Table(
            rows.iter().map(|(name, row)| Some((name.clone(), value_of(row)?))).collect::<Option<_>>()?,
        ),
        Json::Null => return None,
    })
}
