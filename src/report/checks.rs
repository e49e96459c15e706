//! Figures of checks: plots of the numbers in [`diagnostics`](crate::diagnostics) and
//! [`calibration`](crate::calibration).

use crate::calibration::Calibration;
use monomorph_diagnostics::ecdf::Band;
use monomorph_diagnostics::predictive::Check;
use monomorph_report::data::Quantity;
use monomorph_report::plot;
use monomorph_report::plot::{Ecdf, Figure, Statistics};

/// The probability with which uniform numbers stay in the band of a figure.
const PROBABILITY: f64 = 0.99;

/// Returns the figure of places that should be uniform, such as those of observations among their
/// predictions ([`pit`](crate::diagnostics::predictive::pit)): the deviation of their distribution from the
/// uniform one, with the band in which it stays with a probability of 99 % if the model is right.
///
/// ```
/// use monomorph::report;
///
/// let places: Vec<f64> = (0..50).map(|k| f64::from(k) / 50.0).collect();
/// assert!(report::uniformity("y", &places).to_svg().contains("y"));
/// ```
pub fn uniformity(name: &str, places: &[f64]) -> Figure<Ecdf> {
    let band = Band::new(places.len(), PROBABILITY);
    let figure = plot::ecdf(&Quantity::new(name, vec![places.to_vec()]));
    figure.band(band.points(), band.lower(), band.upper())
}

/// Returns the figure of each statistic of a [predictive check](crate::diagnostics::predictive::check): the
/// observed value in a histogram of the replicated values.
pub fn statistics(check: &Check) -> Figure<Statistics> {
    plot::statistics(check.rows.iter().map(|row| (row.name.as_str(), row.observed, row.replicated.clone())))
}

impl Calibration {
    /// Returns the figure of the ranks of each quantity: the deviation of their distribution from the
    /// uniform one, with the band in which all of them stay with a probability of 99 % if the model and the
    /// sampler are right.
    pub fn figure(&self) -> Figure<Ecdf> {
        let count = self.quantities().len();
        let quantity = |name: &String| {
            let ranks = self.ranks(name).unwrap_or_default();
            Quantity::new(name.as_str(), vec![ranks])
        };
        let all: Vec<Quantity> = self.quantities().iter().map(quantity).collect();
        let band = Band::new(self.replications().len(), 1.0 - (1.0 - PROBABILITY) / count.max(1) as f64);
        plot::ecdf(&all).band(band.points(), band.lower(), band.upper())
    }
}
