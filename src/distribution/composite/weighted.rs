//! weighted(w, law), w ≥ 0:  w log p(y), each observation counted w times.
//!
//! ∂/∂l = w,  ∂/∂w = l, the log density.

use crate::contract::expression::{Expression, Fit};
use crate::contract::sketch::{ExpressionSketch, LawSketch};
use crate::distribution::Law;
use crate::distribution::composite::{Applied, Weighing, apply};
use crate::expression::IntoExpr;
use crate::sealed::Sealed;

/// A law whose log density is multiplied by weights.
#[derive(Clone, Copy, Debug)]
pub struct Weighted<Weight, Inner> {
    weight: Weight,
    pub(super) law: Inner,
}

/// A law whose observations are counted as often as their weights state, for survey weights, frequencies and
/// power priors.
///
/// $$ w \log p(y) $$
///
/// `weight` is zero or positive, a scalar or a vector.
///
/// ```
/// use monomorph::prelude::*;
///
/// let (y, count) = ([1.2, 0.4, 0.9], [3.0, 1.0, 2.0]);
/// params! { mu: real() }
/// let model = model! {
///     mu |= normal(0.0, 10.0),
///     data(&y) |= weighted(data(&count), normal(mu, 1.0)),
/// };
/// assert_eq!(model.compile()?.dimension(), 1);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn weighted<Weight: IntoExpr, Inner>(weight: Weight, law: Inner) -> Weighted<Weight::Node, Inner> {
    Weighted { weight: weight.into_expr().0, law }
}

impl<Weight, Inner> Sealed for Weighted<Weight, Inner> {}

impl<Weight: Expression, Inner, Variable: Expression> Law<Variable> for Weighted<Weight, Inner>
where
    Inner: Law<Variable>,
    (Weight, Inner::LogDensity): Fit,
{
    type LogDensity = Applied<Weighing, (Weight, Inner::LogDensity)>;
    const IS_OF_DATA: bool = Inner::IS_OF_DATA;
    const CHECKED: () = Inner::CHECKED;
    const IS_ELEMENTWISE: bool = Inner::IS_ELEMENTWISE;

    fn log_density_at(self, variable: Variable) -> Self::LogDensity {
        apply::<Weighing, _>((self.weight, self.law.log_density_at(variable)))
    }

    fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str> {
        self.law.broken_rule(index, observation)
    }

    fn sketch(&self, variable: Variable) -> LawSketch {
        self.law.sketch(variable).weighted(ExpressionSketch::of(&self.weight))
    }

    fn describe(&self, text: &mut String) {
        text.push_str("weighted(");
        self.weight.describe(text);
        text.push_str(", ");
        self.law.describe(text);
        text.push(')');
    }
}
