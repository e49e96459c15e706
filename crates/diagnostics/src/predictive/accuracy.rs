//! The accuracy of predictions: with S predictions of each of n observations, with the mean ȳᵢ and the
//! median ỹᵢ,
//!
//! $$ \mathrm{rmse} = \sqrt{\tfrac1n \sum_i (y_i - \bar y_i)^2}, \qquad \mathrm{mae} = \tfrac1n \sum_i |y_i -
//! \tilde y_i| $$
//!
//! $$ \mathrm{crps} = \tfrac1n \sum_i \Big( \tfrac1S \sum_s |y_{is} - y_i| - \tfrac{1}{2 S (S - 1)}
//! \sum_{s,t} |y_{is} - y_{it}| \Big) $$
//!
//! and the shares of observations inside the central intervals of their predictions. The continuous ranked
//! probability score is the mean absolute error of whole distributions, in the units of y; the estimate is
//! unbiased. For a single prediction it is the absolute error.
//!
//! Gneiting and Raftery (2007), *Strictly proper scoring rules, prediction, and estimation*, JASA 102; Zamo
//! and Naveau (2018), *Estimation of the continuous ranked probability score with limited information*,
//! Mathematical Geosciences 50.

use super::{Compared, Predictions, PredictiveError};
use crate::chains::quantiles;
use crate::loo::Estimate;
use core::fmt;

/// The central intervals whose coverage is counted.
const INTERVALS: [f64; 3] = [0.5, 0.8, 0.95];

/// The accuracy of predictions; [`accuracy`] computes it.
///
/// Standard errors are those of means over observations. Errors of plain data sets count as independent.
/// For [held-out](super::HeldOut) predictions, the errors of one fold are dependent if its rows are, as the
/// steps of a path or the rows of a group, and so are the errors of paths that share steps. Standard errors
/// are NaN if no two paths are disjoint, as for a single path.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Accuracy {
    /// The number of comparisons; an observation counts as often as it was predicted.
    pub observations: usize,
    /// The root of the mean squared difference between observations and the means of their predictions.
    pub rmse: Estimate,
    /// The mean absolute difference between observations and the medians of their predictions.
    pub mae: Estimate,
    /// The continuous ranked probability score.
    pub crps: Estimate,
    /// The central intervals of predictions: the probability of each, and the share of observations inside.
    pub coverage: [(f64, Estimate); 3],
}

