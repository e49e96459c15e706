//! Random numbers from distributions whose arguments are numbers: `rand`'s trait `Distribution`.
//!
//! | distribution | draws | how |
//! |-|-|-|
//! | of numbers | `f64` | `density!`'s section `draw` in each file |
//! | [`dirichlet`](crate::distribution::dirichlet()) | `Vec<f64>` | gamma numbers of the concentrations, divided by their sum |
//! | [`categorical`](crate::distribution::categorical()), [`categorical_logit`](crate::distribution::categorical_logit()) | `usize` | the place of a uniform number in the running sum |
//! | [`ordered_logistic`](crate::distribution::ordered_logistic()), [`ordered_probit`](crate::distribution::ordered_probit()) | `usize` | the cutpoints below a logistic or normal number |
//!
//! [`multi_normal`](crate::distribution::multi_normal()) and
//! [`multi_student_t`](crate::distribution::multi_student_t()) draw vectors, in `multivariate/sample.rs`.
//! Multinomial counts need the number of trials:
//! [`multinomial`](crate::distribution::multinomial())`(…).counts(trials, rng)`.

use crate::compiler::Datum;
use crate::contract::family::Draw;
use crate::distribution::{
    Categorical, CategoryCounts, CategoryCountsLog, Dirichlet, DirichletMultinomial, Distribution,
    MixtureOfEach, Multinomial, MultinomialLog, Ordered, OrderedLogistic, OrderedProbit,
};
use crate::frame::MAX_ARGUMENTS;
use crate::node::{
    ComponentElement, ComponentIndex, Constant, DataVector, Logarithmic, Probabilities, Softmax,
};
use crate::probabilities::sum;
use crate::random;
pub(super) use crate::random::{category, proportions, softmax};
use crate::shape::Dimension;
use rand::{Rng, RngExt};
use rand_distr::Distribution as Sample;

/// Arguments that are numbers.
pub trait Numbers {
    /// Returns the numbers in the places of the arguments, from 1.
    fn numbers(&self) -> [f64; MAX_ARGUMENTS];
}

/// Implements [`Numbers`] for the tuple of these numbers.
macro_rules! numbers {
    ($($number:ident)*) => {
        impl Numbers for ($(numbers!(@constant $number),)*) {
            fn numbers(&self) -> [f64; MAX_ARGUMENTS] {
                let ($(Constant($number),)*) = *self;
                let mut values = [f64::NAN; MAX_ARGUMENTS];
                let given: &[f64] = &[$($number),*];
                values[1..=given.len()].copy_from_slice(given);
                values
            }
        }
    };
    (@constant $number:ident) => { Constant };
}

numbers!();
numbers!(a);
numbers!(a b);
numbers!(a b c);
numbers!(a b c d);

/// Arguments that are numbers in each component of a mixture.
pub trait ComponentNumbers {
    /// Returns the numbers in the places of the arguments, from 1, for a component.
    fn component_numbers(&self, component: usize) -> [f64; MAX_ARGUMENTS];
}

/// An argument that is a number in each component of a mixture.
pub trait ComponentNumber {
    /// Returns the number in a component, NaN if the component has none.
    fn component_number(&self, component: usize) -> f64;
}

impl ComponentNumber for Constant {
    fn component_number(&self, _: usize) -> f64 {
        self.0
    }
}

impl ComponentNumber for ComponentIndex {
    fn component_number(&self, component: usize) -> f64 {
        component as f64
    }
}

impl<T: Datum, N: Dimension> ComponentNumber for ComponentElement<DataVector<'_, T, N>> {
    fn component_number(&self, component: usize) -> f64 {
        self.source().numbers().get(component).map_or(f64::NAN, |number| number.to_f64())
    }
}

