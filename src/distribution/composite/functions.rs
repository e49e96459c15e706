//! The functions of log densities l and log probabilities from which the laws of this folder are composed: a
//! table of values and partial derivatives.
//!
//! Draws come from one of the nodes: for a truncated law from its mass, which contains the bounds; for a
//! weighted law, and for a law with flags, from the inner law. For an observation with a flag, a draw shows
//! only whether it is beyond the observation. A censored law shows the limits instead of values beyond them.

use crate::contract::family::Family;
use crate::distribution::composite::Side;
use crate::distribution::shared::whole::is_whole;
use crate::frame::MAX_ARGUMENTS;
use crate::node::{DrawWith, functions_of_several};
use crate::simd::{Mask, Pack};
use pulp::Simd;

/// Returns the rule that limits break if the lower limit, in the place 1, is above the upper one.
fn reversed_limits(
    values: &[f64; MAX_ARGUMENTS],
    is_data: &[bool; MAX_ARGUMENTS],
) -> Option<(usize, &'static str)> {
    (is_data[1] && is_data[2] && values[1] > values[2]).then_some((1, "not exceed the upper limit"))
}

/// Returns the values that an instrument shows at its limits, which have the probabilities P(Y ≤ a) and
/// P(Y ≥ b): for a discrete family the limits are rounded outwards to whole numbers.
pub(super) fn shown<F: Family>(lower: f64, upper: f64) -> (f64, f64) {
    if const { is_whole::<F>() } { (lower.floor(), upper.ceil()) } else { (lower, upper) }
}

/// Returns the log density of an observation between bounds, and its slopes by the density and by the
/// probability.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn inside_of<S: Simd>(
    inside: Mask<S>,
    flag: Pack<S>,
    density: Pack<S>,
    probability: Pack<S>,
    mass: Pack<S>,
) -> (Pack<S>, Pack<S>, Pack<S>) {
    let (zero, flagged) = (flag.constant(0.0), flag.gt(0.5));
    let share = inside.select(1.0, zero);
    let value = flagged.select(probability, density) - mass;
    (inside.select(value, f64::NEG_INFINITY), flagged.select(zero, share), flagged.select(share, zero))
}

