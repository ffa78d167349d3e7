//! A page about a table: the space of all maps at a glance, in one file that needs no other and no network.
//!
//! [`pick`] says which maps deserve a picture, whoever has the kit draws them, and [`page`] puts everything
//! together. The same table gives the same bytes. Everything is counted in passes over columns, so a million rows
//! cost time but, beside the table itself, no more memory than one column.

mod data;
mod gallery;
mod groups;
mod header;
mod heat;
mod histogram;
mod lists;
mod metric;
mod panels;
mod pick;
mod round;
mod settings;
mod shade;
mod stats;
mod svg;
mod view;
mod words;

pub use data::{Data, Series, Thumbnail, Values};
pub use pick::{Pick, pick};

use view::View;

const STYLE: &str = include_str!("style.css");

/// A section of the page: its anchor, its title, a line on how to read it, and what is in it.
struct Section {
    anchor: &'static str,
    title: &'static str,
    about: String,
    content: String,
}

/// The page: HTML that holds all it needs.
pub fn page(data: &Data, thumbnails: &[Thumbnail]) -> String {
    let view = View::new(data, thumbnails);
    let mut page = head(&header::title(data));
    page += "<main>\n";
    page += &header::header(&view);
    if data.rows == 0 {
        page += "<p class=\"aside\">The table has no rows, so there is nothing to show.</p>\n";
    } else {
        let sections = sections(&view);
        page += &contents(&sections);
        page.extend(sections.iter().map(write));
    }
    page +=
        "</main>\n<footer>Made by snapmesh. The same table gives the same page.</footer>\n</body>\n</html>\n";
    page
}

fn sections(view: &View) -> Vec<Section> {
    let section =
        |anchor, title, about: &str, content| Section { anchor, title, about: about.to_owned(), content };
    let range =
        "Each cell counts the maps with these two measures. A wide cloud is a kit of many different maps; \
                 an empty corner is a kind of map that these settings do not make."
            .to_owned()
            + &heat::key(view.thumbnails);
    let success = "What each value does to the maps grown with it, over everything else that varies. Whiskers are \
                   95% confidence intervals: where two do not meet, the values very likely differ.";
    let mut sections = vec![
        section("range", "Expressive range", &range, heat::section(view)),
        section("panels", "Range by setting", &panels::key(view), panels::section(view)),
        section("settings", "Success by setting", success, settings::section(view)),
        section("pictures", "Pictures", "The typical map and those at the ends.", gallery::section(view)),
        section(
            "measures",
            "Measures",
            "How many maps, by each measure. The dashed line is the median.",
            histogram::section(view),
        ),
        section("pieces", "Pieces", "What the maps are made of.", lists::pieces(view)),
        section("stops", "Why maps stopped", "", lists::stops(view)),
        section("times", "Time per map", "On the machine that grew them.", lists::times(view)),
    ];
    sections.retain(|section| match section.anchor {
        "pictures" => !view.thumbnails.is_empty(),
        "panels" => !section.content.is_empty(),
        _ => true,
    });
    sections
}

/// The page may load nothing at all, even if a name in the table should ever get past the escaping.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

fn head(title: &str) -> String {
    let (light, dark) = (shade::rules(false), shade::rules(true));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{light}\n@media screen and (prefers-color-scheme: dark){{{dark}}}\n</style>\n</head>\n<body>\n"
    )
}

fn contents(sections: &[Section]) -> String {
    let link = |section: &Section| format!("<a href=\"#{}\">{}</a>", section.anchor, section.title);
    let links: Vec<String> = sections.iter().map(link).collect();
    format!("<nav aria-label=\"Contents\">{}</nav>\n", links.join("\n"))
}

fn write(section: &Section) -> String {
    let Section { anchor, title, about, content } = section;
    let about = if about.is_empty() { String::new() } else { format!("<p class=\"about\">{about}</p>\n") };
    format!(
        "<section id=\"{anchor}\" aria-labelledby=\"{anchor}-title\">\n<h2 id=\"{anchor}-title\">{title}</h2>\n{about}{content}</section>\n"
    )
}
