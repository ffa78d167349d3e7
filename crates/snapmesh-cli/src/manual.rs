//! `snapmesh manual`: manual pages and completions, made from what can be typed.

use crate::args::{Cli, ManualArgs};
use crate::terminal::{Exit, out, print_json};
use clap::{Command, CommandFactory as _};
use clap_complete::{Generator as _, Shell};
use clap_mangen::Man;
use serde_json::json;
use snapmesh::Problems;
use snapmesh_io::outputs::{Outputs, unwritable};
use std::path::Path;

pub(crate) fn run(args: &ManualArgs) -> Result<Exit, Problems> {
    write(&args.dir)?;
    let shown = args.dir.display().to_string();
    if args.talk.json {
        print_json(&json!({ "manual": shown }));
    } else if !args.talk.quiet {
        out(&format!("wrote manual pages and completions into {shown}\n"));
    }
    Ok(Exit::Done)
}

/// A page for the command and one for each verb; a script for each shell.
fn write(folder: &Path) -> Result<(), Problems> {
    let (man, scripts) = (folder.join("man/man1"), folder.join("completions"));
    for folder in [&man, &scripts] {
        std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    }
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let mut outputs = Outputs::default();
    pages(&command, &man, &mut outputs)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell] {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "snapmesh", &mut script);
        outputs.write(&scripts.join(shell.file_name("snapmesh")), &script)?;
    }
    outputs.finish()
}

fn pages(command: &Command, folder: &Path, outputs: &mut Outputs) -> Result<(), Problems> {
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        pages(verb, folder, outputs)?;
    }
    let (man, mut page) = (Man::new(command.clone()), Vec::new());
    let path = folder.join(man.get_filename());
    man.render(&mut page).map_err(|error| unwritable(&path, &error))?;
    outputs.write(&path, &page)
}
