//! Thin lines where the shape changes.

use super::buffer::{Buffer, Seen};
use super::stage::Stage;

/// How dark lines are: around what stands before something farther away, along edges, and between pieces.
const OUTLINE: f32 = 0.5;
const EDGE: f32 = 0.22;
const SEAM: f32 = 0.16;

/// How much farther away the neighbor must be for an outline, in pixels, beyond what the tilt of faces
/// explains.
const JUMP: f32 = 3.0;

/// Faces that meet at a flatter angle than this (cosine) have no edge between them.
const SMOOTH: f32 = 0.9;

/// How many pixels wide lines are.
fn width((width, height): (usize, usize)) -> usize {
    ((width.min(height) + 500) / 1000).max(1)
}

/// How far from a pixel its line depends on what is seen.
pub(super) fn reach(size: (usize, usize)) -> usize {
    2 * width(size)
}

/// How dark the line at a pixel is, from 0 to 1.
pub(super) fn darkness(stage: &Stage<'_>, buffer: &Buffer, column: usize, row: usize) -> f32 {
    let step = width(stage.size) as isize;
    let mut dark: f32 = 0.0;
    for (dx, dy) in [(step, 0), (0, step), (-step, 0), (0, -step)] {
        let at =
            |i: isize| buffer.at(column.saturating_add_signed(dx * i), row.saturating_add_signed(dy * i));
        let (here, there) = (at(0), at(1));
        if there.face != here.face {
            let line = between(stage, here, there, [dx as f32, dy as f32]);
            let thin = || alike(stage, at(-1), there) || alike(stage, here, at(2));
            // A ledge that is thinner than a line is seen at some pixels only, and would have a dotted one.
            if line > dark && (line != EDGE || !thin()) {
                dark = line;
            }
        }
    }
    dark
}

/// Whether two pixels show faces that look the same way.
fn alike(stage: &Stage<'_>, a: Seen, b: Seen) -> bool {
    match (stage.surface(a.face), stage.surface(b.face)) {
        (Some(a), Some(b)) => a.normal.dot(b.normal) > SMOOTH,
        _ => false,
    }
}

/// How dark the line between two pixels is on this one. Outlines are on the nearer of the two; lines that
/// have no nearer side are on the upper left one.
fn between(stage: &Stage<'_>, here: Seen, there: Seen, [dx, dy]: [f32; 2]) -> f32 {
    let Some(surface) = stage.surface(here.face) else { return 0.0 };
    let Some(other) = stage.surface(there.face) else { return OUTLINE };
    // Nearness changes evenly on the picture of a plane, so either face can be followed to the other pixel.
    let (rise, fall) =
        (surface.slope[0] * dx + surface.slope[1] * dy, other.slope[0] * dx + other.slope[1] * dy);
    let ahead = here.nearness + rise - there.nearness;
    let back = here.nearness - (there.nearness - fall);
    // From nearness to pixels of depth.
    let scale = stage.focal / there.nearness;
    let limit = JUMP + (rise.abs() + fall.abs()) * scale;
    if ahead.min(back) * scale > limit {
        OUTLINE
    } else if dx + dy < 0.0 || ahead.max(back) * scale < -limit {
        0.0
    } else if surface.normal.dot(other.normal) < SMOOTH {
        EDGE
    } else if surface.piece != other.piece {
        SEAM
    } else {
        0.0
    }
}
