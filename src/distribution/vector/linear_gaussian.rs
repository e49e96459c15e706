//! linear_gaussian(Z, H, T, Q) of observations of a linear Gaussian state space model, with the states
//! integrated out.
//!
//! The log likelihood and its adjoints are those of the [operation](crate::time::StateSpace).

use crate::contract::expression::Expression;
use crate::contract::sketch::{ExpressionSketch, LawSketch};
use crate::distribution::{Law, Observations};
use crate::expression::{Combine, Expr, IntoExpr};
use crate::model::{ComposedNode, Follow, Variable};
use crate::node::{Constant, Stored, Sub, Whole};
use crate::sealed::Sealed;
use crate::shape::{Broadcast, Scalar};
use crate::time::StateSpace;

/// The law of observations of a linear Gaussian state space model.
#[derive(Clone, Copy, Debug)]
#[must_use = "a distribution has no effect outside a statement"]
pub struct LinearGaussian<'a, Matrices, Start = (Constant, Constant), Intercept = Constant, Offset = Constant>
{
    /// Z, H, T, Q.
    matrices: Matrices,
    /// a₁ and P₁.
    start: Start,
    intercept: Intercept,
    offset: Offset,
    operation: StateSpace<'a>,
}

/// The four matrices of these expressions.
type MatricesOf<Design, Noise, Transition, StateNoise> = (
    <Design as IntoExpr>::Node,
    <Noise as IntoExpr>::Node,
    <Transition as IntoExpr>::Node,
    <StateNoise as IntoExpr>::Node,
);

/// The law of observations of states that change linearly and are observed linearly, all with normal noise.
/// (Stan: `gaussian_dlm_obs`.)
///
/// $$ y_t = d_t + Z_t \alpha_t + \varepsilon_t, \quad \varepsilon_t \sim N(0, H_t); \qquad
///    \alpha_{t+1} = c_t + T_t \alpha_t + \eta_t, \quad \eta_t \sim N(0, Q_t) $$
///
/// The states are integrated out by the Kalman filter, and all gradients are in closed form. Every argument
/// is a number, data or an expression of parameters:
///
/// | argument | size, with p series and m states |
/// |-|-|
/// | `design`, Z | p × m; for one series also a vector of m elements |
/// | `noise`, the diagonal of H, variances | p elements, or a number for all |
/// | `transition`, T | m × m, a number for one state |
/// | `state_noise`, Q | m × m; a vector is its diagonal, a number the variance of each state |
///
/// A matrix that differs from time to time is given as the matrices of all times on top of each other: n p ×
/// m for Z, n × p for H, and (n − 1) m × m for T and Q, which belong to the transition from a time to the
/// next. Observations are a vector, or a matrix with a row for each time.
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [1120.0, 1160.0, 963.0, 1210.0, 1160.0, 1160.0, 813.0];
/// params! { level: positive(), noise: positive() }
/// let model = model! {
///     level |= half_normal(100.0),
///     noise |= half_normal(100.0),
///     data(&y) |= linear_gaussian(1.0, noise.square(), 1.0, level.square()),
/// };
/// assert_eq!(model.compile()?.dimension(), 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// All states are diffuse unless the first state is given: see [`diffuse`](LinearGaussian::diffuse).
///
/// If matrices are the same at all times and no observation is missing, the covariance of the state
/// converges, and later times cost a fraction of the first ones.
///
/// Simulation draws states and observations forward. Diffuse states have no law from which they could be
/// drawn: the observations that determine them keep their values, and the rest is drawn given these. So a
/// posterior predictive draw begins as the data do, and `y |= linear_gaussian(…)` for a parameter can be
/// drawn only if its first states are given, [`initial`](LinearGaussian::initial). The log likelihood of a
/// single observation, or of a row of several series, is conditional on the earlier ones, log p(yₜ | y₀ …
/// yₜ₋₁), so that the sum is that of all observations; it is 0 for a missing observation. Given the
/// parameters of a draw, [`StateSpace`](crate::state_space::StateSpace) filters and smooths the states,
/// draws them, and forecasts.
///
/// # Errors
///
/// [`compile`](crate::posterior::compile::Compile::compile) refuses sizes that do not fit. With negative
/// variances the log density is −∞.
///
/// The chapter [Time series](crate::guide::time_series) begins with a whole program.
#[doc(alias("gaussian_dlm_obs_lpdf", "Kalman filter"))]
pub fn linear_gaussian<Design: IntoExpr, Noise: IntoExpr, Transition: IntoExpr, StateNoise: IntoExpr>(
    design: Design,
    noise: Noise,
    transition: Transition,
    state_noise: StateNoise,
) -> LinearGaussian<'static, MatricesOf<Design, Noise, Transition, StateNoise>> {
    LinearGaussian {
        matrices: (
            design.into_expr().0,
            noise.into_expr().0,
            transition.into_expr().0,
            state_noise.into_expr().0,
        ),
        start: (Constant(0.0), Constant(0.0)),
        intercept: Constant(0.0),
        offset: Constant(0.0),
        operation: StateSpace { diffuse: None, observed: None },
    }
}

