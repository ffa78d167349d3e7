//! A map whose kit has changed since it was made: what the map itself shows of that.

use crate::kit_file::LoadedKit;
use snapmesh::matching::mismatch;
use snapmesh::settings::Settings;
use snapmesh::snap::miss;
use snapmesh::{ConnectorId, Link, Map, PieceId, PlacedId, Port, Pose, ValidKit, World};
use std::collections::{BTreeMap, BTreeSet};

/// Metres, and degrees, by which connectors may be off and still meet: what other programs lose of a piece is less.
const SLACK: f64 = 1e-4;
const SLACK_DEGREES: f64 = 0.01;

/// Pairs of connectors that are looked at to find those that meet, on the whole map; beyond that numbers stay.
const MOST_PAIRS: usize = 10_000_000;

/// Two connectors that are joined, the guide's or the first of a link before the other.
#[derive(Clone, Copy)]
struct Joined {
    sides: [Port; 2],
    /// By how much they missed each other when the map was made.
    gap: f64,
    turn: f64,
    /// Whether either side may be the guide: a link's colors need to match in one order only.
    either: bool,
}

fn joined(map: &Map) -> impl Iterator<Item = Joined> {
    let joints = map.pieces.iter().enumerate().filter_map(|(index, placed)| {
        let joint = placed.joint?;
        let ours = Port { placed: PlacedId::new(index), connector: joint.connector };
        Some(Joined { sides: [joint.guide_port(), ours], gap: 0.0, turn: 0.0, either: false })
    });
    let linked = |link: &Link| Joined { sides: link.sides(), gap: link.gap, turn: link.turn, either: true };
    joints.chain(map.links.iter().map(linked))
}

/// A map on a kit, and how far apart its settings want connectors.
struct Standing<'a> {
    map: &'a Map,
    kit: &'a ValidKit,
    distance: f64,
}

impl Standing<'_> {
    fn piece(&self, placed: PlacedId) -> (PieceId, Pose) {
        let placed = self.map.placed(placed);
        (placed.piece, placed.pose)
    }

    fn connectors(&self, placed: PlacedId) -> usize {
        self.kit.piece(self.piece(placed).0).connectors.len()
    }

    /// How far two connectors are from being joined as they should be; none if one of them is not there.
    fn miss(&self, [from, to]: [Port; 2]) -> Option<(f64, f64)> {
        let side = |port: Port| {
            let (piece, pose) = self.piece(port.placed);
            Some((pose, self.kit.piece(piece).connectors.get(port.connector.index())?))
        };
        let ((from, theirs), (to, ours)) = (side(from)?, side(to)?);
        Some(miss((&from, theirs), (&to, ours), self.distance))
    }

    /// By how much more than before two connectors miss each other; none if they meet.
    fn apart(&self, joined: &Joined) -> Option<(f64, f64)> {
        self.miss(joined.sides)
            .filter(|(gap, turn)| *gap > joined.gap + SLACK || *turn > joined.turn + SLACK_DEGREES)
    }

    fn meets(&self, joined: &Joined) -> bool {
        self.miss(joined.sides).is_some() && self.apart(joined).is_none()
    }

    /// The two connectors of the same pieces that meet instead and are not taken, if there are such and no doubt about it.
    fn instead(&self, joined: &Joined, taken: &BTreeSet<Port>) -> Option<[Port; 2]> {
        let [from, to] = joined.sides.map(|port| port.placed);
        let port = |placed, number| Port { placed, connector: ConnectorId::new(number) };
        let ours = self.connectors(to);
        let pairs =
            (0..self.connectors(from)).flat_map(|a| (0..ours).map(move |b| [port(from, a), port(to, b)]));
        let free = pairs.filter(|sides| !sides.iter().any(|side| taken.contains(side)));
        let mut meeting = free.filter(|&sides| self.meets(&Joined { sides, ..*joined }));
        meeting.next().filter(|_| meeting.next().is_none())
    }

    /// Joined connectors that are there by another number, and that number.
    fn found_again(&self) -> BTreeMap<Port, Port> {
        let (meeting, missing): (Vec<_>, Vec<_>) = joined(self.map).partition(|joined| self.meets(joined));
        let mut taken: BTreeSet<Port> = meeting.into_iter().flat_map(|joined| joined.sides).collect();
        let mut now = BTreeMap::new();
        let mut pairs = MOST_PAIRS;
        for joined in missing {
            let [theirs, ours] = joined.sides.map(|port| self.connectors(port.placed));
            let Some(left) = pairs.checked_sub(theirs.saturating_mul(ours)) else { continue };
            pairs = left;
            let Some(found) = self.instead(&joined, &taken) else { continue };
            taken.extend(found);
            now.extend(joined.sides.into_iter().zip(found).filter(|(old, new)| old != new));
        }
        now
    }
}

