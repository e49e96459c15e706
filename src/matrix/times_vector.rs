//! The product of a matrix expression and a vector: for a data matrix it is computed from panels that
//! `compile()` packs, for other matrices from whole values.

use crate::compiler::Index;
use crate::contract::expression::{AsWhole, Expression, InPanels, Multiplication};
use crate::matrix::Multiply;
use crate::node::{DataTable, Dot, SparseDot, SparseTable, Stored, Whole};
use crate::shape::{Dimension, Vector};

/// The product A B of two whole values, which has the shape `Sh`.
pub type Multiplied<L, R, Sh> = Whole<Multiply<false>, (Stored<L>, Stored<R>), Sh>;

impl<L: Expression> Multiplication<L> for AsWhole {
    type Product<Rows: Dimension, V: Expression> = Multiplied<L, V, Vector<Rows>>;

    fn product<Rows: Dimension, V: Expression>(matrix: L, vector: V) -> Self::Product<Rows, V> {
        Whole::new(Multiply, (Stored::new(matrix), Stored::new(vector)))
    }
}

impl<'a, R: Dimension, C: Dimension> Multiplication<DataTable<'a, R, C>> for InPanels {
    type Product<Rows: Dimension, V: Expression> = Dot<'a, Rows, V>;

    fn product<Rows: Dimension, V: Expression>(matrix: DataTable<'a, R, C>, vector: V) -> Dot<'a, Rows, V> {
        Dot::new(matrix.numbers, vector)
    }
}

impl<'a, I: Index, R: Dimension, C: Dimension> Multiplication<SparseTable<'a, I, R, C>> for InPanels {
    type Product<Rows: Dimension, V: Expression> = SparseDot<'a, I, Rows, V>;

    fn product<Rows: Dimension, V: Expression>(
        matrix: SparseTable<'a, I, R, C>,
        vector: V,
    ) -> SparseDot<'a, I, Rows, V> {
        SparseDot::new(matrix.matrix, vector)
    }
}
