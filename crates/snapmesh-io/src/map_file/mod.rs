//! `map.json`: small, diffable, and the same bytes for the same kit, settings and seed.

mod entries;
mod values;
mod hints;
mod changed;
mod text;

pub use crate::own_files::FORMAT;
pub use changed::misfits;
pub use entries::{DoorEntry, JointEntry, KitName, LinkEntry, PieceEntry, StopName};
pub use hints::Hints;
pub use values::{json_of, settings_of, value_of};

use crate::files::{FileError, read_file};
use crate::fingerprint::digest;
use crate::json::count_values;
use crate::kit_file::LoadedKit;
use crate::piece_file::FARTHEST;
use changed::renumber;
use serde::{Deserialize, Serialize};
use serde_json::{Map as Object, Value as Json};
use snapmesh::glam::DVec3;
use snapmesh::limits::{Exceeded, within};
use snapmesh::settings::Settings;
use snapmesh::{
    Door, Drawn, Joint, Limits, Link, Map, Method, PieceId, Placed, Port, Pose, Problem, Problems, Promise,
    Role, Stop, Turn,
};
use std::collections::BTreeSet;
use std::path::Path;

/// A map file as it stands on disk, not yet matched with its kit.
///
/// ```
/// use snapmesh::Limits;
/// use snapmesh::selection::STANDARD;
/// use snapmesh_io::{MapFile, Memory, OpenKit, Overrides};
/// use snapmesh_kits::STARTER;
///
/// let files = STARTER.iter().map(|(name, content)| (*name, content.to_vec()));
/// let open = OpenKit::open(&Memory::new("starter", files), &Overrides::default(), STANDARD)?;
/// let map = open.recipe()?.grow(7);
/// let text = MapFile::new(&open.kit, &open.settings, &map).to_text();
///
/// let file = MapFile::parse(text.as_bytes(), "map.json", &Limits::DEFAULT)?;
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
    /// What the files of the kit say that decides how maps grow.
    #[serde(default, skip_serializing_if = "Hints::is_empty")]
    pub hints: Hints,
    /// Every setting in force, by section and key.
    pub settings: Object<String, Json>,
    /// Why growth ended.
    pub stop: StopName,
    /// The placed pieces, in placement order.
    pub pieces: Vec<PieceEntry>,
    /// Joints beyond the tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkEntry>,
    /// What stands in doorways.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doors: Vec<DoorEntry>,
    /// How many pieces were kept from another map: the first ones.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kept: usize,
    /// What was promised, and whether it was kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub promises: Vec<Promise>,
    /// A number for all of the above.
    pub digest: String,
}

impl MapFile {
    /// The file of a map that was grown from a kit under these settings.
    pub fn new(kit: &LoadedKit, settings: &Settings, map: &Map) -> Self {
        let id = |piece: PieceId| kit.kit().piece(piece).id.clone();
        // Adding zero makes 0.0 of -0.0.
        let position = |pose: &Pose| pose.position.to_array().map(|x| x + 0.0);
        let entry = |placed: &Placed| PieceEntry {
            piece: id(placed.piece),
            position: position(&placed.pose),
            rotation: placed.pose.turn.quaternion(),
            joint: placed.joint.map(Into::into),
            role: (placed.role != Role::Piece).then(|| placed.role.name().into()),
        };
        let door = |door: &Door| DoorEntry {
            piece: id(door.piece),
            position: position(&door.pose),
            rotation: door.pose.turn.quaternion(),
            at: (door.at.placed.number(), door.at.connector.number()),
        };
        let mut file = Self {
            format: FORMAT.into(),
            kit: KitName { name: kit.kit().name().into(), fingerprint: kit.fingerprint().into() },
            hints: Hints::new(kit.kit(), settings),
            settings: settings_of(settings, map.seed),
            stop: StopName { reason: map.stop.reason.clone().into_owned() },
            pieces: map.pieces.iter().map(entry).collect(),
            links: map.links.iter().map(Into::into).collect(),
            doors: map.doors.iter().map(door).collect(),
            kept: map.kept,
            promises: map.promises.clone(),
            digest: String::new(),
        };
        file.digest = file.compute_digest();
        file
    }

