//! Expressions whose values are whole numbers, which can index a vector.

use crate::compiler::DeclaredData;
use crate::compiler::Index;
use crate::contract::expression::Expression;
use crate::contract::transform::Integers;
use crate::name::Name;
use crate::node::{Add, Binary, Constant, DataVector, ElementOf, Gather, Mul, Parameter, Splat, Sub, View};
use crate::shape::{Dimension, Scalar, Shape};

/// An expression of whole numbers: a discrete parameter, integers that are data, and their sums and products.
///
/// A constant also implements this trait, since its type does not show whether it is whole; an index that
/// is not whole gives NaN.
#[diagnostic::on_unimplemented(
    message = "a vector cannot be indexed by `{Self}`, which may not be whole",
    label = "not made of discrete parameters and integers",
    note = "an index can be a discrete parameter, integers that are data, or a sum or a product of these"
)]
pub trait WholeNumber: Expression {}

impl WholeNumber for Constant {}

impl<T: Index, N: Dimension> WholeNumber for DataVector<'_, T, N> {}

impl<Var: Name, Sh: Shape, Seen: DeclaredData> WholeNumber for Parameter<Var, Sh, Integers, Seen> {}

impl<I: Index, N: WholeNumber> WholeNumber for Gather<&[I], N> {}

impl<N: WholeNumber> WholeNumber for View<ElementOf, N, Scalar> {}

impl<N: WholeNumber, Sh: Shape> WholeNumber for Splat<N, Sh> {}

macro_rules! whole_functions {
    ($($Function:ident)*) => {$(
        impl<L: WholeNumber, R: WholeNumber, Sh: Shape> WholeNumber for Binary<$Function, L, R, Sh>
        where
            Self: Expression,
        {
        }
    )*};
}

whole_functions!(Add Sub Mul);
