//! Full conditionals that are known: from what nodes tell of a variable to the law of its conditional.

mod integral;
mod joint;
mod rule;

pub use integral::Integral;
pub use joint::Joint;
pub use rule::Rule;
