//! Distributions of whole vectors with a covariance, as laws: the statement adds up all observations, as an expression each
//! observation has its own log density.

use super::elliptical::{Elliptical, Grouping, Radial};
use crate::covariance::Structure;
use crate::distribution::Law;
use crate::model::{ComposedNode, Follow, Variable};
use crate::node::{Node, Prepend, Stored, Tuple, Whole};
use crate::shape::{Dimension, Matrix, Scalar, Shape, Vector};
use core::marker::PhantomData;

/// A distribution of vectors: its kind, how rows share means, its covariance, and all arguments, in slots. `Mean` is the
/// mean's shape.
#[derive(Clone, Copy, Debug)]
pub struct Multivariate<Kind, Groups, Covariance, Mean, Arguments> {
    pub(super) covariance: Covariance,
    pub(super) groups: Groups,
    pub(super) arguments: Arguments,
    kind: PhantomData<fn() -> (Kind, Mean)>,
}

impl<Kind, Groups, Covariance, Mean, Arguments> Multivariate<Kind, Groups, Covariance, Mean, Arguments> {
    pub(super) fn new(covariance: Covariance, groups: Groups, arguments: Arguments) -> Self {
        Self { covariance, groups, arguments, kind: PhantomData }
    }
}

/// What follows a multivariate distribution: a vector, or a matrix of which each row is one.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` cannot follow a multivariate distribution",
    label = "not a vector, and no rows of vectors",
    note = "one observation is a vector, many are the rows of a matrix"
)]
pub trait Observations: Shape {
    /// The shape of one number for each observation.
    type Each: Shape;
}

impl<N: Dimension> Observations for Vector<N> {
    type Each = Scalar;
}

impl<Rows: Dimension, Columns: Dimension> Observations for Matrix<Rows, Columns> {
    type Each = Vector<Rows>;
}

/// The variable before the arguments.
type With<Target, Arguments> = <Arguments as Prepend<Stored<Target>>>::Output;

/// The log density as an operation on the variable and the arguments.
type Density<Kind, G, K, Mean, Arguments, Target, const PER_ROW: bool, Sh> =
    Whole<Elliptical<Kind, K, G, <Target as Node>::Shape, Mean, PER_ROW>, With<Target, Arguments>, Sh>;

impl<Kind, G, K, Mean, Arguments, Target> Law<Target> for Multivariate<Kind, G, K, Mean, Arguments>
where
    Kind: Radial,
    G: Grouping,
    K: Structure,
    Mean: Shape,
    Arguments: Prepend<Stored<Target>> + Copy + Send + Sync,
    With<Target, Arguments>: Tuple,
    Target: Node,
    Target::Shape: Observations,
{
    type LogDensity =
        Density<Kind, G, K, Mean, Arguments, Target, true, <Target::Shape as Observations>::Each>;
    const IS_DISCRETE: bool = false;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        let nodes = self.arguments.prepend(Stored::new(variable));
        Whole::new(Elliptical::new(self.covariance, self.groups), nodes)
    }

    fn broken_rule(&self, _: usize, _: f64) -> Option<&'static str> {
        None
    }

    fn describe(&self, text: &mut String) {
        text.push_str(Kind::NAME);
        text.push_str("(…)");
    }
}

/// The log density of all observations together.
#[derive(Clone, Copy, Debug)]
pub struct Total<L>(L);

impl<Kind, G, K, Mean, Arguments, Target> Law<Target> for Total<Multivariate<Kind, G, K, Mean, Arguments>>
where
    Multivariate<Kind, G, K, Mean, Arguments>: Law<Target>,
    Kind: Radial,
    G: Grouping,
    K: Structure,
    Mean: Shape,
    Arguments: Prepend<Stored<Target>> + Copy + Send + Sync,
    With<Target, Arguments>: Tuple,
    Target: Node,
{
    type LogDensity = Density<Kind, G, K, Mean, Arguments, Target, false, Scalar>;
    const IS_DISCRETE: bool = false;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        let nodes = self.0.arguments.prepend(Stored::new(variable));
        Whole::new(Elliptical::new(self.0.covariance, self.0.groups), nodes)
    }

    fn broken_rule(&self, _: usize, _: f64) -> Option<&'static str> {
        None
    }

    fn describe(&self, text: &mut String) {
        self.0.describe(text);
    }
}

impl<Kind, G, K, Mean, Arguments, Target: Variable> Follow<Target>
    for Multivariate<Kind, G, K, Mean, Arguments>
where
    Total<Self>: Law<Target>,
{
    type Statement = ComposedNode<Target, Total<Self>, <Total<Self> as Law<Target>>::LogDensity>;

    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement {
        ComposedNode::new(variable, Total(self), source)
    }
}
