//! How an end is told: exit codes, problems, faults.

use serde_json::json;
use snapmesh::Problem;
use snapmesh::problem::Severity;
use std::io::Write as _;
use std::process::ExitCode;

/// How the command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done.
    Done = 0,
    /// It ran, and a demand was not met.
    Findings = 1,
    /// Bad input or usage.
    BadInput = 2,
    /// A fault of ours.
    Fault = 70,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Writes to stdout. A reader that went away is no fault.
pub(crate) fn out(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Tells problems on stderr.
pub(crate) fn tell<'a>(problems: impl IntoIterator<Item = &'a Problem>) {
    for problem in problems {
        let _ = writeln!(std::io::stderr(), "{problem}");
    }
}

/// Tells warnings on stderr, unless they are unwanted.
pub(crate) fn warn(problems: &[Problem], quiet: bool) {
    if !quiet {
        tell(problems.iter().filter(|problem| problem.severity >= Severity::Warning));
    }
}

/// The end of a command whose input was bad.
pub(crate) fn failure(problems: &[Problem], json: bool) -> Exit {
    tell(problems);
    if json {
        out(&format!("{:#}\n", json!({ "error": true, "problems": problems })));
    }
    Exit::BadInput
}

/// The end of a command that was typed wrong, or that was asked for help.
pub(crate) fn usage(error: &clap::Error) -> Exit {
    let _ = error.print();
    if error.use_stderr() { Exit::BadInput } else { Exit::Done }
}

/// What is told when snapmesh itself is at fault.
pub(crate) fn fault(info: &std::panic::PanicHookInfo<'_>) {
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    let what = info.payload_as_str().unwrap_or("no more is known");
    let version = env!("CARGO_PKG_VERSION");
    let _ = writeln!(
        std::io::stderr(),
        "fault: snapmesh {version} has a bug at {place}: {what}\n  help: nothing was written; please report this line \
         together with the kit and the command"
    );
}
