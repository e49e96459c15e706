//! mixture(w, components(K, |k| law)): components of one type, whose number K is known at run time.

use crate::contract::expression::{Expression, Fit};
use crate::contract::law::Measure;
use crate::contract::sketch::{ExpressionSketch, LawSketch};
use crate::distribution::Law;
use crate::distribution::composite::WeightShape;
use crate::distribution::composite::mixture::{Components, ComponentsAt};
use crate::expression::{Expr, IntoExpr};
use crate::node::{ComponentIndex, LogMixEach, Probabilities, StackEach};
use crate::sealed::{OfMixtures, Sealed};
use crate::shape::{Lifted, Shape};

/// Components of a mixture, by index.
#[derive(Clone, Copy, Debug)]
#[must_use = "a distribution has no effect outside a statement"]
pub struct Each<L> {
    pub(in crate::distribution) law: L,
    pub(in crate::distribution) index: ComponentIndex,
    pub(in crate::distribution) count: usize,
}

/// `count` components of a [`mixture`](crate::distribution::composite::mixture()), or emissions of a
/// [`hidden_markov`](crate::distribution::hidden_markov()); `law` returns the law of each, given its index,
/// counted from 0.
///
/// The closure is called once. Its argument is an index for [`at`](Expr::at): `mu.at(k)` is the element of a
/// vector for the component. It can also be used as a number in expressions. Everything else in the law is
/// the same for all components.
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [-2.1, 1.9, 2.3, -1.7, 0.1];
/// let count = 3;
/// params! { w: simplex(count), mu: ordered(count), sigma: vector(count).positive() }
/// let model = model! {
///     w     |= dirichlet(data(&[1.0; 3])),
///     mu    |= normal(0.0, 5.0),
///     sigma |= exponential(1.0),
///     data(&y) |= mixture(w, components(count, |k| normal(mu.at(k), sigma.at(k)))),
/// };
/// assert_eq!(model.compile()?.dimension(), 8);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// A mixture of two to six components with different laws is a tuple:
/// `mixture(w, (normal(…), exponential(…)))`. Few components are faster in a tuple or an array, because they
/// are then in registers.
///
/// The chapter [Mixtures, zero inflation, truncation, censoring](crate::guide::mixtures) begins with a whole
/// program.
pub fn components<L>(count: usize, law: impl FnOnce(Expr<ComponentIndex>) -> L) -> Each<L> {
    let index = ComponentIndex::unique();
    Each { law: law(Expr(index)), index, count }
}

/// A mixture of components by index: the weights are the elements of the vector `N`, or of each row of the
/// matrix `N`.
#[derive(Clone, Copy, Debug)]
pub struct MixtureOfEach<N, L> {
    pub(in crate::distribution) weights: N,
    pub(in crate::distribution) components: Each<L>,
}

impl<L> Sealed<OfMixtures> for Each<L> {}

impl<W: IntoExpr, L> Components<W> for Each<L>
where
    <W::Node as Expression>::Shape: WeightShape,
{
    type Mixture = MixtureOfEach<W::Node, L>;

    fn mixed(self, weights: W) -> Self::Mixture {
        MixtureOfEach { weights: weights.into_expr().0, components: self }
    }
}

impl<L: Law<Variable>, Variable: Expression> ComponentsAt<Variable> for Each<L> {
    type LogDensities = StackEach<L::LogDensity>;
    const MEASURE: Measure = L::MEASURE;
    const ARE_ALIKE: bool = true;
    const CHECKED: () = L::CHECKED;
    const IS_ELEMENTWISE: bool = L::IS_ELEMENTWISE;

    fn log_densities_at(self, variable: Variable) -> Self::LogDensities {
        StackEach::new(self.law.log_density_at(variable), self.index, self.count)
    }

    fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str> {
        self.law.broken_rule(index, observation)
    }

    fn sketches(&self, variable: Variable) -> Vec<LawSketch> {
        vec![self.law.sketch(variable)]
    }

    fn describe(&self, text: &mut String) {
        text.push_str(&format!("components({}, |k| ", self.count));
        self.law.describe(text);
        text.push(')');
    }
}

impl<N, L> Sealed for MixtureOfEach<N, L> {}

/// The weight and the log density of a component.
type Pair<N, L, Variable> = (Weight<N>, <L as Law<Variable>>::LogDensity);

/// The weight of a component.
type Weight<N> = <<N as Expression>::Shape as WeightShape>::WeightOfEach<Probabilities<N>>;

/// The common shape of the weights and the log densities.
type Joint<N, L, Variable> = <Pair<N, L, Variable> as Fit>::Shape;

impl<N: Expression<Shape: WeightShape>, L: Law<Variable>, Variable: Expression> Law<Variable>
    for MixtureOfEach<N, L>
where
    Pair<N, L, Variable>: Fit,
{
    type LogDensity =
        LogMixEach<Weight<N>, Lifted<L::LogDensity, Joint<N, L, Variable>>, Joint<N, L, Variable>>;
    const IS_OF_DATA: bool = Self::MEASURE.is_both();
    const CHECKED: () = L::CHECKED;
    const IS_ELEMENTWISE: bool = L::IS_ELEMENTWISE;

    fn log_density_at(self, variable: Variable) -> Self::LogDensity {
        let Each { law, index, count } = self.components;
        LogMixEach::new(
            N::Shape::weight_of_each(Probabilities::new(self.weights), index),
            <<L::LogDensity as Expression>::Shape as Shape>::lift::<_, Joint<N, L, Variable>>(
                law.log_density_at(variable),
            ),
            index,
            count,
            N::Shape::count(self.weights.size()),
        )
    }

    fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str> {
        self.components.law.broken_rule(index, observation)
    }

    fn sketch(&self, variable: Variable) -> LawSketch {
        let weight = N::Shape::weight_of_each(self.weights, self.components.index);
        LawSketch::mixture(vec![ExpressionSketch::of(&weight)], vec![self.components.law.sketch(variable)])
    }

    fn describe(&self, text: &mut String) {
        text.push_str("mixture(…, ");
        ComponentsAt::<Variable>::describe(&self.components, text);
        text.push(')');
    }
}
