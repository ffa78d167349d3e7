//! Rust source as words and marks, without comments and without what is written in quotes.

/// The least that paths are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, a keyword or a number.
    Word(String),
    /// `::`
    Colons,
    /// Any other sign.
    Mark(char),
}

/// A word or a mark, and the line it stands in.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) line: usize,
}

impl Token {
    pub(super) fn is(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    pub(super) fn word(&self) -> Option<&str> {
        if let Kind::Word(word) = &self.kind { Some(word) } else { None }
    }
}

/// Cuts a source into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut reader = Reader { rest: text, line: 1, found: Vec::new() };
    while let Some(next) = reader.rest.chars().next() {
        let rest = reader.rest;
        if rest.starts_with("//") {
            reader.skip(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            reader.skip(comment(rest));
        } else if next == '"' {
            reader.skip(quoted(rest));
        } else if next == '\'' {
            reader.skip(tick(rest));
        } else if rest.starts_with("::") {
            reader.take(2, Kind::Colons);
        } else if next.is_alphanumeric() || next == '_' {
            reader.word();
        } else {
            reader.mark(next);
        }
    }
    reader.found
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    found: Vec<Token>,
}

impl Reader<'_> {
    fn skip(&mut self, bytes: usize) {
        let (gone, rest) = self.rest.split_at(bytes);
        self.line += gone.matches('\n').count();
        self.rest = rest;
    }

    fn take(&mut self, bytes: usize, kind: Kind) {
        self.found.push(Token { kind, line: self.line });
        self.skip(bytes);
    }

    fn mark(&mut self, mark: char) {
        if mark.is_whitespace() {
            self.skip(mark.len_utf8());
        } else {
            self.take(mark.len_utf8(), Kind::Mark(mark));
        }
    }

    /// A word, unless it is the letters before a quote (`r#"`) or before a name (`r#type`).
    fn word(&mut self) {
        let length = word_length(self.rest);
        let (word, after) = self.rest.split_at(length);
        let hashes = after.len() - after.trim_start_matches('#').len();
        let quote = after[hashes..].starts_with('"');
        if quote && ["r", "br", "cr"].contains(&word) {
            let end = format!("\"{}", "#".repeat(hashes));
            let content = length + hashes + 1;
            let found = self.rest[content..].find(&end);
            self.skip(found.map_or(self.rest.len(), |at| content + at + end.len()));
        } else if quote && hashes == 0 && ["b", "c"].contains(&word) {
            self.skip(length + quoted(after));
        } else if word == "b" && after.starts_with('\'') {
            self.skip(length + tick(after));
        } else if word == "r" && hashes == 1 {
            self.skip(2);
        } else {
            self.take(length, Kind::Word(word.into()));
        }
    }
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// The length of a comment that may hold others.
fn comment(text: &str) -> usize {
    let (mut at, mut depth) = (2, 1);
    while depth > 0 {
        let rest = &text[at..];
        let Some(next) = rest.find("*/") else { return text.len() };
        match rest[..next].find("/*") {
            Some(inner) => (at, depth) = (at + inner + 2, depth + 1),
            None => (at, depth) = (at + next + 2, depth - 1),
        }
    }
    at
}

/// The length of a text in quotes, or of a letter in ticks: up to the same sign again, unless it is escaped.
fn quoted(text: &str) -> usize {
    let mut signs = text.char_indices();
    let quote = signs.next().map(|(_, sign)| sign);
    while let Some((at, sign)) = signs.next() {
        if sign == '\\' {
            signs.next();
        } else if Some(sign) == quote {
            return at + 1;
        }
    }
    text.len()
}

/// The length of a letter in ticks, or of a lifetime, which has but one tick.
fn tick(text: &str) -> usize {
    let mut signs = text.chars().skip(1);
    match (signs.next(), signs.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => quoted(text),
        _ => 1 + word_length(&text[1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text).iter().filter_map(Token::word).map(Into::into).collect()
    }

    #[test]
    fn comments_and_quotes_are_left_out() {
        assert_eq!(words("a // crate::b\n/* crate /* deep */ c */ d"), ["a", "d"]);
        assert_eq!(words(r#"a("b \" c", b"d", c"e") f"#), ["a", "f"]);
        assert_eq!(words("a(r#\"b \" c\"#, br\"d\\\") e"), ["a", "e"]);
        assert_eq!(words("/// crate::a\n//! crate::b\nc"), ["c"]);
    }

    #[test]
    fn letters_are_left_out_and_lifetimes_do_not_open_quotes() {
        assert_eq!(words(r"a('b', '\'', '\\', b'c', '\u{fffd}', '/') d"), ["a", "d"]);
        assert_eq!(
            words("fn f<'a>(x: &'a str, y: &'_ u8) -> T<'static>"),
            ["fn", "f", "x", "str", "y", "u8", "T"]
        );
        assert_eq!(words("r#type r#\"x\"#"), ["type"]);
    }

    #[test]
    fn lines_are_counted_through_what_is_left_out() {
        let found = tokens("/*\n*/ \"\n\n\" a\n// b\nc");
        assert_eq!(found.iter().map(|token| token.line).collect::<Vec<_>>(), [4, 6]);
    }
}
