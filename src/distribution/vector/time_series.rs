//! Named laws of series, as [processes](process()):
//!
//! | law | yₜ |
//! |-|-|
//! | random walk | N(yₜ₋₁, σ²) |
//! | autoregression | N(μ + Σₖ φₖ (yₜ₋ₖ − μ), σ²) |
//! | ARMA | N(μ + Σₖ φₖ (yₜ₋ₖ − μ) + Σₖ θₖ εₜ₋ₖ, σ²) with εₜ = yₜ minus its mean |
//! | GARCH(1,1) | N(μ, hₜ) with hₜ = ω + α (yₜ₋₁ − μ)² + β hₜ₋₁ |
//!
//! Before the first value an autoregression is at its mean and errors are 0 (Box & Jenkins 1976: the
//! conditional likelihood), and the squared deviation of a GARCH process is its variance (Bollerslev 1986).

use crate::contract::expression::Expression;
use crate::distribution::vector::process::{Process, process};
use crate::distribution::{Distribution, Normal, normal};
use crate::expression::functions_of_one::{Sqrt, Square};
use crate::expression::{Combine, Expr, IntoExpr, ScanOf, scan};
use crate::matrix::Convolve;
use crate::node::{Add, Constant, Lagged, Mul, Stored, Sub, Unary, Whole};
use crate::shape::{Dyn, Scalar, Vector, VectorShape};
use crate::time::{Carry, History, Input, OfNumbers, Past};

/// An expression with one element for each step.
type Steps = Vector<Dyn>;

/// An input of a scan.
type InputOf<N> = Input<N, OfNumbers, Steps>;

/// The law of a step, normal with these expressions of its mean and its standard deviation.
type Step<Mean, Scale> = Distribution<Normal, (Mean, Scale)>;

/// A random walk: each value is the previous value plus normal noise with the standard deviation `scale`.
///
/// $$ y_t \sim N(y_{t-1}, \text{scale}^2) $$
///
/// `first` is the value before the first one, or the law of the first value.
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [2, 0, 3, 4, 7, 6];
/// params! { s: positive(), rate: vector(6) }
/// let model = model! {
///     s    |= half_normal(0.5),
///     rate |= random_walk(normal(0.0, 2.0), s),
///     data(&y) |= poisson_log(rate),
/// };
/// assert_eq!(model.compile()?.dimension(), 7);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// A smoother walk has differences that are a random walk:
/// [`process`]`(before, |y| normal(2.0 * y - y.lag(2), s))`.
///
/// The chapter [Time series](crate::guide::time_series) begins with a whole program.
pub fn random_walk<First, Scale: IntoExpr>(
    first: First,
    scale: Scale,
) -> Process<First, impl FnOnce(Expr<Past>) -> Step<Past, Scale::Node>> {
    process(first, move |y| normal(y, scale.into_expr()))
}

/// The deviations of the values before a step from the mean.
type Deviation<Mean> = Combine<Sub, Past, Mean>;

/// A weighted sum of the values of `N` up to a step.
type Weighted<N, Weights> = Whole<Convolve, (Stored<N>, Stored<Weights>), Steps>;

/// The expected value of an autoregression.
type Expected<Mean, Phi> = Combine<Add, Weighted<Deviation<Mean>, Phi>, Mean>;

/// An autoregression whose order is the number of elements of `phi`.
///
/// $$ y_t \sim N\Bigl(\mu + \sum_k \phi_k (y_{t-k} - \mu), \text{scale}^2\Bigr) $$
///
/// Before the first value the series is at its mean: this is the conditional likelihood. For a series whose
/// first p values need no law, [`process`]`(data(&y[..p]), |y| normal(…, s))` leaves them out.
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [0.2, 0.5, 1.1, 0.4, 0.6, 0.9];
/// params! { mu: real(), phi: vector(2), s: positive() }
/// let model = model! {
///     mu  |= normal(0.0, 1.0),
///     phi |= normal(0.0, 0.5),
///     s   |= half_normal(1.0),
///     data(&y) |= autoregression(phi, mu, s),
/// };
/// assert_eq!(model.compile()?.dimension(), 4);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Time series](crate::guide::time_series) begins with a whole program.
#[expect(clippy::type_complexity, reason = "a closure's type cannot stand in an alias")]
pub fn autoregression<Phi, Mean, Scale>(
    phi: Phi,
    mean: Mean,
    scale: Scale,
) -> Process<Expr<Mean::Node>, impl FnOnce(Expr<Past>) -> Step<Expected<Mean::Node, Phi::Node>, Scale::Node>>
where
    Phi: IntoExpr<Node: Expression<Shape: VectorShape>>,
    Mean: IntoExpr<Node: Expression<Shape = Scalar>>,
    Scale: IntoExpr,
{
    let mean = mean.into_expr();
    process(mean, move |y| normal((y - mean).convolve(phi) + mean, scale.into_expr()))
}

