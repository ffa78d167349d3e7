//! Names that every engine keeps, and acts on only where that is meant.

/// Engines read a dot in a name as the start of something else.
pub(super) fn dotless(name: &str) -> String {
    name.replace(['.', '/', '\\', ':', '@', '"', '%'], "_")
}

/// Endings of names that Godot makes something else of: a body, a navigation region, nothing at all.
const ACTED_ON: [&str; 11] = [
    "col",
    "colonly",
    "convcol",
    "convcolonly",
    "navmesh",
    "noimp",
    "occ",
    "occonly",
    "rigid",
    "vehicle",
    "wheel",
];

/// The name of a thing of ours that is called so in its kit: no engine acts on it. `what` is put behind it where one would.
pub(super) fn inert(name: &str, what: &str) -> String {
    let name = dotless(name);
    // Godot looks behind digits and lines at the end, and takes either case.
    let end = name.to_lowercase();
    let end = end.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_' || c.is_whitespace());
    let acts = |word: &&str| end.strip_suffix(*word).is_some_and(|before| before.ends_with(['-', '_', '$']));
    if ACTED_ON.iter().any(acts) { format!("{name}_{what}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_engines_stumble_over_becomes_a_line() {
        assert_eq!(dotless("Hall.001"), "Hall_001");
        assert_eq!(dotless("a/b\\c:d@e\"f%g"), "a_b_c_d_e_f_g");
        assert_eq!(dotless("Old Mill-2 t\u{fc}r"), "Old Mill-2 t\u{fc}r", "all else stays");
    }

    #[test]
    fn no_name_of_ours_ends_in_what_godot_acts_on() {
        for name in [
            "Hall-col",
            "hall_Col",
            "Hall$navmesh",
            "Hall-col.001",
            "Hall-rigid2_",
            "Hall%noimp",
            "A-CONVCOLONLY",
        ] {
            assert_eq!(inert(name, "piece"), format!("{}_piece", dotless(name)));
        }
        for name in ["Hall", "Protocol", "Hall-colx", "col", "Navmesh hall", "Hall_col_north"] {
            assert_eq!(inert(name, "piece"), name);
        }
    }
}
