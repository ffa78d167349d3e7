//! A few boxes that follow the shape of a piece.
//!
//! Seen from above, the largest rectangle that the piece fills is the first box; then the one that fills most of what is
//! left, until what is left is little. Where the piece is of very different heights along a box, the box is cut.

use super::rectangles::{Rectangle, Sample, largest};
use snapmesh::glam::{DVec2, DVec3};
use snapmesh::settings::BoxNote;
use snapmesh_nav::survey::{Footprint, Opening, Stack};

/// Boxes of a piece, at most; and parts that one of them is cut into.
const MOST_BOXES: usize = 8;
const MOST_SLICES: usize = 4;
/// A box that would fill less than this share of the piece is not worth having.
const LEAST_SHARE: f64 = 0.06;
/// A cut must save this share of what it cuts.
const LEAST_SAVED: f64 = 0.1;
/// Places along a box where it may be cut.
const CUTS: u32 = 24;
/// Floors of a box whose heights differ by more than this, in metres, may be worth a cut.
const STOREY: f64 = 1.5;
/// Metres by which a box is smaller on each side than what it is for, so that neighbors may touch; but it keeps half of its
/// size.
const INSET: f64 = 0.05;
/// Metres that walls may reach beyond a doorway: the next piece has its own there.
const WALL: f64 = 1.0;
/// Cosine of the angle below which two directions are one: 1 degree.
const SAME: f64 = 0.999_85;

/// Boxes that follow the shape of a piece with these openings.
pub(super) fn cover(footprint: &Footprint, openings: &[Opening]) -> Vec<BoxNote> {
    let mut samples = samples(footprint);
    for opening in openings {
        cut_off(&mut samples, opening);
    }
    let directions = directions(openings);
    let all = samples.len() as f64;
    let mut rectangles: Vec<Rectangle> = Vec::new();
    while rectangles.len() < MOST_BOXES {
        let found = directions.iter().filter_map(|&along| largest(&samples, along, footprint.cell));
        // Of two that fill as much, the one whose direction comes first.
        let best = found.reduce(|best, next| if next.gain > best.gain { next } else { best });
        let Some(best) = best.filter(|best| f64::from(best.gain) >= LEAST_SHARE * all) else { break };
        for sample in samples.iter_mut().filter(|sample| best.contains(sample.place)) {
            sample.covered = true;
        }
        rectangles.push(best);
    }
    let slices = rectangles.iter().flat_map(|rectangle| sliced(rectangle, &samples));
    slices.take(2 * MOST_BOXES).map(|(rectangle, bottom, top)| note(&rectangle, bottom, top)).collect()
}

fn samples(footprint: &Footprint) -> Vec<Sample> {
    let place = |index: usize| {
        let (x, z) = (index % footprint.side as usize, index / footprint.side as usize);
        let at = |cells: usize, origin: f64| origin + (cells as f64 + 0.5) * footprint.cell;
        DVec2::new(at(x, footprint.origin.x), at(z, footprint.origin.z))
    };
    let stacks = footprint.stacks.iter().enumerate();
    stacks
        .filter_map(|(index, stack)| {
            let Stack { bottom, top, floor } = (*stack)?;
            Some(Sample { place: place(index), bottom, top, floor, covered: false })
        })
        .collect()
}

/// Leaves out what lies beyond an opening: all of it, if that is no more than a wall; else what is right before it.
fn cut_off(samples: &mut Vec<Sample>, opening: &Opening) {
    let at = DVec2::new(opening.at.x, opening.at.z);
    let out = DVec2::new(opening.heading.x, opening.heading.z);
    let beyond = |sample: &Sample| (sample.place - at).dot(out);
    let farthest = samples.iter().map(beyond).fold(0.0, f64::max);
    let near = |sample: &Sample| (sample.place - at).dot(out.perp()).abs() <= opening.width / 2.0 + WALL;
    samples.retain(|sample| {
        let outside = beyond(sample) > 0.0;
        !(outside && (farthest <= WALL || (near(sample) && beyond(sample) <= WALL)))
    });
}

