//! The draws of chains, one after the other.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::grid::{Grid, Margins, keep, named};
use super::palette::CHAINS;
use super::panel::Panel;
use super::scale::range;
use super::svg::Svg;
use crate::data::{Quantities, Quantity};

/// The draws of each chain one after the other, made by [`trace`].
#[derive(Clone, Debug)]
pub struct Trace {
    quantities: Vec<Quantity>,
}

/// Draws a line through the draws of each chain, one after the other: chains that have converged and mix
/// well look like one thick band.
///
/// With many draws, a line shows the least and the largest of every few draws, so that no extreme is lost.
///
/// ```
/// use monomorph_report::{data::Quantity, plot};
///
/// let mu = Quantity::new("mu", vec![vec![0.1, 0.5, 0.3], vec![0.2, 0.4, 0.6]]).units("kg");
/// assert!(plot::trace(&mu).to_svg().contains("mu (kg)"));
/// ```
pub fn trace(source: &(impl Quantities + ?Sized)) -> Figure<Trace> {
    Figure::new(Trace { quantities: source.quantities() })
}

impl Drawn for Trace {
    fn draw(&self, settings: &Settings) -> Svg {
        let margins = Margins { left: 58.0, right: 20.0, top: 26.0, bottom: 26.0 };
        let count = self.quantities.len();
        let grid = Grid::new(count, 1, (640.0, 190.0), margins, settings);
        let names = named(&self.quantities);
        let mut svg = grid.svg(count, format!("Draws of each chain, one after the other: {names}"));
        for (place, quantity) in self.quantities.iter().enumerate() {
            let draws = quantity.chains.iter().map(Vec::len).max().unwrap_or(0);
            let x = (0.0, draws.saturating_sub(1) as f64);
            let panel =
                Panel::new(grid.frame(place), x, range(quantity.chains.iter().flatten().copied(), 0.02));
            panel.y_axis(&mut svg, "");
            panel.x_axis(&mut svg, "");
            panel.title(&mut svg, &quantity.label());
            // For each pixel and a half there are two points, the least and the largest draw.
            let points = settings.points((panel.frame.width / 1.5) as usize);
            for (chain, values) in quantity.chains.iter().enumerate() {
                let look = "stroke-width=\".8\" stroke-opacity=\".75\"";
                panel.line(&mut svg, &format!("s{}", chain % CHAINS), look, envelope(values, points));
            }
        }
        svg
    }

    fn keep(&mut self, names: &[String]) {
        keep(&mut self.quantities, names);
    }
}

/// Returns at most about `points` points: the smallest and the largest of every few successive draws, at
/// their places.
fn envelope(values: &[f64], points: usize) -> Vec<(f64, f64)> {
    let point = |(place, value): (usize, &f64)| (place as f64, *value);
    if values.len() <= points {
        return values.iter().enumerate().map(point).collect();
    }
    let size = (2 * values.len()).div_ceil(points);
    let mut found = vec![];
    for (part, few) in values.chunks(size).enumerate() {
        let finite = || few.iter().enumerate().filter(|(_, value)| value.is_finite());
        let low = finite().min_by(|a, b| a.1.total_cmp(b.1));
        let high = finite().max_by(|a, b| a.1.total_cmp(b.1));
        let (Some(low), Some(high)) = (low, high) else {
            found.push(((part * size) as f64, f64::NAN));
            continue;
        };
        let (first, second) = if low.0 < high.0 { (low, high) } else { (high, low) };
        found.push(point((part * size + first.0, first.1)));
        if second.0 != first.0 {
            found.push(point((part * size + second.0, second.1)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_excursion_is_lost() {
        let mut values: Vec<f64> = (0..10_000).map(|k| f64::from(k % 7)).collect();
        values[5_432] = 99.0;
        values[5_433] = -99.0;
        let found = envelope(&values, 200);
        assert!(found.len() <= 202);
        assert!(found.contains(&(5_432.0, 99.0)) && found.contains(&(5_433.0, -99.0)));
        assert!(found.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