functions_of_several! {
    /// l − log P(Y ≥ a) if y ≥ a, otherwise −∞.
    TruncatedBelow, "truncated", (y in Real, lower in Extended, density in Real, mass in Real) {
        let inside = y.ge(lower);
        let (zero, share) = (y.constant(0.0), inside.select(1.0, y.constant(0.0)));
        (inside.select(density - mass, f64::NEG_INFINITY), [zero, zero, share, -share])
    }, passes (2, &[]), drawn DrawWith::Node(3);

    /// l − log P(Y ≤ b) if y ≤ b, otherwise −∞.
    TruncatedAbove, "truncated", (y in Real, upper in Extended, density in Real, mass in Real) {
        let inside = y.le(upper);
        let (zero, share) = (y.constant(0.0), inside.select(1.0, y.constant(0.0)));
        (inside.select(density - mass, f64::NEG_INFINITY), [zero, zero, share, -share])
    }, passes (2, &[]), drawn DrawWith::Node(3);

    /// l − log P(a ≤ Y ≤ b) if a ≤ y ≤ b, otherwise −∞.
    TruncatedBetween, "truncated", (y in Real, lower in Extended, upper in Extended, density in Real, mass in Real) {
        let inside = y.ge(lower) & y.le(upper);
        let (zero, share) = (y.constant(0.0), inside.select(1.0, y.constant(0.0)));
        (inside.select(density - mass, f64::NEG_INFINITY), [zero, zero, zero, share, -share])
    }, passes (3, &[]), drawn DrawWith::Node(4);

    /// log P(Y ≤ a) if y ≤ a, otherwise l.
    CensoredBelow<F: Family>, "censored", (y in Real, lower in Extended, density in Real, below in Real) {
        let (zero, one) = (y.constant(0.0), y.constant(1.0));
        let censored = y.le(lower);
        let (seen, unseen) = (censored.select(zero, one), censored.select(one, zero));
        (censored.select(below, density), [zero, zero, seen, unseen])
    }, passes (2, &[0, 1]), drawn DrawWith::Limited(2, |y, &[_, lower, ..]| {
        y.max(shown::<F>(lower, f64::INFINITY).0)
    });

    /// log P(Y ≥ b) if y ≥ b, otherwise l.
    CensoredAbove<F: Family>, "censored", (y in Real, upper in Extended, density in Real, above in Real) {
        let (zero, one) = (y.constant(0.0), y.constant(1.0));
        let censored = y.ge(upper);
        let (seen, unseen) = (censored.select(zero, one), censored.select(one, zero));
        (censored.select(above, density), [zero, zero, seen, unseen])
    }, passes (2, &[0, 1]), drawn DrawWith::Limited(2, |y, &[_, upper, ..]| {
        y.min(shown::<F>(f64::NEG_INFINITY, upper).1)
    });

    /// log P(Y ≤ a) if y ≤ a, log P(Y ≥ b) if y ≥ b, otherwise l.
    CensoredBetween<F: Family>, "censored",
    (y in Real, lower in Extended, upper in Extended, density in Real, below in Real, above in Real) {
        let (zero, one) = (y.constant(0.0), y.constant(1.0));
        let (low, high) = (y.le(lower), y.ge(upper));
        let value = low.select(below, high.select(above, density));
        let seen = low.select(zero, high.select(zero, one));
        (value, [zero, zero, zero, seen, low.select(one, zero), low.select(zero, high.select(one, zero))])
    }, broken reversed_limits, passes (3, &[0, 1, 2]), drawn DrawWith::Limited(3, |y, &[_, lower, upper, ..]| {
        let (lower, upper) = shown::<F>(lower, upper);
        y.max(lower).min(upper)
    });

    /// A log probability if the flag is 1, otherwise l.
    UnlessFlagged<Beyond: Side>, "a law with flags", (flag in Binary, density in Real, probability in Real) {
        let (zero, one) = (flag.constant(0.0), flag.constant(1.0));
        let flagged = flag.gt(0.5);
        let (seen, unseen) = (flagged.select(zero, one), flagged.select(one, zero));
        (flagged.select(probability, density), [zero, seen, unseen])
    }, passes (1, &[0]), drawn DrawWith::Compared(1, |drawn, observed, &[flag, ..]| {
        if flag > 0.5 { Beyond::beside(drawn, observed) } else { drawn }
    });

    /// A log probability if the flag is 1, otherwise l, minus the log probability between the bounds, if y ≥
    /// a; otherwise −∞.
    FlaggedBelow<Beyond: Side>, "truncated",
    (y in Real, lower in Extended, flag in Binary, density in Real, probability in Real, mass in Real) {
        let (zero, inside) = (y.constant(0.0), y.ge(lower));
        let (value, seen, unseen) = inside_of(inside, flag, density, probability, mass);
        (value, [zero, zero, zero, seen, unseen, -(seen + unseen)])
    }, passes (3, &[0, 1, 2]), drawn DrawWith::Compared(5, |drawn, observed, &[_, _, flag, ..]| {
        if flag > 0.5 { Beyond::beside(drawn, observed) } else { drawn }
    });

    /// A log probability if the flag is 1, otherwise l, minus the log probability between the bounds, if y ≤
    /// b; otherwise −∞.
    FlaggedAbove<Beyond: Side>, "truncated",
    (y in Real, upper in Extended, flag in Binary, density in Real, probability in Real, mass in Real) {
        let (zero, inside) = (y.constant(0.0), y.le(upper));
        let (value, seen, unseen) = inside_of(inside, flag, density, probability, mass);
        (value, [zero, zero, zero, seen, unseen, -(seen + unseen)])
    }, passes (3, &[0, 1, 2]), drawn DrawWith::Compared(5, |drawn, observed, &[_, _, flag, ..]| {
        if flag > 0.5 { Beyond::beside(drawn, observed) } else { drawn }
    });

    /// l if y ≤ b, otherwise −∞.
    UpTo, "truncated", (y in Real, upper in Extended, density in Real) {
        let inside = y.le(upper);
        let (zero, share) = (y.constant(0.0), inside.select(1.0, y.constant(0.0)));
        (inside.select(density, f64::NEG_INFINITY), [zero, zero, share])
    }, passes (2, &[]), drawn DrawWith::Node(2);

    /// w l for w ≥ 0, where 0 · −∞ counts as 0.
    Weighing, "weighted", (weight in NonNegative, density in Real) {
        let none = weight.eq(0.0);
        let value = none.select(0.0, weight * density);
        (weight.ge(0.0).select(value, f64::NAN), [none.select(0.0, density), weight])
    }, drawn DrawWith::Node(1);
}
