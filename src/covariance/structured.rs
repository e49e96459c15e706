//! What stands for a covariance matrix in a distribution.

use super::{Dense, Structure};
use crate::expression::IntoExpr;
use crate::node::{Node, Stored};
use crate::shape::{Dimension, Matrix, SameDimension};

/// A structure with its arguments, a tuple of nodes in slots.
#[derive(Clone, Copy, Debug)]
pub struct Structured<Kind, Arguments> {
    pub(crate) structure: Kind,
    pub(crate) arguments: Arguments,
}

impl<Kind: Structure, Arguments> Structured<Kind, Arguments> {
    pub(crate) fn new(structure: Kind, arguments: Arguments) -> Self {
        Self { structure, arguments }
    }
}

/// A covariance matrix: a symmetric matrix expression or matrix of data, or one of the structures of
/// [`covariance`](crate::covariance).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no covariance matrix",
    label = "not a covariance matrix",
    note = "a covariance is a square matrix expression, a matrix of data, or a structure of `monomorph::covariance`"
)]
pub trait IntoCovariance: Copy {
    /// The structure.
    type Structure: Structure;

    /// Its arguments.
    type Arguments: Copy + Send + Sync;

    /// The structure with its arguments.
    fn into_covariance(self) -> Structured<Self::Structure, Self::Arguments>;
}

impl<Kind: Structure, Arguments: Copy + Send + Sync> IntoCovariance for Structured<Kind, Arguments> {
    type Structure = Kind;
    type Arguments = Arguments;

    fn into_covariance(self) -> Self {
        self
    }
}

impl<E: IntoExpr, Rows: SameDimension<Columns>, Columns: Dimension> IntoCovariance for E
where
    E::Node: Node<Shape = Matrix<Rows, Columns>>,
{
    type Structure = Dense;
    type Arguments = (Stored<E::Node>,);

    fn into_covariance(self) -> Structured<Dense, (Stored<E::Node>,)> {
        Structured::new(Dense, (Stored::new(self.into_expr().0),))
    }
}
