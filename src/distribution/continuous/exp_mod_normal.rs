//! exp_mod_normal(μ, σ, λ), σ > 0, λ > 0: the sum of a normal and an exponential number. With z = (y − μ)/σ,
//! k = λ σ, x = z − k, and Φ the standard normal cumulative distribution function:
//!
//! log p(y) = log λ + ½ k² − k z + log Φ(x).
//!
//! For x < 0 large parts cancel; but with r = φ(x)/Φ(x), and as ½ k² − k z = ½ x² − ½ z², there
//!
//! log p(y) = log λ − ½ z² − ½ log 2π − log r.
//!
//! With δ = r + x, the derivatives of C = log p(y) − log λ by z, k and (at fixed y − μ and λ) log σ are
//!
//! C_z = δ − z | r − k,  C_k = −δ,  C_σ = −z (δ − z) − k δ | k² − r (z + k)  for x < 0 | x ≥ 0,
//! ∂/∂y = C_z/σ,  ∂/∂μ = −C_z/σ,  ∂/∂σ = C_σ/σ,  ∂/∂λ = 1/λ + σ C_k.
//!
//! With E = e^C, integrating by parts, P(Y ≤ y) = Φ(z) − E and P(Y > y) = Φ(−z) + E. With n = φ(z)/Φ(z), m =
//! φ(z)/Φ(−z), v = E/(Φ(z) − E) and w = E/(Φ(−z) + E):
//!
//! log P(Y ≤ y) = log Φ(z) + log(1 − E/Φ(z)), by z (1 + v) n − v C_z, by k −v C_k, by log σ −(1 + v) z n − v
//! C_σ, log P(Y > y) = log Φ(−z) − log(1 − w), by z w C_z − (1 − w) m, by k w C_k, by log σ w C_σ + (1 − w) z
//! m.
//!
//! For x < 0 the derivative of log λ is combined with that of C: 1/k − δ = (g + (τ − δ) δ)/r with g = (δ −
//! z)/k and τ as in `shared/exponential_tail.rs`. That file also computes the differences of larger numbers
//! in these forms, for x far below 0 and for small k.
//!
//! Stan Functions Reference, "Exponentially modified normal distribution".

use crate::distribution::continuous::normal::HALF_LOG_TWO_PI;
use crate::distribution::macros::density;
use crate::distribution::shared::complement::log_of_rest;
use crate::distribution::shared::exponential_tail::{FAR_BELOW, density_far_below, log_ccdf, log_cdf};
use crate::distribution::shared::rare::unless_rare;
use crate::distribution::shared::standardized::Standardized;
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

