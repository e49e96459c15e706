//! Densities of the prior and of the posterior.

use super::density::{curve, without_density};
use super::figure::{Figure, Settings, sealed::Drawn};
use super::grid::{Grid, Margins, keep, named};
use super::panel::Panel;
use super::scale::range;
use super::svg::Svg;
use crate::data::{Quantities, Quantity};
use crate::statistics::quantile;

/// The densities of prior and posterior, made by [`prior_posterior`].
#[derive(Clone, Debug)]
pub struct PriorPosterior {
    prior: Vec<Quantity>,
    posterior: Vec<Quantity>,
}

/// Draws the density of each quantity before the data and after. A prior that is far wider is shown only in
/// the middle of its range.
///
/// ```
/// use monomorph_report::{data::Quantity, plot};
///
/// let prior = Quantity::new("mu", vec![vec![-4.1, 0.5, 5.3, -1.8]]);
/// let posterior = Quantity::new("mu", vec![vec![1.1, 0.9, 1.3, 1.2]]);
/// assert!(plot::prior_posterior(&prior, &posterior).to_svg().contains("posterior"));
/// ```
pub fn prior_posterior(
    prior: &(impl Quantities + ?Sized),
    posterior: &(impl Quantities + ?Sized),
) -> Figure<PriorPosterior> {
    let prior = prior.quantities();
    let mut posterior = posterior.quantities();
    posterior.retain(|own| prior.iter().any(|before| before.name == own.name));
    Figure::new(PriorPosterior { prior, posterior })
}

impl Drawn for PriorPosterior {
    fn draw(&self, settings: &Settings) -> Svg {
        let margins = Margins { left: 14.0, right: 14.0, top: 28.0, bottom: 28.0 };
        let count = self.posterior.len();
        let grid = Grid::new(count, 3, (300.0, 180.0), margins, settings).with_legend();
        let names = named(&self.posterior);
        let mut svg = grid.svg(count, format!("Densities before and after the data: {names}"));
        for (place, after) in self.posterior.iter().enumerate() {
            let Some(before) = self.prior.iter().find(|own| own.name == after.name) else { continue };
            let (prior, posterior) = (before.sorted(), after.sorted());
            let ends = ends(&prior, &posterior);
            let inside = |sorted: &[f64]| {
                let density = curve(after, sorted, 4 * settings.points(100));
                let mut points = density.curve;
                points.retain(|point| (ends.0..=ends.1).contains(&point.0));
                // The curve of a wide prior has few points in this range, that of a narrow prior too many.
                let every = points.len().div_ceil(settings.points(100)).max(1);
                points.into_iter().step_by(every).collect::<Vec<_>>()
            };
            let (prior, curve) = (inside(&prior), inside(&posterior));
            let top = prior.iter().chain(&curve).map(|point| point.1).fold(0.0, f64::max);
            let panel = Panel::new(grid.frame(place), ends, (0.0, 1.04 * top));
            panel.area(&mut svg, "f0", "fill-opacity=\".2\"", &curve);
            panel.line(
                &mut svg,
                "s1",
                "stroke-width=\"1.5\" stroke-dasharray=\"5 3\"",
                prior.iter().copied(),
            );
            panel.line(&mut svg, "s0", "stroke-width=\"1.5\"", curve.iter().copied());
            if curve.is_empty() {
                without_density(&mut svg, &panel, &posterior);
            }
            panel.x_axis(&mut svg, "");
            panel.title(&mut svg, &after.label());
        }
        grid.legend(&mut svg, &[("s1", "prior"), ("s0", "posterior")]);
        svg
    }

    fn keep(&mut self, names: &[String]) {
        keep(&mut self.posterior, names);
    }
}

/// Returns the range of nearly all draws of the posterior and of most of the prior, at most four times the
/// former.
fn ends(prior: &[f64], posterior: &[f64]) -> (f64, f64) {
    let own = (quantile(posterior, 0.002), quantile(posterior, 0.998));
    let wide = (quantile(prior, 0.02), quantile(prior, 0.98));
    let room = 1.5 * (own.1 - own.0);
    if !room.is_finite() || room <= 0.0 || !(wide.0.is_finite() && wide.1.is_finite()) {
        return range(prior.iter().chain(posterior).copied(), 0.02);
    }
    range([own.0.min(wide.0.max(own.0 - room)), own.1.max(wide.1.min(own.1 + room))], 0.01)
}
