//! hidden_markov(p, T, laws) of observations y₀, y₁, … that each follow the law of a hidden state s:
//! s₀ ~ categorical(p), sₜ ~ categorical(the row sₜ₋₁ of T), yₜ ~ laws(sₜ), with the states marginalised.
//!
//! The log likelihood and its adjoints are those of the [operation](crate::time::HiddenMarkov).

use crate::contract::expression::Expression;
use crate::contract::law::Measure;
use crate::contract::sketch::{ExpressionSketch, LawSketch};
use crate::distribution::vector::emissions::Stacked;
use crate::distribution::{ComponentsAt, Law};
use crate::expression::{Expr, IntoExpr};
use crate::model::{ComposedNode, Follow, Variable};
use crate::node::{Probabilities, Stored, Whole};
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, MatrixShape, Scalar, Shape, Vector, VectorShape};
use crate::time::HiddenMarkov as LogLikelihood;

/// The law of observations of hidden states.
#[derive(Clone, Copy, Debug)]
#[must_use = "a distribution has no effect outside a statement"]
pub struct HiddenMarkov<'a, Initial, Transition, Laws> {
    initial: Initial,
    transition: Transition,
    emissions: Laws,
    operation: LogLikelihood<'a>,
}

/// The probabilities of first states: a vector, or a matrix with a row for each sequence.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` is not the probabilities of first states",
    label = "not a vector, and no rows of vectors",
    note = "the probabilities of first states are a vector, or a matrix with a row for each sequence"
)]
pub trait FirstStates: Shape {}

impl<N: Dimension> FirstStates for Vector<N> {}
impl<R: Dimension, C: Dimension> FirstStates for Matrix<R, C> {}

/// The law of observations over time whose distribution depends on a hidden state: the first state follows
/// `initial`, each later state follows the row of `transition` for the previous state, and each observation
/// follows the law of its state, in `emissions`.
///
/// $$ p(y) = \sum_{s} p_{s_0}\, p_{s_0}(y_0) \prod_{t > 0} T_{s_{t-1} s_t}\, p_{s_t}(y_t) $$
///
/// The states are marginalised by the forward algorithm, in scaled probabilities; the gradient is that of the
/// forward–backward algorithm.
///
/// | argument | form, with K states, n observations and S sequences |
/// |-|-|
/// | `initial` | K probabilities; or S rows of K, one for each sequence |
/// | `transition` | K rows of K probabilities, a row for each previous state; or K (n − 1) rows, a matrix for each observation after the first; or K S rows, a matrix for each sequence |
/// | `emissions` | an array of up to eight laws of one kind, a tuple of two to six laws, or [`components(K, \|k\| law)`](crate::distribution::components) |
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
/// [`sequences`](HiddenMarkov::sequences) sets several consecutive series, and
/// [`observed`](HiddenMarkov::observed) the flags of the observations that were made. If states have no
/// emission with a law, or several, their log densities are given as a matrix by
/// [`hidden_markov_log_density`](crate::distribution::hidden_markov_log_density). Given the parameters of a
/// draw, [`HiddenStates`](crate::hidden_states::HiddenStates) computes the states.
///
/// Simulation draws a path of states, and then each observation from the law of its state.
/// [`forecast`](crate::predict::Predict::forecast) continues from a state that is drawn given the
/// observations. The log likelihood of a single observation is conditional on the earlier ones in its
/// sequence, log p(yₜ | y₀ … yₜ₋₁), so that the sum is that of all observations; it is 0 for a missing
/// observation.
///
/// # Errors
///
/// [`compile`](crate::posterior::compile::Compile::compile) refuses inconsistent numbers of states and
/// observations, and probabilities that are data and do not sum to 1; they are divided by their sum if it
/// differs from 1 by less than 10⁻⁸.
///
/// The chapter [Hidden states](crate::guide::hidden_states) begins with a whole program.
#[doc(alias = "hmm_marginal")]
pub fn hidden_markov<Initial: IntoExpr, Transition: IntoExpr, Laws>(
    initial: Initial,
    transition: Transition,
    emissions: Laws,
) -> HiddenMarkov<'static, Initial::Node, Transition::Node, Laws>
where
    <Initial::Node as Expression>::Shape: FirstStates,
    <Transition::Node as Expression>::Shape: MatrixShape,
{
    let (initial, transition) = (initial.into_expr().0, transition.into_expr().0);
    HiddenMarkov { initial, transition, emissions, operation: LogLikelihood::default() }
}

