//! A function of one argument, element by element: y = f(x), with x̄ = f′(x) ȳ.

mod bound;
mod function;
mod written;

pub use bound::BoundUnary;
pub(crate) use function::rest_of_product;
pub use function::{Keeps, UnaryFunction};
pub use written::Unary;
