//! A user-defined distribution of single numbers: log p(y | θ₁, …, θₙ) with its derivatives by y and by each
//! θ.
//!
//! The log density is a [`Function`] of its variable and its arguments, evaluated number by number:
//! registers are split into lanes, so that the user writes plain arithmetic. Numbers outside their domains
//! are not passed to it: there the log density is −∞.

use crate::contract::expression::{Expression, Expressions, Fit, Fitted, Prepend};
use crate::contract::family::{Argument, Domain, whole_arguments};
use crate::contract::node::{Packs, Tuple};
use crate::contract::sketch::LawSketch;
use crate::custom::Arguments;
use crate::distribution::{Applied, Law, apply};
use crate::expression::{Expr, IntoExpr};
use crate::frame::MAX_ARGUMENTS;
use crate::model::{ComposedNode, Follow, Variable};
use crate::node::{DrawWith, Function};
use crate::sealed::Sealed;
use crate::shape::LeftOf;
use crate::simd::{MAX_LANES, Pack};
use core::array::from_fn;
use core::marker::PhantomData;
use pulp::Simd;

/// A distribution of numbers with `COUNT` arguments, at most five.
///
/// ```
/// use monomorph::custom::{CustomDistribution, check_distribution, distribution};
/// use monomorph::distribution::Domain;
/// use monomorph::prelude::*;
/// use monomorph::rand::{Rng, RngExt};
///
/// /// Gompertz: p(t) = a b e^(b t) exp(−a (e^(b t) − 1)) for t > 0.
/// #[derive(Clone, Copy, Debug)]
/// struct Gompertz;
///
/// impl CustomDistribution<2> for Gompertz {
///     const NAME: &'static str = "gompertz";
///     const VARIABLE: Domain = Domain::Positive;
///     const ARGUMENTS: [(&'static str, Domain); 2] = [("a", Domain::Positive), ("b", Domain::Positive)];
///
///     fn log_density(t: f64, [a, b]: [f64; 2]) -> (f64, f64, [f64; 2]) {
///         let growth = (b * t).exp_m1();                       // e^(b t) − 1
///         let value = (a * b).ln() + b * t - a * growth;
///         let by_t = b - a * b * (growth + 1.0);
///         let by_a = 1.0 / a - growth;
///         let by_b = 1.0 / b + t - a * t * (growth + 1.0);
///         (value, by_t, [by_a, by_b])
///     }
///
///     fn draw([a, b]: [f64; 2], rng: &mut dyn Rng) -> Option<f64> {
///         let u: f64 = rng.random();
///         Some((-(1.0 - u).ln() / a).ln_1p() / b)
///     }
/// }
///
/// check_distribution::<Gompertz, 2>(0.7, [0.5, 1.2]).unwrap();
///
/// let t = [0.4, 1.1, 0.2, 0.9];
/// params! { a: positive(), b: positive() }
/// let model = model! {
///     a |= exponential(1.0),
///     b |= exponential(1.0),
///     data(&t) |= distribution(Gompertz, (a, b)),
/// };
/// assert_eq!(model.compile()?.dimension(), 2);
/// #
/// assert_eq!(model.sample_prior(10, 1)?.names(), ["a", "b", "t[0]", "t[1]", "t[2]", "t[3]"]);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub trait CustomDistribution<const COUNT: usize>: Copy + Send + Sync + 'static {
    /// The name in messages and in the graph.
    const NAME: &'static str;

    /// The domain of the variable. Only data follow a distribution of whole numbers.
    const VARIABLE: Domain;

    /// The names of the arguments, and their domains. An argument that must be a whole number must be data.
    const ARGUMENTS: [(&'static str, Domain); COUNT];

    /// Returns log p(y), ∂/∂y log p(y) and the partial derivative by each argument. All numbers are in their
    /// domains.
    fn log_density(y: f64, arguments: [f64; COUNT]) -> (f64, f64, [f64; COUNT]);

    /// Returns a draw, if the distribution can be drawn from.
    fn draw(_arguments: [f64; COUNT], _rng: &mut dyn rand::Rng) -> Option<f64> {
        None
    }
}

/// The law of the distribution `D` with these arguments.
#[derive(Clone, Copy, Debug)]
#[must_use = "a distribution has no effect outside a statement"]
pub struct Custom<D, const COUNT: usize, Arguments> {
    arguments: Arguments,
    distribution: PhantomData<fn() -> D>,
}

/// The law of a user-defined distribution with these arguments, a tuple, for the right side of `|=` or a
/// mixture.
///
/// See [`CustomDistribution`] for an example.
pub fn distribution<D: CustomDistribution<COUNT>, Given: Arguments<COUNT>, const COUNT: usize>(
    distribution: D,
    arguments: Given,
) -> Custom<D, COUNT, Given::Nodes> {
    let _ = distribution;
    Custom { arguments: arguments.into_nodes(), distribution: PhantomData }
}

/// The log density of a user-defined distribution as a function of its variable and its arguments.
#[derive(Clone, Copy, Debug)]
pub struct CustomDensity<D, const COUNT: usize>(PhantomData<fn() -> D>);

impl<D: CustomDistribution<COUNT>, const COUNT: usize> CustomDensity<D, COUNT> {
    /// The variable and the arguments, of which the first `COUNT + 1` exist.
    const ALL: [Argument; MAX_ARGUMENTS] = {
        let mut all = [Argument { name: "y", domain: D::VARIABLE }; MAX_ARGUMENTS];
        let mut place = 0;
        while place < COUNT {
            let (name, domain) = D::ARGUMENTS[place];
            all[place + 1] = Argument { name, domain };
            place += 1;
        }
        all
    };

    /// Returns the numbers of one lane, if they are in their domains.
    #[inline(always)]
    fn numbers(values: &[[f64; MAX_LANES]; MAX_ARGUMENTS], lane: usize) -> Option<(f64, [f64; COUNT])> {
        let (y, arguments) = (values[0][lane], from_fn(|place| values[place + 1][lane]));
        let is_inside = D::VARIABLE.contains(y)
            && arguments.iter().zip(D::ARGUMENTS).all(|(number, (_, domain))| domain.contains(*number));
        is_inside.then_some((y, arguments))
    }
}

impl<D, const COUNT: usize> Sealed for CustomDensity<D, COUNT> {}

impl<D: CustomDistribution<COUNT>, const COUNT: usize> Function for CustomDensity<D, COUNT> {
    const NAME: &'static str = D::NAME;
    const ARGUMENTS: &'static [Argument] = {
        let all: &'static [Argument; MAX_ARGUMENTS] = &Self::ALL;
        all.split_at(COUNT + 1).0
    };

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn value_and_partials<A: Tuple, S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>) {
        let simd = packs[0].simd;
        let values = packs.map(Pack::to_array);
        let mut value = [f64::NAN; MAX_LANES];
        let mut slopes = [[f64::NAN; MAX_LANES]; MAX_ARGUMENTS];
        for lane in 0..Pack::<S>::LANES {
            if let Some((y, arguments)) = Self::numbers(&values, lane) {
                let (log_density, by_y, by_arguments) = D::log_density(y, arguments);
                (value[lane], slopes[0][lane]) = (log_density, by_y);
                for (slopes, slope) in slopes[1..].iter_mut().zip(by_arguments) {
                    slopes[lane] = slope;
                }
            }
        }
        (Pack::from_array(simd, value), slopes.map(|slopes| Pack::from_array(simd, slopes)))
    }

    const DRAW: DrawWith = DrawWith::Values(|values, rng| D::draw(from_fn(|place| values[place + 1]), rng));
}

