//! The common parts of Student's t distribution and its folded half. With u = z²/ν and w = (ν + 1) z/(ν +
//! z²):
//!
//! kernel −½ (ν + 1) log(1 + u):  ∂/∂z = −w,  ∂/∂ν = ½ (w z/ν − log(1 + u))
//!                                                = ½ u (1 − z²)/(ν + z²) − ½ (log(1 + u) − u),
//!
//! the latter where u < 1, so that for large ν no large terms cancel. Likewise the ratio
//!
//! log Γ(h + ½) − log Γ(h) − ½ log(ν π) = E(h, ½) − ½ log 2π  with h = ½ ν,
//!
//! where E is the logarithm of the ratio of the rising factorial of h to √h, about −1/(8 h).
//!
//! Tail beyond s = |z|: T = ½ I_x(h, ½), x = ν/(ν + s²). With l = log(x/(1 − x)) = log ν − 2 log s, a
//! function of x has the slopes ∂/∂s = −2/s ∂/∂l and ∂/∂ν = 1/ν ∂/∂l. If u overflows, or is close to 0, see
//! `far_tails.rs`.
//!
//! Abramowitz and Stegun 26.7.1.

use crate::distribution::continuous::normal::HALF_LOG_TWO_PI;
use crate::distribution::shared::far_tails;
use crate::distribution::shared::far_tails::FAR;
use crate::distribution::shared::rare::unless_rare;
use crate::distribution::shared::standardized::Standardized;
use crate::math;
use crate::math::scalar;
use crate::simd::{Pack, map_lanes};
use core::f64::consts::LN_2;
use pulp::Simd;

/// −½ (ν + 1) log(1 + z²/ν) and its derivatives by y, σ and ν; the derivative by σ includes that of −log σ,
/// so that it is ν (z² − 1)/(ν + z²)/σ.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_kernel<S: Simd>(
    at: Standardized<S>,
    scale: Pack<S>,
    freedom: Pack<S>,
) -> [Pack<S>; 4] {
    let z = at.z;
    let (square, power) = (z * z, freedom + 1.0);
    let u = square / freedom;
    let (log, log_less_u) = math::log1p_and_log1p_minus(u);
    // 1/(1 + u) is ν times this.
    let inverse = (square + freedom).recip();
    let (share, rest) = (u * inverse, 1.0 - square);
    let near = share.mul_add(rest, -log_less_u);
    let by_freedom = u.lt(1.0).select(near, share.mul_add(power, -log)) * 0.5;
    let by_y = -(power * (z * inverse) * at.inverse);
    let by_scale = -(freedom * (rest * inverse) * at.inverse);
    let usual = [power * log * -0.5, by_y, by_scale, by_freedom];
    unless_rare(u.gt(FAR * FAR), [at.deviation, scale, freedom], usual, far_tails::student_kernel)
}

/// log Γ(½ (ν + 1)) − log Γ(½ ν) − ½ log(ν π) and its derivative.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_gamma_ratio<S: Simd>(freedom: Pack<S>) -> (Pack<S>, Pack<S>) {
    let rising = math::log_rising(freedom * 0.5, freedom.constant(0.5));
    (rising.excess - HALF_LOG_TWO_PI, rising.excess_by_x * 0.5)
}

/// log P(D ≤ d) and its derivatives by d, σ and ν.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_cdf<S: Simd>(
    deviation: Pack<S>,
    scale: Pack<S>,
    freedom: Pack<S>,
) -> [Pack<S>; 4] {
    map_lanes([deviation, scale, freedom], |[deviation, scale, freedom]| {
        let [both, by_size, by_scale, by_freedom] = log_both_tails(deviation.abs(), scale, freedom);
        let log = both - LN_2;
        if deviation < 0.0 {
            [log, -by_size, by_scale, by_freedom]
        } else {
            rest(log, [by_size, by_scale, by_freedom])
        }
    })
}

/// log P(|D| ≤ d) for d > 0 and its derivatives by d, σ and ν.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_folded_cdf<S: Simd>(
    size: Pack<S>,
    scale: Pack<S>,
    freedom: Pack<S>,
) -> [Pack<S>; 4] {
    map_lanes([size, scale, freedom], |[size, scale, freedom]| log_within(size, scale, freedom))
}

