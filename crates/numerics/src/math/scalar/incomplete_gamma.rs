//! The regularised incomplete gamma functions, in logarithms.
//!
//!   P(a, z) = 1/Γ(a) ∫₀ᶻ tᵃ⁻¹ e⁻ᵗ dt,   Q(a, z) = 1 − P(a, z).
//!
//! Of the two, the integral on the side away from the mode of the density is computed first, the other one
//! is its complement. With D = zᵃ e⁻ᶻ / Γ(a), and t = z e⁻ˢ below z, t = z eˢ above it,
//!
//!   z ≤ a:   P = D ∫₀^∞ exp(−(a − z) s − z (e⁻ˢ − 1 + s)) ds,   ∂ₐ ln P = ln z − ψ(a) − E s,
//!   z > a:   Q = D ∫₀^∞ exp(−(z − a) s − z (eˢ − 1 − s)) ds,    ∂ₐ ln Q = ln z − ψ(a) + E s,
//!
//! where E is the mean under the integrand. The integrands are log-concave, fall from 1, and are smooth on
//! the scale of their width, whatever a is, so one Gauss–Legendre rule serves. For z ≤ a < 16 the first
//! integral has a tail too long for it, but a short series:
//!
//!   P = D/a S,   S = Σ zⁿ / ((a + 1) ⋯ (a + n)),   ∂ₐ ln P = ln z − ψ(a + 1) + S′/S.
//!
//! For a < 1 and z < 3/2 both can be small, so Q has another series for P > ½:
//!
//!   Q = −(eˡ − 1) − a eˡ Σ (−z)ⁿ / (n! (a + n))   (n ≥ 1),   l = a ln z − ln Γ(a + 1).
//!
//! In all cases ∂ P/∂z = −∂ Q/∂z = D/z, which may overflow, while the slope by ln z, D, does not. For large
//! a, ln D = −a φ(z/a) + ½ ln(a / 2π) − δ(a), where φ(λ) = λ − 1 − ln λ, and ln z − ψ(a) = ln(z/a) + (ln a
//! − ψ(a)).
//!
//! DLMF 8.2.4, 8.7.1, 8.7.3; the method for Q at small a is due to Gautschi (1979, ACM TOMS 5, 466), as is
//! the rule that the smaller one of the two is never computed as a difference.

use super::quadrature::{CUT, integrate};
use super::small::{complement, expm1_less_x, is_usable, log_ratio, log_ratio_less_excess, plain};
use super::stirling::{HALF_LOG_2_PI, LARGE, digamma, lgamma, lgamma1p, log_less_digamma, stirling_error};

/// ln P(a, z), ∂/∂a, ∂/∂z, for 1e-50 ≤ a ≤ 1e50 and z ≥ 0; NaN elsewhere.
///
/// ```
/// # use monomorph_numerics::math::scalar::log_gamma_p;
/// let [log_p, by_a, by_z] = log_gamma_p(1.0, 2.0); // the exponential distribution
/// assert!((log_p - (1.0 - (-2.0_f64).exp()).ln()).abs() < 1e-15);
/// assert!((by_z - (-2.0_f64).exp() / log_p.exp()).abs() < 1e-15);
/// assert!(by_a < 0.0);
/// ```
pub fn log_gamma_p(a: f64, z: f64) -> [f64; 3] {
    let [value, by_a, by_log] = log_gamma_p_by_log(a, z, z.ln());
    [value, by_a, if z == 0.0 { f64::INFINITY } else { by_log / z }]
}

/// ln Q(a, z), ∂/∂a, ∂/∂z, for 1e-50 ≤ a ≤ 1e50 and z ≥ 0; NaN elsewhere.
pub fn log_gamma_q(a: f64, z: f64) -> [f64; 3] {
    let [value, by_a, by_log] = log_gamma_q_by_log(a, z, z.ln());
    let by_z = if z == 0.0 {
        -density_at_zero(a)
    } else if z == f64::INFINITY {
        -1.0
    } else if z < TINY || z < 1.0 && by_log.abs() < 1e-290 {
        // D may underflow where D/z does not.
        -(a.ln() + (a - 1.0) * z.ln() - lgamma1p(a) - value).exp()
    } else {
        by_log / z
    };
    [value, by_a, by_z]
}

/// Returns [`log_gamma_p`] with its derivative by ln z in place of the derivative by z. ln z is an argument
/// too, since z may underflow. If z is a function of other numbers, the slopes by these are products with
/// this derivative, which do not overflow too early.
pub fn log_gamma_p_by_log(a: f64, z: f64, log_z: f64) -> [f64; 3] {
    lower_and_upper(a, z, log_z).0
}

/// Returns [`log_gamma_q`] with its derivative by ln z in place of the derivative by z, given ln z too.
pub fn log_gamma_q_by_log(a: f64, z: f64, log_z: f64) -> [f64; 3] {
    lower_and_upper(a, z, log_z).1
}

/// P(a, z), ∂/∂a, ∂/∂z, for 1e-50 ≤ a ≤ 1e50 and z ≥ 0; NaN elsewhere.
pub fn gamma_p(a: f64, z: f64) -> [f64; 3] {
    let [value, by_a, by_z] = plain(log_gamma_p(a, z));
    [value, by_a, if z == 0.0 { density_at_zero(a) } else { by_z }]
}

/// Q(a, z), ∂/∂a, ∂/∂z, for 1e-50 ≤ a ≤ 1e50 and z ≥ 0; NaN elsewhere.
pub fn gamma_q(a: f64, z: f64) -> [f64; 3] {
    plain(log_gamma_q(a, z))
}

