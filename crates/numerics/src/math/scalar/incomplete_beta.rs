//! The regularised incomplete beta function and its complement, in logarithms.
//!
//!   I = I_x(a, b) = 1/B(a, b) ∫₀ˣ tᵃ⁻¹ (1 − t)ᵇ⁻¹ dt,   J = 1 − I = I_y(b, a),   y = 1 − x.
//!
//! The tail on the same side of the mean as x is computed first, the other one is its complement. Let the
//! first be I, and D = xᵃ yᵇ / B(a, b), λ = a − (a + b) x = (a + b) y − b. If a and b are large, then with
//! logit t = logit x − s
//!
//!   I = D ∫₀^∞ exp(−λ s − (a + b) k(s)) ds,   k(s) = ln(1 + x (e⁻ˢ − 1)) + x s = ln(1 + y (eˢ − 1)) − y s,
//!   ∂ₐ ln I = E ln t − ψ(a) + ψ(a + b),   ∂_b ln I = E ln(1 − t) − ψ(b) + ψ(a + b),
//!
//! where E is the mean under the integrand, which is log-concave, falls from 1 and is smooth on the scale of
//! its width. Otherwise, for x ≤ (a + 1)/(a + b + 2), by the continued fraction
//!
//!   I = D / (β₀ + α₁/(β₁ + α₂/(β₂ + …))),
//!   αₙ = (a + n − 1) (a + b + n − 1) n (b − n) x² / (a + 2n − 1)²,
//!   βₙ = n + n (b − n) x / (a + 2n − 1) + (a + n)(λ + 1 + n (1 + y)) / (a + 2n + 1),
//!
//! evaluated with dual numbers for its derivatives by a and b. If then a < 1 and I > ½, J can be small, and
//! is computed in `beta_complement.rs`. In all cases ∂I/∂x = D / (x y), which may overflow, while the slope
//! by logit x, D, does not.
//!
//! DLMF 8.17; the continued fraction and the use of λ are Didonato and Morris's (1992, ACM TOMS 18, 360); its
//! differentiation follows Boik and Robison-Cox (1998, J. Stat. Software 3).

use super::beta_complement::complement_by_series;
use super::dual::Dual;
use super::incomplete_gamma::end_of_quadratic;
use super::quadrature::{CUT, integrate};
use super::small::{
    complement, expm1_less_x, is_usable, log_of, log_ratio, log_ratio_less_excess, log1p_less_x, plain,
};
use super::stirling::{HALF_LOG_2_PI, LARGE, digamma, lgamma, log_less_digamma, stirling_error};

/// ln I_x(a, b), ∂/∂a, ∂/∂b, ∂/∂x, for a, b from 1e-50 to 1e50 and 0 ≤ x ≤ 1, y = 1 − x; NaN elsewhere.
///
/// Both x and y are arguments, so that the smaller of them has all its digits.
///
/// ```
/// # use monomorph_numerics::math::scalar::log_inc_beta;
/// let [log, by_a, by_b, by_x] = log_inc_beta(2.0, 1.0, 0.25, 0.75); // x²
/// assert!((log - 0.0625_f64.ln()).abs() < 1e-15);
/// assert!((by_x - 8.0).abs() < 1e-14);
/// assert!(by_a < 0.0 && by_b > 0.0);
/// ```
pub fn log_inc_beta(a: f64, b: f64, x: f64, y: f64) -> [f64; 4] {
    let [value, by_a, by_b, by_logit] = log_inc_beta_by_logit(a, b, x, y);
    let by_x = if x == 0.0 {
        f64::INFINITY
    } else if y == 0.0 {
        density_at_zero(b, a)
    } else {
        by_logit / (x * y)
    };
    [value, by_a, by_b, by_x]
}

/// ln(1 − I_x(a, b)), ∂/∂a, ∂/∂b, ∂/∂x, for a, b from 1e-50 to 1e50 and 0 ≤ x ≤ 1, y = 1 − x; NaN elsewhere.
pub fn log_inc_beta_complement(a: f64, b: f64, x: f64, y: f64) -> [f64; 4] {
    let [value, by_a, by_b, by_logit] = log_inc_beta_complement_by_logit(a, b, x, y);
    let by_x = if x == 0.0 {
        -density_at_zero(a, b)
    } else if y == 0.0 {
        f64::NEG_INFINITY
    } else {
        by_logit / (x * y)
    };
    [value, by_a, by_b, by_x]
}

