//! Densities of data, observed and replicated.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::panel::{Frame, Panel};
use super::scale::range;
use super::svg::Svg;
use crate::statistics::{Density, density, quantile, sorted};

/// The least number of observations for a density.
const ENOUGH: usize = 40;

/// The most replications that are shown.
const SHOWN: usize = 40;

/// Densities of observed and replicated data, made by [`predictive`].
#[derive(Clone, Debug)]
pub struct Predictive {
    observed: Vec<f64>,
    replicated: Vec<Vec<f64>>,
    bounds: (Option<f64>, Option<f64>),
}

/// Draws the density of the observed data over the densities of data replicated from the fitted model, at
/// most 40. With fewer than 40 observations it draws the share of values below each place, since a density
/// would show details that the data do not have.
///
/// ```
/// use monomorph_report::plot;
///
/// let figure = plot::predictive(&[1.0, 2.5, 3.0], &[vec![0.5, 2.0, 3.5], vec![1.5, 1.8, 2.9]]);
/// assert!(figure.bounds(Some(0.0), None).to_svg().contains("observed"));
/// ```
pub fn predictive(observed: &[f64], replicated: &[Vec<f64>]) -> Figure<Predictive> {
    let every = replicated.len().div_ceil(SHOWN).max(1);
    let replicated = replicated.iter().step_by(every).cloned().collect();
    Figure::new(Predictive { observed: observed.to_vec(), replicated, bounds: (None, None) })
}

impl Figure<Predictive> {
    /// Returns the figure with a least or a largest possible value of the data.
    pub fn bounds(mut self, lower: Option<f64>, upper: Option<f64>) -> Self {
        self.plot.bounds = (lower, upper);
        self
    }
}

impl Drawn for Predictive {
    fn draw(&self, settings: &Settings) -> Svg {
        let (width, height) = settings.size(640.0, 280.0);
        let frame = Frame { left: 16.0, top: 28.0, width: width - 32.0, height: height - 72.0 };
        let is_few = self.observed.len() < ENOUGH;
        let smooth = |values: &Vec<f64>| match is_few {
            true => shares(&sorted(values)),
            false => density(&sorted(values), self.bounds, settings.points(100)),
        };
        let observed = smooth(&self.observed);
        let curves: Vec<Density> = self.replicated.iter().map(smooth).collect();
        let shown = || curves.iter().chain([&observed]).filter(|own| !own.curve.is_empty());
        // The height of the panel is not that of the highest peak, so that one replication with a narrow
        // peak does not make the others flat.
        let tops = sorted(&shown().map(|own| own.top).collect::<Vec<_>>());
        let usual = 1.6 * quantile(&tops, 0.5);
        let top =
            tops.iter().copied().filter(|top| *top <= usual || tops.len() < 5).fold(observed.top, f64::max);
        let starts = sorted(&shown().map(|own| own.curve[0].0).collect::<Vec<_>>());
        let stops = sorted(&shown().filter_map(|own| own.curve.last()).map(|end| end.0).collect::<Vec<_>>());
        let own = range(self.observed.iter().copied(), 0.0);
        let ends = range([quantile(&starts, 0.1), quantile(&stops, 0.9), own.0, own.1], 0.02);
        let frame = if is_few { Frame { left: 58.0, width: width - 74.0, ..frame } } else { frame };
        let panel = Panel::new(frame, ends, (0.0, top * 1.04));
        let count = self.observed.len();
        let mut svg = Svg::new(width, height, format!("{count} observed values over replicated ones"));
        let inside = |own: &Density| {
            let points = own.curve.iter().copied().filter(|point| panel.x.contains(point.0));
            points.map(|(x, y)| (x, y.min(panel.y.high))).collect::<Vec<_>>()
        };
        for own in &curves {
            panel.line(&mut svg, "s0", "stroke-width=\".8\" stroke-opacity=\".35\"", inside(own));
        }
        panel.line(&mut svg, "sink", "stroke-width=\"2.2\"", inside(&observed));
        if is_few {
            panel.y_axis(&mut svg, settings.y_label("share below"));
        }
        panel.x_axis(&mut svg, settings.x_label(""));
        svg.legend(panel.right(), 16.0, &[("sink", "observed"), ("s0", "replicated")]);
        svg
    }
}

/// Returns the share of values below each place, as steps.
fn shares(sorted: &[f64]) -> Density {
    let count = sorted.len() as f64;
    let steps = sorted.iter().enumerate();
    let curve = steps.flat_map(|(k, value)| [(*value, k as f64 / count), (*value, (k + 1) as f64 / count)]);
    Density { curve: curve.collect(), top: 1.0 }
}
