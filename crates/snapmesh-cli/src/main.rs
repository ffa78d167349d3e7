//! The `snapmesh` command: arguments in, work by the libraries, results out.

mod args;
mod check;
mod explain;
mod generate;
mod new;
mod progress;
mod render;
mod report;
mod search;
mod story;
mod sweep;
mod sweep_report;
mod typed;
mod validate;
mod walk;

use args::{Cli, Verb};
use clap::Parser as _;
use report::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    // A fault of ours must not look like the user's: it is told in a sentence and has an exit code of its own.
    std::panic::set_hook(Box::new(report::fault));
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return report::usage(&error).into(),
    };
    let work = std::panic::catch_unwind(|| match &cli.verb {
        Verb::New(args) => new::run(args),
        Verb::Check(args) => check::run(args),
        Verb::Generate(args) => generate::run(args),
        Verb::Validate(args) => validate::run(args),
        Verb::Search(args) => search::run(args),
        Verb::Sweep(args) => sweep::run(args),
        Verb::Report(args) => sweep_report::run(args),
        Verb::Explain(args) => explain::run(args),
        Verb::Render(args) => render::run(args),
    });
    match work {
        Ok(Ok(exit)) => report::finished(exit).into(),
        Ok(Err(problems)) => report::failure(&problems, cli.verb.talk().json, cli.verb.talk().quiet).into(),
        Err(_) => Exit::Fault.into(),
    }
}
