//! `snapmesh check`: every problem in a kit, and what a designer should know.

use crate::args::CheckArgs;
use crate::kit;
use crate::terminal::{self, Exit, plural, print_json};
use serde_json::{Value, json};
use snapmesh::ConnectorKind;
use snapmesh::draw::Choice;
use snapmesh::ends::kinds_on_map;
use snapmesh::problem::Severity;
use snapmesh::reach::Reach;
use snapmesh::{KindId, Loopability, PieceId, Problem, Problems, Recipe, ValidKit};
use snapmesh_io::OpenKit;
use std::fmt::Write as _;

/// With more kinds of connectors than this, the table is told as a list.
const WIDEST_TABLE: usize = 14;

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Problems> {
    let open = kit::open(&args.kit, &args.overrides, &args.trust)?;
    let recipe = open.recipe()?;
    let (reach, loops) = (Reach::new(&recipe), recipe.loopability());
    let mut problems: Vec<Problem> = open.problems.iter().cloned().chain(open.advice(&recipe)).collect();
    problems.sort_by_key(|problem| std::cmp::Reverse(problem.severity));
    if args.talk.json {
        print_json(&as_json(&open, &reach, &loops, &problems));
    } else {
        if !args.talk.quiet {
            terminal::out(&(overview(&open, &reach) + &loops_told(&recipe, &loops)));
        }
        let least = if args.talk.quiet { Severity::Warning } else { Severity::Note };
        terminal::tell(problems.iter().filter(|problem| problem.severity >= least));
        if !args.talk.quiet {
            terminal::out(&verdict(&problems));
        }
    }
    let found = problems.iter().any(|problem| problem.severity >= Severity::Warning);
    Ok(if found { Exit::Findings } else { Exit::Done })
}

fn verdict(problems: &[Problem]) -> String {
    let count = |severity| problems.iter().filter(|problem| problem.severity == severity).count();
    match (count(Severity::Warning), count(Severity::Note)) {
        (0, 0) => "No problems.\n".into(),
        (0, notes) => format!("No problems, {}.\n", plural(notes, "note", "notes")),
        (warnings, notes) => {
            format!("{}, {}.\n", plural(warnings, "warning", "warnings"), plural(notes, "note", "notes"))
        }
    }
}

fn overview(open: &OpenKit, reach: &Reach<'_>) -> String {
    let kit = open.kit.kit();
    let mut text = format!("{}: {}\n", kit.name(), plural(kit.library().len(), "piece", "pieces"));
    let width = kit.library().iter().map(|piece| piece.id.chars().count()).max().unwrap_or(0);
    for (piece, id) in kit.library().iter().zip(kit.ids()) {
        let [x, y, z] = drawn_size(open, id);
        let connectors: Vec<String> =
            summed(piece.connectors.iter().map(|connector| label(connector.pins, &connector.color)));
        let _ = writeln!(
            text,
            "  {:width$}  {x:.2} x {y:.2} x {z:.2} m, {}; connectors: {}",
            piece.id,
            plural(piece.boxes.len(), "box", "boxes"),
            connectors.join(", ")
        );
    }
    if !open.presets.is_empty() {
        let _ = writeln!(text, "presets: {}", open.presets.join(", "));
    }
    text.push('\n');
    text + &table(kit, reach) + "\n" + &ends(open, reach.recipe())
}

/// The size of what is drawn of a piece, in metres; nothing, if nothing is.
fn drawn_size(open: &OpenKit, piece: PieceId) -> [f64; 3] {
    let bounds = open.kit.model(piece).bounds();
    if bounds.is_empty() { [0.0; 3] } else { bounds.size().to_array() }
}

/// What becomes of connectors, whatever the seed; nothing if `[ends]` says nothing.
fn ends(open: &OpenKit, recipe: &Recipe) -> String {
    if open.settings.ends.is_empty() {
        return String::new();
    }
    let mut text =
        String::from("What becomes of connectors that nothing is joined to, and of doorways, on every map\n");
    let kit = open.kit.kit();
    let names = names(kit);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let list = |choices: &[Choice]| {
        choices.iter().map(|choice| &*kit.piece(choice.piece).id).collect::<Vec<_>>().join(", ")
    };
    for kind in kinds_on_map(kit) {
        let Some(ends) = recipe.ends().of(kind) else { continue };
        let closed = match (&ends.caps[..], recipe.ends().always_close(kit, &open.settings, kind)) {
            ([], _) => "stays open".into(),
            (caps, true) => format!("always closed, by {}", list(caps)),
            (caps, false) => format!("closed by {} where it has room", list(caps)),
        };
        let doors =
            if ends.doors.is_empty() { String::new() } else { format!("; doors: {}", list(&ends.doors)) };
        let _ = writeln!(text, "  {:width$}  {closed}{doors}", names[kind.index()]);
    }
    text + "\n"
}

/// How well the kit closes loops.
fn loops_told(recipe: &Recipe, loops: &Loopability) -> String {
    let mut text = String::from("Loops that chains of pieces can close\n");
    for sentence in loops.sentences(recipe) {
        let _ = writeln!(text, "  {sentence}");
    }
    text + "\n"
}