/// Gives joined connectors the numbers they have in the kit of now: a program that lists the nodes of a piece in another order
/// leaves all in place, and the numbers mean others. Tells what it did, a line for each kind of piece.
pub(super) fn renumber(map: &mut Map, kit: &ValidKit, distance: f64) -> Vec<String> {
    let now = Standing { map, kit, distance }.found_again();
    let is_now = |port: Port| now.get(&port).copied().unwrap_or(port);
    for index in 0..map.pieces.len() {
        let Some(mut joint) = map.pieces[index].joint else { continue };
        joint.guide_connector = is_now(joint.guide_port()).connector;
        joint.connector = is_now(Port { placed: PlacedId::new(index), connector: joint.connector }).connector;
        map.pieces[index].joint = Some(joint);
    }
    for link in &mut map.links {
        (link.from, link.to) = (is_now(link.from), is_now(link.to));
    }
    map.doors.iter_mut().for_each(|door| door.at = is_now(door.at));
    let mut told: BTreeMap<&str, BTreeSet<(u32, u32)>> = BTreeMap::new();
    for (old, new) in &now {
        let id = &*kit.piece(map.placed(old.placed).piece).id;
        told.entry(id).or_default().insert((old.connector.number(), new.connector.number()));
    }
    let line = |(id, numbers): (&str, BTreeSet<(u32, u32)>)| {
        let numbers: Vec<String> = numbers.iter().map(|(old, new)| format!("{old} is {new}")).collect();
        format!("connectors of {id} have other numbers now: {}", numbers.join(", "))
    };
    told.into_iter().map(line).collect()
}

/// What does not fit any more on a map that stands: a line for each.
pub fn misfits(map: &Map, kit: &LoadedKit, settings: &Settings) -> Vec<String> {
    let shared = kit.shared_kit();
    let kit = kit.kit();
    let standing = Standing { map, kit, distance: settings.generation.piece_distance };
    let mut told: Vec<String> =
        joined(map).filter_map(|joined| misfit(&standing, &joined, settings)).collect();
    for (number, door) in map.doors.iter().enumerate() {
        let Some(theirs) = kit.piece(door.piece).connectors.first() else { continue };
        let (piece, pose) = standing.piece(door.at.placed);
        let at = kit.connector(piece, door.at.connector);
        let (gap, turn) = miss((&pose, at), (&door.pose, theirs), standing.distance);
        if gap > SLACK || turn > SLACK_DEGREES {
            let id = &kit.piece(door.piece).id;
            told.push(format!("d{number}_{id} is {} from its doorway", words(gap, turn)));
        }
    }
    if settings.generation.check_overlaps {
        told.extend(overlaps(map, World::new(shared, settings.generation.clearance)));
    }
    told
}

/// What is wrong with two connectors that are joined.
fn misfit(standing: &Standing<'_>, joined: &Joined, settings: &Settings) -> Option<String> {
    let kit = standing.kit;
    let [from, to] = joined.sides;
    let [guide, other] = joined.sides.map(|port| name(standing.map, kit, port.placed));
    if let Some((gap, turn)) = standing.apart(joined) {
        return Some(format!(
            "{other} no longer meets {guide}: their connectors miss by {}",
            words(gap, turn)
        ));
    }
    let kind = |port: Port| {
        let (piece, _) = standing.piece(port.placed);
        &kit.kinds()[kit.kinds_of(piece)[port.connector.index()].index()]
    };
    let wrong = mismatch(&settings.connection, kind(from), kind(to))?;
    if joined.either && mismatch(&settings.connection, kind(to), kind(from)).is_none() {
        return None;
    }
    Some(format!("{other} and {guide} are joined, though their connectors no longer match: {wrong}"))
}

/// Pieces that are in each other's way, as if each were placed after those before it.
fn overlaps(map: &Map, mut world: World) -> Vec<String> {
    let clearance = world.clearance();
    let mut told = Vec::new();
    let mut linked: BTreeMap<PlacedId, Vec<PlacedId>> = BTreeMap::new();
    for [from, to] in map.links.iter().map(|link| link.sides().map(|port| port.placed)) {
        linked.entry(from).or_default().push(to);
        linked.entry(to).or_default().push(from);
    }
    for (index, placed) in map.pieces.iter().enumerate() {
        let index = PlacedId::new(index);
        let mut except = linked.remove(&index).unwrap_or_default();
        except.extend(placed.joint.map(|joint| joint.guide));
        let overlap = world.deepest_overlap(placed.piece, &placed.pose, |it| except.contains(&it));
        // What was at the clearance to the last digit is not told when that digit has changed.
        if let Some(overlap) = overlap.filter(|overlap| overlap.depth > SLACK - clearance) {
            let [this, other] = [index, overlap.with].map(|it| name(map, world.kit(), it));
            told.push(if overlap.depth > 0.0 {
                format!("{this} overlaps {other} by {:.3} m", overlap.depth)
            } else {
                format!(
                    "{this} is {:.3} m from {other}, closer than the clearance of {clearance} m",
                    -overlap.depth
                )
            });
        }
        world.add(*placed);
    }
    told
}

/// "p12_Clover", as in the outputs.
fn name(map: &Map, kit: &ValidKit, placed: PlacedId) -> String {
    format!("p{placed}_{}", kit.piece(map.placed(placed).piece).id)
}

/// "0.250 m and 12.00 degrees", or what of it is not nothing.
fn words(gap: f64, turn: f64) -> String {
    let (far, askew) = (gap > SLACK, turn > SLACK_DEGREES);
    let (metres, degrees) = (format!("{gap:.4} m"), format!("{turn:.2} degrees"));
    match (far, askew) {
        (true, true) => format!("{metres} and {degrees}"),
        (false, true) => degrees,
        _ => metres,
    }
}
