//! One table of speed: each row is the same work done by us and by another, in one run. `cargo xtask bench` runs it.
//!
//! ```text
//! ROWS      -> pairs of works -> least CPU time of each -> a ratio    (docs/speed.md holds the table)
//! WORKLOADS -> valgrind       -> instructions           -> new / kept (bench/counts.txt holds those that are kept)
//! ```

// Kits and maps.
mod kits;
// Time on a core.
mod clock;
// The plain way of the paper.
mod plain;
// Recast, on the same maps.
mod recast;
// The table.
mod rows;
// Its text, and its place in the docs.
mod table;
// Works whose instructions are counted.
mod workloads;
// Counting them.
mod counts;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        [] => run(false),
        ["--write"] => run(true),
        ["work", name] => workloads::run(name),
        _ => Err("usage: cargo xtask bench [--write]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Measures all rows, on one core, and counts all workloads.
fn run(write: bool) -> Result<(), String> {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    let lines = one.install(|| table::lines(rows::ROWS));
    if write {
        table::write(&lines)?;
    }
    counts::run(write)
}