/// log P(|D| > d) for d > 0 and its derivatives by d, σ and ν.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_folded_ccdf<S: Simd>(
    size: Pack<S>,
    scale: Pack<S>,
    freedom: Pack<S>,
) -> [Pack<S>; 4] {
    map_lanes([size, scale, freedom], |[size, scale, freedom]| log_both_tails(size, scale, freedom))
}

fn log_within(size: f64, scale: f64, freedom: f64) -> [f64; 4] {
    match Range::of(size, scale, freedom) {
        Range::Near => far_tails::student_centre(size, scale, freedom),
        Range::Far => {
            let [log, derivatives @ ..] = far_tails::student_tails(size, scale, freedom);
            rest(log, derivatives)
        }
        Range::Between { x, y } => {
            let part = scalar::log_inc_beta_complement_by_logit(0.5 * freedom, 0.5, x, y);
            let mut within = chain(part, size, scale, freedom);
            if is_nearly_normal(y, freedom) {
                let [tails, ..] = log_both_tails(size, scale, freedom);
                let by_freedom = scalar::log_tail_by_freedom(size / scale, freedom, tails);
                within[3] = -by_freedom * (tails - within[0]).exp();
            }
            within
        }
    }
}

/// log 2 T and its derivatives by s, σ and ν.
fn log_both_tails(size: f64, scale: f64, freedom: f64) -> [f64; 4] {
    match Range::of(size, scale, freedom) {
        Range::Near => {
            let [log, by_size, by_scale, by_freedom] = far_tails::student_centre(size, scale, freedom);
            // At 0 the density is the slope.
            let mass = log.exp();
            let density = if size > 0.0 { mass * by_size } else { (log_at_zero(freedom) - scale.ln()).exp() };
            [-mass, -density, -(mass * by_scale), -(mass * by_freedom)]
        }
        Range::Far => far_tails::student_tails(size, scale, freedom),
        Range::Between { x, y } => {
            let part = scalar::log_inc_beta_by_logit(0.5 * freedom, 0.5, x, y);
            let mut tails = chain(part, size, scale, freedom);
            if is_nearly_normal(y, freedom) {
                tails[3] = scalar::log_tail_by_freedom(size / scale, freedom, tails[0]);
            }
            tails
        }
    }
}

/// The range of u.
enum Range {
    /// u is close to 0, or underflows to 0.
    Near,
    /// u is an ordinary number, with x and 1 − x.
    Between { x: f64, y: f64 },
    /// u is far out, or ∞.
    Far,
}

impl Range {
    fn of(size: f64, scale: f64, freedom: f64) -> Self {
        let z = size / scale;
        let u = z * (z / freedom);
        if u < 1.0 / FAR {
            Self::Near
        } else if u > FAR {
            Self::Far
        } else {
            Self::Between { x: 1.0 / (1.0 + u), y: u / (1.0 + u) }
        }
    }
}

/// Returns true if the distribution is so close to a normal one that the slope by ν has a separate formula.
fn is_nearly_normal(y: f64, freedom: f64) -> bool {
    freedom > 1e5 && y < 0.01
}

/// log 2 p(0) for σ = 1
fn log_at_zero(freedom: f64) -> f64 {
    far_tails::student_centre(1.0, 1.0, freedom)[0]
}

/// Returns a function's value and derivatives by s, σ and ν, given its value and its derivatives by h, by the
/// second shape ½, and by l.
fn chain([value, by_half, _, by_logit]: [f64; 4], size: f64, scale: f64, freedom: f64) -> [f64; 4] {
    [value, -2.0 * by_logit / size, 2.0 * by_logit / scale, 0.5 * by_half + by_logit / freedom]
}

/// Returns log(1 − 2 T) and its derivatives by s, σ and ν, given log 2 T and its derivatives.
fn rest(log: f64, derivatives: [f64; 3]) -> [f64; 4] {
    let value = if log > -LN_2 { (-log.exp_m1()).ln() } else { (-log.exp()).ln_1p() };
    let odds = (-log).exp_m1().recip();
    // If 2 T underflows, its derivatives may be infinite, and are ignored.
    let of_rest = |derivative: f64| if odds == 0.0 { 0.0 } else { -derivative * odds };
    let [by_size, by_scale, by_freedom] = derivatives.map(of_rest);
    [value, by_size, by_scale, by_freedom]
}
