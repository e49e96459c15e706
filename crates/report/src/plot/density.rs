//! Densities of chains.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::grid::{Grid, Margins, keep, named};
use super::palette::CHAINS;
use super::panel::Panel;
use super::scale::range;
use super::svg::{Anchor, Svg};
use crate::data::{Quantities, Quantity};
use crate::statistics::{Density, density as smooth, sorted};

/// A density of each chain, made by [`density`].
#[derive(Clone, Debug)]
pub struct Densities {
    quantities: Vec<Quantity>,
}

/// Draws a density of each chain, from its least to its largest draw: the curves of chains that agree
/// coincide.
///
/// ```
/// use monomorph_report::{data::Quantity, plot};
///
/// let tau = Quantity::new("tau", vec![vec![0.1, 0.5, 0.3, 0.8], vec![0.2, 0.4, 0.6, 0.7]]).lower(0.0);
/// assert!(plot::density(&tau).to_svg().contains("tau"));
/// ```
pub fn density(source: &(impl Quantities + ?Sized)) -> Figure<Densities> {
    Figure::new(Densities { quantities: source.quantities() })
}

impl Drawn for Densities {
    fn draw(&self, settings: &Settings) -> Svg {
        let margins = Margins { left: 14.0, right: 14.0, top: 26.0, bottom: 26.0 };
        let count = self.quantities.len();
        let grid = Grid::new(count, 2, (370.0, 190.0), margins, settings);
        let names = named(&self.quantities);
        let mut svg = grid.svg(count, format!("Density of each chain: {names}"));
        for (place, quantity) in self.quantities.iter().enumerate() {
            let curves: Vec<Density> = quantity
                .chains
                .iter()
                .map(|chain| curve(quantity, &sorted(chain), settings.points(128)))
                .collect();
            let places = curves.iter().flat_map(|own| &own.curve).map(|point| point.0);
            let top =
                curves.iter().filter(|own| !own.curve.is_empty()).map(|own| own.top).fold(0.0, f64::max);
            let all = quantity.sorted();
            let ends = if top > 0.0 { range(places, 0.01) } else { range(all.iter().copied(), 0.05) };
            let panel = Panel::new(grid.frame(place), ends, (0.0, 1.04 * top));
            panel.x_axis(&mut svg, "");
            panel.title(&mut svg, &settings.panel(quantity.label()));
            for (chain, own) in curves.iter().enumerate() {
                let class = format!("s{}", chain % CHAINS);
                panel.line(&mut svg, &class, "stroke-width=\"1.4\"", own.curve.iter().copied());
            }
            if top == 0.0 {
                without_density(&mut svg, &panel, &all);
            }
        }
        svg
    }

    fn keep(&mut self, names: &[String]) {
        keep(&mut self.quantities, names);
    }
}

/// Returns the density of sorted draws of a quantity.
pub(super) fn curve(quantity: &Quantity, sorted: &[f64], points: usize) -> Density {
    smooth(sorted, (quantity.lower, quantity.upper), points)
}

/// Draws a replacement of a density: a line if all draws are one number, or words.
pub(super) fn without_density(svg: &mut Svg, panel: &Panel, sorted: &[f64]) {
    match sorted.first() {
        Some(only) => {
            panel.vertical(svg, "line s0", "stroke-width=\"2\"", *only);
            let words = if sorted.len() == 1 { "one draw" } else { "all draws are equal" };
            middle(svg, panel, words);
        }
        None => middle(svg, panel, "no draw is finite"),
    }
}

fn middle(svg: &mut Svg, panel: &Panel, words: &str) {
    let (x, y) = (panel.frame.left + panel.frame.width / 2.0, panel.frame.top + panel.frame.height / 2.0);
    svg.text("tick", x + 6.0, y, Anchor::Middle, words);
}