impl<'a, Initial, Transition, Laws> HiddenMarkov<'a, Initial, Transition, Laws> {
    /// The law of several consecutive sequences, given the length of each: each begins with its own state,
    /// which follows `initial`. If transitions differ from step to step, those from one sequence to the next
    /// are not read.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [3.1, 2.7, 9.8, 10.4, /* another day */ 9.9, 3.3, 2.9];
    /// let day = [1, 1, 1, 1, 2, 2, 2];
    /// let lengths: Vec<usize> = day.chunk_by(|a, b| a == b).map(<[_]>::len).collect();
    /// params! { t: simplex(2).rows(2), mu: positive_ordered(2) }
    /// let model = model! {
    ///     t  |= dirichlet(2.0),
    ///     mu |= normal(&[3.0, 10.0], 1.0),
    ///     data(&y) |= hidden_markov(&[0.5, 0.5], t, components(2, |k| normal(mu.at(k), 1.0)))
    ///         .sequences(&lengths),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 4);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`compile`](crate::posterior::compile::Compile::compile) refuses a sequence without observations, and
    /// lengths whose sum is not the number of observations.
    pub fn sequences<'b>(self, lengths: &'b [usize]) -> HiddenMarkov<'b, Initial, Transition, Laws>
    where
        'a: 'b,
    {
        let operation = LogLikelihood { sequences: Some(lengths), ..self.operation };
        let Self { initial, transition, emissions, .. } = self;
        HiddenMarkov { initial, transition, emissions, operation }
    }

    /// The law of the observations with the flag `true`; the states continue where an observation is
    /// missing. The numbers in the places of missing observations are not used, but they must be finite and
    /// allowed by the laws.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [3.1, 2.7, 0.0, 10.4, 9.9, 3.3];
    /// let made = [true, true, false, true, true, true];
    /// params! { t: simplex(2).rows(2), mu: positive_ordered(2) }
    /// let model = model! {
    ///     t  |= dirichlet(2.0),
    ///     mu |= normal(&[3.0, 10.0], 1.0),
    ///     data(&y) |= hidden_markov(&[0.5, 0.5], t, components(2, |k| normal(mu.at(k), 1.0)))
    ///         .observed(&made),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 4);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn observed<'b>(self, flags: &'b [bool]) -> HiddenMarkov<'b, Initial, Transition, Laws>
    where
        'a: 'b,
    {
        let operation = LogLikelihood { observed: Some(flags), ..self.operation };
        let Self { initial, transition, emissions, .. } = self;
        HiddenMarkov { initial, transition, emissions, operation }
    }

    /// The log likelihood as an expression.
    pub fn log_density<Y: IntoExpr>(self, y: Y) -> Expr<<Self as Law<Y::Node>>::LogDensity>
    where
        Self: Law<Y::Node>,
    {
        let () = <Self as Law<Y::Node>>::CHECKED;
        Expr(self.log_density_at(y.into_expr().0))
    }
}

