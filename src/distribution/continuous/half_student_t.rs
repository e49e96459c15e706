//! half_student_t(ν, σ), ν > 0, σ > 0, for y ≥ 0, with z = y/σ:
//!
//! log p(y) = −½ (ν + 1) log(1 + z²/ν) + log Γ(½ (ν + 1)) − log Γ(½ ν) − ½ log(ν π) − log σ + log 2.
//!
//! With w = (ν + 1) z / (ν + z²):  ∂/∂y = −w/σ,  ∂/∂σ = (w z − 1)/σ,
//! ∂/∂ν = ½ [ψ(½ (ν + 1)) − ψ(½ ν) − log(1 + z²/ν) + (w z − 1)/ν].
//!
//! P(Y > y) = I_x(½ ν, ½) with x = ν/(ν + z²) and the regularised incomplete beta function, P(Y ≤ y) its
//! complement.
//!
//! Student's t distribution at 0, folded there: the density is doubled.

use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::standardized::Standardized;
use crate::distribution::shared::student_t_parts::{
    log_folded_ccdf, log_folded_cdf, log_gamma_ratio, log_kernel,
};
use crate::math;
use core::f64::consts::LN_2;

density! {
    /// Student's t distribution at 0 with degrees of freedom and a scale, folded at 0.
    ///
    /// $$ \log p(y \mid \nu, \sigma) = -\tfrac{\nu+1}2 \log\Bigl(1 + \frac{z^2}\nu\Bigr) +
    /// \log\frac{\Gamma(\frac{\nu+1}2)}{\Gamma(\frac\nu2)} - \tfrac12\log\nu\pi - \log\sigma + \log 2, \qquad
    /// z = \frac y\sigma, \quad y \ge 0 $$
    ///
    /// `freedom` and `scale` are positive.
    /// Cumulative probabilities are available for `freedom` from 1e-50 to 1e50.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { tau: positive() }
    /// let model = model! { tau |= half_student_t(3.0, 2.5) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    HalfStudentT, half_student_t(freedom: Freedom in Positive, scale: Scale in Positive), y in NonNegative;

    is Pure(freedom)
    is PositiveAtZero

    /// −½ (ν + 1) log(1 + z²/ν)
    term Kernel(y, freedom, scale) {
        let at = Standardized::folded(y, scale);
        let [value, by_y, by_scale, by_freedom] = log_kernel(at, scale, freedom);
        (value, [by_y, by_freedom, by_scale])
    }

    /// log Γ(½ (ν + 1)) − log Γ(½ ν) − ½ log(ν π) + log 2
    term GammaRatio(freedom) {
        let (value, slope) = log_gamma_ratio(freedom);
        (value + LN_2, [slope])
    }

    /// −log σ, whose derivative is in the kernel
    term Normaliser(scale) {
        (-math::log(scale), [scale.constant(0.0)])
    }

    log_cdf(y, freedom, scale) {
        let [value, by_y, by_scale, by_freedom] = log_folded_cdf(y, scale, freedom);
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [by_y, by_freedom, by_scale]))
    }
    log_ccdf(y, freedom, scale) {
        let [value, by_y, by_scale, by_freedom] = log_folded_ccdf(y, scale, freedom);
        within(!y.le(0.0), 0.0, (value, [by_y, by_freedom, by_scale]))
    }

    draw(rng, freedom, scale) { random::student_t(freedom, scale, rng).abs() }
}
