//! Rootograms: the observed and the predicted frequency of each count, on the scale of square roots, where
//! differences of rare and of frequent counts are comparable (Kleiber and Zeileis 2016, *Visualizing count
//! data regressions using rootograms*, The American Statistician 70).

use super::{PredictiveError, compare};
use crate::chains::quantiles;
use std::fmt;

/// The largest count; larger counts would make too many rows.
const LARGEST: f64 = 1e6;

/// The observed and the predicted frequency of each count.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Rootogram {
    /// One row for each count, from 0 to the largest.
    pub rows: Vec<RootogramRow>,
}

/// The frequencies of one count.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RootogramRow {
    /// The count.
    pub count: usize,
    /// The observed frequency of the count.
    pub observed: usize,
    /// The mean frequency of the count in the replications.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub expected: f64,
    /// The 5 % quantile of the frequency in the replications.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub lower: f64,
    /// The 95 % quantile of the frequency in the replications.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub upper: f64,
}

impl fmt::Display for Rootogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>7} {:>9} {:>9} {:>7} {:>7}", "count", "observed", "expected", "5%", "95%")?;
        self.rows.iter().try_for_each(|row| {
            let RootogramRow { count, observed, expected, lower, upper } = row;
            writeln!(f, "{count:>7} {observed:>9} {expected:>9.1} {lower:>7.1} {upper:>7.1}")
        })
    }
}

/// Computes the observed and the predicted frequency of each count.
///
/// ```
/// use monomorph_diagnostics::predictive::rootogram;
///
/// let found = rootogram(&[0.0, 0.0, 3.0], &[[0.0, 1.0, 1.0], [1.0, 1.0, 2.0]])?;
/// let zero = found.rows[0];
/// assert_eq!((zero.observed, zero.expected), (2, 0.5));
/// assert_eq!(found.rows.len(), 4);
/// println!("{found}"); // a row for each count
/// # Ok::<(), monomorph_diagnostics::predictive::PredictiveError>(())
/// ```
///
/// # Errors
///
/// [`PredictiveError`] if there is nothing to compare, if data sets have other lengths, or if a number is
/// not a count.
pub fn rootogram(observed: &[f64], replicated: &[impl AsRef<[f64]>]) -> Result<Rootogram, PredictiveError> {
    compare(observed, replicated)?;
    let check = |replication: Option<usize>, values: &[f64]| {
        let is_count = |value: &f64| (0.0..=LARGEST).contains(value) && value.fract() == 0.0;
        match values.iter().position(|value| !is_count(value)) {
            Some(element) => Err(PredictiveError::NoCount { replication, element, value: values[element] }),
            None => Ok(values.iter().copied().fold(0.0, f64::max)),
        }
    };
    let mut largest = check(None, observed)?;
    for (replication, values) in replicated.iter().enumerate() {
        largest = check(Some(replication), values.as_ref())?.max(largest);
    }
    let counts = largest as usize + 1;
    let frequencies = |values: &[f64]| {
        let mut found = vec![0_usize; counts];
        values.iter().for_each(|value| found[*value as usize] += 1);
        found
    };
    let own = frequencies(observed);
    let all: Vec<Vec<usize>> = replicated.iter().map(|values| frequencies(values.as_ref())).collect();
    let row = |(count, observed): (usize, usize)| {
        let column: Vec<f64> = all.iter().map(|found| found[count] as f64).collect();
        let quantiles = quantiles(&[&column], &[0.05, 0.95]);
        let expected = column.iter().sum::<f64>() / column.len() as f64;
        RootogramRow { count, observed, expected, lower: quantiles[0], upper: quantiles[1] }
    };
    Ok(Rootogram { rows: own.into_iter().enumerate().map(row).collect() })
}
