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

#[cfg(test)]
mod tests {
    use super::super::proposal::{Options, propose};
    use super::super::testing::Blocks;
    use super::*;

    fn boxes(blocks: &Blocks) -> Vec<BoxNote> {
        propose(&blocks.file(), &Options::default()).boxes.expect("it has doorways")
    }

    fn covers(boxes: &[BoxNote], point: [f64; 3]) -> bool {
        boxes.iter().map(BoxNote::shape).any(|shape| {
            let apart = DVec3::from(point) - shape.center;
            (0..3).all(|axis| apart.dot(shape.axes[axis]).abs() <= shape.half[axis])
        })
    }

    /// A wall along the edge of a floor, three metres high.
    fn wall(blocks: Blocks, [left, near]: [f64; 2], [right, far]: [f64; 2]) -> Blocks {
        blocks.block("Walls", [left, 0.0, near], [right, 3.0, far])
    }

    #[test]
    fn a_hall_has_one_box_that_is_smaller_by_five_centimetres() {
        let found = boxes(&Blocks::hall(2.0));
        let [BoxNote::Corners { min, max }] = found[..] else { panic!("{found:?}") };
        let inset = [min - DVec3::new(-1.3, -0.2, -3.0), DVec3::new(1.3, 3.0, 3.0) - max];
        for inset in inset.iter().flat_map(DVec3::to_array) {
            assert!((0.02..=0.1).contains(&inset), "{inset}: {found:?}");
        }
    }

    #[test]
    fn an_l_has_boxes_that_leave_its_notch_free() {
        let mut blocks = Blocks::default().block("Floor", [0.0, -0.2, 0.0], [8.0, 0.0, 3.0]).block(
            "Floor",
            [0.0, -0.2, 3.0],
            [3.0, 0.0, 8.0],
        );
        for (from, to) in [
            ([0.0, 0.0], [8.0, 0.3]),
            ([0.0, 0.0], [0.3, 8.0]),
            ([3.0, 2.7], [8.0, 3.0]),
            ([2.7, 2.7], [3.0, 8.0]),
        ] {
            blocks = wall(blocks, from, to);
        }
        let found = boxes(&blocks);
        assert!(found.len() >= 2, "{found:?}");
        for inside in [[1.5, 1.0, 1.5], [7.8, 1.0, 1.5], [1.5, 1.0, 7.8], [0.2, 2.8, 5.0]] {
            assert!(covers(&found, inside), "{inside:?}: {found:?}");
        }
        for notch in [[6.0, 1.0, 6.0], [3.05, 1.0, 3.05], [3.0, 1.0, 7.0], [7.0, 1.0, 3.0]] {
            assert!(!covers(&found, notch), "{notch:?}: {found:?}");
        }
    }

    #[test]
    fn a_bend_of_45_degrees_has_a_box_that_is_turned() {
        let diagonal = 0.5_f64.sqrt();
        let (out, across) = (DVec2::new(diagonal, diagonal), DVec2::new(diagonal, -diagonal));
        // Along the second part, from its start, and across it.
        let at = |t: f64, off: f64, y: f64| {
            let flat = out * t + across * off;
            DVec3::new(flat.x, y, flat.y)
        };
        let blocks = Blocks::default()
            .block("Floor", [-1.5, -0.2, -5.0], [1.5, 0.0, 0.0])
            .block("Floor", [-1.5, -0.2, 0.0], [0.0, 0.0, 0.62])
            .beam("Floor", at(2.5, 0.0, -0.1), DVec3::new(1.5, 0.1, 2.5), across)
            .block("Walls", [-1.5, 0.0, -5.0], [-1.2, 3.0, 0.62])
            .block("Walls", [1.2, 0.0, -5.0], [1.5, 3.0, -0.62])
            .beam("Walls", at(2.19, -1.35, 1.5), DVec3::new(0.15, 1.5, 2.81), across)
            .beam("Walls", at(2.81, 1.35, 1.5), DVec3::new(0.15, 1.5, 2.19), across);
        let found = boxes(&blocks);
        let turned = |note: &BoxNote| matches!(note, BoxNote::Turned { turn, .. } if (turn.rem_euclid(90.0) - 45.0).abs() < 0.5);
        assert!(found.iter().any(turned), "{found:?}");
        assert!(found.iter().any(|note| matches!(note, BoxNote::Corners { .. })), "{found:?}");
        for inside in [at(4.5, 0.0, 1.0), DVec3::new(0.0, 1.0, -4.5)] {
            assert!(covers(&found, inside.to_array()), "{inside}: {found:?}");
        }
        for outside in [[2.5, 1.0, -2.5], [-1.5, 1.0, 2.5]] {
            assert!(!covers(&found, outside), "{outside:?}: {found:?}");
        }
    }

    #[test]
    fn stairs_of_two_storeys_are_cut_and_leave_free_what_is_above_and_below() {
        let found = boxes(&Blocks::stairs(16, 0.25));
        assert!((2..=MOST_SLICES).contains(&found.len()), "{found:?}");
        for inside in [[0.0, 1.0, 0.5], [0.0, 5.0, 12.5]] {
            assert!(covers(&found, inside), "{inside:?}: {found:?}");
        }
        for free in [[0.0, 6.0, 1.0], [0.0, 1.0, 12.0]] {
            assert!(!covers(&found, free), "{free:?}: {found:?}");
        }
        assert_eq!(boxes(&Blocks::stairs(4, 0.25)).len(), 1, "four steps are no storey");
    }

    #[test]
    fn walls_beyond_a_doorway_are_left_to_the_next_piece() {
        let blocks = Blocks::default()
            .block("Floor", [-1.3, -0.2, -3.0], [1.3, 0.0, 3.0])
            .block("Walls", [-1.3, -0.2, -3.8], [-1.0, 3.0, 3.8])
            .block("Walls", [1.0, -0.2, -3.8], [1.3, 3.0, 3.8]);
        let found = boxes(&blocks);
        for outside in [[-1.2, 1.0, 3.05], [1.2, 1.0, -3.05], [1.2, 1.0, 3.6]] {
            assert!(!covers(&found, outside), "{outside:?}: {found:?}");
        }
        assert!(covers(&found, [0.0, 1.0, 2.8]) && covers(&found, [-1.2, 1.0, 0.0]), "{found:?}");
    }

    #[test]
    fn what_is_thin_keeps_half_of_its_size() {
        let rectangle = |width: f64| {
            let sample = |x: f64, z: f64| Sample {
                place: DVec2::new(x, z),
                bottom: 0.0,
                top: 0.04,
                floor: None,
                covered: false,
            };
            let samples = [sample(0.0, 0.0), sample(width, 0.0), sample(0.0, 1.0), sample(width, 1.0)];
            largest(&samples, DVec2::X, 2.0).expect("it is there")
        };
        let BoxNote::Corners { min, max } = note(&rectangle(1.0), 0.0, 0.04) else {
            panic!("it is not turned")
        };
        assert!((max.y - min.y - 0.02).abs() < 1e-9, "{min} {max}");
        assert!((max.x - min.x - 0.9).abs() < 1e-9, "{min} {max}");
    }
}
