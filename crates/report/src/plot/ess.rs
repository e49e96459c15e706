//! The effective sample size of growing numbers of draws.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::grid::{Grid, Margins, keep, named};
use super::palette::CHAINS;
use super::panel::Panel;
use super::svg::Svg;
use crate::data::{Quantities, Quantity};

/// A function of the draws of chains.
type Measure = fn(&[&[f64]]) -> f64;

/// The effective sample size of growing numbers of draws, made by [`ess`].
#[derive(Clone, Debug)]
pub struct Ess {
    quantities: Vec<Quantity>,
    measures: Vec<(String, Measure)>,
}

/// Draws the effective sample size of the first draws of all chains against their number: it should grow in
/// proportion. The functions that compute effective sample sizes are set by [`Figure::measure`].
///
/// ```
/// use monomorph_report::{data::Quantity, plot};
///
/// fn all_of_them(chains: &[&[f64]]) -> f64 {
///     chains.iter().map(|chain| chain.len() as f64).sum()
/// }
///
/// let mu = Quantity::new("mu", vec![vec![0.5; 100], vec![0.5; 100]]);
/// let figure = plot::ess(&mu).measure("bulk", all_of_them).measure("tail", all_of_them);
/// assert!(figure.to_svg().contains("bulk"));
/// ```
pub fn ess(source: &(impl Quantities + ?Sized)) -> Figure<Ess> {
    Figure::new(Ess { quantities: source.quantities(), measures: vec![] })
}

impl Figure<Ess> {
    /// Returns the figure with one more effective sample size, such as that of the bulk or of the tails.
    pub fn measure(mut self, name: &str, measure: fn(&[&[f64]]) -> f64) -> Self {
        self.plot.measures.push((name.into(), measure));
        self
    }
}

impl Drawn for Ess {
    fn draw(&self, settings: &Settings) -> Svg {
        let margins = Margins { left: 64.0, right: 20.0, top: 26.0, bottom: 42.0 };
        let count = self.quantities.len();
        let grid = Grid::new(count, 2, (370.0, 210.0), margins, settings);
        let names = named(&self.quantities);
        let mut svg = grid.svg(count, format!("Effective sample size against draws: {names}"));
        for (place, quantity) in self.quantities.iter().enumerate() {
            let draws = quantity.chains.iter().map(Vec::len).min().unwrap_or(0);
            let parts: Vec<usize> = (1..=20).map(|part| draws * part / 20).filter(|own| *own >= 4).collect();
            let curve = |measure: Measure| -> Vec<(f64, f64)> {
                let of_first = |own: usize| {
                    let chains: Vec<&[f64]> = quantity.chains.iter().map(|chain| &chain[..own]).collect();
                    ((own * chains.len()) as f64, measure(&chains))
                };
                parts.iter().map(|own| of_first(*own)).collect()
            };
            let curves: Vec<_> = self.measures.iter().map(|(_, measure)| curve(*measure)).collect();
            let finite = curves.iter().flatten().map(|point| point.1).filter(|ess| ess.is_finite());
            let wanted = 100.0 * quantity.chains.len() as f64;
            let top = finite.fold(wanted, f64::max) * 1.05;
            let all = (draws * quantity.chains.len()) as f64;
            let panel = Panel::new(grid.frame(place), (0.0, all), (0.0, top));
            panel.horizontal(&mut svg, "line smuted", "stroke-dasharray=\"4 3\"", wanted);
            panel.y_axis(&mut svg, "");
            panel.x_axis(&mut svg, settings.x_label("draws"));
            panel.title(&mut svg, &quantity.name);
            for (measure, own) in curves.iter().enumerate() {
                let class = format!("s{}", measure % CHAINS);
                panel.line(&mut svg, &class, "stroke-width=\"1.5\"", own.iter().copied());
                panel.dots(&mut svg, &class, "stroke-width=\"4\"", own.iter().copied());
            }
            let classes: Vec<String> =
                (0..self.measures.len()).map(|own| format!("s{}", own % CHAINS)).collect();
            let entries: Vec<(&str, &str)> = classes
                .iter()
                .zip(&self.measures)
                .map(|(class, (name, _))| (class.as_str(), name.as_str()))
                .collect();
            svg.legend(panel.right(), panel.frame.top - 8.0, &entries);
        }
        svg
    }

    fn keep(&mut self, names: &[String]) {
        keep(&mut self.quantities, names);
    }
}
