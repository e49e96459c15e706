//! `scan_rows(initial, inputs, |s, x| …)`: recurrences of vectors.

use crate::compiler::ClosureKey;
use crate::contract::expression::Expression;
use crate::expression::unfold::{Beforehand, StepExpressions};
use crate::expression::{Expr, IntoExpr};
use crate::matrix::Reversed;
use crate::node::{Stored, Whole};
use crate::shape::{Dimension, Dyn, Matrix, SameDimension, Scalar, Shape, Vector};
use crate::time::{Carry, Input, OfRows, Unfold};

/// The vectors s₀, …, s₍T₋₁₎ of sₜ = f(sₜ₋₁, xₜ), given s₋₁ and the inputs x, as the rows of a matrix: the
/// counterpart of [`scan`](crate::expression::scan) for vectors.
///
/// The step reads its carry as a vector like any other. It may multiply the carry by a matrix, as in a
/// vector autoregression, or in a model of ages and stages:
///
/// ```
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let y = mat![[1.0, 0.2], [0.7, 0.4], [0.9, -0.1]];
/// params! { a: real_matrix(2, 2), first: vector(2), sigma: positive() }
/// let model = model! {
///     a     |= normal(0.0, 0.5),
///     first |= normal(0.0, 1.0),
///     sigma |= exponential(1.0),
///     // x[t] = A x[t − 1]: a row of the value is a time
///     x = scan_rows(first, steps(3), |x, _| a.dot(x)),
///     data(&y) |= normal(x, sigma),
/// };
/// assert_eq!(model.compile()?.dimension(), 7);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// **The step** is an expression with the shape of the carry. The closure is called once. It captures
/// everything else that it reads: parameters, definitions, numbers, matrices, and vectors with an element
/// for each element of the carry.
///
/// **The carry** is a vector or a matrix, or a tuple of two to four vectors, matrices and numbers; then the
/// step returns a tuple too, and a row of the value contains all of them end to end, matrices row by row. (A
/// value of [`scan`](crate::expression::scan) has a row for each number of the carry.)
///
/// ```
/// use monomorph::prelude::*;
///
/// params! {
///     beta: positive(), gamma: positive(), contacts: vector(3).positive().rows(3),
///     sick: vector(3).positive(),
/// }
/// // three age groups, healthy and sick, with contacts between all of them
/// let epidemic = scan_rows((1.0 - sick, sick), steps(20), |(healthy, sick), _| {
///     let infected = healthy * (1.0 - (-beta * contacts.dot(sick)).exp());
///     (healthy - infected, sick * (-gamma).exp() + infected)
/// });
/// let sick_in_time = epidemic.columns(3..6);
/// # let _ = sick_in_time;
/// ```
///
/// [`lag`](Expr::lag) reads a carry further back: `s.lag(2)` is sₜ₋₂. The initial value stands for s₋₁ and
/// all values before it.
///
/// **Inputs** are matrices, of which each step receives a row, as a vector; or vectors, of which each step
/// receives an element, as a number; or a tuple of two to four of them.
/// [`steps`](crate::expression::steps)`(n)` is the input of a scan without data: it counts.
///
/// # A panel
///
/// Many series with the same law are one scan: the carry has an element for each series, and registers are
/// filled with series. Series of different lengths are padded with zeros, and [`cells`](Expr::cells) reads
/// the existing values:
///
/// ```
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// // two series, of 3 and of 2 observations; a row is a time
/// let y = mat![[0.1, 0.5], [0.4, -0.3], [0.2, 0.0]];
/// let (observed, time, series) = ([0.1, 0.4, 0.2, 0.5, -0.3], [0, 1, 2, 0, 1], [0, 0, 0, 1, 1]);
/// params! { phi: interval(-1.0, 1.0), mu: vector(2), sigma: positive() }
/// let model = model! {
///     phi   |= uniform(-1.0, 1.0),
///     mu    |= normal(0.0, 1.0),
///     sigma |= exponential(1.0),
///     // a moving average: what is expected at each time follows from what was expected and observed before
///     expected = stack_rows((mu, scan_rows(mu, data(&y).rows(0..2), |e, y| mu + phi * (y - e)))),
///     data(&observed) |= normal(expected.cells(&time, &series), sigma),
/// };
/// assert_eq!(model.compile()?.dimension(), 4);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// # Initial value, last value, backward
///
/// `stack_rows((first, states))` is the value with the initial one on top, and `states.row(n - 1)` is the
/// last of n values. For a scan from the last input to the first, the inputs are
/// [`reversed`](Expr::reversed), and its value is reversed again.
///
/// # Cost
///
/// Time is a loop around the step, whose lanes are the elements of the carry. If the step is elementwise,
/// captured expressions are prepared once, and matrices of data are best inputs as they are: a function of
/// them would be stored and read again. Two to four numbers are faster as the tuple of a
/// [`scan`](crate::expression::scan), whose lanes are the steps. If the step reads the carry as a whole,
/// everything in it is computed in each step: an expression that does not read the carry or the inputs, such
/// as a matrix that is computed from parameters, is best a definition outside. The backward pass evaluates
/// each step once more. Memory is linear in the number of steps, and nothing is allocated.
///
/// # Errors
///
/// [`compile`](crate::posterior::compile::Compile::compile) refuses inputs with different numbers of steps,
/// a step whose length is not that of the carry, a scan of no steps, and a carry that is read outside its
/// step.
///
/// The chapter [Time series](crate::guide::time_series) begins with a whole program.
pub fn scan_rows<First, In, Next>(
    initial: First,
    inputs: In,
    step: impl FnOnce(First::Carry, In::Given) -> Next,
) -> Expr<ScanRowsOf<First, In, Next>>
where
    First: InitialRow,
    In: RowInputs,
    Next: RowStepOf<First>,
{
    let key = ClosureKey::unique();
    let next = step(initial.carry(key), inputs.given(key));
    Expr(Unfold::new(key, initial.stored(), inputs.stored(), next.steps()))
}

