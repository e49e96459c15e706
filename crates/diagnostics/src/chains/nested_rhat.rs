//! Nested R̂, for many short chains.
//!
//! The M chains of a *superchain* begin at the same point. With the variance B of the K superchains' means,
//! the mean B′ of the variances of chains' means within a superchain, and the mean W of the chains'
//! variances,
//!
//!   nR̂ = √(1 + B / (B′ + W)).
//!
//! When the chains of a superchain have forgotten their starting point, they differ as much as superchains
//! do. R̂ of chains that are too short to estimate their own variance remains large; nested R̂ does not,
//! because superchains average over M chains. If M is large, one draw of each chain is enough.
//!
//! Margossian, Hoffman, Sountsov, Riou-Durand, Vehtari and Gelman 2024, "Nested R̂: assessing the convergence
//! of Markov chain Monte Carlo when running many short chains", Bayesian Analysis, equation 3.

use super::moments::{mean_of_slice, of_scaled, variance_of_slice};

/// Computes nested R̂ of chains, given a number for each chain, its superchain, which is the same for
/// chains that began at the same point.
///
/// It needs at least two superchains, with equal numbers of chains and of draws, and at least two chains in
/// a superchain or two draws in a chain. 1 means that all superchains agree; with M chains of one draw the
/// smallest value is about √(1 + 1/M). NaN if these conditions do not hold, for draws that are not finite,
/// and for draws that are all equal. Draws are neither split nor ranked, as in the paper and in R's
/// `posterior`.
///
/// ```
/// use monomorph_diagnostics::chains::nested_rhat;
///
/// // Four chains of two draws: the first two began at one point, the last two at another.
/// let chains: [&[f64]; 4] = [&[0.3, -0.4], &[-0.6, 0.2], &[0.1, -0.2], &[-0.3, 0.5]];
/// assert!(nested_rhat(&chains, &[0, 0, 1, 1]) < 1.1);
/// let apart: [&[f64]; 4] = [&[0.3, -0.4], &[-0.6, 0.2], &[4.1, 3.8], &[3.7, 4.5]];
/// assert!(nested_rhat(&apart, &[0, 0, 1, 1]) > 3.0);
/// ```
pub fn nested_rhat(chains: &[&[f64]], superchains: &[usize]) -> f64 {
    of_scaled(chains, |chains| of_plain(chains, superchains)).0
}

/// Computes nested R̂ of draws whose squares are finite.
fn of_plain(chains: &[&[f64]], superchains: &[usize]) -> f64 {
    let draws = chains.first().map_or(0, |chain| chain.len());
    let is_regular = chains.iter().all(|chain| chain.len() == draws) && chains.len() == superchains.len();
    if draws == 0 || !is_regular {
        return f64::NAN;
    }
    let mut groups: Vec<(usize, Vec<f64>)> = Vec::new();
    for (chain, &group) in chains.iter().zip(superchains) {
        let mean = mean_of_slice(chain);
        match groups.iter_mut().find(|(number, _)| *number == group) {
            Some((_, means)) => means.push(mean),
            None => groups.push((group, vec![mean])),
        }
    }
    let size = groups[0].1.len();
    if groups.len() < 2 || (size < 2 && draws < 2) || groups.iter().any(|(_, means)| means.len() != size) {
        return f64::NAN;
    }
    let centres: Vec<f64> = groups.iter().map(|(_, means)| mean_of_slice(means)).collect();
    let mean_variance = |series: &mut dyn Iterator<Item = f64>, length: usize| {
        if length < 2 { 0.0 } else { mean_of_slice(&series.collect::<Vec<f64>>()) }
    };
    let of_chains = mean_variance(&mut chains.iter().map(|chain| variance_of_slice(chain)), draws);
    let of_means = mean_variance(&mut groups.iter().map(|(_, means)| variance_of_slice(means)), size);
    (1.0 + variance_of_slice(&centres) / (of_chains + of_means)).sqrt()
}
