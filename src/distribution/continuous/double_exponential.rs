//! double_exponential(μ, σ), σ > 0:  log p(y) = −|z| − log σ − log 2  with z = (y − μ)/σ.
//!
//! ∂/∂y = −sign(z)/σ,  ∂/∂μ = sign(z)/σ,  ∂/∂σ = (|z| − 1)/σ, with sign(0) = 0.
//!
//! log P(Y ≤ y) = z − log 2 | log(1 − ½ e⁻ᶻ),  ∂/∂z = 1 | ½ e⁻ᶻ/(1 − ½ e⁻ᶻ)  for z < 0 | z ≥ 0;
//! P(Y > y) is P(Y ≤ y) at −z.
//!
//! Stan Functions Reference, "Double exponential (Laplace) distribution".

use crate::distribution::Distribution;
use crate::distribution::macros::density;
use crate::distribution::shared::standardized::Standardized;
use crate::expression::IntoExpr;
use crate::math;
use crate::simd::Pack;
use core::f64::consts::LN_2;
use pulp::Simd;

density! {
    /// The double exponential or Laplace distribution with a location and a scale.
    ///
    /// $$ \log p(y \mid \mu, \sigma) = -\frac{|y-\mu|}{\sigma} - \log 2\sigma $$
    ///
    /// `location` is any number, `scale` positive. [`laplace`] is another name of it.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { beta: vector(3) }
    /// let model = model! { beta |= double_exponential(0.0, 1.0) };
    /// assert_eq!(model.compile()?.dimension(), 3);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("double_exponential_lpdf", "double_exponential_lcdf", "double_exponential_rng"))]
    DoubleExponential, double_exponential(location: Location in Real, scale: Scale in Positive), y in Real;

    logarithm log_scale(scale)

    is LocationScale(location, scale)
    is Symmetric

    constant(scale) { -LN_2 }

    /// −|z|
    term Exponent(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        let one = at.z.constant(1.0);
        (-at.z.abs(), at.partials(at.z.eq(0.0).select(0.0, one.with_sign_of(-at.z))))
    }

    /// −log σ − log 2
    term Normaliser(scale, log_scale) { (-log_scale - LN_2, [-scale.recip(), scale.constant(0.0)]) }

    log_cdf(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        let (value, by_z) = log_cdf(at.z);
        (value, at.partials(by_z))
    }
    log_ccdf(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        let (value, by_minus_z) = log_cdf(-at.z);
        (value, at.partials(-by_minus_z))
    }

    draw(rng, location, scale) {
        let size = scale * rng.sample::<f64, _>(rand_distr::Exp1);
        if rng.random() { location + size } else { location - size }
    }
}

/// Another name of [`double_exponential`].
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { beta: vector(3) }
/// let model = model! { beta |= laplace(0.0, 1.0) };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn laplace<Location: IntoExpr, Scale: IntoExpr>(
    location: Location,
    scale: Scale,
) -> Distribution<DoubleExponential, (Location::Node, Scale::Node)> {
    double_exponential(location, scale)
}

/// log P(Y ≤ y) at z and its derivative.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn log_cdf<S: Simd>(z: Pack<S>) -> (Pack<S>, Pack<S>) {
    let tail = math::exp(-z.abs()) * 0.5;
    let below = z.lt(0.0);
    (below.select(z - LN_2, math::log1p(-tail)), below.select(1.0, tail / (1.0 - tail)))
}
