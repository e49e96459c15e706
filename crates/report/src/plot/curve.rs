//! Curves over a time, a dose or a predictor, with bands of draws and observed points.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::grid::{keep, named};
use super::palette::CHAINS;
use super::panel::{Frame, Panel};
use super::scale::range;
use super::svg::Svg;
use crate::data::{Quantities, Quantity};
use crate::statistics::quantile;

/// Curves with bands, made by [`curve`].
#[derive(Clone, Debug)]
pub struct Curve {
    x: Vec<f64>,
    quantities: Vec<Quantity>,
    observed: Vec<(f64, f64)>,
}

/// Draws the median of draws at each place `x`, with the bands that contain 50 % and 90 % of them: a level
/// over time, a concentration over hours, an effect over doses.
///
/// The elements of one variable are the heights of a curve, in the order of `x`. [`of`](Figure::of) selects
/// variables of a dataset; each of several variables is a curve with its name. Bands of expected values
/// show the uncertainty of the curve; bands of replicated observations show where observations lie.
///
/// ```
/// use monomorph_report::{data::Quantity, plot};
///
/// let (hours, seen) = ([0.5, 1.0, 2.0], [3.9, 3.1, 1.6]);
/// let heights = [[4.0, 4.2, 3.9], [3.0, 2.8, 3.3], [1.5, 1.8, 1.4]];
/// let concentration: Vec<Quantity> = (0..3)
///     .map(|k| Quantity::new(format!("concentration[{k}]"), vec![heights[k].to_vec()]))
///     .collect();
/// let figure = plot::curve(&hours, &concentration).observed(&hours, &seen).x_label("hours");
/// assert!(figure.to_svg().contains("observed"));
/// ```
pub fn curve(x: &[f64], source: &(impl Quantities + ?Sized)) -> Figure<Curve> {
    Figure::new(Curve { x: x.to_vec(), quantities: source.quantities(), observed: vec![] })
}

impl Figure<Curve> {
    /// Returns the figure with observed points, which have their own places.
    pub fn observed(mut self, x: &[f64], y: &[f64]) -> Self {
        let points = x.iter().copied().zip(y.iter().copied());
        self.plot.observed = points.filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        self
    }
}

/// The places of a curve in ascending order, with the quantiles there.
type Points = Vec<(f64, [f64; 5])>;

/// The probabilities of the ends of the wide band, of the ends of the narrow band, and of the line.
const PROBABILITIES: [f64; 5] = [0.05, 0.95, 0.25, 0.75, 0.5];

impl Curve {
    /// Returns the curves, with the names of their variables.
    fn curves(&self) -> Vec<(&str, Points)> {
        let of = |own: &'_ [Quantity]| {
            let places = self.x.iter().copied().zip(own).filter(|(x, _)| x.is_finite());
            let quantiles = |own: &Quantity| {
                let sorted = own.sorted();
                PROBABILITIES.map(|probability| quantile(&sorted, probability))
            };
            let mut curve: Points = places.map(|(x, own)| (x, quantiles(own))).collect();
            curve.sort_by(|left, right| left.0.total_cmp(&right.0));
            curve
        };
        let curves = self.quantities.chunk_by(|left, right| variable(left) == variable(right));
        curves.map(|own| (variable(&own[0]), of(own))).collect()
    }
}

/// Returns the name of the variable whose element a quantity is.
fn variable(quantity: &Quantity) -> &str {
    quantity.name.split('[').next().unwrap_or(&quantity.name)
}

impl Drawn for Curve {
    fn draw(&self, settings: &Settings) -> Svg {
        let (width, height) = settings.size(640.0, 320.0);
        let frame = Frame { left: 58.0, top: 28.0, width: width - 74.0, height: height - 72.0 };
        let curves = self.curves();
        let points = || curves.iter().flat_map(|(_, curve)| curve);
        let across = points().map(|point| point.0).chain(self.observed.iter().map(|point| point.0));
        let up = points().flat_map(|point| point.1).chain(self.observed.iter().map(|point| point.1));
        let panel = Panel::new(frame, range(across, 0.02), range(up, 0.04));
        let mut svg = Svg::new(width, height, format!("Curves with bands: {}", named(&self.quantities)));
        let classes: Vec<String> = (0..curves.len()).map(|place| format!("s{}", place % CHAINS)).collect();
        for (place, (_, curve)) in curves.iter().enumerate() {
            let fill = format!("f{}", place % CHAINS);
            for (low, high, look) in [(0, 1, "fill-opacity=\".16\""), (2, 3, "fill-opacity=\".28\"")] {
                let band: Vec<_> = curve.iter().map(|(x, own)| (*x, own[low], own[high])).collect();
                panel.between(&mut svg, &fill, look, &band);
            }
            let median = curve.iter().map(|(x, own)| (*x, own[4]));
            panel.line(&mut svg, &classes[place], "stroke-width=\"1.8\"", median);
        }
        panel.dots(&mut svg, "sink", "stroke-width=\"4.5\"", self.observed.iter().copied());
        panel.y_axis(&mut svg, settings.y_label(if curves.len() == 1 { curves[0].0 } else { "" }));
        panel.x_axis(&mut svg, settings.x_label(""));
        let usual = "median, 50 and 90 %";
        let name = |name| if curves.len() == 1 { usual } else { name };
        let seen = (!self.observed.is_empty()).then_some(("sink", "observed"));
        let lines = classes.iter().zip(&curves).map(|(class, (own, _))| (class.as_str(), name(own)));
        svg.legend(panel.right(), 16.0, &seen.into_iter().chain(lines).collect::<Vec<_>>());
        svg
    }

    fn keep(&mut self, names: &[String]) {
        keep(&mut self.quantities, names);
    }
}
