//! Pieces as they are marked: one by itself, what is proposed for it, two of them joined, and a whole folder at once.

use crate::export::glb_of;
use crate::kit;
use crate::message::{Message, bytes};
use crate::request::DoorwayName;
use crate::told;
use serde_json::{Value as Json, json};
use snapmesh::glam::DVec3;
use snapmesh::matching::mismatch;
use snapmesh::settings::PieceNotes;
use snapmesh::{Connector, ConnectorKind, Location, Piece, Problem, Problems, Settings};
use snapmesh_io::kit_file::{Layered, check_piece};
use snapmesh_io::map_file::json_of;
use snapmesh_io::mark::{Doorway, KitMarks, Options, as_notes, propose_again};
use snapmesh_io::piece_file::{Model, PieceFile};
use snapmesh_io::{Files, Measures, Meeting, measure};
use snapmesh_nav::{Agent, Walkability};
use std::collections::BTreeMap;

/// A piece by itself, checked, as settings have it. With `looks`, what it looks like goes with it.
pub(crate) fn piece(
    id: u64,
    files: &dyn Files,
    settings: &Settings,
    file: &str,
    looks: bool,
) -> Result<Message, Problems> {
    let (found, problems) = check_piece(files, file, settings);
    let Some(found) = found else { return Err(problems) };
    let mut body = described(&found, settings, file);
    let problems = problems.iter().map(|problem| at_connector(problem, &found.piece));
    body["problems"] = problems.collect();
    let answer = Message::new(id, "piece", body);
    Ok(if looks { answer.with(glb_of(files, settings.content.scale, file)?) } else { answer })
}

fn described(PieceFile { piece, model, .. }: &PieceFile, settings: &Settings, file: &str) -> Json {
    let given = settings.pieces.iter().find(|notes| notes.piece == piece.id);
    let said = PieceNotes { floor: given.and_then(|notes| notes.floor.clone()), ..as_notes(piece) };
    let measures = piece.connectors.iter().map(|it| measured(&measure(piece, model, it)));
    json!({
        "info": kit::info(piece, model, settings, file),
        "measures": measures.collect::<Vec<_>>(),
        "said": json_of(&said.written()),
        "parts": parts(model),
    })
}

/// What a floor can be called by, each name once, and how many triangles it means.
fn parts(model: &Model) -> Json {
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    for part in &model.parts {
        let names = [&part.node, &part.mesh, &part.material];
        if let Some(name) = names.into_iter().find(|name| !name.is_empty()) {
            *named.entry(name).or_default() += part.triangles.len();
        }
    }
    named.iter().map(|(name, triangles)| json!({ "name": name, "triangles": triangles })).collect()
}

/// A problem with the number of the connector that it is about.
fn at_connector(problem: &Problem, piece: &Piece) -> Json {
    let place = match &problem.location {
        Location::Node { node, .. } => piece.connectors.iter().position(|it| it.name == *node),
        _ => None,
    };
    let mut told = told::one(problem);
    told["connector"] = json!(place);
    told
}

fn measured(found: &Measures) -> Json {
    json!({ "floor": found.floor, "reach": found.reach, "width": found.width(), "headroom": found.headroom })
}

/// What of a piece can be walked: three corners of each triangle, as bytes.
pub(crate) fn floor(
    id: u64,
    files: &dyn Files,
    settings: &Settings,
    file: &str,
) -> Result<Message, Problems> {
    let (found, problems) = check_piece(files, file, settings);
    let ground = found.ok_or(problems)?.model.geometry();
    let slope = Agent::from(&settings.navigation).slope;
    let triangles = ground.triangles.iter().map(|(corners, walk)| {
        let corners = corners.map(|corner| ground.positions[corner as usize]);
        (corners, *walk)
    });
    let is_floor = |([a, b, c], walk): &([DVec3; 3], Walkability)| {
        let normal = (*b - *a).cross(*c - *a);
        match walk {
            Walkability::Never => false,
            Walkability::BySlope => normal.y > slope * normal.length(),
            Walkability::Always => true,
        }
    };
    let floor: Vec<[DVec3; 3]> = triangles.filter(is_floor).map(|(corners, _)| corners).collect();
    let numbers = floor.iter().flatten().flat_map(|corner| corner.as_vec3().to_array());
    let answer = Message::new(id, "floor", json!({ "file": file, "triangles": floor.len() }));
    Ok(answer.with(bytes(numbers.map(f32::to_le_bytes))))
}

/// What is proposed for the piece of a file, whatever it has already.
pub(crate) fn proposed(files: &dyn Files, layered: &Layered, file: &str) -> Result<Json, Problems> {
    let found = propose_again(files, file, layered, Options::default().pin_width)?;
    let measures = |it: &Doorway| json!({ "width": it.width, "headroom": it.headroom });
    Ok(json!({
        "file": file,
        "said": json_of(&found.notes().written()),
        "measures": found.doorways.iter().flatten().map(measures).collect::<Vec<_>>(),
        "doubts": found.doubts,
    }))
}

/// How two pieces meet that are joined at a connector each.
pub(crate) fn joined(
    files: &dyn Files,
    settings: &Settings,
    [from, to]: [&DoorwayName; 2],
) -> Result<Json, Problems> {
    let [first, second] = [read(files, settings, from)?, read(files, settings, to)?];
    let (theirs, ours) = (connector(&first, from)?, connector(&second, to)?);
    let generation = &settings.generation;
    let (distance, clearance) = (generation.piece_distance, generation.clearance);
    let meeting = Meeting::new((&first, theirs), (&second, ours), distance, clearance);
    let kind = |it: &Connector| ConnectorKind { pins: it.pins, color: it.color.clone(), rise: it.heading.y };
    let refused = mismatch(&settings.connection, &kind(theirs), &kind(ours));
    let mut sentences = meeting.sentences(&second.piece.id);
    sentences.extend(refused.map(|why| format!("The rules of connection do not let them meet: {why}.")));
    let [cos, sin] = meeting.pose.turn.cos_sin();
    let [x, y, z] = meeting.pose.position.to_array();
    Ok(json!({
        "pose": [x, y, z, cos, sin],
        "gap": meeting.gap,
        "step": meeting.step,
        "widths": meeting.widths,
        "passage": meeting.passage,
        "headroom": meeting.headroom,
        "overlap": meeting.overlap,
        "sentences": sentences,
    }))
}

fn read(files: &dyn Files, settings: &Settings, name: &DoorwayName) -> Result<PieceFile, Problems> {
    let (found, problems) = check_piece(files, &name.file, settings);
    found.ok_or(problems)
}

fn connector<'p>(found: &'p PieceFile, name: &DoorwayName) -> Result<&'p Connector, Problem> {
    let none = || Problem::error(&found.piece.source, format!("has no connector {}", name.connector));
    found.piece.connectors.get(name.connector).ok_or_else(none)
}

/// What was found for all pieces of a folder that lack something, in words.
pub(crate) fn marked(marks: &KitMarks) -> Json {
    let doubts = marks
        .proposals
        .iter()
        .flat_map(|proposal| proposal.doubts.iter().map(move |doubt| format!("{}: {doubt}", proposal.piece)));
    json!({
        "pieces": marks.proposals.iter().filter(|proposal| proposal.is_of_use()).count(),
        "doorways": marks.doorways(),
        "doubts": marks.doubts().into_iter().chain(doubts).collect::<Vec<_>>(),
    })
}
