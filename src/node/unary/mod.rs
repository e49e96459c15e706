//! A function of one argument, element by element: y = f(x), with x̄ = f′(x) ȳ.

mod bound;
mod written;

pub(crate) use bound::rest_of_product;
pub use bound::{BoundUnary, Keeps, UnaryFunction};
pub use written::Unary;
