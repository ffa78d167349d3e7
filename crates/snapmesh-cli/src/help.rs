//! Lists for `--help`, made from the lists of the libraries.

use snapmesh::selection::STANDARD;
use snapmesh::settings::{Settings, keys};
use snapmesh::value::KeyType;
use snapmesh_io::export::EXPORTERS;
use snapmesh_io::map_file::settings_of;
use snapmesh_nav::METRICS;
use std::fmt::Write as _;

/// Every setting: the same list that reads `kit.toml`.
pub(crate) fn settings() -> String {
    let mut text = String::from("Settings, for kit.toml and --set:\n");
    let defaults = settings_of(&Settings::default(), Settings::default().generation.seed);
    let methods: Vec<&str> = STANDARD.iter().map(|method| method.name).collect();
    for listed in keys(STANDARD) {
        let (section, key) = (listed.section, listed.key);
        let follows =
            || defaults.get(section).map(|keys| keys[key.name].clone()).filter(|value| !value.is_null());
        let default =
            key.default.value().map(|value| snapmesh_io::map_file::json_of(&value)).or_else(follows);
        let default = default.map_or(String::new(), |default| format!(" = {default}"));
        let takes = match key.takes {
            KeyType::Method => format!("one of {}", methods.join(", ")),
            takes => takes.to_string(),
        };
        let unit = if key.unit.is_empty() { String::new() } else { format!(", in {}", key.unit) };
        let of = match &listed.methods[..] {
            [] => String::new(),
            methods => format!("; for {}", methods.join(" and ")),
        };
        let _ = writeln!(text, "  {section}.{}{default}\n      {}: {takes}{unit}{of}", key.name, key.help);
    }
    text
}

/// What can be written.
pub(crate) fn outputs() -> String {
    let endings: Vec<String> = EXPORTERS.iter().map(|exporter| format!(".{}", exporter.ending)).collect();
    format!("A file to write; the ending picks the format ({}). May be repeated", endings.join(", "))
}

/// Every metric.
pub(crate) fn metrics() -> String {
    let mut text = String::from("Metrics, for --by and as columns of a sweep:\n");
    for metric in METRICS {
        let _ = writeln!(text, "  {:20} {}", metric.name, metric.help);
    }
    text + "\nSettings for --set are listed by `snapmesh generate --help`.\n"
}
