//! `snapmesh sweep`: many seeds and settings, one row per map.

use crate::args::SweepArgs;
use crate::progress::{Progress, stop_on_interrupt};
use crate::report::{self, Exit, out, plural, print_json};
use crate::typed::threads;
use crate::walk::refusal;
use serde_json::json;
use snapmesh::selection::STANDARD;
use snapmesh::settings::{Settings, Value};
use snapmesh::{Problem, SettingError};
use snapmesh_io::KitFolder;
use snapmesh_io::kit_file::change;
use snapmesh_io::write::Outputs;
use snapmesh_nav::Agent;
use snapmesh_sweep::{Format, Plan, Sweep, sweep};
use std::time::Instant;

/// More combinations than this are a slip of the keyboard.
const MOST_COMBINATIONS: usize = 100_000;

pub(crate) fn run(args: &SweepArgs) -> Result<Exit, Vec<Problem>> {
    Format::of(&args.output)?;
    Outputs::check(&args.output)?;
    let shard = args.shard.as_deref().map(shard).transpose()?;
    if args.seeds == 0 {
        return Err(Problem::error("--seeds 0", "must be 1 or more").into());
    }
    let pool = threads(args.threads)?;
    let folder = KitFolder::open(&args.kit, &args.changes.changes(), STANDARD)?;
    Outputs::check_all([args.output.as_path()], folder.inputs())?;
    report::warn(&folder.problems, args.talk.quiet);
    let settings = combinations(&folder.settings, &args.vary, &args.changes.set)?;
    if !args.no_validate {
        let mut agents = settings.iter().map(|settings| Agent::from(&settings.navigation));
        agents.try_for_each(|agent| agent.check()).map_err(|error| refusal(&folder, &error))?;
    }
    let start = folder.settings.generation.seed;
    let mut plan = Plan { settings, start, seeds: args.seeds, walk: !args.no_validate, rows: 0..0 };
    if start.checked_add_unsigned(args.seeds - 1).is_none() {
        let message = format!("there are not so many seeds from {start} onwards");
        return Err(Problem::error(format!("--seeds {}", args.seeds), message).into());
    }
    plan.rows = match shard {
        Some((number, count)) => plan.shard(number, count),
        None => 0..plan.total(),
    };
    let grounds = folder.grounds();
    let sweep = Sweep { folder: &folder, grounds: &grounds, plan: &plan };
    let begun = Instant::now();
    let done = pool.install(|| watched(&sweep, args, begun))?;
    tell(args, &plan, done, begun);
    Ok(if done.is_complete() { Exit::Done } else { Exit::Findings })
}

fn watched(sweep: &Sweep<'_>, args: &SweepArgs, begun: Instant) -> Result<sweep::Progress, Vec<Problem>> {
    let mut progress = Progress::new(args.talk.quiet);
    sweep.run(&args.output, args.fresh, stop_on_interrupt(), |done| {
        progress.tell(|| {
            let made = done.done - done.found;
            let rate = made as f64 / begun.elapsed().as_secs_f64().max(1e-3);
            let left = (done.rows - done.done) as f64 / rate.max(1e-3);
            format!("{} of {} maps, {rate:.0} a second, about {left:.0} s left", done.done, done.rows)
        });
    })
}

fn tell(args: &SweepArgs, plan: &Plan, done: sweep::Progress, begun: Instant) {
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
        let message = format!("{maps} too large to be walked on; their columns are empty");
        report::tell([&Problem::warning(path.to_string(), message)]);
    }
    let combinations = plural(plan.settings.len(), "combination", "combinations");
    let rows = plural(done.rows as usize, "map", "maps");
    out(&format!("{rows} of {combinations} of settings in {seconds:.1} s{resumed}\nwrote {path}\n"));
}

/// `I/N`, from 1.
fn shard(text: &str) -> Result<(u64, u64), Vec<Problem>> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    let parts = parts.filter(|&(number, count): &(u64, u64)| number >= 1 && number <= count);
    let message = "must be a number of a shard and how many there are, from 1/N to N/N, as in 2/8";
    parts.ok_or_else(|| Problem::error(format!("--shard {text}"), message).into())
}

