//! Ordered categories: a predictor η between cutpoints c₀ < c₁ < … < c at K − 2; each observation reads the
//! cutpoints below and above its category (`node/cut.rs`).

use crate::contract::expression::{Expression, Fit, Fitted};
use crate::contract::family::Family;
use crate::distribution::{Distribution, Law};
use crate::expression::{Expr, IntoExpr};
use crate::model::{EqNode, Follow, Variable};
use crate::node::{Cut, Lower, Upper};
use crate::shape::LeftOf;
use core::marker::PhantomData;

/// The distribution of ordered categories of the family `F`, whose arguments are the predictor, the cutpoint
/// below and the cutpoint above.
#[derive(Clone, Copy, Debug)]
pub struct Ordered<F, Predictor, Cutpoints> {
    predictor: Predictor,
    cutpoints: Cutpoints,
    family: PhantomData<fn() -> F>,
}

impl<F, Predictor, Cutpoints> Ordered<F, Predictor, Cutpoints> {
    /// Returns the predictor and the cutpoints.
    pub(in crate::distribution) fn arguments(&self) -> (&Predictor, &Cutpoints) {
        (&self.predictor, &self.cutpoints)
    }

    pub(in crate::distribution) fn new(predictor: Predictor, cutpoints: Cutpoints) -> Self {
        Self { predictor, cutpoints, family: PhantomData }
    }
}

/// The distribution of categories `Observed`, given the predictor and both cutpoints of each.
type Given<F, Observed, Predictor, Cutpoints> =
    Distribution<F, (Predictor, Cut<Lower, Observed, Cutpoints>, Cut<Upper, Observed, Cutpoints>)>;

impl<F: Family, Predictor, Cutpoints: Expression> Ordered<F, Predictor, Cutpoints> {
    /// The log probability of a category, or of data that are categories, as an expression, element by
    /// element: `law.log_density(k).exp()` is P(y = k) for each predictor. Categories are counted from 0.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (grade, hours) = ([0, 2, 1], [0.2, 1.1, 0.7]);
    /// params! { slope: real(), cutpoints: ordered(2) }
    /// let law = ordered_logistic(slope * data(&hours), cutpoints);
    /// let model = model! {
    ///     slope     |= normal(0.0, 1.0),
    ///     cutpoints |= normal(0.0, 2.0),
    ///     data(&grade) |= law,
    ///     fail = law.log_density(0).exp(),
    ///     pass = law.log_density(1).exp() + law.log_density(2).exp(),
    /// };
    /// let point = model.compile()?.constrain(&[0.5, -1.0, 0.3])?;
    /// let (fail, pass) = (point.get("fail")?, point.get("pass")?);
    /// assert!((fail[0] + pass[0] - 1.0).abs() < 1e-14);
    /// assert!((fail[0] - 1.0 / (1.0 + 1.1_f64.exp())).abs() < 1e-14); // s(c₀ − η) = s(−1 − 0.1)
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn log_density<Y: IntoExpr>(self, y: Y) -> Expr<LogDensityOf<F, Y::Node, Predictor, Cutpoints>>
    where
        Given<F, Y::Node, Predictor, Cutpoints>: Law<Y::Node>,
    {
        let y = y.into_expr().0;
        let (below, above) = (Cut::new(y, self.cutpoints), Cut::new(y, self.cutpoints));
        Expr(Given::<F, _, _, _>::new((self.predictor, below, above)).log_density_at(y))
    }
}

/// The log density of a law with given arguments.
type LogDensityOf<F, Observed, Predictor, Cutpoints> =
    <Given<F, Observed, Predictor, Cutpoints> as Law<Observed>>::LogDensity;

/// The observed categories, the predictor and both cutpoints.
type Nodes<Observed, Predictor, Cutpoints> =
    (Observed, Predictor, Cut<Lower, Observed, Cutpoints>, Cut<Upper, Observed, Cutpoints>);

impl<F: Family, Observed: Variable, Predictor: Expression, Cutpoints: Expression> Follow<Observed>
    for Ordered<F, Predictor, Cutpoints>
where
    Nodes<Observed, Predictor, Cutpoints>: Fit,
    Observed::Shape: LeftOf<<Nodes<Observed, Predictor, Cutpoints> as Fit>::Shape>,
{
    type Statement = EqNode<
        F,
        Observed,
        Fitted<Nodes<Observed, Predictor, Cutpoints>>,
        <Nodes<Observed, Predictor, Cutpoints> as Fit>::Shape,
    >;

    fn statement(self, variable: Observed, source: Option<&'static str>) -> Self::Statement {
        let below = Cut::<Lower, _, _>::new(variable, self.cutpoints);
        let above = Cut::<Upper, _, _>::new(variable, self.cutpoints);
        EqNode::new(variable, (variable, self.predictor, below, above).lift(), source)
    }
}
