//! The generalised Pareto distribution, `P(X ≤ x) = 1 − (1 + k x / σ)^(−1/k)` for `x ≥ 0`.
//!
//! It is fitted by the method of Zhang and Stephens (2009), *A new and efficient estimation method for the
//! generalized Pareto distribution*, Technometrics 51(3), 316–325. With `θ = −k / σ`, the likelihood has
//! its maximum over `k` at `k(θ) = mean log(1 − θ x)`, where its logarithm is `n (log(−θ / k) − k − 1)`.
//! The mean of `θ` under this profile over a grid of `30 + ⌊√n⌋` points,
//!
//! ```text
//! θ_j = 1 / x_max + (1 − √(m / (j − ½))) / (3 x_quartile),
//! ```
//!
//! is the estimate. (Zhang and Stephens write `k` with the opposite sign.) Vehtari et al. (2024) shrink `k`
//! towards ½ as ten further observations would: `(n k + 10 · ½) / (n + 10)`.

use monomorph_numerics::slices::SumOfLog1p;

/// The weight of the prior of `k` in observations, and its centre.
const PRIOR: (f64, f64) = (10.0, 0.5);

/// A generalised Pareto distribution above 0.
///
/// ```
/// use monomorph_diagnostics::psis::GeneralisedPareto;
///
/// // Quantiles of an exponential distribution, whose shape is 0.
/// let sorted = [0.05, 0.16, 0.29, 0.43, 0.6, 0.8, 1.05, 1.39, 1.9, 3.0];
/// let mut fitted = GeneralisedPareto::fit(&sorted).unwrap();
/// assert!(fitted.k.abs() < 0.4);
/// fitted.k = 1.0;
/// assert!((fitted.quantile(0.5) - fitted.sigma).abs() < 1e-12);
/// ```
// Exhaustive: the law has these two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeneralisedPareto {
    /// The shape k: the distribution is bounded if k < 0, and has no mean if k ≥ 1.
    pub k: f64,
    /// The scale σ: the density at 0 is 1 / σ.
    pub sigma: f64,
}

impl GeneralisedPareto {
    /// Fits the distribution to positive numbers in increasing order.
    ///
    /// Returns `None` if a quarter of the numbers are 0, or a number is not finite.
    pub fn fit(sorted: &[f64]) -> Option<Self> {
        let size = sorted.len() as f64;
        // The first quartile is defined as in R: the number at floor(n/4 + 1/2), counted from 1.
        let quartile = *sorted.get(((size / 4.0 + 0.5) as usize).max(1) - 1)?;
        let largest = *sorted.last()?;
        let points = 30 + size.sqrt() as usize;
        let grid =
            |j: usize| 1.0 / largest + (1.0 - (points as f64 / (j as f64 + 0.5)).sqrt()) / (3.0 * quartile);
        let logs = SumOfLog1p::new();
        // The mean under exp(profile), divided by the largest exp(profile) so far, so that nothing
        // overflows.
        let (mut most, mut weights, mut sum) = (f64::NEG_INFINITY, 0.0, 0.0);
        for theta in (0..points).map(grid) {
            let profile = size * profile(logs, theta, sorted);
            if profile.is_nan() {
                return None;
            }
            if profile > most {
                let scale = (most - profile).exp();
                (most, weights, sum) = (profile, weights * scale, sum * scale);
            }
            let weight = (profile - most).exp();
            weights += weight;
            sum += weight * theta;
        }
        let theta = sum / weights;
        let k = shape(logs, theta, sorted);
        let sigma = scale(k, theta, sorted);
        let k = (size * k + PRIOR.0 * PRIOR.1) / (size + PRIOR.0);
        (k.is_finite() && sigma.is_finite()).then_some(Self { k, sigma })
    }

    /// Returns the quantile of a probability.
    pub fn quantile(&self, probability: f64) -> f64 {
        let log_rest = (-probability).ln_1p();
        if self.k == 0.0 {
            return -self.sigma * log_rest;
        }
        self.sigma * (-self.k * log_rest).exp_m1() / self.k
    }
}

