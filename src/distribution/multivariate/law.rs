//! Distributions of whole vectors with a covariance, as laws: a statement adds the log densities of all
//! observations; as an expression, each observation has its own log density.

use crate::compiler::Index;
use crate::contract::expression::{Expression, Expressions, Prepend};
use crate::contract::sketch::LawSketch;
use crate::covariance::Structure;
use crate::distribution::Law;
use crate::distribution::multivariate::elliptical::Elliptical;
use crate::distribution::multivariate::radial::{GroupedBy, Grouping, Radial, Ungrouped};
use crate::model::{ComposedNode, Follow, Variable};
use crate::node::{Stored, Whole};
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, Scalar, Shape, Vector};
use core::marker::PhantomData;

/// A distribution of vectors: its kind, how rows share means, its covariance, and all arguments, in slots.
/// `Mean` is the shape of the mean.
#[derive(Clone, Copy, Debug)]
#[must_use = "a distribution has no effect outside a statement"]
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

impl<Kind, Covariance, Rows: Dimension, Columns: Dimension, Arguments>
    Multivariate<Kind, Ungrouped, Covariance, Matrix<Rows, Columns>, Arguments>
{
    /// Uses the rows of the mean as the means of groups; `groups` has the group of each observation, counted
    /// from 0.
    ///
    /// If the observations are data, the cost depends on the number of groups, not on the number of
    /// observations.
    ///
    /// ```
    /// use monomorph::faer::mat;
    /// use monomorph::prelude::*;
    ///
    /// let y = mat![[0.3, -0.2], [1.1, 0.4], [-0.5, 0.9], [0.1, 0.2]];
    /// let arm = [0, 0, 1, 1];
    /// let sigma = mat![[1.0, 0.5], [0.5, 2.0]];
    /// params! { mu: vector(2).rows(2) }
    /// let model = model! {
    ///     mu |= normal(0.0, 10.0),
    ///     data(&y) |= multi_normal(mu, data(&sigma)).by_group(&arm),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 4);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn by_group<'a, I: Index>(
        self,
        groups: &'a (impl AsRef<[I]> + ?Sized),
    ) -> Multivariate<Kind, GroupedBy<'a, I>, Covariance, Matrix<Rows, Columns>, Arguments> {
        Multivariate::new(self.covariance, GroupedBy(groups.as_ref()), self.arguments)
    }
}

/// The shape of a value that follows a multivariate distribution: a vector, or a matrix whose rows are
/// observations.
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

/// The variable, followed by the arguments.
type With<Target, Arguments> = <Arguments as Prepend<Stored<Target>>>::Output;

/// The log density as an operation on the variable and the arguments.
type Density<Kind, G, K, Mean, Arguments, Target, const PER_ROW: bool, Sh> =
    Whole<Elliptical<Kind, K, G, <Target as Expression>::Shape, Mean, PER_ROW>, With<Target, Arguments>, Sh>;

impl<Kind, G, K, Mean, Arguments> Sealed for Multivariate<Kind, G, K, Mean, Arguments> {}

impl<Kind, G, K, Mean, Arguments, Target> Law<Target> for Multivariate<Kind, G, K, Mean, Arguments>
where
    Kind: Radial,
    G: Grouping,
    K: Structure,
    Mean: Shape,
    Arguments: Prepend<Stored<Target>> + Copy + Send + Sync,
    With<Target, Arguments>: Expressions,
    Target: Expression,
    Target::Shape: Observations,
{
    type LogDensity =
        Density<Kind, G, K, Mean, Arguments, Target, true, <Target::Shape as Observations>::Each>;
    const CHECKED: () = ();
    const IS_ELEMENTWISE: bool = false;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        let nodes = self.arguments.prepend(Stored::new(variable));
        Whole::new(Elliptical::new(self.covariance, self.groups), nodes)
    }

    fn broken_rule(&self, _: usize, _: f64) -> Option<&'static str> {
        None
    }

    fn sketch(&self, variable: Target) -> LawSketch {
        LawSketch::of_parts(Kind::NAME, self.arguments.prepend(Stored::new(variable)).parts())
    }

    fn describe(&self, text: &mut String) {
        text.push_str(Kind::NAME);
        text.push_str("(…)");
    }
}

/// The log density of all observations together.
#[derive(Clone, Copy, Debug)]
pub struct Total<L>(L);

impl<L> Sealed for Total<L> {}

impl<Kind, G, K, Mean, Arguments, Target> Law<Target> for Total<Multivariate<Kind, G, K, Mean, Arguments>>
where
    Multivariate<Kind, G, K, Mean, Arguments>: Law<Target>,
    Kind: Radial,
    G: Grouping,
    K: Structure,
    Mean: Shape,
    Arguments: Prepend<Stored<Target>> + Copy + Send + Sync,
    With<Target, Arguments>: Expressions,
    Target: Expression,
{
    type LogDensity = Density<Kind, G, K, Mean, Arguments, Target, false, Scalar>;
    const CHECKED: () = ();
    const IS_ELEMENTWISE: bool = false;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        let nodes = self.0.arguments.prepend(Stored::new(variable));
        Whole::new(Elliptical::new(self.0.covariance, self.0.groups), nodes)
    }

    fn broken_rule(&self, _: usize, _: f64) -> Option<&'static str> {
        None
    }

    fn sketch(&self, variable: Target) -> LawSketch {
        self.0.sketch(variable)
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
