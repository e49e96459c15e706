//! Random counts: binomial and Poisson numbers, and counts that are derived from them.

use super::{beta_and_rest, gamma, log_gamma, times_exp};
use rand::{Rng, RngExt};
use rand_distr::{Binomial, Distribution, Exp1, Poisson, StandardNormal};

/// The number, 2⁵³, above which not all whole numbers are floating-point numbers, and the Poisson
/// distribution is approximated by a normal one.
const NO_LONGER_WHOLE: f64 = 9_007_199_254_740_992.0;

/// The number of trials up to which `rand_distr` draws, with a probability of at least
/// [`LEAST_PROBABILITY`].
const MANY_TRIALS: f64 = 2_147_483_648.0;

/// The least probability of success with which `rand_distr` draws: 1 − p, which it computes, keeps nine
/// digits of p.
const LEAST_PROBABILITY: f64 = 1e-7;

/// A count with at most this expected value is drawn success by success.
const FEW: f64 = 16.0;

/// Draws the number of successes in `trials` trials, given the probabilities of a success and of a failure;
/// NaN if a number is negative or NaN.
///
/// With many trials, of the n uniform numbers of the trials the i-th smallest, i = p (n + 1), is drawn,
/// which is a beta number. If it is below p, there are at least i successes, else fewer than i, and the
/// rest is a binomial number with about √(n p (1 − p)) successes (Ahrens and Dieter 1974, "Computer methods
/// for sampling from gamma, beta, Poisson and binomial distributions"). With few successes left, the
/// numbers of trials until the next success are geometric numbers.
pub fn binomial<R: Rng + ?Sized>(trials: f64, [success, failure]: [f64; 2], rng: &mut R) -> f64 {
    if !(trials >= 0.0 && success >= 0.0 && failure >= 0.0) {
        return f64::NAN;
    }
    if success > failure {
        return trials - binomial(trials, [failure, success], rng);
    }
    if trials <= MANY_TRIALS && success >= LEAST_PROBABILITY {
        return Binomial::new(trials as u64, success)
            .map_or(f64::NAN, |binomial| binomial.sample(rng) as f64);
    }
    // The number of successes so far; it is counted backwards if the remaining successes are failures.
    let (mut found, mut sign) = (0.0, 1.0);
    let (mut left, mut success) = (trials, success);
    while left * success > FEW {
        let place = (success * (left + 1.0)).floor().clamp(1.0, left);
        let [below, above] = beta_and_rest(place, left + 1.0 - place, rng);
        if below <= success {
            found += sign * place;
            (left, success) = (left - place, (success - below) / above);
        } else {
            // Of the place − 1 numbers below, those above p are subtracted again.
            found += sign * (place - 1.0);
            (left, success, sign) = (place - 1.0, (below - success) / below, -sign);
        }
    }
    found + sign * one_by_one(left, success, rng)
}

/// Draws a binomial number with few expected successes: the number of failures between two successes is
/// geometric.
fn one_by_one<R: Rng + ?Sized>(trials: f64, success: f64, rng: &mut R) -> f64 {
    let rate = -(-success).ln_1p();
    let (mut left, mut count) = (trials, 0.0);
    if rate <= 0.0 {
        return 0.0;
    }
    loop {
        left -= (rng.sample::<f64, _>(Exp1) / rate).floor() + 1.0;
        if left < 0.0 {
            return count;
        }
        count += 1.0;
    }
}

/// Draws the number of events at a rate; NaN if the rate is NaN or negative, ∞ if it is ∞.
pub fn poisson<R: Rng + ?Sized>(rate: f64, rng: &mut R) -> f64 {
    if rate == 0.0 || rate == f64::INFINITY {
        return rate;
    }
    if rate > NO_LONGER_WHOLE {
        let normal: f64 = rng.sample(StandardNormal);
        return rate.sqrt().mul_add(normal, rate).round();
    }
    Poisson::new(rate).map_or(f64::NAN, |poisson| poisson.sample(rng))
}

/// Draws a Poisson count whose rate is a gamma number, given the logarithm of the scale.
pub fn overdispersed<R: Rng + ?Sized>(shape: f64, log_scale: f64, rng: &mut R) -> f64 {
    let rate = if shape >= 1.0 {
        times_exp(gamma(shape, 1.0, rng), log_scale)
    } else {
        (log_gamma(shape, rng) + log_scale).exp()
    };
    poisson(rate, rng)
}