/// Computes `k(θ)`, the mean of `log(1 − θ x)`.
fn shape(logs: SumOfLog1p, theta: f64, sorted: &[f64]) -> f64 {
    logs.of(-theta, sorted) / sorted.len() as f64
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Computes `σ = −k / θ`, which tends to the mean as k tends to 0.
fn scale(k: f64, theta: f64, sorted: &[f64]) -> f64 {
    if theta == 0.0 { mean(sorted) } else { -k / theta }
}

/// Computes the log likelihood per observation at θ with the best k.
fn profile(logs: SumOfLog1p, theta: f64, sorted: &[f64]) -> f64 {
    let k = shape(logs, theta, sorted);
    -scale(k, theta, sorted).ln() - k - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uniform::uniform;

    #[test]
    fn simulated_tails() {
        let mut state = 1;
        for (k, sigma) in [(-0.4, 2.0), (0.0, 1e-3), (0.3, 1.0), (0.7, 40.0), (1.2, 1e6)] {
            let truth = GeneralisedPareto { k, sigma };
            let (size, repeats) = (400, 50);
            let (mut ks, mut scales) = (0.0, 0.0);
            for _ in 0..repeats {
                let mut draws: Vec<f64> = (0..size).map(|_| truth.quantile(uniform(&mut state))).collect();
                draws.sort_by(f64::total_cmp);
                let fitted = GeneralisedPareto::fit(&draws).unwrap();
                // The sd of a maximum likelihood estimate is (1 + k) / √n: 0.05 for k = 0.
                assert!((fitted.k - k).abs() < 0.3, "{k} {fitted:?}");
                ks += fitted.k / f64::from(repeats);
                scales += fitted.sigma / sigma / f64::from(repeats);
            }
            let prior = (size as f64 * k + 5.0) / (size as f64 + 10.0);
            assert!((ks - prior).abs() < 0.05, "mean of the fitted shapes of {k}: {ks}");
            assert!((scales - 1.0).abs() < 0.06, "mean of the fitted scales of {k}: {scales}");
        }
    }

    #[test]
    fn fits_do_not_depend_on_the_unit() {
        let draws: Vec<f64> = (1..100).map(|i| (f64::from(i) * 0.05).exp_m1()).collect();
        let fitted = GeneralisedPareto::fit(&draws).unwrap();
        for unit in [1e-200, 1e-9, 1e150] {
            let scaled: Vec<f64> = draws.iter().map(|x| x * unit).collect();
            let other = GeneralisedPareto::fit(&scaled).unwrap();
            assert!((other.k - fitted.k).abs() < 1e-10, "{unit}: {other:?} {fitted:?}");
            assert!((other.sigma / unit / fitted.sigma - 1.0).abs() < 1e-10);
        }
    }

    /// At θ = 0 the distribution is the exponential one.
    #[test]
    fn nothing_jumps_at_zero() {
        let logs = SumOfLog1p::new();
        let sorted = [0.5, 1.0, 2.5, 7.0];
        let at = |theta| {
            let k = shape(logs, theta, &sorted);
            [scale(k, theta, &sorted), profile(logs, theta, &sorted)]
        };
        for (there, beside) in at(0.0).into_iter().zip(at(1e-7)) {
            assert!((there - beside).abs() < 1e-5, "{there} {beside}");
        }
        assert_eq!(at(0.0), [2.75, -2.75_f64.ln() - 1.0]);
    }

    #[test]
    fn what_has_no_fit() {
        assert_eq!(GeneralisedPareto::fit(&[]), None);
        assert_eq!(GeneralisedPareto::fit(&[0.0; 8]), None);
        assert_eq!(GeneralisedPareto::fit(&[0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0]), None);
        assert_eq!(GeneralisedPareto::fit(&[1.0, 2.0, 3.0, f64::INFINITY]), None);
    }
}
