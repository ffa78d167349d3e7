//! The two metrics of the paper, and their limits.

use crate::points::Point;
use crate::surface::Region;

/// How well a map can be walked.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Metrics {
    /// How many points were scattered: the paper's n.
    pub points: usize,
    /// The average connectivity: the share of pairs of points with a way between them. The paper's c-bar.
    pub connectivity: f64,
    /// The share of points in the region that has most of them. The paper's A_r-max.
    pub largest_region: f64,
    /// How many regions the surface has.
    pub regions: usize,
    /// What the two become with ever more points.
    pub exact: ExactMetrics,
}

/// The metrics by area.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExactMetrics {
    /// The chance that two places have a way between them.
    pub connectivity: f64,
    /// The share of the largest region.
    pub largest_region: f64,
}

/// Measures points that were scattered over regions.
///
/// There is a way between two points exactly when they lie in one region, so counting the points of each region is
/// all that c-bar takes: no path is searched. A point alone can reach all there is to reach; no points reach nothing.
pub fn measure(regions: &[Region], points: &[Point]) -> Metrics {
    let mut counts = vec![0_u64; regions.len()];
    for point in points {
        counts[point.region as usize] += 1;
    }
    let n = points.len() as f64;
    let pairs: u64 = counts.iter().map(|count| count * count.saturating_sub(1)).sum();
    let connectivity = match points.len() {
        0 => 0.0,
        1 => 1.0,
        _ => pairs as f64 / (n * (n - 1.0)),
    };
    let most = counts.iter().max().copied().unwrap_or(0);
    let largest_region = if points.is_empty() { 0.0 } else { most as f64 / n };
    let exact = ExactMetrics {
        // A sum of nothing is -0.0.
        connectivity: regions.iter().fold(0.0, |sum, region| sum + region.share * region.share),
        largest_region: regions.first().map_or(0.0, |region| region.share),
    };
    Metrics { points: points.len(), connectivity, largest_region, regions: regions.len(), exact }
}
