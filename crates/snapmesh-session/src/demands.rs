//! What can be demanded of a map, as a page asks for it and as it is told in words.

use serde_json::{Map as Table, Value as Json, json};
use snapmesh::glam::DVec3;
use snapmesh::{Location, Problem, Problems, ValidKit};
use snapmesh_nav::Demand;

/// Something that can be demanded: the name of the command's flag, what it means, and what it takes.
struct Kind {
    name: &'static str,
    help: &'static str,
    takes: Takes,
}

enum Takes {
    Count(fn(usize) -> Demand),
    /// From 0 to 1.
    Share(fn(f64) -> Demand),
    /// Metres along each axis.
    Size,
    /// Pieces by name, each with a count.
    Pieces,
}

const KINDS: &[Kind] = &[
    Kind { name: "min_pieces", help: "at least so many pieces", takes: Takes::Count(Demand::MinPieces) },
    Kind { name: "max_pieces", help: "at most so many pieces", takes: Takes::Count(Demand::MaxPieces) },
    Kind {
        name: "max_free_connectors",
        help: "at most so many connectors that nothing is joined to",
        takes: Takes::Count(Demand::MaxFreeConnectors),
    },
    Kind {
        name: "min_loops",
        help: "at least so many loops: joints beyond the tree",
        takes: Takes::Count(Demand::MinLoops),
    },
    Kind {
        name: "min_connectivity",
        help: "at least so much average connectivity, from 0 to 1",
        takes: Takes::Share(Demand::MinConnectivity),
    },
    Kind {
        name: "min_area",
        help: "at least such a share of the points in the largest region, from 0 to 1",
        takes: Takes::Share(Demand::MinArea),
    },
    Kind {
        name: "max_size",
        help: "no more metres from west to east, from bottom to top, and from north to south",
        takes: Takes::Size,
    },
    Kind {
        name: "must_have",
        help: "a piece that must be there, and how many copies of it",
        takes: Takes::Pieces,
    },
];

/// All of them, for a page.
pub(crate) fn told() -> Vec<Json> {
    let takes = |kind: &Kind| match kind.takes {
        Takes::Count(_) => "count",
        Takes::Share(_) => "share",
        Takes::Size => "size",
        Takes::Pieces => "pieces",
    };
    KINDS.iter().map(|kind| json!({ "name": kind.name, "help": kind.help, "takes": takes(kind) })).collect()
}

/// Reads demands, by their names.
pub(crate) fn read(asked: &Table<String, Json>, kit: &ValidKit) -> Result<Vec<Demand>, Problems> {
    let mut demands = Vec::new();
    for (name, value) in asked {
        let wrong = |message: String| Problem::error(Location::Request(name.clone()), message);
        let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else {
            return Err(wrong("cannot be demanded: there is no such thing".into()).into());
        };
        demands.extend(kind.takes.read(value, kit).map_err(wrong)?);
    }
    let least = demands.iter().find_map(|demand| match demand {
        Demand::MinPieces(least) => Some(*least),
        _ => None,
    });
    let crossed = |demand: &Demand| matches!(*demand, Demand::MaxPieces(most) if least.is_some_and(|least| least > most));
    if demands.iter().any(crossed) {
        let message = "is more than max_pieces allows";
        return Err(Problem::error(Location::Request("min_pieces".into()), message).into());
    }
    Ok(demands)
}

impl Takes {
    fn read(&self, value: &Json, kit: &ValidKit) -> Result<Vec<Demand>, String> {
        match self {
            Self::Count(demand) => Ok(vec![demand(count(value)?)]),
            Self::Share(demand) => {
                let share = value.as_f64().filter(|share| (0.0..=1.0).contains(share));
                Ok(vec![demand(share.ok_or("must be a number from 0 to 1")?)])
            }
            Self::Size => Ok(vec![Demand::MaxSize(size(value)?)]),
            Self::Pieces => {
                let wanted = value.as_object().ok_or("must be pieces, each with a number")?;
                wanted.iter().map(|(name, copies)| must_have(name, copies, kit)).collect()
            }
        }
    }
}

fn count(value: &Json) -> Result<usize, String> {
    let count = value.as_u64().and_then(|count| usize::try_from(count).ok());
    count.ok_or_else(|| "must be a whole number of 0 or more".into())
}

/// A side that is left out may be of any length.
fn size(value: &Json) -> Result<DVec3, String> {
    let wrong = || String::from("must be three numbers of metres above 0");
    let side = |side: &Json| match side {
        Json::Null => Some(f64::INFINITY),
        side => side.as_f64().filter(|metres| *metres > 0.0),
    };
    let sides: Option<Vec<f64>> = value.as_array().ok_or_else(wrong)?.iter().map(side).collect();
    let sides: [f64; 3] = sides.ok_or_else(wrong)?.try_into().map_err(|_| wrong())?;
    Ok(DVec3::from_array(sides))
}

fn must_have(name: &str, copies: &Json, kit: &ValidKit) -> Result<Demand, String> {
    let piece = kit.named(name).ok_or_else(|| format!("the kit has no piece \"{name}\""))?;
    Ok(Demand::MustHave { piece, count: count(copies)? })
}

/// A demand in words.
pub(crate) fn words(demand: &Demand, kit: &ValidKit) -> String {
    match *demand {
        Demand::MinPieces(least) => format!("at least {}", counted(least, "piece")),
        Demand::MaxPieces(most) => format!("at most {}", counted(most, "piece")),
        Demand::MaxFreeConnectors(most) => format!("at most {}", counted(most, "free connector")),
        Demand::MinLoops(least) => format!("at least {}", counted(least, "loop")),
        Demand::MustHave { piece, count } => format!("at least {count} of {}", kit.piece(piece).id),
        Demand::MaxSize(most) => {
            let side = |side: f64| if side.is_finite() { side.to_string() } else { "any".into() };
            format!("at most {} × {} × {} m", side(most.x), side(most.y), side(most.z))
        }
        Demand::KeptPromises(1) => "the promise of the settings".into(),
        Demand::KeptPromises(all) => format!("the {all} promises of the settings"),
        Demand::MinConnectivity(least) => format!("a connectivity of at least {least}"),
        Demand::MinArea(least) => format!("a largest region of at least {least}"),
    }
}

fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
