//! ordered_probit(η, c), c increasing, for categories y in 0, …, K − 1. With Φ the standard normal distribution
//! function, φ its derivative, b = c at y less η and a = c at y − 1 less η (∞ and −∞ at the ends):
//!
//! log p(y) = log(Φ(b) − Φ(a)) = log Φ(b) + log(1 − e^(log Φ(a) − log Φ(b))),
//!
//! or, where a + b > 0, that formula with −a and −b, which are then in the tail that keeps its digits.
//!
//! ∂/∂(c at y) = φ(b)/p,  ∂/∂(c at y − 1) = −φ(a)/p,  ∂/∂η = [φ(a) − φ(b)]/p.
//!
//! Stan Functions Reference, "Ordered probit distribution". Stan counts categories from 1.

use crate::distribution::Ordered;
use crate::distribution::continuous::normal::HALF_LOG_TWO_PI;
use crate::distribution::macros::family;
#[cfg(feature = "random")]
use crate::distribution::sample;
use crate::expression::IntoExpr;
use crate::math;
use crate::shape::{Dimension, Vector};
use crate::written::Expression;
#[cfg(feature = "random")]
use rand::RngExt;

family! {
    /// An ordered category, given the predictor and the cutpoints on both sides.
    OrderedProbit, ordered_probit(predictor in Real, below in Extended, above in Extended), y in Count;

    /// log(Φ(b) − Φ(a)); NaN where b ≤ a
    term Seen(y, predictor, below, above) {
        let (a, b) = (below - predictor, above - predictor);
        let flip = (a + b).gt(0.0);
        let (low, high) = (flip.select(-b, a), flip.select(-a, b));
        let (log_low, log_high) = (math::log_normal_cdf(low), math::log_normal_cdf(high));
        let value = log_high + math::log1m_exp(log_low - log_high);
        let value = b.gt(a).select(value, f64::NAN);
        // φ/p at an infinite end is e^−∞ = 0.
        let ratio = |x| math::exp(x * x * -0.5 - HALF_LOG_TWO_PI - value);
        let (by_above, by_below) = (ratio(b), -ratio(a));
        (value, [y.constant(0.0), -(by_above + by_below), by_below, by_above])
    }

    draw_picked(rng, cutpoints, predictor) {
        let noise: f64 = rng.sample(rand_distr::StandardNormal);
        sample::category_between(cutpoints, predictor, noise)
    }
}

/// The distribution of ordered categories: the category tells between which cutpoints a normal variable around the
/// predictor, with standard deviation 1, lies.
///
/// $$ p(y \mid \eta, c) = \Phi(c_y - \eta) - \Phi(c_{y-1} - \eta) $$
///
/// Categories are numbered from 0; there is one more of them than cutpoints. `predictor` is any number, scalar or
/// vector, `cutpoints` an increasing vector. See [`ordered_logistic`](super::ordered_logistic()) for an example.
pub fn ordered_probit<Predictor: IntoExpr, Cutpoints: IntoExpr, Length: Dimension>(
    predictor: Predictor,
    cutpoints: Cutpoints,
) -> Ordered<OrderedProbit, Predictor::Node, Cutpoints::Node>
where
    Cutpoints::Node: Expression<Shape = Vector<Length>>,
{
    Ordered::new(predictor.into_expr().0, cutpoints.into_expr().0)
}
