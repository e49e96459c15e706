//! hidden_markov(p, T, laws) of observations y₀, y₁, … that each follow the law of a hidden state s:
//! s₀ ~ categorical(p), sₜ ~ categorical(the row sₜ₋₁ of T), yₜ ~ laws(sₜ), with the states summed out.
//!
//! The log likelihood and its adjoints are those of the [operation](crate::operation::HiddenMarkov).

use crate::distribution::{ComponentsAt, Law};
use crate::expression::{Expr, IntoExpr};
use crate::model::{ComposedNode, Follow, Variable};
use crate::operation::{HiddenMarkov as LogLikelihood, StackRows};
use crate::sealed::{OfMixtures, Sealed};
use crate::shape::{Dyn, Matrix, MatrixShape, Scalar, VectorShape};
use crate::sketch::{ExpressionSketch, LawSketch};
use crate::written::{Expression, Expressions, Stored, Whole};

/// The law of observations of hidden states.
#[derive(Clone, Copy, Debug)]
pub struct HiddenMarkov<Initial, Transition, Emissions> {
    initial: Initial,
    transition: Transition,
    emissions: Emissions,
}

/// The law of observations in time whose distribution depends on a hidden state: the first state follows `initial`, each later one the
/// row of `transition` that belongs to the state before, and each observation the law of its state, in `emissions`.
///
/// $$ p(y) = \sum_{s} p_{s_0}\, p_{s_0}(y_0) \prod_{t > 0} T_{s_{t-1} s_t}\, p_{s_t}(y_t) $$
///
/// The states are summed out by the forward algorithm, in scaled probabilities; the gradient is that of the forward–backward algorithm.
/// `initial` has K probabilities, `transition` K rows of them, and there are K emissions: an array of up to eight laws of one kind, or a
/// tuple of two to six. Transitions that differ from step to step are a matrix of K (n − 1) rows: one matrix for each observation after
/// the first, on top of each other.
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [3.1, 2.7, 9.8, 10.4, 9.9, 3.3];
/// params! { t: simplex(2).rows(2), mu: positive_ordered(2) }
/// let model = model! {
///     t  |= dirichlet(2.0),
///     mu |= normal(&[3.0, 10.0], 1.0),
///     data(&y) |= hidden_markov(&[0.5, 0.5], t, [normal(mu.at(0), 1.0), normal(mu.at(1), 1.0)]),
/// };
/// assert_eq!(model.compile()?.dimension(), 4);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// Where states emit nothing that has a law, or several things, their log densities are given as a matrix by
/// [`hidden_markov_log_density`](crate::functions::hidden_markov_log_density).
///
/// # Errors
///
/// [`compile`](crate::compile::Compile::compile) finds numbers of states that differ.
pub fn hidden_markov<Initial: IntoExpr, Transition: IntoExpr, Emissions>(
    initial: Initial,
    transition: Transition,
    emissions: Emissions,
) -> HiddenMarkov<Initial::Node, Transition::Node, Emissions>
where
    <Initial::Node as Expression>::Shape: VectorShape,
    <Transition::Node as Expression>::Shape: MatrixShape,
{
    HiddenMarkov { initial: initial.into_expr().0, transition: transition.into_expr().0, emissions }
}

/// The log likelihood of observations in time whose distribution depends on a hidden state, given the log densities of the
/// observations: a row for each state and a column for each time. (Stan: `hmm_marginal`.)
///
/// `initial` and `transition` are those of [`hidden_markov`](crate::distribution::hidden_markov). A log density of 0 in all states is an
/// observation that is missing.
///
/// ```
/// use monomorph::functions::hidden_markov_log_density;
/// use monomorph::prelude::*;
///
/// // animals are seen with probability p while they live; the dead stay dead, and unseen
/// let seen = [1.0, 0.0, 1.0, 0.0, 0.0];
/// params! { survival: interval(0.0, 1.0), p: interval(0.0, 1.0) }
/// let alive = bernoulli(p).log_density(data(&seen));
/// let dead = bernoulli(0.0).log_density(data(&seen));
/// let transition = stack_rows((concatenate((survival, 1.0 - survival)), data(&[0.0, 1.0])));
/// let model = model! {
///     survival |= uniform(0.0, 1.0),
///     p        |= uniform(0.0, 1.0),
///     increment(hidden_markov_log_density(&[1.0, 0.0], transition, stack_rows((alive, dead)))),
/// };
/// assert!(model.compile()?.dimension() == 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn hidden_markov_log_density<Initial: IntoExpr, Transition: IntoExpr, LogDensities: IntoExpr>(
    initial: Initial,
    transition: Transition,
    log_densities: LogDensities,
) -> Expr<LogLikelihoodOf<LogDensities::Node, Transition::Node, Initial::Node>>
where
    <Initial::Node as Expression>::Shape: VectorShape,
    <Transition::Node as Expression>::Shape: MatrixShape,
    <LogDensities::Node as Expression>::Shape: MatrixShape,
{
    let initial = Stored::new(initial.into_expr().0);
    let transition = Stored::new(transition.into_expr().0);
    Expr(Whole::new(LogLikelihood, (Stored::new(log_densities.into_expr().0), transition, initial)))
}

