//! categorical(θ), θ on the simplex, for categories yᵢ in 0, …, K − 1. With cₖ the number of i with yᵢ = k:
//!
//! log p(y) = Σᵢ log θ at yᵢ = Σₖ cₖ log θₖ,  ∂/∂θₖ = cₖ/θₖ, where 0 · log 0 and 0/0 count as 0.
//!
//! Stan Functions Reference, "Categorical distribution". Stan counts categories from 1.

use crate::compiler::Datum;
use crate::contract::expression::{Expression, Fit, Fitted};
use crate::distribution::macros::family;
use crate::distribution::sample;
use crate::expression::IntoExpr;
use crate::math;
use crate::model::{EqNode, Follow};
use crate::node::{Constant, Counts, DataVector, Probabilities};
use crate::shape::{Dimension, Vector};

family! {
    /// The counts of categories, given the probability of each; no factorials.
    CategoryCounts, categorical(probability in Unit), y in Count;

    conjugate(probability: Dirichlet)
    is Probabilities(probability)

    /// c log θ
    term Seen(y, probability) {
        let none = y.eq(0.0);
        let value = none.select(0.0, y * math::log(probability));
        (value, [y.constant(0.0), none.select(0.0, y / probability)])
    }

    draw_category(rng, probability) { sample::category_or_nan(probability, rng) }
}

/// Categories whose counts follow the family `F`, given its argument.
#[derive(Clone, Copy, Debug)]
pub struct Categorical<F, Argument> {
    argument: Argument,
    family: core::marker::PhantomData<fn() -> F>,
}

impl<F, Argument> Categorical<F, Argument> {
    /// The argument of which the distribution is made.
    pub(in crate::distribution) fn argument(&self) -> &Argument {
        &self.argument
    }

    /// Categories that are counted.
    pub(in crate::distribution) fn new(argument: Argument) -> Self {
        Self { argument, family: core::marker::PhantomData }
    }
}

impl<F: crate::contract::family::Family, Argument: Expression> Categorical<F, Argument> {
    /// The argument of which the distribution is made, checked if it is probabilities and not their
    /// logarithms.
    pub(in crate::distribution) fn probabilities(self) -> Probabilities<Argument> {
        let are_probabilities = matches!(F::ARGUMENTS[1].domain, crate::contract::family::Domain::Unit);
        Probabilities::if_they_are(are_probabilities, self.argument)
    }
}

/// The distribution of categories, given the probability of each.
///
/// $$ \log p(y \mid \theta) = \sum_i \log\theta_{y_i} $$
///
/// Categories are numbered from 0, so that they can be used as indices: with K probabilities they are 0, …, K
/// − 1. `probability` is a vector that adds up to one: data are checked, and divided by their sum if it is
/// off by less than 10⁻⁸; expressions of parameters are taken as they are. The cost does not depend on the
/// number of observations.
///
/// ```
/// use monomorph::prelude::*;
///
/// let colour = [0, 2, 2, 1, 2];
/// params! { theta: simplex(3) }
/// let model = model! { theta |= dirichlet(1.0), data(&colour) |= categorical(theta) };
/// assert_eq!(model.compile()?.dimension(), 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias("categorical_lpmf", "categorical_rng"))]
pub fn categorical<Probability: IntoExpr, Length: Dimension>(
    probability: Probability,
) -> Categorical<CategoryCounts, Probability::Node>
where
    Probability::Node: Expression<Shape = Vector<Length>>,
{
    Categorical::new(probability.into_expr().0)
}

/// The counts and the argument.
type Nodes<Observed, Argument> = (Counts<Observed>, Probabilities<Argument>);

/// Categories that are data, which are counted.
macro_rules! counted {
    ($([$($parameter:tt)*] $Observed:ty;)*) => {$(
        impl<$($parameter)* F: crate::contract::family::Family, Argument: Expression> Follow<$Observed>
            for Categorical<F, Argument>
        where
            Nodes<$Observed, Argument>: Fit,
        {
            type Statement = EqNode<
                F,
                $Observed,
                Fitted<Nodes<$Observed, Argument>>,
                <Nodes<$Observed, Argument> as Fit>::Shape,
            >;

            fn statement(self, variable: $Observed, source: Option<&'static str>) -> Self::Statement {
                let counts = Counts::new(variable, self.argument.sides().length().unwrap_or(1));
                EqNode::new(variable, (counts, self.probabilities()).lift(), source)
            }
        }
    )*};
}

counted! {
    [] Constant;
    ['a, T: Datum, N: Dimension,] DataVector<'a, T, N>;
}
