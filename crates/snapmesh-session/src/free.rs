//! Why nothing is at a free connector: what was tried there, what would fit now, and how much room there is.

use crate::why::placing_event;
use serde_json::{Value as Json, json};
use snapmesh::glam::DVec3;
use snapmesh::matching::mismatch;
use snapmesh::snap::snap;
use snapmesh::{
    ConnectorId, Event, Fit, Joint, Map, OrientedBox, PieceId, PlacedId, Port, Recipe, Story, Unlisted, World,
};
use std::collections::BTreeMap;

/// Reasons that are told.
const TOLD: usize = 6;

/// How far is looked, in metres.
const FAR: f64 = 100.0;

/// A free connector of a map, and all that is needed to say why.
pub(crate) struct FreeConnector<'a> {
    pub(crate) recipe: &'a Recipe,
    pub(crate) map: &'a Map,
    pub(crate) events: &'a [Event],
    /// The sentences of the events.
    pub(crate) lines: &'a [Option<String>],
    pub(crate) port: Port,
}

impl FreeConnector<'_> {
    /// What a page is told.
    pub(crate) fn told(&self) -> Json {
        let story = Story::of(self.recipe.kit(), &self.map.pieces);
        let (candidates, mismatched) = self.candidates(&story);
        let room = self.room();
        json!({
            "port": self.port,
            "reasons": self.reasons(&story),
            "candidates": candidates,
            "mismatched": mismatched,
            "room": room.map(|(metres, _)| metres),
            "blocker": room.map(|(_, blocker)| blocker),
        })
    }

    /// What happened at the connector while the map grew.
    fn reasons(&self, story: &Story<'_>) -> Vec<String> {
        let name = story.name(self.port.placed);
        let open: Vec<String> = self.loops().into_iter().chain(self.caps(story)).collect();
        let since = placing_event(self.events, self.map, self.port.placed).unwrap_or(0);
        let mut was_guide = 0;
        let mut is_guide = false;
        let mut tentative = PieceId::default();
        let mut refused: BTreeMap<String, usize> = BTreeMap::new();
        for event in &self.events[since..] {
            let reason = match event {
                Event::Guide { index, .. } => {
                    is_guide = *index == self.port.placed;
                    was_guide += usize::from(is_guide);
                    continue;
                }
                Event::Tentative { piece, .. } => {
                    tentative = *piece;
                    continue;
                }
                Event::Vetoed { guide_connector, veto, .. } if *guide_connector == self.port.connector => {
                    story.would(veto)
                }
                Event::Forbidden { veto } => story.would(veto),
                Event::Unlisted { guide_connector, reason: Unlisted::Rules(mismatch), .. }
                    if *guide_connector == self.port.connector =>
                {
                    mismatch.to_string()
                }
                _ => continue,
            };
            if is_guide {
                let id = &self.recipe.kit().piece(tentative).id;
                *refused.entry(format!("{id}: {reason}")).or_default() += 1;
            }
        }
        if was_guide == 0 {
            let never = format!("Nothing was tried: {name} was never the guide.");
            let ended = format!("The map ended because {}.", self.map.stop.sentence);
            return [never, ended].into_iter().chain(open).collect();
        }
        let mut refused: Vec<_> = refused.into_iter().collect();
        refused.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let times = |count: usize| if count == 1 { "once".into() } else { format!("{count} times") };
        let first = match refused.len() {
            0 => format!("{name} was the guide {}, and nothing was tried here.", times(was_guide)),
            _ => format!("{name} was the guide {}, and what was tried here was refused:", times(was_guide)),
        };
        let told = refused.iter().take(TOLD).map(|(reason, count)| format!("{reason} ({}).", times(*count)));
        std::iter::once(first).chain(told).chain(open).collect()
    }

    /// Why no loop is closed here: the tries since pieces were last taken back, as before that others stood there.
    fn loops(&self) -> Vec<String> {
        let is_back = |event: &Event| {
            matches!(event, Event::TakenBack { .. } | Event::Afresh { .. } | Event::Best { .. })
        };
        let since = self.events.iter().rposition(is_back).map_or(0, |back| back + 1);
        let here = |event: &Event| match event {
            Event::NoLoop { from, to, .. } => [from, to].contains(&&self.port),
            _ => false,
        };
        let told = self.events.iter().zip(self.lines).skip(since).filter(|(event, _)| here(event));
        told.filter_map(|(_, line)| Some(line.as_ref()?.trim().to_owned())).take(TOLD).collect()
    }

    /// Why no cap closes it, once the map has grown.
    fn caps(&self, story: &Story<'_>) -> Vec<String> {
        let reason = |event: &Event| match event {
            Event::CapVetoed { at, piece, veto } if *at == self.port => {
                let id = &self.recipe.kit().piece(*piece).id;
                Some(format!("{id} does not close it: it {}.", story.would(veto)))
            }
            _ => None,
        };
        self.events.iter().filter_map(reason).collect()
    }

    /// Every piece that is drawn: those that may meet the connector, with whether they would fit now; and the others.
    fn candidates(&self, story: &Story<'_>) -> (Vec<Json>, Vec<Json>) {
        let world = self.world();
        let mut pieces = self.recipe.kit().pieces().to_vec();
        pieces.sort_unstable();
        pieces.dedup();
        let (mut fitting, mut refused, mut mismatched) = (vec![], vec![], vec![]);
        for piece in pieces {
            match self.try_piece(&world, story, piece) {
                Tried::Fits(connector) => fitting
                    .push(json!({ "piece": piece, "connector": connector, "fits": true, "reason": null })),
                Tried::Refused(connector, reason) => refused
                    .push(json!({ "piece": piece, "connector": connector, "fits": false, "reason": reason })),
                Tried::Mismatched(reason) => mismatched.push(json!({ "piece": piece, "reason": reason })),
            }
        }
        fitting.append(&mut refused);
        (fitting, mismatched)
    }

    /// Tries a piece by each of its connectors, as growth would.
    fn try_piece(&self, world: &World, story: &Story<'_>, piece: PieceId) -> Tried {
        let (kit, settings) = (self.recipe.kit(), self.recipe.settings());
        let guide = self.map.placed(self.port.placed);
        let theirs = kit.kinds_of(guide.piece)[self.port.connector.index()];
        let mut worst = Tried::Mismatched("it has no connectors".into());
        for (number, kind) in kit.kinds_of(piece).iter().enumerate() {
            let (kinds, connector) = (kit.kinds(), ConnectorId::new(number));
            if let Some(mismatch) =
                mismatch(&settings.connection, &kinds[theirs.index()], &kinds[kind.index()])
            {
                if !matches!(worst, Tried::Refused(..)) {
                    worst = Tried::Mismatched(mismatch.to_string());
                }
                continue;
            }
            let (ours, at) =
                (kit.connector(piece, connector), kit.connector(guide.piece, self.port.connector));
            let pose = snap(&guide.pose, at, ours, settings.generation.piece_distance);
            let Port { placed, connector: guide_connector } = self.port;
            let joint = Some(Joint { guide: placed, guide_connector, connector });
            match self.refusal(world, story, &Fit { piece, pose, joint, linked: None }) {
                None => return Tried::Fits(connector),
                Some(reason) => worst = Tried::Refused(connector, reason),
            }
        }
        worst
    }

    /// What rules and constraints say against a piece.
    fn refusal(&self, world: &World, story: &Story<'_>, fit: &Fit) -> Option<String> {
        let mut rules = self.recipe.rules().iter();
        let rule = rules.find(|rule| rule.forbids(world, fit.piece, fit.guide()).is_some());
        let veto = rule.map(|rule| rule.reason(world, fit.piece, fit.guide())).or_else(|| {
            let mut constraints = self.recipe.constraints().iter();
            let constraint = constraints.find(|constraint| constraint.forbids(world, fit).is_some());
            constraint.map(|constraint| constraint.reason(world, fit))
        });
        veto.map(|veto| story.would(&veto))
    }

    /// The map as a world, to be asked.
    fn world(&self) -> World {
        let mut world = self.recipe.world();
        for placed in &self.map.pieces {
            world.add(*placed);
        }
        self.map.links.iter().for_each(|link| world.link(*link));
        world
    }

    /// How many metres straight ahead something as wide and high as the agent can go, and what it meets then; none if nothing
    /// is within a hundred.
    fn room(&self) -> Option<(f64, PlacedId)> {
        let (kit, navigation) = (self.recipe.kit(), &self.recipe.settings().navigation);
        let guide = self.map.placed(self.port.placed);
        let at = kit.connector(guide.piece, self.port.connector);
        let (from, ahead) = (guide.pose.point(at.position), guide.pose.direction(at.heading));
        let up = if ahead.y.abs() > 0.7 { guide.pose.direction(at.up) } else { DVec3::Y };
        let side = ahead.cross(up).normalize_or(DVec3::X);
        // A little less high than the agent: floors and ceilings are not in the way.
        let (wide, high) = (navigation.agent_radius, 0.4 * navigation.agent_height);
        let middle = from + DVec3::Y * (0.5 * navigation.agent_height);
        let blocker = |metres: f64| {
            let half = DVec3::new(wide, high, metres / 2.0);
            let probe =
                OrientedBox { center: middle + ahead * half.z, half, axes: [side, ahead.cross(side), ahead] };
            let others =
                self.map.pieces.iter().enumerate().filter(|(index, _)| *index != self.port.placed.index());
            let mut hit = others.filter(|(_, placed)| placed.boxes(kit).any(|shape| shape.gap(&probe) < 0.0));
            hit.next().map(|(index, _)| PlacedId::new(index))
        };
        let mut hit = blocker(FAR)?;
        let (mut free, mut taken) = (0.0, FAR);
        while taken - free > 0.01 {
            let metres = f64::midpoint(free, taken);
            match blocker(metres) {
                Some(by) => (taken, hit) = (metres, by),
                None => free = metres,
            }
        }
        Some((free, hit))
    }
}

/// How a piece does at a connector.
enum Tried {
    Fits(ConnectorId),
    Refused(ConnectorId, String),
    Mismatched(String),
}