/// The arguments of a law with its variable before them.
type With<Variable, Arguments> = <Arguments as Prepend<Variable>>::Output;

/// The log density of a law at a variable.
type DensityAt<D, const COUNT: usize, Variable, Arguments> =
    Applied<CustomDensity<D, COUNT>, With<Variable, Arguments>>;

impl<D, const COUNT: usize, Given> Sealed for Custom<D, COUNT, Given> {}

impl<D: CustomDistribution<COUNT>, const COUNT: usize, Given, Variable: Expression> Law<Variable>
    for Custom<D, COUNT, Given>
where
    Given: Prepend<Variable> + Copy + Send + Sync,
    With<Variable, Given>: Fit,
{
    type LogDensity = DensityAt<D, COUNT, Variable, Given>;
    const CHECKED: () = {
        type Bound<Variable, Given> = <Fitted<With<Variable, Given>> as Expressions>::Bound;
        let arguments = <CustomDensity<D, COUNT> as Function>::ARGUMENTS;
        whole_arguments::<Bound<Variable, Given>>(D::NAME, arguments).refuse();
    };
    const IS_ELEMENTWISE: bool = true;

    fn log_density_at(self, variable: Variable) -> Self::LogDensity {
        apply::<CustomDensity<D, COUNT>, _>(self.arguments.prepend(variable))
    }

    fn broken_rule(&self, _: usize, observation: f64) -> Option<&'static str> {
        (!D::VARIABLE.contains(observation)).then(|| D::VARIABLE.rule())
    }

    fn sketch(&self, variable: Variable) -> LawSketch {
        let expressions: Fitted<With<Variable, Given>> = self.arguments.prepend(variable).lift();
        let arguments = <CustomDensity<D, COUNT> as Function>::ARGUMENTS;
        LawSketch::of_arguments(D::NAME, arguments, expressions.parts())
    }

    fn describe(&self, text: &mut String) {
        text.push_str(D::NAME);
        text.push_str("(…)");
    }
}

impl<D, const COUNT: usize, Given> Custom<D, COUNT, Given> {
    /// The log density at `y` as an expression, element by element. Outside the support it is −∞.
    pub fn log_density<Y: IntoExpr>(self, y: Y) -> Expr<<Self as Law<Y::Node>>::LogDensity>
    where
        Self: Law<Y::Node>,
    {
        let () = <Self as Law<Y::Node>>::CHECKED;
        Expr(self.log_density_at(y.into_expr().0))
    }
}

impl<Target: Variable, D, const COUNT: usize, Given> Follow<Target> for Custom<D, COUNT, Given>
where
    Self: Law<Target>,
    Target::Shape: LeftOf<<<Self as Law<Target>>::LogDensity as Expression>::Shape>,
{
    type Statement = ComposedNode<Target, Self, <Self as Law<Target>>::LogDensity>;

    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement {
        ComposedNode::new(variable, self, source)
    }
}