/// Implements [`ComponentNumbers`] for a tuple.
macro_rules! component_numbers {
    ($($Argument:ident)*) => {
        impl<$($Argument: ComponentNumber),*> ComponentNumbers for ($($Argument,)*) {
            #[allow(non_snake_case, unused_variables)]
            fn component_numbers(&self, component: usize) -> [f64; MAX_ARGUMENTS] {
                let ($($Argument,)*) = self;
                let mut values = [f64::NAN; MAX_ARGUMENTS];
                let given: &[f64] = &[$($Argument.component_number(component)),*];
                values[1..=given.len()].copy_from_slice(given);
                values
            }
        }
    };
}

component_numbers!();
component_numbers!(A);
component_numbers!(A B);
component_numbers!(A B C);
component_numbers!(A B C D);

/// Draws from a component that is chosen by the weights; returns NaN if the weights are not probabilities.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};
///
/// let (weights, means) = ([0.3, 0.7], [-9.0, 9.0]);
/// let law = mixture(data(&weights), components(2, |k| normal(data(&means).at(k), 1.0)));
/// let y: f64 = SmallRng::seed_from_u64(1).sample(law);
/// assert!(y.abs() > 2.0);
/// ```
impl<T, N, F, Arguments> Sample<f64> for MixtureOfEach<DataVector<'_, T, N>, Distribution<F, Arguments>>
where
    T: Datum,
    N: Dimension,
    F: Draw,
    Arguments: ComponentNumbers,
{
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        let weights = vector(&self.weights);
        if sum(weights.iter().copied()).is_err() {
            return f64::NAN;
        }
        let component = category(&weights, rng);
        F::draw(&self.components.law.arguments.component_numbers(component), rng)
    }
}

/// Draws from the distribution; returns NaN if an argument is outside its domain, and otherwise never. A
/// draw that is rounded out of the support, to 0, 1 or infinity, is moved to the next number inside.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};
///
/// let mut rng = SmallRng::seed_from_u64(1);
/// let one: f64 = rng.sample(normal(2.0, 0.1));
/// assert!((1.0..3.0).contains(&one));
/// let counts: Vec<f64> = rng.sample_iter(poisson(3.0)).take(5).collect();
/// assert!(counts.iter().all(|count| count.fract() == 0.0));
/// ```
impl<F: Draw, Arguments: Numbers> Sample<f64> for Distribution<F, Arguments> {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        F::draw(&self.arguments.numbers(), rng)
    }
}

/// Returns the numbers of a vector of data.
fn vector<T: Datum, N: Dimension>(data: &DataVector<'_, T, N>) -> Vec<f64> {
    data.numbers().iter().map(|number| number.to_f64()).collect()
}

/// Returns the numbers of a vector of data, which must be probabilities of the law with this name.
fn probabilities<T: Datum, N: Dimension>(data: &DataVector<'_, T, N>, law: &str) -> Vec<f64> {
    let numbers = vector(data);
    if let Err(fault) = sum(numbers.iter().copied()) {
        let (what, place, value, rule) = fault.in_words("the probabilities");
        let place = place.map_or_else(String::new, |place| format!(": element {place}"));
        panic!("{law}: {what}{place} is {value}, but must {rule}");
    }
    numbers
}

/// Replaces counts by draws with the same sum, the number of trials.
pub(super) fn count_anew(observed: &mut [f64], probability: &[f64], rng: &mut dyn Rng) {
    let trials = observed.iter().sum();
    observed.copy_from_slice(&random::counts(probability, trials, rng));
}

/// Draws a category, as a number; NaN if the weights are invalid.
pub(super) fn category_or_nan(weights: &[f64], rng: &mut dyn Rng) -> f64 {
    if random::are_weights(weights) { category(weights, rng) as f64 } else { f64::NAN }
}

/// Draws the numbers of `trials` trials that fall into each category; the list is empty if the probabilities
/// are invalid.
fn whole_counts<R: Rng + ?Sized>(probability: &[f64], trials: u64, rng: &mut R) -> Vec<u64> {
    random::counts(probability, trials as f64, rng).into_iter().map(|count| count as u64).collect()
}

