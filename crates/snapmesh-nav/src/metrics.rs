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
    /// How many regions count.
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

/// How well a map can be walked: what searches and tables ask for.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WalkFacts {
    /// The metrics by area.
    pub exact: ExactMetrics,
    /// How many regions count.
    pub regions: usize,
    /// Square metres that can be walked.
    pub area: f64,
    /// What points that were scattered tell; none if the verdict was composed.
    pub sampled: Option<Metrics>,
}

/// Measures points that were scattered over regions. Those that are left out have no points and no share.
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
    let counted = regions.iter().filter(|region| region.counted).count();
    Metrics { points: points.len(), connectivity, largest_region, regions: counted, exact }
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapmesh::glam::DVec3;

    /// Regions of these shares.
    fn regions(shares: &[f64]) -> Vec<Region> {
        let region =
            |&share: &f64| Region { cells: 1, share, area: 1.0, at: DVec3::ZERO, piece: 0, counted: true };
        shares.iter().map(region).collect()
    }

    /// So many points in each region.
    fn points(counts: &[usize]) -> Vec<Point> {
        let of = |(region, &count): (u32, &usize)| vec![Point { position: DVec3::ZERO, region }; count];
        (0..).zip(counts).flat_map(of).collect()
    }

    #[test]
    fn the_metrics_are_those_computed_by_hand() {
        let metrics = measure(&regions(&[0.5, 0.25, 0.25]), &points(&[3, 2, 1]));
        // Of 6 x 5 ordered pairs, 3 x 2 + 2 x 1 have a way between them.
        assert_eq!(metrics.connectivity, 8.0 / 30.0);
        assert_eq!((metrics.points, metrics.regions, metrics.largest_region), (6, 3, 0.5));
        assert_eq!(metrics.exact, ExactMetrics { connectivity: 0.375, largest_region: 0.5 });
    }

    #[test]
    fn connectivity_is_the_share_of_pairs_one_by_one() {
        let points = points(&[4, 0, 7, 1]);
        let ways = points.iter().enumerate().flat_map(|(i, a)| {
            points.iter().enumerate().filter(move |&(j, b)| i != j && a.region == b.region)
        });
        let pairs = (points.len() * (points.len() - 1)) as f64;
        let metrics = measure(&regions(&[0.25; 4]), &points);
        assert_eq!(metrics.connectivity, ways.count() as f64 / pairs);
        // The region with most points need not be the one with most area.
        assert_eq!(metrics.largest_region, 7.0 / 12.0);
    }

    #[test]
    fn regions_that_are_left_out_are_not_counted() {
        let left_out = Region { share: 0.0, counted: false, ..regions(&[0.0])[0] };
        let with = |more: &[Region]| measure(&[&regions(&[0.75, 0.25]), more].concat(), &points(&[3, 1]));
        assert_eq!(with(&[left_out; 3]), with(&[]));
    }

    #[test]
    fn in_one_region_all_is_one_and_in_as_many_as_points_there_is_no_way() {
        let one = measure(&regions(&[1.0]), &points(&[9]));
        assert_eq!((one.connectivity, one.largest_region, one.exact.connectivity), (1.0, 1.0, 1.0));
        let apart = measure(&regions(&[0.5, 0.5]), &points(&[1, 1]));
        assert_eq!((apart.connectivity, apart.largest_region, apart.exact.connectivity), (0.0, 0.5, 0.5));
    }

    #[test]
    fn one_point_reaches_all_there_is_and_no_point_reaches_nothing() {
        let one = measure(&regions(&[0.75, 0.25]), &points(&[0, 1]));
        assert_eq!((one.connectivity, one.largest_region), (1.0, 1.0));
        let none = measure(&regions(&[0.75, 0.25]), &[]);
        assert_eq!((none.connectivity, none.largest_region, none.points), (0.0, 0.0, 0));
        assert_eq!(none.exact, ExactMetrics { connectivity: 0.625, largest_region: 0.75 });
    }

    #[test]
    fn nothing_at_all_is_zero_and_not_minus_zero() {
        let metrics = measure(&[], &[]);
        assert_eq!(metrics.regions, 0);
        let zeros = [metrics.connectivity, metrics.largest_region, metrics.exact.connectivity];
        assert!(zeros.iter().all(|zero| zero.to_bits() == 0), "{metrics:?}");
        assert_eq!(metrics.exact.largest_region, 0.0);
    }
}
