//! `snapmesh mark`: doorways, boxes and floors of pieces that have none, found from their meshes.

use crate::args::MarkArgs;
use crate::kit;
use crate::parse::{argument, threads};
use crate::terminal::{self, Exit, out, plural, print_json};
use serde_json::{Value, json};
use snapmesh::glam::DVec3;
use snapmesh::selection::STANDARD;
use snapmesh::settings::BoxNote;
use snapmesh::{Problem, Problems};
use snapmesh_io::mark::{Doorway, KitMarks, Proposal, Request};
use snapmesh_io::outputs::Outputs;
use snapmesh_io::picture::{Arrow, View, render_marked};
use snapmesh_io::{KIT_FILE, Overrides};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &MarkArgs) -> Result<Exit, Problems> {
    kit::check_models(&args.kit)?;
    let pin_width = args.pin_width;
    if !(0.01..=1000.0).contains(&pin_width) {
        let message = "must be a number of metres from 0.01 to 1000";
        return Err(Problem::error(argument(format!("--pin-width {pin_width}")), message).into());
    }
    let files = args.trust.folder(&args.kit)?;
    let overrides = Overrides { set: kit::set(&args.set)?, ..Overrides::default() };
    let marks = KitMarks::find(&files, &Request { overrides, pin_width, again: args.again }, STANDARD)?;
    let pictures = pictures(args, &marks);
    threads(None)?.install(|| write(args, &marks, &pictures))?;
    if args.talk.json {
        print_json(&as_json(args, &marks, &pictures));
    } else {
        terminal::tell(&marks.problems);
        if !args.talk.quiet {
            out(&told(args, &marks, &pictures));
        }
    }
    Ok(if marks.is_of_use() && !marks.problems.any_error() { Exit::Done } else { Exit::Findings })
}

/// A picture for each proposal: its place among the proposals, and its file.
fn pictures(args: &MarkArgs, marks: &KitMarks) -> Vec<(usize, PathBuf)> {
    let Some(folder) = &args.pictures else { return vec![] };
    let file =
        |(index, proposal): (usize, &Proposal)| (index, folder.join(format!("{}.png", proposal.piece)));
    marks.proposals.iter().enumerate().map(file).collect()
}

/// Writes what was asked for, in one step. A kit without pieces is none.
fn write(args: &MarkArgs, marks: &KitMarks, pictures: &[(usize, PathBuf)]) -> Result<(), Problems> {
    let kit_file = args.kit.join(KIT_FILE);
    let text = (args.write && marks.is_of_use()).then(|| marks.kit_file()).transpose()?;
    if text.is_some() {
        args.trust.check_outputs(&[&kit_file], vec![], &args.kit)?;
    }
    if let Some(folder) = &args.pictures {
        let wrong = |error: std::io::Error| {
            Problem::error(folder.display().to_string(), format!("cannot be made: {}", error.kind()))
        };
        std::fs::create_dir_all(folder).map_err(wrong)?;
    }
    let paths: Vec<&Path> = pictures.iter().map(|(_, path)| path.as_path()).collect();
    args.trust.check_outputs(&paths, vec![], &args.kit)?;
    let mut outputs = Outputs::default();
    for (index, path) in pictures {
        outputs.write(path, &picture(marks, *index))?;
    }
    if let Some(text) = text {
        outputs.write(&kit_file, text.as_bytes())?;
    }
    outputs.finish()
}

fn picture(marks: &KitMarks, index: usize) -> Vec<u8> {
    let proposal = &marks.proposals[index];
    let arrow = |doorway: &Doorway| Arrow {
        at: doorway.connector.at,
        heading: doorway.connector.heading.normalize_or(DVec3::NEG_Z),
        width: doorway.width,
    };
    let arrows: Vec<Arrow> = proposal.doorways.iter().flatten().map(arrow).collect();
    let boxes: Vec<_> = proposal.boxes.iter().flatten().map(BoxNote::shape).collect();
    let view = View { width: 900, height: 700, elevation: 48.0, ..View::default() };
    render_marked(marks.file(index), &arrows, &boxes, &view).to_png()
}

fn told(args: &MarkArgs, marks: &KitMarks, pictures: &[(usize, PathBuf)]) -> String {
    let agent = &marks.options.agent;
    let mut text = format!(
        "doorways for who is {} m wide and {} m high; a pin for every {} m of width begun\n",
        2.0 * agent.radius,
        agent.height,
        marks.options.pin_width
    );
    for proposal in &marks.proposals {
        text += &told_of(proposal);
    }
    if !marks.complete.is_empty() {
        let _ = writeln!(text, "already marked: {}", marks.complete.join(", "));
    }
    if marks.has_kit_file() && !marks.unlisted.is_empty() {
        let _ = writeln!(text, "not in `pieces` of {KIT_FILE}: {}", shortened(&marks.unlisted));
    }
    for doubt in marks.doubts() {
        let _ = writeln!(text, "doubt: {doubt}");
    }
    let useful = marks.proposals.iter().filter(|proposal| proposal.is_of_use()).count();
    let _ = writeln!(
        text,
        "{} in {}",
        plural(marks.doorways(), "doorway", "doorways"),
        plural(useful, "piece", "pieces")
    );
    if let Some(folder) = &args.pictures {
        let _ =
            writeln!(text, "drew {} in {}", plural(pictures.len(), "picture", "pictures"), folder.display());
    }
    text + &next(args, marks)
}