/// The rows of a carry with the initial value `First`, over inputs `In`, by the step `Next`.
pub type ScanRowsOf<First, In, Next> = Unfold<
    OfRows,
    <First as Beforehand>::Stored,
    <In as Beforehand>::Stored,
    <Next as StepExpressions>::Steps,
    Matrix<<In as RowInputs>::Steps, <First as InitialRow>::Width>,
>;

/// The initial value of the carry of a [`scan_rows`]: a vector or a matrix, or a tuple of two to four
/// vectors, matrices and numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the carry of `scan_rows`",
    label = "neither an expression nor a tuple of expressions",
    note = "a vector of numbers is `data(&first)`; a carry of one number unfolds by `scan`"
)]
pub trait InitialRow: Beforehand {
    /// The carry that the step receives.
    type Carry;

    /// The number of elements in a row of the value.
    type Width: Dimension;

    /// Returns the carry that the step of the scan with a key receives.
    fn carry(self, key: ClosureKey) -> Self::Carry;
}

/// The inputs of a [`scan_rows`]: a matrix, a vector, or a tuple of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the inputs of a scan",
    label = "neither a matrix, nor a vector, nor a tuple of them",
    note = "inputs are expressions, such as `data(&y)`, or a tuple of two to four; `steps(n)` is the input of a scan without any"
)]
pub trait RowInputs: Beforehand {
    /// The inputs that the step receives.
    type Given;

    /// The number of steps.
    type Steps: Dimension;

    /// Returns the inputs that the step of the scan with a key receives.
    fn given(self, key: ClosureKey) -> Self::Given;
}

/// The step of a [`scan_rows`] whose carry has the initial value `First`.
#[diagnostic::on_unimplemented(
    message = "the step of this scan, or of this `ode`, does not match its carry",
    label = "this scan or equation",
    note = "a carry of one value has a step of one expression; a carry of several has a tuple of expressions, one for each",
    note = "the right-hand side of `ode` gives a derivative for each value of the state, as many as there are at the beginning"
)]
pub trait RowStepOf<First>: StepExpressions {}

/// The shape of a value that is a whole row.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` cannot be the carry of `scan_rows`",
    label = "neither a vector nor a matrix",
    note = "a carry of one number unfolds by `scan`"
)]
pub trait RowShape: Shape {
    /// The number of elements.
    type Width: Dimension;
}

impl<Length: Dimension> RowShape for Vector<Length> {
    type Width = Length;
}

impl<Rows: Dimension, Columns: Dimension> RowShape for Matrix<Rows, Columns> {
    type Width = Dyn;
}

/// The shape of an input; each step receives a part of it.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` cannot be an input of a scan",
    label = "neither a vector nor a matrix",
    note = "a step captures what does not differ from step to step; `steps(n)` is the input of a scan without any"
)]
pub trait InputShape: Shape {
    /// The number of steps.
    type Steps: Dimension;

    /// The shape of the part that a step receives.
    type Part: Shape;
}

impl<Length: Dimension> InputShape for Vector<Length> {
    type Steps = Length;
    type Part = Scalar;
}

