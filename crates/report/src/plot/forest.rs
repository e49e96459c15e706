//! Densities with intervals, one row for each quantity.

use super::density::curve;
use super::figure::{Figure, Settings, sealed::Drawn};
use super::grid::{keep, named};
use super::panel::{Frame, Panel};
use super::scale::range;
use super::svg::{Anchor, Svg, px, text_width};
use crate::data::{Quantities, Quantity};
use crate::number::significant;
use crate::statistics::quantile;

/// Densities with medians and intervals, made by [`forest`].
#[derive(Clone, Debug)]
pub struct Forest {
    /// The quantities of each fit; those of the first fit are the rows.
    fits: Vec<(String, Vec<Quantity>)>,
    reference: Option<f64>,
    outer: f64,
    /// The range of the axis, if several figures share it.
    ends: Option<(f64, f64)>,
}

/// Draws densities with medians (circles), 50 % intervals (thick) and 90 % intervals (thin), a row for each
/// quantity.
///
/// ```
/// use monomorph_report::{data::Quantity, plot};
///
/// let centred = Quantity::new("mu", vec![vec![0.1, 0.5, 0.3, 0.8], vec![0.2, 0.4, 0.6, 0.7]]);
/// let other = Quantity::new("mu", vec![vec![0.2, 0.5, 0.4, 0.7], vec![0.1, 0.5, 0.6, 0.9]]);
/// let figure = plot::forest(&centred).interval(0.95).beside("centred", "non-centred", &other);
/// assert!(figure.to_svg().contains("non-centred"));
/// ```
pub fn forest(source: &(impl Quantities + ?Sized)) -> Figure<Forest> {
    let fits = vec![(String::new(), source.quantities())];
    Figure::new(Forest { fits, reference: None, outer: 0.9, ends: None })
}

impl Figure<Forest> {
    /// Returns the figure with a line at a number, such as 0.
    pub fn reference(mut self, value: f64) -> Self {
        self.plot.reference = Some(value);
        self
    }

    /// Returns the figure with thin intervals of a probability other than 0.9.
    pub fn interval(mut self, probability: f64) -> Self {
        self.plot.outer = probability.clamp(0.5, 1.0);
        self
    }

    pub(crate) fn ends(mut self, ends: (f64, f64)) -> Self {
        self.plot.ends = Some(ends);
        self
    }

    /// Returns the figure with the quantities of a second fit that have the same names, and the names of
    /// both fits.
    pub fn beside(mut self, first: &str, second: &str, source: &(impl Quantities + ?Sized)) -> Self {
        self.plot.fits.truncate(1);
        self.plot.fits[0].0 = first.into();
        self.plot.fits.push((second.into(), source.quantities()));
        self
    }
}

/// Quantiles of a row.
struct Interval {
    outer: (f64, f64),
    inner: (f64, f64),
    median: f64,
}

impl Forest {
    fn interval(&self, sorted: &[f64]) -> Interval {
        let tail = (1.0 - self.outer) / 2.0;
        let at = |probability| quantile(sorted, probability);
        Interval { outer: (at(tail), at(1.0 - tail)), inner: (at(0.25), at(0.75)), median: at(0.5) }
    }

    /// Returns the range of all rows: of nearly all draws of each row.
    fn range(&self, rows: &[Vec<Vec<f64>>]) -> (f64, f64) {
        let ends = rows.iter().flatten().flat_map(|sorted| {
            let tail = ((1.0 - self.outer) / 2.0).min(0.005);
            [quantile(sorted, tail), quantile(sorted, 1.0 - tail)]
        });
        range(ends.chain(self.reference), 0.01)
    }

