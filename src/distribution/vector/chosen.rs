//! categorical(θ) of a discrete parameter z: log p(z) = Σᵢ log θ at zᵢ, element by element.
//!
//! ∂/∂θₖ = Σ over i with zᵢ = k of 1/θₖ.
//!
//! Data are counted instead, see [`categorical`](crate::distribution::vector::categorical()); what a Gibbs
//! sampler updates has to be seen one by one.

use crate::contract::expression::{Expression, Fit, Fitted};
use crate::distribution::macros::family;
use crate::distribution::sample;
use crate::distribution::vector::categorical::{Categorical, CategoryCounts};
use crate::distribution::vector::categorical_logit::CategoryCountsLog;
use crate::math;
use crate::model::{EqNode, Follow};
use crate::name::Name;
use crate::node::{GatherBy, Parameter, Probabilities};
use crate::sealed::Sealed;
use crate::shape::Shape;
use crate::support::{DeclaredData, Integers};

/// A single probability of each category that was chosen.
mod probability {
    use super::*;

    family! {
        /// Categories that are parameters, given the probability of the category that each has.
        Chosen, categorical(probability in Unit), y in Count;

        conjugate(probability: Dirichlet)

        /// log θ
        term Seen(probability) { (math::log(probability), [probability.recip()]) }

        draw_picked(rng, probability) { sample::category(probability, rng) as f64 }
    }
}

/// The logarithm of such a probability.
mod logarithm {
    use super::*;

    family! {
        /// Categories that are parameters, given the logarithm of the probability of the category that each
        /// has.
        ChosenLog, categorical_logit(log_probability in Extended), y in Count;

        /// log θ
        term Seen(log_probability) { (log_probability, [log_probability.constant(1.0)]) }

        draw_picked(rng, log_probability) { sample::category(&sample::softmax(log_probability), rng) as f64 }
    }
}

pub use logarithm::ChosenLog;
pub use probability::Chosen;

/// The family of single categories that goes with a family of counts.
pub trait OneByOne: Sealed {
    /// The family.
    type Family: crate::contract::family::Family;
}

impl OneByOne for CategoryCounts {
    type Family = Chosen;
}

impl OneByOne for CategoryCountsLog {
    type Family = ChosenLog;
}

/// The categories, and the elements of the argument that are gathered by them.
type Nodes<Argument, Target> = (Target, GatherBy<Probabilities<Argument>, Target>);

impl<
    F: OneByOne + crate::contract::family::Family,
    Argument: Expression,
    Var: Name,
    Sh: Shape,
    Seen: DeclaredData,
> Follow<Parameter<Var, Sh, Integers, Seen>> for Categorical<F, Argument>
where
    Nodes<Argument, Parameter<Var, Sh, Integers, Seen>>: Fit,
    Parameter<Var, Sh, Integers, Seen>: crate::model::Variable,
{
    type Statement = EqNode<
        F::Family,
        Parameter<Var, Sh, Integers, Seen>,
        Fitted<Nodes<Argument, Parameter<Var, Sh, Integers, Seen>>>,
        <Nodes<Argument, Parameter<Var, Sh, Integers, Seen>> as Fit>::Shape,
    >;

    fn statement(
        self,
        variable: Parameter<Var, Sh, Integers, Seen>,
        source: Option<&'static str>,
    ) -> Self::Statement {
        EqNode::new(
            variable,
            (variable, GatherBy::within(self.probabilities(), variable, variable.support)).lift(),
            source,
        )
    }
}
