//! `snapmesh studio`: a kit in the browser.

use crate::args::StudioArgs;
use crate::interrupt;
use crate::kit::{check_folder, check_models};
use crate::parse::argument;
use crate::terminal::{self, Exit, out, print_json};
use serde_json::json;
use snapmesh::{Problem, Problems};
use snapmesh_io::kit_file::could_be_pieces;
use snapmesh_io::outputs::abandon;
use snapmesh_studio::{Page, Server};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;

pub(crate) fn run(args: &StudioArgs) -> Result<Exit, Problems> {
    check_models(&args.kit)?;
    let kit = args.kit.display().to_string();
    let folder = args.trust.folder(&args.kit)?;
    if could_be_pieces(&folder, &[]).is_empty() {
        // A folder of models can be made a kit on the page.
        check_folder(&args.kit)?;
    }
    let page = Page::embedded().ok_or_else(no_page)?;
    let server = Server::listen(folder, kit.clone(), page, args.port)?;
    tell(args, &kit, &server.url());
    server.run(|| interrupt::stop().load(Ordering::Relaxed))?;
    // Sessions may be writing: what they began is finished or cleared away, and they begin nothing more.
    abandon();
    Ok(Exit::Done)
}

fn no_page() -> Problem {
    let message = "the page is not in this build: take the program of a release, or run `cargo xtask studio KIT` where \
                   the sources are, which needs Node 20 or newer";
    Problem::error(argument("studio"), message)
}

/// Says where the page is, and opens it if that is wanted.
fn tell(args: &StudioArgs, kit: &str, url: &str) {
    if args.talk.json {
        print_json(&json!({ "url": url }));
    } else if !args.talk.quiet {
        out(&format!("the studio of {kit} is at {url} (Ctrl-C ends it)\n"));
    }
    if args.open {
        let (url, quiet) = (url.to_owned(), args.talk.quiet);
        // The browser may take its time, or stay: the server does not wait for it.
        std::thread::spawn(move || {
            if !browse(&url) {
                let message = format!("no browser could be opened; open {url} yourself");
                terminal::warn(&[Problem::warning(argument("--open"), message)], quiet);
            }
        });
    }
}

/// Opens a page in the user's browser; whether that went well.
fn browse(url: &str) -> bool {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "windows") {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
