//! What is proposed for a piece by itself.

use super::{boxes, floors, leaves};
use crate::piece_file::{Model, PieceFile};
use snapmesh::glam::DVec3;
use snapmesh::piece::WHITE;
use snapmesh::settings::{BoxNote, ConnectorNote, PieceNotes};
use snapmesh_nav::Agent;
use snapmesh_nav::survey::{Opening, Survey};

/// With which eyes a piece is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Who has to fit through a doorway.
    pub agent: Agent,
    /// Metres of width that make a pin; a doorway has a pin for every one begun.
    pub pin_width: f64,
}

/// A slim person: who is looked for doorways with, where a kit does not say who walks in it.
const SLIM: Agent = Agent {
    radius: 0.35,
    height: 1.8,
    climb: 0.4,
    slope: std::f64::consts::FRAC_1_SQRT_2,
    cell_size: 0.1,
    cell_height: 0.03,
};

impl Default for Options {
    fn default() -> Self {
        Self { agent: SLIM, pin_width: 1.5 }
    }
}

/// A doorway that was found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Doorway {
    /// As the kit would have it.
    pub connector: ConnectorNote,
    /// Metres from one side to the other.
    pub width: f64,
    /// Metres from the floor to what is above it; none under the open sky.
    pub headroom: Option<f64>,
    /// Whether something stands on both sides of it.
    pub framed: bool,
    /// How uneven its floor is, in metres.
    pub bumps: f64,
}

/// What is proposed for a piece. What the piece has already is not proposed.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Proposal {
    /// The id of the piece.
    pub piece: String,
    /// Its size as it is drawn, in metres.
    pub size: DVec3,
    /// The doorways that were found; none if it has connectors.
    pub doorways: Option<Vec<Doorway>>,
    /// Boxes that follow its shape; none if it has some.
    pub boxes: Option<Vec<BoxNote>>,
    /// What can be walked on, where that has to be said.
    pub floor: Option<Vec<String>>,
    /// What a designer should look at.
    pub doubts: Vec<String>,
}

impl Proposal {
    /// As a section of `kit.toml`.
    pub fn notes(&self) -> PieceNotes {
        let connectors =
            |doorways: &Vec<Doorway>| doorways.iter().map(|doorway| doorway.connector.clone()).collect();
        PieceNotes {
            connectors: self.doorways.as_ref().map(connectors),
            boxes: self.boxes.clone(),
            floor: self.floor.clone(),
            ..PieceNotes::new(&self.piece)
        }
    }

    /// Whether there is anything to write down: a piece without a doorway is none.
    pub fn is_of_use(&self) -> bool {
        self.doorways.as_ref().is_none_or(|doorways| !doorways.is_empty())
    }
}

/// Looks at a piece, and proposes what it lacks.
pub fn propose(file: &PieceFile, options: &Options) -> Proposal {
    let (piece, model) = (&file.piece, &file.model);
    let mut proposal = Proposal {
        piece: piece.id.clone(),
        size: model.bounds().size().max(DVec3::ZERO),
        ..Proposal::default()
    };
    let (lacks_doorways, lacks_boxes) = (piece.connectors.is_empty(), !file.has_boxes());
    if !(lacks_doorways || lacks_boxes) {
        return proposal;
    }
    let Some(look) = Look::new(model, &options.agent) else {
        proposal.doorways = lacks_doorways.then(Vec::new);
        let is_drawn = proposal.size != DVec3::ZERO;
        let doubt = if is_drawn {
            "it is a door leaf: a door gets its connector by hand"
        } else {
            "it has no mesh to look at"
        };
        proposal.doubts.push(doubt.into());
        return proposal;
    };
    let reached = look.walk.reached_from(&look.openings);
    proposal.boxes = lacks_boxes.then(|| boxes::cover(&look.close.footprint(&reached), &look.openings));
    if lacks_doorways {
        proposal.floor = floors::propose(model, &reached);
        proposal.doorways = Some(look.openings.iter().map(|opening| doorway(opening, options)).collect());
        proposal.doubts = doubts(&look, options);
        if look.openings.is_empty() {
            // What cannot be joined to anything needs no boxes.
            proposal.boxes = None;
        }
        proposal.doubts.extend(leaf_doubts(model, &look, options));
    }
    proposal
}

/// How far apart two openings may be found that are one, in metres.
const SAME: f64 = 0.6;

/// What to say about door leaves: they are looked through, and who walks does not walk through them.
fn leaf_doubts(model: &Model, look: &Look, options: &Options) -> Vec<String> {
    let names = leaves::names(model);
    if names.is_empty() {
        return vec![];
    }
    let with =
        Survey::new(&model.geometry(), &Look::agent(&options.agent, CLOSE)).map(|survey| survey.openings());
    let with = with.unwrap_or_default();
    let is_shut = |opening: &&Opening| !with.iter().any(|other| other.at.distance(opening.at) < SAME);
    let shut = look.openings.iter().filter(is_shut).count();
    let names = names.join("`, `");
    let mut doubts = vec![format!("`{names}` was taken for a door leaf, and looked through")];
    if shut > 0 {
        doubts.push(format!(
            "`{names}` shuts a doorway, and who walks stays outside: take it out of the file, and name it as a door in [ends]"
        ));
    }
    doubts
}