/// Returns [`log_inc_beta`] with its derivative by log(x/y) in place of the derivative by x. If x is a
/// function of other numbers, the slopes by these are products with it, which do not overflow too early.
pub fn log_inc_beta_by_logit(a: f64, b: f64, x: f64, y: f64) -> [f64; 4] {
    lower_and_upper(a, b, x, y).0
}

/// Returns [`log_inc_beta_complement`] with its derivative by log(x/y) in place of the derivative by x.
pub fn log_inc_beta_complement_by_logit(a: f64, b: f64, x: f64, y: f64) -> [f64; 4] {
    lower_and_upper(a, b, x, y).1
}

/// I_x(a, b), ∂/∂a, ∂/∂b, ∂/∂x, for a, b from 1e-50 to 1e50 and 0 ≤ x ≤ 1; NaN elsewhere.
pub fn inc_beta(a: f64, b: f64, x: f64) -> [f64; 4] {
    let [value, by_a, by_b, by_x] = plain(log_inc_beta(a, b, x, 1.0 - x));
    let by_x = if x == 0.0 {
        density_at_zero(a, b)
    } else if x == 1.0 {
        density_at_zero(b, a)
    } else {
        by_x
    };
    [value, by_a, by_b, by_x]
}

/// The beta density at 0.
fn density_at_zero(a: f64, b: f64) -> f64 {
    match a.partial_cmp(&1.0) {
        Some(core::cmp::Ordering::Less) => f64::INFINITY,
        Some(core::cmp::Ordering::Equal) => b,
        Some(core::cmp::Ordering::Greater) => 0.0,
        None => f64::NAN,
    }
}

/// ln I and ln J with their partial derivatives by a, b and logit x.
fn lower_and_upper(a: f64, b: f64, x: f64, y: f64) -> ([f64; 4], [f64; 4]) {
    let inside = is_usable(a) && is_usable(b) && x >= 0.0 && y >= 0.0 && x + y <= 2.0;
    if !inside {
        return ([f64::NAN; 4], [f64::NAN; 4]);
    }
    if x == 0.0 {
        return ([f64::NEG_INFINITY, f64::NEG_INFINITY, 0.0, a], [0.0; 4]);
    }
    if y == 0.0 {
        return ([0.0; 4], [f64::NEG_INFINITY, 0.0, f64::NEG_INFINITY, -b]);
    }
    // λ is computed from the smaller of x and y, which has the smaller error; a + b is rounded, which is
    // corrected.
    let sum = a + b;
    let rest = if a > b { b - (sum - a) } else { a - (sum - b) };
    let lambda = if x <= y { -(sum.mul_add(x, -a) + rest * x) } else { sum.mul_add(y, -b) + rest * y };
    let large = a >= LARGE && b >= LARGE;
    let below = if large { lambda >= 0.0 } else { lambda >= 2.0 * x - 1.0 };
    if below {
        near_and_far(a, b, x, y, lambda, large)
    } else {
        let (lower, upper) = near_and_far(b, a, y, x, -lambda, large);
        // J is a function of b, a and y.
        let mirrored = |[value, by_b, by_a, by_y]: [f64; 4]| [value, by_a, by_b, -by_y];
        (mirrored(upper), mirrored(lower))
    }
}

/// Returns ln I and ln J with their derivatives, for x below the mean or close to it; by quadrature if
/// `large` is set.
fn near_and_far(a: f64, b: f64, x: f64, y: f64, lambda: f64, large: bool) -> ([f64; 4], [f64; 4]) {
    let near = if large { by_quadrature(a, b, x, y, lambda) } else { by_fraction(a, b, x, y, lambda) };
    let far = if a < 1.0 && near[0] > -core::f64::consts::LN_2 {
        complement_by_series(a, b, x, y)
    } else {
        return (near, complement(near));
    };
    (complement(far), far)
}

/// ln Γ(a + b) − ln Γ(b) for large b.
fn log_gamma_ratio(a: f64, b: f64) -> f64 {
    // (b − ½) ln(1 + a/b) − a and a ln(a + b).
    let ratio = a / b;
    b * log1p_less_x(ratio) - 0.5 * ratio.ln_1p() + a * (a + b).ln() + stirling_error(a + b)
        - stirling_error(b)
}

/// ψ(a + b) − ψ(b).
fn digamma_difference(a: f64, b: f64) -> f64 {
    if b < LARGE {
        digamma(a + b) - digamma(b)
    } else {
        (a / b).ln_1p() + log_less_digamma(b) - log_less_digamma(a + b)
    }
}

