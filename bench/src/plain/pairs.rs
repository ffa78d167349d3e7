//! Connectivity by a path between every two points.

use snapmesh_nav::{Paths, Point};

/// The share of pairs of points that have a way between them.
pub(crate) fn connectivity(paths: &Paths<'_>, points: &[Point]) -> f64 {
    let pairs = points.iter().enumerate().flat_map(|(index, a)| points[..index].iter().map(move |b| (a, b)));
    let (all, joined) = pairs.fold((0, 0), |(all, joined), (a, b)| {
        (all + 1, joined + usize::from(paths.path(a.position, b.position).is_some()))
    });
    f64::from(u32::try_from(joined).unwrap_or(u32::MAX)) / f64::from(all)
}
