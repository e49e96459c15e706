//! categorical(θ), θ on the simplex, for categories yᵢ in 0, …, K − 1. With cₖ the number of i with yᵢ = k:
//!
//! log p(y) = Σᵢ log θ at yᵢ = Σₖ cₖ log θₖ,  ∂/∂θₖ = cₖ/θₖ, where 0 · log 0 and 0/0 count as 0.
//!
//! [`CategoryOfRow`] is the law of categories with a row of probabilities for each.
//!
//! Stan Functions Reference, "Categorical distribution". Stan counts categories from 1.

use crate::compiler::Datum;
use crate::contract::expression::{Expression, Fit, Fitted};
use crate::distribution::macros::family;
use crate::distribution::sample;
use crate::distribution::vector::{CategoryCountsLog, CategoryOfRow};
use crate::expression::IntoExpr;
use crate::math;
use crate::model::{EqNode, Follow};
use crate::node::{Constant, Counts, DataVector, Linear, Logarithmic, Probabilities, Softmax};
use crate::shape::{Dimension, Matrix, Shape, Vector};

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
    /// Returns the argument of the distribution.
    pub(in crate::distribution) fn argument(&self) -> &Argument {
        &self.argument
    }

    /// Returns the law of categories that are counted.
    pub(in crate::distribution) fn new(argument: Argument) -> Self {
        Self { argument, family: core::marker::PhantomData }
    }
}

impl<F: crate::contract::family::Family, Argument: Expression> Categorical<F, Argument> {
    /// Returns the argument of the distribution, checked if it consists of probabilities, not of their
    /// logarithms.
    pub(in crate::distribution) fn probabilities(self) -> Probabilities<Argument> {
        let are_probabilities = matches!(F::FACTS.arguments[1].domain, crate::contract::family::Domain::Unit);
        Probabilities::if_they_are(are_probabilities, self.argument)
    }
}

/// The distribution of categories, given the probability of each: the same probabilities for all
/// observations, or a row for each observation.
///
/// $$ \log p(y \mid \theta) = \sum_i \log\theta_{y_i} $$
///
/// Categories are numbered from 0, so that they can be used as indices: with K probabilities they are 0, …,
/// K − 1. `probability` is a vector with the sum one, or a matrix with a row for each observation, each with
/// the sum one: data are checked, and divided by their sum if it differs from 1 by less than 10⁻⁸;
/// expressions of parameters are used unchanged. With a vector the cost does not depend on the number of
/// observations.
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
/// Latent classes whose probabilities depend on predictors, and which are marginalised:
///
/// ```
/// use monomorph::faer::Mat;
/// use monomorph::prelude::*;
///
/// let visits = [0, 7, 1, 9, 0];
/// let x = Mat::from_fn(5, 2, |i, j| if j == 0 { 1.0 } else { i as f64 - 2.0 });
/// params! { gamma: vector(2).rows(2), log_rate: ordered(2), class: vector(5).category(2) }
/// let model = model! {
///     gamma |= normal(0.0, 1.0),
///     log_rate |= normal(0.0, 2.0),
///     class |= categorical(data(&x).dot(gamma).softmax_rows()),
///     data(&visits) |= poisson_log(log_rate.at(class)),
/// };
/// assert_eq!(model.marginalise(class).compile()?.dimension(), 6);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias("categorical_lpmf", "categorical_rng"))]
pub fn categorical<Probability: IntoExpr>(
    probability: Probability,
) -> <<Probability::Node as Expression>::Shape as CategoryShape>::OfProbabilities<Probability::Node>
where
    <Probability::Node as Expression>::Shape: CategoryShape,
{
    <Probability::Node as Expression>::Shape::law_of_probabilities(probability.into_expr().0)
}

/// The shape of the probabilities of categories, or of their logits: a vector, or a row for each observation.
#[diagnostic::on_unimplemented(
    message = "probabilities or logits of the shape `{Self}` are neither a vector nor a matrix",
    label = "a vector, or a matrix with a row for each observation, is wanted here"
)]
pub trait CategoryShape: Shape {
    /// The law of categories with the probabilities `N`.
    type OfProbabilities<N: Expression<Shape = Self>>;

    /// The law of categories with the logits `N`.
    type OfLogits<N: Expression<Shape = Self>>;

    /// Returns the law of categories with these probabilities.
    fn law_of_probabilities<N: Expression<Shape = Self>>(probabilities: N) -> Self::OfProbabilities<N>;

    /// Returns the law of categories with these logits.
    fn law_of_logits<N: Expression<Shape = Self>>(logits: N) -> Self::OfLogits<N>;
}

impl<Length: Dimension> CategoryShape for Vector<Length> {
    type OfProbabilities<N: Expression<Shape = Self>> = Categorical<CategoryCounts, N>;
    type OfLogits<N: Expression<Shape = Self>> = Categorical<CategoryCountsLog, Softmax<Logarithmic, N>>;

    fn law_of_probabilities<N: Expression<Shape = Self>>(probabilities: N) -> Self::OfProbabilities<N> {
        Categorical::new(probabilities)
    }

    fn law_of_logits<N: Expression<Shape = Self>>(logits: N) -> Self::OfLogits<N> {
        Categorical::new(Softmax::new(logits))
    }
}

impl<Rows: Dimension, Columns: Dimension> CategoryShape for Matrix<Rows, Columns> {
    type OfProbabilities<N: Expression<Shape = Self>> = CategoryOfRow<Linear, N>;
    type OfLogits<N: Expression<Shape = Self>> = CategoryOfRow<Logarithmic, N>;

    fn law_of_probabilities<N: Expression<Shape = Self>>(probabilities: N) -> Self::OfProbabilities<N> {
        CategoryOfRow::new(probabilities)
    }

    fn law_of_logits<N: Expression<Shape = Self>>(logits: N) -> Self::OfLogits<N> {
        CategoryOfRow::new(logits)
    }
}

/// The counts and the argument.
type Nodes<Observed, Argument> = (Counts<Observed>, Probabilities<Argument>);

/// Implements the statement for categories that are data, which are counted.
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
