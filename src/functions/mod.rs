//! Functions of several expressions, under Stan's names, except Stan's `beta`, which is [`beta_function`]
//! here, because `beta` is the distribution. Functions of one argument are methods of [`Expr`].
//!
//! Arguments are scalars or vectors, numbers, data or expressions; the result has the shape that they
//! broadcast to. Outside a function's domain the log density is −∞; data outside is an error of `compile()`.
//!
//! | function | value | domain |
//! |-|-|-|
//! | [`log_sum_exp`]`(x, y)` | log(eˣ + eʸ) | all |
//! | [`log_sum_exp_of`]`((x, y, z))`, `log_sum_exp_of([x, y, z, …])` | log(eˣ + eʸ + …) of any number of terms | all |
//! | [`log_diff_exp`]`(x, y)` | log(eˣ − eʸ) | x > y |
//! | [`log_mix`]`(theta, x, y)` | log(θ eˣ + (1 − θ) eʸ) | 0 ≤ θ ≤ 1 |
//! | [`hidden_markov_log_density`]`(initial, transition, log_densities)` | the log likelihood of hidden states that are marginalised | probabilities |
//! | [`lbeta`]`(x, y)` | log B(x, y) | x, y > 0 |
//! | [`beta_function`]`(x, y)` | B(x, y) = Γ(x) Γ(y)/Γ(x + y) | x, y > 0 |
//! | [`lchoose`]`(n, k)` | log of the binomial coefficient | −1 < k < n + 1 |
//! | [`inc_beta`]`(a, b, x)` | the regularised incomplete beta function | a, b > 0, 0 ≤ x ≤ 1 |
//! | [`gamma_p`]`(a, z)`, [`gamma_q`]`(a, z)` | the regularised incomplete gamma functions | a > 0, z ≥ 0 |
//! | [`atan2`]`(y, x)` | the angle of the point (x, y) | not both 0 |
//! | [`hypot`]`(x, y)` | √(x² + y²) | all |
//!
//! ```
//! use monomorph::functions::log_mix;
//! use monomorph::prelude::*;
//!
//! let y = [0.3, 4.1, -0.2];
//! params! { theta: interval(0.0, 1.0) }
//! let model = model! {
//!     theta |= flat(),
//!     increment(log_mix(
//!         theta,
//!         normal(0.0, 1.0).log_density(data(&y)),
//!         normal(4.0, 1.0).log_density(data(&y)),
//!     )),
//! };
//! assert_eq!(model.compile()?.dimension(), 1);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! [The reference](crate::guide::reference) lists all that can be written.

mod terms;

pub use crate::distribution::hidden_markov_log_density;
pub use terms::log_sum_exp_of;
#[cfg_attr(doc, doc(hidden))]
pub use terms::{LogSumExpOfTerms, Terms};

use crate::contract::expression::Fit;
use crate::distribution::{Applied, apply};
use crate::expression::{Expr, IntoExpr};
use crate::math;
use crate::math::scalar;
use crate::node::functions_of_several;
use crate::simd::map_lanes;

