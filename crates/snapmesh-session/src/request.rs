//! What can be asked for, as it comes in.

use crate::act::PortName;
use crate::message::Message;
use crate::wish::Wish;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map as Table, Value as Json};
use snapmesh::{Location, Problem};

/// A request.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Request {
    /// The number that its answers carry.
    pub id: u64,
    /// What it asks for.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "request", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Ask {
    /// The map of a wish.
    Grow {
        /// What is wished for.
        wish: Wish,
    },
    /// Whether there is a map of a wish with steps: the last of them may be refused.
    Shape {
        /// What is wished for.
        wish: Wish,
    },
    /// What pieces look like.
    Art {
        /// A file that the kit does not use; all pieces of the kit if none.
        file: Option<String>,
    },
    /// What pieces look like from above.
    Plans,
    /// The maps of so many seeds from a first one on, under the settings of the wish that came last.
    Gallery {
        /// The first seed, as text.
        #[serde(deserialize_with = "seed")]
        start: i64,
        /// How many.
        count: u64,
    },
    /// Maps that fulfil demands, under the settings of the wish that came last.
    Search {
        /// What is demanded, by name.
        demands: Table<String, Json>,
        /// The best of all that do; the first if none.
        best: Option<Best>,
        /// The first seed, as text.
        #[serde(deserialize_with = "seed")]
        start: i64,
        /// How many seeds are tried at most.
        tries: u64,
    },
    /// A request that goes on is not wanted any more.
    Stop {
        /// Its number.
        of: u64,
    },
    /// How well the kit closes loops, under the settings of the wish that came last.
    Loopability,
    /// Sentences of the story.
    Story {
        /// The first event.
        from: usize,
        /// How many events.
        count: usize,
    },
    /// Why a piece is there.
    Why {
        /// Which.
        placed: usize,
    },
    /// Why nothing is at a free connector.
    Free {
        /// Which.
        port: PortName,
    },
    /// The walkable surface as triangles.
    Navmesh,
    /// A tour through the largest region.
    Tour {
        /// How many stops.
        stops: usize,
        /// Where the chance of the stops starts.
        seed: i64,
    },
    /// The way from one place to another.
    Path {
        /// Metres.
        from: [f64; 3],
        /// Metres.
        to: [f64; 3],
    },
    /// The map as a file.
    Export {
        /// The ending that picks the format.
        ending: String,
        /// What the file has on request.
        options: ExportOptions,
    },
    /// A wish written into `kit.toml`.
    Save {
        /// What is wished for.
        wish: Wish,
    },
    /// A piece by itself, checked, as a wish has it.
    Piece {
        /// Its file.
        file: String,
        /// What is wished for.
        wish: Wish,
        /// Whether what it looks like is wanted, too.
        looks: bool,
    },
    /// What of a piece can be walked.
    Floor {
        /// Its file.
        file: String,
        /// What is wished for.
        wish: Wish,
    },
    /// What is proposed for a piece.
    Propose {
        /// Its file.
        file: String,
        /// What is wished for.
        wish: Wish,
    },
    /// How two pieces meet.
    Join {
        /// What is wished for.
        wish: Wish,
        /// The doorway of the one that stays.
        from: DoorwayName,
        /// That of the one that comes.
        to: DoorwayName,
    },
    /// All pieces that lack connectors marked, and written into `kit.toml` with the wish.
    Mark {
        /// What is wished for.
        wish: Wish,
    },
    /// The files read again.
    Reload,
}

/// Which maps are the best.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Best {
    /// How many are wanted.
    pub count: usize,
    /// The metric that they are compared by.
    pub by: String,
    /// Whether less is better.
    pub lowest: bool,
}

/// Seeds are texts: a page cannot hold all of them as numbers.
fn seed<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    let text = String::deserialize(from)?;
    text.parse()
        .map_err(|_| D::Error::custom(format!("\"{text}\" is no seed: seeds are whole numbers of 64 bits")))
}

/// A connector of a file, by its place in the order of that; it may lead nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct DoorwayName {
    /// The file.
    pub file: String,
    /// Its connector.
    pub connector: usize,
}

/// What an output may have on request: the options of the command.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct ExportOptions {
    /// Connectors as empties.
    pub connectors: bool,
    /// What is drawn, as static bodies to walk on.
    pub colliders: bool,
    /// What keeps pieces apart.
    pub boxes: bool,
    /// One node for all copies of a piece.
    pub instancing: bool,
    /// Where the map can be walked.
    pub nav: bool,
    /// Where the camera stands, as in `215,38`.
    pub angle: Option<String>,
    /// Pixels, as in `1600x1000`.
    pub size: Option<String>,
    /// What is higher is cut away, as in `1.5`, or `none`.
    pub cut: Option<String>,
    /// What the colors mean.
    pub color: Option<String>,
    /// Whether free doorways are marked.
    pub doorways: bool,
}

impl Request {
    /// Reads a request. What makes no sense is answered as `failed`, with the id as far as it could be read.
    pub fn parse(text: &str) -> Result<Self, Message> {
        serde_json::from_str(text).map_err(|error| {
            let json = serde_json::from_str::<Json>(text).unwrap_or_default();
            let message = format!("is not a request: {error}");
            let problem = Problem::error(Location::Request("the page".into()), message);
            Message::failed(json["id"].as_u64().unwrap_or(0), &problem.into())
        })
    }

    /// Whether it takes the place of growth that is at work.
    pub fn replaces_growth(&self) -> bool {
        matches!(self.ask, Ask::Grow { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_an_id_and_what_it_asks_for() {
        let text = r#"{ "id": 7, "request": "grow", "wish": { "preset": null, "edits": [] } }"#;
        let request = Request::parse(text).unwrap();
        assert_eq!(request, Request { id: 7, ask: Ask::Grow { wish: Wish::default() } });
        assert!(request.replaces_growth());
        let request = Request::parse(r#"{ "id": 8, "request": "navmesh" }"#).unwrap();
        assert!(request.ask == Ask::Navmesh && !request.replaces_growth());
    }

    #[test]
    fn a_seed_is_a_text_so_that_none_is_rounded() {
        let ask = |start: &str| {
            Request::parse(&format!(r#"{{ "id": 1, "request": "gallery", "start": {start}, "count": 2 }}"#))
        };
        let highest = ask("\"9223372036854775807\"").unwrap().ask;
        assert_eq!(highest, Ask::Gallery { start: i64::MAX, count: 2 });
        let told = ask("\"many\"").unwrap_err().head;
        assert!(told.contains("is no seed"), "{told}");
    }

    #[test]
    fn what_makes_no_sense_is_answered_with_its_id() {
        let told = |text: &str| Request::parse(text).unwrap_err().head;
        let answer = told(r#"{ "id": 9, "request": "dance" }"#);
        assert!(answer.contains("unknown variant `dance`") && answer.contains(r#""id":9"#), "{answer}");
        assert!(told("[").contains(r#""answer":"failed""#));
        assert!(told(r#"{ "id": -1, "request": "navmesh" }"#).contains(r#""id":0"#));
    }
}
