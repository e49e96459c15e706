//! Random numbers from composed laws: for a mixture from one component, for a censored distribution the
//! limit instead of values beyond it, and for a truncation by inversion.
//!
//! Inversion works in the tail with less mass: with U uniform, the log probability of being beyond Y is that
//! of being beyond the bound plus log U, or, between two bounds, log(p − U (p − r)), where p and r are the
//! probabilities beyond either bound. Y is found by bisection on the logarithms, which keep their digits
//! even for bounds far in the tail; for a discrete law, only among whole numbers.

use crate::contract::family::{Cumulative, Draw};
use crate::contract::node::Packs;
use crate::distribution::Distribution;
use crate::distribution::composite::crossing::first_whole;
use crate::distribution::composite::functions::shown;
use crate::distribution::composite::{
    Above, Below, Censored, Flagged, FlaggedInside, Mixture, Side, Truncated, Weighted,
};
use crate::distribution::sample::{Numbers, category};
use crate::distribution::shared::whole::{broken_bounds, inwards, is_whole};
use crate::frame::MAX_ARGUMENTS;
use crate::node::Constant;
use crate::probabilities::sum;
use crate::simd::Pack;
use pulp::Scalar;
use rand::{Rng, RngExt};
use rand_distr::Distribution as Sample;

/// Weights that are numbers.
pub trait Numeric {
    /// Returns the weights as numbers.
    fn weights(&self) -> Vec<f64>;
}

/// Components that can be drawn from.
pub trait Sampled {
    /// Draws from the component in a place.
    fn sample_from<R: Rng + ?Sized>(&self, place: usize, rng: &mut R) -> f64;
}

impl<const COUNT: usize> Numeric for [Constant; COUNT] {
    fn weights(&self) -> Vec<f64> {
        self.iter().map(|&Constant(weight)| weight).collect()
    }
}

impl<Component: Sample<f64>, const COUNT: usize> Sampled for [Component; COUNT] {
    fn sample_from<R: Rng + ?Sized>(&self, place: usize, rng: &mut R) -> f64 {
        self.get(place).map_or(f64::NAN, |component| component.sample(rng))
    }
}

/// Implements the traits of weights and components for the tuple of these parts.
macro_rules! tuples {
    ($($($Part:ident $weight:ident $place:tt),+;)*) => {$(
        impl Numeric for ($(tuples!(@constant $Part),)+) {
            fn weights(&self) -> Vec<f64> {
                let ($(Constant($weight),)+) = *self;
                vec![$($weight),+]
            }
        }

        impl<$($Part: Sample<f64>),+> Sampled for ($($Part,)+) {
            fn sample_from<R: Rng + ?Sized>(&self, place: usize, rng: &mut R) -> f64 {
                match place {
                    $($place => self.$place.sample(rng),)+
                    _ => f64::NAN,
                }
            }
        }
    )*};
    (@constant $Part:ident) => { Constant };
}

tuples! {
    A a 0, B b 1;
    A a 0, B b 1, D d 2;
    A a 0, B b 1, D d 2, E e 3;
    A a 0, B b 1, D d 2, E e 3, F f 4;
    A a 0, B b 1, D d 2, E e 3, F f 4, G g 5;
}

/// Draws from a component that is chosen by the weights; returns NaN if the weights are not probabilities.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};
///
/// let mut rng = SmallRng::seed_from_u64(1);
/// let y: f64 = rng.sample(mixture([0.3, 0.7], [normal(-9.0, 1.0), normal(9.0, 1.0)]));
/// assert!(y.abs() > 2.0);
/// ```
impl<W: Numeric, C: Sampled> Sample<f64> for Mixture<W, C> {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        let weights = self.weights.weights();
        if sum(weights.iter().copied()).is_err() {
            return f64::NAN;
        }
        self.components.sample_from(category(&weights, rng), rng)
    }
}

/// Draws from the inner law: a weight changes how much an observation counts, not its distribution.
impl<Weight, Inner: Sample<f64>> Sample<f64> for Weighted<Weight, Inner> {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        self.law.sample(rng)
    }
}

/// Draws from the distribution before anything is censored.
impl<F: Draw, Arguments: Numbers, S: Side, Flags> Sample<f64> for Flagged<F, Arguments, S, Flags> {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        self.distribution.sample(rng)
    }
}

/// Draws between the bounds, before anything is censored. A law without mass between its bounds gives NaN.
impl<F: Cumulative, Arguments: Numbers, Sides: NumericSides, S: Side, Flags> Sample<f64>
    for FlaggedInside<F, Arguments, Sides, S, Flags>
{
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        draw_inside(&self.distribution, &self.sides, rng)
    }
}

/// Bounds that are numbers; −∞ and ∞ stand for missing bounds.
pub trait NumericSides {
    /// Returns both bounds.
    fn bounds(&self) -> (f64, f64);
}

impl NumericSides for Below<Constant> {
    fn bounds(&self) -> (f64, f64) {
        (self.0.0, f64::INFINITY)
    }
}

impl NumericSides for Above<Constant> {
    fn bounds(&self) -> (f64, f64) {
        (f64::NEG_INFINITY, self.0.0)
    }
}

impl NumericSides for (Below<Constant>, Above<Constant>) {
    fn bounds(&self) -> (f64, f64) {
        (self.0.0.0, self.1.0.0)
    }
}

