//! Cumulative probabilities as functions of the point and the arguments:
//!
//! log P(Y ≤ y),  log P(Y > y),  and the mass between two points, log P(l < Y ≤ u).
//!
//! The mass is computed from a > b, the logarithms of F(u) and F(l), or, if l is above the median, of 1 −
//! F(l) and 1 − F(u), which then keep more digits: log(eᵃ − eᵇ) = a + log(1 − e^(b − a)), ∂/∂a = 1/(1 − e^(b
//! − a)), ∂/∂b = 1 − ∂/∂a.
//!
//! If both are close, so that their difference would lose digits, the mass is computed differently: see
//! [`narrow`](crate::distribution::composite::narrow).
//!
//! For whole numbers the mass includes the lower end, P(l ≤ Y ≤ u), as in Stan's truncation. The points may
//! be any numbers: P(Y ≤ y) = P(Y ≤ ⌊y⌋), P(Y ≥ y) = P(Y ≥ ⌈y⌉). At −∞ and ∞ probabilities are 0 and 1.

use crate::contract::expression::{Expression, Fit, Prepend};
use crate::contract::family::{Argument, COMPLEMENT, Cumulative, Domain, Family};
use crate::contract::node::{Packs, Tuple};
use crate::distribution::Distribution;
use crate::distribution::shared::whole::{broken_bounds, point_below};
use crate::expression::{Expr, IntoExpr};
use crate::frame::MAX_ARGUMENTS;
use crate::math;
use crate::node::{DrawWith, Function};
use crate::sealed::Sealed;
use crate::simd::Pack;
use core::marker::PhantomData;
use pulp::Simd;

use crate::distribution::composite::ends::{above, below_or_at};
use crate::distribution::composite::narrow::{NARROW, replace_narrow};
use crate::distribution::composite::sample::draw_between;
use crate::distribution::composite::{Applied, apply};

/// Returns the arguments of the family, with the point before them.
macro_rules! point_and_arguments {
    ($F:ident, $point:literal) => {{
        const fn arguments<F: Cumulative>() -> [Argument; MAX_ARGUMENTS] {
            let mut all = [Argument { name: "upper", domain: Domain::Extended }; MAX_ARGUMENTS];
            all[0] = Argument { name: $point, domain: Domain::Extended };
            let mut place = 1;
            while place < F::FACTS.arguments.len() {
                all[place] = F::FACTS.arguments[place];
                place += 1;
            }
            all
        }
        &const { arguments::<$F>() }
    }};
}

/// log P(Y ≤ y) of the family `F`, as a function of the point and then the arguments.
#[derive(Clone, Copy, Debug)]
pub struct LogCdf<F>(PhantomData<F>);

/// log P(Y > y) of the family `F`, as a function of the point and then the arguments.
#[derive(Clone, Copy, Debug)]
pub struct LogCcdf<F>(PhantomData<F>);

/// log P(Y ≥ y) of the family `F`; for whole numbers it is larger than log P(Y > y).
#[derive(Clone, Copy, Debug)]
pub struct LogTail<F>(PhantomData<F>);

/// log P(l < Y ≤ u) of the family `F`, as a function of the lower point, the arguments and the upper point.
#[derive(Clone, Copy, Debug)]
pub struct LogMass<F>(PhantomData<F>);

impl<F: Cumulative> Sealed for LogCdf<F> {}

impl<F: Cumulative> Function for LogCdf<F> {
    const NAME: &'static str = "log_cdf";
    const ARGUMENTS: &'static [Argument] = point_and_arguments!(F, "point");
    const COMPLEMENTS: &'static [usize] = F::FACTS.complements;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn value_and_partials<A: Tuple, S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>) {
        below_or_at::<F, S>(&F::guard::<A, S>(*packs))
    }

    /// Draws from the part of the distribution with this mass.
    const DRAW: DrawWith =
        DrawWith::Values(|values, rng| draw_between::<F>(values, f64::NEG_INFINITY, values[0], rng));
}

impl<F: Cumulative> Sealed for LogCcdf<F> {}

impl<F: Cumulative> Function for LogCcdf<F> {
    const NAME: &'static str = "log_ccdf";
    const ARGUMENTS: &'static [Argument] = point_and_arguments!(F, "point");
    const COMPLEMENTS: &'static [usize] = F::FACTS.complements;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn value_and_partials<A: Tuple, S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>) {
        above::<F, S>(&F::guard::<A, S>(*packs))
    }
}

impl<F: Cumulative> Sealed for LogTail<F> {}

impl<F: Cumulative> Function for LogTail<F> {
    const NAME: &'static str = "a law with bounds";
    const ARGUMENTS: &'static [Argument] = point_and_arguments!(F, "bound");
    const COMPLEMENTS: &'static [usize] = F::FACTS.complements;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn value_and_partials<A: Tuple, S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>) {
        let mut packs = F::guard::<A, S>(*packs);
        packs[0] = point_below::<F, S>(packs[0]);
        above::<F, S>(&packs)
    }

    /// Draws from the part of the distribution with this mass.
    const DRAW: DrawWith =
        DrawWith::Values(|values, rng| draw_between::<F>(values, values[0], f64::INFINITY, rng));
}

impl<F: Cumulative> Sealed for LogMass<F> {}

