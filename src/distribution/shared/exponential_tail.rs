//! The sum of a normal and an exponential number, in the region in which its density and its probabilities
//! are small differences of larger numbers: with z, k = λ σ, x = z − k, C = ½ k² − k z + log Φ(x) and r, δ
//! and δ′ as in `math/scalar/mills.rs`.
//!
//! Density:  by λ  1/λ + σ ∂C/∂k = (g + (τ − δ) δ) σ/r  with g = (δ − z)/k and (τ − δ) δ = δ′, all at x.
//!
//! P(Y ≤ y) = Φ(z) (1 − e^−Δ) with, as C = log Φ(x) + ½ x² − ½ z²,
//!
//! Δ = log Φ(z) − C = ∫₀ᵏ δ(z − t) dt = log(r(x)/r(z))  (the latter for z < 0),  v = 1/(e^Δ − 1),
//! by z r(z) + v D, D = δ(z) − δ(x) = ∫₀ᵏ δ′(z − t) dt = k − ∫₀ᵏ r(z − t) δ(z − t) dt, by k v δ(x), by log σ
//! −z (r(z) + v D) + k v δ(x),
//!
//! in the last of which, for x > 0, −z D + k δ(x) = −k² + z (r(x) − r(z)) + k r(x).
//!
//! P(Y > y) is the complement if that is the larger one, otherwise Φ(−z) + E.

use crate::math::scalar::{Mills, integrate};

/// The value of x below which density and probabilities have these forms.
pub(in crate::distribution) const FAR_BELOW: f64 = -6.0;

/// ½ log 2π
const HALF_LOG_TWO_PI: f64 = 0.918_938_533_204_672_8;

/// C and its derivatives by z, by log σ (at fixed y − μ and λ), and by λ, with that of log λ, for x < 0.
pub(in crate::distribution) fn density_far_below([z, scale, rate]: [f64; 3]) -> [f64; 4] {
    let k = rate * scale;
    let at = Mills::new(z - k);
    let value = -0.5 * z * z - HALF_LOG_TWO_PI - at.ratio.ln();
    let by_z = at.excess - z;
    let by_rate = ((at.excess - z) / rate + at.slope * scale) / at.ratio;
    [value, by_z, -z * by_z - k * at.excess, by_rate]
}

/// log P(Y ≤ y) and its derivatives by z, log σ and λ.
pub(in crate::distribution) fn log_cdf([z, scale, rate]: [f64; 3]) -> [f64; 4] {
    let k = rate * scale;
    let (above, below) = (Mills::new(z), Mills::new(z - k));
    // These are Δ, D and r(x) − r(z), divided by k.
    let [gap, rise, fall] = if k < 1.0 {
        integrate(1.0, |part| {
            let at = Mills::new(z - part * k);
            [at.excess, at.slope, at.ratio * at.excess]
        })
    } else {
        [gap_of_large(z, k, above, below), above.excess - below.excess, below.ratio - above.ratio]
            .map(|x| x / k)
    };
    // Δ = k gap, D = k rise, and `odds` is k v.
    let delta = k * gap;
    let odds = if delta > 1e-290 { k / delta.exp_m1() } else { 1.0 / gap };
    let rest = if delta > 1e-290 { log_of_rest(delta) } else { rate.ln() + scale.ln() + gap.ln() };
    let by_log_k = odds * below.excess;
    let by_z = above.ratio + odds * rise;
    let by_log_scale = if z > k && k > 0.0 {
        -z * above.ratio + odds * (z * fall + below.ratio - k)
    } else {
        -z * by_z + by_log_k
    };
    [above.log_cdf + rest, by_z, by_log_scale, by_log_k / rate]
}

/// Returns Δ if k is not small.
fn gap_of_large(z: f64, k: f64, above: Mills, below: Mills) -> f64 {
    if z < 0.0 {
        ((k + below.excess - above.excess) / above.ratio).ln_1p()
    } else if z > k {
        k * (z - 0.5 * k) + above.log_cdf - below.log_cdf
    } else {
        above.log_cdf + 0.5 * z * z + HALF_LOG_TWO_PI + below.ratio.ln()
    }
}

/// log P(Y > y) and its derivatives by z, log σ and λ.
pub(in crate::distribution) fn log_ccdf([z, scale, rate]: [f64; 3]) -> [f64; 4] {
    let [log, derivatives @ ..] = log_cdf([z, scale, rate]);
    if log < -core::f64::consts::LN_2 {
        let odds = 1.0 / (-log).exp_m1();
        let [by_z, by_log_scale, by_rate] = derivatives.map(|derivative| -derivative * odds);
        return [(-log.exp()).ln_1p(), by_z, by_log_scale, by_rate];
    }
    let k = rate * scale;
    let (upper, at) = (Mills::new(-z), Mills::new(z - k));
    let (convolution, c_z, c_scale) = if z < k {
        let c_z = at.excess - z;
        (-0.5 * z * z - HALF_LOG_TWO_PI - at.ratio.ln(), c_z, -z * c_z - k * at.excess)
    } else {
        (k * (0.5 * k - z) + at.log_cdf, at.ratio - k, k * k - at.ratio * (z + k))
    };
    let more = convolution - upper.log_cdf;
    let small = (-more.abs()).exp();
    let (larger, smaller) = (1.0 / (1.0 + small), small / (1.0 + small));
    let (part, rest) = if more > 0.0 { (larger, smaller) } else { (smaller, larger) };
    let by_minus_z = upper.ratio * rest;
    [
        convolution.max(upper.log_cdf) + small.ln_1p(),
        part * c_z - by_minus_z,
        part * c_scale + z * by_minus_z,
        -part * at.excess * scale,
    ]
}

/// log(1 − e^−t) for t > 0.
fn log_of_rest(t: f64) -> f64 {
    if t < core::f64::consts::LN_2 { (-(-t).exp_m1()).ln() } else { (-(-t).exp()).ln_1p() }
}
