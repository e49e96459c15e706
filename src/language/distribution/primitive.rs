//! Distributions of single numbers outside of models: what a draw is in Rust, and log densities of numbers.

use super::{Distribution, Draw, Every, LOGARITHM, Numbers};
use crate::family::evaluate;
use crate::math;
use crate::node::MAX_ARGUMENTS;
use crate::simd::Pack;
use pulp::Scalar;
use rand::Rng;

/// A number as Rust has it: `bool`, a whole number or `f64`.
pub trait Native: Copy + PartialEq + core::fmt::Debug + Send + Sync + 'static {
    /// The number, true as 1.
    fn to_number(self) -> f64;

    /// The value that is this number.
    fn of_number(number: f64) -> Self;
}

impl Native for f64 {
    fn to_number(self) -> f64 {
        self
    }

    fn of_number(number: f64) -> Self {
        number
    }
}

impl Native for bool {
    fn to_number(self) -> f64 {
        f64::from(u8::from(self))
    }

    fn of_number(number: f64) -> Self {
        number != 0.0
    }
}

macro_rules! whole {
    ($($Whole:ty),*) => {$(
        impl Native for $Whole {
            fn to_number(self) -> f64 {
                self as f64
            }

            fn of_number(number: f64) -> Self {
                number as $Whole
            }
        }
    )*};
}

whole!(u64, i64, usize);

/// A family of distributions of single numbers, which draws have as `Value`.
pub trait Primitive: Draw {
    /// What a draw is in Rust.
    type Value: Native;
}

impl<F: Primitive, Arguments: Numbers> Distribution<F, Arguments> {
    /// The arguments in their places, from 1, if there is such a distribution.
    pub(crate) fn valid_numbers(&self) -> Option<[f64; MAX_ARGUMENTS]> {
        let numbers = self.arguments.numbers();
        super::are_valid::<F>(&numbers).then_some(numbers)
    }
}

/// A draw, given the arguments in their places.
pub(crate) fn draw<F: Primitive>(numbers: &[f64; MAX_ARGUMENTS], rng: &mut impl Rng) -> f64 {
    F::draw(numbers, rng)
}

/// The log density at the number in the first place, given the arguments in theirs: −∞ outside the support.
pub(crate) fn log_density<F: Primitive>(numbers: &[f64; MAX_ARGUMENTS]) -> f64 {
    let is_possible = F::ARGUMENTS[0].domain.contains(numbers[0]);
    let follows = F::RULES.iter().all(|rule| (rule.holds)(numbers));
    if !is_possible || !follows {
        return f64::NEG_INFINITY;
    }
    let simd = Scalar::new();
    let mut packs = numbers.map(|number| Pack::splat(simd, number));
    if let Some(place) = F::LOGARITHM_OF {
        packs[LOGARITHM] = math::log(packs[place]);
    }
    for (column, (values, _)) in F::columns(packs[0]).into_iter().take(F::COLUMNS).enumerate() {
        packs[F::ARGUMENTS.len() + column] = values;
    }
    evaluate::<F::Terms, Every, Scalar>(simd, &packs).0.first()
}