/// The log likelihood of these log densities, transitions and initial probabilities.
pub type LogLikelihoodOf<LogDensities, Transition, Initial> =
    Whole<LogLikelihood, (Stored<LogDensities>, Stored<Transition>, Stored<Initial>), Scalar>;

/// The log densities of the states, on top of each other.
type Stacked<LogDensities> = Whole<StackRows, <LogDensities as StoredEach>::Nodes, Matrix<Dyn, Dyn>>;

/// Several expressions, each of which is made to stand in a slot.
pub trait StoredEach: Sealed<OfMixtures> {
    /// The expressions, in slots.
    type Nodes: Expressions;

    /// Each expression, in a slot.
    fn stored(self) -> Self::Nodes;
}

impl<N: Expression, const COUNT: usize> StoredEach for [N; COUNT] {
    type Nodes = [Stored<N>; COUNT];

    fn stored(self) -> Self::Nodes {
        self.map(Stored::new)
    }
}

macro_rules! stored_each {
    ($($N:ident $place:tt),*) => {
        impl<$($N: Expression),*> StoredEach for ($($N,)*) {
            type Nodes = ($(Stored<$N>,)*);

            fn stored(self) -> Self::Nodes {
                ($(Stored::new(self.$place),)*)
            }
        }
    };
}

stored_each!(A 0, B 1);
stored_each!(A 0, B 1, D 2);
stored_each!(A 0, B 1, D 2, E 3);
stored_each!(A 0, B 1, D 2, E 3, F 4);
stored_each!(A 0, B 1, D 2, E 3, F 4, G 5);

impl<Initial, Transition, Emissions> Sealed for HiddenMarkov<Initial, Transition, Emissions> {}

impl<Target: Expression, Initial: Expression, Transition: Expression, Emissions> Law<Target>
    for HiddenMarkov<Initial, Transition, Emissions>
where
    Target::Shape: VectorShape,
    Emissions: ComponentsAt<Target>,
    Emissions::LogDensities: StoredEach,
{
    type LogDensity = LogLikelihoodOf<Stacked<Emissions::LogDensities>, Transition, Initial>;
    const IS_DISCRETE: bool = Emissions::IS_DISCRETE;
    const CHECKED: () = Emissions::CHECKED;
    const IS_ELEMENTWISE: bool = false;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        let each = self.emissions.log_densities_at(variable).stored();
        let is_vector =
            core::array::from_fn(|place| place < <Emissions::LogDensities as StoredEach>::Nodes::COUNT);
        let stacked = Whole::new(StackRows { is_vector }, each);
        Whole::new(
            LogLikelihood,
            (Stored::new(stacked), Stored::new(self.transition), Stored::new(self.initial)),
        )
    }

    fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str> {
        self.emissions.broken_rule(index, observation)
    }

    fn sketch(&self, variable: Target) -> LawSketch {
        let states = vec![ExpressionSketch::of(&self.initial), ExpressionSketch::of(&self.transition)];
        LawSketch::mixture(states, self.emissions.sketches(variable))
    }

    fn describe(&self, text: &mut String) {
        text.push_str("hidden_markov(");
        self.initial.describe(text);
        text.push_str(", ");
        self.transition.describe(text);
        text.push_str(", (");
        self.emissions.describe(text);
        text.push_str("))");
    }
}

impl<Target: Variable, Initial: Expression, Transition: Expression, Emissions> Follow<Target>
    for HiddenMarkov<Initial, Transition, Emissions>
where
    Self: Law<Target>,
{
    type Statement = ComposedNode<Target, Self, <Self as Law<Target>>::LogDensity>;

    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement {
        ComposedNode::new(variable, self, source)
    }
}
