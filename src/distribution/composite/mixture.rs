//! mixture(w, laws):  log p(y) = log Σⱼ wⱼ pⱼ(y), see `node/log_mix.rs` for the derivatives.

use crate::contract::expression::{Expression, Expressions, Fit, Lists};
use crate::contract::law::Measure;
use crate::contract::sketch::LawSketch;
use crate::distribution::Law;
use crate::distribution::composite::WeightShape;
use crate::expression::{Expr, IntoExpr};
use crate::node::{Constant, LogMix, Probabilities};
use crate::sealed::{OfMixtures, Sealed};
use crate::shape::Broadcast;

/// A mixture of the laws `C` with the weights `W`.
#[derive(Clone, Copy, Debug)]
pub struct Mixture<W, C> {
    pub(super) weights: W,
    pub(super) components: C,
    /// The length of the weights, if they were given as a vector.
    given: Option<usize>,
}

/// A mixture of distributions: a tuple of up to six different ones, an array of one type, or any number of
/// one type by [`components`](crate::distribution::composite::components).
///
/// $$ \log p(y) = \log\sum_j w_j\, p_j(y) $$
///
/// The weights are a vector, such as a simplex, or a tuple or an array of scalars and vectors: one weight
/// for each component, zero or positive. They may also be a matrix, with a row of weights for each
/// observation and a column for each component, such as `data(&x).dot(gamma).softmax_rows()`. Their sum is
/// one: weights that are data are checked, and divided by their sum if it differs from 1 by less than 10⁻⁸.
/// Weights that are expressions of parameters are used unchanged: their sum is a factor of the density.
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [-2.1, 1.9, 2.3, -1.7];
/// params! { share: interval(0.0, 1.0), mu: vector(2) }
/// let model = model! {
///     share |= beta(2.0, 2.0),
///     mu    |= normal(0.0, 5.0),
///     data(&y) |= mixture((share, 1.0 - share), [normal(mu.at(0), 1.0), normal(mu.at(1), 1.0)]),
/// };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// An observation that is impossible under one component comes from the others, so counts with more zeros
/// than a Poisson distribution has, and counts whose zeros have their own process (a hurdle), are mixtures
/// with a point mass:
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [0, 3, 0, 0, 1, 2];
/// params! { zero: interval(0.0, 1.0), rate: positive() }
/// let zero_inflated = model! {
///     zero |= beta(1.0, 1.0),
///     rate |= gamma(2.0, 1.0),
///     data(&y) |= mixture((zero, 1.0 - zero), (discrete_range(0, 0), poisson(rate))),
/// };
/// assert_eq!(zero_inflated.compile()?.dimension(), 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// Laws of whole numbers and continuous laws may be mixed: for example an amount of money that is 0 for
/// many, and for the others any positive number. Such a law has atoms, which are numbers with a positive
/// probability. At an atom only probabilities count, at every other number densities; the two are never
/// added. Atoms are the numbers that, according to the data, are possible under a law of whole numbers or
/// are censored observations. A weight that is data and equals 0 removes the atoms of its law; a weight that
/// depends on a parameter does not, even if it is 0. Only data can follow a law with atoms.
///
/// ```
/// use monomorph::prelude::*;
///
/// let spent = [0.0, 12.5, 0.0, 3.1];
/// params! { any: interval(0.0, 1.0), mu: real() }
/// let model = model! {
///     any |= beta(1.0, 1.0),
///     mu  |= normal(0.0, 3.0),
///     data(&spent) |= mixture((1.0 - any, any), (discrete_range(0, 0), lognormal(mu, 1.0))),
/// };
/// assert_eq!(model.compile()?.dimension(), 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Mixtures, zero inflation, truncation, censoring](crate::guide::mixtures) begins with a whole
/// program.
pub fn mixture<W, C: Components<W>>(weights: W, components: C) -> C::Mixture {
    components.mixed(weights)
}

/// A list of the `COUNT` weights of a mixture.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of {COUNT} weights",
    note = "the weights of a mixture are a vector, or a tuple or an array with one weight for each component"
)]
pub trait Weights<const COUNT: usize>: Sealed<OfMixtures> {
    /// The expressions, one for each weight.
    type Nodes: Copy;

