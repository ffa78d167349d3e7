//! What the measures of a map are called and mean. A new measure is a line here.

/// A measure of a map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Metric {
    /// Its column.
    pub column: &'static str,
    /// What the page calls it.
    pub label: &'static str,
    /// `m`, or nothing.
    pub unit: &'static str,
    /// What it says, in a line.
    pub help: &'static str,
}

const fn metric(column: &'static str, label: &'static str, unit: &'static str, help: &'static str) -> Metric {
    Metric { column, label, unit, help }
}

/// The measures with a histogram, in order.
pub(super) const METRICS: &[Metric] = &[
    metric("pieces", "Pieces", "", "pieces in the map"),
    metric("free_connectors", "Free connectors", "", "doorways that lead nowhere"),
    metric("loops", "Loops", "", "ways that lead back: joints beyond the tree"),
    metric("depth", "Depth", "", "joints from the starting piece to the farthest"),
    metric("branching", "Branching", "", "pieces grown from a piece that any grew from, on average"),
    metric("linearity", "Linearity", "", "longest path over all joints; 1 is a line"),
    metric("extent_x", "Width", "m", "from west to east"),
    metric("extent_z", "Length", "m", "from north to south"),
    metric("extent_y", "Height", "m", "from lowest to highest"),
    metric("volume", "Volume", "m³", "of the box around the map"),
    metric("connectivity", "Connectivity", "", "share of pairs of points with a way between them"),
    metric("largest_region", "Largest region", "", "share of the points in one region"),
    metric("regions", "Regions", "", "walkable areas without a way between them"),
    metric("walkable_area", "Walkable area", "m²", "where a walker can stand"),
];

/// The pairs with a heat map, upward and across. The first few that can be drawn are.
pub(super) const PAIRS: &[(&str, &str)] = &[
    ("linearity", "pieces"),
    ("connectivity", "pieces"),
    ("volume", "pieces"),
    ("extent_z", "extent_x"),
    ("linearity", "connectivity"),
    ("depth", "linearity"),
    ("volume", "linearity"),
];

/// The measures of time, in milliseconds.
pub(super) const TIMES: &[Metric] = &[
    metric("generate_ms", "Generate", "ms", "growing the map"),
    metric("validate_ms", "Validate", "ms", "finding where it can be walked"),
];

/// Why generation ended although there was more to do.
pub(super) const STUCK: &[&str] = &["stuck", "standstill", "endless", "no-guide", "budget"];

/// Why generation ended with as many pieces as asked for.
pub(super) const FULL: &str = "piece-limit";

impl Metric {
    /// The measure of a column.
    pub(super) fn of(column: &str) -> Option<&'static Metric> {
        METRICS.iter().chain(TIMES).find(|metric| metric.column == column)
    }

    /// A text with the unit after it, on the same line.
    pub(super) fn with_unit(&self, text: &str) -> String {
        if self.unit.is_empty() { text.to_owned() } else { format!("{text}\u{a0}{}", self.unit) }
    }

    /// The label with the unit, for an axis.
    pub(super) fn axis(&self) -> String {
        if self.unit.is_empty() { self.label.to_owned() } else { format!("{} ({})", self.label, self.unit) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_of_known_measures() {
        for (up, across) in PAIRS {
            assert!(Metric::of(up).is_some() && Metric::of(across).is_some(), "{up}, {across}");
        }
    }
}

#[cfg(test)]
mod known {
    use super::*;

    /// Every metric of maps has a word here, but for the limits by area, which stand beside what they are limits of.
    #[test]
    fn the_page_knows_every_metric_of_maps() {
        let mut here: Vec<&str> = METRICS.iter().map(|metric| metric.column).collect();
        let known = snapmesh_nav::METRICS.iter().map(|metric| metric.name);
        let mut there: Vec<&str> = known.filter(|name| !name.starts_with("exact_")).collect();
        here.sort_unstable();
        there.sort_unstable();
        assert_eq!(here, there);
    }
}
