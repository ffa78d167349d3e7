//! Instructions of the workloads, by valgrind, beside those that are kept.
//!
//! Counts depend on compiler and target, which are kept with them.

use crate::kits::root;
use crate::workloads::{COUNTED, WORKLOADS};
use std::process::Command;

const FILE: &str = "bench/counts.txt";
/// What is told if it grew by more.
const MORE: f64 = 1.02;

/// Counts all workloads, where there is valgrind; keeps the counts if they are to be written.
pub(crate) fn run(write: bool) -> Result<(), String> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("\nno valgrind here: instructions are not counted");
        return Ok(());
    }
    let kept = Counts::parse(&std::fs::read_to_string(root().join(FILE)).unwrap_or_default());
    let new = Counts { made_by: compiler()?, counts: counted()? };
    println!("\n{}", new.beside(&kept));
    if write {
        std::fs::write(root().join(FILE), new.text()).map_err(|error| format!("{FILE}: {error}"))?;
    }
    Ok(())
}

/// The compiler and its target, in a line.
fn compiler() -> Result<String, String> {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    Ok(format!("{} for {host}", text.lines().next().unwrap_or_default()))
}

/// Instructions of each workload.
fn counted() -> Result<Vec<(String, u64)>, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let count = |name: &str| {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=callgrind", "--collect-atstart=no", "--callgrind-out-file=out"]);
        valgrind.arg(format!("--toggle-collect={COUNTED}")).arg(&this).args(["work", name]);
        // One thread, so that there is no other to hand work to.
        let output = valgrind.env("RAYON_NUM_THREADS", "1").current_dir(folder.path()).output();
        let told = output.map_err(|error| format!("valgrind: {error}"))?.stderr;
        collected(&String::from_utf8_lossy(&told)).ok_or_else(|| format!("valgrind counts nothing in {name}"))
    };
    WORKLOADS.iter().map(|(name, _)| Ok(((*name).into(), count(name)?))).collect()
}

/// The number in what valgrind says at its end.
fn collected(told: &str) -> Option<u64> {
    let (_, number) = told.lines().find_map(|line| line.split_once("Collected : "))?;
    number.trim().parse().ok().filter(|&count| count > 0)
}

/// What is kept in the repository.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    made_by: String,
    counts: Vec<(String, u64)>,
}

impl Counts {
    fn parse(text: &str) -> Self {
        let mut lines = text.lines();
        let made_by = lines.next().unwrap_or_default().into();
        let count = |line: &str| {
            let (name, count) = line.split_once(' ')?;
            Some((name.to_string(), count.parse().ok()?))
        };
        Self { made_by, counts: lines.filter_map(count).collect() }
    }

    fn text(&self) -> String {
        let lines = self.counts.iter().map(|(name, count)| format!("{name} {count}\n"));
        format!("{}\n{}", self.made_by, lines.collect::<String>())
    }

    /// A line for each workload: its instructions, and how they compare with those that were kept.
    fn beside(&self, kept: &Self) -> String {
        let mut lines = vec!["instructions of workloads, and new / kept:".to_string()];
        if kept.made_by != self.made_by {
            lines.push(format!("  those kept are of {}, these of {}", kept.made_by, self.made_by));
        }
        for (name, count) in &self.counts {
            let before = kept.counts.iter().find(|(known, _)| known == name);
            let compared = before.map_or("not kept yet".into(), |(_, before)| {
                let ratio = *count as f64 / *before as f64;
                format!("{ratio:.4}{}", if ratio > MORE { "  GREW BY MORE THAN 2 %" } else { "" })
            });
            lines.push(format!("  {name:8} {count:>13}  {compared}"));
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(made_by: &str, grow: u64) -> Counts {
        Counts { made_by: made_by.into(), counts: vec![("grow".into(), grow)] }
    }

    #[test]
    fn counts_are_read_as_they_were_written() {
        let counts = counts("rustc 1 for here", 123_456);
        assert_eq!(Counts::parse(&counts.text()), counts);
        assert_eq!(Counts::parse(""), Counts::default());
        let kept = std::fs::read_to_string(root().join(FILE)).expect("counts are kept");
        let names: Vec<_> = Counts::parse(&kept).counts.into_iter().map(|(name, _)| name).collect();
        assert!(names.iter().eq(WORKLOADS.iter().map(|(name, _)| name)), "{names:?}");
    }

    #[test]
    fn what_grew_by_more_than_two_per_cent_is_told_and_so_is_another_compiler() {
        let told = |made_by: &str, grow| counts(made_by, grow).beside(&counts("a", 1000));
        assert!(told("a", 1021).contains("GREW") && !told("a", 1019).contains("GREW"));
        assert!(told("b", 1000).contains("those kept are of a") && !told("a", 1000).contains("those kept"));
        assert!(counts("a", 1).beside(&Counts::default()).contains("not kept yet"));
    }

    #[test]
    fn the_number_is_found_in_what_valgrind_says() {
        let told = "==7== Events    : Ir\n==7== Collected : 8264451\n==7==\n";
        assert_eq!(collected(told), Some(8_264_451));
        assert_eq!(collected("==7== Collected : 0"), None);
        assert_eq!(collected("valgrind: cannot"), None);
    }
}
