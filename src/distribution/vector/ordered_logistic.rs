//! ordered_logistic(η, c), c increasing, for categories y in 0, …, K − 1. With s the logistic function, b =
//! c at y minus η, a = c at y − 1 minus η (∞ and −∞ at the ends) and w = b − a:
//!
//! log p(y) = log(s(b) − s(a)) = log s(b) + log s(−a) + log(1 − e^−w).
//!
//! ∂/∂η = s(a) − s(−b),  ∂/∂(c at y) = s(−b) + 1/(e^w − 1),  ∂/∂(c at y − 1) = −s(a) − 1/(e^w − 1).
//!
//! Stan Functions Reference, "Ordered logistic distribution". Stan counts categories from 1.

use crate::contract::expression::Expression;
use crate::distribution::macros::family;
use crate::distribution::{Ordered, sample};
use crate::expression::IntoExpr;
use crate::math;
use crate::shape::{Dimension, Vector};
use rand::RngExt;

family! {
    /// An ordered category, given the predictor and the cutpoints on both sides.
    OrderedLogistic, ordered_logistic(predictor in Real, below in Extended, above in Extended), y in Count;

    is Cutpoints(above)

    /// log s(b) + log s(−a) + log(1 − e^−w); NaN where w ≤ 0
    term Seen(y, predictor, below, above) {
        let (a, b, width) = (below - predictor, above - predictor, above - below);
        let (softplus_a, s_a) = math::log1p_exp_and_logistic(a);
        let (softplus_b, s_b) = math::log1p_exp_and_logistic(-b);
        let odds = math::expm1(width).recip();
        let value = math::log1m_exp(-width) - softplus_a - softplus_b;
        let value = width.gt(0.0).select(value, f64::NAN);
        (value, [y.constant(0.0), s_a - s_b, -s_a - odds, s_b + odds])
    }

    draw_picked(rng, cutpoints, predictor) {
        let part: f64 = rng.sample(rand_distr::Open01);
        sample::category_between(cutpoints, predictor, (part / (1.0 - part)).ln())
    }
}

/// The distribution of ordered categories, such as answers from "never" to "always": the category is the
/// interval between cutpoints that contains a logistic variable around the predictor.
///
/// $$ p(y \mid \eta, c) = s(c_y - \eta) - s(c_{y-1} - \eta), \qquad s(x) = \frac1{1 + e^{-x}} $$
///
/// Categories are numbered from 0; there is one more category than cutpoints. `predictor` is any number,
/// scalar or vector, `cutpoints` an increasing vector.
///
/// ```
/// use monomorph::prelude::*;
///
/// let answer = [0, 2, 3, 1, 2];
/// let age = [0.1, -1.2, 0.8, 0.0, 1.1];
/// params! { slope: real(), cutpoints: ordered(3) }
/// let model = model! {
///     slope     |= normal(0.0, 1.0),
///     cutpoints |= normal(0.0, 2.0),
///     data(&answer) |= ordered_logistic(slope * data(&age), cutpoints),
/// };
/// assert_eq!(model.compile()?.dimension(), 4);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias("ordered_logistic_lpmf", "ordered_logistic_rng"))]
pub fn ordered_logistic<Predictor: IntoExpr, Cutpoints: IntoExpr, Length: Dimension>(
    predictor: Predictor,
    cutpoints: Cutpoints,
) -> Ordered<OrderedLogistic, Predictor::Node, Cutpoints::Node>
where
    Cutpoints::Node: Expression<Shape = Vector<Length>>,
{
    Ordered::new(predictor.into_expr().0, cutpoints.into_expr().0)
}