/// Names that are told one by one.
const TOLD: usize = 20;

fn shortened(names: &[String]) -> String {
    let told = names.iter().take(TOLD).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = names.len().saturating_sub(TOLD);
    if more > 0 { format!("{told} and {more} more") } else { told }
}

/// What was written, and what to do next.
fn next(args: &MarkArgs, marks: &KitMarks) -> String {
    let kit = args.kit.display();
    if !marks.is_of_use() {
        return format!("no {KIT_FILE} was written: maps need pieces with doorways\n");
    }
    if !args.write {
        return format!("nothing was written: `snapmesh mark {kit} --write` puts this into {KIT_FILE}\n");
    }
    let mut text = format!("wrote {kit}/{KIT_FILE}\n");
    let without: Vec<&str> = marks
        .proposals
        .iter()
        .filter(|proposal| !proposal.is_of_use())
        .map(|proposal| proposal.piece.as_str())
        .collect();
    if marks.has_kit_file() && !without.is_empty() {
        let _ = writeln!(text, "leave these out of `pieces`, or mark them by hand: {}", without.join(", "));
    }
    text + &format!("try: snapmesh generate {kit} -o map.json -o map.png\n")
}

fn told_of(proposal: &Proposal) -> String {
    let size = proposal.size;
    let mut text = format!("  {}  {:.2} x {:.2} x {:.2} m\n", proposal.piece, size.x, size.y, size.z);
    for doorway in proposal.doorways.iter().flatten() {
        let above = match doorway.headroom {
            Some(headroom) => format!("{headroom:.2} m high"),
            None => "open above".into(),
        };
        let [at, heading] = [doorway.connector.at, doorway.connector.heading].map(triple);
        let pins = plural(doorway.connector.pins as usize, "pin", "pins");
        let _ =
            writeln!(text, "    doorway {:.2} m wide, {above}, at {at} to {heading}: {pins}", doorway.width);
    }
    if let Some(boxes) = &proposal.boxes {
        let _ = writeln!(text, "    {}", plural(boxes.len(), "box", "boxes"));
    }
    if let Some(floor) = &proposal.floor {
        let _ = writeln!(text, "    floor: {}", floor.join(", "));
    }
    for doubt in &proposal.doubts {
        let _ = writeln!(text, "    doubt: {doubt}");
    }
    text
}

/// Three numbers as a person would write them.
fn triple(v: DVec3) -> String {
    format!("({})", v.to_array().map(|x| format!("{}", (x * 1000.0).round() / 1000.0 + 0.0)).join(", "))
}

fn as_json(args: &MarkArgs, marks: &KitMarks, pictures: &[(usize, PathBuf)]) -> Value {
    let doorway = |doorway: &Doorway| {
        let connector = &doorway.connector;
        json!({
            "at": connector.at.to_array(), "heading": connector.heading.to_array(),
            "pins": connector.pins, "color": connector.color,
            "width": doorway.width, "headroom": doorway.headroom, "framed": doorway.framed,
        })
    };
    let boxed = |note: &BoxNote| match note {
        BoxNote::Corners { min, max } => json!({ "min": min.to_array(), "max": max.to_array() }),
        BoxNote::Turned { center, half, turn } => {
            json!({ "center": center.to_array(), "half": half.to_array(), "turn": turn })
        }
    };
    let piece = |(index, proposal): (usize, &Proposal)| {
        let picture =
            pictures.iter().find(|(of, _)| *of == index).map(|(_, path)| path.display().to_string());
        json!({
            "piece": proposal.piece,
            "size": proposal.size.to_array(),
            "doorways": proposal.doorways.as_ref().map(|all| all.iter().map(doorway).collect::<Vec<_>>()),
            "boxes": proposal.boxes.as_ref().map(|all| all.iter().map(boxed).collect::<Vec<_>>()),
            "floor": proposal.floor,
            "doubts": proposal.doubts,
            "picture": picture,
        })
    };
    json!({
        "kit": args.kit.display().to_string(),
        "written": args.write && marks.is_of_use(),
        "pin_width": marks.options.pin_width,
        "pieces": marks.proposals.iter().enumerate().map(piece).collect::<Vec<_>>(),
        "complete": marks.complete,
        "unlisted": marks.unlisted,
        "doubts": marks.doubts(),
        "problems": marks.problems,
    })
}
