//! Owen's T function and the distribution function of the skew normal distribution.
//!
//!   T(h, a) = 1/2π ∫₀ᵃ exp(−h² (1 + x²)/2) / (1 + x²) dx,
//!   F(z; α) = ∫_{−∞}ᶻ 2 φ(t) Φ(α t) dt = Φ(z) − 2 T(z, α),   1 − F(z; α) = F(−z; −α),
//!   ∂F/∂z = 2 φ(z) Φ(α z),   ∂F/∂α = −exp(−z² (1 + α²)/2) / (π (1 + α²)).
//!
//! In the left tail with α > 0 the difference cancels, but Φ(z) = 2 T(|z|, ∞), so that
//!
//!   C(h, α) = F(−h; α) = 1/π ∫_α^∞ exp(−h² (1 + x²)/2) / (1 + x²) dx   for h, α ≥ 0,
//!
//! and all others follow from it by sums of positive terms or complements that are not small:
//!
//!   F(−h; −α) = 2 Φ(−h) − C(h, α) ≥ Φ(−h),   F(h; α) = (2 Φ(h) − 1) + C(h, α),   F(h; −α) = 1 − C(h, α),
//!   T(h, a) = ½ (Φ(−h) − C(h, a))   for a > 1.
//!
//! C is integrated in x where it falls before 1/(1 + x²) changes much. Elsewhere, with x = sinh r, the
//! integrand is exp(−h² cosh² r / 2) / cosh r, smooth on the scale of 1, and needs an interval of at most 40.
//!
//! Owen (1956, Ann. Math. Stat. 27, 1075); Azzalini (1985, Scand. J. Stat. 12, 171).

use super::error::{erfcx, log_normal_cdf, log_normal_cdf_below, normal_within};
use super::incomplete_gamma::end_of_quadratic;
use super::quadrature::{CUT, integrate};
use super::small::{complement, times_exp};
use super::stirling::HALF_LOG_2_PI;
use core::f64::consts::{FRAC_1_PI, FRAC_1_SQRT_2, FRAC_2_PI, FRAC_PI_2};

/// ln F(z; α), ∂/∂z, ∂/∂α of the standard skew normal distribution; NaN for an infinite α.
///
/// ```
/// # use monomorph_numerics::math::scalar::log_skew_normal_cdf;
/// let [log, ..] = log_skew_normal_cdf(-10.0, 5.0);
/// assert!((log + 1310.6186021619).abs() < 1e-9);
/// ```
pub fn log_skew_normal_cdf(z: f64, alpha: f64) -> [f64; 3] {
    if z.is_nan() || !alpha.is_finite() {
        return [f64::NAN; 3];
    }
    if z.abs() > 1e150 {
        return if z > 0.0 { [0.0; 3] } else { [f64::NEG_INFINITY, f64::INFINITY, 0.0] };
    }
    let (h, slant) = (z.abs(), alpha.abs().min(1e150));
    // ln C + h²/2, and −∂/∂h and ∂/∂α of ln C.
    let [scaled, by_z, by_alpha] = left_tail(h, slant);
    let tail = scaled - 0.5 * h * h;
    match (z <= 0.0, alpha >= 0.0) {
        (true, true) => [tail.min(0.0), by_z, by_alpha],
        (false, false) => complement([tail, -by_z, -by_alpha]),
        (true, false) => {
            // (2 Φ(−h) − C) / e^(−h²/2).
            let twice_normal = erfcx(h * FRAC_1_SQRT_2);
            let rest = twice_normal - scaled.exp();
            let log = (rest.ln() - 0.5 * h * h).min(0.0);
            let within = log_normal_cdf(slant * h).exp();
            [log, FRAC_2_PI.sqrt() * within / rest, times_exp(by_alpha, scaled) / rest]
        }
        (false, true) => {
            // The difference from 1 is 2 Φ(−h) − C again.
            let missing = (-0.5 * h * h).exp() * (erfcx(h * FRAC_1_SQRT_2) - scaled.exp());
            let value = if missing < 0.5 { 1.0 - missing } else { normal_within(h) + tail.exp() };
            let log = if missing < 0.5 { (-missing).ln_1p() } else { value.ln() };
            let density = 2.0 * (-HALF_LOG_2_PI - 0.5 * h * h + log_normal_cdf(slant * h)).exp();
            [log, density / value, times_exp(by_alpha, tail) / value]
        }
    }
}

