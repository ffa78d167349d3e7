//! Names that every engine keeps.

/// Engines read a dot in a name as the start of something else.
pub(super) fn dotless(name: &str) -> String {
    name.replace(['.', '/', '\\', ':', '@', '"', '%'], "_")
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
}
