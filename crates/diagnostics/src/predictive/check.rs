//! Statistics of data, observed and replicated.
//!
//! $$ p = P(T(y^{rep}) > T(y)) + \tfrac12 P(T(y^{rep}) = T(y)) $$

use super::{PredictiveError, compare};
use crate::chains::{mean, quantiles, sd};
use core::fmt;

/// Statistics of observed data compared with those of replications. It prints as a table.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Check {
    /// One row for each statistic.
    pub rows: Vec<StatisticRow>,
}

/// One statistic.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct StatisticRow {
    /// The name.
    pub name: String,
    /// The statistic of the observed data.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub observed: f64,
    /// The statistic of each replication.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_numbers"))]
    pub replicated: Vec<f64>,
    /// The share of replications above the observed data, with equal ones counted as half. Near 0 the
    /// statistic of the observed data is larger than the model predicts, near 1 smaller. NaN if a statistic
    /// is NaN.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub p_value: f64,
}

/// A statistic: its name, and the function that computes it from a data set.
pub type Statistic<'a> = (&'a str, &'a dyn Fn(&[f64]) -> f64);

/// Compares statistics of observed data with those of replications. The printed table has the p-values in the
/// column `P(rep > obs)`, the probability that a replication is above the observed value.
///
/// ```
/// use monomorph_diagnostics::predictive::check;
///
/// let observed = [0.0, 0.0, 0.0, 0.0, 9.0];
/// let replicated: Vec<[f64; 5]> = (0..20).map(|k| [1.0, 2.0, 3.0, 1.0, f64::from(k % 3)]).collect();
/// let found = check(&observed, &replicated, &[
///     ("mean", &|y| y.iter().sum::<f64>() / y.len() as f64),
///     ("zeros", &|y| y.iter().filter(|y| **y == 0.0).count() as f64),
/// ])?;
/// assert_eq!(found.rows[1].p_value, 0.0);            // never so many zeros
/// assert!(found.to_string().contains("P(rep > obs)"));
/// # Ok::<(), monomorph_diagnostics::predictive::PredictiveError>(())
/// ```
///
/// # Errors
///
/// [`PredictiveError`] if there is nothing to compare, if data sets have other lengths, or if a number is
/// NaN.
pub fn check(
    observed: &[f64],
    replicated: &[impl AsRef<[f64]>],
    statistics: &[Statistic<'_>],
) -> Result<Check, PredictiveError> {
    compare(observed, replicated)?;
    let row = |(name, of): &Statistic<'_>| {
        let own = of(observed);
        let replicated: Vec<f64> = replicated.iter().map(|values| of(values.as_ref())).collect();
        let p_value = share_above(own, &replicated);
        StatisticRow { name: (*name).to_owned(), observed: own, replicated, p_value }
    };
    Ok(Check { rows: statistics.iter().map(row).collect() })
}

fn share_above(observed: f64, replicated: &[f64]) -> f64 {
    if observed.is_nan() || replicated.iter().any(|value| value.is_nan()) {
        return f64::NAN;
    }
    let points = replicated.iter().map(|value| match value.total_cmp(&observed) {
        _ if *value == observed => 0.5,
        core::cmp::Ordering::Greater => 1.0,
        _ => 0.0,
    });
    points.sum::<f64>() / replicated.len() as f64
}

/// The heading of the p-values: replicated statistics above the observed one.
const TAIL: &str = "P(rep > obs)";

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tail = TAIL.len();
        let width = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(9);
        writeln!(
            f,
            "{:width$}  {:>10} {:>10} {:>10} {:>10} {:>10}  {TAIL}",
            "statistic", "observed", "mean", "sd", "5%", "95%"
        )?;
        for StatisticRow { name, observed, replicated, p_value } in &self.rows {
            let all: &[&[f64]] = &[replicated];
            let quantiles = quantiles(all, &[0.05, 0.95]);
            let (mean, sd) = (mean(all), sd(all));
            write!(
                f,
                "{name:width$}  {observed:>10.4} {mean:>10.4} {sd:>10.4} {:>10.4} {:>10.4}  {p_value:>tail$.3}",
                quantiles[0], quantiles[1]
            )?;
            match p_value.min(1.0 - p_value) < 0.025 {
                true => writeln!(f, "  unusual")?,
                false => writeln!(f)?,
            }
        }
        Ok(())
    }
}
