//! What a source file says about modules: which it lists, and which it uses. Tests are left out.

use super::tokens::{Kind, Token, tokens};

/// A `mod` item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) name: String,
    pub(super) line: usize,
    /// What stands between its braces; nothing if it has a file of its own.
    pub(super) body: Option<Source>,
}

/// A path that begins with `crate`, `super` or `self`, word by word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Used {
    pub(super) path: Vec<String>,
    pub(super) line: usize,
}

/// The modules that a module lists, in order, and the paths it uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) listed: Vec<Listed>,
    pub(super) used: Vec<Used>,
}

impl Source {
    /// Reads a file.
    pub(super) fn read(text: &str) -> Self {
        let mut source = Self::default();
        Scan { tokens: &tokens(text), at: 0 }.module(&mut source);
        source
    }

    /// Keeps a path if it leads through this crate by its own words; others are outside, or below.
    fn keep(&mut self, path: Vec<String>, line: usize) {
        if path.first().is_some_and(|first| ROOTS.contains(&first.as_str())) {
            self.used.push(Used { path, line });
        }
    }
}

/// What paths within a crate begin with.
const ROOTS: [&str; 3] = ["crate", "super", "self"];

/// A place in a file.
struct Scan<'a> {
    tokens: &'a [Token],
    at: usize,
}

