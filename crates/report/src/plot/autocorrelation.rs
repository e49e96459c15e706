//! Autocorrelation of chains.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::grid::{Grid, Margins, keep, named};
use super::palette::CHAINS;
use super::panel::Panel;
use super::svg::Svg;
use crate::data::{Quantities, Quantity};
use crate::statistics::autocorrelation as correlate;

/// The autocorrelation of each chain, made by [`autocorrelation`].
#[derive(Clone, Debug)]
pub struct Autocorrelation {
    quantities: Vec<Quantity>,
    lags: usize,
}

/// Draws the correlation of each chain with itself some draws later.
///
/// ```
/// use monomorph_report::{data::Quantity, plot};
///
/// let mu = Quantity::new("mu", vec![vec![0.1, 0.5, 0.3, 0.8, 0.2]]);
/// assert!(plot::autocorrelation(&mu).lags(3).to_svg().contains("lag"));
/// ```
pub fn autocorrelation(source: &(impl Quantities + ?Sized)) -> Figure<Autocorrelation> {
    Figure::new(Autocorrelation { quantities: source.quantities(), lags: 40 })
}

impl Figure<Autocorrelation> {
    /// Returns the figure up to a lag.
    pub fn lags(mut self, lags: usize) -> Self {
        self.plot.lags = lags.max(1);
        self
    }
}

impl Drawn for Autocorrelation {
    fn draw(&self, settings: &Settings) -> Svg {
        let margins = Margins { left: 44.0, right: 20.0, top: 26.0, bottom: 42.0 };
        let count = self.quantities.len();
        let grid = Grid::new(count, 2, (370.0, 190.0), margins, settings);
        let names = named(&self.quantities);
        let mut svg = grid.svg(count, format!("Autocorrelation of each chain: {names}"));
        for (place, quantity) in self.quantities.iter().enumerate() {
            let chains = quantity.chains.iter();
            let curves: Vec<Vec<f64>> = chains.map(|chain| correlate(chain, self.lags + 1)).collect();
            let least = curves.iter().flatten().copied().fold(-0.1, f64::min);
            let panel = Panel::new(grid.frame(place), (0.0, self.lags as f64), (least, 1.0));
            panel.horizontal(&mut svg, "grid", "", 0.0);
            panel.y_axis(&mut svg, "");
            panel.x_axis(&mut svg, settings.x_label("lag"));
            panel.title(&mut svg, &settings.panel(quantity.name.clone()));
            for (chain, own) in curves.iter().enumerate() {
                let points = own.iter().enumerate().map(|(lag, value)| (lag as f64, *value));
                panel.line(&mut svg, &format!("s{}", chain % CHAINS), "stroke-width=\"1.3\"", points);
            }
        }
        svg
    }

    fn keep(&mut self, names: &[String]) {
        keep(&mut self.quantities, names);
    }
}
