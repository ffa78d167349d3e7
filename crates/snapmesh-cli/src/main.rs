//! The `snapmesh` command: arguments in, work by the libraries, results out.

// How an end is told: exit codes, problems, faults.
mod terminal;
// How the command is told to end.
mod interrupt;
// How far long work has come.
mod progress;
// What was typed, and its limits.
mod parse;
// Lists for `--help`.
mod help;
// What several verbs take.
mod shared_args;
// What can be typed.
mod args;
// How far a kit is trusted.
mod trust;
// Kits and maps, opened.
mod kit;
// Watching a generation.
mod story;
// What stands, where growth cannot be told.
mod standing;
// What a map promised.
mod promises;
// How well a map can be walked.
mod navigation;
// Pieces that stand already when a map grows.
mod grow_on;
// The verbs, one file each.
mod new;
mod mark;
mod check;
mod generate;
mod validate;
mod search;
mod sweep;
mod report;
mod explain;
mod render;
mod schema;
mod studio;
mod manual;

use args::{Cli, Verb};
use clap::Parser as _;
use std::process::ExitCode;
use terminal::Exit;

fn main() -> ExitCode {
    // A fault of ours must not look like the user's: it is told in a sentence and has an exit code of its own.
    std::panic::set_hook(Box::new(terminal::fault));
    std::panic::catch_unwind(run).unwrap_or(Exit::Fault).into()
}

fn run() -> Exit {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return terminal::usage(&error),
    };
    if cli.verb.writes() {
        interrupt::watch(matches!(cli.verb, Verb::Search(_) | Verb::Sweep(_) | Verb::Studio(_)));
    }
    let work = match &cli.verb {
        Verb::New(args) => new::run(args),
        Verb::Mark(args) => mark::run(args),
        Verb::Check(args) => check::run(args),
        Verb::Generate(args) => generate::run(args),
        Verb::Validate(args) => validate::run(args),
        Verb::Search(args) => search::run(args),
        Verb::Sweep(args) => sweep::run(args),
        Verb::Report(args) => report::run(args),
        Verb::Explain(args) => explain::run(args),
        Verb::Render(args) => render::run(args),
        Verb::Schema(_) => schema::run(),
        Verb::Studio(args) => studio::run(args),
        Verb::Manual(args) => manual::run(args),
    };
    match work {
        Ok(exit) => terminal::finished(exit),
        Err(problems) => terminal::failure(&problems, cli.verb.talk().json, cli.verb.talk().quiet),
    }
}
