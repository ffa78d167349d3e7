//! Damage to files, by chance that can be repeated.

use super::hostile::glb_of;

/// SplitMix64: small, and the same everywhere.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to below `end`; 0 if that is nothing.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// A part of so many bytes, short more often than long.
    fn part(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length);
        let most = *self.pick(&[1, 4, 16, 64, 1024, length]);
        start..(start + 1 + self.below(most)).min(length)
    }
}

/// What a number is replaced by.
const NUMBERS: [&str; 37] = [
    "0",
    "-0.0",
    "1",
    "-1",
    "2",
    "0.5",
    "-0.5",
    "1e308",
    "-1e308",
    "1e39",
    "3.5e38",
    "1e300",
    "1e16",
    "1e7",
    "1e11",
    "9.9e11",
    "1e-11",
    "1e-320",
    "1e999",
    "NaN",
    "nan",
    "inf",
    "-inf",
    "4294967295",
    "4294967296",
    "2147483648",
    "65536",
    "1000000",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "1e30",
    "null",
    "true",
    "\"\"",
    "[]",
    "{}",
];

/// What a text is replaced by, as it stands between quotes.
const TEXTS: [&str; 34] = [
    "",
    " ",
    "*",
    "?",
    "[",
    "**",
    "#",
    "#tag",
    ".",
    "..",
    "/",
    "../../../etc/passwd",
    "/dev/zero",
    "/etc/passwd",
    "connector",
    "connector_0_red",
    "connector_99999999999999999999_x",
    "socket-1",
    "a-navmesh",
    "UBX_a",
    "x-colonly",
    "x-noimp",
    "nowalk",
    "box",
    "white",
    "red",
    "\\u001b[31m",
    "\\u0000",
    "\\ud800",
    "\\u009b1m",
    "\u{202e}abc",
    "𝕏é\u{301}",
    "data:;base64,AAAA",
    "data:application/octet-stream;base64,!",
];

/// Bytes that are turned, put in, taken out, doubled, exchanged or cut off.
pub(crate) fn bytes(content: &mut Vec<u8>, chance: &mut Chance) {
    if content.is_empty() {
        content.extend(chance.next().to_le_bytes());
        return;
    }
    let part = chance.part(content.len());
    match chance.below(9) {
        0 | 1 => content[part.start] ^= 1 << chance.below(8),
        2 => content[part.start] = *chance.pick(&[0, 1, 0x7f, 0x80, 0xff, b'"', b'{', b'\n', 0x1b]),
        3 => {
            let more: Vec<u8> = (0..=chance.below(16)).map(|_| chance.next() as u8).collect();
            content.splice(part.start..part.start, more);
        }
        4 => drop(content.drain(part)),
        5 => {
            let copy = content[part.clone()].to_vec();
            let times = *chance.pick(&[1, 2, 100]);
            content.splice(part.end..part.end, copy.repeat(times).into_iter().take(1 << 20));
        }
        6 => content.truncate(part.start),
        7 => {
            let other = chance.part(content.len());
            let length = part.len().min(other.len());
            for i in 0..length {
                content.swap(part.start + i, other.start + i);
            }
        }
        _ => {
            let word =
                *chance.pick(&[0_u32, 1, u32::MAX, 0x7fff_ffff, 0x7fc0_0000, 0x7f80_0000, 0x0010_0000]);
            for (to, from) in content[part.start..].iter_mut().zip(word.to_le_bytes()) {
                *to = from;
            }
        }
    }
}

/// Texts of numbers, keys and names: one of them is replaced, or a line is moved.
pub(crate) fn text(content: &mut String, chance: &mut Chance) {
    match chance.below(10) {
        0..4 => {
            let spans = numbers(content);
            let old =
                if spans.is_empty() { String::new() } else { content[chance.pick(&spans).clone()].into() };
            let new = match chance.below(14) {
                0 => deep(chance),
                1 => "9".repeat(1 + chance.below(400)),
                2..8 => scaled(&old, chance),
                _ => (*chance.pick(&NUMBERS)).to_string(),
            };
            replace(content, &spans, &new, chance);
        }
        4 | 5 => {
            let new = match chance.below(8) {
                0 => "x".repeat(1 << chance.below(21)),
                1 => random_text(chance),
                _ => (*chance.pick(&TEXTS)).to_string(),
            };
            let spans = quoted(content);
            replace(content, &spans, &new, chance);
        }
        6 => {
            // A name or key that stands elsewhere in the file.
            let spans = quoted(content);
            if !spans.is_empty() {
                let new = content[chance.pick(&spans).clone()].to_string();
                replace(content, &spans, &new, chance);
            }
        }
        7 | 8 => lines(content, chance),
        _ => {
            let at = boundary(content, chance.below(content.len()));
            let new = if chance.one_in(3) { deep(chance) } else { random_text(chance) };
            content.insert_str(at, &new);
        }
    }
}

