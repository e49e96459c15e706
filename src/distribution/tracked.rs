//! Laws of choices for tracked runs: functions of the value and the arguments, with derivatives.

use crate::compiler::Datum;
use crate::contract::family::{Domain, Family, are_valid};
use crate::distribution::shared::at_numbers::evaluate_numbers;
use crate::distribution::{
    Categorical, CategoryCounts, ChoiceLaw, Distribution, Numbers, Primitive, TrackedLaw,
};
use crate::frame::MAX_ARGUMENTS;
use crate::node::DataVector;
use crate::random::category;
use crate::shape::Dimension;
use crate::track::{Law, Space};
use core::ops::RangeInclusive;

impl<F: Primitive, Arguments: Numbers> TrackedLaw for Distribution<F, Arguments> {
    const LAW: &'static Law = &Law {
        name: F::FACTS.name,
        log_density: |numbers| {
            let evaluated = arguments_of::<F>(numbers).and_then(|numbers| evaluate_numbers::<F>(&numbers));
            evaluated.map_or(f64::NEG_INFINITY, |(log_density, _)| log_density)
        },
        derivative: Some(|numbers, derivatives| {
            let evaluated = arguments_of::<F>(numbers).and_then(|numbers| evaluate_numbers::<F>(&numbers));
            let partials = evaluated.map_or([0.0; MAX_ARGUMENTS], |(_, partials)| partials);
            derivatives.copy_from_slice(&partials[..derivatives.len()]);
        }),
        draw: |arguments, rng| {
            let mut places = [f64::NAN; MAX_ARGUMENTS];
            places[1..=arguments.len()].copy_from_slice(arguments);
            if are_valid::<F>(&places) { F::draw(&places, rng) } else { f64::NAN }
        },
        space: space_of(F::FACTS.arguments[0].domain),
        candidates: candidates::<F>,
    };
}

/// Returns the numbers in their places; `None` if the arguments give no distribution.
fn arguments_of<F: Family>(numbers: &[f64]) -> Option<[f64; MAX_ARGUMENTS]> {
    let mut places = [f64::NAN; MAX_ARGUMENTS];
    places[..numbers.len()].copy_from_slice(numbers);
    are_valid::<F>(&places).then_some(places)
}

/// Returns a range of whole numbers that contains all values of a family; `None` if no range is known. A rule
/// about a count limits the count by one of the arguments.
fn candidates<F: Family>(arguments: &[f64]) -> Option<RangeInclusive<i64>> {
    let largest =
        arguments.iter().fold(0.0_f64, |largest, argument| largest.max(argument.abs())).ceil() as i64;
    let is_bounded = F::FACTS.rules.iter().any(|rule| rule.reads.contains(&0));
    match F::FACTS.arguments[0].domain {
        Domain::Binary => Some(0..=1),
        Domain::Count if is_bounded => Some(0..=largest),
        Domain::Whole if is_bounded => Some(-largest..=largest),
        _ => None,
    }
}

/// Returns the space of a domain.
const fn space_of(domain: Domain) -> Space {
    match domain {
        Domain::Real | Domain::Extended => Space::Real,
        Domain::Positive | Domain::NonNegative => Space::Positive,
        Domain::Unit | Domain::OpenUnit => Space::Unit,
        Domain::Count | Domain::Binary | Domain::Whole => Space::Discrete,
    }
}

/// log p(k) = log p_k − log Σ p, so the derivative by p_j is [j = k]/p_k − 1/Σ p.
impl<T: Datum, N: Dimension> TrackedLaw for Categorical<CategoryCounts, DataVector<'_, T, N>> {
    const LAW: &'static Law = &Law {
        name: Self::NAME,
        log_density: |numbers| {
            let sum: f64 = numbers[1..].iter().sum();
            let is_valid = numbers[1..].iter().all(|&part| part >= 0.0) && sum > 0.0;
            let part = numbers.get(1 + numbers[0] as usize).filter(|_| is_valid && numbers[0] >= 0.0);
            part.map_or(f64::NEG_INFINITY, |part| (part / sum).ln())
        },
        derivative: Some(|numbers, derivatives| {
            let sum: f64 = numbers[1..].iter().sum();
            derivatives.fill(-1.0 / sum);
            derivatives[0] = 0.0;
            let chosen = 1 + numbers[0] as usize;
            if let Some(derivative) = derivatives.get_mut(chosen) {
                *derivative += 1.0 / numbers[chosen];
            }
        }),
        draw: |probabilities, rng| category(probabilities, rng) as f64,
        space: Space::Discrete,
        candidates: |probabilities| Some(0..=probabilities.len() as i64 - 1),
    };
}
