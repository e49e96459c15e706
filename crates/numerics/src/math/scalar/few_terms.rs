//! The regularised incomplete beta and gamma functions of a small whole shape, as sums of few terms:
//!
//!   I_x(a, b) = xᵃ Σ tₖ,   t₀ = 1,  tₖ = tₖ₋₁ (a + k − 1) y / k,  y = 1 − x,       0 ≤ k < b,
//!   ∂ₐ ln I = ln x + Σ tₖ cₖ / Σ tₖ,   cₖ = 1/a + … + 1/(a + k − 1),
//!   ∂ₓ ln I = (a + b − 1) t_{b−1} / (x Σ tₖ),
//!   Q(a, z) = e⁻ᶻ Σ zᵏ/k!,   ∂_z ln Q = −(zᵃ⁻¹/(a − 1)!) / Σ zᵏ/k!,               0 ≤ k < a.
//!
//! They are the probabilities of small counts, and cost a tenth of the functions of any shape, whose
//! derivatives by the shape are not needed then. If the sum is near 1 its logarithm would lose digits,
//! unless it has one term: then the functions of any shape are used.
//!
//! DLMF 8.17.21, repeated from I_x(a, 1) = xᵃ, and 8.4.10.

use super::incomplete_beta::{log_inc_beta, log_inc_beta_complement};
use super::incomplete_gamma::{log_gamma_p, log_gamma_q};
use super::small::{complement, is_usable, log_of};

/// The largest number of terms.
const MOST: f64 = 4.0;

/// The largest logarithm of a sum of two terms or more whose complement keeps its digits.
const LARGEST_SUM: f64 = -0.3;

/// Returns ln I_x(a, b), ∂/∂a, ∂/∂x as [`log_inc_beta`] does, for a whole number b.
///
/// ```
/// # use monomorph_numerics::math::scalar::log_inc_beta_of_count;
/// let [log, by_a, by_x] = log_inc_beta_of_count(3.0, 1.0, 0.25, 0.75); // x³
/// assert!((log - 3.0 * 0.25_f64.ln()).abs() < 1e-15);
/// assert!((by_a - 0.25_f64.ln()).abs() < 1e-15 && (by_x - 12.0).abs() < 1e-14);
/// ```
pub fn log_inc_beta_of_count(a: f64, b: f64, x: f64, y: f64) -> [f64; 3] {
    beta_terms(a, b, x, y).unwrap_or_else(|| {
        let [value, by_a, _, by_x] = log_inc_beta(a, b, x, y);
        [value, by_a, by_x]
    })
}

/// Returns ln(1 − I_x(a, b)), ∂/∂a, ∂/∂x as [`log_inc_beta_complement`] does, for a whole number b.
pub fn log_inc_beta_complement_of_count(a: f64, b: f64, x: f64, y: f64) -> [f64; 3] {
    beta_terms(a, b, x, y).map(complement).unwrap_or_else(|| {
        let [value, by_a, _, by_x] = log_inc_beta_complement(a, b, x, y);
        [value, by_a, by_x]
    })
}

/// Returns ln Q(a, z), ∂/∂z as [`log_gamma_q`] does, for a whole number a.
pub fn log_gamma_q_of_count(a: f64, z: f64) -> [f64; 2] {
    gamma_terms(a, z).unwrap_or_else(|| {
        let [value, _, by_z] = log_gamma_q(a, z);
        [value, by_z]
    })
}

/// Returns ln P(a, z), ∂/∂z as [`log_gamma_p`] does, for a whole number a.
pub fn log_gamma_p_of_count(a: f64, z: f64) -> [f64; 2] {
    gamma_terms(a, z).map(complement).unwrap_or_else(|| {
        let [value, _, by_z] = log_gamma_p(a, z);
        [value, by_z]
    })
}

/// Returns ln I and its derivatives, if the sum has few terms and keeps its digits.
fn beta_terms(a: f64, b: f64, x: f64, y: f64) -> Option<[f64; 3]> {
    if !(is_few(b) && is_usable(a) && x > 0.0 && y > 0.0 && x + y <= 2.0) {
        return None;
    }
    let (mut term, mut by_term) = (1.0, 0.0);
    let (mut sum, mut by_sum) = (1.0, 0.0);
    for k in 1..b as u32 {
        let factor = a + f64::from(k - 1);
        term *= factor * y / f64::from(k);
        by_term += factor.recip();
        sum += term;
        by_sum += term * by_term;
    }
    let log_x = log_of(x, y);
    let log = a * log_x + sum.ln();
    let by_x = (a + (b - 1.0)) * (term / sum) / x;
    keeps_its_digits(b, log).then_some([log, log_x + by_sum / sum, by_x])
}

/// Returns ln Q and its derivative, if the sum has few terms and keeps its digits.
fn gamma_terms(a: f64, z: f64) -> Option<[f64; 2]> {
    if !(is_few(a) && z > 0.0 && z < 1e60) {
        return None;
    }
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..a as u32 {
        term *= z / f64::from(k);
        sum += term;
    }
    let log = sum.ln() - z;
    keeps_its_digits(a, log).then_some([log, -term / sum])
}

/// Returns true if a number of terms is whole, and from 1 to [`MOST`].
fn is_few(count: f64) -> bool {
    (1.0..=MOST).contains(&count) && count.fract() == 0.0
}

/// Returns true if the logarithm of a sum and that of its complement have all their digits. A single term
/// always has.
fn keeps_its_digits(terms: f64, log: f64) -> bool {
    terms == 1.0 || log < LARGEST_SUM
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests that sums of few terms equal the functions of any shape, also for tiny and large rates.
    #[test]
    fn few_terms_are_the_functions_of_any_shape() {
        let near = |found: &[f64], want: &[f64], what: &str| {
            for (found, want) in found.iter().zip(want) {
                let same = found == want || want.is_finite() && (found - want).abs() <= 1e-11 * want.abs();
                assert!(same, "{what}: {found:e} {want:e}");
            }
        };
        for terms in [1.0, 2.0, 3.0, 4.0] {
            for small in [1e-100, 1e-18, 1e-9, 1e-3, 0.2, 0.5] {
                for a in [1e-50, 1e-6, 0.3, 1.0, 2.0, 40.0, 1e7, 1e50] {
                    for (x, y) in [(1.0 - small, small), (small, 1.0 - small)] {
                        let what = format!("I of {a:e}, {terms}, {x:e}, {y:e}");
                        let [value, by_a, _, by_x] = log_inc_beta(a, terms, x, y);
                        near(&log_inc_beta_of_count(a, terms, x, y), &[value, by_a, by_x], &what);
                        let [value, by_a, _, by_x] = log_inc_beta_complement(a, terms, x, y);
                        let found = log_inc_beta_complement_of_count(a, terms, x, y);
                        near(&found, &[value, by_a, by_x], &format!("1 − {what}"));
                    }
                }
            }
            for z in [1e-300, 1e-18, 1e-6, 0.1, 0.9, 3.0, 30.0, 700.0, 1e5, 1e100] {
                let [value, _, by_z] = log_gamma_q(terms, z);
                near(&log_gamma_q_of_count(terms, z), &[value, by_z], &format!("Q of {terms}, {z:e}"));
                let [value, _, by_z] = log_gamma_p(terms, z);
                near(&log_gamma_p_of_count(terms, z), &[value, by_z], &format!("P of {terms}, {z:e}"));
            }
        }
        assert!(log_inc_beta_of_count(f64::NAN, 1.0, 0.5, 0.5)[0].is_nan());
        assert!(log_gamma_q_of_count(1.0, f64::NAN)[0].is_nan());
    }
}
