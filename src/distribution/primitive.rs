//! Distributions of single numbers outside of models: what a draw is in Rust, and log densities of numbers.

use crate::compiler::Datum;
use crate::contract::family::Draw;
use crate::distribution::shared::at_numbers::evaluate_numbers;
use crate::distribution::{Categorical, CategoryCounts, Distribution, Numbers};
use crate::frame::MAX_ARGUMENTS;
use crate::native::Native;
use crate::node::DataVector;
use crate::probabilities::{Fault, sum};
use crate::shape::Dimension;
use rand::{Rng, RngExt};

/// A family of distributions of single numbers, which draws have as `Value`.
pub trait Primitive: Draw {
    /// The type of a draw in Rust.
    type Value: Native;
}

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

impl<F: Primitive, Arguments: Numbers> ChoiceLaw for Distribution<F, Arguments> {
    type Value = F::Value;
    const NAME: &'static str = F::NAME;

    fn arguments(&self) -> Result<[f64; MAX_ARGUMENTS], String> {
        let numbers = self.arguments.numbers();
        if crate::contract::family::are_valid::<F>(&numbers) {
            return Ok(numbers);
        }
        let named = F::ARGUMENTS.iter().zip(&numbers).skip(1);
        let named: Vec<String> =
            named.map(|(argument, number)| format!("{} = {number}", argument.name)).collect();
        Err(named.join(", "))
    }

    fn broken_rule(&self, value: f64) -> Option<&'static str> {
        let domain = F::ARGUMENTS[0].domain;
        (!domain.contains(value)).then(|| domain.rule())
    }

    fn draw<R: Rng>(&self, arguments: &[f64; MAX_ARGUMENTS], rng: &mut R) -> f64 {
        F::draw(arguments, rng)
    }

    fn log_density_of(&self, value: f64, arguments: &[f64; MAX_ARGUMENTS]) -> f64 {
        let mut numbers = *arguments;
        numbers[0] = value;
        evaluate_numbers::<F>(&numbers).map_or(f64::NEG_INFINITY, |(log_density, _)| log_density)
    }
}

/// A category, given the probability of each.
impl<T: Datum, N: Dimension> ChoiceLaw for Categorical<CategoryCounts, DataVector<'_, T, N>> {
    type Value = usize;
    const NAME: &'static str = "categorical";

    fn arguments(&self) -> Result<[f64; MAX_ARGUMENTS], String> {
        let sum = sum(self.argument().numbers().iter().map(|number| number.to_f64()));
        let mut arguments = [f64::NAN; MAX_ARGUMENTS];
        arguments[1] = sum.map_err(|fault| match fault {
            Fault::Number(place, number) => format!("the probability {number} of the category {place}"),
            Fault::Sum(sum) => format!("probabilities that add up to {sum}"),
        })?;
        Ok(arguments)
    }

    fn broken_rule(&self, value: f64) -> Option<&'static str> {
        let count = self.argument().numbers().len();
        (!(value >= 0.0 && value < count as f64)).then_some("be a category, counted from 0")
    }

    fn draw<R: Rng>(&self, arguments: &[f64; MAX_ARGUMENTS], rng: &mut R) -> f64 {
        let mut rest = rng.random::<f64>() * arguments[1];
        let numbers = self.argument().numbers();
        let category = numbers.iter().position(|number| {
            rest -= number.to_f64();
            rest < 0.0
        });
        // Rounding may leave a rest behind the last category that can be.
        let last = || numbers.iter().rposition(|number| number.to_f64() > 0.0).unwrap_or(0);
        category.unwrap_or_else(last) as f64
    }

    fn log_density_of(&self, value: f64, arguments: &[f64; MAX_ARGUMENTS]) -> f64 {
        let number = self.argument().numbers().get(value as usize);
        number.map_or(f64::NEG_INFINITY, |number| (number.to_f64() / arguments[1]).ln())
    }
}
