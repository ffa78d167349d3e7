//! How an end is told: exit codes, problems, faults.

use serde_json::json;
use snapmesh::Problem;
use snapmesh::problem::{Severity, told_once};
use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// Whether something meant for stdout was lost.
static LOST: AtomicBool = AtomicBool::new(false);

/// stdout, for results. A reader that went away is no fault; a disk that is full is.
pub(crate) struct Out;

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = std::io::stdout().write_all(bytes).and_then(|()| std::io::stdout().flush());
        if let Err(error) = written
            && error.kind() != std::io::ErrorKind::BrokenPipe
            && !LOST.swap(true, Ordering::Relaxed)
        {
            tell([&Problem::error("stdout", format!("cannot be written: {}", error.kind()))]);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Text without what could move a terminal's cursor, change its colors or turn its letters around: names in kits and maps may
/// have anything in them.
pub(crate) fn plain(text: &str) -> String {
    let turns = |sign: char| matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.replace(|sign: char| (sign.is_control() && sign != '\n') || turns(sign), "\u{fffd}")
}

/// Letters of a line that are shown. What was found in a file may be longer than anyone reads.
const LONGEST_LINE: usize = 2000;

/// A line as it is, or its beginning.
fn shortened(line: &str) -> String {
    match line.char_indices().nth(LONGEST_LINE) {
        None => line.into(),
        Some((end, _)) => format!("{}… and {} bytes more", &line[..end], line.len() - end),
    }
}

/// Writes to stdout.
pub(crate) fn out(text: &str) {
    // Out never fails: it keeps in mind that something was lost.
    let _ = Out.write_all(plain(text).as_bytes());
}

/// Prints a JSON object. Its strings are as they are, with every sign escaped that a terminal could take for an order.
pub(crate) fn print_json(value: &serde_json::Value) {
    let mut text = String::new();
    for sign in format!("{value:#}\n").chars() {
        match sign {
            '\n' => text.push(sign),
            sign if sign.is_control() => _ = write!(text, "\\u{:04x}", u32::from(sign)),
            sign => text.push(sign),
        }
    }
    out(&text);
}

/// "1 piece", "2 pieces".
pub(crate) fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// The exit code for work that ended well, unless its result was lost on the way.
pub(crate) fn finished(exit: Exit) -> Exit {
    if LOST.load(Ordering::Relaxed) { Exit::BadInput } else { exit }
}

/// Tells problems on stderr, the same in many places once.
pub(crate) fn tell<'a>(problems: impl IntoIterator<Item = &'a Problem>) {
    for told in told_once(problems) {
        for line in plain(&told.to_string()).lines() {
            let _ = writeln!(std::io::stderr(), "{}", shortened(line));
        }
    }
}

/// Tells warnings on stderr, unless they are unwanted.
pub(crate) fn warn(problems: &[Problem], quiet: bool) {
    if !quiet {
        tell(problems.iter().filter(|problem| problem.severity >= Severity::Warning));
    }
}

/// The end of a command whose input was bad: errors first, and nothing but errors if the rest is unwanted.
pub(crate) fn failure(problems: &[Problem], json: bool, quiet: bool) -> Exit {
    for severity in [Severity::Error, Severity::Warning] {
        if severity == Severity::Error || !quiet {
            tell(problems.iter().filter(|problem| problem.severity == severity));
        }
    }
    if json {
        print_json(&json!({ "error": true, "problems": problems }));
    }
    Exit::BadInput
}

/// The end of a command that was typed wrong, or that was asked for help.
pub(crate) fn usage(error: &clap::Error) -> Exit {
    // What was typed is told again, and may have been pasted from anywhere.
    let odd = |argument: std::ffi::OsString| argument.to_string_lossy().contains(char::is_control);
    if error.use_stderr() && std::env::args_os().any(odd) {
        let _ = write!(std::io::stderr(), "{}", plain(&error.render().to_string()));
    } else {
        let _ = error.print();
    }
    if error.use_stderr() { Exit::BadInput } else { Exit::Done }
}

/// What is told when snapmesh itself is at fault.
pub(crate) fn fault(info: &std::panic::PanicHookInfo<'_>) {
    // A broken table is the file's fault, and told as such.
    if snapmesh_sweep::files::is_guarded() {
        return;
    }
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    let what = info.payload_as_str().unwrap_or("no more is known");
    let version = env!("CARGO_PKG_VERSION");
    let _ = writeln!(
        std::io::stderr(),
        "fault: snapmesh {version} has a bug at {place}: {what}\n  help: nothing was written; please report this line \
         together with the kit and the command"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_order_to_a_terminal_gets_through() {
        assert_eq!(
            plain("a\x1b[31mb\u{9b}c\r\x07\x7f\nd"),
            "a\u{fffd}[31mb\u{fffd}c\u{fffd}\u{fffd}\u{fffd}\nd"
        );
        assert_eq!(plain("a\u{202e}b\u{2066}c"), "a\u{fffd}b\u{fffd}c");
        assert_eq!(plain("Tür → 3"), "Tür → 3");
    }

    #[test]
    fn a_line_that_nobody_would_read_is_cut() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"ä".repeat(LONGEST_LINE)).len(), 2 * LONGEST_LINE);
        let long = shortened(&"ä".repeat(LONGEST_LINE + 5));
        assert!(long.ends_with("… and 10 bytes more") && long.starts_with("ää"), "{long}");
    }
}
