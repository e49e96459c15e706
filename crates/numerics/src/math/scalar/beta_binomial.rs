//! The distribution function of the beta-binomial distribution.
//!
//!   F(k) = Σ_{j ≤ k} pⱼ,   pⱼ = C(n, j) B(j + α, n − j + β) / B(α, β),
//!   pⱼ₊₁ / pⱼ = (n − j) (j + α) / ((j + 1) (n − j − 1 + β)).
//!
//! With L and U the sums of pⱼ / p_k over j ≤ k and over j > k, computed from k outwards by the ratios,
//!
//!   ln F = −ln(1 + U/L),   ln(1 − F) = −ln(1 + L/U):
//!
//! no beta function is needed, no difference is taken, and both tails are accurate relative to their sizes.
//! With aⱼ = ψ(j + α) − ψ(k + α) and bⱼ = ψ(n − j + β) − ψ(n − k + β), sums of reciprocals, whose means over
//! j ≤ k and j > k are A_L and A_U, and so on,
//!
//!   ∂_α ln F = (1 − F)(A_L − A_U),   ∂_β ln F = (1 − F)(B_L − B_U),   ∂ ln(1 − F) = −F/(1 − F) ∂ ln F.

use super::small::is_usable;

/// ln F(k), ∂/∂α, ∂/∂β, for integers n ≤ 2²⁰ and α, β from 1e-50 to 1e50; NaN elsewhere.
///
/// The cost is proportional to n, unless α, β ≥ 1: then to the number of terms that are not negligible.
///
/// ```
/// # use monomorph_numerics::math::scalar::log_beta_binomial_cdf;
/// let [log, ..] = log_beta_binomial_cdf(3.0, 9.0, 1.0, 1.0); // uniform on 0, …, 9
/// assert!((log - 0.4_f64.ln()).abs() < 1e-15);
/// ```
pub fn log_beta_binomial_cdf(k: f64, n: f64, alpha: f64, beta: f64) -> [f64; 3] {
    below_and_above(k, n, alpha, beta).0
}

/// ln(1 − F(k)), ∂/∂α, ∂/∂β, for integers n ≤ 2²⁰ and α, β from 1e-50 to 1e50; NaN elsewhere.
pub fn log_beta_binomial_ccdf(k: f64, n: f64, alpha: f64, beta: f64) -> [f64; 3] {
    below_and_above(k, n, alpha, beta).1
}

/// The largest number of trials n.
pub const LARGEST: f64 = 1_048_576.0;

fn below_and_above(k: f64, n: f64, alpha: f64, beta: f64) -> ([f64; 3], [f64; 3]) {
    let inside = (0.0..=LARGEST).contains(&n)
        && n.fract() == 0.0
        && is_usable(alpha)
        && is_usable(beta)
        && !k.is_nan();
    if !inside {
        return ([f64::NAN; 3], [f64::NAN; 3]);
    }
    let (nothing, all) = ([f64::NEG_INFINITY, 0.0, 0.0], [0.0; 3]);
    if k < 0.0 {
        return (nothing, all);
    }
    let k = k.floor();
    if k >= n {
        return (all, nothing);
    }
    // The downward sum is an upward sum with successes and failures exchanged.
    let upper = Sum::upwards(k, n, alpha, beta, 0.0, LARGEST);
    let lower = Sum::upwards(n - k, n, beta, alpha, 1.0, LARGEST).mirrored();
    below_and_above_sums(&lower, &upper)
}

/// ln F, ln(1 − F) and their derivatives by α and β, given the sums over j ≤ k and over j > k.
pub fn below_and_above_sums(lower: &Sum, upper: &Sum) -> ([f64; 3], [f64; 3]) {
    let log_odds = upper.log - lower.log;
    let (up, down) = (lower.by_up - upper.by_up, lower.by_down - upper.by_down);
    let side = |log_odds: f64, sign: f64| {
        // −ln(1 + eˣ) and eˣ / (1 + eˣ).
        let small = (-log_odds.abs()).exp();
        let value = -small.ln_1p() - log_odds.max(0.0);
        let rest = sign * if log_odds > 0.0 { 1.0 } else { small } / (1.0 + small);
        [value, rest * up, rest * down]
    };
    (side(log_odds, 1.0), side(-log_odds, -1.0))
}

/// A sum of pⱼ / p_k, with the means of aⱼ and bⱼ.
// Exhaustive: sums of other series are put into it as well.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    /// The logarithm of the sum.
    pub log: f64,
    /// The mean of aⱼ.
    pub by_up: f64,
    /// The mean of bⱼ.
    pub by_down: f64,
    /// The last j of the sum: n if all further terms are negligible.
    pub reached: f64,
}

impl Sum {
    /// Sums the terms of j > k, at most `steps` of them, and `own` for the term of j = k.
    pub fn upwards(k: f64, n: f64, alpha: f64, beta: f64, own: f64, steps: f64) -> Self {
        // A sum that becomes this large is scaled down.
        const LIMIT: f64 = 1e140;
        let (mut term, mut sum, mut shift) = (1.0, own, 0.0);
        let (mut a, mut b) = (0.0, 0.0);
        let (mut by_a, mut by_b) = (0.0, 0.0);
        // The terms are log-concave: once they fall they fall ever faster.
        let concave = alpha >= 1.0 && beta >= 1.0;
        let mut j = k;
        let last = n.min(k + steps);
        while j < last {
            let (gained, lost) = (j + alpha, n - j - 1.0 + beta);
            let ratio = ((n - j) / (j + 1.0)) * (gained / lost);
            term *= ratio;
            a += gained.recip();
            b -= lost.recip();
            sum += term;
            by_a += term * a;
            by_b += term * b;
            j += 1.0;
            if sum > LIMIT {
                for scaled in [&mut term, &mut sum, &mut by_a, &mut by_b] {
                    *scaled /= LIMIT;
                }
                shift += LIMIT.ln();
            }
            if concave && ratio < 1.0 && term * ratio < 1e-18 * (1.0 - ratio) * sum {
                j = n;
                break;
            }
        }
        let (by_up, by_down) = if sum > 0.0 { (by_a / sum, by_b / sum) } else { (0.0, 0.0) };
        Self { log: sum.ln() + shift, by_up, by_down, reached: j }
    }

    /// Exchanges the means of aⱼ and bⱼ, after successes and failures were exchanged in a sum.
    #[must_use = "the sum that is returned is the mirrored one"]
    pub fn mirrored(self) -> Self {
        Self { by_up: self.by_down, by_down: self.by_up, ..self }
    }
}