density! {
    /// The distribution of the sum of a normal number, with a mean and a standard deviation, and an
    /// exponential one, with a rate.
    ///
    /// $$ \log p(y \mid \mu, \sigma, \lambda) = \log\lambda + \tfrac12\lambda^2\sigma^2 - \lambda(y-\mu) +
    /// \log\Phi\Bigl(\frac{y-\mu}{\sigma} - \lambda\sigma\Bigr) $$
    ///
    /// `location` is any number, `scale` and `rate` are positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let reaction_times = [0.42, 0.51, 0.39, 0.88];
    /// params! { mu: real(), tau: positive() }
    /// let model = model! {
    ///     mu  |= normal(0.4, 0.2),
    ///     tau |= exponential(5.0),
    ///     data(&reaction_times) |= exp_mod_normal(mu, 0.05, 1.0 / tau),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("exp_mod_normal_lpdf", "exp_mod_normal_lcdf", "exp_mod_normal_rng"))]
    ExpModNormal,
    exp_mod_normal(location: Location in Real, scale: Scale in Positive, rate: Rate in Positive),
    y in Real;

    /// ½ k² − k z + log Φ(z − k)
    term Sum(y, location, scale, rate) {
        let at = Standardized::new(y, location, scale);
        let k = rate * scale;
        let Convolution { value, by_z, by_k, by_log_scale } = Convolution::new(at.z, k);
        let usual = [value, by_z, by_log_scale, by_k.mul_add(scale, rate.recip())];
        let rare = (at.z - k).lt(FAR_BELOW);
        let [value, by_z, by_log_scale, by_rate] =
            unless_rare(rare, [at.z, scale, rate], usual, density_far_below);
        let by_y = by_z * at.inverse;
        (value, [by_y, -by_y, by_log_scale * at.inverse, by_rate])
    }

    /// log λ, whose derivative is in the other term
    term Normaliser(rate) { (math::log(rate), [rate.constant(0.0)]) }

    log_cdf(y, location, scale, rate) {
        let at = Standardized::new(y, location, scale);
        let k = rate * scale;
        let convolution = Convolution::new(at.z, k);
        let (normal, by_z) = math::log_normal_cdf_and_slope(at.z);
        let gap = normal - convolution.value;
        let (rest, part) = log_of_rest(gap);
        let by_z = by_z * (part + 1.0);
        let by_log_scale = -(at.z * by_z) - part * convolution.by_log_scale;
        let by_rate = -(scale * part * convolution.by_k);
        let usual = [normal + rest, by_z - part * convolution.by_z, by_log_scale, by_rate];
        let rare = gap.lt(0.05) | (at.z - k).lt(FAR_BELOW);
        let [value, by_z, by_log_scale, by_rate] = unless_rare(rare, [at.z, scale, rate], usual, log_cdf);
        let by_y = by_z * at.inverse;
        (value, [by_y, -by_y, by_log_scale * at.inverse, by_rate])
    }
    log_ccdf(y, location, scale, rate) {
        let at = Standardized::new(y, location, scale);
        let k = rate * scale;
        let convolution = Convolution::new(at.z, k);
        let (normal, by_minus_z) = math::log_normal_cdf_and_slope(-at.z);
        // This is the larger of the two, and the contribution of the smaller one.
        let more = convolution.value - normal;
        let is_more = more.gt(0.0);
        let (sum, smaller) = math::log1p_exp_and_logistic(-more.abs());
        let larger = 1.0 - smaller;
        let (part, rest) = (is_more.select(larger, smaller), is_more.select(smaller, larger));
        let by_minus_z = by_minus_z * rest;
        let by_z = part * convolution.by_z - by_minus_z;
        let by_log_scale = at.z.mul_add(by_minus_z, part * convolution.by_log_scale);
        let value = is_more.select(convolution.value, normal) + sum;
        let usual = [value, by_z, by_log_scale, scale * part * convolution.by_k];
        let rare = value.gt(-0.7) | (at.z - k).lt(FAR_BELOW);
        let [value, by_z, by_log_scale, by_rate] = unless_rare(rare, [at.z, scale, rate], usual, log_ccdf);
        let by_y = by_z * at.inverse;
        (value, [by_y, -by_y, by_log_scale * at.inverse, by_rate])
    }

    draw(rng, location, scale, rate) {
        let normal = rng.sample::<f64, _>(rand_distr::StandardNormal);
        let exponential = rng.sample::<f64, _>(rand_distr::Exp1) / rate;
        // Both terms are finite, so that their sum is a number.
        location + ((scale * normal).clamp(-f64::MAX, f64::MAX) + exponential.min(f64::MAX))
    }
}

/// C = ½ k² − k z + log Φ(z − k) and its derivatives.
#[derive(Clone, Copy)]
struct Convolution<S: Simd> {
    value: Pack<S>,
    by_z: Pack<S>,
    by_k: Pack<S>,
    by_log_scale: Pack<S>,
}

impl<S: Simd> Convolution<S> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn new(z: Pack<S>, k: Pack<S>) -> Self {
        let x = z - k;
        let (log_cdf, slope) = math::log_normal_cdf_and_slope(x);
        let (below, delta) = (x.lt(0.0), slope + x);
        let value_below = (z * z).mul_add(-0.5, -HALF_LOG_TWO_PI) - math::log(slope);
        let by_z_below = delta - z;
        Self {
            value: below.select(value_below, k.mul_add(k.mul_add(0.5, -z), log_cdf)),
            by_z: below.select(by_z_below, slope - k),
            by_k: -delta,
            by_log_scale: below.select(-(z * by_z_below) - k * delta, k * k - slope * (z + k)),
        }
    }
}