/// The directions that boxes may have: along the axes, and along the doorways.
fn directions(openings: &[Opening]) -> Vec<DVec2> {
    let mut directions = vec![DVec2::X];
    for opening in openings {
        let out = DVec2::new(opening.heading.x, opening.heading.z);
        let same = |known: &DVec2| known.dot(out).abs() > SAME || known.perp().dot(out).abs() > SAME;
        if !directions.iter().any(same) {
            // Of the four directions of a box, the one that is least turned.
            let turned = if out.x.abs() >= out.y.abs() { out } else { out.perp() };
            directions.push(if turned.x < 0.0 { -turned } else { turned });
        }
    }
    directions
}

/// Cuts a rectangle where that saves most, as long as it saves enough. What has one floor stays in one box.
fn sliced(rectangle: &Rectangle, samples: &[Sample]) -> Vec<(Rectangle, f64, f64)> {
    let mut slices = vec![rectangle.clone()];
    let inside = samples.iter().filter(|sample| rectangle.contains(sample.place));
    let (low, high) = inside
        .filter_map(|sample| sample.floor)
        .fold((f64::MAX, f64::MIN), |(low, high), floor| (low.min(floor), high.max(floor)));
    while slices.len() < MOST_SLICES && high - low > STOREY {
        let cuts =
            slices.iter().enumerate().filter_map(|(index, slice)| Some((index, best_cut(slice, samples)?)));
        let Some((index, (saved, parts))) =
            cuts.reduce(|best, next| if next.1.0 > best.1.0 { next } else { best })
        else {
            break;
        };
        if saved < LEAST_SAVED {
            break;
        }
        slices.splice(index..=index, parts);
    }
    let heights = |slice: Rectangle| heights(&slice, samples).map(|(bottom, top)| (slice, bottom, top));
    slices.into_iter().filter_map(heights).collect()
}

/// The cut of a rectangle that saves most, and which share of its volume that is.
fn best_cut(slice: &Rectangle, samples: &[Sample]) -> Option<(f64, [Rectangle; 2])> {
    let volume = |slice: &Rectangle| {
        heights(slice, samples).map_or(0.0, |(bottom, top)| slice.area() * (top - bottom))
    };
    let whole = volume(slice);
    let shares = (1..CUTS).map(|share| f64::from(share) / f64::from(CUTS));
    let cuts = shares.flat_map(|share| [slice.cut(share, 0), slice.cut(share, 1)]);
    let saved = cuts.map(|parts| (1.0 - (volume(&parts[0]) + volume(&parts[1])) / whole, parts));
    saved.reduce(|best, next| if next.0 > best.0 { next } else { best })
}

/// From where to where the piece reaches in a rectangle.
fn heights(rectangle: &Rectangle, samples: &[Sample]) -> Option<(f64, f64)> {
    let inside = samples.iter().filter(|sample| rectangle.contains(sample.place));
    inside.map(|sample| (sample.bottom, sample.top)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

fn note(rectangle: &Rectangle, bottom: f64, top: f64) -> BoxNote {
    let smaller = |half: f64| centimetres((half - INSET).max(half / 2.0));
    let [width, depth] = rectangle.half().to_array();
    let half = DVec3::new(smaller(width), smaller((top - bottom) / 2.0), smaller(depth));
    let middle = rectangle.middle();
    let center = DVec3::new(middle.x, f64::midpoint(bottom, top), middle.y);
    if rectangle.along == DVec2::X {
        let corner = |x: f64| DVec3::from((center + half * x).to_array().map(centimetres));
        return BoxNote::Corners { min: corner(-1.0), max: corner(1.0) };
    }
    let turn = libm::atan2(-rectangle.along.y, rectangle.along.x).to_degrees();
    let center = DVec3::from(center.to_array().map(centimetres));
    BoxNote::Turned { center, half, turn: (turn * 1000.0).round() / 1000.0 + 0.0 }
}

/// Rounded to centimetres: nobody wants to read more of a box.
fn centimetres(x: f64) -> f64 {
    (x * 100.0).round() / 100.0 + 0.0
}
