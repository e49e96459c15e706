//! `ode(times, initial, |t, y| …)`: the solution of a differential equation.

mod state;

#[cfg_attr(doc, doc(hidden))]
pub use state::InitialState;

use crate::compiler::ClosureKey;
use crate::contract::expression::{Expression, Expressions};
use crate::expression::unfold::{Beforehand, StepExpressions};
use crate::expression::{Expr, InputShape, IntoExpr, RowStepOf};
use crate::shape::{Shape, VectorShape};
use crate::time::{
    DormandPrince, Jumping, KennedyCarpenter, NoJumps, Ode, OdePiece, OdeTime, RowSteps, RungeKutta,
};

/// The solution of y′ = f(t, y), y(t₀) = `initial`, at times from t₀ on: a matrix with a row for each time,
/// and a column for each element of y. If y is a number, it is a vector.
///
/// The closure is called once, with the time and the state, and returns the derivatives. It captures
/// everything else that it reads: parameters, definitions, numbers, matrices.
///
/// ```
/// use monomorph::prelude::*;
///
/// // a boarding school: those in bed on each day
/// let (days, in_bed) = ([1.0, 2.0, 3.0, 4.0], [8, 26, 76, 225]);
/// params! { beta: positive(), gamma: positive(), phi: positive() }
/// let model = model! {
///     beta  |= normal(2.0, 1.0),
///     gamma |= normal(0.4, 0.5),
///     phi   |= exponential(5.0),
///     (_, ill, _) = ode(&days, (762.0, 1.0, 0.0), |_, (s, i, _)| {
///         let infected = beta * s * i / 763.0;
///         (-infected, infected - gamma * i, gamma * i)
///     }),
///     data(&in_bed) |= neg_binomial_2(ill, 1.0 / phi),
/// };
/// let posterior = model.compile()?;
/// assert!(posterior.log_density(&[0.5, -0.7, -1.0], &mut posterior.workspace()).is_finite());
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// **The state** is a number, a vector or a matrix, or a tuple of two to four of them; the closure returns
/// derivatives of the same form. Each column of the value is an element of the state, with the parts of a
/// tuple end to end. In `model!` a tuple of names can stand for the parts of a tuple, `(s, i, r) = ode(…)`:
/// see [`Destructure`](crate::expression::Destructure).
///
/// **Times**, initial values, and everything that the closure captures may be data, definitions or
/// parameters. Times must not decrease, nor be before the initial time, which is 0 unless
/// [`initial_time`](Expr::initial_time) sets it. The value at the initial time is the initial value, and
/// equal times, as for replicates, have one value, which takes one step. Equal times that are parameters
/// each have the slope y′(t) of the value towards later times: towards earlier times there is no solution,
/// since a time must not be before the previous one.
///
/// **The method** is that of Dormand and Prince, of order 5 with an error estimate of order 4 (Stan:
/// `ode_rk45`). Steps are as long as [`tolerance`](Expr::tolerance) allows: by default an error of 10⁻⁶
/// relative to a value plus 10⁻⁶ absolutely, as a root mean square over the state. Stiff equations take very
/// many steps.
///
/// **A linear equation**, whose right-hand side is affine in the state and does not read the time, is solved
/// by exponentials of matrices: without step errors, for any tolerance and stiffness, and without a number
/// of steps. It is recognised by the types of the right-hand side, if the state consists of at most four
/// numbers, of vectors of at most four elements that a matrix mixes, or of up to four vectors of any length
/// whose elements do not depend on each other. [`explain`](crate::posterior::Posterior::explain) reports
/// which equations are solved like this, and [`Rewrites::None`](crate::compiler::Rewrites) solves all in
/// steps.
///
/// **Inputs that are constant between times**, such as infusions, are
/// [`t.piecewise(&starts, &values)`](Expr::piecewise) in the closure, and doses are [`jumps`](Expr::jumps).
///
/// **Gradients** are those of the computed density: the adjoints of the steps that were made. They take time
/// proportional to the number of steps, not to the number of parameters.
///
/// **A solution that fails**, because it takes more than [`max_steps`](Expr::max_steps) or grows without
/// bound, has NaN values from there on, so the density is 0.
///
/// # Cost
///
/// A step evaluates the closure six times, and twice as often in the backward pass; the backward pass
/// evaluates the points of eight stages at a time if the state consists of scalars and the closure computes
/// scalars only. Nothing is allocated. An expression in the closure that depends on captured parameters only
/// is best a definition outside the closure.
///
/// # Errors
///
/// [`compile`](crate::posterior::compile::Compile::compile) finds times that are data and decrease or come
/// before the initial time, derivatives whose length is not that of the state, no times, and tolerances that
/// are not positive.
///
/// The chapter [Differential equations](crate::guide::differential_equations) begins with a whole program.
#[doc(alias("ode_rk45", "ode_bdf", "ode_adams", "ode_ckrk", "integrate_ode_rk45"))]
pub fn ode<Times, First, Next>(
    times: Times,
    initial: First,
    slopes: impl FnOnce(Expr<OdeTime<Times::Node>>, First::State) -> Next,
) -> Expr<OdeOf<Times, First, Next>>
where
    Times: IntoExpr<Node: Expression<Shape: VectorShape>>,
    First: InitialState,
    Next: RowStepOf<First>,
{
    let key = ClosureKey::unique();
    let next = slopes(Expr(OdeTime::new(key)), initial.state(key));
    Expr(Ode::new(key, times.into_expr().0, initial.stored(), next.steps()))
}

