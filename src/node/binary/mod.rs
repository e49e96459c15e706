//! A function of two arguments, element by element: z = f(x, y), with x̄ = ∂f/∂x z̄ and ȳ = ∂f/∂y z̄.

mod bound;
mod functions;
mod written;

pub use bound::BoundBinary;
pub use functions::{Add, BinaryFunction, Div, Greater, Less, Max, Min, Mul, Powf, Sub};
pub use written::Binary;
