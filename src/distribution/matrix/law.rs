//! A distribution of a whole matrix as a law: one log density of all elements together.

use crate::distribution::Law;
use crate::expression::IntoExpr;
use crate::model::{ComposedNode, Follow, Variable};
use crate::node::{Node, Prepend, Stored, Tuple, Whole};
use crate::operation::Operation;
use crate::shape::{Dimension, Matrix, SameDimension, Scalar, Shape};

/// The distribution whose log density is the operation `Density` on the variable and the arguments, which are in slots.
#[derive(Clone, Copy, Debug)]
pub struct WholeLaw<Density, Arguments> {
    density: Density,
    arguments: Arguments,
}

/// A distribution with degrees of freedom `Nu` and the scale matrix `Scale`.
pub type OnScale<Density, Nu, Scale> =
    WholeLaw<Density, (Stored<<Nu as IntoExpr>::Node>, Stored<<Scale as IntoExpr>::Node>)>;

impl<Density: Operation, Arguments> WholeLaw<Density, Arguments> {
    /// The distribution with these arguments.
    pub(super) fn new(density: Density, arguments: Arguments) -> Self {
        Self { density, arguments }
    }
}

/// Shapes of square matrices.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` cannot follow a distribution of square matrices",
    label = "not a square matrix"
)]
pub trait OfMatrix: Shape {}

impl<Rows: SameDimension<Columns>, Columns: Dimension> OfMatrix for Matrix<Rows, Columns> {}

/// The variable before the arguments.
pub type Of<Target, Arguments> = <Arguments as Prepend<Stored<Target>>>::Output;

impl<Density, Arguments, Target> Law<Target> for WholeLaw<Density, Arguments>
where
    Density: Operation,
    Arguments: Prepend<Stored<Target>> + Copy + Send + Sync,
    Of<Target, Arguments>: Tuple,
    Target: Node,
    Target::Shape: OfMatrix,
{
    type LogDensity = Whole<Density, Of<Target, Arguments>, Scalar>;
    const IS_DISCRETE: bool = false;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        Whole::new(self.density, self.arguments.prepend(Stored::new(variable)))
    }

    fn broken_rule(&self, _: usize, _: f64) -> Option<&'static str> {
        None
    }

    fn describe(&self, text: &mut String) {
        text.push_str(&self.density.describe(&["…".to_owned(), "…".to_owned(), "…".to_owned()]));
    }
}

impl<Density, Arguments, Target: Variable> Follow<Target> for WholeLaw<Density, Arguments>
where
    Self: Law<Target>,
{
    type Statement = ComposedNode<Target, Self, <Self as Law<Target>>::LogDensity>;

    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement {
        ComposedNode::new(variable, self, source)
    }
}