impl<F: Cumulative> Function for LogMass<F> {
    const NAME: &'static str = "truncated";
    const ARGUMENTS: &'static [Argument] = point_and_arguments!(F, "lower");
    const COMPLEMENTS: &'static [usize] = F::FACTS.complements;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn value_and_partials<A: Tuple, S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>) {
        let last = const { F::FACTS.arguments.len() };
        let guarded = F::guard::<A, S>(*packs);
        let (mut at_lower, mut at_upper) = (guarded, guarded);
        at_lower[0] = point_below::<F, S>(guarded[0]);
        at_upper[0] = guarded[last];
        if const { matches!(F::FACTS.complements, [0, ..]) } {
            at_upper[COMPLEMENT] = 1.0 - at_upper[0];
        }

        let (cdf_lower, by_cdf_lower) = below_or_at::<F, S>(&at_lower);
        let (cdf_upper, by_cdf_upper) = below_or_at::<F, S>(&at_upper);
        let (ccdf_lower, by_ccdf_lower) = above::<F, S>(&at_lower);
        let (ccdf_upper, by_ccdf_upper) = above::<F, S>(&at_upper);

        let in_upper_tail = ccdf_lower.lt(cdf_lower);
        let larger = in_upper_tail.select(ccdf_lower, cdf_upper);
        let smaller = in_upper_tail.select(ccdf_upper, cdf_lower);
        let (value, [by_larger, by_smaller]) = math::log_diff_exp_and_slopes(larger, smaller);
        // If the smaller probability is 0, its slopes may be infinite, and are ignored.
        let none = smaller.eq(f64::NEG_INFINITY);
        let mut partials = *packs;
        for (place, partial) in partials.iter_mut().enumerate() {
            let of_larger = in_upper_tail.select(by_ccdf_lower[place], by_cdf_upper[place]);
            let of_smaller = in_upper_tail.select(by_ccdf_upper[place], by_cdf_lower[place]);
            let of_smaller = none.select(0.0, of_smaller * by_smaller);
            *partial = if place == 0 {
                // Only one of the two depends on the lower point.
                in_upper_tail.select(of_larger * by_larger, of_smaller)
            } else {
                of_larger.mul_add(by_larger, of_smaller)
            };
        }
        partials[last] = in_upper_tail
            .select(none.select(0.0, by_ccdf_upper[0] * by_smaller), by_cdf_upper[0] * by_larger);
        let is_narrow = (smaller - larger).gt(NARROW);
        if is_narrow.any() {
            replace_narrow::<F, S>(is_narrow, &guarded, value, partials)
        } else {
            (value, partials)
        }
    }

    fn broken_rule(
        values: &[f64; MAX_ARGUMENTS],
        is_data: &[bool; MAX_ARGUMENTS],
    ) -> Option<(usize, &'static str)> {
        let last = F::FACTS.arguments.len();
        let words = broken_bounds::<F>(values[0], values[last]).filter(|_| is_data[0] && is_data[last]);
        words.map(|words| (0, words))
    }

    /// Draws from the part of the distribution with this mass.
    const DRAW: DrawWith = DrawWith::Values(|values, rng| {
        draw_between::<F>(values, values[0], values[F::FACTS.arguments.len()], rng)
    });
}

/// The arguments of a distribution with a point before them.
pub type WithPoint<Point, Arguments> = <Arguments as Prepend<Point>>::Output;

/// The function `G` at a point, given the arguments.
pub type AtPoint<G, Y, Arguments> = Applied<G, WithPoint<<Y as IntoExpr>::Node, Arguments>>;

impl<F: Family, Arguments> Distribution<F, Arguments> {
    /// log P(Y ≤ y) as an expression.
    ///
    /// The point y may be any number, also −∞ or ∞. For a distribution of whole numbers P(Y ≤ 2.5) is P(Y ≤
    /// 2), and the slope by y is 0.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// // Three devices failed at known times, two were still working after 10 hours.
    /// let failed = [2.1, 7.4, 0.8];
    /// params! { scale: positive() }
    /// let model = model! {
    ///     scale |= half_normal(10.0),
    ///     data(&failed) |= normal(5.0, scale),
    ///     increment(2.0 * normal(5.0, scale).log_ccdf(10.0)),
    ///     increment(normal(5.0, scale).log_cdf(0.5)),       // and one before half an hour
    /// };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn log_cdf<Y: IntoExpr>(self, y: Y) -> Expr<AtPoint<LogCdf<F>, Y, Arguments>>
    where
        F: Cumulative,
        Arguments: Prepend<Y::Node>,
        WithPoint<Y::Node, Arguments>: Fit,
    {
        Expr(apply::<LogCdf<F>, _>(self.arguments.prepend(y.into_expr().0)))
    }

    /// log P(Y > y) as an expression, see [`log_cdf`](Self::log_cdf).
    pub fn log_ccdf<Y: IntoExpr>(self, y: Y) -> Expr<AtPoint<LogCcdf<F>, Y, Arguments>>
    where
        F: Cumulative,
        Arguments: Prepend<Y::Node>,
        WithPoint<Y::Node, Arguments>: Fit,
    {
        Expr(apply::<LogCcdf<F>, _>(self.arguments.prepend(y.into_expr().0)))
    }
}

/// The expression of a log mass: the function `G` of the point `Point` and the arguments.
pub(super) type MassAt<G, Point, Arguments> = Applied<G, WithPoint<Point, Arguments>>;

/// Returns the log mass `G` as an expression of the point and the arguments.
pub(super) fn mass_at<G: Function, Point: Expression, Arguments>(
    point: Point,
    arguments: Arguments,
) -> MassAt<G, Point, Arguments>
where
    Arguments: Prepend<Point>,
    WithPoint<Point, Arguments>: Fit,
{
    apply::<G, _>(arguments.prepend(point))
}