/// Computes the accuracy of predictions: errors, a score of whole distributions, and the coverage of
/// central intervals. Predictions for data that the fit has not seen are a stricter test.
///
/// An observation that is NaN is a gap and is omitted. Of [held-out](super::HeldOut) predictions, the rows
/// of the folds are compared; a row that several folds predict counts as often.
///
/// ```
/// use monomorph_diagnostics::predictive::accuracy;
///
/// let predicted = [[1.0, 5.0, 3.0], [2.0, 6.0, 3.0], [3.0, 7.0, 3.0]];
/// let found = accuracy(&[2.5, 9.0, f64::NAN], &predicted)?;
/// assert_eq!(found.observations, 2);
/// assert_eq!(found.mae.value, (0.5 + 3.0) / 2.0);
/// assert_eq!(found.coverage[2].1.value, 0.5);
/// println!("{found}");
/// # Ok::<(), monomorph_diagnostics::predictive::PredictiveError>(())
/// ```
///
/// # Errors
///
/// [`PredictiveError`] if there is nothing to compare, if data sets have other lengths, or if a prediction
/// is NaN and the observation is not. Infinite predictions make errors and scores infinite or NaN.
pub fn accuracy<P: Predictions + ?Sized>(
    observed: &[f64],
    predicted: &P,
) -> Result<Accuracy, PredictiveError> {
    let Compared { sets, held_out } = predicted.compared();
    let expected = observed.len();
    let lengths = sets.iter().map(|values| held_out.map_or(values.len(), |(_, _, rows)| rows)).enumerate();
    if let Some((replication, found)) = lengths.into_iter().find(|(_, found)| *found != expected) {
        return Err(PredictiveError::Length { replication, found, expected });
    }
    let row_of = |place: usize| held_out.map_or(place, |(_, rows, _)| rows[place]);
    let places = 0..held_out.map_or(expected, |(_, rows, _)| rows.len());
    let seen: Vec<usize> = places.filter(|&place| !observed[row_of(place)].is_nan()).collect();
    if seen.is_empty() || sets.is_empty() {
        return Err(PredictiveError::Empty);
    }
    let (mut squares, mut distances, mut scores) = (Vec::new(), Vec::new(), Vec::new());
    let mut inside = INTERVALS.map(|_| Vec::new());
    for place in seen.iter().copied() {
        let y = observed[row_of(place)];
        let mut values: Vec<f64> = sets.iter().map(|values| values[place]).collect();
        if let Some(replication) = values.iter().position(|value| value.is_nan()) {
            return Err(PredictiveError::NaN { replication: Some(replication), element: row_of(place) });
        }
        values.sort_unstable_by(f64::total_cmp);
        squares.push((y - values.iter().sum::<f64>() / values.len() as f64).powi(2));
        scores.push(score(y, &values));
        let ends = |probability: f64| [0.5 * (1.0 - probability), 0.5 * (1.0 + probability)];
        let at: Vec<f64> = core::iter::once(0.5).chain(INTERVALS.into_iter().flat_map(ends)).collect();
        let at = quantiles(&[&values], &at);
        distances.push((y - at[0]).abs());
        for (inside, ends) in inside.iter_mut().zip(at[1..].chunks(2)) {
            inside.push(f64::from(u8::from(ends[0] <= y && y <= ends[1])));
        }
    }
    let mean = |pointwise: &[f64]| {
        let Estimate { value, se } = match held_out {
            Some((dependence, ..)) => dependence.sum(&seen, pointwise),
            None => Estimate::of(pointwise),
        };
        let count = pointwise.len() as f64;
        Estimate { value: value / count, se: se / count }
    };
    let square = mean(&squares);
    let value = square.value.sqrt();
    let [first, second, third] = inside.map(|inside| mean(&inside));
    Ok(Accuracy {
        observations: seen.len(),
        // The delta method for the root.
        rmse: Estimate { value, se: if value == 0.0 { 0.0 * square.se } else { 0.5 * square.se / value } },
        mae: mean(&distances),
        crps: mean(&scores),
        coverage: [(INTERVALS[0], first), (INTERVALS[1], second), (INTERVALS[2], third)],
    })
}

/// Computes the continuous ranked probability score of predictions in increasing order: their differences
/// add up to Σ (2s − S − 1) yₛ over the places s from 1.
fn score(y: f64, sorted: &[f64]) -> f64 {
    let count = sorted.len() as f64;
    let distance = sorted.iter().map(|value| (value - y).abs()).sum::<f64>() / count;
    if sorted.len() < 2 {
        return distance;
    }
    // Deviations from the middle prediction, so that large numbers do not cancel.
    let middle = sorted[sorted.len() / 2];
    let weighted = |(place, value): (usize, &f64)| (2.0 * place as f64 + 1.0 - count) * (value - middle);
    let spread = sorted.iter().enumerate().map(weighted).sum::<f64>() / (count * (count - 1.0));
    distance - spread
}

impl fmt::Display for Accuracy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = if self.observations == 1 { "" } else { "s" };
        writeln!(f, "{} observation{end} beside their predictions", self.observations)?;
        writeln!(f, "{:18}{:>10}{:>10}", "", "mean", "SE")?;
        for (name, estimate) in [("rmse", self.rmse), ("mae", self.mae), ("crps", self.crps)] {
            writeln!(f, "{name:18}{:10.4}{:10.4}", estimate.value, estimate.se)?;
        }
        for (probability, share) in self.coverage {
            let name = format!("inside of {:.0} %", 100.0 * probability);
            writeln!(f, "{name:18}{:8.1} %{:8.1} %", 100.0 * share.value, 100.0 * share.se)?;
        }
        if self.mae.se.is_nan() && self.observations > 1 {
            writeln!(
                f,
                "No standard errors: there is one path of predictions, or all paths share rows and are dependent."
            )?;
        }
        Ok(())
    }
}