/// Draws the numbers of `trials` trials that fall into each category: for each category a binomial number
/// of the remaining trials. NaN if the probabilities are invalid.
pub fn counts<R: Rng + ?Sized>(probability: &[f64], trials: f64, rng: &mut R) -> Vec<f64> {
    // The sum of the probabilities after each category, added from the end, so that no small probability is
    // lost in a difference.
    let mut rests: Vec<f64> = probability.to_vec();
    for place in (1..rests.len()).rev() {
        rests[place - 1] += rests[place];
    }
    let is_valid = probability.iter().all(|share| *share >= 0.0 && share.is_finite())
        && rests.first().is_some_and(|sum| *sum > 0.0);
    if !is_valid {
        return vec![f64::NAN; probability.len()];
    }
    let mut left = trials;
    let draw = |(place, &share): (usize, &f64)| {
        let behind = rests.get(place + 1).copied().unwrap_or(0.0);
        let count = if behind == 0.0 && share > 0.0 {
            left
        } else if left == 0.0 || share == 0.0 {
            0.0
        } else {
            binomial(left, [share / rests[place], behind / rests[place]], rng)
        };
        left -= count;
        count
    };
    probability.iter().enumerate().map(draw).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    const COUNT: usize = 20_000;

    /// Asserts that mean and variance have their exact values, up to five standard errors.
    fn has_moments(what: &str, mean: f64, variance: f64, mut draw: impl FnMut(&mut SmallRng) -> f64) {
        let mut rng = SmallRng::seed_from_u64(1);
        let drawn: Vec<f64> = (0..COUNT).map(|_| (draw(&mut rng) - mean) / variance.sqrt()).collect();
        let error = (COUNT as f64).sqrt().recip();
        let first = drawn.iter().sum::<f64>() / COUNT as f64;
        let second = drawn.iter().map(|z| z * z).sum::<f64>() / COUNT as f64;
        assert!(first.abs() < 5.0 * error, "{what}: the mean is off by {first} standard deviations");
        let kurtosis = 2.0 + 1.0 / variance;
        assert!((second - 1.0).abs() < 5.0 * error * kurtosis.sqrt(), "{what}: {second} of the variance");
    }

    #[test]
    fn many_trials() {
        for (trials, p) in [
            (1e12, 0.3),
            (1e15, 0.5),
            (1e15, 1e-14),
            (1e15, 1e-3),
            (9e15, 1e-10),
            (1e9, 1e-8),
            (1e300, 1e-299),
        ] {
            let mean = trials * p;
            has_moments(&format!("{trials} {p}"), mean, mean * (1.0 - p), |rng| {
                binomial(trials, [p, 1.0 - p], rng)
            });
            // With more trials than there are whole numbers, the number of failures is not exact.
            if trials < 1e16 {
                has_moments(&format!("{trials} 1 - {p}"), mean, mean * (1.0 - p), |rng| {
                    trials - binomial(trials, [1.0 - p, p], rng)
                });
            }
        }
    }

    #[test]
    fn counts_are_all_trials() {
        let mut rng = SmallRng::seed_from_u64(2);
        for shares in [[0.5, 0.5 - 1e-17, 1e-17, 0.0], [0.0, 0.0, 1.0, 0.0], [1e-300, 1e-300, 0.0, 1e-300]] {
            let drawn = counts(&shares, 1e6, &mut rng);
            assert_eq!(drawn.iter().sum::<f64>(), 1e6);
            assert!(drawn.iter().zip(&shares).all(|(count, share)| *share > 0.0 || *count == 0.0));
        }
        assert!(
            counts(&[0.0, 0.0], 1.0, &mut rng)[0].is_nan() && counts(&[f64::NAN], 1.0, &mut rng)[0].is_nan()
        );
    }

    #[test]
    fn huge_rates() {
        for rate in [13.0, 1e6, 1e12, 1e15, 1e18, 1e30] {
            has_moments(&format!("{rate}"), rate, rate, |rng| poisson(rate, rng));
        }
    }
}