    /// The length of a vector of weights.
    fn length(&self) -> Option<usize> {
        None
    }

    /// Returns the expressions, one for each weight.
    fn into_nodes(self) -> Self::Nodes;
}

/// A list of the components of a mixture with the weights `W`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of components",
    note = "the components of a mixture are a tuple or an array of distributions, one for each weight, or \
            `components(count, |k| …)`"
)]
pub trait Components<W>: Sealed<OfMixtures> {
    /// The mixture.
    type Mixture;

    /// Returns the mixture.
    fn mixed(self, weights: W) -> Self::Mixture;
}

/// The laws of a mixture at one variable.
pub trait ComponentsAt<Variable: Expression>: Sealed<OfMixtures> + Copy + Send + Sync {
    /// The log densities.
    type LogDensities: Copy;

    /// The measure of the sum over the laws: densities, probabilities, or both.
    const MEASURE: Measure;

    /// True if, as far as the types show, no number has a probability under one law and a density under
    /// another.
    const ARE_ALIKE: bool;

    /// See [`Law::CHECKED`].
    const CHECKED: ();

    /// True if each law is a law of single elements.
    const IS_ELEMENTWISE: bool;

    /// Returns the log densities at a variable.
    fn log_densities_at(self, variable: Variable) -> Self::LogDensities;

    /// Returns the rule of the last component, if an observation breaks a rule of every component.
    fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str>;

    /// The sketches of the laws for the graph.
    fn sketches(&self, variable: Variable) -> Vec<LawSketch>;

    /// Appends the text of the laws.
    fn describe(&self, text: &mut String);
}

impl<N> Sealed<OfMixtures> for Expr<N> {}
impl<Part, const COUNT: usize> Sealed<OfMixtures> for [Part; COUNT] {}
impl<const COUNT: usize> Sealed<OfMixtures> for &[f64; COUNT] {}

impl<N: Expression<Shape: WeightShape>, const COUNT: usize> Weights<COUNT> for Expr<N> {
    type Nodes = [<N::Shape as WeightShape>::Weight<Probabilities<N>>; COUNT];

    fn length(&self) -> Option<usize> {
        Some(N::Shape::count(self.0.size()))
    }

    fn into_nodes(self) -> Self::Nodes {
        core::array::from_fn(|index| N::Shape::weight(Probabilities::new(self.0), index))
    }
}

impl<Weight: IntoExpr, const COUNT: usize> Weights<COUNT> for [Weight; COUNT] {
    type Nodes = [Weight::Node; COUNT];

    fn into_nodes(self) -> Self::Nodes {
        self.map(|weight| weight.into_expr().0)
    }
}

impl<const COUNT: usize> Weights<COUNT> for &[f64; COUNT] {
    type Nodes = [Constant; COUNT];

    fn into_nodes(self) -> Self::Nodes {
        self.map(Constant)
    }
}

impl<Component, W: Weights<COUNT>, const COUNT: usize> Components<W> for [Component; COUNT] {
    type Mixture = Mixture<W::Nodes, Self>;

    fn mixed(self, weights: W) -> Self::Mixture {
        Mixture { given: weights.length(), weights: weights.into_nodes(), components: self }
    }
}

impl<Component: Law<Variable>, Variable: Expression, const COUNT: usize> ComponentsAt<Variable>
    for [Component; COUNT]
{
    type LogDensities = [Component::LogDensity; COUNT];
    const MEASURE: Measure = Component::MEASURE;
    const ARE_ALIKE: bool = true;
    const CHECKED: () = Component::CHECKED;
    const IS_ELEMENTWISE: bool = Component::IS_ELEMENTWISE;

    fn log_densities_at(self, variable: Variable) -> Self::LogDensities {
        self.map(|component| component.log_density_at(variable))
    }

    fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str> {
        let rules = self.iter().map(|component| component.broken_rule(index, observation));
        rules.reduce(Option::and).flatten()
    }

    fn sketches(&self, variable: Variable) -> Vec<LawSketch> {
        self.iter().map(|component| component.sketch(variable)).collect()
    }

    fn describe(&self, text: &mut String) {
        for (place, component) in self.iter().enumerate() {
            text.push_str(if place == 0 { "" } else { ", " });
            component.describe(text);
        }
    }
}