    /// The text of the file: one line for the kit, one for each section of settings, one for each piece.
    pub fn to_text(&self) -> String {
        match serde_json::to_value(self) {
            Ok(Json::Object(file)) => text::of(&file),
            _ => unreachable!("a map file is an object of plain values"),
        }
    }

    /// The same as a file of a kit that goes by another name or fingerprint.
    #[must_use]
    pub fn named(mut self, kit: &KitName) -> Self {
        self.kit = kit.clone();
        self.digest = self.compute_digest();
        self
    }

    fn compute_digest(&self) -> String {
        digest(&Self { digest: String::new(), ..self.clone() }.to_text())
    }

    /// Reads a map file. One that was changed or damaged since it was written is refused.
    ///
    /// That is a check against accidents, not a seal: whoever changes a map on purpose can work out its digest.
    pub fn read(path: &Path, limits: &Limits) -> Result<Self, Problems> {
        let shown = path.display().to_string();
        let most = limits.kit_mb.saturating_mul(1 << 20);
        let bytes = read_file(path, most).map_err(|error| match error {
            FileError::Missing => Problem::error(&*shown, error.to_string()),
            FileError::TooLong(bytes) => {
                let exceeded = Exceeded::new("kit_mb", bytes.div_ceil(1 << 20), limits.kit_mb);
                exceeded.at(&*shown)
            }
            error => Problem::error(&*shown, format!("cannot be read: {error}")),
        })?;
        Self::parse(&bytes, &shown, limits)
    }

    /// The same from memory. `shown` is what to call it in messages.
    pub fn parse(bytes: &[u8], shown: &str, limits: &Limits) -> Result<Self, Problems> {
        within("json_values", count_values(bytes), limits.json_values)
            .map_err(|exceeded| exceeded.at(shown))?;
        let json = serde_json::from_slice::<Json>(bytes).unwrap_or_default();
        if let Some(other) = json["format"].as_str().filter(|format| *format != FORMAT) {
            let message = format!("is of the format \"{other}\"; this version reads \"{FORMAT}\"");
            return Err(Problem::error(shown, message).into());
        }
        let file: Self = serde_json::from_slice(bytes).map_err(|error| {
            let at = (error.line().max(1), error.column().max(1));
            Problem::error(shown, format!("is not a map: {error}"))
                .at(at)
                .help("a map file is what a map is written to as .json")
        })?;
        // Of what stands there, not of what was understood: a later version may have written more.
        let digest = json.as_object().map_or_else(String::new, digest_of);
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
        if let Some(message) = self.other_kit(kit) {
            let help = "name the kit it was made with, or generate the map again";
            return Err(Problem::error(shown, message).help(help).into());
        }
        let map = self.matched(shown, kit)?;
        check_ports(&map, kit).map_err(|message| Problem::error(shown, message))?;
        Ok(map)
    }

    /// The same with a kit that may have changed since, and what is to be said of that. Joined connectors that are there by
    /// another number get it; one that is gone is an error, as a piece is. What else does not fit, [`misfits`] tells.
    pub fn map_of_changed(
        &self,
        shown: &str,
        kit: &LoadedKit,
        settings: &Settings,
    ) -> Result<(Map, Problems), Problems> {
        let mut map = self.matched(shown, kit)?;
        let mut odd = Problems::NONE;
        if let Some(message) = self.other_kit(kit) {
            odd.push(Problem::warning(shown, message));
            let on_the_map = |port: Port| port.placed.index() < map.pieces.len();
            if map.joined_ports().all(on_the_map) {
                let told = renumber(&mut map, kit.kit(), settings.generation.piece_distance);
                odd.extend(told.into_iter().map(|message| Problem::warning(shown, message)));
            }
        }
        check_ports(&map, kit).map_err(|message| Problem::error(shown, message))?;
        Ok((map, odd))
    }

