//! ordered_probit(η, c), c increasing, for categories y in 0, …, K − 1. With Φ the standard normal
//! distribution function, φ its derivative, b = c at y minus η and a = c at y − 1 minus η (∞ and −∞ at the
//! ends):
//!
//! log p(y) = log(Φ(b) − Φ(a)) = log Φ(b) + log(1 − e^(log Φ(a) − log Φ(b))),
//!
//! or, if a + b > 0, this formula with −a and −b, which are then in the tail that keeps its digits.
//!
//! If b and a are so close that both probabilities have most digits in common, with h = (b − a)/2 from the
//! cutpoints and m = (a + b)/2,
//!
//! p = φ(m) h ∫ exp(−m h t − h² t²/2) dt from −1 to 1,  ∂/∂η = m + h E t,
//!
//! by the Gauss–Legendre rule with 8 nodes.
//!
//! ∂/∂(c at y) = φ(b)/p,  ∂/∂(c at y − 1) = −φ(a)/p,  ∂/∂η = [φ(a) − φ(b)]/p.
//!
//! Stan Functions Reference, "Ordered probit distribution". Stan counts categories from 1.

use crate::contract::expression::Expression;
use crate::contract::family::AnyCounts;
use crate::distribution::continuous::normal::HALF_LOG_TWO_PI;
use crate::distribution::macros::family;
use crate::distribution::shared::gauss_legendre::COARSE;
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::distribution::{Ordered, sample};
use crate::expression::IntoExpr;
use crate::math;
use crate::shape::{Dimension, Vector};
use crate::simd::Pack;
use pulp::Simd;
use rand::RngExt;

family! {
    /// An ordered category, given the predictor and the cutpoints on both sides.
    OrderedProbit, ordered_probit(predictor in Real, below in Extended, above in Extended), y in Count;

    is Cutpoints(above)

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
        let ordinary = [value, -(by_above + by_below), by_below, by_above];
        let width = above - below;
        let narrow = width.lt(NARROW) & width.gt(0.0) & ((a + b) * width).abs().lt(2.0);
        let packs = [predictor, below, above];
        let [value, slope, by_below, by_above] =
            replace_where::<Narrow, AnyCounts, S, 3, 4>(narrow, packs, ordinary);
        (value, [y.constant(0.0), slope, by_below, by_above])
    }

    draw_picked(rng, cutpoints, predictor) {
        let noise: f64 = rng.sample(rand_distr::StandardNormal);
        sample::category_between(cutpoints, predictor, noise)
    }
}

/// The distribution of ordered categories: the category is the interval between cutpoints that contains a
/// normal variable around the predictor, with standard deviation 1.
///
/// $$ p(y \mid \eta, c) = \Phi(c_y - \eta) - \Phi(c_{y-1} - \eta) $$
///
/// Categories are numbered from 0; there is one more category than cutpoints. `predictor` is any number,
/// scalar or vector, `cutpoints` an increasing vector. See
/// [`ordered_logistic`](crate::distribution::vector::ordered_logistic()) for an example.
#[doc(alias("ordered_probit_lpmf", "ordered_probit_rng"))]
pub fn ordered_probit<Predictor: IntoExpr, Cutpoints: IntoExpr, Length: Dimension>(
    predictor: Predictor,
    cutpoints: Cutpoints,
) -> Ordered<OrderedProbit, Predictor::Node, Cutpoints::Node>
where
    Cutpoints::Node: Expression<Shape = Vector<Length>>,
{
    Ordered::new(predictor.into_expr().0, cutpoints.into_expr().0)
}

/// The distance between cutpoints below which too few digits remain.
const NARROW: f64 = 1.0 / 64.0;

/// The log density between close cutpoints, and its slopes.
struct Narrow;

impl OutOfLine<3, 4> for Narrow {
    #[inline(always)]
    fn evaluate<S: Simd>([predictor, below, above]: [Pack<S>; 3]) -> [Pack<S>; 4] {
        let half = (above - below) * 0.5;
        let middle = (below * 0.5 + above * 0.5) - predictor;
        let (mut total, mut moment) = (middle.constant(0.0), middle.constant(0.0));
        for (node, weight) in COARSE {
            let t = half * node;
            let fade = math::exp(t * t * -0.5) * weight;
            let (sinh, cosh) = math::sinh_cosh(middle * t);
            total = total + fade * cosh * 2.0;
            moment = moment - fade * t * sinh * 2.0;
        }
        let density = |x: Pack<S>| x * x * -0.5 - HALF_LOG_TWO_PI;
        let value = density(middle) + math::log(half * total);
        let (by_above, by_below) =
            (math::exp(density(middle + half) - value), -math::exp(density(middle - half) - value));
        [value, middle + moment / total, by_below, by_above]
    }
}
