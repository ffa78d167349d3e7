//! `snapmesh explain`: the story of a map, told again from its settings and seed.

use crate::args::ExplainArgs;
use crate::generate::size;
use crate::kit::{OpenMap, open_map};
use crate::standing;
use crate::story::{Start, grow};
use crate::terminal::{self, Exit, Out, out, print_json};
use serde_json::{Value as Json, json};
use snapmesh::{Event, Kept, Map, Placed, Problem, Problems, Recipe};
use snapmesh_io::MapFile;
use snapmesh_io::map_file::Hints;
use snapmesh_io::outputs::Outputs;

pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, Problems> {
    args.trace.as_deref().map_or(Ok(()), Outputs::check)?;
    let OpenMap { file, open, map: told, inputs, folder, odd } = open_map(&args.source)?;
    args.source.trust.check_outputs(args.trace.as_deref().as_slice(), inputs, &folder)?;
    let shown = args.source.map.display().to_string();
    let silent = args.talk.json || args.talk.quiet;
    if !silent {
        let pieces = size(&told, None);
        out(&format!("{shown}: {pieces} of {}, seed {}\n", file.kit.name, told.seed));
    }
    let mut changed = !odd.is_empty();
    terminal::warn(&odd, args.talk.quiet);
    // Growth that depends on what the files say cannot be told again once they say something else.
    let hints = Hints::new(open.kit.kit(), &open.settings);
    if let Some((piece, then, now)) = file.hints.difference(&hints) {
        let message = format!("the file of {piece} said {then} when the map was made, and says {now} now");
        if !args.source.accept_kit {
            let help = "put it back as it was, generate the map again, or go on with --accept-kit";
            return Err(Problem::error(shown, message).help(help).into());
        }
        changed = true;
        terminal::warn(&[Problem::warning(&*shown, message)], args.talk.quiet);
    }
    let recipe = open.recipe()?;
    let mut outputs = Outputs::default();
    let digest = |map: &Map| MapFile::new(&open.kit, &open.settings, map).named(&file.kit).digest;
    let from = Kept::first_of(&told);
    // What was shaped by hand begins with what was kept, and other steps than growth may have followed.
    let shaped =
        from.as_ref().is_some_and(|kept| !changed && digest(&recipe.grow_on(kept, told.seed)) != file.digest);
    if shaped {
        let events = tell_standing(args, &recipe, &told, &mut outputs)?;
        outputs.finish()?;
        if args.talk.json {
            print_json(&answer(&told, &file, &events));
        }
        return Ok(Exit::Done);
    }
    let log = (!silent).then(|| std::io::BufWriter::new(Out));
    let mut events = Vec::new();
    let kept = args.talk.json.then_some(&mut events);
    let start = Start { recipe: &recipe, seed: told.seed, kept: from.as_ref() };
    let map = grow(&start, log, args.trace.as_deref(), kept, &mut outputs, args.talk.quiet)?;
    if digest(&map) != file.digest && !changed {
        let message = "growing it again gives another map: it comes from another version of snapmesh";
        return Err(Problem::error(shown, message).into());
    }
    if let Some(index) = first_other(&told, &map).filter(|_| changed) {
        let message = format!(
            "with the kit as it is now another map grows, of {}: it is another from piece {index} on",
            size(&map, None)
        );
        terminal::warn(&[Problem::warning(&*shown, message)], args.talk.quiet);
    }
    outputs.finish()?;
    if args.talk.json {
        print_json(&answer(&map, &file, &events));
    }
    Ok(Exit::Done)
}

fn answer(map: &Map, file: &MapFile, events: &[Event]) -> Json {
    json!({
        "pieces": map.grown().len(),
        "seed": map.seed,
        "stop": file.stop,
        "digest": file.digest,
        "events": events,
    })
}

/// Tells of a map that does not follow from its seed what can be told: what stands.
fn tell_standing(
    args: &ExplainArgs,
    recipe: &Recipe,
    map: &Map,
    outputs: &mut Outputs,
) -> Result<Vec<Event>, Problems> {
    let events = standing::events(map);
    if let Some(path) = args.trace.as_deref() {
        standing::trace(path, &events, outputs)?;
    }
    if !args.talk.json && !args.talk.quiet {
        out(
            "It was shaped by hand, or by another version of snapmesh: its growth cannot be told again from its seed. What stands:\n",
        );
        out(&standing::lines(recipe, map).join("\n"));
        out("\n");
    }
    Ok(events)
}

/// Metres by which a piece may stand elsewhere and be the same: what other programs lose of a kit adds up over joints.
const ELSEWHERE: f64 = 1e-3;

/// The first piece of a map that is another one, stands elsewhere, or is joined in another way.
fn first_other(told: &Map, grown: &Map) -> Option<usize> {
    let same = |(a, b): (&Placed, &Placed)| {
        let near = a.pose.position.distance(b.pose.position) < ELSEWHERE;
        (a.piece, a.role, a.joint) == (b.piece, b.role, b.joint) && near
    };
    let count = told.pieces.len().max(grown.pieces.len());
    let first = told.pieces.iter().zip(&grown.pieces).take_while(|&pair| same(pair)).count();
    (first < count).then_some(first)
}