    /// What is said of a kit with other pieces.
    fn other_kit(&self, kit: &LoadedKit) -> Option<String> {
        let (name, theirs, ours) = (&self.kit.name, &self.kit.fingerprint, kit.fingerprint());
        (!kit.is_known_as(theirs)).then(|| {
            format!(
                "was made with other pieces: the kit \"{name}\" had the fingerprint {theirs}, and {} has {ours}",
                kit.shown()
            )
        })
    }

    /// The map with the pieces of a kit. Whether its joined connectors are there is not looked at.
    fn matched(&self, shown: &str, kit: &LoadedKit) -> Result<Map, Problems> {
        let wrong = |message: String| Problem::error(shown, message);
        if self.pieces.is_empty() {
            return Err(wrong("has no pieces".into()).into());
        }
        let mut pieces = Vec::with_capacity(self.pieces.len());
        for (index, entry) in self.pieces.iter().enumerate() {
            let Some(placed) = placed(entry, pieces.len(), kit) else {
                return Err(wrong(format!("piece {index}, \"{}\", does not fit the kit", entry.piece)).into());
            };
            pieces.push(placed);
        }
        let links = self.links.iter().map(|&link| link.into()).collect();
        let seed = self.settings.get("generation").and_then(|keys| keys["seed"].as_i64());
        let stop = Stop::told(&self.stop.reason);
        let promises = self.promises.clone();
        let doors = self.doors(kit).map_err(wrong)?;
        let (seed, kept) = (seed.unwrap_or_default(), self.kept);
        let map = Map { seed, pieces, links, doors, kept, stop, promises };
        check_roles(&map).map_err(wrong)?;
        check_places(&map).map_err(wrong)?;
        Ok(map)
    }

    fn doors(&self, kit: &LoadedKit) -> Result<Vec<Door>, String> {
        let door = |(number, entry): (usize, &DoorEntry)| {
            let piece = kit.kit().named(&entry.piece);
            let turn = Turn::from_quaternion(entry.rotation);
            let at = Port { placed: entry.at.0.into(), connector: entry.at.1.into() };
            let (Some(piece), Some(turn)) = (piece, turn) else {
                return Err(format!("door {number}, \"{}\", does not fit the kit", entry.piece));
            };
            Ok(Door { piece, pose: Pose { position: DVec3::from(entry.position), turn }, at })
        };
        self.doors.iter().enumerate().map(door).collect()
    }
}

/// Whether a number need not be written.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The digest of a file, as it should be.
fn digest_of(file: &Object<String, Json>) -> String {
    let mut file = file.clone();
    file.insert("digest".into(), "".into());
    digest(&text::of(&file))
}

/// Refuses a map of a kit that is too large, or reaches too far, to be worked with.
pub fn check_map(kit: &LoadedKit, map: &Map) -> Result<(), Problems> {
    let wrong =
        |message: String| Problem::error(kit.shown(), format!("the map of seed {}: {message}", map.seed));
    let (pieces, limits) = (map.pieces.len() as u64, kit.limits());
    let boxes = map.pieces.iter().map(|placed| kit.kit().piece(placed.piece).boxes.len() as u64).sum();
    within("map_pieces", pieces, limits.map_pieces)
        .and_then(|()| within("map_boxes", boxes, limits.map_boxes))
        .map_err(|exceeded| {
            // It was ended there: how large it would be is not known.
            let (limit, more) = (exceeded.limit, exceeded.may.saturating_mul(2));
            let help = format!(
                "ask for a smaller map; or, if you trust the kit, allow more with --limit {limit}={more}"
            );
            wrong(exceeded.to_string()).help(help)
        })?;
    Ok(check_places(map).map_err(wrong)?)
}

/// Every piece stands where numbers of 32 bits can tell it, as the corners of pieces do.
fn check_places(map: &Map) -> Result<(), String> {
    for Drawn { sign, number, pose, .. } in map.drawn() {
        let at = pose.position;
        if !at.is_finite() || at.abs().max_element() >= FARTHEST {
            let what = if sign == 'p' { "piece" } else { "door" };
            return Err(format!("{what} {number} stands at {at}, and must be nearer than {FARTHEST:e} m"));
        }
    }
    Ok(())
}

