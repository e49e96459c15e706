//! A sparse matrix of data as an expression: x, with ∂x = 0.
//!
//! Multiplied with a vector it becomes a [`BoundSparseDot`](crate::node::BoundSparseDot), which stores only
//! its entries. Other nodes, such as a product with a matrix, read it with its zeros, row after row, as a
//! [`DataTable`](crate::node::DataTable) is read.

use super::Sparse;
use super::rows::Rows;
use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Index};
use crate::contract::expression::{Describe, Expression, InPanels, TimesVector};
use crate::error::Error;
use crate::frame::Packed;
use crate::node::{BoundData, Expr, IntoExpr};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Dyn, Matrix, Sides};
use core::marker::PhantomData;
use faer::sparse::{SparseColMat, SparseColMatRef, SparseRowMat, SparseRowMatRef};

/// A borrowed sparse matrix of data with `R` rows and `C` columns.
#[derive(Clone, Copy, Debug)]
pub struct SparseTable<'a, I, R, C> {
    pub(crate) matrix: Sparse<'a, I>,
    shape: PhantomData<fn() -> (R, C)>,
}

impl<I, R, C> TimesVector for SparseTable<'_, I, R, C> {
    type Multiplication = InPanels;
}

impl<I: Index, R: Dimension, C: Dimension> Expression for SparseTable<'_, I, R, C> {
    type Shape = Matrix<R, C>;
    type Bound = BoundData<Matrix<R, C>>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::matrix(self.matrix.rows(), self.matrix.columns())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.matrix.check(compiler.context())?;
        compiler.check_cells(self.matrix.rows(), self.matrix.columns())?;
        let columns: Vec<usize> = (0..self.matrix.columns()).collect();
        let dense = Rows::of(&self.matrix).dense(&columns);
        Ok(BoundData::new(compiler.pack_rows(dense.as_ref())?, self.sides()))
    }

    fn bind_coefficients(self, _: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundData::new(Packed::default(), self.sides()))
    }
}

impl<I: Index, R: Dimension, C: Dimension> Describe for SparseTable<'_, I, R, C> {
    fn describe(&self, text: &mut String) {
        text.push_str("data");
    }
}

impl<I: Index, R: Dimension, C: Dimension> RowFacts for SparseTable<'_, I, R, C> {
    fn datum(&self, index: usize) -> Option<f64> {
        let columns = self.matrix.columns();
        let row = index.checked_div(columns)?;
        (row < self.matrix.rows()).then(|| self.matrix.cell(row, index % columns))
    }
}

/// Implements the conversions that let a sparse matrix be used as an expression.
macro_rules! expressions {
    ($([$($bound:tt)*] $Type:ty;)*) => {$(
        impl<'a, I: Index $($bound)*> IntoExpr for $Type {
            type Node = SparseTable<'a, I, Dyn, Dyn>;
            fn into_expr(self) -> Expr<Self::Node> {
                Expr(SparseTable { matrix: self.into(), shape: PhantomData })
            }
        }
    )*};
}

expressions! {
    [] Sparse<'a, I>;
    [+ faer::Index] SparseRowMatRef<'a, I, f64>;
    [+ faer::Index] SparseColMatRef<'a, I, f64>;
    [+ faer::Index] &'a SparseRowMat<I, f64>;
    [+ faer::Index] &'a SparseColMat<I, f64>;
}

sealed! {
    [I, R, C] SparseTable<'_, I, R, C>;
}
