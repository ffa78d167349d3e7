//! A page about a table: the space of all maps at a glance, in one file that needs no other and no network.
//!
//! [`pick`] says which maps deserve a picture, whoever has the kit draws them, and [`page`] puts everything
//! together. The same table gives the same bytes. Everything is counted in passes over columns, so a million rows
//! cost time but, beside the table itself, no more memory than one column.

mod format;
mod data;
mod round;
mod stats;
mod metric;
mod shade;
mod svg;
mod groups;
mod view;
mod pick;
mod gallery;
mod histogram;
mod heat;
mod panels;
mod settings;
mod lists;
mod header;

pub use data::{Data, Series, Thumbnail};
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

/// How to read the heat maps.
const RANGE: &str = "Each cell counts the maps with these two measures. A wide cloud is a kit of many different \
                     maps; an empty corner is a kind of map that these settings do not make.";
/// How to read the tables by setting.
const SUCCESS: &str = "What each value does to the maps grown with it, over everything else that varies. Whiskers \
                       are 95% confidence intervals: where two do not meet, the values very likely differ.";

/// What there is to show, in order; what has nothing to say is left out.
fn sections(view: &View) -> Vec<Section> {
    let section =
        |anchor, title, about: &str, content| Section { anchor, title, about: about.to_owned(), content };
    let range = RANGE.to_owned() + heat::key(view.thumbnails);
    let pictures = "The typical map and those at the ends.";
    let measures = "How many maps, by each measure. The dashed line is the median.";
    let mut sections = vec![
        section("range", "Expressive range", &range, heat::section(view)),
        section("panels", "Range by setting", &panels::key(view), panels::section(view)),
        section("settings", "Success by setting", SUCCESS, settings::section(view)),
        section("pictures", "Pictures", pictures, gallery::section(view)),
        section("measures", "Measures", measures, histogram::section(view)),
        section("pieces", "Pieces", "What the maps are made of.", lists::pieces(view)),
        section(
            "stops",
            "Why maps stopped",
            "What ended the growth, in the words of the map file.",
            lists::stops(view),
        ),
        section("times", "Time per map", "On the machine that grew them.", lists::times(view)),
    ];
    sections.retain(|section| !section.content.is_empty());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Values;

    const HOSTILE: &str =
        "</title></svg><script src=\"https://evil.example/x.js\">alert('1')</script>\u{202e}廊下";

    fn picture(row: usize) -> Thumbnail {
        Thumbnail { row, title: HOSTILE.into(), caption: HOSTILE.into(), png: vec![0x89, b'P', b'N', b'G'] }
    }

    /// Every column there is, full of whatever `value` makes of a row and a column.
    fn table(rows: usize, value: impl Fn(usize, usize) -> Option<f64>) -> Data {
        let names = metric::METRICS.iter().chain(metric::TIMES).map(|metric| metric.column.to_owned());
        let names = names.chain(["a.x", "a.y", "use.Hall", "seed"].map(str::to_owned)).enumerate();
        let column = |(place, name)| Series::numbers(name, (0..rows).map(|row| value(row, place)).collect());
        let mut columns: Vec<Series> = names.map(column).collect();
        let words = vec!["piece-limit".to_owned(), "stuck".to_owned()];
        for name in ["stop", "a.words"] {
            columns.push(Series::words(
                name,
                words.clone(),
                (0..rows).map(|row| Some(row as u32 % 2)).collect(),
            ));
        }
        Data { title: "Maps".into(), notes: vec![("Kit".into(), "starter".into())], rows, columns }
    }

    fn hostile() -> Data {
        let mut data = table(40, |row, column| Some(((row * 7 + column) % 11) as f64));
        data.title = HOSTILE.into();
        for column in &mut data.columns {
            if let Values::Words { words: names, .. } = &mut column.values {
                names[1] = HOSTILE.into();
            }
        }
        data.notes.push((HOSTILE.into(), HOSTILE.into()));
        for prefix in ["use.", "section.", ""] {
            data.columns.push(Series::numbers(
                format!("{prefix}{HOSTILE}"),
                (0..40).map(|row| Some(f64::from(row % 3))).collect(),
            ));
        }
        data
    }

    #[test]
    fn the_page_asks_nobody_for_anything() {
        let page = page(
            &table(40, |row, column| Some((row * column) as f64)),
            &[Thumbnail { row: 3, title: "typical".into(), caption: String::new(), png: vec![1] }],
        );
        for foreign in ["http://", "https://", "url(", "@import", "<link", "<script", "<iframe"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        assert_eq!(page.matches("src=").count(), page.matches("src=\"data:image/png;base64,").count());
        assert_eq!(page.matches("href=").count(), page.matches("href=\"#").count());
        assert!(page.contains("src=\"data:"));
    }

    #[test]
    fn hostile_names_stay_text() {
        let page = page(&hostile(), &[picture(1)]);
        assert!(!page.contains("<script") && !page.contains('\u{202e}') && !page.contains("x.js\">"));
        assert!(page.matches("&lt;script").count() > 10, "the names are there all the same");
        assert_eq!(page.matches("</svg>").count(), page.matches("<svg ").count());
        assert_eq!(page.matches("</title>").count(), page.matches("<title>").count());
    }

    #[test]
    fn every_tag_that_opens_also_closes() {
        for page in [page(&hostile(), &[picture(0)]), page(&Data::default(), &[])] {
            for tag in [
                "main", "header", "section", "figure", "div", "table", "tr", "dl", "ul", "li", "details",
                "p", "g",
            ] {
                let opened =
                    page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
                assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
            }
        }
    }

    #[test]
    fn odd_tables_make_whole_pages() {
        type Value = fn(usize, usize) -> Option<f64>;
        let shapes: [(usize, Value); 7] = [
            (0, |_, _| None),
            (1, |_, column| Some(column as f64 / 3.0)),
            (2, |row, _| Some(row as f64)),
            (50, |_, _| None),
            (50, |_, _| Some(0.1)),
            (50, |row, _| Some(if row == 7 { 1e99 } else { row as f64 })),
            (50, |row, _| [Some(f64::NAN), Some(f64::NEG_INFINITY), Some(-1e-99), None, Some(-0.0)][row % 5]),
        ];
        for (rows, value) in shapes {
            let data = table(rows, value);
            let pictures: Vec<_> = pick(&data).iter().map(|pick| picture(pick.row)).collect();
            let page = page(&data, &pictures);
            assert!(page.ends_with("</html>\n"));
            let plain = page.replace("standard", "");
            assert!(
                !plain.contains("NaN") && !plain.contains(">inf") && !plain.contains("\"inf"),
                "{rows} rows"
            );
        }
    }

    #[test]
    fn a_large_table_of_many_columns_makes_a_small_page() {
        let mut data = table(20_000, |row, column| Some((row * (column + 3) * 7919 % 10_007) as f64 / 7.0));
        for piece in 0..1000 {
            data.columns.push(Series::numbers(format!("use.{}{piece}", "x".repeat(300)), vec![Some(1.0)]));
        }
        assert!(page(&data, &[]).len() < 2_000_000);
    }

    #[test]
    fn the_same_table_makes_the_same_page() {
        assert_eq!(page(&hostile(), &[picture(2)]), page(&hostile(), &[picture(2)]));
    }

    #[test]
    fn a_table_without_rows_says_so() {
        assert!(page(&Data::default(), &[]).contains("no rows"));
    }
}
