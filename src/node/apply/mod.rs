//! A function of several arguments, element by element: y = f(x₁, …, xₖ), with x̄ⱼ = ∂f/∂xⱼ ȳ.

mod bound;
mod written;

pub use bound::{BoundApply, DrawWith, Function};
pub(crate) use bound::{functions_of_several, verbs_with_partials};
pub use written::Apply;
