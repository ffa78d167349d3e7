//! What varies over a sweep: every combination of the values that settings take.

use snapmesh::{Location, Method, Problem, Problems, Settings};
use snapmesh_io::Override;
use snapmesh_io::kit_file::apply;

/// More combinations than this are a slip of the keyboard.
const MOST_COMBINATIONS: usize = 100_000;

/// A setting, and the values it takes one after the other.
#[derive(Clone, Debug)]
pub struct Vary {
    /// The setting with each of its values.
    pub values: Vec<Override>,
    /// Where it comes from, for messages.
    pub origin: Location,
}

impl Vary {
    /// Reads `section.key=a,b,c`.
    pub fn parse(text: &str, origin: Location) -> Result<Self, Problem> {
        let (path, values) = text.split_once('=').ok_or_else(|| {
            Problem::error(origin.clone(), "has no `=`").help("write it as section.key=a,b,c")
        })?;
        let value = |value: &String| Override::parse_value(path, value, origin.clone());
        let values = split(values).iter().map(value).collect::<Result<_, _>>()?;
        Ok(Self { values, origin })
    }

    /// The setting it is about, as `section.key`.
    pub fn path(&self) -> String {
        self.values.first().map(Override::path).unwrap_or_default()
    }
}

/// Every combination of what is varied; the last one changes fastest. `set` is what all maps share.
pub fn combinations(
    settings: &Settings,
    vary: &[Vary],
    set: &[Override],
    methods: &[&'static Method],
) -> Result<Vec<Settings>, Problems> {
    let mut all = vec![settings.clone()];
    for (index, varied) in vary.iter().enumerate() {
        check_path(varied, &vary[..index], set)?;
        if all.len().saturating_mul(varied.values.len()) > MOST_COMBINATIONS {
            let message = format!("makes more than {MOST_COMBINATIONS} combinations of settings");
            return Err(Problem::error(varied.origin.clone(), message).into());
        }
        let mut next = Vec::with_capacity(all.len() * varied.values.len());
        for settings in &all {
            for value in &varied.values {
                next.push(apply(settings.clone(), std::slice::from_ref(value), methods)?);
            }
        }
        all = next;
    }
    check_columns(&all, vary)?;
    Ok(all)
}

/// What may be varied: no pieces, no seeds, and nothing that was said before.
fn check_path(varied: &Vary, before: &[Vary], set: &[Override]) -> Result<(), Problem> {
    let path = varied.path();
    let wrong = |message: &str| Err(Problem::error(varied.origin.clone(), message));
    if path.starts_with("kit.") || path == "generation.seed" {
        return wrong("cannot be varied: the pieces are the same for all maps, and seeds are counted");
    }
    if before.iter().any(|known| known.path() == path) {
        return wrong("is varied twice; name all its values at once");
    }
    if set.iter().any(|known| known.path() == path) {
        return wrong("is varied, and also given a value for all maps");
    }
    Ok(())
}

/// What is varied must tell the maps apart: a value that is named twice, or a parameter of a method that is not there,
/// would count every map several times.
fn check_columns(all: &[Settings], vary: &[Vary]) -> Result<(), Problem> {
    let known = |path: &str| {
        let entries = all.iter().flat_map(Settings::entries);
        entries.into_iter().any(|(section, key, _)| format!("{section}.{key}") == path)
    };
    if let Some(varied) = vary.iter().find(|varied| !known(&varied.path())) {
        let message = "belongs to a method that none of the maps is made with";
        return Err(Problem::error(varied.origin.clone(), message).help("vary selection.method, too"));
    }
    let twice =
        all.iter().enumerate().any(|(index, settings)| vary.len() == 1 && all[..index].contains(settings));
    match vary.first().filter(|_| twice) {
        Some(varied) => Err(Problem::error(varied.origin.clone(), "names a value twice")),
        None => Ok(()),
    }
}

/// Splits at commas, but not at those inside brackets or quotes.
fn split(text: &str) -> Vec<String> {
    let (mut depth, mut quoted) = (0_i32, false);
    let mut values = vec![String::new()];
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        match values.last_mut() {
            Some(value) if letter != ',' || quoted || depth > 0 => value.push(letter),
            _ => values.push(String::new()),
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_inside_brackets_and_quotes_do_not_split() {
        assert_eq!(split("1,2,3"), ["1", "2", "3"]);
        assert_eq!(split("[1,2],\"a,b\",{x = [1, 2]}"), ["[1,2]", "\"a,b\"", "{x = [1, 2]}"]);
    }
}