/// Draws a value, and returns the limit instead of a value beyond it; NaN if the lower limit is above the
/// upper one.
impl<F: Draw, Arguments: Numbers, S: NumericSides> Sample<f64> for Censored<F, Arguments, S> {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        let (lower, upper) = self.sides.bounds();
        let is_ordered = lower <= upper;
        let (lower, upper) = shown::<F>(lower, upper);
        let y = self.distribution.sample(rng);
        if is_ordered { y.clamp(lower, upper) } else { f64::NAN }
    }
}

/// A tail of the family `F` with arguments that are numbers.
struct Tail<'a, F> {
    values: &'a [f64; MAX_ARGUMENTS],
    is_upper: bool,
    family: core::marker::PhantomData<F>,
}

impl<F: Cumulative> Tail<'_, F> {
    /// Returns log P(Y > y) in the upper tail, log P(Y ≤ y) in the lower tail.
    fn log_beyond(&self, y: f64) -> f64 {
        if y.is_infinite() {
            return if (y > 0.0) == self.is_upper { f64::NEG_INFINITY } else { 0.0 };
        }
        let simd = Scalar::new();
        let mut packs: Packs<Scalar> = self.values.map(|value| Pack::splat(simd, value));
        packs[0] = Pack::splat(simd, y);
        let (value, _) = if self.is_upper { F::log_ccdf(&packs) } else { F::log_cdf(&packs) };
        value.first()
    }

    /// Returns the place between two numbers at which the log probability of being beyond crosses `target`.
    fn invert(&self, mut lower: f64, mut upper: f64, target: f64) -> f64 {
        // Towards an infinite end the interval is widened until it contains the crossing.
        let start = if lower.is_finite() {
            lower
        } else if upper.is_finite() {
            upper
        } else {
            0.0
        };
        let mut step = 1.0;
        while upper.is_infinite() || lower.is_infinite() {
            let y = if upper.is_infinite() { start + step } else { start - step };
            let is_beyond = (self.log_beyond(y) <= target) == self.is_upper;
            if is_beyond {
                upper = upper.min(y);
            } else {
                lower = lower.max(y);
            }
            step *= 2.0;
            if step.is_infinite() {
                return f64::NAN;
            }
        }
        let is_past = |log_beyond: f64| (log_beyond <= target) == self.is_upper;
        // A discrete law has whole numbers only.
        if const { is_whole::<F>() } {
            let sign = if self.is_upper { -1.0 } else { 1.0 };
            return first_whole(lower, upper, |y| {
                let log_beyond = self.log_beyond(y);
                (is_past(log_beyond), sign * (log_beyond - target).exp_m1())
            });
        }
        // Bisection between any two floating-point numbers reaches neighbours in at most some thousand
        // steps, usually in sixty.
        for _ in 0..2100 {
            let middle = lower + 0.5 * (upper - lower);
            if middle <= lower || middle >= upper {
                break;
            }
            if is_past(self.log_beyond(middle)) {
                upper = middle;
            } else {
                lower = middle;
            }
        }
        upper
    }
}

/// Draws between two bounds, by inversion; the arguments are in their places from 1. Returns `None` if
/// nothing is between the bounds, and NaN if the arguments give no distribution.
pub(super) fn draw_between<F: Cumulative>(
    values: &[f64; MAX_ARGUMENTS],
    lower: f64,
    upper: f64,
    rng: &mut (impl Rng + ?Sized),
) -> Option<f64> {
    if !crate::contract::family::are_valid::<F>(values) {
        return Some(f64::NAN);
    }
    if broken_bounds::<F>(lower, upper).is_some() {
        return None;
    }
    let (lower, upper) = inwards::<F>(lower, upper);
    // For whole numbers the lower bound is included, and no value is below the smallest value of the law.
    let least = if F::FACTS.arguments[0].domain.contains(-1.0) { f64::NEG_INFINITY } else { -1.0 };
    let below = if const { is_whole::<F>() } { (lower - 1.0).max(least) } else { lower };
    let tail = |is_upper| Tail::<F> { values, is_upper, family: core::marker::PhantomData };
    let is_upper = tail(true).log_beyond(below) < tail(false).log_beyond(upper);
    let tail = tail(is_upper);
    let (inner, outer) = if is_upper { (below, upper) } else { (upper, below) };
    let (larger, smaller) = (tail.log_beyond(inner), tail.log_beyond(outer));
    let part: f64 = rng.sample(rand_distr::Open01);
    let target = larger + (-part * -(smaller - larger).exp_m1()).ln_1p();
    let y = if target.is_nan() { f64::NAN } else { tail.invert(below, upper, target) };
    (!y.is_nan()).then_some(y)
}

/// Draws by inversion. A law without mass between its bounds gives NaN.
impl<F: Cumulative, Arguments: Numbers, S: NumericSides> Sample<f64> for Truncated<F, Arguments, S> {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64 {
        draw_inside(&self.distribution, &self.sides, rng)
    }
}

/// Draws between bounds that are numbers; returns NaN if nothing is between them.
fn draw_inside<F: Cumulative, Arguments: Numbers>(
    distribution: &Distribution<F, Arguments>,
    sides: &impl NumericSides,
    rng: &mut (impl Rng + ?Sized),
) -> f64 {
    let (lower, upper) = sides.bounds();
    draw_between::<F>(&distribution.arguments.numbers(), lower, upper, rng).unwrap_or(f64::NAN)
}