/// Implements the traits of weights and components for the tuple of these parts.
macro_rules! tuples {
    ($($count:literal: $($Part:ident $place:tt),+;)*) => {$(
        impl<$($Part),+> Sealed<OfMixtures> for ($($Part,)+) {}

        impl<$($Part: IntoExpr),+> Weights<$count> for ($($Part,)+) {
            type Nodes = ($($Part::Node,)+);

            fn into_nodes(self) -> Self::Nodes {
                ($(self.$place.into_expr().0,)+)
            }
        }

        impl<W: Weights<$count>, $($Part),+> Components<W> for ($($Part,)+) {
            type Mixture = Mixture<W::Nodes, Self>;

            fn mixed(self, weights: W) -> Self::Mixture {
                Mixture { given: weights.length(), weights: weights.into_nodes(), components: self }
            }
        }

        impl<Variable: Expression, $($Part: Law<Variable>),+> ComponentsAt<Variable> for ($($Part,)+) {
            type LogDensities = ($($Part::LogDensity,)+);
            const MEASURE: Measure = Measure::of_all(&[$($Part::MEASURE),+]);
            const ARE_ALIKE: bool = !Self::MEASURE.is_both();
            const CHECKED: () = { $(let () = $Part::CHECKED;)+ };
            const IS_ELEMENTWISE: bool = true $(&& $Part::IS_ELEMENTWISE)+;

            fn log_densities_at(self, variable: Variable) -> Self::LogDensities {
                ($(self.$place.log_density_at(variable),)+)
            }

            fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str> {
                let rules = [$(self.$place.broken_rule(index, observation)),+];
                rules.into_iter().reduce(Option::and).flatten()
            }

            fn sketches(&self, variable: Variable) -> Vec<LawSketch> {
                vec![$(self.$place.sketch(variable)),+]
            }

            fn describe(&self, text: &mut String) {
                $(
                    text.push_str(if $place == 0 { "" } else { ", " });
                    self.$place.describe(text);
                )+
            }
        }
    )*};
}

tuples! {
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, D 2;
    4: A 0, B 1, D 2, E 3;
    5: A 0, B 1, D 2, E 3, F 4;
    6: A 0, B 1, D 2, E 3, F 4, G 5;
}

/// The common shape of the expressions `Left` and `Right`.
type Joint<Left, Right> = <<Left as Fit>::Shape as Broadcast<<Right as Fit>::Shape>>::Output;

impl<W, C> Sealed for Mixture<W, C> {}

impl<W, C, Variable: Expression> Law<Variable> for Mixture<W, C>
where
    W: Fit + Send + Sync,
    C: ComponentsAt<Variable>,
    C::LogDensities: Fit,
    <C::LogDensities as Fit>::Shape: Broadcast<W::Shape>,
    W::Lifted<Joint<C::LogDensities, W>>: Lists,
    <C::LogDensities as Fit>::Lifted<Joint<C::LogDensities, W>>: Lists,
{
    type LogDensity = LogMix<
        W::Lifted<Joint<C::LogDensities, W>>,
        <C::LogDensities as Fit>::Lifted<Joint<C::LogDensities, W>>,
        Joint<C::LogDensities, W>,
    >;
    const IS_OF_DATA: bool = Self::MEASURE.is_both();
    const CHECKED: () = C::CHECKED;
    const IS_ELEMENTWISE: bool = C::IS_ELEMENTWISE;

    fn log_density_at(self, variable: Variable) -> Self::LogDensity {
        LogMix::new(self.weights.lift(), self.components.log_densities_at(variable).lift(), self.given)
    }

    fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str> {
        self.components.broken_rule(index, observation)
    }

    fn sketch(&self, variable: Variable) -> LawSketch {
        let weights = self.weights.lift::<W::Shape>();
        LawSketch::mixture(weights.parts(), self.components.sketches(variable))
    }

    fn describe(&self, text: &mut String) {
        text.push_str("mixture(…, (");
        self.components.describe(text);
        text.push_str("))");
    }
}
