//! local_level(…) and local_linear_trend(…), to which seasons, autoregressions and regressions are added.
//!
//! The log likelihood and its adjoints are those of the [operation](crate::time::Structural).

use crate::contract::expression::Expression;
use crate::contract::sketch::{ExpressionSketch, LawSketch};
use crate::distribution::Law;
use crate::expression::{Combine, Expr, IntoExpr};
use crate::matrix::Concatenate;
use crate::model::{ComposedNode, Follow, Variable};
use crate::node::Sub;
use crate::node::{Constant, Stored, Whole};
use crate::sealed::Sealed;
use crate::shape::{Broadcast, Dyn, Scalar, Vector, VectorShape};
use crate::time::Structural as LogLikelihood;
use crate::time::state_space::components::{Component, Components};

/// The maximum number of parameters of components.
const MOST: usize = 20;

/// The law of a series that is a sum of components and noise.
#[derive(Clone, Copy, Debug)]
#[must_use = "a distribution has no effect outside a statement"]
pub struct Structural<'a, Parameters, Offset = Constant> {
    parameters: Parameters,
    offset: Offset,
    operation: LogLikelihood<'a>,
    /// The parameters that are numbers, with NaN for the other parameters.
    numbers: [f64; MOST],
    count: usize,
}

/// A list of parameters with one more.
pub type And<Parameters, Added> = Whole<Concatenate, (Stored<Parameters>, Stored<Added>), Vector<Dyn>>;

/// A list of parameters with two more.
pub type AndTwo<Parameters, First, Second> = And<And<Parameters, First>, Second>;

/// A list of parameters with those of an autoregression of order two.
pub type AndThree<Parameters, One, Two, Deviation> =
    And<AndTwo<Parameters, <One as IntoExpr>::Node, <Two as IntoExpr>::Node>, <Deviation as IntoExpr>::Node>;

/// The law of a series that is the sum of a changing level and noise:
///
/// $$ y_t = \mu_t + \varepsilon_t, \quad \varepsilon_t \sim N(0, \mathit{noise}^2); \qquad \mu_{t+1} =
/// \mu_t + N(0, \mathit{level}^2) $$
///
/// Other components are added by methods. All arguments are numbers or expressions of parameters. Levels,
/// slopes and seasons have no known initial value: their first states are exactly diffuse, see
/// [`LinearGaussian::diffuse`](crate::distribution::vector::LinearGaussian::diffuse). (statsmodels:
/// `UnobservedComponents`.) Draws and log likelihoods of single observations are those of
/// [`linear_gaussian`](crate::distribution::vector::linear_gaussian()).
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [112.0, 118.0, 132.0, 129.0, 121.0, 135.0, 148.0, 148.0, 136.0, 119.0, 104.0, 118.0, 115.0,
///     126.0];
/// params! {
///     level: positive(), season: positive(), noise: positive(), phi: interval(-1.0, 1.0), shock: positive(),
/// }
/// let model = model! {
///     level  |= half_normal(10.0),
///     season |= half_normal(10.0),
///     noise  |= half_normal(10.0),
///     phi    |= uniform(-1.0, 1.0),
///     shock  |= half_normal(10.0),
///     data(&y) |= local_level(level, noise).seasonal(4, season).autoregressive(phi, shock),
/// };
/// assert_eq!(model.compile()?.dimension(), 5);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Time series](crate::guide::time_series) begins with a whole program.
pub fn local_level<Level: IntoExpr, Noise: IntoExpr>(
    level: Level,
    noise: Noise,
) -> Structural<'static, And<Noise::Node, Level::Node>>
where
    Level::Node: Expression<Shape = Scalar>,
    Noise::Node: Expression<Shape = Scalar>,
{
    of_noise(noise).with(level).and(Component::Level)
}

/// The law of a series that is the sum of a level with a slope, both of which change, and noise:
///
/// $$ y_t = \mu_t + N(0, \mathit{noise}^2); \qquad \mu_{t+1} = \mu_t + \nu_t + N(0, \mathit{level}^2), \quad
/// \nu_{t+1} = \nu_t + N(0, \mathit{slope}^2) $$
///
/// See [`local_level`](local_level()).
///
/// The chapter [Time series](crate::guide::time_series) begins with a whole program.
pub fn local_linear_trend<Level: IntoExpr, Slope: IntoExpr, Noise: IntoExpr>(
    level: Level,
    slope: Slope,
    noise: Noise,
) -> Structural<'static, AndTwo<Noise::Node, Level::Node, Slope::Node>>
where
    Level::Node: Expression<Shape = Scalar>,
    Slope::Node: Expression<Shape = Scalar>,
    Noise::Node: Expression<Shape = Scalar>,
{
    of_noise(noise).with(level).with(slope).and(Component::Trend)
}

/// Returns the value of an expression that is a number, otherwise NaN.
fn number_of(expression: &impl Expression) -> f64 {
    expression.datum(0).unwrap_or(f64::NAN)
}

/// Returns the law of noise.
fn of_noise<Noise: IntoExpr>(noise: Noise) -> Structural<'static, Noise::Node> {
    let parameters = noise.into_expr().0;
    let mut numbers = [f64::NAN; MOST];
    numbers[0] = number_of(&parameters);
    let operation = LogLikelihood { components: Components::default(), observed: None };
    Structural { parameters, offset: Constant(0.0), operation, numbers, count: 1 }
}

