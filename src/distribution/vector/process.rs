//! process(first, |y| law) of a vector over time: each value follows a law that reads the earlier values.
//!
//! p(y) = Πₜ p(yₜ | yₜ₋₁, yₜ₋₂, …). The log density and its adjoints are those of the
//! [node](crate::time::BoundProcess).

use crate::compiler::ClosureKey;
use crate::contract::expression::{Describe, Expression};
use crate::contract::law::Measure;
use crate::contract::sketch::{ExpressionSketch, LawSketch};
use crate::distribution::{Distribution, Law};
use crate::expression::Expr;
use crate::model::{ComposedNode, Follow, Variable};
use crate::node::{Constant, ElementOf, Stored, View};
use crate::sealed::{OfCarries, Sealed};
use crate::shape::{PartOfVector, Scalar, Sides, VectorShape};
use crate::time::{FirstLaw, GivenValues, PAST, Past, Start};

/// The law of a vector over time, given by a closure: a statement calls the closure, and keeps the law that
/// it returns.
#[derive(Clone, Copy, Debug)]
#[must_use = "a distribution has no effect outside a statement"]
pub struct Process<First, Step> {
    first: First,
    step: Step,
}

/// The law of a vector over time, in which each value follows `Next`.
#[derive(Clone, Copy, Debug)]
pub struct Unfolding<First, Next> {
    /// The key of the process, by which its law finds the past values.
    key: ClosureKey,
    first: First,
    next: Next,
}

/// The law of a vector over time: each value follows the law that the closure returns for the previous
/// value.
///
/// $$ p(y) = \prod_t p(y_t \mid y_{t-1}, y_{t-2}, \dots) $$
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [0.2, -0.5, 1.1, 0.4, -2.0, 0.9];
/// params! { mu: real(), phi: interval(-1.0, 1.0), s: positive(), h: vector(6) }
/// // stochastic volatility: the logarithm of the variance is an autoregression that begins in equilibrium
/// let model = model! {
///     mu  |= normal(0.0, 5.0),
///     phi |= uniform(-1.0, 1.0),
///     s   |= half_normal(1.0),
///     h   |= process(normal(mu, s / (1.0 - phi.square()).sqrt()), |h| normal(mu + phi * (h - mu), s)),
///     data(&y) |= normal(0.0, (h / 2.0).exp()),
/// };
/// assert_eq!(model.compile()?.dimension(), 9);
/// let simulated = model.sample_prior(10, 1)?;             // paths of h, and data
/// # let _ = simulated;
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// **The values before the first one** are `first`: a number or a scalar, which stands for all of them; a
/// vector in the order of time, such as `[y₋₂, y₋₁]`; or a distribution, which the first value follows. A
/// law that reads several steps back needs values: for a series whose first values need no law, use these.
///
/// **The closure** receives the value one step back, and returns a distribution, or a law composed of
/// distributions. [`lag`](Expr::lag) reads further back. The closure captures everything else that the law
/// reads: parameters, definitions, and vectors with an element for each step. A
/// [`scan`](crate::expression::scan) may have the past among its inputs, so that laws can have a memory:
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [0.2, -0.5, 1.1, 0.4, -2.0, 0.9];
/// params! { mu: real(), a0: positive(), a1: interval(0.0, 1.0), b1: interval(0.0, 1.0) }
/// // GARCH(1,1), with the mean in the place of the value before the first one
/// let model = model! {
///     mu |= normal(0.0, 5.0),
///     a0 |= exponential(1.0),
///     a1 |= uniform(0.0, 1.0),
///     b1 |= uniform(0.0, 1.0 - a1),
///     data(&y) |= process(mu, |y| {
///         let variance = scan(a0, y, |s2, y| a0 + a1 * (y - mu).square() + b1 * s2);
///         normal(mu, variance.sqrt())
///     }),
/// };
/// assert_eq!(model.sample_prior(10, 1)?.names().len(), 10);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// Other functions of whole vectors, such as `sum()`, would read future values, and are refused.
///
/// # Draws
///
/// Values are drawn one after the other: by [`sample_prior`](crate::predict::Predict::sample_prior) and
/// [`predict`](crate::predict::Predict::predict).
///
/// # Errors
///
/// [`compile`](crate::posterior::compile::Compile::compile) refuses captured vectors of other lengths, and
/// lags for which there are no values.
///
/// The chapter [Time series](crate::guide::time_series) begins with a whole program.
pub fn process<First, Step, Next>(first: First, law: Step) -> Process<First, Step>
where
    Step: FnOnce(Expr<Past>) -> Next,
{
    Process { first, step: law }
}

impl Expr<Past> {
    /// The values `count` steps back. `y` itself is the value of the previous step, so `y.lag(1)` is `y`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.0, 1.2, 0.7, 0.9, 1.4];
    /// params! { phi: vector(2), s: positive() }
    /// let model = model! {
    ///     phi |= normal(0.0, 0.5),
    ///     s   |= exponential(1.0),
    ///     data(&y[2..]) |= process(data(&y[..2]), |y| normal(phi.at(0) * y + phi.at(1) * y.lag(2), s)),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 3);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`compile`](crate::posterior::compile::Compile::compile) refuses `lag(0)`, and a lag that reads
    /// further back than there are values.
    pub fn lag(self, count: usize) -> Self {
        Self(self.0.with_lag(count))
    }
}

