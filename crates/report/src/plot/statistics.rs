//! Statistics of data, observed and replicated.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::grid::{Grid, Margins};
use super::panel::Panel;
use super::scale::range;
use super::svg::Svg;
use crate::number::significant;
use crate::statistics::{quantile, sorted};

/// Statistics of observed and replicated data, made by [`statistics`].
#[derive(Clone, Debug)]
pub struct Statistics {
    rows: Vec<(String, f64, Vec<f64>)>,
}

/// Draws each statistic of the observed data (a line) in a histogram of the same statistic of replicated
/// data. A row is the name, the observed number and the replicated numbers.
///
/// ```
/// use monomorph_report::plot;
///
/// let figure = plot::statistics([("largest", 9.0, vec![4.0, 5.0, 3.5, 6.0, 4.4])]);
/// assert!(figure.to_svg().contains("largest"));
/// ```
pub fn statistics(rows: impl IntoIterator<Item = (impl Into<String>, f64, Vec<f64>)>) -> Figure<Statistics> {
    let rows = rows.into_iter().map(|(name, observed, replicated)| (name.into(), observed, replicated));
    Figure::new(Statistics { rows: rows.collect() })
}

impl Drawn for Statistics {
    fn draw(&self, settings: &Settings) -> Svg {
        let margins = Margins { left: 14.0, right: 14.0, top: 28.0, bottom: 34.0 };
        let count = self.rows.len();
        let grid = Grid::new(count, 3, (300.0, 180.0), margins, settings).with_legend();
        let names = self.rows.iter().map(|row| row.0.as_str()).collect::<Vec<_>>().join(", ");
        let mut svg = grid.svg(count, format!("Statistics of observed and of replicated data: {names}"));
        for (place, (name, observed, replicated)) in self.rows.iter().enumerate() {
            let sorted = sorted(replicated);
            let bins = histogram(&sorted);
            let edges = bins.iter().flat_map(|bin| [bin.0, bin.1]).chain([*observed]);
            let top = bins.iter().map(|bin| bin.2).fold(1.0, f64::max);
            let panel = Panel::new(grid.frame(place), range(edges, 0.04), (0.0, 1.06 * top));
            let [own, low, high] = [*observed, quantile(&sorted, 0.05), quantile(&sorted, 0.95)]
                .map(|value| significant(value, 4));
            svg.begin(&format!("{name}: observed {own}, replicated {low} to {high} (90 %)"));
            for (from, to, height) in bins {
                panel.area(&mut svg, "f0", "fill-opacity=\".35\"", &[(from, height), (to, height)]);
            }
            panel.vertical(&mut svg, "sink", "stroke-width=\"2.2\"", *observed);
            svg.end();
            panel.x_axis(&mut svg, settings.x_label(""));
            panel.title(&mut svg, name);
        }
        grid.legend(&mut svg, &[("sink", "observed"), ("s0", "replicated")]);
        svg
    }

    fn keep(&mut self, names: &[String]) {
        self.rows.retain(|row| names.contains(&row.0));
    }
}

/// Counts sorted values in bins: about as many bins as the square root of their number, and one for each
/// value if there are few.
fn histogram(sorted: &[f64]) -> Vec<(f64, f64, f64)> {
    let (Some(low), Some(high)) = (sorted.first(), sorted.last()) else { return vec![] };
    let mut distinct = sorted.to_vec();
    distinct.dedup();
    if distinct.len() <= 12 {
        let gap = distinct.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        let half = if gap.is_finite() { 0.4 * gap } else { 0.02 * low.abs().max(1.0) };
        let height = |value: &f64| sorted.iter().filter(|other| *other == value).count() as f64;
        return distinct.iter().map(|value| (value - half, value + half, height(value))).collect();
    }
    let bins = (sorted.len() as f64).sqrt().ceil().clamp(8.0, 30.0) as usize;
    let width = (high - low) / bins as f64;
    let mut found = vec![0.0; bins];
    for value in sorted {
        found[(((value - low) / width) as usize).min(bins - 1)] += 1.0;
    }
    let edge = |bin: usize| low + width * bin as f64;
    found.into_iter().enumerate().map(|(bin, count)| (edge(bin), edge(bin + 1), count)).collect()
}