/// The log likelihood of observations over time whose distribution depends on a hidden state, given the log
/// densities of the observations: a row for each state and a column for each time. (Stan: `hmm_marginal`.)
///
/// `initial` and `transition` are as in [`hidden_markov`](crate::distribution::hidden_markov()). An
/// observation with a log density of 0 in all states is missing. For several consecutive sequences,
/// `.sequences(&lengths)` of the result sets the lengths, and `.observed(&flags)` the flags of the
/// observations that were made.
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
#[doc(alias = "hmm_marginal")]
pub fn hidden_markov_log_density<Initial: IntoExpr, Transition: IntoExpr, LogDensities: IntoExpr>(
    initial: Initial,
    transition: Transition,
    log_densities: LogDensities,
) -> Expr<LogLikelihoodOf<'static, LogDensities::Node, Transition::Node, Initial::Node>>
where
    <Initial::Node as Expression>::Shape: FirstStates,
    <Transition::Node as Expression>::Shape: MatrixShape,
    <LogDensities::Node as Expression>::Shape: MatrixShape,
{
    let initial = Stored::new(Probabilities::new(initial.into_expr().0));
    let transition = Stored::new(Probabilities::new(transition.into_expr().0));
    let log_densities = Stored::new(log_densities.into_expr().0);
    Expr(Whole::new(LogLikelihood::default(), (log_densities, transition, initial)))
}

/// The log likelihood of these log densities, transitions and initial probabilities.
pub type LogLikelihoodOf<'a, LogDensities, Transition, Initial> = Whole<
    LogLikelihood<'a>,
    (Stored<LogDensities>, Stored<Probabilities<Transition>>, Stored<Probabilities<Initial>>),
    Scalar,
>;

impl<'a, LogDensities: Expression, Transition: Expression, Initial: Expression>
    Expr<LogLikelihoodOf<'a, LogDensities, Transition, Initial>>
{
    /// The log likelihood of several consecutive sequences, given the length of each, as in
    /// [`HiddenMarkov::sequences`].
    pub fn sequences<'b>(
        self,
        lengths: &'b [usize],
    ) -> Expr<LogLikelihoodOf<'b, LogDensities, Transition, Initial>>
    where
        'a: 'b,
    {
        Expr(self.0.of_operation(|operation| LogLikelihood { sequences: Some(lengths), ..operation }))
    }

    /// The log likelihood of the observations with the flag `true`, as in [`HiddenMarkov::observed`].
    pub fn observed<'b>(
        self,
        flags: &'b [bool],
    ) -> Expr<LogLikelihoodOf<'b, LogDensities, Transition, Initial>>
    where
        'a: 'b,
    {
        Expr(self.0.of_operation(|operation| LogLikelihood { observed: Some(flags), ..operation }))
    }
}

impl<Initial, Transition, Laws> Sealed for HiddenMarkov<'_, Initial, Transition, Laws> {}

impl<'a, Target: Expression, Initial: Expression, Transition: Expression, Laws> Law<Target>
    for HiddenMarkov<'a, Initial, Transition, Laws>
where
    Target::Shape: VectorShape,
    Laws: ComponentsAt<Target>,
    Laws::LogDensities: Stacked,
{
    type LogDensity = LogLikelihoodOf<'a, <Laws::LogDensities as Stacked>::Matrix, Transition, Initial>;
    const MEASURE: Measure = Laws::MEASURE;
    const IS_OF_DATA: bool = Self::MEASURE.is_both();
    const CHECKED: () = {
        let () = Laws::CHECKED;
        assert!(
            Laws::ARE_ALIKE,
            "monomorph: the laws of the states of a hidden Markov model are all of whole numbers or all continuous: \
             where a point has a probability in some state, each state's law is a mixture with the point, one type \
             in an array or in components(count, |k| ...)"
        );
    };
    const IS_ELEMENTWISE: bool = false;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        let log_densities = Stored::new(self.emissions.log_densities_at(variable).stacked());
        let transition = Stored::new(Probabilities::new(self.transition));
        let nodes = (log_densities, transition, Stored::new(Probabilities::new(self.initial)));
        Whole::new(self.operation, nodes)
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

impl<Target: Variable, Initial: Expression, Transition: Expression, Laws> Follow<Target>
    for HiddenMarkov<'_, Initial, Transition, Laws>
where
    Self: Law<Target>,
{
    type Statement = ComposedNode<Target, Self, <Self as Law<Target>>::LogDensity>;

    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement {
        ComposedNode::new(variable, self, source)
    }
}