    fn row(&self, svg: &mut Svg, panel: &Panel, fit: usize, base: f64, quantity: &Quantity, sorted: &[f64]) {
        let Interval { outer, inner, median } = self.interval(sorted);
        let words = |value: f64| significant(value, 4);
        let percent = (100.0 * self.outer).round();
        svg.begin(&match sorted.is_empty() {
            true => format!("{}: no draw is finite", quantity.name),
            false => format!(
                "{}: median {}, {percent} % interval {} to {}",
                quantity.name,
                words(median),
                words(outer.0),
                words(outer.1)
            ),
        });
        let class = format!("s{fit}");
        for ((low, high), width) in [(outer, "1.4"), (inner, "4")] {
            if let (Some(from), Some(to)) = (panel.x.at(low), panel.x.at(high)) {
                let d = format!("M{} {}H{}", px(from), px(base), px(to.max(from + 0.1)));
                svg.path(&format!("line {class}"), &format!("stroke-width=\"{width}\""), &d);
            }
        }
        if let Some(x) = panel.x.at(median) {
            svg.circle(&format!("paper {class}"), "stroke-width=\"1.6\"", (x, base), 3.2);
        }
        svg.end();
    }
}

impl Drawn for Forest {
    fn draw(&self, settings: &Settings) -> Svg {
        let quantities = &self.fits[0].1;
        // Returns the quantity with a name in each fit.
        let of_name = |fit: usize, name: &str| self.fits[fit].1.iter().find(|quantity| quantity.name == name);
        let rows: Vec<Vec<Vec<f64>>> = quantities
            .iter()
            .map(|own| {
                let fits = (0..self.fits.len()).filter_map(|fit| of_name(fit, &own.name));
                fits.map(Quantity::sorted).collect()
            })
            .collect();
        let left = quantities.iter().map(|own| text_width(&own.label())).fold(20.0, f64::max) + 22.0;
        let y_label = settings.y_label("");
        let left = if y_label.is_empty() { left } else { left + 20.0 };
        let width = settings.width.unwrap_or(640.0_f64.max(left + 240.0));
        let count = quantities.len().max(1) as f64;
        let usual = if self.fits.len() > 1 { 32.0 } else { 27.0 };
        let step = settings.height.map_or(usual, |all| ((all - 60.0) / count).max(12.0));
        let height = step * count;
        let top = if self.fits.len() > 1 { 24.0 } else { 8.0 };
        let frame = Frame { left, top, width: (width - left - 16.0).max(40.0), height };
        let panel = Panel::new(frame, self.ends.unwrap_or_else(|| self.range(&rows)), (0.0, 1.0));
        let label = settings.x_label("");
        let below = if label.is_empty() { 26.0 } else { 42.0 };
        let names = named(quantities);
        let mut svg = Svg::new(width, top + height + below, format!("Densities and intervals of {names}"));
        panel.x_grid(&mut svg);
        panel.x_axis(&mut svg, label);
        if !y_label.is_empty() {
            svg.upwards(14.0, top + height / 2.0, y_label);
        }
        if let Some(value) = self.reference {
            panel.vertical(&mut svg, "line smuted", "stroke-dasharray=\"4 3\"", value);
        }
        for (place, (own, fits)) in quantities.iter().zip(&rows).enumerate() {
            let floor = top + step * (place as f64 + 1.0) - 7.0;
            for (fit, sorted) in fits.iter().enumerate() {
                let density = curve(own, sorted, settings.points(96));
                let frame = Frame { top: floor - 0.66 * step, height: 0.66 * step, ..frame };
                let hill =
                    Panel { frame, ..Panel::new(frame, (panel.x.low, panel.x.high), (0.0, density.top)) };
                let inside = density.curve.into_iter().filter(|point| hill.x.contains(point.0));
                let inside: Vec<(f64, f64)> = inside.collect();
                hill.area(&mut svg, &format!("f{fit}"), "fill-opacity=\".2\"", &inside);
            }
            for (fit, sorted) in fits.iter().enumerate() {
                // The rows of two fits are one below the other.
                let base = if fits.len() > 1 { floor - 6.0 + 7.5 * fit as f64 } else { floor };
                self.row(&mut svg, &panel, fit, base, own, sorted);
            }
            svg.text("", left - 10.0, floor, Anchor::End, &own.label());
        }
        if self.fits.len() > 1 {
            let entries = [("s0", self.fits[0].0.as_str()), ("s1", self.fits[1].0.as_str())];
            svg.legend(panel.right(), 14.0, &entries);
        }
        svg
    }

    fn keep(&mut self, names: &[String]) {
        keep(&mut self.fits[0].1, names);
    }
}