/// Every combination of what is varied; the last one changes fastest.
fn combinations(settings: &Settings, vary: &[String], set: &[String]) -> Result<Vec<Settings>, Vec<Problem>> {
    let mut all = vec![settings.clone()];
    let mut paths = Vec::new();
    for text in vary {
        let flag = format!("--vary {text}");
        let (path, values) = text
            .split_once('=')
            .ok_or_else(|| Problem::error(&*flag, "has no `=`").help("write it as section.key=a,b,c"))?;
        let path = path.trim();
        check_path(path, &flag, &paths, set)?;
        paths.push(path);
        let values = split(values);
        if all.len().saturating_mul(values.len()) > MOST_COMBINATIONS {
            let message = format!("makes more than {MOST_COMBINATIONS} combinations of settings");
            return Err(Problem::error(flag, message).into());
        }
        let mut varied = Vec::new();
        for settings in &all {
            for value in &values {
                varied.push(changed(settings, &flag, &format!("{path}={value}"))?);
            }
        }
        all = varied;
    }
    check_columns(&all, &paths)?;
    Ok(all)
}

/// What may be varied: no pieces, no seeds, and nothing that was said before.
fn check_path(path: &str, flag: &str, before: &[&str], set: &[String]) -> Result<(), Vec<Problem>> {
    let wrong = |message: &str| Err(Problem::error(flag, message).into());
    if path.starts_with("kit.") || path == "generation.seed" {
        return wrong(
            "cannot be varied: the pieces are the same for all maps, and seeds are counted by --seeds",
        );
    }
    if before.contains(&path) {
        return wrong("is varied twice; name all its values at once");
    }
    if set.iter().any(|set| set.split_once('=').is_some_and(|(known, _)| known.trim() == path)) {
        return wrong("is also given by --set, which is the same for all maps");
    }
    Ok(())
}

/// What is varied must tell the maps apart: a value that is named twice, or a parameter of a method that is not there,
/// would count every map several times.
fn check_columns(all: &[Settings], paths: &[&str]) -> Result<(), Vec<Problem>> {
    let known = |path: &str| {
        let in_force = |(section, key, _): &(&str, &str, Value)| format!("{section}.{key}") == path;
        all.iter().any(|settings| settings.entries().iter().any(in_force))
    };
    if let Some(path) = paths.iter().find(|path| !known(path)) {
        let message = "belongs to a method that none of the maps is made with";
        return Err(Problem::error(format!("--vary {path}"), message)
            .help("vary selection.method, too")
            .into());
    }
    let twice =
        all.iter().enumerate().any(|(index, settings)| paths.len() == 1 && all[..index].contains(settings));
    if twice {
        return Err(Problem::error(format!("--vary {}", paths[0]), "names a value twice").into());
    }
    Ok(())
}

fn changed(settings: &Settings, flag: &str, set: &str) -> Result<Settings, Vec<Problem>> {
    let settings = change(settings.clone(), &[set.to_string()], STANDARD).map_err(|mut problems| {
        for problem in &mut problems {
            problem.place.file = flag.into();
        }
        problems
    })?;
    let wrong = |error: SettingError| vec![Problem::error(flag, error.message)];
    settings.check().map_err(wrong)?;
    Ok(settings)
}

/// Splits at commas, but not at those inside brackets or quotes.
fn split(text: &str) -> Vec<String> {
    let (mut depth, mut quoted) = (0_i32, false);
    let mut values = vec![String::new()];
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        match values.last_mut() {
            Some(value) if letter != ',' || quoted || depth > 0 => value.push(letter),
            _ => values.push(String::new()),
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_inside_brackets_and_quotes_do_not_split() {
        assert_eq!(split("1,2,3"), ["1", "2", "3"]);
        assert_eq!(split("[1,2],\"a,b\",{x = [1, 2]}"), ["[1,2]", "\"a,b\"", "{x = [1, 2]}"]);
    }

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!(shard("1/1"), Ok((1, 1)));
        assert_eq!(shard("8/8"), Ok((8, 8)));
        for wrong in ["0/8", "9/8", "1", "1/0", "a/b", "-1/4", ""] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