impl<'a, Matrices, Start, Intercept, Offset> LinearGaussian<'a, Matrices, Start, Intercept, Offset> {
    /// The law with a first state that is normal: its mean, a vector or a number for all states, and its
    /// covariance, a matrix, a vector that is its diagonal, or a number for all states.
    pub fn initial<Mean: IntoExpr, Covariance: IntoExpr>(
        self,
        mean: Mean,
        covariance: Covariance,
    ) -> LinearGaussian<'a, Matrices, (Mean::Node, Covariance::Node), Intercept, Offset> {
        let Self { matrices, intercept, offset, operation, .. } = self;
        let start = (mean.into_expr().0, covariance.into_expr().0);
        let operation = StateSpace { diffuse: Some(operation.diffuse.unwrap_or(0)), ..operation };
        LinearGaussian { matrices, start, intercept, offset, operation }
    }

    /// The law with the first `count` states diffuse: their variance goes to infinity, and their part of
    /// [`initial`](LinearGaussian::initial) is not read.
    ///
    /// This is exact. The log likelihood is the limit of log p(y) + ½ d log κ if these states have the
    /// variance κ → ∞, with d the number of observations that determine them. (statsmodels:
    /// `initialization="diffuse"`.)
    pub fn diffuse(self, count: usize) -> Self {
        Self { operation: StateSpace { diffuse: Some(count), ..self.operation }, ..self }
    }

    /// The law with c, which is added to the state from a time to the next: a vector, a number for all
    /// states, or a row for each step.
    pub fn intercept<Added: IntoExpr>(
        self,
        intercept: Added,
    ) -> LinearGaussian<'a, Matrices, Start, Added::Node, Offset> {
        let Self { matrices, start, offset, operation, .. } = self;
        LinearGaussian { matrices, start, intercept: intercept.into_expr().0, offset, operation }
    }

    /// The law with d, which is added to the observations, such as the effects of a regression,
    /// `data(&x).dot(beta)`: a number, or of the same size as the observations.
    pub fn offset<Added: IntoExpr>(
        self,
        offset: Added,
    ) -> LinearGaussian<'a, Matrices, Start, Intercept, Added::Node> {
        let Self { matrices, start, intercept, operation, .. } = self;
        LinearGaussian { matrices, start, intercept, offset: offset.into_expr().0, operation }
    }

    /// The log likelihood as an expression.
    pub fn log_density<Y: IntoExpr>(self, y: Y) -> Expr<<Self as Law<Y::Node>>::LogDensity>
    where
        Self: Law<Y::Node>,
    {
        Expr(self.log_density_at(y.into_expr().0))
    }

    /// The law of the observations with the flag `true`, row by row. The numbers in the places of missing
    /// observations must be finite, and are not used.
    pub fn observed<'b>(self, flags: &'b [bool]) -> LinearGaussian<'b, Matrices, Start, Intercept, Offset> {
        let Self { matrices, start, intercept, offset, operation } = self;
        let operation = StateSpace { diffuse: operation.diffuse, observed: Some(flags) };
        LinearGaussian { matrices, start, intercept, offset, operation }
    }
}

