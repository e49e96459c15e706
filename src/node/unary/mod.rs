//! A function of one argument, element by element: y = f(x), with x̄ = f′(x) ȳ.

mod bound;
mod written;

pub use bound::{BoundUnary, UnaryFunction};
pub use written::Unary;
