//! `snapmesh manual`: manual pages and completions, made from what can be typed.

use crate::args::{Cli, ManualArgs};
use crate::terminal::{Exit, out, print_json};
use clap::CommandFactory as _;
use clap_complete::Shell;
use serde_json::json;
use snapmesh::{Problem, Problems};
use std::path::Path;

pub(crate) fn run(args: &ManualArgs) -> Result<Exit, Problems> {
    let shown = args.dir.display().to_string();
    write(&args.dir)
        .map_err(|error| Problem::error(&*shown, format!("cannot be written: {}", error.kind())))?;
    if args.talk.json {
        print_json(&json!({ "manual": shown }));
    } else if !args.talk.quiet {
        out(&format!("wrote manual pages and completions into {shown}\n"));
    }
    Ok(Exit::Done)
}

/// A page for the command and one for each verb; a script for each shell.
fn write(folder: &Path) -> std::io::Result<()> {
    let (pages, scripts) = (folder.join("man/man1"), folder.join("completions"));
    std::fs::create_dir_all(&pages)?;
    std::fs::create_dir_all(&scripts)?;
    clap_mangen::generate_to(Cli::command(), &pages)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell] {
        clap_complete::generate_to(shell, &mut Cli::command(), "snapmesh", &scripts)?;
    }
    Ok(())
}
