//! The distribution function of the von Mises distribution on [−π, π].
//!
//!   F(x | μ, κ) = ∫_{−π}ˣ f(t − μ) dt,   f(t) = e^(κ (cos t − 1)) / Z(κ),
//!   Z(κ) = 2 ∫₀^π e^(κ (cos t − 1)) dt.
//!
//! This is Stan's convention: the circle is cut at ±π for every μ. The interval from −π − μ to x − μ is cut
//! at the multiples of π. Each piece is, by symmetry, an interval [u, v] within [0, π], on which the density
//! falls, so with cos(u + s) − cos u = −2 sin(u + s/2) sin(s/2)
//!
//!   ∫ᵤᵛ e^(κ (cos t − 1)) dt = e^(κ (cos u − 1)) ∫₀^(v−u) exp(−2 κ sin(u + s/2) sin(s/2)) ds
//!
//! by Gauss–Legendre quadrature over the part in which the integrand is not negligible. The smaller of F
//! and 1 − F is summed, so both tails have all their digits. With E the mean over the interval and A(κ) the
//! mean over the circle,
//!
//!   ∂ₓ ln F = f(x − μ)/F,   ∂_μ ln F = (f(−π − μ) − f(x − μ))/F,   ∂_κ ln F = E cos t − A(κ).
//!
//! Mardia and Jupp (2000), Directional Statistics, section 3.5.4, for the distribution.

use super::quadrature::{CUT, integrate};
use super::small::{complement, plain};
use core::f64::consts::{PI, TAU};

/// F(x | μ, κ), ∂/∂x, ∂/∂μ, ∂/∂κ, for finite μ and κ ≥ 0; 0 for x ≤ −π, 1 for x ≥ π.
pub fn von_mises_cdf(x: f64, mu: f64, kappa: f64) -> [f64; 4] {
    plain(log_von_mises_cdf(x, mu, kappa))
}

/// ln F(x | μ, κ), ∂/∂x, ∂/∂μ, ∂/∂κ, for finite μ and κ ≥ 0.
///
/// ```
/// # use monomorph_numerics::math::scalar::log_von_mises_cdf;
/// let [log, by_x, ..] = log_von_mises_cdf(0.0, 0.0, 4.0);
/// assert!((log - 0.5_f64.ln()).abs() < 1e-15);
/// assert!(by_x > 0.0);
/// ```
pub fn log_von_mises_cdf(x: f64, mu: f64, kappa: f64) -> [f64; 4] {
    below_and_above(x, mu, kappa).0
}

/// ln(1 − F(x | μ, κ)), ∂/∂x, ∂/∂μ, ∂/∂κ, for finite μ and κ ≥ 0.
pub fn log_von_mises_ccdf(x: f64, mu: f64, kappa: f64) -> [f64; 4] {
    below_and_above(x, mu, kappa).1
}

/// ln F and ln(1 − F) with their partial derivatives.
fn below_and_above(x: f64, mu: f64, kappa: f64) -> ([f64; 4], [f64; 4]) {
    let inside = !x.is_nan() && mu.is_finite() && (0.0..f64::INFINITY).contains(&kappa);
    if !inside {
        return ([f64::NAN; 4], [f64::NAN; 4]);
    }
    let nothing = [f64::NEG_INFINITY, 0.0, 0.0, 0.0];
    if x <= -PI {
        return (nothing, [0.0; 4]);
    }
    if x >= PI {
        return ([0.0; 4], nothing);
    }
    // The cut at ±π, relative to μ: `start` and, a turn later, `end`.
    let mu = mu - TAU * (mu / TAU).round();
    let (start, middle, end) = (-PI - mu, x - mu, PI - mu);
    let circle = Mass::between(0.0, PI, kappa);
    let (lower, upper) = (Mass::interval(start, middle, kappa), Mass::interval(middle, end, kappa));
    let log_circle = circle.log + core::f64::consts::LN_2;
    let derivatives = |mass: Mass, sign: f64| {
        let density = |t: f64| sign * (-2.0 * kappa * (0.5 * t).sin().powi(2) - mass.log).exp();
        // f(start) − f(middle), computed from the ratio of the two.
        let exponent = 2.0 * kappa * (0.5 * (start + middle)).sin() * (0.5 * (middle - start)).sin();
        let by_mu = if exponent < 0.0 {
            density(middle) * exponent.exp_m1()
        } else {
            -density(start) * (-exponent).exp_m1()
        };
        [mass.log - log_circle, density(middle), by_mu, circle.deficit - mass.deficit]
    };
    if lower.log <= upper.log {
        let lower = derivatives(lower, 1.0);
        (lower, complement(lower))
    } else {
        let upper = derivatives(upper, -1.0);
        (complement(upper), upper)
    }
}

/// The integral of e^(κ (cos t − 1)) over an interval of t.
#[derive(Clone, Copy)]
struct Mass {
    /// The logarithm of the mass.
    log: f64,
    /// The mean of 1 − cos t under the integrand.
    deficit: f64,
}

impl Mass {
    /// Integrates over [from, to], 0 ≤ from ≤ to ≤ π.
    fn between(from: f64, to: f64, kappa: f64) -> Self {
        let half_sine = (0.5 * from).sin();
        let deficit = 2.0 * half_sine * half_sine;
        let end = fall_end(from, kappa).min(to - from);
        let [integral, moment] = integrate(end, |s| {
            let lost = 2.0 * (from + 0.5 * s).sin() * (0.5 * s).sin();
            let weight = (-kappa * lost).exp();
            [weight, weight * lost]
        });
        if integral <= 0.0 {
            return Self { log: f64::NEG_INFINITY, deficit };
        }
        Self { log: integral.ln() - kappa * deficit, deficit: deficit + moment / integral }
    }

    /// Integrates over [from, to], −2π ≤ from ≤ to ≤ 2π.
    fn interval(from: f64, to: f64, kappa: f64) -> Self {
        let mut sum = Self { log: f64::NEG_INFINITY, deficit: 0.0 };
        for turn in -2..2 {
            let (left, right) = (PI * f64::from(turn), PI * f64::from(turn + 1));
            let (low, high) = (from.max(left), to.min(right));
            if low < high {
                // An even half turn begins at a mode, an odd one ends at a mode.
                let (near, far) =
                    if turn % 2 == 0 { (low - left, high - left) } else { (right - high, right - low) };
                sum = sum.plus(Self::between(near, far.min(PI), kappa));
            }
        }
        sum
    }

    fn plus(self, other: Self) -> Self {
        let (large, small) = if self.log >= other.log { (self, other) } else { (other, self) };
        if small.log == f64::NEG_INFINITY {
            return large;
        }
        let ratio = (small.log - large.log).exp();
        let deficit = (large.deficit + ratio * small.deficit) / (1.0 + ratio);
        Self { log: large.log + ratio.ln_1p(), deficit }
    }
}

/// Returns the s at which κ (cos u − cos(u + s)) is [`CUT`]; more than π if there is none.
fn fall_end(from: f64, kappa: f64) -> f64 {
    let target = CUT / kappa;
    let deficit = 2.0 * (0.5 * from).sin().powi(2) + target;
    if deficit >= 2.0 {
        return 4.0;
    }
    let end = 2.0 * (0.5 * deficit).sqrt().asin();
    // end − from, without cancellation.
    2.0 * (0.5 * target / (0.5 * (from + end)).sin()).min(1.0).asin()
}
