//! The ranks of each chain.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::grid::{Grid, Margins, named};
use super::palette::CHAINS;
use super::panel::Panel;
use super::svg::Svg;
use crate::data::{Quantities, Quantity};
use crate::statistics::{band, ranks};

/// The differences of the ranks of each chain from uniform ranks, made by [`rank`].
#[derive(Clone, Debug)]
pub struct RankPlot {
    quantities: Vec<Quantity>,
    effective: Vec<f64>,
}

/// Draws the differences of the ranks of each chain's draws among all draws from uniform ranks: the
/// distribution of the chain's ranks minus the uniform one, with the band that contains all chains with a
/// probability of 99 % if they agree.
///
/// A chain whose values are too high has a valley, one whose values are too low a hill, one that is too
/// narrow both. A single chain is divided into halves, whose ranks are compared.
///
/// ```
/// use monomorph_report::{data::Quantity, plot};
///
/// let tau = Quantity::new("tau", vec![vec![0.1, 0.5, 0.3, 0.8], vec![0.2, 0.4, 0.6, 0.7]]);
/// let svg = plot::rank(&tau).effective_draws(&[6.5]).to_svg();
/// assert!(svg.contains("tau"));
/// ```
pub fn rank(source: &(impl Quantities + ?Sized)) -> Figure<RankPlot> {
    Figure::new(RankPlot { quantities: source.quantities(), effective: vec![] })
}

impl Figure<RankPlot> {
    /// Returns the figure with the effective number of draws of each quantity, over all chains: the band is
    /// that of as many independent draws. Without it the band is that of all draws, which is too narrow if
    /// successive draws are correlated.
    pub fn effective_draws(mut self, effective: &[f64]) -> Self {
        self.plot.effective = effective.to_vec();
        self
    }
}

impl Drawn for RankPlot {
    fn draw(&self, settings: &Settings) -> Svg {
        let margins = Margins {
            left: 58.0,
            right: 20.0,
            top: 26.0,
            bottom: if settings.x_label.as_deref() == Some("") { 26.0 } else { 42.0 },
        };
        let count = self.quantities.len();
        let grid = Grid::new(count, 2, (370.0, 190.0), margins, settings);
        let names = named(&self.quantities);
        let description = format!("Ranks of each chain minus uniform ranks, with a band of 99 %: {names}");
        let mut svg = grid.svg(count, description);
        let points = settings.points(100).min(100) / 2 * 2;
        for (place, quantity) in self.quantities.iter().enumerate() {
            let found = ranks(&quantity.chains, points);
            let chains = found.differences.len().max(1);
            let effective = self.effective.get(place).copied().filter(|ess| ess.is_finite());
            let draws =
                effective.map_or(found.draws as f64, |ess| (ess / chains as f64).min(found.draws as f64));
            let width = band(chains, draws, points);
            let largest =
                found.differences.iter().flatten().chain(&width).map(|d| d.abs()).fold(0.0, f64::max);
            let panel = Panel::new(grid.frame(place), (0.0, 1.0), (-1.08 * largest, 1.08 * largest));
            let share = |point: usize| point as f64 / points as f64;
            let curve: Vec<_> = width.iter().enumerate().map(|(k, w)| (share(k), -w, *w)).collect();
            panel.between(&mut svg, "band", "", &curve);
            panel.horizontal(&mut svg, "grid", "", 0.0);
            panel.y_axis(&mut svg, "");
            panel.x_axis(&mut svg, settings.x_label("rank among all draws"));
            panel.title(&mut svg, &settings.panel(quantity.name.clone()));
            for (chain, own) in found.differences.iter().enumerate() {
                let points = own.iter().enumerate().map(|(k, difference)| (share(k), *difference));
                panel.line(&mut svg, &format!("s{}", chain % CHAINS), "stroke-width=\"1.2\"", points);
            }
        }
        svg
    }

    fn keep(&mut self, names: &[String]) {
        let own = std::mem::take(&mut self.quantities);
        self.effective.resize(own.len(), f64::NAN);
        let both = own.into_iter().zip(std::mem::take(&mut self.effective));
        let is_kept = |(quantity, _): &(Quantity, f64)| names.iter().any(|name| quantity.is_of(name));
        (self.quantities, self.effective) = both.filter(is_kept).unzip();
    }
}
