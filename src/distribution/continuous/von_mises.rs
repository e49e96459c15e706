//! von_mises(μ, κ), κ ≥ 0:  log p(y) = κ cos(y − μ) − log(2π I₀(κ)), with the modified Bessel function I₀.
//!
//! With h = ½ (y − μ), cos(y − μ) = 1 − 2 sin² h, so that for large κ, where log I₀(κ) is about κ, no large
//! terms remain:
//!
//! log p(y) = −2 κ sin² h − (log I₀(κ) − κ) − log 2π.
//!
//! ∂/∂y = −2 κ sin h cos h = −∂/∂μ,  ∂/∂κ = (1 − I₁(κ)/I₀(κ)) − 2 sin² h.
//!
//! The density is periodic. Cumulative probabilities are those of an angle from −π to π, as in Stan.
//!
//! Stan Functions Reference, "Von Mises distribution". Draws: Best and Fisher (1979), "Efficient simulation
//! of the von Mises distribution". With r = t + √(1 + t²), t = 1/(2 κ), their wrapped Cauchy angle has the
//! cosine f = (1 + r c)/(r + c) for c = cos π u; here r − 1 and 1 − f are computed, which keep all their
//! digits for large κ.

use crate::distribution::macros::density;
use crate::math;
use crate::math::scalar;
use crate::simd::map_lanes;

/// log 2π
const LOG_TWO_PI: f64 = 1.837_877_066_409_345_6;

density! {
    /// The von Mises distribution of an angle, with a location and a concentration.
    ///
    /// $$ \log p(y \mid \mu, \kappa) = \kappa\cos(y-\mu) - \log(2\pi I_0(\kappa)) $$
    ///
    /// `location` is any number; `concentration` is positive, or 0, for which the law is uniform. The
    /// density has period 2π; its integral is 1 over one period, to which the support of a parameter must be
    /// restricted. Cumulative probabilities and draws are for angles from −π to π.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let directions = [0.3, -0.2, 0.5, 3.0];
    /// params! { mu: interval(-3.2, 3.2), kappa: positive() }
    /// let model = model! {
    ///     mu    |= flat(),
    ///     kappa |= exponential(0.5),
    ///     data(&directions) |= von_mises(mu, kappa),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("von_mises_lpdf", "von_mises_lcdf", "von_mises_rng"))]
    VonMises, von_mises(location: Location in Real, concentration: Concentration in NonNegative), y in Real;

    is Pure(location)
    is Pure(concentration)
    is Periodic

    constant(concentration) { -LOG_TWO_PI }

    /// −2 κ sin² h
    term Kernel(y, location, concentration) {
        let (sin, cos) = math::sin_cos((y - location) * 0.5);
        let fall = sin * -2.0;
        let by_y = concentration * fall * cos;
        (concentration * fall * sin, [by_y, -by_y, fall * sin])
    }

    /// −(log I₀(κ) − κ) − log 2π
    term Normaliser(concentration) {
        let bessel = math::log_bessel_i0(concentration);
        (-(bessel.scaled + LOG_TWO_PI), [bessel.one_minus_ratio])
    }

    log_cdf(y, location, concentration) {
        let [value, by_y, by_location, by_concentration] = map_lanes(
            [y, location, concentration],
            |[y, location, concentration]| scalar::log_von_mises_cdf(y, location, concentration),
        );
        (value, [by_y, by_location, by_concentration])
    }
    log_ccdf(y, location, concentration) {
        let [value, by_y, by_location, by_concentration] = map_lanes(
            [y, location, concentration],
            |[y, location, concentration]| scalar::log_von_mises_ccdf(y, location, concentration),
        );
        (value, [by_y, by_location, by_concentration])
    }

    draw(rng, location, concentration) {
        use core::f64::consts::{PI, TAU};
        // A smaller κ gives the same uniform angle as this one.
        let concentration = concentration.max(1e-100);
        let t = 0.5 / concentration;
        let r_less_one = t + t * t / (1.0 + t.hypot(1.0));
        let angle = loop {
            let cos = (PI * rng.random::<f64>()).cos();
            let one_less_f = r_less_one * (1.0 - cos) / (r_less_one + (1.0 + cos));
            let c = concentration * (r_less_one + one_less_f);
            let u = rng.sample::<f64, _>(rand::distr::Open01);
            if c * (2.0 - c) > u || (c / u).ln() + 1.0 - c >= 0.0 {
                break 2.0 * (0.5 * one_less_f).sqrt().min(1.0).asin();
            }
        };
        let angle = location + if rng.random() { angle } else { -angle };
        // The angle is moved to −π … π.
        angle - TAU * (angle / TAU).round()
    }
}
