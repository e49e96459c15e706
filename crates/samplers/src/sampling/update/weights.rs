//! The weights that a new posterior gives to draws of another one.

use super::basis::Basis;
use super::builder::Update;
use crate::draws::Draws;
use crate::error::Error;
use crate::sampling::warm_start::Matching;
use monomorph_diagnostics::loo::relative_efficiency;
use monomorph_diagnostics::psis::{Quality, Smoother, WeightsError};

/// Weights are equal for all that matters if their logarithms differ by less than this share of 1/√S.
const EQUAL: f64 = 0.01;

impl Update<'_> {
    /// Weighs the draws by the new posterior; nothing if its density is 0 at all of them.
    pub(super) fn weigh(&self, mut matching: Matching<'_>) -> Result<Option<Weighted>, Error> {
        let Basis { draws, drawn_from, log_densities: before, .. } = &self.basis;
        let (target, count) = (self.target, before.len());
        let variables = target.variables();
        let size = variables.iter().map(|variable| variable.size()).sum::<usize>();
        let changes = self.changes_of(draws)?;
        let mut workspace = target.workspace();
        let (mut point, mut row) = (vec![0.0; target.dimension()], vec![0.0; size]);
        let (mut values, mut log_densities) = (vec![0.0; size * count], Vec::with_capacity(count));
        let mut drawn_from = drawn_from.clone();
        for draw in 0..count {
            match matching.place(draw, &mut point, &mut workspace) {
                Ok(()) => {
                    log_densities.push(match &changes {
                        Some(changes) => before[draw] + changes[draw],
                        None => target.log_density(&point, &mut workspace),
                    });
                    target.constrain_into(&point, &mut row, &mut workspace)?;
                }
                // A draw outside of a support, by rounding at its end, has no weight from here on. The values
                // that stand in its place are those of the draw before.
                Err(Error::OutsideSupport { .. }) => {
                    log_densities.push(f64::NEG_INFINITY);
                    drawn_from[draw] = f64::INFINITY;
                }
                Err(error) => return Err(error),
            }
            row.iter().enumerate().for_each(|(element, value)| values[element * count + draw] = *value);
        }
        let candidates = Draws::new(variables, draws.chains(), draws.draws_per_chain(), values)?;
        let weights_by = |densities: &[f64]| -> Vec<f64> {
            densities.iter().zip(&drawn_from).map(|(density, drawn)| density - drawn).collect()
        };
        let (log_weights, earlier) = (weights_by(&log_densities), weights_by(before));
        let log_evidence = log_sum_exp(&log_weights) - log_sum_exp(&earlier);
        let Some((weights, quality)) = smoothed(&log_weights, draws.chains())? else { return Ok(None) };
        Ok(Some(Weighted { candidates, drawn_from, log_densities, weights, quality, log_evidence }))
    }

    /// The sum of the log likelihoods of all rows that came, less that of those that went, at each draw;
    /// nothing if the densities of both posteriors tell.
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

/// Draws with the weights that the new posterior gives them.
pub(super) struct Weighted {
    pub candidates: Draws,
    pub drawn_from: Vec<f64>,
    pub log_densities: Vec<f64>,
    /// The smoothed weights, which sum to 1.
    pub weights: Vec<f64>,
    pub quality: Quality,
    pub log_evidence: f64,
}

/// The smoothed weights and their quality; nothing if all weights are 0.
fn smoothed(log_weights: &[f64], chains: usize) -> Result<Option<(Vec<f64>, Quality)>, Error> {
    let most = log_weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = log_weights.iter().copied().fold(f64::INFINITY, f64::min);
    let plain: Vec<f64> = log_weights.iter().map(|weight| (weight - most).exp()).collect();
    let series: Vec<&[f64]> = plain.chunks_exact(plain.len() / chains).collect();
    let mut weights = log_weights.to_vec();
    let mut quality = match Smoother::new().smooth(&mut weights, relative_efficiency(&series)) {
        Ok(quality) => quality,
        Err(WeightsError::AllZero) => return Ok(None),
        Err(error) => return Err(Error::Results { reason: format!("draws cannot be updated: {error}") }),
    };
    if weights.len() > 1 && most - least < EQUAL / (log_weights.len() as f64).sqrt() {
        // k̂ would be the shape of what rounding leaves.
        quality.pareto_k = f64::NEG_INFINITY;
    }
    Ok(Some((weights.iter().map(|weight| weight.exp()).collect(), quality)))
}

/// log Σ e^x.
fn log_sum_exp(numbers: &[f64]) -> f64 {
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return most;
    }
    most + numbers.iter().map(|number| (number - most).exp()).sum::<f64>().ln()
}
