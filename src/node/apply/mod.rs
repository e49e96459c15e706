//! A function of several arguments, element by element: y = f(x₁, …, xₖ), with x̄ⱼ = ∂f/∂xⱼ ȳ.

mod bound;
mod function;
mod verbs;
mod written;

pub use bound::BoundApply;
pub(crate) use function::functions_of_several;
pub use function::{DrawWith, Function};
pub(crate) use verbs::verbs_with_partials;
pub use written::Apply;