impl<'a> Scan<'a> {
    fn peek(&self, ahead: usize) -> Option<&'a Token> {
        self.tokens.get(self.at + ahead)
    }

    fn is(&self, ahead: usize, mark: char) -> bool {
        self.peek(ahead).is_some_and(|token| token.is(mark))
    }

    fn word(&self, ahead: usize) -> Option<&'a str> {
        self.peek(ahead).and_then(Token::word)
    }

    fn colons(&self, ahead: usize) -> bool {
        self.peek(ahead).is_some_and(|token| token.kind == Kind::Colons)
    }

    /// Reads up to the end, or to the brace that closes the module.
    fn module(&mut self, source: &mut Source) {
        let mut depth = 0;
        while let Some(token) = self.peek(0) {
            if token.is('}') && depth == 0 {
                self.at += 1;
                return;
            }
            match token.word() {
                Some("mod") if self.lists() => self.listed(source),
                // What an `impl` captures (`use<'a>`) is no path.
                Some("use") if !self.is(1, '<') => {
                    self.at += 1;
                    self.tree(&[], source);
                }
                Some("pub") => self.visibility(),
                Some(_) => self.path(source),
                None if token.is('#') => self.attribute(),
                None => {
                    depth += usize::from(token.is('{'));
                    depth -= usize::from(token.is('}'));
                    self.at += 1;
                }
            }
        }
    }

    fn lists(&self) -> bool {
        self.word(1).is_some() && (self.is(2, ';') || self.is(2, '{'))
    }

    fn listed(&mut self, source: &mut Source) {
        let line = self.tokens[self.at].line;
        let name = self.word(1).unwrap_or_default().to_string();
        let inline = self.is(2, '{');
        self.at += 3;
        let body = inline.then(|| {
            let mut body = Source::default();
            self.module(&mut body);
            body
        });
        source.listed.push(Listed { name, line, body });
    }

    /// Passes over `pub`, `pub(super)` and `pub(in crate::a)`, which say who may look, not what is used.
    fn visibility(&mut self) {
        self.at += 1;
        let keyword = self.word(1).is_some_and(|word| ROOTS.contains(&word));
        if self.is(0, '(') && (self.word(1) == Some("in") || keyword && self.is(2, ')')) {
            self.group();
        }
    }

    /// One branch of a `use`, with all that hangs on it.
    fn tree(&mut self, before: &[String], source: &mut Source) {
        let mut path = before.to_vec();
        let mut line = 0;
        while let Some(token) = self.peek(0) {
            if token.is('{') {
                return self.branches(&path, source);
            }
            line = token.line;
            match &token.kind {
                Kind::Word(word) if word == "self" && !path.is_empty() => {}
                Kind::Word(word) => path.push(word.clone()),
                // The path of another crate (`::csv`): it begins with a word that none of ours does.
                Kind::Colons => path.push(String::new()),
                Kind::Mark(mark) => path.push(mark.to_string()),
            }
            self.at += usize::from(token.kind != Kind::Colons);
            if !self.colons(0) {
                break;
            }
            self.at += 1;
        }
        // What follows may be `as name`.
        while self.peek(0).is_some_and(|token| ![',', ';', '}'].iter().any(|end| token.is(*end))) {
            self.at += 1;
        }
        source.keep(path, line);
    }

    /// All between the braces of a `use`.
    fn branches(&mut self, before: &[String], source: &mut Source) {
        self.at += 1;
        while self.peek(0).is_some() && !self.is(0, '}') {
            self.tree(before, source);
            self.at += usize::from(self.is(0, ','));
        }
        self.at += 1;
    }

    /// A path in the middle of code.
    fn path(&mut self, source: &mut Source) {
        let line = self.tokens[self.at].line;
        let follows = self.at > 0 && self.tokens[self.at - 1].kind == Kind::Colons;
        let mut path = Vec::new();
        while let Some(word) = self.word(0) {
            path.push(word.to_string());
            self.at += 1;
            if !(self.colons(0) && self.word(1).is_some()) {
                break;
            }
            self.at += 1;
        }
        if !follows && path.len() > 1 {
            source.keep(path, line);
        }
    }

    /// Passes over an attribute; one that is for tests takes along what it stands on.
    fn attribute(&mut self) {
        let inner = self.is(1, '!');
        self.at += 1 + usize::from(inner);
        if !self.is(0, '[') {
            return;
        }
        let from = self.at;
        self.group();
        let words: Vec<&str> = self.tokens[from..self.at].iter().filter_map(Token::word).collect();
        let for_tests = words.first() == Some(&"cfg") && words.contains(&"test") && !words.contains(&"not");
        if for_tests && inner {
            self.at = self.tokens.len();
        } else if for_tests {
            self.item();
        }
    }

    /// Passes over an item or a statement, with its other attributes.
    fn item(&mut self) {
        while self.is(0, '#') && self.is(1, '[') {
            self.at += 1;
            self.group();
        }
        let mut is_use = false;
        while let Some(token) = self.peek(0) {
            is_use |= token.word() == Some("use");
            if token.is('{') && !is_use {
                return self.group();
            } else if ['(', '[', '{'].iter().any(|open| token.is(*open)) {
                self.group();
            } else if [')', ']', '}'].iter().any(|close| token.is(*close)) {
                return;
            } else {
                self.at += 1;
                if token.is(';') {
                    return;
                }
            }
        }
    }

    /// Passes over all between a bracket and its partner.
    fn group(&mut self) {
        let mut depth = 0;
        while let Some(token) = self.peek(0) {
            depth += i32::from(['(', '[', '{'].iter().any(|open| token.is(*open)));
            depth -= i32::from([')', ']', '}'].iter().any(|close| token.is(*close)));
            self.at += 1;
            if depth <= 0 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(text: &str) -> Vec<String> {
        Source::read(text).used.iter().map(|used| format!("{} {}", used.line, used.path.join("::"))).collect()
    }

    fn listed(text: &str) -> Vec<String> {
        Source::read(text).listed.into_iter().map(|listed| listed.name).collect()
    }

    #[test]
    fn trees_of_use_are_read_to_their_leaves() {
        let text = "use crate::{\n    a,\n    b::{self, C as D,\n    e::*},\n};\nuse super::F;\nuse std::fs;";
        assert_eq!(
            used(text),
            ["2 crate::a", "3 crate::b", "3 crate::b::C", "4 crate::b::e::*", "6 super::F"]
        );
        assert_eq!(used("use super::{self as up, x};"), ["1 super", "1 super::x"]);
        assert_eq!(used("use ::csv::{A, B}; use super::c;"), ["1 super::c"]);
        assert_eq!(used("use super as up; pub(crate) use self::a::B;"), ["1 super", "1 self::a::B"]);
    }

    #[test]
    fn paths_in_code_are_found() {
        let text = "fn f(x: &super::a::B) -> crate::c::D {\n    super::super::e::<crate::g::H>(x)\n}";
        let found = ["1 super::a::B", "1 crate::c::D", "2 super::super::e", "2 crate::g::H"];
        assert_eq!(used(text), found);
        assert_eq!(used("x.y(a::crate_of, self.b, |c| c::super_of)"), [""; 0]);
    }

    #[test]
    fn who_may_look_is_no_use() {
        assert_eq!(used("pub(in crate::a) fn f() {} pub(super) struct S(pub(crate) u8);"), [""; 0]);
        assert_eq!(used("struct S(pub (crate::a::B, u8));"), ["1 crate::a::B"]);
    }

    #[test]
    fn tests_are_left_out() {
        let text =
            "#[cfg(test)]\n#[path = \"x\"]\nmod tests;\n#[cfg(test)]\nmod more { use super::*; }\nmod a;";
        assert_eq!(listed(text), ["a"]);
        assert_eq!(used(text), [""; 0]);
        let items = "#[cfg(test)] use super::{a, b}; #[cfg(all(test, unix))] fn f() { super::x() } fn g() {}";
        assert_eq!(used(items), [""; 0]);
        assert_eq!(used("#![cfg(test)] use super::a;"), [""; 0]);
        assert_eq!(used("#[cfg(not(test))] use super::a;"), ["1 super::a"]);
        assert_eq!(used("struct S { #[cfg(test)] a: super::B }\nuse super::C;"), ["2 super::C"]);
    }

    #[test]
    fn modules_are_listed_in_order_also_within_braces() {
        let text = "pub mod b;\npub(crate) mod a { mod c; use super::b::X; fn f() { {} } }\nmod d;";
        assert_eq!(listed(text), ["b", "a", "d"]);
        let body = Source::read(text).listed[1].body.clone().unwrap();
        assert_eq!(body.listed[0].name, "c");
        assert_eq!(body.used[0].path, ["super", "b", "X"]);
    }
}
