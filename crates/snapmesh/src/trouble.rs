//! What stood in the way of a map: how often each reason stopped a piece, and which pieces were in the way.

use crate::event::{Event, Watch};
use crate::id::{PieceId, PlacedId};
use crate::map::Map;
use crate::recipe::Recipe;
use crate::selection::Stop;
use crate::settings::WhenBlocked;
use crate::valid_kit::ValidKit;
use crate::veto::{Veto, is_too_close};
use crate::words::plural;
use std::collections::BTreeMap;

/// Counts, while a map grows, what stood in the way. Growing a map again with this as its watcher tells why it fell short.
///
/// ```
/// use snapmesh::glam::DVec3;
/// use snapmesh::{Connector, Generator, Kit, OrientedBox, Piece, Recipe, Settings, Trouble};
///
/// let doors = [DVec3::X, DVec3::Z].map(|side| Connector::new(side, side));
/// let corner = Piece::new("Corner", doors.into(), vec![OrientedBox::aligned(DVec3::splat(-0.9), DVec3::splat(0.9))]);
/// let (kit, _) = Kit::new("corners", vec![corner]).validate()?;
/// let recipe = std::sync::Arc::new(Recipe::new(kit, Settings::default())?);
/// let (_, trouble) = Generator::watched(&recipe, 7, Trouble::default()).run_watched();
/// // Going round a corner four times comes back to where it began.
/// assert!(trouble.reasons().iter().any(|(reason, _)| reason == "overlap"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Trouble {
    reasons: BTreeMap<String, u64>,
    in_the_way: BTreeMap<PieceId, u64>,
    /// Pieces that were taken back.
    pub taken_back: u64,
    /// How often growth started afresh.
    pub afresh: u64,
    /// Pairings that were refused, and pieces that were placed.
    pub tried: u64,
    /// The piece behind each placed one.
    placed: Vec<PieceId>,
}

impl Trouble {
    /// What stopped pieces, and how often; the commonest first. A rule is named as in the settings.
    pub fn reasons(&self) -> Vec<(String, u64)> {
        sorted(&self.reasons)
    }

    /// The pieces of the kit that stood in the way, and how often; the commonest first.
    pub fn in_the_way(&self) -> Vec<(PieceId, u64)> {
        sorted(&self.in_the_way)
    }

    /// What it comes to, in a few lines.
    pub fn lines(&self, kit: &ValidKit) -> Vec<String> {
        let mut tried = format!("{} tried", plural(self.tried, "pairing"));
        if self.taken_back > 0 {
            let (back, afresh) = (plural(self.taken_back, "piece"), plural(self.afresh, "start"));
            tried = format!("{tried}, {back} taken back, {afresh} afresh");
        }
        let id = |(piece, count)| (kit.piece(piece).id.clone(), count);
        let in_the_way = self.in_the_way().into_iter().map(id).collect();
        let lists = [("stopped by", self.reasons()), ("in the way most", in_the_way)];
        let lists = lists.iter().filter(|(_, all)| !all.is_empty());
        let line = |(what, all): &(&str, Vec<(String, u64)>)| {
            let times = all.iter().take(TOLD).map(|(it, count)| format!("{it} {}", plural(*count, "time")));
            format!("{what}: {}", times.collect::<Vec<_>>().join(", "))
        };
        std::iter::once(tried).chain(lists.map(line)).collect()
    }

    /// What would help a map that fell short; nothing is known where growth stops at what is blocked, as going on helps first.
    pub fn advice(&self, recipe: &Recipe, map: &Map) -> Option<String> {
        if recipe.settings().growth.when_blocked != WhenBlocked::Undo {
            return None;
        }
        if (map.links.len() as i64) < recipe.settings().growth.loops.least {
            return Some(
                "too few loops fit: ask for fewer by `growth.loops`, raise `growth.loop_length`, or see what `snapmesh check` \
                 says about loops of this kit"
                    .into(),
            );
        }
        Some(match self.reasons().first() {
            Some((rule, _)) if rule.starts_with("rules.") || rule.starts_with("growth.") => {
                format!("`{rule}` stopped most pieces: loosen it")
            }
            Some((reason, _)) if reason == CLEARANCE => {
                "most boxes that were in the way only touched: end boxes 5 cm before the doorways, or lower \
                 `generation.clearance`"
                    .into()
            }
            _ if map.stop == Stop::BUDGET => {
                "raise `growth.budget`, ask for less by `selection`, or add pieces that turn and end elsewhere"
                    .into()
            }
            _ => "ask for less by `selection`, or add pieces".into(),
        })
    }

    fn count(&mut self, veto: &Veto) {
        let (reason, with) = match veto {
            Veto::Overlap { with, depth, clearance, .. } => {
                (if is_too_close(*depth, *clearance) { CLEARANCE } else { "overlap" }.into(), Some(*with))
            }
            Veto::Inside => ("growth.inside".into(), None),
            Veto::Outside { .. } => ("growth.outside".into(), None),
            Veto::Count { selector, .. } => (rule(selector, "count"), None),
            Veto::Owed { .. } => ("room kept for what must be there".into(), None),
            Veto::Run { selector, .. } => (rule(selector, "run"), None),
            Veto::Apart { selector, with, .. } => (rule(selector, "apart"), Some(*with)),
            Veto::Depth { selector, .. } => (rule(selector, "depth"), None),
            Veto::Height { selector, .. } => (rule(selector, "height"), None),
            Veto::NoRoomForCap { of, with, .. } => ("room for caps".into(), of.or(*with)),
            Veto::Custom { reason } => (reason.to_string(), None),
        };
        *self.reasons.entry(reason).or_default() += 1;
        if let Some(piece) = with.and_then(|with: PlacedId| self.placed.get(with.index())) {
            *self.in_the_way.entry(*piece).or_default() += 1;
        }
    }
}

/// The reason of boxes that do not overlap, and are too close.
const CLEARANCE: &str = "the clearance";

/// Reasons, and pieces in the way, that are told.
const TOLD: usize = 4;

fn rule(selector: &str, key: &str) -> String {
    format!("rules.{}.{key}", crate::value::name_of(selector))
}

/// The commonest first, and of equals the first.
fn sorted<T: Clone + Ord>(counts: &BTreeMap<T, u64>) -> Vec<(T, u64)> {
    let mut all: Vec<(T, u64)> = counts.iter().map(|(what, count)| (what.clone(), *count)).collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    all
}

impl Watch for Trouble {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Start { piece, .. } => self.placed = vec![*piece],
            Event::Kept { piece, .. } => self.placed.push(*piece),
            Event::Placed { piece, .. } => {
                self.placed.push(*piece);
                self.tried += 1;
            }
            Event::Vetoed { veto, .. } => {
                self.tried += 1;
                self.count(veto);
            }
            Event::Forbidden { veto } => self.count(veto),
            Event::TakenBack { count, left, .. } => {
                self.taken_back += *count as u64;
                self.placed.truncate(*left);
            }
            Event::Afresh { left, .. } => {
                self.taken_back += (self.placed.len() - left) as u64;
                self.placed.truncate(*left);
                self.afresh += 1;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_only_touch_are_counted_apart_from_those_that_overlap() {
        let mut trouble = Trouble::default();
        for depth in [0.4, -0.004, 1e-9] {
            let with = PlacedId::new(0);
            trouble.count(&Veto::Overlap { with, depth, sideways: depth, height: 3.0, clearance: 0.01 });
        }
        assert_eq!(trouble.reasons(), [(CLEARANCE.into(), 2), ("overlap".into(), 1)]);
    }
}
