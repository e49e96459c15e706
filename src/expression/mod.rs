//! [`Expr`], the wrapper that carries operators and functions, and what can become one.

mod dot;
mod expr;
mod factors;
mod into_expr;
mod matrices;
mod methods;
mod operators;

pub use dot::{Contract, DataProduct, Multiplied, MultipliedTransposed, Product, TimesData};
pub use expr::Expr;
pub use factors::{Factored, RightSide, Solved};
pub use into_expr::{IntoExpr, data, fixed, matrix};
pub use methods::{Index, InnerProduct, IntoIndex, Many};
pub use operators::{Combine, Combined};
