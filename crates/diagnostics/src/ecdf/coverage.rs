//! The probability that the empirical distribution function of n uniform numbers stays within bounds.
//!
//! The number of values below zₖ is a Markov chain in k: given c values below zₖ₋₁, the number between zₖ₋₁
//! and zₖ is binomial with n − c trials and probability (zₖ − zₖ₋₁) / (1 − zₖ₋₁). The probabilities of all
//! counts within the bounds are computed from point to point (Säilynoja, Bürkner and Vehtari 2022, section
//! 2.1).

use super::binomial::LogFactorials;

/// The smallest and the largest count that are allowed at a point.
pub(super) type Interval = (usize, usize);

/// Computes P(lowerₖ ≤ number of values below k / K ≤ upperₖ for k = 1 … K − 1), of `n` independent uniform
/// values.
///
/// `intervals` has one entry for each k, K − 1 of them.
pub(super) fn coverage(n: usize, intervals: &[Interval], table: &LogFactorials) -> f64 {
    let points = intervals.len() + 1;
    // The probabilities of the counts from `first` on, given that all bounds so far hold.
    let (mut first, mut within) = (0, vec![1.0]);
    for (place, (lower, upper)) in intervals.iter().enumerate() {
        // (zₖ − zₖ₋₁) / (1 − zₖ₋₁) with zₖ = k / K
        let step = 1.0 / (points - place) as f64;
        let mut next = vec![0.0; (upper + 1).saturating_sub(*lower)];
        for (offset, probability) in within.iter().enumerate() {
            let count = first + offset;
            let start = count.max(*lower);
            if *probability == 0.0 || start > *upper {
                continue;
            }
            let steps = table.binomial(n - count, step, start - count, upper - count);
            for (sum, more) in next[start - lower..].iter_mut().zip(steps) {
                *sum += probability * more;
            }
        }
        (first, within) = (*lower, next);
    }
    within.iter().sum::<f64>().min(1.0)
}
