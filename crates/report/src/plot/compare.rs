//! A comparison of two fits.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::grid::keep;
use super::panel::{Frame, Panel};
use super::scale::range;
use super::svg::Svg;
use crate::data::{Quantities, Quantity};
use crate::number::significant;
use crate::statistics::quantile;

/// Medians and intervals of two fits, made by [`compare`].
#[derive(Clone, Debug)]
pub struct Compare {
    first: Vec<Quantity>,
    second: Vec<Quantity>,
}

/// Draws medians with 90 % intervals of the quantities that two fits share, one fit along each axis:
/// quantities on which the fits agree lie on the diagonal.
///
/// ```
/// use monomorph_report::{data::Quantity, plot};
///
/// let first = Quantity::new("mu", vec![vec![1.1, 0.9, 1.3, 1.2]]);
/// let second = Quantity::new("mu", vec![vec![1.0, 0.8, 1.4, 1.1]]);
/// let figure = plot::compare(&first, &second).x_label("centred").y_label("non-centred");
/// assert!(figure.to_svg().contains("mu"));
/// ```
pub fn compare(first: &(impl Quantities + ?Sized), second: &(impl Quantities + ?Sized)) -> Figure<Compare> {
    let second = second.quantities();
    let mut first = first.quantities();
    first.retain(|own| second.iter().any(|other| other.name == own.name));
    Figure::new(Compare { first, second })
}

impl Drawn for Compare {
    fn draw(&self, settings: &Settings) -> Svg {
        let (width, height) = settings.size(460.0, 440.0);
        let frame = Frame { left: 78.0, top: 14.0, width: width - 94.0, height: height - 62.0 };
        let interval = |own: &Quantity| {
            let sorted = own.sorted();
            [0.05, 0.5, 0.95].map(|probability| quantile(&sorted, probability))
        };
        let pairs: Vec<(&str, [f64; 3], [f64; 3])> = self
            .first
            .iter()
            .filter_map(|own| {
                let other = self.second.iter().find(|other| other.name == own.name)?;
                Some((own.name.as_str(), interval(own), interval(other)))
            })
            .collect();
        let ends = range(pairs.iter().flat_map(|(_, x, y)| x.iter().chain(y)).copied(), 0.03);
        let panel = Panel::new(frame, ends, ends);
        let count = pairs.len();
        let mut svg =
            Svg::new(width, height, format!("Medians and intervals of {count} quantities of two fits"));
        panel.line(&mut svg, "smuted", "stroke-dasharray=\"4 3\"", [(ends.0, ends.0), (ends.1, ends.1)]);
        for (name, x, y) in pairs {
            svg.begin(&format!("{name}: {} and {}", significant(x[1], 4), significant(y[1], 4)));
            let look = "stroke-width=\"1\" stroke-opacity=\".45\"";
            panel.line(&mut svg, "s0", look, [(x[0], y[1]), (x[2], y[1])]);
            panel.line(&mut svg, "s0", look, [(x[1], y[0]), (x[1], y[2])]);
            panel.dots(&mut svg, "s0", "stroke-width=\"6\"", [(x[1], y[1])]);
            svg.end();
        }
        panel.x_axis(&mut svg, settings.x_label("first fit"));
        panel.y_axis(&mut svg, settings.y_label("second fit"));
        svg
    }

    fn keep(&mut self, names: &[String]) {
        keep(&mut self.first, names);
    }
}
