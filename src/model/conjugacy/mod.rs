//! Full conditionals that are known: from what nodes tell of a variable to the law of its conditional.

mod integral;
mod joint;
mod kinds;
mod rule;

pub use integral::Integral;
pub use joint::Joint;
pub use kinds::{Kind, Kinds};
pub use rule::Rule;