/// The solution at `Times` with the initial values `First` and the derivatives `Next`.
pub type OdeOf<Times, First, Next> = Ode<
    <Times as IntoExpr>::Node,
    <First as Beforehand>::Stored,
    NoJumps,
    <Next as StepExpressions>::Steps,
    DormandPrince,
    <First as InitialState>::Value<<<<Times as IntoExpr>::Node as Expression>::Shape as VectorShape>::Length>,
>;

/// The solution of an equation with a part that jumps at times `When` by `Sizes`.
pub type OdeJumping<Time, Initial, When, Sizes, Slopes, Method, Sh> =
    Expr<Jumping<Time, Initial, <When as IntoExpr>::Node, <Sizes as IntoExpr>::Node, Slopes, Method, Sh>>;

impl<
    Time: Expression,
    Initial: Expressions,
    Jumped: Expressions,
    Slopes: Expressions<Bound: RowSteps>,
    Method: RungeKutta,
    Sh: Shape,
> Expr<Ode<Time, Initial, Jumped, Slopes, Method, Sh>>
{
    /// Sets the allowed error of a step, relative to a value and absolute; both are 10⁻⁶ by default. Linear
    /// equations have no such error.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { rate: positive() }
    /// let decay = |tolerance| {
    ///     let model = model! {
    ///         rate |= exponential(1.0),
    ///         left = ode(&[1.0, 2.0], 1.0, |_, y| -rate * y * y).tolerance(tolerance, tolerance),
    ///     };
    ///     model.compile()?.constrain(&[0.0])?.get("left").map(|left| left[1])
    /// };
    /// let (rough, fine) = (decay(1e-3)?, decay(1e-10)?);
    /// assert!((fine - 1.0 / 3.0).abs() < 1e-9 && (rough - fine).abs() < 1e-3);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn tolerance(mut self, relative: f64, absolute: f64) -> Self {
        (self.0.settings.relative, self.0.settings.absolute) = (relative, absolute);
        self
    }

    /// Solves a stiff equation, one with directions that decay much faster than the solution changes, by the
    /// implicit method of Kennedy and Carpenter, of order 4 with an error estimate of order 3 (Stan:
    /// `ode_bdf`). Each step solves equations with as many unknowns as the state has elements, with exact
    /// derivatives of the right-hand side.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// // Robertson's reactions
    /// params! { rate: positive() }
    /// let model = model! {
    ///     rate |= lognormal(0.0, 1.0),
    ///     amounts = ode(&[0.4, 4e4], (1.0, 0.0, 0.0), |_, (a, b, c)| {
    ///         let (slow, fast, back) = (0.04 * rate * a, 3e7 * b * b, 1e4 * b * c);
    ///         (back - slow, slow - back - fast, fast)
    ///     })
    ///     .stiff(),
    ///     amounts.column(0) |= normal(0.5, 0.5),
    /// };
    /// let amounts = model.compile()?.constrain(&[0.0])?.get("amounts")?.to_vec();
    /// assert!((amounts[0] - 0.98517).abs() < 1e-5 && (amounts[3] - 0.03898).abs() < 1e-4);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn stiff(self) -> Expr<Ode<Time, Initial, Jumped, Slopes, KennedyCarpenter, Sh>> {
        Expr(self.0.by())
    }

    /// Lets a part of the state, counted from 0, jump at times by sizes: doses. Sizes have an element for
    /// each time, or a row for each time if the part is a vector. A value at the time of a jump is the value
    /// before it, also at the initial time, and several doses at one time are all added. An equation has one
    /// part that jumps.
    ///
    /// In files for NONMEM or Torsten the order of the records determines whether an observation at the time
    /// of a dose comes before or after it. Here it comes before, like a trough sample. For a sample directly
    /// after a dose at the initial time, add the dose to the initial value; directly after another dose, use
    /// a slightly later time.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// // a dose a day, of which a part is absorbed, into the gut and from there into the blood
    /// let (days, doses) = ([0.0, 1.0, 2.0], [100.0, 100.0, 50.0]);
    /// params! { absorbed: interval(0.0, 1.0), into: positive(), out: positive() }
    /// let model = model! {
    ///     absorbed |= beta(2.0, 2.0),
    ///     into     |= lognormal(1.0, 0.5),
    ///     out      |= lognormal(0.0, 0.5),
    ///     amounts = ode(&[0.5, 1.5, 2.5], (0.0, 0.0),
    ///         |_, (gut, blood)| (-into * gut, into * gut - out * blood))
    ///         .jumps(0, &days, absorbed * data(&doses)),
    ///     data(&[20.0, 25.0, 15.0]) |= lognormal(amounts.column(1).log(), 0.2),
    /// };
    /// assert!(model.compile()?.constrain(&[0.0, 0.5, 0.0])?.get("amounts")?[1] > 10.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`compile`](crate::posterior::compile::Compile::compile) refuses times that decrease or begin before
    /// the initial time, times of jumps if these or the times of the solution depend on parameters, a part
    /// that the state does not have, and a wrong number of sizes.
    pub fn jumps<When: IntoExpr, Sizes: IntoExpr>(
        self,
        part: usize,
        times: When,
        sizes: Sizes,
    ) -> OdeJumping<Time, Initial, When, Sizes, Slopes, Method, Sh> {
        Expr(self.0.jumping(part, times.into_expr().0, sizes.into_expr().0))
    }

    /// Sets the maximum number of steps, where repeated steps count twice; 10 000 by default. Memory is
    /// proportional to it, and so is the time of a solution that fails: with wide priors a sampler's first
    /// steps meet many of these, and a few hundred steps are enough.
    pub fn max_steps(mut self, count: usize) -> Self {
        self.0.settings.max_steps = count;
        self
    }

    /// Sets the time of the initial values, which is 0 by default.
    pub fn initial_time(mut self, time: f64) -> Self {
        self.0.settings.initial_time = time;
        self
    }
}

