//! Inputs that mean harm, by the thousand: the fuzzer that `test` runs for a moment, for as long as one likes.

use crate::repository::cargo;

/// Mutated inputs, unless `--count` says otherwise.
const COUNT: u64 = 10_000;

/// One run is killed for so many inputs.
const INPUTS_PER_KILL: u64 = 20;

pub(crate) fn run() -> Result<(), String> {
    let count = count(std::env::args().skip(2))?;
    let kills = count.div_ceil(INPUTS_PER_KILL).to_string();
    let test = ["test", "--release", "--package", "snapmesh-cli", "--test", "hostile", "--", "--nocapture"];
    cargo(&test, &[("SNAPMESH_HOSTILE", &count.to_string()), ("SNAPMESH_KILLS", &kills)])
}

/// What was typed behind the name of the chore.
fn count(mut args: impl Iterator<Item = String>) -> Result<u64, String> {
    match (args.next().as_deref(), args.next(), args.next()) {
        (None, ..) => Ok(COUNT),
        (Some("--count"), Some(number), None) => {
            number.parse().map_err(|_| format!("--count {number}: must be a whole number"))
        }
        _ => Err("takes --count N and nothing else".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_typed_or_left_out() {
        let typed = |text: &str| count(text.split_whitespace().map(String::from));
        assert_eq!(typed(""), Ok(COUNT));
        assert_eq!(typed("--count 5"), Ok(5));
        for odd in ["--count", "--count x", "5", "--count 5 6"] {
            assert!(typed(odd).is_err(), "{odd}");
        }
    }
}