fn loops_json(recipe: &Recipe, loops: &Loopability) -> Value {
    let id = |piece: PieceId| recipe.kit().piece(piece).id.clone();
    let ring = loops.ring.as_ref().map(|ring| ring.iter().map(|&piece| id(piece)).collect::<Vec<_>>());
    json!({
        "ring": ring,
        "poses": loops.poses,
        "lines": loops.lines,
        "joined": loops.joined,
        "pieces": loops.pieces.iter().map(|piece| json!({
            "piece": id(piece.piece), "ring": piece.fewest, "turns": piece.turns, "lengths": piece.lengths,
        })).collect::<Vec<_>>(),
        "words": loops.sentences(recipe),
    })
}

/// Equal labels counted, as in "4 white (3 times)".
fn summed(labels: impl Iterator<Item = String>) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for label in labels {
        match counted.iter_mut().find(|(known, _)| *known == label) {
            Some((_, count)) => *count += 1,
            None => counted.push((label, 1)),
        }
    }
    let told =
        |(label, count): (String, usize)| if count == 1 { label } else { format!("{count} x [{label}]") };
    counted.into_iter().map(told).collect()
}

fn label(pins: u32, color: &str) -> String {
    format!("{pins} {color}")
}

/// Kinds as rows and columns are named by pins and color, and by a word where they do not lie level.
fn names(kit: &ValidKit) -> Vec<String> {
    let name = |kind: &ConnectorKind| {
        let way = match kind.rise {
            rise if rise > 0.999 => " up".into(),
            rise if rise < -0.999 => " down".into(),
            rise if rise.abs() > 0.001 => format!(" rise {rise:.2}"),
            _ => String::new(),
        };
        label(kind.pins, &kind.color) + &way
    };
    kit.kinds().iter().map(name).collect()
}

fn meets(reach: &Reach<'_>, guide: usize, tentative: usize) -> bool {
    reach.meets(KindId::new(guide), KindId::new(tentative))
}

fn table(kit: &ValidKit, reach: &Reach<'_>) -> String {
    let names = names(kit);
    let mut text =
        String::from("Which connectors can meet (rows: on the map; columns: on the piece that is tried)\n");
    if names.len() > WIDEST_TABLE {
        for (guide, name) in names.iter().enumerate() {
            let met: Vec<&str> = (0..names.len())
                .filter(|&kind| meets(reach, guide, kind))
                .map(|kind| &*names[kind])
                .collect();
            let _ = writeln!(
                text,
                "  {name}: {}",
                if met.is_empty() { "nothing".into() } else { met.join(", ") }
            );
        }
        return text;
    }
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let header: Vec<String> = names.iter().map(|name| format!("{name:^width$}")).collect();
    let _ = writeln!(text, "  {:width$}  {}", "", header.join(" ").trim_end());
    for (guide, name) in names.iter().enumerate() {
        let marks = (0..names.len())
            .map(|kind| format!("{:^width$}", if meets(reach, guide, kind) { "x" } else { "." }));
        let _ = writeln!(text, "  {name:width$}  {}", marks.collect::<Vec<_>>().join(" ").trim_end());
    }
    text
}

/// What becomes of connectors of a kind; nothing if `[ends]` says nothing about it.
fn ends_json(open: &OpenKit, recipe: &Recipe, kind: KindId) -> Value {
    let kit = open.kit.kit();
    let ids = |choices: &[Choice]| -> Vec<String> {
        choices.iter().map(|choice| kit.piece(choice.piece).id.clone()).collect()
    };
    recipe.ends().of(kind).map_or(Value::Null, |ends| {
        json!({
            "caps": ids(&ends.caps),
            "doors": ids(&ends.doors),
            "free": if ends.never.is_some() { "never" } else { "may" },
            "always_closed": recipe.ends().always_close(kit, &open.settings, kind),
        })
    })
}

fn as_json(open: &OpenKit, reach: &Reach<'_>, loops: &Loopability, problems: &[Problem]) -> Value {
    let kit = open.kit.kit();
    let kinds = kit.kinds();
    let meet =
        |guide: usize| -> Vec<usize> { (0..kinds.len()).filter(|&kind| meets(reach, guide, kind)).collect() };
    let pieces: Vec<Value> = kit
        .library()
        .iter()
        .zip(kit.ids())
        .map(|(piece, index)| {
            json!({
                "piece": piece.id,
                "file": piece.source,
                "boxes": piece.boxes.len(),
                "size": drawn_size(open, index),
                "connectors": piece.connectors.iter().zip(kit.kinds_of(index)).map(|(connector, kind)| json!({
                    "name": connector.name,
                    "pins": connector.pins,
                    "color": connector.color,
                    "kind": kind,
                    "position": connector.position.to_array(),
                    "heading": connector.heading.to_array(),
                })).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "kit": kit.name(),
        "fingerprint": open.kit.fingerprint(),
        "pieces": pieces,
        "kinds": kinds.iter().enumerate().map(|(index, kind)| json!({
            "pins": kind.pins, "color": kind.color, "rise": kind.rise, "meets": meet(index),
            "ends": ends_json(open, reach.recipe(), KindId::new(index)),
        })).collect::<Vec<_>>(),
        "presets": open.presets,
        "loops": loops_json(reach.recipe(), loops),
        "problems": problems,
    })
}
