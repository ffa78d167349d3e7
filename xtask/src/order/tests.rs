//! Small crates made up of strings.

use super::*;

/// What is out of order in a crate `k` of these files.
fn found(files: &[(&str, &str)]) -> Vec<String> {
    let read = |path: &Path| {
        let wanted = shown(path);
        files.iter().find(|(file, _)| format!("k/src/{file}") == wanted).map(|(_, text)| text.to_string())
    };
    violations(Path::new("k"), &read)
}

#[test]
fn what_is_listed_above_may_be_used() {
    let lib = "pub mod a; mod b; pub use b::B;";
    assert_eq!(found(&[("lib.rs", lib), ("a.rs", "pub struct A;"), ("b.rs", "use crate::a::A;")]), [""; 0]);
}

#[test]
fn what_is_listed_below_may_not() {
    let files = [("main.rs", "mod a; mod b;"), ("a.rs", "\nfn f() { crate::b::g() }"), ("b.rs", "")];
    assert_eq!(found(&files), ["k/src/a.rs:2: uses b::g, but b is listed after a"]);
}

#[test]
fn a_use_in_a_tree_of_many_lines_is_found_where_it_stands() {
    let a = "use crate::{\n    c::{\n        D,\n        e::{F, G},\n    },\n};";
    let files = [("lib.rs", "mod b; mod a; mod c;"), ("a.rs", a), ("b.rs", ""), ("c.rs", "")];
    let wanted = ["3: uses c::D", "4: uses c::e", "4: uses c::e"];
    assert_eq!(found(&files), wanted.map(|use_| format!("k/src/a.rs:{use_}, but c is listed after a")));
}

#[test]
fn a_cycle_in_a_folder_is_found_whatever_the_order() {
    let (a, b) = ("use super::b::B;", "use crate::f::a::A;");
    for (list, wanted) in [
        ("mod a; mod b;", "k/src/f/a.rs:1: uses f::b::B, but f::b is listed after f::a"),
        ("mod b; mod a;", "k/src/f/b.rs:1: uses f::a::A, but f::a is listed after f::b"),
    ] {
        let files = [("lib.rs", "mod f;"), ("f/mod.rs", list), ("f/a.rs", a), ("f/b.rs", b)];
        assert_eq!(found(&files), [wanted]);
    }
}

#[test]
fn a_child_may_not_use_what_its_parent_holds_or_passes_on() {
    let parent = "mod a; mod b; pub use a::A; pub struct P;";
    let files = [
        ("lib.rs", "mod f;"),
        ("f/mod.rs", parent),
        ("f/a.rs", ""),
        ("f/b.rs", "use super::{A, P};\nuse super::*;"),
    ];
    let wanted = ["1: uses f::A", "1: uses f::P", "2: uses f::*"];
    assert_eq!(
        found(&files),
        wanted.map(|use_| format!("k/src/f/b.rs:{use_}, but k/src/f/mod.rs comes after all it lists"))
    );
}

#[test]
fn nobody_may_use_what_the_root_holds() {
    let files =
        [("main.rs", "mod f; fn g() {}"), ("f/mod.rs", "mod a;"), ("f/a.rs", "fn h() { super::super::g() }")];
    assert_eq!(found(&files), ["k/src/f/a.rs:1: uses crate::g, but k/src/main.rs comes after all it lists"]);
}

#[test]
fn folders_are_compared_where_they_part() {
    let files = [
        ("lib.rs", "mod f; mod g;"),
        ("f/mod.rs", "mod a;"),
        ("f/a.rs", "use crate::g::b::B;"),
        ("g/mod.rs", "mod b;"),
        ("g/b.rs", "use crate::f::{F, a::A};\nuse super::super::f::a;"),
    ];
    assert_eq!(found(&files), ["k/src/f/a.rs:1: uses g::b::B, but g is listed after f"]);
}

#[test]
fn a_parent_may_use_its_children_and_a_module_itself() {
    let files =
        [("lib.rs", "mod f;"), ("f/mod.rs", "mod a; use self::a::A; use crate::f::a::B; use crate::f::C;")];
    assert_eq!(found(&[&files[..], &[("f/a.rs", "use self::D;")]].concat()), [""; 0]);
}

#[test]
fn modules_in_braces_are_modules() {
    let files = [
        ("lib.rs", "mod a { use super::b::B; pub mod c { fn f() { super::super::b::g() } } }\nmod b;"),
        ("b.rs", ""),
    ];
    assert_eq!(
        found(&files),
        [
            "k/src/lib.rs:1: uses b::g, but b is listed after a",
            "k/src/lib.rs:1: uses b::B, but b is listed after a"
        ]
    );
}

#[test]
fn tests_comments_and_texts_may_say_what_they_like() {
    let a = "//! [`crate::b`]\n/// `super::b::B`\nfn f() -> &'static str { \"crate::b::B\" } // crate::b::B\n\
             /* crate::b */ #[cfg(test)] mod tests { use super::*; use crate::b::B; }\n#[cfg(test)] mod more;";
    let more = "use crate::{b::B, P}; use super::super::P;";
    assert_eq!(
        found(&[("lib.rs", "mod a; mod b;"), ("a.rs", a), ("a/more.rs", more), ("b.rs", "")]),
        [""; 0]
    );
}

#[test]
fn a_module_without_a_file_is_told() {
    assert_eq!(found(&[("lib.rs", "\nmod a;")]), ["k/src/lib.rs:2: lists a, which has no file"]);
}
