//! The product of an expression that is a matrix, and a vector: of data it is computed from panels that
//! `compile()` packs, of anything else from whole values.

use super::{DataTable, Dot, Expression, Stored, Whole};
use crate::operation::Multiply;
use crate::shape::{Dimension, Vector};

/// The product A B of whole values, of the shape `Sh`.
pub type Multiplied<L, R, Sh> = Whole<Multiply<false>, (Stored<L>, Stored<R>), Sh>;

/// An expression that says how it is multiplied with a vector, if it is a matrix.
pub trait TimesVector {
    /// The way in which the expression is multiplied with a vector: a [`Multiplication`].
    type Multiplication;
}

/// A way to multiply the matrix `L` with vectors.
pub trait Multiplication<L: Expression> {
    /// The product of the matrix, which has `Rows` rows, and the vector `V`.
    type Product<Rows: Dimension, V: Expression>: Expression;

    /// The product.
    fn product<Rows: Dimension, V: Expression>(matrix: L, vector: V) -> Self::Product<Rows, V>;
}

/// The product of the matrix `L`, which has `Rows` rows, and the vector `V`.
pub type ProductWithVector<L, Rows, V> =
    <<L as TimesVector>::Multiplication as Multiplication<L>>::Product<Rows, V>;

/// The matrix and the vector stand in the workspace.
#[derive(Clone, Copy, Debug)]
pub struct AsWhole;

impl<L: Expression> Multiplication<L> for AsWhole {
    type Product<Rows: Dimension, V: Expression> = Multiplied<L, V, Vector<Rows>>;

    fn product<Rows: Dimension, V: Expression>(matrix: L, vector: V) -> Self::Product<Rows, V> {
        Whole::new(Multiply, (Stored::new(matrix), Stored::new(vector)))
    }
}

/// The matrix is data in panels.
#[derive(Clone, Copy, Debug)]
pub struct InPanels;

impl<'a, R: Dimension, C: Dimension> Multiplication<DataTable<'a, R, C>> for InPanels {
    type Product<Rows: Dimension, V: Expression> = Dot<'a, Rows, V>;

    fn product<Rows: Dimension, V: Expression>(matrix: DataTable<'a, R, C>, vector: V) -> Dot<'a, Rows, V> {
        Dot::new(matrix.numbers, vector)
    }
}