/// The gamma density of shape a and rate 1 at 0.
fn density_at_zero(a: f64) -> f64 {
    match a.partial_cmp(&1.0) {
        Some(core::cmp::Ordering::Less) => f64::INFINITY,
        Some(core::cmp::Ordering::Equal) => 1.0,
        Some(core::cmp::Ordering::Greater) => 0.0,
        None => f64::NAN,
    }
}

/// The largest z at which P is D/a to the last place for all a.
const TINY: f64 = 1e-100;

/// ln P and ln Q with their partial derivatives by a and ln z.
fn lower_and_upper(a: f64, z: f64, log_z: f64) -> ([f64; 3], [f64; 3]) {
    let inside = is_usable(a) && z >= 0.0;
    if !inside {
        return ([f64::NAN; 3], [f64::NAN; 3]);
    }
    if log_z == f64::NEG_INFINITY {
        return ([f64::NEG_INFINITY, f64::NEG_INFINITY, a], [0.0; 3]);
    }
    if z > 1e200 {
        return ([0.0; 3], [-z, log_z, -z]);
    }
    if a < 1.0 && z < 1.5 || z < TINY {
        let lower = lower_by_series(a, z, log_z);
        if lower[0] < -core::f64::consts::LN_2 {
            return (lower, complement(lower));
        }
        let upper = upper_by_series(a, z, log_z);
        return (complement(upper), upper);
    }
    if z <= a {
        let lower = if a < LARGE { lower_by_series(a, z, log_z) } else { lower_by_quadrature(a, z) };
        (lower, complement(lower))
    } else {
        let upper = upper_by_quadrature(a, z);
        (complement(upper), upper)
    }
}

/// ln D and its derivative by a.
fn log_prefactor(a: f64, z: f64) -> [f64; 2] {
    if a < LARGE {
        return [a * z.ln() - z - lgamma(a), z.ln() - digamma(a)];
    }
    let excess = (z - a) / a;
    let value = a * log_ratio_less_excess(z, a, excess) + 0.5 * a.ln() - HALF_LOG_2_PI - stirling_error(a);
    [value, log_ratio(z, a, excess) + log_less_digamma(a)]
}

/// ln P and its derivatives, for z ≤ a or z < 3/2.
fn lower_by_series(a: f64, z: f64, log_z: f64) -> [f64; 3] {
    let (mut term, mut harmonic) = (1.0, 0.0);
    let (mut sum, mut by_a) = (1.0, 0.0);
    for n in 1..200 {
        let inverse = (a + f64::from(n)).recip();
        term *= z * inverse;
        harmonic += inverse;
        sum += term;
        by_a -= term * harmonic;
        if term * harmonic < 1e-18 * by_a.abs() {
            break;
        }
    }
    let value = a * log_z - z - lgamma1p(a) + sum.ln();
    [value, log_z - digamma(a + 1.0) + by_a / sum, a / sum]
}

/// ln Q and its derivatives, for a < 1 and z < 3/2.
fn upper_by_series(a: f64, z: f64, log_z: f64) -> [f64; 3] {
    let (mut term, mut sum, mut sum_by_a) = (1.0, 0.0, 0.0);
    for n in 1..40 {
        let n = f64::from(n);
        term *= -z / n;
        let inverse = (a + n).recip();
        sum += term * inverse;
        sum_by_a -= term * inverse * inverse;
        if term.abs() < 1e-18 {
            break;
        }
    }
    let (power, power_by_a) = (a * log_z - lgamma1p(a), log_z - digamma(1.0 + a));
    let factor = power.exp();
    let value = -power.exp_m1() - factor * a * sum;
    let by_a = -factor * (power_by_a * (1.0 + a * sum) + sum + a * sum_by_a);
    let by_log = -(power - z).exp() * a;
    [value.ln(), by_a / value, by_log / value]
}

/// ln P and its derivatives, for 16 ≤ a and z ≤ a.
fn lower_by_quadrature(a: f64, z: f64) -> [f64; 3] {
    let slope = a - z;
    // Newton's method on a concave function, starting left of its root: after the first step it comes from
    // the right.
    let mut length = end_of_quadratic(slope, z);
    for _ in 0..4 {
        let height = CUT - slope * length - z * expm1_less_x(-length);
        length += height / (slope - z * (-length).exp_m1());
    }
    let [integral, moment] = integrate(length, |s| {
        let weight = (-slope * s - z * expm1_less_x(-s)).exp();
        [weight, weight * s]
    });
    let [value, by_a] = log_prefactor(a, z);
    [value + integral.ln(), by_a - moment / integral, integral.recip()]
}

/// ln Q and its derivatives, for z ≥ a, and z ≥ 3/2 where a < 1.
fn upper_by_quadrature(a: f64, z: f64) -> [f64; 3] {
    let slope = z - a;
    // As above, but the start is right of the root.
    let mut length = end_of_quadratic(slope, z);
    for _ in 0..6 {
        let height = CUT - slope * length - z * expm1_less_x(length);
        length += height / (slope + z * length.exp_m1());
    }
    let [integral, moment] = integrate(length, |s| {
        let weight = (-slope * s - z * expm1_less_x(s)).exp();
        [weight, weight * s]
    });
    let [value, by_a] = log_prefactor(a, z);
    [value + integral.ln(), by_a + moment / integral, -integral.recip()]
}

/// The positive s at which slope s + curvature s²/2 is [`CUT`].
pub(super) fn end_of_quadratic(slope: f64, curvature: f64) -> f64 {
    2.0 * CUT / (slope + (slope * slope + 2.0 * CUT * curvature).sqrt())
}