/// ln D, for a or b not large.
fn log_prefactor(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let powers = a * log_of(x, y) + b * log_of(y, x);
    if b >= LARGE {
        powers - lgamma(a) + log_gamma_ratio(a, b)
    } else if a >= LARGE {
        powers - lgamma(b) + log_gamma_ratio(b, a)
    } else {
        powers - lgamma(a) - lgamma(b) + lgamma(a + b)
    }
}

/// ln I and its derivatives by the continued fraction.
fn by_fraction(a: f64, b: f64, x: f64, y: f64, lambda: f64) -> [f64; 4] {
    let (first, second) = (Dual::variable(a, 0), Dual::variable(b, 1));
    // ∂λ/∂a = y, ∂λ/∂b = −x.
    let lambda = Dual { value: lambda, derivatives: [y, -x] };
    let sum = first + second;
    let beta = |n: f64| {
        (second - n) * (n * x) / (first + (2.0 * n - 1.0))
            + (first + n) * (lambda + (1.0 + n * (1.0 + y))) / (first + (2.0 * n + 1.0))
            + n
    };
    let alpha = |n: f64| {
        let scaled = Dual::from(x) / (first + (2.0 * n - 1.0));
        (first + (n - 1.0)) * (sum + (n - 1.0)) * (second - n) * n * scaled * scaled
    };
    // The modified algorithm of Lentz.
    let mut value = first * (lambda + 1.0) / (first + 1.0);
    let (mut c, mut d) = (value, Dual::from(0.0));
    for n in 1..1000 {
        let n = f64::from(n);
        let (alpha, beta) = (alpha(n), beta(n));
        d = (beta + alpha * d).or_tiny().recip();
        c = (beta + alpha / c).or_tiny();
        let change = c * d;
        value = value * change;
        let relative = (change.value - 1.0).abs();
        let settled = change.derivatives.iter().zip(value.derivatives).all(|(change, derivative)| {
            change.abs() <= 1e-15 * (derivative / value.value).abs() || change.abs() < 1e-300
        });
        if relative <= 2e-16 && settled || relative.is_nan() {
            break;
        }
    }
    let log = log_prefactor(a, b, x, y) - value.value.ln();
    let inverse = value.value.recip();
    [
        log,
        log_of(x, y) + digamma_difference(b, a) - value.derivatives[0] * inverse,
        log_of(y, x) + digamma_difference(a, b) - value.derivatives[1] * inverse,
        value.value,
    ]
}

/// ln I and its derivatives by quadrature, for large a and b, and λ ≥ 0.
fn by_quadrature(a: f64, b: f64, x: f64, y: f64, lambda: f64) -> [f64; 4] {
    let sum = a + b;
    // The sign is chosen so that e⁻ˢ or eˢ gives k(s) without cancellation.
    let (sign, share) = if x <= 0.5 { (-1.0, x) } else { (1.0, y) };
    let fall = |s: f64| {
        let change = share * (sign * s).exp_m1();
        lambda * s + sum * (log1p_less_x(change) + share * expm1_less_x(sign * s))
    };
    // The slope of the exponent; it grows from λ to a, and Newton's method may start on either side.
    let slope = |s: f64| lambda + sum * x * y * -(-s).exp_m1() / (y + x * (-s).exp());
    let mut length = end_of_quadratic(lambda, sum * x * y);
    for _ in 0..6 {
        length += (CUT - fall(length)) / slope(length);
    }
    let [integral, below_x, above_y] = integrate(length, |s| {
        let weight = (-fall(s)).exp();
        // ln x − ln t and ln(1 − t) − ln y.
        let (below_x, above_y) = if x <= 0.5 {
            let log = (x * (-s).exp_m1()).ln_1p();
            (s + log, log)
        } else {
            let log = (y * s.exp_m1()).ln_1p();
            (log, log - s)
        };
        [weight, weight * below_x, weight * above_y]
    });
    let (x_mean, y_mean) = (a / sum, b / sum);
    let (x_excess, y_excess) = (-lambda / a, lambda / b);
    let log_prefactor = a * log_ratio_less_excess(x, x_mean, x_excess)
        + b * log_ratio_less_excess(y, y_mean, y_excess)
        + 0.5 * (a * y_mean).ln()
        - HALF_LOG_2_PI
        - (stirling_error(a) + stirling_error(b) - stirling_error(sum));
    let of_sum = log_less_digamma(sum);
    [
        log_prefactor + integral.ln(),
        log_ratio(x, x_mean, x_excess) + log_less_digamma(a) - of_sum - below_x / integral,
        log_ratio(y, y_mean, y_excess) + log_less_digamma(b) - of_sum - above_y / integral,
        integral.recip(),
    ]
}
