//! [`Expr`], the wrapper that carries operators and functions, and what can become one.

mod expr;
mod into_expr;
mod matrices;
mod methods;
mod operators;

pub use expr::Expr;
pub use into_expr::{IntoExpr, data, fixed, matrix};
pub use methods::{Index, InnerProduct, IntoIndex};
pub use operators::{Combine, Combined};
