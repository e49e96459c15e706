//! `scan(initial, inputs, |s, x| …)`: recurrences of numbers.

use crate::compiler::ClosureKey;
use crate::contract::expression::Expression;
use crate::expression::unfold::{Beforehand, StepExpressions};
use crate::expression::{Expr, IntoExpr};
use crate::shape::{Dimension, Matrix, PartOfVector, Shape, Sides, Vector, VectorShape};
use crate::time::{Carry, Input, OfNumbers, Steps, Unfold};
use typenum::{U2, U3, U4};

/// The values s₀, …, s₍T₋₁₎ of sₜ = f(sₜ₋₁, xₜ), given s₋₁ and the inputs x: a loop over time in Stan, and
/// `scan` in PyMC and JAX.
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [0.3, -0.8, 1.9, 0.2, -0.4];
/// params! { mu: real(), a0: positive(), a1: interval(0.0, 1.0), b1: interval(0.0, 1.0), first: positive() }
/// let model = model! {
///     mu    |= normal(0.0, 5.0),
///     a0    |= exponential(1.0),
///     first |= exponential(1.0),
///     a1    |= uniform(0.0, 1.0),
///     b1    |= uniform(0.0, 1.0 - a1),
///     // GARCH(1,1): the variance of an observation follows from the observation before it
///     later     = scan(first, data(&y[..4]), |s2, y| a0 + a1 * (y - mu).square() + b1 * s2),
///     data(&y[..1]) |= normal(mu, first.sqrt()),
///     data(&y[1..]) |= normal(mu, later.sqrt()),
/// };
/// assert_eq!(model.compile()?.dimension(), 5);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// **The step** is an expression like any other. The closure is called once, with expressions that stand for
/// the carry and for the inputs, and it captures everything else that it reads: parameters, definitions,
/// numbers, and vectors with an element for each step. The step's type becomes a part of the model's type,
/// so the compile time does not grow with the number of steps.
///
/// **The carry** is one number, or a tuple of two to four numbers; then the step returns a tuple, and the
/// value is a matrix with a row for each number of the carry and a column for each step (a value of
/// [`scan_rows`](crate::expression::scan_rows) has a row for each step), or values for a [tuple of
/// names](crate::expression::Destructure):
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { level: real(), slope: real(), a: interval(0.0, 1.0), b: interval(0.0, 1.0) }
/// let y = [1.0, 2.1, 2.9, 4.2];
/// // Holt's linear trend
/// let states = scan((level, slope), data(&y), |(l, s), y| {
///     let next = a * y + (1.0 - a) * (l + s);
///     (next, b * (next - l) + (1.0 - b) * s)
/// });
/// let model = model! {
///     level |= normal(0.0, 5.0),
///     slope |= normal(0.0, 1.0),
///     a     |= uniform(0.0, 1.0),
///     b     |= uniform(0.0, 1.0),
///     (forecast, growth) = states,
///     data(&y[1..]) |= normal((forecast + growth).slice(0..3), 1.0),
/// };
/// assert_eq!(model.compile()?.dimension(), 4);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// [`lag`](Expr::lag) reads a value further back: `s.lag(2)` is sₜ₋₂. **The initial value** is a number,
/// which stands for s₋₁ and all values before it; or a vector in the order of time, such as `[s₋₂, s₋₁]`.
///
/// **Inputs** are a vector with an element for each step, or a tuple of such vectors. [`steps`]`(n)` is the
/// input of a scan without data: it counts. An input is computed and stored before the scan begins, in
/// lanes. In a step that is not affine in the carry, a costly expression that does not read the carry is
/// best an input, since the step is computed one step after the other. An affine step of one number is
/// evaluated entirely in lanes, so an expression inside its closure costs less than the same expression as
/// an input.
///
/// # Cost
///
/// The backward pass is linear for any step, and is computed in lanes; so is the forward pass if the type of
/// the step shows that it is affine in the carry: sums, differences, and products and quotients of the carry
/// with expressions that do not read it. Other steps run forward one by one. Memory is linear in the number
/// of steps, and nothing is allocated.
///
/// # Errors
///
/// [`compile`](crate::posterior::compile::Compile::compile) refuses inputs and captured vectors of different
/// lengths, a scan of no steps, and a carry that is read as a whole: `s.sum()` inside the step, which sees
/// one value only.
///
/// The chapter [Time series](crate::guide::time_series) begins with a whole program.
pub fn scan<First, In, Next>(
    initial: First,
    inputs: In,
    step: impl FnOnce(First::Carry<In::Shape>, In::Given) -> Next,
) -> Expr<ScanOf<First, In, Next>>
where
    First: Initial,
    In: Inputs,
    Next: StepOf<First>,
{
    let key = ClosureKey::unique();
    let next = step(First::carry(key), inputs.given(key));
    Expr(Unfold::new(key, initial.stored(), inputs.stored(), next.steps()))
}