/// The roles of pieces in the order they stand in, each with what is said of one that comes too late.
const ROLES: [(Role, &str); 3] =
    [(Role::Piece, "a piece that grew"), (Role::Loop, "part of a loop"), (Role::Cap, "a cap")];

/// Pieces of loops come after what grew before them, and caps last; both are joined to something, and not kept. Links lead to
/// no cap. Doors stand where something is joined, one at each.
fn check_roles(map: &Map) -> Result<(), String> {
    check_order(&map.pieces)?;
    let asked_for = map.asked_for().len();
    if map.kept > asked_for {
        return Err(format!(
            "{} pieces were kept, it says, and it has {asked_for} that are no caps and no part of a loop",
            map.kept
        ));
    }
    let grown = map.grown().len();
    let ends = map.links.iter().flat_map(Link::sides).map(|port| port.placed);
    let guides = map.joints().map(|(_, joint)| joint.guide);
    if let Some(cap) = ends.chain(guides).find(|end| (grown..map.pieces.len()).contains(&end.index())) {
        return Err(format!("piece {cap} is a cap, and nothing can be joined to it but what it closes"));
    }
    let joined: BTreeSet<Port> = map.joined_ports().collect();
    let mut hung = BTreeSet::new();
    for (number, door) in map.doors.iter().enumerate() {
        let Port { placed, connector } = door.at;
        if !joined.contains(&door.at) || !hung.insert(door.at) {
            return Err(format!(
                "door {number} stands at connector {connector} of piece {placed}, where nothing is joined or another door is"
            ));
        }
    }
    Ok(())
}

/// Every piece stands among those of its role, and one that was added to others is joined to one.
fn check_order(pieces: &[Placed]) -> Result<(), String> {
    let rank = |placed: &Placed| ROLES.iter().position(|(role, _)| *role == placed.role).unwrap_or_default();
    for (index, pair) in pieces.windows(2).enumerate() {
        let [before, here] = [&pair[0], &pair[1]].map(rank);
        if before > here {
            let [(_, before), (_, here)] = [ROLES[before], ROLES[here]];
            return Err(format!(
                "piece {} is {here}, and comes after piece {index}, which is {before}: first comes what grew, then \
                 pieces of loops, then caps",
                index + 1
            ));
        }
    }
    let hangs = |placed: &Placed| placed.role == Role::Piece || placed.joint.is_some();
    match pieces.iter().position(|placed| !hangs(placed)) {
        Some(index) => {
            Err(format!("piece {index} is {}, and is joined to nothing", ROLES[rank(&pieces[index])].1))
        }
        None => Ok(()),
    }
}

/// Every connector that is joined is there, and joined once.
fn check_ports(map: &Map, kit: &LoadedKit) -> Result<(), String> {
    let mut joined = BTreeSet::new();
    for port @ Port { placed, connector } in map.joined_ports() {
        let piece = map.pieces.get(placed.index()).map(|placed| kit.kit().piece(placed.piece));
        if piece.is_none_or(|piece| connector.index() >= piece.connectors.len()) {
            return Err(format!("connector {connector} of piece {placed} is joined, and is not there"));
        }
        if !joined.insert(port) {
            return Err(format!("connector {connector} of piece {placed} is joined twice"));
        }
    }
    Ok(())
}

/// A piece as the kit knows it, if it is one and was joined to one of so many before it.
fn placed(entry: &PieceEntry, before: usize, kit: &LoadedKit) -> Option<Placed> {
    let piece = kit.kit().named(&entry.piece)?;
    let joint: Option<Joint> = entry.joint.map(Into::into);
    let sound = joint.is_none_or(|joint| joint.guide.index() < before);
    let turn = Turn::from_quaternion(entry.rotation)?;
    let role = entry.role.as_deref().map_or(Some(Role::Piece), Role::from_name)?;
    sound.then_some(Placed { role, piece, pose: Pose { position: DVec3::from(entry.position), turn }, joint })
}

#[cfg(test)]
mod tests;
