//! Pairs of quantities.

use super::density::{curve, without_density};
use super::figure::{Figure, Settings, sealed::Drawn};
use super::grid::{keep, named};
use super::panel::{Frame, Panel};
use super::scale::range;
use super::svg::Svg;
use crate::data::{Quantities, Quantity};

/// The most points of a panel: more could not be distinguished.
const POINTS: usize = 1500;

/// The draws of each pair of quantities, made by [`pairs`].
#[derive(Clone, Debug)]
pub struct Pairs {
    quantities: Vec<Quantity>,
    divergent: Vec<bool>,
}

/// Plots the draws of each pair of quantities, with the density of each quantity on the diagonal. Divergent
/// transitions are marked, to show whether they cluster.
///
/// ```
/// use monomorph_report::{data::Quantity, plot};
///
/// let mu = Quantity::new("mu", vec![vec![0.1, 0.5, 0.3, 0.8]]);
/// let tau = Quantity::new("tau", vec![vec![1.1, 0.2, 0.3, 0.9]]).lower(0.0);
/// let svg = plot::pairs(&[mu, tau]).divergences(&[vec![false, true, false, false]]).to_svg();
/// assert!(svg.contains("sbad"));
/// ```
pub fn pairs(source: &(impl Quantities + ?Sized)) -> Figure<Pairs> {
    Figure::new(Pairs { quantities: source.quantities(), divergent: vec![] })
}

impl Figure<Pairs> {
    /// Returns the figure with the divergent transitions of each chain marked.
    pub fn divergences(mut self, chains: &[Vec<bool>]) -> Self {
        self.plot.divergent = chains.concat();
        self
    }
}

impl Drawn for Pairs {
    fn draw(&self, settings: &Settings) -> Svg {
        let count = self.quantities.len();
        let side = settings.width.map_or(168.0, |width| width.max(60.0));
        let (gap, left, top) = (14.0, 66.0, 10.0);
        let size = (side + gap) * count.max(1) as f64;
        let names = named(&self.quantities);
        let divergent = self.divergent.iter().filter(|is| **is).count();
        let description = format!("Pairs of {names}, with {divergent} divergent transitions");
        let mut svg = Svg::new(left + size, top + size + 30.0, description);
        let values: Vec<Vec<f64>> = self.quantities.iter().map(|quantity| quantity.chains.concat()).collect();
        let sorted: Vec<Vec<f64>> = self.quantities.iter().map(Quantity::sorted).collect();
        let ends: Vec<(f64, f64)> = sorted.iter().map(|own| range(own.iter().copied(), 0.03)).collect();
        for row in 0..count {
            for column in 0..=row {
                let (x, y) = (left + (side + gap) * column as f64, top + (side + gap) * row as f64);
                let frame = Frame { left: x, top: y, width: side, height: side };
                let mut panel = Panel::new(frame, ends[column], ends[row]);
                if row == column {
                    let density = curve(&self.quantities[row], &sorted[row], settings.points(96));
                    panel = Panel::new(frame, ends[row], (0.0, density.top * 1.1));
                    panel.area(&mut svg, "f0", "fill-opacity=\".2\"", &density.curve);
                    panel.line(&mut svg, "s0", "stroke-width=\"1.4\"", density.curve.iter().copied());
                    if density.curve.is_empty() {
                        without_density(&mut svg, &panel, &sorted[row]);
                    }
                } else {
                    self.points(&mut svg, &panel, &values[column], &values[row], settings);
                }
                match column == 0 && row > 0 {
                    true => panel.y_axis(&mut svg, &self.quantities[row].label()),
                    false if row > column => {
                        svg.path("axis", "", &format!("M{x} {y}v{side}"));
                    }
                    false => {}
                }
                match row + 1 == count {
                    true => panel.x_axis(&mut svg, &self.quantities[column].label()),
                    false => panel.floor(&mut svg),
                }
            }
        }
        svg
    }

    fn keep(&mut self, names: &[String]) {
        keep(&mut self.quantities, names);
    }
}

impl Pairs {
    /// Plots some of the draws, and above them all draws that diverged.
    fn points(&self, svg: &mut Svg, panel: &Panel, x: &[f64], y: &[f64], settings: &Settings) {
        let is_divergent = |draw: usize| self.divergent.get(draw).copied().unwrap_or(false);
        let draws = x.len().min(y.len());
        let every = draws.div_ceil(settings.points(POINTS)).max(1);
        let plain = (0..draws).step_by(every).filter(|draw| !is_divergent(*draw));
        let marked: Vec<usize> = (0..draws).filter(|draw| is_divergent(*draw)).collect();
        let every = marked.len().div_ceil(POINTS / 2).max(1);
        let look = "stroke-width=\"2.2\" stroke-opacity=\".3\"";
        panel.dots(svg, "s0", look, plain.map(|draw| (x[draw], y[draw])));
        let look = "stroke-width=\"3.6\" stroke-opacity=\".9\"";
        panel.dots(svg, "sbad", look, marked.into_iter().step_by(every).map(|draw| (x[draw], y[draw])));
    }
}
