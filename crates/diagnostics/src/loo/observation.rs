//! The estimates for each observation when it is left out; observations are divided among threads, because
//! they are independent.

use super::sums::{log_mean_exp, log_sum_exp};
use super::weights::Weights;
use super::{LogLikelihood, LooError, LooSettings};
use crate::psis::Quality;
use std::ops::Range;
use std::thread;

/// The number of log likelihoods from which on several threads are used.
const PARALLEL: usize = 100_000;

/// An observation that was left out: its numbers in [`Loo`](super::Loo), whose file has the formulas.
pub(super) struct Observation {
    pub(super) elpd: f64,
    pub(super) p: f64,
    pub(super) mcse: f64,
    pub(super) r_eff: f64,
    pub(super) quality: Quality,
}

/// Leaves out each observation in turn.
pub(super) fn leave_out_all(
    log_likelihood: &LogLikelihood<'_>,
    settings: LooSettings,
) -> Result<Vec<Observation>, LooError> {
    let count = log_likelihood.observations();
    let leave_out = |range: Range<usize>| -> Result<Vec<Observation>, LooError> {
        let mut weights = Weights::new(settings);
        range.map(|observation| Observation::left_out(&mut weights, log_likelihood, observation)).collect()
    };
    let threads = match count * log_likelihood.draws() {
        numbers if numbers < PARALLEL => 1,
        _ => monomorph_numerics::cores().min(count),
    };
    if threads == 1 {
        return leave_out(0..count);
    }
    let parts: Vec<Range<usize>> =
        (0..threads).map(|part| part * count / threads..(part + 1) * count / threads).collect();
    let results: Vec<_> = thread::scope(|scope| {
        let spawn = |part: Range<usize>| thread::Builder::new().spawn_scoped(scope, || leave_out(part));
        let started: Vec<_> = parts.iter().map(|part| spawn(part.clone())).collect();
        let finish = started.into_iter().zip(&parts).map(|(thread, part)| {
            // If the thread did not start or panicked, the part is computed here.
            thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(|| leave_out(part.clone()))
        });
        finish.collect()
    });
    let mut all = Vec::with_capacity(count);
    for part in results {
        all.extend(part?);
    }
    Ok(all)
}

impl Observation {
    fn left_out(
        weights: &mut Weights,
        log_likelihood: &LogLikelihood<'_>,
        observation: usize,
    ) -> Result<Self, LooError> {
        let column = log_likelihood.column(observation);
        let (quality, r_eff) = weights.leave_out(log_likelihood, observation)?;
        let mut found = Self::weighted(&weights.log_weights, column, r_eff, quality);
        found.p = log_mean_exp(column) - found.elpd;
        Ok(found)
    }

    /// Computes the estimates for an observation from weighted draws and its log likelihoods at them; `p`
    /// cannot be computed from these.
    pub(super) fn weighted(log_weights: &[f64], values: &[f64], r_eff: f64, quality: Quality) -> Self {
        let weighted = || log_weights.iter().zip(values);
        let elpd = log_sum_exp(weighted().map(|(weight, value)| weight + value));
        let squares = weighted().map(|(weight, value)| (weight.exp() * (value - elpd).exp_m1()).powi(2));
        let mcse = (squares.sum::<f64>().ln_1p() / r_eff).sqrt();
        Self { elpd, p: f64::NAN, mcse, r_eff, quality }
    }
}
