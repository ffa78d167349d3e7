//! Pictures of some of the maps.

use super::data::Thumbnail;
use super::format;
use super::view::View;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The measures told below a picture.
const TOLD: &[(&str, &str)] =
    &[("seed", "seed"), ("pieces", "pieces"), ("linearity", "linearity"), ("connectivity", "connectivity")];

/// The letter of a picture: A to Z, then AA and so on.
pub(super) fn letter(place: usize) -> String {
    let last = char::from(b'A' + (place % 26) as u8);
    if place < 26 { last.to_string() } else { letter(place / 26 - 1) + &last.to_string() }
}

/// The section: a picture each, with what its row says.
pub(super) fn section(view: &View) -> String {
    if view.thumbnails.is_empty() {
        return String::new();
    }
    let cards: String =
        view.thumbnails.iter().enumerate().map(|(place, picture)| card(view, place, picture)).collect();
    format!("<div class=\"grid pictures\">{cards}</div>\n")
}

fn card(view: &View, place: usize, picture: &Thumbnail) -> String {
    let title = format::name(&picture.title);
    let caption = match &*picture.caption {
        "" => String::new(),
        caption => format!("<p><code>{}</code></p>", unbroken(caption)),
    };
    format!(
        "<figure class=\"card picture\"><img alt=\"A map: {title}\" src=\"data:image/png;base64,{}\">\
         <figcaption><h3><span class=\"letter\">{}</span><span>{title}</span></h3><p>{}</p>{caption}</figcaption></figure>\n",
        STANDARD.encode(&picture.png),
        letter(place),
        facts(view, picture.row),
    )
}

/// The measures and the varying settings of a map in a line.
fn facts(view: &View, row: usize) -> String {
    let measures = TOLD.iter().filter_map(|(column, label)| {
        let value = view.data.number(column, row)?;
        match *column {
            // A seed is copied by hand: all digits, or none where a float has not got them.
            "seed" => (value.abs() < 9e15).then(|| format!("{label} {value:.0}")),
            _ => Some(format!("{label} {}", format::number(value))),
        }
    });
    let stop = view.data.column("stop").and_then(|stop| stop.word(row)).map(format::name);
    let settings = view.groups.iter().filter_map(|setting| setting.group(row).map(|group| (setting, group)));
    let settings = settings.map(|(setting, group)| {
        let key = setting.series.name.rsplit('.').next().unwrap_or_default();
        format!("{} {}", format::name(key), setting.labels[group])
    });
    let told: Vec<String> = measures.chain(stop).chain(settings).map(|fact| keep_together(&fact)).collect();
    told.join("\u{a0}· ")
}

/// A short fact does not break between its name and its value.
fn keep_together(fact: &str) -> String {
    if fact.chars().count() < 32 { fact.replace(' ', "\u{a0}") } else { fact.to_owned() }
}

/// A command breaks between its words, and not at the hyphens of its options.
fn unbroken(command: &str) -> String {
    let words: Vec<_> =
        command.split(' ').map(|word| format!("<span>{}</span>", format::escape(word))).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 25, 26, 51, 52].map(letter), ["A", "Z", "AA", "AZ", "BA"]);
    }
}
