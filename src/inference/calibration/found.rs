//! [`Calibration`]: the results of all replications.

use super::replication::Ranks;
use crate::error::Error;
use monomorph_diagnostics::ecdf::uniformity;

/// The results of a calibration: the ranks of each quantity, with tests of the hypothesis that they are
/// uniform.
///
/// It prints as a table, with the least uniform quantity first, and the way in which its ranks deviate.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Calibration {
    quantities: Vec<String>,
    /// The p-value of each quantity separately.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::draws::any_numbers::serialize"))]
    p_values: Vec<f64>,
    replications: Vec<Ranks>,
    failed: Vec<(usize, Error)>,
}

/// The way in which ranks deviate from a uniform distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Uneven {
    /// Ranks are high: truths lie above the draws.
    TooLow,
    /// Ranks are low: truths lie below the draws.
    TooHigh,
    /// Ranks lie at both ends: draws lie too close together, and the posterior is overconfident.
    TooNarrow,
    /// Ranks lie in the middle: draws lie too far apart.
    TooWide,
}

impl Calibration {
    pub(super) fn new(
        quantities: Vec<String>,
        replications: Vec<Ranks>,
        failed: Vec<(usize, Error)>,
    ) -> Self {
        let mut found = Self { quantities, p_values: Vec::new(), replications, failed };
        let places = 0..found.quantities.len();
        found.p_values = places.map(|place| uniformity(&found.ranks_at(place))).collect();
        found
    }

    /// The names of the quantities.
    pub fn quantities(&self) -> &[String] {
        &self.quantities
    }

    /// The results of each replication, in the order of the prior's draws. Ranks are in the order of the
    /// quantities.
    pub fn replications(&self) -> &[Ranks] {
        &self.replications
    }

    /// The replications without ranks, with their errors, for example data that are impossible under the
    /// model, or samplers without an initial point.
    pub fn failed(&self) -> &[(usize, Error)] {
        &self.failed
    }

    /// The number of divergent transitions of all replications.
    pub fn divergences(&self) -> usize {
        self.replications.iter().map(|replication| replication.divergences).sum()
    }

    /// The rank of the truth in each replication, between 0 and 1.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such quantity.
    pub fn ranks(&self, quantity: &str) -> Result<Vec<f64>, Error> {
        let place = self.quantities.iter().position(|name| name == quantity).ok_or_else(|| {
            Error::UnknownName { name: quantity.to_owned(), known: self.quantities.clone() }
        })?;
        Ok(self.ranks_at(place))
    }

    /// Returns the p-value of each quantity separately, in the order of the quantities.
    pub(super) fn p_values(&self) -> &[f64] {
        &self.p_values
    }

    pub(super) fn ranks_at(&self, place: usize) -> Vec<f64> {
        self.replications.iter().map(|replication| replication.ranks[place]).collect()
    }

    /// The probability of ranks that deviate at least as much as the least uniform quantity, if the model
    /// and the sampler are right: the smallest p-value of any quantity, times the number of quantities, at
    /// most 1.
    ///
    /// Quantities that are NaN in a truth or a draw have no p-value, and the table names them. Below 0.01 an
    /// error is likely, though a rare chance is possible: run again with another seed.
    pub fn p_value(&self) -> f64 {
        let known = self.p_values.iter().copied().filter(|p| !p.is_nan());
        let smallest = known.fold(f64::NAN, f64::min);
        (smallest * self.quantities.len() as f64).min(1.0)
    }
}

/// Returns the way in which ranks deviate most, by their mean and their spread in standard errors.
pub(super) fn shape(ranks: &[f64]) -> Uneven {
    let count = ranks.len().max(1) as f64;
    let mean = ranks.iter().sum::<f64>() / count;
    let spread = ranks.iter().map(|rank| 12.0 * (rank - 0.5) * (rank - 0.5)).sum::<f64>() / count;
    // The variance of a uniform number u is 1/12, and the variance of 12 (u − ½)² is 4/5.
    let (shift, wideness) = ((mean - 0.5) * (12.0 * count).sqrt(), (spread - 1.0) * (1.25 * count).sqrt());
    match shift.abs() > wideness.abs() {
        true if shift > 0.0 => Uneven::TooLow,
        true => Uneven::TooHigh,
        false if wideness > 0.0 => Uneven::TooNarrow,
        false => Uneven::TooWide,
    }
}
