//! Bridge sampling from draws: the first half of each chain fits the proposal, and the second half gives
//! the estimate.

use super::estimate::bridge;
use super::proposal::Proposal;
use super::slope::slope;
use super::{BridgeError, MarginalLikelihood, Warp};
use crate::chains::{MIN_DRAWS, ess_mean};
use monomorph_numerics::random::normal;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The settings of the estimate of a marginal likelihood.
///
/// ```
/// use monomorph_diagnostics::bridge::{BridgeSettings, Warp};
///
/// let settings = BridgeSettings::default().warp(Warp::Normal);
/// assert_eq!(settings.seed, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "settings have no effect outside `log_marginal_likelihood`"]
#[non_exhaustive]
pub struct BridgeSettings {
    /// The form of the posterior that is compared with the proposal.
    pub warp: Warp,
    /// The seed of the proposal's draws.
    pub seed: u64,
}

impl Default for BridgeSettings {
    fn default() -> Self {
        Self { warp: Warp::default(), seed: 1 }
    }
}

impl BridgeSettings {
    /// Sets the form of the posterior that is compared with the proposal.
    pub fn warp(self, warp: Warp) -> Self {
        Self { warp, ..self }
    }

    /// Sets the seed of the proposal's draws.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

/// Estimates the marginal likelihood of a model from unconstrained draws.
///
/// `draws` are unconstrained points, in the order chain, draw, coordinate; `log_density` is the
/// unnormalised log density of the posterior in these coordinates, with Jacobians and with all constants.
/// It may be −∞, and NaN counts as −∞.
///
/// # Errors
/// [`BridgeError`] if the number of values is not a whole number of points, or there are fewer draws than 8
/// in a chain or 4 for each coordinate; if the covariance of the draws is singular; if the log density is
/// not finite at a draw; or if the draws do not have the distribution of the density, which the estimate
/// itself detects.
pub fn marginal_likelihood(
    draws: &[f64],
    dimension: usize,
    chains: usize,
    mut log_density: impl FnMut(&[f64]) -> f64,
    settings: BridgeSettings,
) -> Result<MarginalLikelihood, BridgeError> {
    let found = draws.len();
    let numbers = dimension.saturating_mul(chains);
    if numbers == 0 || found == 0 || !found.is_multiple_of(numbers) {
        return Err(BridgeError::Length { found, chains, dimension });
    }
    let (length, count) = (found / numbers, found / dimension);
    let least = (2 * MIN_DRAWS * chains).max(4 * dimension);
    if count < least {
        return Err(BridgeError::TooFewDraws { least, found: count });
    }
    let points: Vec<&[f64]> = draws.chunks_exact(dimension).collect();
    let halves = || points.chunks_exact(length).map(|chain| chain.split_at(length / 2));
    let fitting: Vec<&[f64]> = halves().flat_map(|(first, _)| first.to_vec()).collect();
    let proposal = Proposal::fit(&fitting, settings.warp)?;

    let mut at_draws = Vec::new();
    for (chain, (first, second)) in halves().enumerate() {
        let mut ratios = Vec::with_capacity(second.len());
        for (place, point) in second.iter().enumerate() {
            let value = log_density(point);
            if !value.is_finite() {
                return Err(BridgeError::NotFinite { draw: chain * length + first.len() + place, value });
            }
            ratios.push(proposal.log_ratio(&proposal.standardise(point), &mut log_density));
        }
        at_draws.push(ratios);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut at_proposals = Vec::with_capacity(count / 2);
    let mut z = vec![0.0; dimension];
    for _ in 0..count / 2 {
        z.iter_mut().for_each(|z| *z = normal(0.0, 1.0, &mut rng));
        at_proposals.push(proposal.log_ratio(&z, &mut log_density));
    }
    if at_proposals.iter().all(|ratio| *ratio == f64::NEG_INFINITY) {
        return Err(BridgeError::NoOverlap);
    }
    let seconds: Vec<&[&[f64]]> = halves().map(|(_, second)| second).collect();
    let chains: Vec<&[f64]> = at_draws.iter().map(Vec::as_slice).collect();
    let effective = effective_draws(&seconds, dimension);
    refuse_other_draws(&chains, &at_proposals, effective)?;
    Ok(bridge(&chains, &at_proposals, effective))
}

/// Returns an error unless the draws have the distribution of the density, given the log ratios of the
/// density to the proposal at the draws and at the proposals.
fn refuse_other_draws(
    at_draws: &[&[f64]],
    at_proposals: &[f64],
    effective_draws: f64,
) -> Result<(), BridgeError> {
    let at_draws = at_draws.concat();
    let Some((slope, se)) = slope(&at_draws, at_proposals) else { return Ok(()) };
    // Correlated draws have a larger standard error.
    let se = se * (at_draws.len() as f64 / effective_draws).sqrt();
    match slope + STANDARD_ERRORS * se < 1.0 && slope < LEAST_SLOPE {
        true => Err(BridgeError::OtherDraws { slope, se }),
        false => Ok(()),
    }
}

/// The number of standard errors by which a slope must differ from 1, and the slope below which it must be,
/// for draws to be refused.
const STANDARD_ERRORS: f64 = 5.0;
const LEAST_SLOPE: f64 = 0.7;

/// Returns the median over coordinates of the effective sample size of their mean, as in R's package
/// bridgesampling.
fn effective_draws(chains: &[&[&[f64]]], dimension: usize) -> f64 {
    let of_coordinate = |coordinate: usize| {
        let columns: Vec<Vec<f64>> =
            chains.iter().map(|chain| chain.iter().map(|point| point[coordinate]).collect()).collect();
        ess_mean(&columns.iter().map(Vec::as_slice).collect::<Vec<_>>())
    };
    let mut sizes: Vec<f64> = (0..dimension).map(of_coordinate).collect();
    sizes.sort_by(f64::total_cmp);
    let middle = sizes[dimension / 2];
    let draws = chains.iter().map(|chain| chain.len()).sum::<usize>() as f64;
    // At most the number of draws, because correlated draws are taken to be no better than independent
    // ones.
    if middle.is_finite() { middle.clamp(1.0, draws) } else { draws }
}
