//! The difference between the distribution of numbers that should be uniform and the uniform distribution.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::grid::{Grid, Margins, keep, named};
use super::panel::Panel;
use super::svg::Svg;
use crate::data::{Quantities, Quantity};

/// Differences from uniform distributions, made by [`ecdf`].
#[derive(Clone, Debug)]
pub struct Ecdf {
    quantities: Vec<Quantity>,
    /// For some places, the least and the largest share of values below them.
    band: Vec<(f64, f64, f64)>,
}

/// Draws the share of values at or below each place of [0, 1], minus that place. It is made for ranks of
/// simulation-based calibration and for places of observations among their predictions (PIT), which are
/// uniform if the model and the sampler are correct.
///
/// A hill means that values are too small, a valley that they are too large. An N-shaped curve means too
/// many values at both ends, since predictions are too narrow, and its mirror image too many values in the
/// middle.
///
/// ```
/// use monomorph_report::{data::Quantity, plot};
///
/// let ranks = Quantity::new("tau", vec![vec![0.1, 0.3, 0.4, 0.8]]);
/// let figure = plot::ecdf(&ranks).band(&[0.25, 0.5, 0.75], &[0.0, 0.0, 0.25], &[0.75, 1.0, 1.0]);
/// assert!(figure.to_svg().contains("tau"));
/// ```
pub fn ecdf(source: &(impl Quantities + ?Sized)) -> Figure<Ecdf> {
    Figure::new(Ecdf { quantities: source.quantities(), band: vec![] })
}

impl Figure<Ecdf> {
    /// Returns the figure with a band that contains uniform values: places between 0 and 1, and the least
    /// and the largest share of values at or below each place.
    pub fn band(mut self, places: &[f64], lower: &[f64], upper: &[f64]) -> Self {
        let shares = places.iter().zip(lower).zip(upper);
        self.plot.band = shares.map(|((place, lower), upper)| (*place, *lower, *upper)).collect();
        self
    }
}

impl Drawn for Ecdf {
    fn draw(&self, settings: &Settings) -> Svg {
        let margins = Margins { left: 58.0, right: 20.0, top: 26.0, bottom: 42.0 };
        let count = self.quantities.len();
        let grid = Grid::new(count, 2, (370.0, 190.0), margins, settings);
        let mut svg =
            grid.svg(count, format!("Differences from uniform distributions: {}", named(&self.quantities)));
        let ends = [(0.0, 0.0, 0.0)].into_iter().chain(self.band.iter().copied()).chain([(1.0, 1.0, 1.0)]);
        let band: Vec<_> = ends.map(|(z, lower, upper)| (z, lower - z, upper - z)).collect();
        for (place, quantity) in self.quantities.iter().enumerate() {
            let curve = differences(&quantity.sorted());
            let heights = curve.iter().map(|point| point.1).chain(band.iter().flat_map(|own| [own.1, own.2]));
            let largest = heights.map(f64::abs).filter(|height| height.is_finite()).fold(0.02, f64::max);
            let panel = Panel::new(grid.frame(place), (0.0, 1.0), (-1.08 * largest, 1.08 * largest));
            panel.between(&mut svg, "band", "", &band);
            panel.horizontal(&mut svg, "grid", "", 0.0);
            panel.line(&mut svg, "s0", "stroke-width=\"1.5\"", curve);
            panel.y_axis(&mut svg, settings.y_label(""));
            panel.x_axis(&mut svg, settings.x_label("place"));
            panel.title(&mut svg, &settings.panel(quantity.label()));
        }
        svg
    }

    fn keep(&mut self, names: &[String]) {
        keep(&mut self.quantities, names);
    }
}

/// Returns the corners of the share of values at or below a place, minus that place: two for each value,
/// since the curve falls between values and jumps at them.
fn differences(sorted: &[f64]) -> Vec<(f64, f64)> {
    let count = sorted.len().max(1) as f64;
    let leaps = sorted.iter().enumerate().flat_map(|(below, value)| {
        let value = value.clamp(0.0, 1.0);
        [below, below + 1].map(|below| (value, below as f64 / count - value))
    });
    let end = if sorted.is_empty() { vec![] } else { vec![(1.0, 0.0)] };
    [(0.0, 0.0)].into_iter().chain(leaps).chain(end).collect()
}
