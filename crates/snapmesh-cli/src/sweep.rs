//! `snapmesh sweep`: many seeds and settings, one row per map.

use crate::args::SweepArgs;
use crate::interrupt;
use crate::kit;
use crate::navigation::{refusal, walk_memory};
use crate::parse::{argument, threads};
use crate::progress::Progress;
use crate::shared_args::VerdictArg;
use crate::terminal::{self, Exit, out, plural, print_json};
use serde_json::json;
use snapmesh::selection::STANDARD;
use snapmesh::{Problem, Problems};
use snapmesh_io::outputs::Outputs;
use snapmesh_nav::{Agent, WalkMemory};
use snapmesh_sweep::vary::combinations;
use snapmesh_sweep::{Format, Plan, Sweep, Vary};
use std::time::Instant;

pub(crate) fn run(args: &SweepArgs) -> Result<Exit, Problems> {
    Format::of(&args.output)?;
    Outputs::check(&args.output)?;
    let shard = args.shard.as_deref().map(shard).transpose()?;
    if args.seeds == 0 {
        return Err(Problem::error(argument("--seeds 0"), "must be 1 or more").into());
    }
    let pool = threads(args.threads)?;
    let vary = vary(&args.vary)?;
    let open = kit::open(&args.kit, &args.overrides, &args.trust)?;
    args.trust.check_outputs(&[&args.output], kit::inputs(&args.kit, &open), &args.kit)?;
    terminal::warn(&open.problems, args.talk.quiet);
    let settings = combinations(&open.settings, &vary, &kit::set(&args.overrides.set)?, STANDARD)?;
    if !args.no_validate {
        let mut agents = settings.iter().map(|settings| Agent::from(&settings.navigation));
        agents.try_for_each(|agent| agent.check()).map_err(|error| refusal(&open, &error))?;
    }
    let start = open.settings.generation.seed;
    let verdict = (!args.no_validate).then(|| args.verdict.into());
    let mut plan = Plan { settings, start, seeds: args.seeds, verdict, rows: 0..0 };
    if start.checked_add_unsigned(args.seeds - 1).is_none() {
        let message = format!("there are not so many seeds from {start} onwards");
        return Err(Problem::error(argument(format!("--seeds {}", args.seeds)), message).into());
    }
    plan.rows = match shard {
        Some((number, count)) => plan.shard(number, count),
        None => 0..plan.total(),
    };
    let sweep = Sweep { kit: &open.kit, plan: &plan, memory: WalkMemory::new(walk_memory(&open)) };
    let begun = Instant::now();
    let done = pool.install(|| watched(&sweep, args, begun))?;
    tell(args, &plan, done, begun);
    Ok(if done.is_complete() { Exit::Done } else { Exit::Findings })
}

/// What was typed with `--vary`.
fn vary(texts: &[String]) -> Result<Vec<Vary>, Problem> {
    texts.iter().map(|text| Vary::parse(text, argument(format!("--vary {text}")))).collect()
}

fn watched(
    sweep: &Sweep<'_>,
    args: &SweepArgs,
    begun: Instant,
) -> Result<snapmesh_sweep::Progress, Problems> {
    let mut progress = Progress::new(args.talk.quiet);
    sweep.run(&args.output, args.fresh, interrupt::stop(), |done| {
        progress.tell(|| {
            let made = done.done - done.found;
            let rate = made as f64 / begun.elapsed().as_secs_f64().max(1e-3);
            let left = (done.rows - done.done) as f64 / rate.max(1e-3);
            format!("{} of {} maps, {rate:.0} a second, about {left:.0} s left", done.done, done.rows)
        });
    })
}

fn tell(args: &SweepArgs, plan: &Plan, done: snapmesh_sweep::Progress, begun: Instant) {
    let path = args.output.display();
    let seconds = begun.elapsed().as_secs_f64();
    if args.talk.json {
        return print_json(&json!({
            "rows": done.rows,
            "done": done.done,
            "resumed": done.found,
            "unwalked": done.unwalked,
            "complete": done.is_complete(),
            "combinations": plan.settings.len(),
            "seconds": seconds,
            "output": path.to_string(),
        }));
    }
    if args.talk.quiet {
        return;
    }
    let resumed =
        if done.found > 0 { format!(", {} of them from before", done.found) } else { String::new() };
    if !done.is_complete() {
        return out(&format!(
            "stopped: {} of {} rows are kept{resumed}; the same command goes on from there\n",
            done.done, done.rows
        ));
    }
    if done.unwalked > 0 {
        let maps = plural(done.unwalked as usize, "map was", "maps were");
        let message = match args.verdict {
            VerdictArg::Baked => format!("{maps} too large to be walked on; their columns are empty"),
            VerdictArg::Composed => {
                format!("{maps} not to be told by their pieces alone; their columns are empty")
            }
        };
        let warning = Problem::warning(path.to_string(), message);
        let help = "--verdict baked finds out about all of them, and takes its time";
        terminal::tell([&if args.verdict == VerdictArg::Composed { warning.help(help) } else { warning }]);
    }
    let combinations = plural(plan.settings.len(), "combination", "combinations");
    let rows = plural(done.rows as usize, "map", "maps");
    out(&format!("{rows} of {combinations} of settings in {seconds:.1} s{resumed}\nwrote {path}\n"));
}

/// `I/N`, from 1.
fn shard(text: &str) -> Result<(u64, u64), Problems> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    let parts = parts.filter(|&(number, count): &(u64, u64)| number >= 1 && number <= count);
    let message = "must be a number of a shard and how many there are, from 1/N to N/N, as in 2/8";
    parts.ok_or_else(|| Problem::error(argument(format!("--shard {text}")), message).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!(shard("1/1"), Ok((1, 1)));
        assert_eq!(shard("8/8"), Ok((8, 8)));
        for wrong in ["0/8", "9/8", "1", "1/0", "a/b", "-1/4", ""] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