/// A vector one step back, with 0 before its first element.
type Before<N> = Lagged<N, Constant>;

/// The error of the previous step: its deviation, minus the expected deviation, minus the weighted earlier
/// errors.
type ErrorOf<Deviation, Expected, Theta> = Combine<
    Sub,
    Combine<Sub, InputOf<Deviation>, InputOf<Before<Expected>>>,
    History<Theta, OfNumbers, Steps>,
>;

/// The errors of the previous steps.
type Errors<Mean, Phi, Theta> = ScanOf<
    f64,
    (Expr<Deviation<Mean>>, Expr<Before<Weighted<Deviation<Mean>, Phi>>>),
    Expr<ErrorOf<Deviation<Mean>, Weighted<Deviation<Mean>, Phi>, Theta>>,
>;

/// The expected value of an ARMA process.
type ExpectedOfArma<Mean, Phi, Theta> = Combine<
    Add,
    Combine<Add, Weighted<Deviation<Mean>, Phi>, Weighted<Errors<Mean, Phi, Theta>, Theta>>,
    Mean,
>;

/// An autoregressive moving average, ARMA(p, q), with p weights `phi` of earlier values and q weights `theta`
/// of earlier errors.
///
/// $$ y_t = \mu + \sum_k \phi_k (y_{t-k} - \mu) + \sum_k \theta_k \varepsilon_{t-k} + \varepsilon_t, \qquad
///    \varepsilon_t \sim N(0, \text{scale}^2) $$
///
/// Before the first value the series is at its mean and errors are 0: this is the conditional likelihood.
///
/// # Weights that cannot be inverted
///
/// Errors are computed from values, each minus the weighted errors before it. If the moving average is not
/// invertible, that is if 1 + Σ θₖ zᵏ has a root within the unit circle, the inaccuracy of an error,
/// rounding included, grows with every step: after t steps by the factor |θ₁|ᵗ if there is one weight. The
/// log density of a long series then has no correct digit, or is −∞, without a warning. Restrict the weights
/// to invertible processes; each other process has an invertible twin with the same covariances: −1 < θ₁ < 1
/// for one weight, as below; −1 < θ₂ < 1 and |θ₁| < 1 + θ₂ for two. If bounds cannot express this, as for
/// two weights, a narrow prior and chains that begin inside, by [`initial`](crate::sampling::Nuts::initial),
/// such as `.initial("theta", [0.0, 0.0])`, keep a sampler there: by default chains begin anywhere between
/// −2 and 2.
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [0.2, 0.5, 1.1, 0.4, 0.6, 0.9];
/// params! {
///     mu: real(), phi: vector(1).interval(-1.0, 1.0), theta: vector(1).interval(-1.0, 1.0), s: positive(),
/// }
/// let model = model! {
///     mu    |= normal(0.0, 1.0),
///     phi   |= normal(0.0, 0.5),
///     theta |= normal(0.0, 0.5),
///     s     |= half_normal(1.0),
///     data(&y) |= arma(phi, theta, mu, s),
/// };
/// assert_eq!(model.compile()?.dimension(), 4);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Time series](crate::guide::time_series) begins with a whole program.
#[expect(clippy::type_complexity, reason = "a closure's type cannot stand in an alias")]
pub fn arma<Phi, Theta, Mean, Scale>(
    phi: Phi,
    theta: Theta,
    mean: Mean,
    scale: Scale,
) -> Process<
    Expr<Mean::Node>,
    impl FnOnce(Expr<Past>) -> Step<ExpectedOfArma<Mean::Node, Phi::Node, Theta::Node>, Scale::Node>,
