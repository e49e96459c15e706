//! The laws that choices of programs follow, as those who own distributions say them.

use crate::track::Law;
use rand::Rng;

pub use monomorph_base::MAX_ARGUMENTS;
pub use monomorph_base::native::Native;

/// A law of one number, whose arguments are numbers: what a choice of a [program](crate::program) follows.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no law of one number with numbers for arguments",
    note = "choices of a program follow a distribution such as `normal(0.0, 1.0)` or `categorical(&[0.2, 0.8])`"
)]
pub trait ChoiceLaw {
    /// The type of a draw in Rust.
    type Value: Native;

    /// The name in a program.
    const NAME: &'static str;

    /// The arguments in their places, from 1; if there is no such distribution, what they are.
    fn arguments(&self) -> Result<[f64; MAX_ARGUMENTS], String>;

    /// The rule that a value breaks, if none of its kind can follow the law.
    fn broken_rule(&self, value: f64) -> Option<&'static str>;

    /// A draw, given the arguments in their places.
    fn draw<R: Rng>(&self, arguments: &[f64; MAX_ARGUMENTS], rng: &mut R) -> f64;

    /// The log density of a value, given the arguments in their places: −∞ outside the support.
    fn log_density_of(&self, value: f64, arguments: &[f64; MAX_ARGUMENTS]) -> f64;
}

/// A law whose choices can be tracked: its density is known as a function of numbers.
#[diagnostic::on_unimplemented(
    message = "choices by `{Self}` are not tracked",
    note = "a law of one's own says by `TrackedLaw` how its log density is computed from the value and the arguments"
)]
pub trait TrackedLaw: ChoiceLaw {
    /// The law as a function of the value and then the arguments, in their order.
    const LAW: &'static Law;
}
