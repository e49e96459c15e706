//! Full conditionals that are known in closed form: from the facts that nodes state about a variable to the
//! law of its conditional.

mod integral;
mod joint;
mod rule;

pub use integral::Integral;
pub use joint::Joint;
pub use rule::UpdateRule;
