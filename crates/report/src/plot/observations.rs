//! Single observations in intervals of replicated observations.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::panel::{Frame, Panel};
use super::scale::range;
use super::svg::{Anchor, Svg, text_width};
use crate::number::significant;
use crate::statistics::{quantile, sorted};

/// Single observations in intervals, made by [`observations`].
#[derive(Clone, Debug)]
pub struct Observations {
    labels: Vec<String>,
    observed: Vec<f64>,
    replicated: Vec<Vec<f64>>,
}

/// Draws each observation in the 50 % and 90 % intervals of its replications from the fitted model. Each
/// replication has as many values as there are observations.
///
/// ```
/// use monomorph_report::plot;
///
/// let schools = ["Choate", "Deerfield"].map(String::from);
/// let figure = plot::observations(&schools, &[28.0, 8.0], &[vec![12.0, 3.0], vec![20.0, 9.0]]);
/// assert!(figure.to_svg().contains("Choate"));
/// ```
pub fn observations(labels: &[String], observed: &[f64], replicated: &[Vec<f64>]) -> Figure<Observations> {
    let plot = Observations {
        labels: labels.to_vec(),
        observed: observed.to_vec(),
        replicated: replicated.to_vec(),
    };
    Figure::new(plot)
}

impl Drawn for Observations {
    fn draw(&self, settings: &Settings) -> Svg {
        let count = self.observed.len();
        let label = |place: usize| self.labels.get(place).cloned().unwrap_or_else(|| place.to_string());
        let left = (0..count).map(|place| text_width(&label(place))).fold(20.0, f64::max) + 22.0;
        let (width, height) = settings.size(640.0, 20.0 * count.max(1) as f64 + 66.0);
        let frame = Frame { left, top: 28.0, width: (width - left - 16.0).max(40.0), height: height - 72.0 };
        let of_place = |place: usize| {
            let values: Vec<f64> = self.replicated.iter().filter_map(|own| own.get(place)).copied().collect();
            let sorted = sorted(&values);
            [0.05, 0.25, 0.75, 0.95].map(|probability| quantile(&sorted, probability))
        };
        let rows: Vec<[f64; 4]> = (0..count).map(of_place).collect();
        let ends = range(rows.iter().flatten().chain(&self.observed).copied(), 0.02);
        let panel = Panel::new(frame, ends, (0.5 - count as f64, 0.5));
        let mut svg =
            Svg::new(width, height, format!("{count} observations in intervals of replicated values"));
        panel.x_grid(&mut svg);
        for (place, [low, inner_low, inner_high, high]) in rows.iter().copied().enumerate() {
            // The first observation is the highest.
            let y = -(place as f64);
            let [own, from, to] = [self.observed[place], low, high].map(|value| significant(value, 4));
            svg.begin(&format!("{}: observed {own}, replicated {from} to {to}", label(place)));
            panel.line(&mut svg, "s0", "stroke-width=\"1.4\"", [(low, y), (high, y)]);
            panel.line(&mut svg, "s0", "stroke-width=\"4\"", [(inner_low, y), (inner_high, y)]);
            if let (Some(x), Some(y)) = (panel.x.at(self.observed[place]), panel.y.at(y)) {
                svg.circle("fink", "", (x, y), 3.4);
            }
            svg.end();
            svg.text("", left - 10.0, panel.y.place(y) + 4.0, Anchor::End, &label(place));
        }
        panel.x_axis(&mut svg, settings.x_label(""));
        svg.legend(panel.right(), 16.0, &[("sink", "observed"), ("s0", "replicated, 50 and 90 %")]);
        svg
    }
}