/// A piece as an agent sees it.
pub(super) struct Look {
    /// In small cells, for what is where.
    close: Survey,
    /// In the cells of navigation, for where one can walk.
    pub(super) walk: Survey,
    pub(super) openings: Vec<Opening>,
}

/// Cells that the radius of an agent is divided into to find doorways, and to walk.
const CLOSE: f64 = 8.0;
const WALK: f64 = 3.0;

impl Look {
    /// There is nothing to look at without a mesh.
    pub(super) fn new(model: &Model, agent: &Agent) -> Option<Self> {
        let geometry = without_leaves(model).geometry();
        let of = |cells: f64| Survey::new(&geometry, &Self::agent(agent, cells));
        let (close, walk) = (of(CLOSE)?, of(WALK)?);
        Some(Self { openings: close.openings(), close, walk })
    }

    /// An agent whose radius is so many cells.
    fn agent(agent: &Agent, cells: f64) -> Agent {
        let cell_size = agent.radius / cells;
        Agent { cell_size, cell_height: cell_size / 4.0, ..*agent }
    }
}

/// What stands in a doorway to be opened does not close it.
fn without_leaves(model: &Model) -> Model {
    let parts = model.parts.iter().filter(|part| !leaves::is_leaf(part));
    Model { parts: parts.cloned().collect(), ..Model::default() }
}

fn doorway(opening: &Opening, options: &Options) -> Doorway {
    let connector = ConnectorNote {
        at: DVec3::from(opening.at.to_array().map(written)),
        heading: DVec3::from(opening.heading.to_array().map(|x| (x * 1e6).round() / 1e6 + 0.0)),
        up: None,
        pins: pins_of(opening.width, options.pin_width),
        color: WHITE.into(),
    };
    let headroom = opening.headroom.is_finite().then_some(opening.headroom);
    Doorway { connector, width: opening.width, headroom, framed: opening.framed, bumps: opening.bumps }
}

/// A hair more than a whole number of pins is that number.
const HAIR: f64 = 0.05;

/// The pins of a doorway.
pub(super) fn pins_of(width: f64, pin_width: f64) -> u32 {
    ((width - HAIR) / pin_width).ceil().max(1.0) as u32
}

/// How round a place is written, and how near it must be to that, in metres.
const ROUND: [(f64, f64); 3] = [(20.0, 0.003), (100.0, 0.001), (1000.0, 1.0)];

/// A place as a person would write it: in steps of 5 cm where it nearly is there, of 1 cm likewise, else in millimetres.
fn written(x: f64) -> f64 {
    let round = ROUND.iter().map(|(steps, near)| ((x * steps).round() / steps, near));
    let found = round.into_iter().find(|(round, near)| (x - round).abs() <= **near);
    found.map_or(x, |(round, _)| round + 0.0)
}

/// Bumps of a floor that are worth a word, in metres.
const BUMPY: f64 = 0.08;
/// Headroom of a doorway above the agent that is worth a word, in metres.
const LOW: f64 = 0.15;

/// What a designer should look at.
fn doubts(look: &Look, options: &Options) -> Vec<String> {
    let openings = &look.openings;
    let mut doubts = Vec::new();
    if openings.is_empty() {
        let why = if look.close.has_floor() {
            "nowhere does its floor reach an edge that one could walk over"
        } else {
            "it has no floor that one could stand on"
        };
        doubts.push(format!("no doorway was found: {why}"));
        return doubts;
    }
    let open = openings.iter().filter(|opening| !opening.framed).count();
    if open > 0 {
        let doorways = if open == 1 { "doorway is an open side" } else { "doorways are open sides" };
        doubts.push(format!("{open} {doorways} with no wall on both sides"));
    }
    let bumps = openings.iter().map(|opening| opening.bumps).fold(0.0, f64::max);
    if bumps > BUMPY {
        doubts.push(format!("the floor of a doorway is uneven by {bumps:.2} m; look at its height"));
    }
    let lowest = openings.iter().map(|opening| opening.headroom).fold(f64::INFINITY, f64::min);
    if lowest < options.agent.height + LOW {
        doubts.push(format!("a doorway is only {lowest:.2} m high"));
    }
    if !look.walk.joins(openings) {
        let climb = options.agent.climb;
        doubts.push(format!("one cannot walk from every doorway to every other with steps of {climb} m"));
    }
    doubts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mark::testing::Blocks;

    #[test]
    fn a_door_leaf_alone_is_told_as_one() {
        let leaf = Blocks::default().block("Oak_Door", [-0.5, 0.0, -0.05], [0.5, 2.2, 0.05]);
        let told = propose(&leaf.file(), &Options::default()).doubts.join("; ");
        assert!(told.contains("it is a door leaf"), "{told}");
    }

    #[test]
    fn a_pin_for_every_width_of_a_pin_that_is_begun() {
        assert_eq!(
            [0.8, 1.5, 1.54, 1.6, 3.0, 3.04, 4.5].map(|width| pins_of(width, 1.5)),
            [1, 1, 1, 2, 2, 2, 3]
        );
        assert_eq!(pins_of(0.01, 1.5), 1);
    }

    #[test]
    fn places_are_written_as_a_person_would() {
        assert_eq!([1.998, 2.0004, -0.0001, 0.3541, 1.234].map(written), [2.0, 2.0, 0.0, 0.354, 1.234]);
        assert_eq!([0.3605, 0.3633, 2.0505].map(written), [0.36, 0.363, 2.05]);
    }
}
