//! Residuals against predictions.

use super::figure::{Figure, Settings, sealed::Drawn};
use super::panel::{Frame, Panel};
use super::scale::range;
use super::svg::Svg;

/// Residuals, made by [`residuals`].
#[derive(Clone, Debug)]
pub struct Residuals {
    points: Vec<(f64, f64)>,
}

/// Draws the residual of each observation against its prediction, or against a predictor. About nineteen of
/// twenty standardised residuals lie between the dashed lines at −2 and 2.
///
/// Residuals that grow with the prediction, or that follow a curve, show a structure that the model does
/// not have.
///
/// ```
/// use monomorph_report::plot;
///
/// let figure = plot::residuals(&[1.0, 2.0, 3.0], &[0.4, -1.2, 0.3]).y_label("standardised residual");
/// assert!(figure.to_svg().contains("predicted"));
/// ```
pub fn residuals(predicted: &[f64], residuals: &[f64]) -> Figure<Residuals> {
    let points = predicted.iter().copied().zip(residuals.iter().copied());
    Figure::new(Residuals { points: points.filter(|(x, y)| x.is_finite() && y.is_finite()).collect() })
}

impl Drawn for Residuals {
    fn draw(&self, settings: &Settings) -> Svg {
        let (width, height) = settings.size(640.0, 280.0);
        let frame = Frame { left: 58.0, top: 20.0, width: width - 74.0, height: height - 64.0 };
        let largest = self.points.iter().map(|point| point.1.abs()).fold(2.0, f64::max);
        let ends = range(self.points.iter().map(|point| point.0), 0.03);
        let panel = Panel::new(frame, ends, (-1.08 * largest, 1.08 * largest));
        let mut svg = Svg::new(width, height, format!("Residuals of {} observations", self.points.len()));
        panel.horizontal(&mut svg, "grid", "", 0.0);
        for end in [-2.0, 2.0] {
            panel.horizontal(&mut svg, "smuted", "stroke-dasharray=\"5 3\"", end);
        }
        panel.dots(&mut svg, "s0", "stroke-width=\"4.5\" stroke-opacity=\".6\"", self.points.iter().copied());
        panel.y_axis(&mut svg, settings.y_label("residual"));
        panel.x_axis(&mut svg, settings.x_label("predicted"));
        svg
    }
}