/// The log likelihood as an operation on y − d and the other arguments.
type LogLikelihood<'a, Difference, Design, Noise, Transition, StateNoise, Mean, Covariance, Intercept> =
    Whole<
        StateSpace<'a>,
        (
            Stored<Difference>,
            Stored<Design>,
            Stored<Transition>,
            Stored<Noise>,
            Stored<StateNoise>,
            Stored<Intercept>,
            Stored<Mean>,
            Stored<Covariance>,
        ),
        Scalar,
    >;

impl<Matrices, Start, Intercept, Offset> Sealed for LinearGaussian<'_, Matrices, Start, Intercept, Offset> {}

impl<'a, Target, Design, Noise, Transition, StateNoise, Mean, Covariance, Intercept, Offset> Law<Target>
    for LinearGaussian<'a, (Design, Noise, Transition, StateNoise), (Mean, Covariance), Intercept, Offset>
where
    Target: Expression,
    Target::Shape: Observations + Broadcast<Offset::Shape>,
    Design: Expression,
    Noise: Expression,
    Transition: Expression,
    StateNoise: Expression,
    Mean: Expression,
    Covariance: Expression,
    Intercept: Expression,
    Offset: Expression,
{
    type LogDensity = LogLikelihood<
        'a,
        Combine<Sub, Target, Offset>,
        Design,
        Noise,
        Transition,
        StateNoise,
        Mean,
        Covariance,
        Intercept,
    >;
    const CHECKED: () = ();
    const IS_ELEMENTWISE: bool = false;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        let difference = Stored::new((Expr(variable) - Expr(self.offset)).0);
        let (design, noise, transition, state_noise) = self.matrices;
        let nodes = (
            difference,
            Stored::new(design),
            Stored::new(transition),
            Stored::new(noise),
            Stored::new(state_noise),
            Stored::new(self.intercept),
            Stored::new(self.start.0),
            Stored::new(self.start.1),
        );
        Whole::new(self.operation, nodes)
    }

    fn broken_rule(&self, _: usize, _: f64) -> Option<&'static str> {
        None
    }

    fn sketch(&self, _: Target) -> LawSketch {
        let (design, noise, transition, state_noise) = &self.matrices;
        LawSketch::new("linear_gaussian")
            .with("design", ExpressionSketch::of(design))
            .with("noise", ExpressionSketch::of(noise))
            .with("transition", ExpressionSketch::of(transition))
            .with("state noise", ExpressionSketch::of(state_noise))
            .with("initial mean", ExpressionSketch::of(&self.start.0))
            .with("initial covariance", ExpressionSketch::of(&self.start.1))
            .with("intercept", ExpressionSketch::of(&self.intercept))
            .with("offset", ExpressionSketch::of(&self.offset))
    }

    fn describe(&self, text: &mut String) {
        let (design, noise, transition, state_noise) = &self.matrices;
        text.push_str("linear_gaussian(");
        design.describe(text);
        text.push_str(", ");
        noise.describe(text);
        text.push_str(", ");
        transition.describe(text);
        text.push_str(", ");
        state_noise.describe(text);
        text.push(')');
    }
}

impl<Target: Variable, Matrices, Start, Intercept, Offset> Follow<Target>
    for LinearGaussian<'_, Matrices, Start, Intercept, Offset>
where
    Self: Law<Target>,
{
    type Statement = ComposedNode<Target, Self, <Self as Law<Target>>::LogDensity>;

    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement {
        ComposedNode::new(variable, self, source)
    }
}