impl<Rows: Dimension, Columns: Dimension> InputShape for Matrix<Rows, Columns> {
    type Steps = Rows;
    type Part = Vector<Columns>;
}

/// The shape of a step's value that can be the next carry; the carry has the shape `Carry`.
#[diagnostic::on_unimplemented(
    message = "the step of this scan gives a value of the shape `{Self}`, and its carry has the shape `{Carry}`",
    label = "this scan, or the equation",
    note = "the step gives the next value of the carry, which has the carry's shape",
    note = "the state of `ode` at the beginning, and its derivatives, have one shape: numbers for one subject, vectors for many"
)]
pub trait NextOf<Carry>: Shape {}

impl NextOf<Scalar> for Scalar {}
impl<Length: Dimension, Other: SameDimension<Length>> NextOf<Vector<Length>> for Vector<Other> {}

impl<Rows: Dimension, Columns: Dimension, OtherRows, OtherColumns> NextOf<Matrix<Rows, Columns>>
    for Matrix<OtherRows, OtherColumns>
where
    OtherRows: SameDimension<Rows>,
    OtherColumns: SameDimension<Columns>,
{
}

impl<N: Expression<Shape: InputShape>> Expr<N> {
    /// The elements of a vector, or the rows of a matrix, in reverse: the last is the first. (Stan:
    /// `reverse`.)
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { x: vector(3) }
    /// let model = model! { x |= normal(0.0, 1.0), back = x.reversed(), increment(back.at(0)) };
    /// assert_eq!(model.compile()?.constrain(&[1.0, 2.0, 5.0])?.get("back")?, [5.0, 2.0, 1.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// A [`scan`](crate::expression::scan) of reversed inputs runs from the last to the first.
    pub fn reversed(self) -> Expr<Whole<Reversed, (Stored<N>,), N::Shape>> {
        Expr(Whole::new(Reversed, (Stored::new(self.0),)))
    }
}

/// The shape of an expression.
type ShapeOf<E> = <<E as IntoExpr>::Node as Expression>::Shape;

impl<N: Expression<Shape: RowShape>> InitialRow for Expr<N> {
    type Carry = Expr<Carry<OfRows, N::Shape>>;
    type Width = <N::Shape as RowShape>::Width;

    fn carry(self, key: ClosureKey) -> Self::Carry {
        Expr(Carry::new(key, (0, 1), self.0.sides()))
    }
}

impl<N: Expression<Shape: InputShape>> RowInputs for Expr<N> {
    type Given = Expr<Input<N, OfRows, <N::Shape as InputShape>::Part>>;
    type Steps = <N::Shape as InputShape>::Steps;

    fn given(self, key: ClosureKey) -> Self::Given {
        Expr(Input::new(key, 0, self.0))
    }
}

impl<N: Expression<Shape: NextOf<First::Shape>>, First: Expression> RowStepOf<Expr<First>> for Expr<N> {}

/// Implements [`InitialRow`], [`RowInputs`] and [`RowStepOf`] for tuples: their length, then for each place
/// the type of an expression, the type of an initial value, and the place.
macro_rules! several {
    ($count:literal: $($N:ident $First:ident $place:tt),*) => {
        impl<$($First: IntoExpr),*> InitialRow for ($($First,)*) {
            type Carry = ($(Expr<Carry<OfRows, ShapeOf<$First>>>,)*);
            type Width = Dyn;

            fn carry(self, key: ClosureKey) -> Self::Carry {
                ($(Expr(Carry::new(key, ($place, $count), self.$place.into_expr().0.sides())),)*)
            }
        }

        impl<$($N: Expression<Shape: InputShape>),*> RowInputs for ($(Expr<$N>,)*) {
            type Given = ($(Expr<Input<$N, OfRows, <$N::Shape as InputShape>::Part>>,)*);
            type Steps = <A::Shape as InputShape>::Steps;

            fn given(self, key: ClosureKey) -> Self::Given {
                ($(Expr(Input::new(key, $place, self.$place.0)),)*)
            }
        }

        impl<$($N: Expression<Shape: NextOf<ShapeOf<$First>>>, $First: IntoExpr),*> RowStepOf<($($First,)*)>
            for ($(Expr<$N>,)*)
        {
        }
    };
}

several!(2: A FirstA 0, B FirstB 1);
several!(3: A FirstA 0, B FirstB 1, C FirstC 2);
several!(4: A FirstA 0, B FirstB 1, C FirstC 2, D FirstD 3);