impl<'a, Parameters: Expression, Offset> Structural<'a, Parameters, Offset> {
    /// Returns the law with one more parameter.
    fn with<Added: IntoExpr>(self, added: Added) -> Structural<'a, And<Parameters, Added::Node>, Offset> {
        let Self { parameters, offset, operation, mut numbers, count } = self;
        let added = added.into_expr().0;
        numbers[count] = number_of(&added);
        let parameters = Whole::new(Concatenate, (Stored::new(parameters), Stored::new(added)));
        Structural { parameters, offset, operation, numbers, count: count + 1 }
    }

    /// Returns the law with one more component.
    fn and(self, component: Component) -> Self {
        let components = self.operation.components.with(component);
        Self { operation: LogLikelihood { components, ..self.operation }, ..self }
    }

    /// The law with effects of the seasons of a period, such as 12 months. The sum of the effects over a
    /// period is N(0, deviation²).
    ///
    /// # Panics
    ///
    /// Panics if there are more than six components.
    pub fn seasonal<Deviation: IntoExpr>(
        self,
        period: usize,
        deviation: Deviation,
    ) -> Structural<'a, And<Parameters, Deviation::Node>, Offset>
    where
        Deviation::Node: Expression<Shape = Scalar>,
    {
        self.with(deviation).and(Component::Seasonal(period))
    }

    /// The law with xₜ₊₁ = φ xₜ + N(0, deviation²), which is stationary: outside −1 < φ < 1 the log density
    /// is −∞.
    ///
    /// # Panics
    ///
    /// Panics if there are more than six components.
    pub fn autoregressive<Phi: IntoExpr, Deviation: IntoExpr>(
        self,
        phi: Phi,
        deviation: Deviation,
    ) -> Structural<'a, AndTwo<Parameters, Phi::Node, Deviation::Node>, Offset>
    where
        Phi::Node: Expression<Shape = Scalar>,
        Deviation::Node: Expression<Shape = Scalar>,
    {
        self.with(phi).with(deviation).and(Component::Autoregression(1))
    }

    /// The law with xₜ₊₁ = φ₁ xₜ + φ₂ xₜ₋₁ + N(0, deviation²), which is stationary: elsewhere the log density
    /// is −∞.
    ///
    /// # Panics
    ///
    /// Panics if there are more than six components.
    pub fn autoregressive_of_two<One: IntoExpr, Two: IntoExpr, Deviation: IntoExpr>(
        self,
        one: One,
        two: Two,
        deviation: Deviation,
    ) -> Structural<'a, AndThree<Parameters, One, Two, Deviation>, Offset>
    where
        One::Node: Expression<Shape = Scalar>,
        Two::Node: Expression<Shape = Scalar>,
        Deviation::Node: Expression<Shape = Scalar>,
    {
        self.with(one).with(two).with(deviation).and(Component::Autoregression(2))
    }

    /// The law with the effects of a regression, such as `data(&x).dot(beta)`.
    pub fn regression<Effects: IntoExpr>(
        self,
        effects: Effects,
    ) -> Structural<'a, Parameters, Effects::Node> {
        let Self { parameters, operation, numbers, count, .. } = self;
        Structural { parameters, offset: effects.into_expr().0, operation, numbers, count }
    }

    /// The law of the observations with the flag `true`. The numbers in the places of missing observations
    /// must be finite, and are not used.
    pub fn observed<'b>(self, flags: &'b [bool]) -> Structural<'b, Parameters, Offset> {
        let Self { parameters, offset, operation, numbers, count } = self;
        let operation = LogLikelihood { components: operation.components, observed: Some(flags) };
        Structural { parameters, offset, operation, numbers, count }
    }

    /// The log likelihood as an expression.
    pub fn log_density<Y: IntoExpr>(self, y: Y) -> Expr<<Self as Law<Y::Node>>::LogDensity>
    where
        Self: Law<Y::Node>,
    {
        Expr(self.log_density_at(y.into_expr().0))
    }

    /// Returns the components, and the parameters if all are numbers.
    pub(crate) fn parts(&self) -> (Components, &[f64]) {
        (self.operation.components, &self.numbers[..self.count])
    }
}

impl<Parameters, Offset> Sealed for Structural<'_, Parameters, Offset> {}

impl<'a, Target, Parameters, Offset> Law<Target> for Structural<'a, Parameters, Offset>
where
    Target: Expression,
    Target::Shape: VectorShape + Broadcast<Offset::Shape>,
    Parameters: Expression,
    Offset: Expression,
{
    type LogDensity =
        Whole<LogLikelihood<'a>, (Stored<Combine<Sub, Target, Offset>>, Stored<Parameters>), Scalar>;
    const CHECKED: () = ();
    const IS_ELEMENTWISE: bool = false;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        let difference = Stored::new((Expr(variable) - Expr(self.offset)).0);
        Whole::new(self.operation, (difference, Stored::new(self.parameters)))
    }

    fn broken_rule(&self, _: usize, _: f64) -> Option<&'static str> {
        None
    }

    fn sketch(&self, _: Target) -> LawSketch {
        LawSketch::new("components")
            .with("parameters", ExpressionSketch::of(&self.parameters))
            .with("regression", ExpressionSketch::of(&self.offset))
    }

    fn describe(&self, text: &mut String) {
        text.push_str("components(");
        self.parameters.describe(text);
        text.push(')');
    }
}

impl<Target: Variable, Parameters, Offset> Follow<Target> for Structural<'_, Parameters, Offset>
where
    Self: Law<Target>,
{
    type Statement = ComposedNode<Target, Self, <Self as Law<Target>>::LogDensity>;

    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement {
        ComposedNode::new(variable, self, source)
    }
}