/// A GLB whose JSON is changed, or numbers in its data, with the lengths it then has.
pub(crate) fn inside_glb(glb: &mut Vec<u8>, chance: &mut Chance) {
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let mut json = String::from_utf8(glb[20..20 + length].to_vec()).unwrap();
    let mut bytes = glb.get(28 + length..).unwrap_or_default().to_vec();
    let data = !bytes.is_empty() && chance.one_in(3);
    for _ in 0..*chance.pick(&[1, 1, 1, 1, 2, 4]) {
        if data {
            let at = chance.below(bytes.len());
            bytes[at] = *chance.pick(&[0, 1, 2, 0x3f, 0x51, 0x7f, 0x80, 0xc0, 0xff]);
        } else {
            text(&mut json, chance);
        }
    }
    *glb = glb_of(json, &bytes);
}

fn replace(content: &mut String, spans: &[std::ops::Range<usize>], new: &str, chance: &mut Chance) {
    if !spans.is_empty() {
        content.replace_range(chance.pick(spans).clone(), new);
    }
}

/// Another number of the file, somewhat larger or smaller: most likely a good one.
fn scaled(old: &str, chance: &mut Chance) -> String {
    let whole = old
        .parse::<i64>()
        .ok()
        .map(|n| n.wrapping_mul(*chance.pick(&[1, 2, 3, 10])).wrapping_add(*chance.pick(&[-1, 0, 1])));
    let real = old.parse::<f64>().ok().map(|n| n * *chance.pick(&[0.5, 2.0, -1.0, 1.1, 100.0]));
    let real = real.filter(|n| n.is_finite()).map(|n| format!("{n:?}"));
    whole.map(|n| n.to_string()).or(real).unwrap_or_else(|| "1".into())
}

fn deep(chance: &mut Chance) -> String {
    let depth = *chance.pick(&[10, 127, 1000, 100_000]);
    let (open, close) = *chance.pick(&[("[", "]"), ("{\"a\":", "}"), ("{a=", "}"), ("a.", "")]);
    format!("{}1{}", open.repeat(depth), close.repeat(depth))
}

fn random_text(chance: &mut Chance) -> String {
    let any = |chance: &mut Chance| {
        let top = *chance.pick(&[0x20, 0x80, 0x100, 0x3000, 0x0011_0000]);
        char::from_u32(chance.below(top) as u32).unwrap_or('\u{fffd}')
    };
    (0..=chance.below(12)).map(|_| any(chance)).collect()
}

fn lines(content: &mut String, chance: &mut Chance) {
    let mut all: Vec<String> = content.split_inclusive(['\n', ',']).map(String::from).collect();
    let (from, to) = (chance.below(all.len()), chance.below(all.len()));
    match chance.below(3) {
        0 => drop(all.remove(from)),
        1 => all.swap(from, to),
        _ => {
            let copy = all[from].clone();
            let times = *chance.pick(&[1, 2, 1000]);
            all.splice(to..to, std::iter::repeat_n(copy, times));
        }
    }
    *content = all.concat();
}

/// Where a character begins, at or before this place.
fn boundary(content: &str, mut at: usize) -> usize {
    while !content.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Where numbers stand, and `true`, `false` and `null`.
fn numbers(content: &str) -> Vec<std::ops::Range<usize>> {
    let bytes = content.as_bytes();
    let part = |byte: u8| byte.is_ascii_alphanumeric() || b"+-._".contains(&byte);
    let mut spans = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        while i < bytes.len() && part(bytes[i]) {
            i += 1;
        }
        let word = &content[start..i];
        let digits = word.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            && word.bytes().any(|b| b.is_ascii_digit());
        if digits || ["true", "false", "null"].contains(&word) {
            spans.push(start..i);
        }
        i += 1;
        while !content.is_char_boundary(i) {
            i += 1;
        }
    }
    spans
}

/// What stands between quotes.
fn quoted(content: &str) -> Vec<std::ops::Range<usize>> {
    let marks: Vec<usize> = content.match_indices('"').map(|(at, _)| at).collect();
    marks.chunks_exact(2).map(|pair| pair[0] + 1..pair[1]).collect()
}
