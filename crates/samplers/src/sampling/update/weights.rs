//! The importance weights of the draws of one posterior in another one.

use super::basis::Basis;
use super::builder::Update;
use crate::approximate::{log_ratios, smoothed_weights};
use crate::draws::Draws;
use crate::error::{Cause, Error};
use crate::sampling::warm_start::Matching;
use monomorph_diagnostics::loo::{log_sum_exp, relative_efficiency};
use monomorph_diagnostics::psis::{Quality, WeightsError};

impl Update<'_> {
    /// Weights the draws by the new posterior. Returns `None` if its density is 0 at all draws.
    pub(super) fn weigh(&self, mut matching: Matching<'_>) -> Result<Option<Weighted>, Error> {
        let Basis { draws, is_completed, drawn_from, log_densities: before, .. } = &self.basis;
        let (target, count) = (self.target, before.len());
        let variables = target.variables();
        let size = variables.iter().map(|variable| variable.size()).sum::<usize>();
        let changes = self.changes_of(draws)?;
        let mut workspace = target.workspace();
        let (mut point, mut row) = (vec![0.0; target.dimension()], vec![0.0; size]);
        let (mut values, mut log_densities) = (vec![0.0; size * count], Vec::with_capacity(count));
        let (mut before, mut drawn_from) = (before.clone(), drawn_from.clone());
        for draw in 0..count {
            match matching.place(draw, &mut point, &mut workspace) {
                Ok(()) => {
                    log_densities.push(match &changes {
                        Some(changes) if *is_completed => {
                            // The densities in the basis are without the densities of the new elements.
                            let log_density = target.log_density(&point, &mut workspace);
                            if log_density == f64::NEG_INFINITY {
                                drawn_from[draw] = f64::INFINITY;
                            } else {
                                let own = log_density - changes[draw];
                                drawn_from[draw] += own - before[draw];
                                before[draw] = own;
                            }
                            log_density
                        }
                        Some(changes) => {
                            let expected = before[draw] + changes[draw];
                            if draw < CHECKED {
                                check(expected, target.log_density(&point, &mut workspace))?;
                            }
                            expected
                        }
                        None => target.log_density(&point, &mut workspace),
                    });
                    target.constrain_into(&point, &mut row, &mut workspace)?;
                }
                // A draw that is outside of a support, because of rounding at its end, has no weight from
                // here on. Its place holds the values of the previous draw.
                Err(Error::OutsideSupport { .. }) => {
                    log_densities.push(f64::NEG_INFINITY);
                    drawn_from[draw] = f64::INFINITY;
                }
                Err(error) => return Err(error),
            }
            row.iter().enumerate().for_each(|(element, value)| values[element * count + draw] = *value);
        }
        let candidates = Draws::new(variables, draws.chains(), draws.draws_per_chain(), values)?;
        let [log_weights, earlier] = [&log_densities, &before].map(|of| log_ratios(of, &drawn_from));
        let log_sums = [&log_weights, &earlier].map(|weights| log_sum_exp(weights.iter().copied()));
        let Some((weights, quality)) = smoothed(log_weights, draws.chains())? else { return Ok(None) };
        let draws = Weighed { candidates, drawn_from, log_densities };
        Ok(Some(Weighted { draws, weights, quality, log_evidence: log_sums[0] - log_sums[1] }))
    }

    /// Returns the sum of the log likelihoods of all added rows, minus that of all removed rows, at each
    /// draw. Returns `None` if no functions are set, so that the densities of both posteriors are used.
    fn changes_of(&self, draws: &Draws) -> Result<Option<Vec<f64>>, Error> {
        if self.changes.is_empty() {
            return Ok(None);
        }
        let count = draws.chains() * draws.draws_per_chain();
        let mut sums = vec![0.0; count];
        for (sign, rows) in &self.changes {
            for (_, column) in rows(draws)?.columns() {
                let column = column.as_slice();
                if column.len() != count {
                    return Err(Error::LengthMismatch {
                        statement: String::new(),
                        expected_by: "the draws that are updated".to_owned(),
                        expected: count,
                        found_in: "the log likelihoods of the rows that changed".to_owned(),
                        found: column.len(),
                    });
                }
                sums.iter_mut().zip(column).for_each(|(sum, own)| *sum += sign * own);
            }
        }
        Ok(Some(sums))
    }
}

/// The number of draws at which the log likelihoods of the changed rows are compared with the posterior.
const CHECKED: usize = 3;

/// Checks that the log density of the new posterior at a draw is that of the former posterior with the
/// changed rows.
fn check(expected: f64, found: f64) -> Result<(), Error> {
    let difference = expected - found;
    // Sums of many rows round, and densities may be approximations.
    if difference.is_finite() && difference.abs() > 1e-6 + 1e-8 * found.abs() {
        let reason = format!(
            "draws cannot be updated: at a draw, the log density of the former posterior with the log likelihoods of \
             the added and removed rows differs from that of the new posterior by {difference:.3e}. The new posterior \
             must have the same priors, the former rows without the removed ones, and each added row once"
        );
        return Err(Error::Results { reason, cause: None });
    }
    Ok(())
}

/// The former draws at which the new posterior was evaluated.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    /// The values of the variables of the new posterior at the draws.
    pub candidates: Draws,
    /// The log density from which each draw was drawn; +∞ for a draw that has no weight in any later
    /// posterior.
    pub drawn_from: Vec<f64>,
    /// The log density of the new posterior at each draw.
    pub log_densities: Vec<f64>,
}

/// Draws with their weights in the new posterior.
pub(super) struct Weighted {
    pub draws: Weighed,
    /// The smoothed weights, which sum to 1.
    pub weights: Vec<f64>,
    pub quality: Quality,
    pub log_evidence: f64,
}

/// Returns the smoothed weights and their quality, or `None` if all weights are 0.
fn smoothed(log_weights: Vec<f64>, chains: usize) -> Result<Option<(Vec<f64>, Quality)>, Error> {
    let most = log_weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let plain: Vec<f64> = log_weights.iter().map(|weight| (weight - most).exp()).collect();
    let series: Vec<&[f64]> = plain.chunks_exact(plain.len() / chains).collect();
    match smoothed_weights(log_weights, relative_efficiency(&series)) {
        Ok(smoothed) => Ok(Some(smoothed)),
        Err(WeightsError::AllZero) => Ok(None),
        Err(error) => {
            let reason = format!("draws cannot be updated: {error}");
            Err(Error::Results { reason, cause: Some(Cause::new(error)) })
        }
    }
}
