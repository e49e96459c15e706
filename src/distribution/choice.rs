//! Laws of choices in programs: draws and log densities of single numbers outside models.

use crate::compiler::Datum;
use crate::distribution::shared::at_numbers::evaluate_numbers;
use crate::distribution::{Categorical, CategoryCounts, ChoiceLaw, Distribution, Numbers, Primitive};
use crate::frame::MAX_ARGUMENTS;
use crate::node::DataVector;
use crate::probabilities::{Fault, sum};
use crate::shape::Dimension;
use rand::{Rng, RngExt};

impl<F: Primitive, Arguments: Numbers> ChoiceLaw for Distribution<F, Arguments> {
    type Value = F::Value;
    const NAME: &'static str = F::FACTS.name;

    fn arguments(&self) -> Result<[f64; MAX_ARGUMENTS], String> {
        let numbers = self.arguments.numbers();
        if crate::contract::family::are_valid::<F>(&numbers) {
            return Ok(numbers);
        }
        let named = F::FACTS.arguments.iter().zip(&numbers).skip(1);
        let named: Vec<String> =
            named.map(|(argument, number)| format!("{} = {number}", argument.name)).collect();
        Err(named.join(", "))
    }

    fn broken_rule(&self, value: f64) -> Option<&'static str> {
        let domain = F::FACTS.arguments[0].domain;
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

/// The law of a category, given the probability of each category.
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
        // Rounding may leave a remainder after the last possible category.
        let last = || numbers.iter().rposition(|number| number.to_f64() > 0.0).unwrap_or(0);
        category.unwrap_or_else(last) as f64
    }

    fn log_density_of(&self, value: f64, arguments: &[f64; MAX_ARGUMENTS]) -> f64 {
        let number = self.argument().numbers().get(value as usize);
        number.map_or(f64::NEG_INFINITY, |number| (number.to_f64() / arguments[1]).ln())
    }
}
