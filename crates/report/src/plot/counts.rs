//! Frequencies of counts in data, observed and replicated.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::panel::{Frame, Panel};
use super::svg::Svg;
use super::ticks::ticks;
use crate::statistics::{quantile, sorted};

/// The frequency of each count, made by [`counts`].
#[derive(Clone, Debug)]
pub struct Counts {
    observed: Vec<f64>,
    replicated: Vec<Vec<f64>>,
}

/// Draws a rootogram: the frequency of each count in the data (bars) and in data replicated from the fitted
/// model (medians with 90 % intervals). The axis shows square roots, on which frequencies of all sizes vary
/// equally.
///
/// If there are more than 40 different counts, neighbouring counts share a bar.
///
/// ```
/// use monomorph_report::plot;
///
/// let figure = plot::counts(&[0.0, 1.0, 1.0, 3.0], &[vec![0.0, 0.0, 1.0, 2.0], vec![1.0, 1.0, 2.0, 4.0]]);
/// assert!(figure.x_label("goals").to_svg().contains("goals"));
/// ```
pub fn counts(observed: &[f64], replicated: &[Vec<f64>]) -> Figure<Counts> {
    Figure::new(Counts { observed: observed.to_vec(), replicated: replicated.to_vec() })
}

/// Returns the number of values in each of some bins.
fn binned(values: &[f64], low: f64, width: f64, bins: usize) -> Vec<f64> {
    let mut found = vec![0.0; bins];
    for value in values.iter().filter(|value| value.is_finite()) {
        let bin = ((value - low) / width).floor();
        if (0.0..bins as f64).contains(&bin) {
            found[bin as usize] += 1.0;
        }
    }
    found
}

impl Drawn for Counts {
    fn draw(&self, settings: &Settings) -> Svg {
        let (width, height) = settings.size(640.0, 280.0);
        let frame = Frame { left: 58.0, top: 28.0, width: width - 74.0, height: height - 72.0 };
        let observed = sorted(&self.observed);
        let all = sorted(self.replicated.iter().flatten());
        let low = quantile(&all, 0.001).min(observed.first().copied().unwrap_or(f64::INFINITY)).floor();
        let high = quantile(&all, 0.999).max(observed.last().copied().unwrap_or(f64::NEG_INFINITY)).ceil();
        let (low, high) = if low <= high && (high - low).is_finite() { (low, high) } else { (0.0, 0.0) };
        let step = ((high - low + 1.0) / 40.0).ceil();
        let bins = ((high - low + 1.0) / step).ceil() as usize;
        let bars = binned(&observed, low, step, bins);
        let replicated: Vec<Vec<f64>> =
            self.replicated.iter().map(|own| binned(own, low, step, bins)).collect();
        let of_bin = |bin: usize| sorted(&replicated.iter().map(|own| own[bin]).collect::<Vec<_>>());
        let of_bins: Vec<Vec<f64>> = (0..bins).map(of_bin).collect();
        let ends = of_bins.iter().map(|own| quantile(own, 0.95)).filter(|end| end.is_finite());
        let top = bars.iter().copied().chain(ends).fold(1.0, f64::max);
        let edge = |bin: f64| low + step * bin - 0.5;
        let panel = Panel::new(frame, (edge(0.0), edge(bins as f64)), (0.0, top.sqrt() * 1.04));
        let count = self.observed.len();
        let mut svg =
            Svg::new(width, height, format!("Counts of {count} observed values and of replicated ones"));
        for (bin, (bar, own)) in bars.iter().zip(&of_bins).enumerate() {
            let center = edge(bin as f64 + 0.5);
            let words = format!(
                "{}: observed {bar} times, replicated {} times ({} to {})",
                if step > 1.0 {
                    format!("{} to {}", edge(bin as f64) + 0.5, edge(bin as f64 + 1.0) - 0.5)
                } else {
                    center.to_string()
                },
                quantile(own, 0.5),
                quantile(own, 0.05),
                quantile(own, 0.95)
            );
            svg.begin(&words);
            let bar_edges = [edge(bin as f64 + 0.1), edge(bin as f64 + 0.9)];
            panel.area(&mut svg, "fmuted", "fill-opacity=\".4\"", &bar_edges.map(|x| (x, bar.sqrt())));
            let interval = [quantile(own, 0.05), quantile(own, 0.95)].map(|value| (center, value.sqrt()));
            panel.line(&mut svg, "s0", "stroke-width=\"1.6\"", interval);
            panel.dots(&mut svg, "s0", "stroke-width=\"6\"", [(center, quantile(own, 0.5).sqrt())]);
            svg.end();
        }
        panel.x_axis(&mut svg, settings.x_label(""));
        let numbers = ticks(0.0, top, panel.y_count()).into_iter().map(|(count, text)| (count.sqrt(), text));
        panel.y_axis_at(&mut svg, settings.y_label("how often"), &numbers.collect::<Vec<_>>());
        svg.legend(panel.right(), 16.0, &[("smuted", "observed"), ("s0", "replicated, 90 %")]);
        svg
    }
}
