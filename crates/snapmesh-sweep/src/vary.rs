//! What varies over a sweep: every combination of the values that settings take.

use snapmesh::settings::{Settings, Value};
use snapmesh::{Method, Problem, SettingError};
use snapmesh_io::kit_file::change;

/// More combinations than this are a slip of the keyboard.
const MOST_COMBINATIONS: usize = 100_000;

/// Every combination of what is varied, `section.key=a,b,c` each; the last one changes fastest. `set` is what all maps
/// share.
pub fn combinations(
    settings: &Settings,
    vary: &[String],
    set: &[String],
    methods: &[&'static Method],
) -> Result<Vec<Settings>, Vec<Problem>> {
    let mut all = vec![settings.clone()];
    let mut paths = Vec::new();
    for text in vary {
        let flag = format!("--vary {text}");
        let (path, values) = text
            .split_once('=')
            .ok_or_else(|| Problem::error(&*flag, "has no `=`").help("write it as section.key=a,b,c"))?;
        let path = path.trim();
        check_path(path, &flag, &paths, set)?;
        paths.push(path);
        let values = split(values);
        if all.len().saturating_mul(values.len()) > MOST_COMBINATIONS {
            let message = format!("makes more than {MOST_COMBINATIONS} combinations of settings");
            return Err(Problem::error(flag, message).into());
        }
        let mut varied = Vec::new();
        for settings in &all {
            for value in &values {
                varied.push(changed(settings, &flag, &format!("{path}={value}"), methods)?);
            }
        }
        all = varied;
    }
    check_columns(&all, &paths)?;
    Ok(all)
}

/// What may be varied: no pieces, no seeds, and nothing that was said before.
fn check_path(path: &str, flag: &str, before: &[&str], set: &[String]) -> Result<(), Vec<Problem>> {
    let wrong = |message: &str| Err(Problem::error(flag, message).into());
    if path.starts_with("kit.") || path == "generation.seed" {
        return wrong(
            "cannot be varied: the pieces are the same for all maps, and seeds are counted by --seeds",
        );
    }
    if before.contains(&path) {
        return wrong("is varied twice; name all its values at once");
    }
    if set.iter().any(|set| set.split_once('=').is_some_and(|(known, _)| known.trim() == path)) {
        return wrong("is also given by --set, which is the same for all maps");
    }
    Ok(())
}

/// What is varied must tell the maps apart: a value that is named twice, or a parameter of a method that is not there,
/// would count every map several times.
fn check_columns(all: &[Settings], paths: &[&str]) -> Result<(), Vec<Problem>> {
    let known = |path: &str| {
        let in_force = |(section, key, _): &(&str, &str, Value)| format!("{section}.{key}") == path;
        all.iter().any(|settings| settings.entries().iter().any(in_force))
    };
    if let Some(path) = paths.iter().find(|path| !known(path)) {
        let message = "belongs to a method that none of the maps is made with";
        return Err(Problem::error(format!("--vary {path}"), message)
            .help("vary selection.method, too")
            .into());
    }
    let twice =
        all.iter().enumerate().any(|(index, settings)| paths.len() == 1 && all[..index].contains(settings));
    if twice {
        return Err(Problem::error(format!("--vary {}", paths[0]), "names a value twice").into());
    }
    Ok(())
}

fn changed(
    settings: &Settings,
    flag: &str,
    set: &str,
    methods: &[&'static Method],
) -> Result<Settings, Vec<Problem>> {
    let settings = change(settings.clone(), &[set.to_string()], methods).map_err(|mut problems| {
        for problem in &mut problems {
            problem.place.file = flag.into();
        }
        problems
    })?;
    let wrong = |error: SettingError| vec![Problem::error(flag, error.message)];
    settings.check().map_err(wrong)?;
    Ok(settings)
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
