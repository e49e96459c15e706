//! Ordered categories: a predictor η between cutpoints c₀ < c₁ < … < c at K − 2, of which each observation
//! reads the one below and the one above its category (`node/cut.rs`).

use crate::contract::expression::{Expression, Fit, Fitted};
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
    /// The predictor and the cutpoints.
    pub(in crate::distribution) fn arguments(&self) -> (&Predictor, &Cutpoints) {
        (&self.predictor, &self.cutpoints)
    }

    pub(in crate::distribution) fn new(predictor: Predictor, cutpoints: Cutpoints) -> Self {
        Self { predictor, cutpoints, family: PhantomData }
    }
}

/// The observed categories, the predictor and both cutpoints.
type Nodes<Observed, Predictor, Cutpoints> =
    (Observed, Predictor, Cut<Lower, Observed, Cutpoints>, Cut<Upper, Observed, Cutpoints>);

impl<F: crate::contract::family::Family, Observed: Variable, Predictor: Expression, Cutpoints: Expression>
    Follow<Observed> for Ordered<F, Predictor, Cutpoints>
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