/// The beginning of a process of `Target`: a number, an expression, or a distribution.
#[diagnostic::on_unimplemented(
    message = "a process cannot begin with `{Self}`",
    label = "neither a number or a vector, nor a distribution",
    note = "a process begins with the values before its first one, or with the law of its first value"
)]
pub trait Beginning<Target>: Sealed<OfCarries> + Copy + Send + Sync {
    /// The beginning before it is bound.
    type Written: Start;

    /// Returns the beginning of the process of a variable.
    fn of(self, variable: Target) -> Self::Written;

    /// Returns the sketch of the beginning for the graph.
    fn sketch(&self, variable: Target) -> LawSketch;

    /// Appends the text of the beginning.
    fn describe_to(&self, text: &mut String);
}

impl<Target> Beginning<Target> for f64 {
    type Written = GivenValues<Constant>;

    fn of(self, _: Target) -> Self::Written {
        GivenValues(Stored::new(Constant(self)))
    }

    fn sketch(&self, _: Target) -> LawSketch {
        LawSketch::new("").with("", ExpressionSketch::of_number(*self))
    }

    fn describe_to(&self, text: &mut String) {
        Constant(*self).describe(text);
    }
}

impl<Target, N: Expression<Shape: PartOfVector>> Beginning<Target> for Expr<N> {
    type Written = GivenValues<N>;

    fn of(self, _: Target) -> Self::Written {
        GivenValues(Stored::new(self.0))
    }

    fn sketch(&self, _: Target) -> LawSketch {
        LawSketch::new("").with("", ExpressionSketch::of(&self.0))
    }

    fn describe_to(&self, text: &mut String) {
        self.0.describe(text);
    }
}

/// The first element of a variable.
type Element<Target> = View<ElementOf, Target, Scalar>;

/// Returns the first element of a variable.
fn element<Target: Expression>(variable: Target) -> Element<Target> {
    View::new(variable, ElementOf { index: 0 })
}

impl<F, Arguments> Sealed<OfCarries> for Distribution<F, Arguments> {}

impl<Target, F, Arguments> Beginning<Target> for Distribution<F, Arguments>
where
    Target: Expression,
    Self: Law<Element<Target>> + Copy,
    <Self as Law<Element<Target>>>::LogDensity: Expression<Shape = Scalar>,
{
    type Written = FirstLaw<<Self as Law<Element<Target>>>::LogDensity>;

    fn of(self, variable: Target) -> Self::Written {
        FirstLaw(self.log_density_at(element(variable)))
    }

    fn sketch(&self, variable: Target) -> LawSketch {
        Law::<Element<Target>>::sketch(self, element(variable))
    }

    fn describe_to(&self, text: &mut String) {
        Law::<Element<Target>>::describe(self, text);
    }
}

impl<First, Next> Sealed for Unfolding<First, Next> {}

impl<Target, First, Next> Law<Target> for Unfolding<First, Next>
where
    Target: Expression<Shape: VectorShape>,
    First: Beginning<Target>,
    Next: Law<Target>,
{
    type LogDensity = crate::time::Process<Target, First::Written, Next::LogDensity>;
    const MEASURE: Measure = Next::MEASURE;
    const IS_OF_DATA: bool = Next::IS_OF_DATA;
    const CHECKED: () = {
        let () = Next::CHECKED;
        assert!(Next::IS_ELEMENTWISE, "monomorph: the law of a step is one of single elements");
    };
    const IS_ELEMENTWISE: bool = true;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        let law = self.next.log_density_at(variable);
        crate::time::Process::new(self.key, variable, self.first.of(variable), law)
    }

    fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str> {
        self.next.broken_rule(index, observation)
    }

    fn sketch(&self, variable: Target) -> LawSketch {
        self.next.sketch(variable).in_process(self.first.sketch(variable), PAST.get(0).name())
    }

    fn describe(&self, text: &mut String) {
        text.push_str("process(");
        self.first.describe_to(text);
        text.push_str(", |y| ");
        self.next.describe(text);
        text.push(')');
    }
}

impl<Target, First, Step, Next> Follow<Target> for Process<First, Step>
where
    Target: Variable<Shape: VectorShape>,
    First: Beginning<Target>,
    Step: FnOnce(Expr<Past>) -> Next,
    Next: Law<Target>,
{
    type Statement = ComposedNode<Target, Unfolding<First, Next>, LogDensityOf<Target, First, Next>>;

    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement {
        let key = ClosureKey::unique();
        let next = (self.step)(Expr(Past::new(key, (0, 1), Sides::vector(variable.size().length()))));
        ComposedNode::new(variable, Unfolding { key, first: self.first, next }, source)
    }
}

/// The log density of a process.
type LogDensityOf<Target, First, Next> = <Unfolding<First, Next> as Law<Target>>::LogDensity;