impl<T: Datum, N: Dimension> Sample<Vec<f64>> for Distribution<Dirichlet, (DataVector<'_, T, N>,)> {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<f64> {
        proportions(&vector(&self.arguments.0), rng)
    }
}

impl<T: Datum, N: Dimension> Distribution<Multinomial, (Probabilities<DataVector<'_, T, N>>,)> {
    /// Draws the numbers of `trials` trials that fall into each category.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::rand::{SeedableRng, rngs::SmallRng};
    ///
    /// let counts = multinomial(data(&[0.5, 0.3, 0.2])).counts(10, &mut SmallRng::seed_from_u64(1));
    /// assert_eq!(counts.iter().sum::<u64>(), 10);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the probabilities are invalid, for example if their sum is not 1.
    pub fn counts<R: Rng + ?Sized>(&self, trials: u64, rng: &mut R) -> Vec<u64> {
        whole_counts(&probabilities(self.arguments.0.source(), "multinomial"), trials, rng)
    }
}

impl<T: Datum, N: Dimension> Distribution<MultinomialLog, (Softmax<Logarithmic, DataVector<'_, T, N>>,)> {
    /// Draws the numbers of `trials` trials that fall into each category.
    pub fn counts<R: Rng + ?Sized>(&self, trials: u64, rng: &mut R) -> Vec<u64> {
        whole_counts(&softmax(&vector(self.arguments.0.argument())), trials, rng)
    }
}

impl<T: Datum, N: Dimension> Distribution<DirichletMultinomial, (DataVector<'_, T, N>,)> {
    /// Draws the numbers of `trials` trials that fall into each category.
    pub fn counts<R: Rng + ?Sized>(&self, trials: u64, rng: &mut R) -> Vec<u64> {
        whole_counts(&proportions(&vector(&self.arguments.0), rng), trials, rng)
    }
}

/// Draws a category. Panics if the probabilities are invalid, since no category can represent a failed draw.
impl<T: Datum, N: Dimension> Sample<usize> for Categorical<CategoryCounts, DataVector<'_, T, N>> {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> usize {
        category(&probabilities(self.argument(), "categorical"), rng)
    }
}

impl<T: Datum, N: Dimension> Sample<usize>
    for Categorical<CategoryCountsLog, Softmax<Logarithmic, DataVector<'_, T, N>>>
{
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> usize {
        category(&softmax(&vector(self.argument().argument())), rng)
    }
}

/// Returns the number of cutpoints below a number.
pub(super) fn cutpoints_below(cutpoints: &[f64], number: f64) -> usize {
    cutpoints.iter().filter(|cutpoint| **cutpoint < number).count()
}

/// Returns the category of a predictor with its noise, as a number; NaN if the predictor is NaN, or if the
/// cutpoints do not increase.
pub(super) fn category_between(cutpoints: &[f64], predictor: f64, noise: f64) -> f64 {
    let is_valid = predictor.is_finite() && cutpoints.is_sorted_by(|one, next| one < next);
    if is_valid { cutpoints_below(cutpoints, predictor + noise) as f64 } else { f64::NAN }
}

impl<T: Datum, N: Dimension> Sample<usize> for Ordered<OrderedLogistic, Constant, DataVector<'_, T, N>> {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> usize {
        let (Constant(predictor), cutpoints) = self.arguments();
        let part: f64 = rng.sample(rand_distr::Open01);
        cutpoints_below(&vector(cutpoints), predictor + (part / (1.0 - part)).ln())
    }
}

impl<T: Datum, N: Dimension> Sample<usize> for Ordered<OrderedProbit, Constant, DataVector<'_, T, N>> {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> usize {
        let (Constant(predictor), cutpoints) = self.arguments();
        let noise: f64 = rng.sample(rand_distr::StandardNormal);
        cutpoints_below(&vector(cutpoints), predictor + noise)
    }
}
