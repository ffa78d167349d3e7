//! `snapmesh explain`: the story of a map, told again from its settings and seed.

use crate::args::ExplainArgs;
use crate::kit::{OpenMap, open_map};
use crate::story::{Start, grow};
use crate::terminal::{Exit, Out, out, plural, print_json};
use serde_json::json;
use snapmesh::{Kept, Problem, Problems};
use snapmesh_io::MapFile;
use snapmesh_io::map_file::Hints;
use snapmesh_io::outputs::Outputs;

pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, Problems> {
    args.trace.as_deref().map_or(Ok(()), Outputs::check)?;
    let OpenMap { file, open, map: told, inputs, folder } = open_map(&args.source)?;
    args.source.trust.check_outputs(args.trace.as_deref().as_slice(), inputs, &folder)?;
    let shown = args.source.map.display().to_string();
    let silent = args.talk.json || args.talk.quiet;
    if !silent {
        let pieces = plural(told.grown().len(), "piece", "pieces");
        out(&format!("{shown}: {pieces} of {}, seed {}\n", file.kit.name, told.seed));
    }
    // Growth that depends on what the files say cannot be told again once they say something else.
    let hints = Hints::new(open.kit.kit(), &open.settings);
    if let Some((piece, then, now)) = file.hints.difference(&hints) {
        let message = format!("the file of {piece} said {then} when the map was made, and says {now} now");
        let help = "put it back as it was, or generate the map again";
        return Err(Problem::error(shown, message).help(help).into());
    }
    let recipe = open.recipe()?;
    let mut outputs = Outputs::default();
    let log = (!silent).then(|| std::io::BufWriter::new(Out));
    let mut events = Vec::new();
    let kept = args.talk.json.then_some(&mut events);
    let from = Kept::first_of(&told);
    let start = Start { recipe: &recipe, seed: told.seed, kept: from.as_ref() };
    let map = grow(&start, log, args.trace.as_deref(), kept, &mut outputs, args.talk.quiet)?;
    if MapFile::new(&open.kit, &open.settings, &map).named(&file.kit).digest != file.digest {
        let message = "growing it again gives another map: it comes from another version of snapmesh";
        return Err(Problem::error(shown, message).into());
    }
    outputs.finish()?;
    if args.talk.json {
        print_json(&json!({
            "pieces": map.grown().len(),
            "seed": map.seed,
            "stop": file.stop,
            "digest": file.digest,
            "events": events,
        }));
    }
    Ok(Exit::Done)
}