>
where
    Phi: IntoExpr<Node: Expression<Shape: VectorShape>>,
    Theta: IntoExpr<Node: Expression<Shape: VectorShape>>,
    Mean: IntoExpr<Node: Expression<Shape = Scalar>>,
    Scale: IntoExpr,
{
    let (phi, theta, mean) = (phi.into_expr(), theta.into_expr(), mean.into_expr());
    process(mean, move |y| {
        let deviation = y - mean;
        let expected = deviation.convolve(phi);
        let errors = scan(0.0, (deviation, expected.lagged(1, 0.0)), |error, (deviation, expected)| {
            deviation - expected - error.dot_reversed(theta)
        });
        normal(expected + errors.convolve(theta) + mean, scale.into_expr())
    })
}

/// The variance of a step.
type NextVariance<Mean, Omega, Alpha, Beta> = Combine<
    Add,
    Combine<
        Add,
        Combine<Mul, Unary<Square, Combine<Sub, InputOf<Past>, Mean>>, Alpha>,
        Combine<Mul, Carry<OfNumbers, Steps>, Beta>,
    >,
    Omega,
>;

/// The variances of all steps.
type Variances<Mean, Omega, Alpha, Beta, First> =
    ScanOf<Expr<First>, Expr<Past>, Expr<NextVariance<Mean, Omega, Alpha, Beta>>>;

/// The value before the first one.
type ValueBefore<Mean, First> = Combine<Add, Mean, Unary<Sqrt, First>>;

/// Generalised autoregressive conditional heteroscedasticity, GARCH(1,1): the variance of a step depends on
/// the variance of the previous step, and on the previous value's deviation from the mean.
///
/// $$ y_t \sim N(\mu, h_t), \qquad h_t = \omega + \alpha (y_{t-1} - \mu)^2 + \beta h_{t-1} $$
///
/// `first` is the variance before the first step, which is also the squared deviation there: for example the
/// variance of the series, or the equilibrium variance ω / (1 − α − β). `omega`, `alpha` and `beta` are
/// positive, and the sum of `alpha` and `beta` is less than 1 if the variance is to return to its mean.
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [0.2, -0.5, 1.1, 0.4, -2.0, 0.9];
/// params! { mu: real(), omega: positive(), alpha: interval(0.0, 1.0), beta: interval(0.0, 1.0 - alpha) }
/// let model = model! {
///     mu    |= normal(0.0, 1.0),
///     omega |= half_normal(1.0),
///     alpha |= uniform(0.0, 1.0),
///     beta  |= uniform(0.0, 1.0 - alpha),
///     data(&y) |= garch(mu, omega, alpha, beta, omega / (1.0 - alpha - beta)),
/// };
/// assert_eq!(model.compile()?.dimension(), 4);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// For other laws of the values or other rules of the variance, write a [`process`].
///
/// The chapter [Time series](crate::guide::time_series) begins with a whole program.
#[expect(clippy::type_complexity, reason = "a closure's type cannot stand in an alias")]
pub fn garch<Mean, Omega, Alpha, Beta, First>(
    mean: Mean,
    omega: Omega,
    alpha: Alpha,
    beta: Beta,
    first: First,
) -> Process<
    Expr<ValueBefore<Mean::Node, First::Node>>,
    impl FnOnce(
        Expr<Past>,
    ) -> Step<
        Mean::Node,
        Unary<Sqrt, Variances<Mean::Node, Omega::Node, Alpha::Node, Beta::Node, First::Node>>,
    >,
>
where
    Mean: IntoExpr<Node: Expression<Shape = Scalar>>,
    Omega: IntoExpr<Node: Expression<Shape = Scalar>>,
    Alpha: IntoExpr<Node: Expression<Shape = Scalar>>,
    Beta: IntoExpr<Node: Expression<Shape = Scalar>>,
    First: IntoExpr<Node: Expression<Shape = Scalar>>,
{
    let (mean, omega, first) = (mean.into_expr(), omega.into_expr(), first.into_expr());
    process(mean + first.sqrt(), move |y| {
        let variance = scan(first, y, |variance, y| (y - mean).square() * alpha + variance * beta + omega);
        normal(mean, variance.sqrt())
    })
}
