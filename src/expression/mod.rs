//! [`Expr`], the wrapper that carries operators and functions, and what can become one.

mod diagonal;
mod dot;
mod expr;
mod factors;
mod into_expr;
mod join;
mod matrices;
mod methods;
mod operators;
mod vectors;

pub use diagonal::{
    ColumnsScaled, Diagonal, DiagonalAdded, RowsScaled, diag_post_multiply, diag_pre_multiply,
};
pub use dot::{Contract, DataProduct, Multiplied, MultipliedTransposed, Product, TimesData};
pub use expr::Expr;
pub use factors::{Factored, OfMatrix, RightSide, Solved};
pub use into_expr::{IntoExpr, data, fixed, matrix};
pub use join::{Ends, Pieces, Rows, Sides, concatenate, stack_columns, stack_rows};
pub use methods::{Index, InnerProduct, IntoIndex, Many};
pub use operators::{Combine, Combined};
pub use vectors::Outer;