/// ln(1 − F(z; α)), ∂/∂z, ∂/∂α of the standard skew normal distribution; NaN for an infinite α.
pub fn log_skew_normal_ccdf(z: f64, alpha: f64) -> [f64; 3] {
    let [value, by_z, by_alpha] = log_skew_normal_cdf(-z, -alpha);
    [value, -by_z, -by_alpha]
}

/// Owen's T(h, a), ∂/∂h, ∂/∂a.
pub fn owens_t(h: f64, a: f64) -> [f64; 3] {
    if h.is_nan() || a.is_nan() {
        return [f64::NAN; 3];
    }
    let (size, slope) = (h.abs().min(1e9), a.abs());
    let magnitude = if slope <= 1.0 {
        let length = slope.min((2.0 * CUT).sqrt() / size);
        let [integral] = integrate(length, |x| [(-0.5 * size * size * x * x).exp() / (1.0 + x * x)]);
        0.5 * FRAC_1_PI * (-0.5 * size * size).exp() * integral
    } else if slope.is_infinite() {
        0.5 * log_normal_cdf_below(-size).exp()
    } else {
        0.5 * (log_normal_cdf_below(-size).exp() - (left_tail(size, slope)[0] - 0.5 * size * size).exp())
    };
    let within = 0.5 * normal_within((slope * size).min(1e9));
    let by_h = -(-0.5 * h * h - HALF_LOG_2_PI).exp() * within;
    let by_a = 0.5 * FRAC_1_PI * (-0.5 * h * h * (1.0 + a * a)).exp() / (1.0 + a * a);
    [magnitude.copysign(a), by_h.copysign(-h * a), if by_a.is_nan() { 0.0 } else { by_a }]
}

/// ln C(h, α) + h²/2, and −∂/∂h and ∂/∂α of ln C, for h, α ≥ 0.
fn left_tail(h: f64, alpha: f64) -> [f64; 3] {
    let square = 1.0 + alpha * alpha;
    let precision = h * h;
    let length = end_of_quadratic(precision * alpha, precision);
    let integral = if length <= 3.0 * square.sqrt() {
        let [integral] = integrate(length, |x| {
            [(-precision * x * (alpha + 0.5 * x)).exp() / (square + x * (2.0 * alpha + x))]
        });
        integral
    } else {
        by_panels(h, alpha, length)
    };
    let fall = h * alpha;
    let value = -0.5 * fall * fall + (FRAC_1_PI * integral).ln();
    // C falls by φ(h) erfc(α h / √2); its factor e^(−h² α² / 2) is in the value already.
    let by_z = FRAC_PI_2.sqrt() * erfcx(alpha * h * FRAC_1_SQRT_2) / integral;
    [value, by_z, -(square * integral).recip()]
}

/// Returns ∫_α^∞ exp(−h² (x² − α²)/2) / (1 + x²) dx, integrated in r = arsinh x − arsinh α; in x, the
/// integrand is negligible beyond `length`.
fn by_panels(h: f64, alpha: f64, length: f64) -> f64 {
    let root = (1.0 + alpha * alpha).sqrt();
    let end = ((alpha + length).asinh() - alpha.asinh()).min(CUT);
    // NaN becomes 0.
    let panels = (end / 2.5).ceil() as u32;
    let width = end / f64::from(panels);
    (0..panels)
        .map(|panel| {
            let [integral] = integrate(width, |r| {
                let r = r + f64::from(panel) * width;
                let grown = r.exp_m1();
                // sinh r and cosh r − 1.
                let sinh = 0.5 * (grown + grown / (1.0 + grown));
                let excess = 0.5 * grown * grown / (1.0 + grown);
                let above = alpha * excess + root * sinh;
                let x = alpha + above;
                [(-0.5 * h * h * above * (x + alpha)).exp() / (1.0 + x * x).sqrt()]
            });
            integral
        })
        .sum()
}