/// The current element of `Values` at a time of an equation; each element begins at one of `Starts`.
pub type PieceOf<Starts, Values> = OdePiece<
    <Starts as IntoExpr>::Node,
    <Values as IntoExpr>::Node,
    <<<Values as IntoExpr>::Node as Expression>::Shape as InputShape>::Part,
>;

impl<N: Expression> Expr<OdeTime<N>> {
    /// An input that is constant between times: the value that began last. Values are the elements of a
    /// vector, or the rows of a matrix, which are vectors. Times are data; values may be parameters.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// // an infusion of 10 mg an hour, for two hours and from the fourth to the fifth
    /// let (starts, rates) = ([0.0, 2.0, 4.0, 5.0], [10.0, 0.0, 10.0, 0.0]);
    /// params! { out: positive(), volume: positive() }
    /// let model = model! {
    ///     out    |= lognormal(0.0, 0.5),
    ///     volume |= lognormal(2.0, 0.5),
    ///     amount = ode(&[1.0, 2.0, 6.0], 0.0, |t, amount| t.piecewise(&starts, &rates) - out * amount),
    ///     data(&[1.0, 1.4, 0.9]) |= lognormal((amount / volume).log(), 0.2),
    /// };
    /// let amount = model.compile()?.constrain(&[0.0, 2.0])?.get("amount")?.to_vec();
    /// assert!((amount[1] - 10.0 * (1.0 - f64::exp(-2.0))).abs() < 1e-10);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// Steps end where a value begins, and the next step starts with the new value, so the error is that of
    /// an equation without jumps.
    ///
    /// # Errors
    ///
    /// [`compile`](crate::posterior::compile::Compile::compile) refuses different numbers of times and
    /// values, times that do not increase or that begin after the initial time, and times of values or of
    /// the solution that depend on parameters.
    pub fn piecewise<Starts, Values>(self, starts: Starts, values: Values) -> Expr<PieceOf<Starts, Values>>
    where
        Starts: IntoExpr<Node: Expression<Shape: VectorShape>>,
        Values: IntoExpr<Node: Expression<Shape: InputShape>>,
    {
        Expr(OdePiece::new(self.0.key, starts.into_expr().0, values.into_expr().0))
    }
}
