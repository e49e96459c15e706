//! One replication: the ranks of a truth among the draws of its posterior.

use crate::draws::Draws;
use crate::draws::diagnostics::ess_bulk;
use crate::error::Error;
use rand::{Rng, RngExt};

/// The name of the rank of the log joint density, among the names of elements.
pub(super) const LOG_JOINT: &str = "log joint";

/// The draws of a posterior, and the log joint densities.
pub(super) struct Fitted {
    pub draws: Draws,
    /// The log joint density at each draw, chain by chain, and at the truth.
    pub log_joint: (Vec<f64>, f64),
    pub divergences: usize,
}

/// The results of one replication.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Ranks {
    /// The number of the replication: the number of the prior's draw that was the truth.
    pub replication: usize,
    /// The number of divergent transitions of the replication's sampler.
    pub divergences: usize,
    /// The rank of the truth for each quantity, between 0 and 1.
    #[cfg_attr(feature = "serde", serde(with = "crate::draws::any_numbers"))]
    pub ranks: Vec<f64>,
}

/// Returns the ranks of the truth's quantities among the draws of the elements with the same names; the rank
/// is NaN if a value is NaN.
pub(super) fn ranks(
    fitted: &Fitted,
    quantities: &[String],
    truth: &[f64],
    rng: &mut impl Rng,
) -> Result<Vec<f64>, Error> {
    let mut ranks = Vec::with_capacity(quantities.len());
    for (name, truth) in quantities.iter().zip(truth) {
        ranks.push(rank(&fitted.draws.column(name)?.chains(), *truth, rng));
    }
    if quantities.last().is_some_and(|name| name == LOG_JOINT) && ranks.len() < quantities.len() {
        let (values, truth) = &fitted.log_joint;
        let chains: Vec<&[f64]> = values.chunks(fitted.draws.draws_per_chain().max(1)).collect();
        ranks.push(rank(&chains, *truth, rng));
    }
    Ok(ranks)
}

/// Returns the rank of one number among the draws of some chains, which are thinned to independent draws;
/// NaN if any of the numbers is NaN, because NaN is neither smaller nor larger.
fn rank(chains: &[&[f64]], truth: f64, rng: &mut impl Rng) -> f64 {
    let all: usize = chains.iter().map(|chain| chain.len()).sum();
    let has_nan = chains.iter().any(|chain| chain.iter().any(|draw| draw.is_nan()));
    if all == 0 || truth.is_nan() || has_nan {
        return f64::NAN;
    }
    // The effective sample size is NaN for constant draws; one of them stands for all.
    let effective = ess_bulk(chains).max(1.0);
    let every = (all as f64 / effective).ceil().max(1.0) as usize;
    let (mut smaller, mut equal, mut kept) = (0_u32, 0_u32, 0_u32);
    for chain in chains {
        for draw in chain.iter().step_by(every) {
            smaller += u32::from(*draw < truth);
            equal += u32::from(*draw == truth);
            kept += 1;
        }
    }
    let uniform: f64 = rng.random();
    (f64::from(smaller) + uniform * f64::from(equal + 1)) / f64::from(kept + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    #[test]
    fn ranks_are_shares_of_smaller_draws() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let draws: Vec<f64> = (0..99).map(|k| f64::from((k * 37) % 99)).collect();
        for (truth, low, high) in [(-1.0, 0.0, 0.01), (49.5, 0.5, 0.51), (200.0, 0.99, 1.0)] {
            let rank = rank(&[&draws], truth, &mut rng);
            assert!((low..=high).contains(&rank), "{truth}: {rank}");
        }
        assert!(rank(&[&draws], f64::NAN, &mut rng).is_nan() && rank(&[], 0.0, &mut rng).is_nan());
        assert!(rank(&[&draws, &[1.0, f64::NAN]], 5.0, &mut rng).is_nan());
    }

    #[test]
    fn ties_are_as_likely_at_every_place() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let ones = [1.0; 50];
        let mean = (0..2000).map(|_| rank(&[&ones], 1.0, &mut rng)).sum::<f64>() / 2000.0;
        assert!((mean - 0.5).abs() < 0.03, "{mean}");
    }

    #[test]
    fn neighbours_that_are_alike_are_thinned() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        // Ten effective draws, each of them ten times: the rank is a multiple of 1/(L + 1), L about 10.
        let levels = [3.0, 8.0, 1.0, 6.0, 0.0, 9.0, 4.0, 7.0, 2.0, 5.0];
        let draws: Vec<f64> = levels.iter().flat_map(|level| [*level; 10]).collect();
        let spread: Vec<f64> = (0..200).map(|_| rank(&[&draws], -1.0, &mut rng)).collect();
        assert!(spread.iter().copied().fold(0.0, f64::max) > 0.03, "few draws leave wide steps");
    }
}