/// The values of a carry with the initial value `First`, over inputs `In`, by the step `Next`.
pub type ScanOf<First, In, Next> = Unfold<
    OfNumbers,
    <First as Beforehand>::Stored,
    <In as Beforehand>::Stored,
    <Next as StepExpressions>::Steps,
    <First as Initial>::Value<<<In as Inputs>::Shape as VectorShape>::Length>,
>;

/// The numbers 0, 1, …, `count` − 1: the time, as an input of a [`scan`] or a covariate.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { start: positive(), rate: interval(0.0, 1.0) }
/// let decay = scan(start, steps(10), |s, _| rate * s);
/// let trend = start + rate * steps(10);
/// # let _ = (decay, trend);
/// ```
pub fn steps(count: usize) -> Expr<Steps> {
    Expr(Steps { count })
}

/// The initial value of the carry of a [`scan`]: a number, a scalar or a vector, or a tuple of them.
pub trait Initial: Beforehand {
    /// The carry that the step receives.
    type Carry<Sh: Shape>;

    /// The shape of the carry over time.
    type Value<Length: Dimension>: Shape;

    /// Returns the carry that the step of the scan with a key receives.
    fn carry<Sh: Shape>(key: ClosureKey) -> Self::Carry<Sh>;
}

/// The inputs of a [`scan`]: a vector with an element for each step, or a tuple of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the inputs of a scan",
    label = "neither a vector nor a tuple of vectors",
    note = "inputs are expressions, such as `data(&y)`, or a tuple of two to four; `steps(n)` is the input of a scan without any"
)]
pub trait Inputs: Beforehand {
    /// The inputs that the step receives.
    type Given;

    /// The shape of the first input.
    type Shape: VectorShape;

    /// Returns the inputs that the step of the scan with a key receives.
    fn given(self, key: ClosureKey) -> Self::Given;
}

/// The step of a [`scan`] whose carry has the initial value `First`.
#[diagnostic::on_unimplemented(
    message = "the step of this scan does not match its carry",
    label = "this scan",
    note = "a carry of one number has a step of one expression; a carry of several has a tuple of expressions, one for each"
)]
pub trait StepOf<First>: StepExpressions {}

impl Initial for f64 {
    type Carry<Sh: Shape> = Expr<Carry<OfNumbers, Sh>>;
    type Value<Length: Dimension> = Vector<Length>;

    fn carry<Sh: Shape>(key: ClosureKey) -> Self::Carry<Sh> {
        Expr(Carry::new(key, (0, 1), Sides::UNKNOWN))
    }
}

impl<N: Expression<Shape: PartOfVector>> Initial for Expr<N> {
    type Carry<Sh: Shape> = Expr<Carry<OfNumbers, Sh>>;
    type Value<Length: Dimension> = Vector<Length>;

    fn carry<Sh: Shape>(key: ClosureKey) -> Self::Carry<Sh> {
        f64::carry(key)
    }
}

impl<N: Expression<Shape: VectorShape>> Inputs for Expr<N> {
    type Given = Expr<Input<N, OfNumbers, N::Shape>>;
    type Shape = N::Shape;

    fn given(self, key: ClosureKey) -> Self::Given {
        Expr(Input::new(key, 0, self.0))
    }
}

impl<N: Expression<Shape: VectorShape>> StepOf<f64> for Expr<N> {}
impl<N: Expression<Shape: VectorShape>, First: Expression> StepOf<Expr<First>> for Expr<N> {}

/// Implements [`Initial`], [`Inputs`] and [`StepOf`] for tuples: their length, as a number and as a type,
/// then for each place the type of an expression, the type of an initial value, and the place.
macro_rules! several {
    ($count:literal $Rows:ident: $($N:ident $First:ident $place:tt),*) => {
        impl<$($First: IntoExpr),*> Initial for ($($First,)*) {
            type Carry<Sh: Shape> = ($(Expr<several!(@carry $First Sh)>,)*);
            type Value<Length: Dimension> = Matrix<$Rows, Length>;

            fn carry<Sh: Shape>(key: ClosureKey) -> Self::Carry<Sh> {
                ($(Expr(Carry::new(key, ($place, $count), Sides::UNKNOWN)),)*)
            }
        }

        impl<$($N: Expression<Shape: VectorShape>),*> Inputs for ($(Expr<$N>,)*) {
            type Given = ($(Expr<Input<$N, OfNumbers, $N::Shape>>,)*);
            type Shape = A::Shape;

            fn given(self, key: ClosureKey) -> Self::Given {
                ($(Expr(Input::new(key, $place, self.$place.0)),)*)
            }
        }

        impl<$($N: Expression<Shape: VectorShape>, $First: IntoExpr),*> StepOf<($($First,)*)>
            for ($(Expr<$N>,)*)
        {
        }
    };
    (@carry $First:ident $Sh:ident) => { Carry<OfNumbers, $Sh> };
}

several!(2 U2: A FirstA 0, B FirstB 1);
several!(3 U3: A FirstA 0, B FirstB 1, C FirstC 2);
several!(4 U4: A FirstA 0, B FirstB 1, C FirstC 2, D FirstD 3);
