//! A function of two arguments, element by element: z = f(x, y), with x̄ = ∂f/∂x z̄ and ȳ = ∂f/∂y z̄.

mod bound;
mod written;

pub use bound::{Add, BinaryFunction, BoundBinary, Div, Mul, Powf, Sub};
pub use written::Binary;
