//! std_normal():  log p(y) = −½ y² − ½ log 2π.
//!
//! ∂/∂y = −y,  log P(Y ≤ y) = log Φ(y),  log P(Y > y) = log Φ(−y),  ∂ log Φ(y)/∂y = φ(y)/Φ(y).
//!
//! Stan Functions Reference, "Standard normal distribution".

use crate::distribution::continuous::normal::HALF_LOG_TWO_PI;
use crate::distribution::macros::density;
use crate::math;

density! {
    /// The normal distribution of mean 0 and standard deviation 1.
    ///
    /// $$ \log p(y) = -\tfrac12 y^2 - \tfrac12\log 2\pi $$
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { theta: vector(8) }
    /// let model = model! { theta |= std_normal() };
    /// assert_eq!(model.compile()?.dimension(), 8);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("std_normal_lpdf", "std_normal_lcdf", "std_normal_rng"))]
    StdNormal, std_normal(), y in Real;

    conjugate(y: Gaussian)

    is Symmetric

    constant(y) { -HALF_LOG_TWO_PI }

    /// −½ y² − ½ log 2π
    term Exponent(y) { ((y * y).mul_add(-0.5, -HALF_LOG_TWO_PI), [-y]) }

    log_cdf(y) {
        let (value, slope) = math::log_normal_cdf_and_slope(y);
        (value, [slope])
    }
    log_ccdf(y) {
        let (value, slope) = math::log_normal_cdf_and_slope(-y);
        (value, [-slope])
    }

    draw(rng) { rng.sample(rand_distr::StandardNormal) }
}