/// Declares functions: `Type, function(argument: Argument in domain, …) { …; (value, [partial derivative, …])
/// }`.
macro_rules! functions {
    ($(
        $(#[$doc:meta])*
        $Name:ident, $function:ident($($argument:ident: $Node:ident in $domain:ident),+)
            $(, complement $complement:ident of $place:literal:)? $body:block
    )*) => {$(
        functions_of_several! {
            #[doc = concat!("The function [`", stringify!($function), "`].")]
            $Name, stringify!($function), ($($argument in $domain),+)
            $(, complement $complement of $place:)? $body
        }

        $(#[$doc])*
        pub fn $function<$($Node: IntoExpr),+>(
            $($argument: $Node),+
        ) -> Expr<Applied<$Name, ($($Node::Node,)+)>>
        where
            ($($Node::Node,)+): Fit,
        {
            Expr(apply::<$Name, _>(($($argument.into_expr().0,)+)))
        }
    )*};
}

functions! {
    /// log(eˣ + eʸ), which does not overflow; for more terms, see [`log_sum_exp_of`].
    LogSumExp, log_sum_exp(x: X in Real, y: Y in Real) { math::log_sum_exp2_and_slopes(x, y) }

    /// log(eˣ − eʸ) for x > y.
    LogDiffExp, log_diff_exp(x: X in Real, y: Y in Real) {
        let (value, slopes) = math::log_diff_exp_and_slopes(x, y);
        (x.gt(y).select(value, f64::NAN), slopes)
    }

    /// log(θ eˣ + (1 − θ) eʸ), the log density of a mixture of two: ∂/∂x = θ e^(x − m), ∂/∂θ = e^(x − m) −
    /// e^(y − m) with m the value.
    LogMix, log_mix(theta: Theta in Unit, x: X in Real, y: Y in Real), complement rest of 0: {
        // The larger of the terms with a weight comes first.
        let first = theta.gt(0.0) & (x.gt(y) | rest.eq(0.0));
        let origin = first.select(x, y);
        // One of the two exponentials is 1.
        let other = math::exp(first.select(y - x, x - y));
        let (ex, ey) = (first.select(1.0, other), first.select(other, 1.0));
        let (part_x, part_y) =
            (theta.eq(0.0).select(0.0, theta * ex), rest.eq(0.0).select(0.0, rest * ey));
        let sum = part_x + part_y;
        let scale = sum.recip();
        (origin + math::log(sum), [(ex - ey) * scale, part_x * scale, part_y * scale])
    }

    /// log B(x, y) = log Γ(x) + log Γ(y) − log Γ(x + y).
    Lbeta, lbeta(x: X in Positive, y: Y in Positive) { math::log_beta_and_slopes(x, y) }

    /// The beta function B(x, y) = Γ(x) Γ(y) / Γ(x + y), which is Stan's `beta`.
    BetaFunction, beta_function(x: X in Positive, y: Y in Positive) {
        let (log, [by_x, by_y]) = math::log_beta_and_slopes(x, y);
        let value = math::exp(log);
        (value, [value * by_x, value * by_y])
    }

    /// The logarithm of the binomial coefficient: log Γ(n + 1) − log Γ(k + 1) − log Γ(n − k + 1), which is
    /// −log(n + 1) − log B(n − k + 1, k + 1).
    Lchoose, lchoose(n: Total in Real, k: Chosen in Real) {
        let (log_beta, [by_rest, by_chosen]) = math::log_beta_and_slopes(n - k + 1.0, k + 1.0);
        let next = n + 1.0;
        (-math::log(next) - log_beta, [-next.recip() - by_rest, by_rest - by_chosen])
    }

    /// The regularised incomplete beta function, the distribution function of the beta distribution at x.
    IncBeta, inc_beta(a: A0 in Positive, b: B0 in Positive, x: X in Unit) {
        let [value, by_a, by_b, by_x] = map_lanes([a, b, x], |[a, b, x]| scalar::inc_beta(a, b, x));
        (value, [by_a, by_b, by_x])
    }

    /// The lower regularised incomplete gamma function, the distribution function of the gamma distribution
    /// with shape a and rate 1 at z.
    GammaP, gamma_p(a: A0 in Positive, z: Z in NonNegative) {
        let [value, by_a, by_z] = map_lanes([a, z], |[a, z]| scalar::gamma_p(a, z));
        (value, [by_a, by_z])
    }

    /// The upper regularised incomplete gamma function, 1 − [`gamma_p`]`(a, z)`.
    GammaQ, gamma_q(a: A0 in Positive, z: Z in NonNegative) {
        let [value, by_a, by_z] = map_lanes([a, z], |[a, z]| scalar::gamma_q(a, z));
        (value, [by_a, by_z])
    }

    /// The angle between the positive x axis and the point (x, y), from −π to π.
    Atan2, atan2(y: Y in Real, x: X in Real) {
        // Each coordinate is divided by the radius before they are multiplied by its inverse, which cannot
        // overflow.
        let radius = math::hypot(x, y);
        (math::atan2(y, x), [x / radius / radius, -(y / radius / radius)])
    }

    /// √(x² + y²), which does not overflow.
    Hypot, hypot(x: X in Real, y: Y in Real) {
        let value = math::hypot(x, y);
        (value, [x / value, y / value])
    }
}
