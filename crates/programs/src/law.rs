//! The laws of the choices of programs: traits that crates with distributions implement.

use crate::track::Law;
use rand::Rng;

pub use monomorph_base::MAX_ARGUMENTS;
pub use monomorph_base::native::Native;

/// A law of one number whose arguments are numbers: the law of a choice of a [program](crate::program).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a law of one number whose arguments are numbers",
    note = "choices of a program follow a distribution such as `normal(0.0, 1.0)` or `categorical(&[0.2, 0.8])`"
)]
pub trait ChoiceLaw {
    /// The Rust type of a draw.
    type Value: Native;

    /// The name of the law in a program.
    const NAME: &'static str;

    /// Returns the arguments, the first one at place 1; or, if they do not make a distribution, a text that
    /// describes them.
    fn arguments(&self) -> Result<[f64; MAX_ARGUMENTS], String>;

    /// Returns the rule that a value breaks if it has a kind that never follows the law, such as a fraction
    /// for a law of counts.
    fn broken_rule(&self, value: f64) -> Option<&'static str>;

    /// Draws a value, given the arguments as [`arguments`](Self::arguments) returns them.
    fn draw<R: Rng>(&self, arguments: &[f64; MAX_ARGUMENTS], rng: &mut R) -> f64;

    /// Evaluates the log density of a value, given the arguments as [`arguments`](Self::arguments) returns
    /// them; −∞ outside the support.
    fn log_density_of(&self, value: f64, arguments: &[f64; MAX_ARGUMENTS]) -> f64;
}

/// A law whose choices can be tracked: its density is a function of numbers.
#[diagnostic::on_unimplemented(
    message = "choices by `{Self}` are not tracked",
    note = "a law of one's own says by `TrackedLaw` how its log density is computed from the value and the arguments"
)]
pub trait TrackedLaw: ChoiceLaw {
    /// The law as functions of the value, followed by the arguments in their order.
    const LAW: &'static Law;
}
