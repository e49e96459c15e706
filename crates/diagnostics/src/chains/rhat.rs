//! R̂, the potential scale reduction factor: rank-normalised, split and folded.
//!
//! With `M` chains of `N` draws, `W` the mean of the chains' variances and `B = N · var(chain means)`:
//! `R̂ = √((B / W + N − 1) / N)`. It is computed on the rank-normalised split chains ("bulk", which
//! compares locations) and on the split chains of `|x − median|` ("folded", which compares scales), and the
//! larger is reported (Vehtari et al. 2021).

use super::moments::{mean_of_slice, variance_of_slice};
use super::quantile::median;
use super::ranks::normal_scores;
use super::validity::{are_valid, pool_map, split, unpool};

/// Rank-normalised split R̂, the larger of bulk and folded.
///
/// It needs at least two chains, of at least 4 draws; 1 means that the chains agree. NaN for a single
/// chain, chains of different lengths, a NaN among the draws, or draws that are all equal. Infinite when
/// the chains are constant, but at different values, where ArviZ may return a large number because of
/// rounding. Otherwise it agrees with `arviz.rhat(method="rank")`.
///
/// ```
/// use monomorph_diagnostics::chains::rhat;
///
/// let first = [0.3, -0.1, 0.8, -0.6, 0.1, 0.5, -0.4, -0.2];
/// let second = [-0.5, 0.4, -0.3, 0.6, 0.2, -0.7, 0.0, 0.7];
/// let far_away = second.map(|draw| draw + 10.0);
///
/// assert!(rhat(&[&first, &second]) < 1.1);
/// assert!(rhat(&[&first, &far_away]) > 1.5);
/// assert!(rhat(&[&first]).is_nan());
/// ```
pub fn rhat(chains: &[&[f64]]) -> f64 {
    if !are_valid(chains, 2) {
        return f64::NAN;
    }
    let halves = split(chains);
    let draws = halves[0].len();
    let pooled = halves.concat();
    let bulk = potential_scale_reduction(&unpool(&normal_scores(&pooled), draws));

    let median = median(pooled);
    let distances = pool_map(&halves, |draw| (draw - median).abs());
    let folded = potential_scale_reduction(&unpool(&normal_scores(&distances), draws));

    // Not `f64::max`: draws with two values have no folded R̂ (all are equally far from the median), and
    // then the bulk R̂ is returned.
    if folded > bulk { folded } else { bulk }
}

fn potential_scale_reduction(chains: &[&[f64]]) -> f64 {
    let draws = chains[0].len() as f64;
    let means: Vec<f64> = chains.iter().map(|chain| mean_of_slice(chain)).collect();
    let variances: Vec<f64> = chains.iter().map(|chain| variance_of_slice(chain)).collect();
    let between = draws * variance_of_slice(&means);
    let within = mean_of_slice(&variances);
    ((between / within + draws - 1.0) / draws).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constant_chains() {
        assert!(rhat(&[&[0.1; 9], &[0.1; 9]]).is_nan());
        assert_eq!(rhat(&[&[0.1; 9], &[0.3; 9]]), f64::INFINITY);
    }

    #[test]
    fn two_valued_draws_keep_their_bulk_rhat() {
        let coin = [0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0];
        assert!(rhat(&[&coin, &coin]).is_finite());
    }

    #[test]
    fn monotone_transformations_change_nothing_but_the_folding() {
        let a = [0.3, -0.1, 0.8, -0.6, 0.1, 0.5, -0.4, -0.2];
        let b = [2.5, 1.4, 2.3, 1.6, 1.2, 2.7, 1.0, 1.7];
        let (ea, eb) = (a.map(f64::exp), b.map(f64::exp));
        assert_eq!(rhat(&[&a, &b]), rhat(&[&ea, &eb]));
    }
}
