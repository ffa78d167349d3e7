//! `--from`, `--keep` and `--regrow`: the pieces of a map that another grows on from.

use crate::kit::{OpenMap, open_map_of};
use crate::parse::argument;
use crate::shared_args::{FromArgs, TrustArgs};
use crate::terminal;
use snapmesh::{KeepError, Kept, Location, Map, PieceId, PlacedId, Problem, Problems, Recipe};
use snapmesh_io::OpenKit;
use std::path::Path;

/// Broken rules that are told one by one.
const TOLD: usize = 12;

/// The pieces that stand already; none if the map grows from nothing.
pub(crate) fn kept(
    args: &FromArgs,
    kit: &Path,
    trust: &TrustArgs,
    open: &OpenKit,
) -> Result<Option<Kept>, Problems> {
    let Some(path) = &args.from else { return Ok(None) };
    let OpenMap { open: theirs, map, odd, .. } = open_map_of(path, Some(kit), trust, args.accept_kit)?;
    // What does not fit any more is told of the pieces that are kept, by `warn`.
    terminal::tell(&odd);
    let kept = chosen(args, &map)?;
    let shown = path.display().to_string();
    let ours = |piece: PieceId| open.kit.kit().named(&theirs.kit.kit().piece(piece).id);
    if let Some((index, missing)) = kept.pieces().iter().enumerate().find(|(_, it)| ours(it.piece).is_none())
    {
        let id = &theirs.kit.kit().piece(missing.piece).id;
        let message =
            format!("{id}, piece {index} of those kept, is no piece of the kit under these settings");
        let help = "choose the preset or `kit.pieces` that the map was made with, or keep other pieces";
        return Err(Problem::error(shown, message).help(help).into());
    }
    Ok(kept.renumbered(ours))
}

/// The pieces that were asked for.
fn chosen(args: &FromArgs, map: &Map) -> Result<Kept, Problem> {
    match (&args.keep, args.regrow) {
        (Some(list), _) => {
            let place = || argument(format!("--keep {list}"));
            let pieces = parse(list, map.pieces.len()).map_err(|wrong| wrong.at(place()))?;
            Kept::new(map, pieces.into_iter().map(PlacedId::new)).map_err(|error| refused(error, place()))
        }
        (None, Some(piece)) => {
            let place = argument(format!("--regrow {piece}"));
            Kept::without(map, PlacedId::new(piece)).map_err(|error| refused(error, place))
        }
        (None, None) => {
            let help = "add --keep 0-12,15 to keep those pieces, --keep all, or --regrow N to grow N and what hangs on it anew";
            Err(Problem::error(argument("--from"), "which pieces are kept is not said").help(help))
        }
    }
}

fn refused(error: KeepError, place: Location) -> Problem {
    let problem = Problem::error(place, error.to_string());
    match error {
        KeepError::WithoutGuide { guide, .. } => problem.help(format!("keep {guide} as well, or neither")),
        KeepError::Start => problem.help("leave --from out to grow all of it anew"),
        KeepError::MadeAnew { .. } => problem.help("name a piece that it is joined to"),
        _ => problem,
    }
}

/// What is wrong with a list of pieces.
enum Wrong {
    NotAList,
    Beyond(KeepError),
}

impl Wrong {
    fn at(self, place: Location) -> Problem {
        match self {
            Self::NotAList => Problem::error(place, "must be numbers of pieces, as in 0-12,15, or all"),
            Self::Beyond(error) => refused(error, place),
        }
    }
}

/// The numbers of `0-12,15`, or of `all`, on a map with so many pieces.
fn parse(list: &str, count: usize) -> Result<Vec<usize>, Wrong> {
    if list.trim() == "all" {
        return Ok((0..count).collect());
    }
    let mut pieces = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| Wrong::NotAList);
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(Wrong::NotAList);
        }
        // Looked at before it is written out: a range may be longer than memory.
        if last >= count {
            return Err(Wrong::Beyond(KeepError::NoSuch { index: last, last: count - 1 }));
        }
        pieces.extend(first..=last);
    }
    Ok(pieces)
}

/// Tells what kept pieces break: they stay all the same.
pub(crate) fn warn(args: &FromArgs, recipe: &Recipe, kept: &Kept) {
    let Some(path) = &args.from else { return };
    let broken = recipe.broken_by(kept);
    let place = path.display().to_string();
    let line = |broken: &snapmesh::Broken| {
        let id = &recipe.kit().piece(kept.pieces()[broken.index.index()].piece).id;
        let message = format!("p{}_{id} is kept, though it breaks a rule: {}", broken.index, broken.because);
        Problem::warning(&*place, message)
    };
    let mut told: Vec<Problem> = broken.iter().take(TOLD).map(line).collect();
    if broken.len() > TOLD {
        let more = format!("and {} more rules are broken by kept pieces", broken.len() - TOLD);
        told.push(Problem::warning(&*place, more));
    }
    terminal::tell(&told);
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_list_has_numbers_and_ranges() {
        assert_eq!(parse("0-3, 7,5", 9).ok(), Some(vec![0, 1, 2, 3, 7, 5]));
        assert_eq!(parse(" all ", 3).ok(), Some(vec![0, 1, 2]));
        for wrong in ["", "1-", "-1", "a", "3-1", "0,,1", "0-99999999999999", "9", "all,1", "1.5"] {
            assert!(parse(wrong, 9).is_err(), "{wrong}");
        }
    }
}
