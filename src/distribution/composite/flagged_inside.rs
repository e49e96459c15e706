//! Truncated distributions with flags for censored observations, for example subjects who entered the study
//! at an age a, some of whom are still alive:
//!
//! log P(Y > y, a ≤ Y ≤ b) − log P(a ≤ Y ≤ b)  where the flag is 1 and a ≤ y ≤ b,
//!
//! with P(Y ≤ y, a ≤ Y ≤ b) for censoring from below; if the flag is 0, log p(y) − log P(a ≤ Y ≤ b);
//! elsewhere −∞. With one bound the other is infinite: for right-censored observations above a bound the
//! probability is P(Y > y).
//!
//! The derivatives are those of the log density and of the masses (`composite/cumulative.rs`).
//!
//! Klein and Moeschberger 2003, "Survival Analysis", section 3.5.

use crate::contract::expression::{Append, Expression, Fit, Prepend};
use crate::contract::family::{Argument, Cumulative, Family};
use crate::contract::node::{Packs, Tuple};
use crate::contract::sketch::{ExpressionSketch, LawSketch};
use crate::distribution::composite::censored::{DensityAt, Left, Right, Side};
use crate::distribution::composite::cumulative::{LogCcdf, LogCdf, LogMass, LogTail, MassAt, mass_at};
use crate::distribution::composite::truncated::outside;
use crate::distribution::composite::{
    Above, Applied, Below, Both, Flagged, FlaggedAbove, FlaggedBelow, Truncated, UpTo, apply,
};
use crate::distribution::shared::whole::{inwards, is_whole};
use crate::distribution::{Distribution, Law};
use crate::expression::IntoExpr;
use crate::math;
use crate::node::Function;
use crate::sealed::Sealed;
use crate::simd::Pack;
use core::marker::PhantomData;
use pulp::Simd;

/// A distribution truncated on the sides `Sides`, whose flagged observations are censored on the side `S`.
#[derive(Clone, Copy, Debug)]
pub struct FlaggedInside<F, Arguments, Sides, S, Flags> {
    pub(super) distribution: Distribution<F, Arguments>,
    pub(super) sides: Sides,
    flags: Flags,
    side: PhantomData<fn() -> S>,
}

impl<F: Family, Arguments, Sides> Truncated<F, Arguments, Sides> {
    /// The law with observations of which those with the flag 1 or `true` are known only to be larger than
    /// their recorded value, see [`Distribution::right_censored`].
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// // Ages at which people were first seen, and at which they died or were last seen alive.
    /// let (entry, age, alive) = ([61.0, 70.5, 66.0], [83.2, 77.0, 91.5], [0, 1, 0]);
    /// params! { scale: positive() }
    /// let model = model! {
    ///     scale |= normal(80.0, 10.0),
    ///     data(&age) |= weibull(8.0, scale).truncated_below(data(&entry)).right_censored(data(&alive)),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn right_censored<Flags: IntoExpr>(
        self,
        flags: Flags,
    ) -> FlaggedInside<F, Arguments, Sides, Right, Flags::Node> {
        let flags = flags.into_expr().0;
        FlaggedInside { distribution: self.distribution, sides: self.sides, flags, side: PhantomData }
    }

    /// The law with observations of which those with the flag 1 or `true` are known only not to be larger
    /// than their recorded value, see [`Distribution::right_censored`].
    pub fn left_censored<Flags: IntoExpr>(
        self,
        flags: Flags,
    ) -> FlaggedInside<F, Arguments, Sides, Left, Flags::Node> {
        let flags = flags.into_expr().0;
        FlaggedInside { distribution: self.distribution, sides: self.sides, flags, side: PhantomData }
    }
}

impl<F: Family, Arguments, S, Flags> Flagged<F, Arguments, S, Flags> {
    /// The law between two bounds, see [`Distribution::truncated`].
    pub fn truncated<L: IntoExpr, U: IntoExpr>(
        self,
        lower: L,
        upper: U,
    ) -> FlaggedInside<F, Arguments, Both<L, U>, S, Flags> {
        self.inside((Below(lower.into_expr().0), Above(upper.into_expr().0)))
    }

    /// The law from a bound upwards, see [`Truncated::right_censored`].
    pub fn truncated_below<L: IntoExpr>(
        self,
        lower: L,
    ) -> FlaggedInside<F, Arguments, Below<L::Node>, S, Flags> {
        self.inside(Below(lower.into_expr().0))
    }

    /// The law up to a bound, see [`Distribution::truncated`].
    pub fn truncated_above<U: IntoExpr>(
        self,
        upper: U,
    ) -> FlaggedInside<F, Arguments, Above<U::Node>, S, Flags> {
        self.inside(Above(upper.into_expr().0))
    }

    fn inside<Sides>(self, sides: Sides) -> FlaggedInside<F, Arguments, Sides, S, Flags> {
        FlaggedInside { distribution: self.distribution, sides, flags: self.flags, side: PhantomData }
    }
}

/// log P(l ≤ Y ≤ u) for the side `S`, without an error if nothing is between the points: for right-censored
/// whole numbers log P(l < Y ≤ u).
#[derive(Clone, Copy, Debug)]
pub struct LogRest<F, S>(PhantomData<(F, S)>);

impl<F: Cumulative, S: Side> Sealed for LogRest<F, S> {}

impl<F: Cumulative, S: Side> Function for LogRest<F, S> {
    const NAME: &'static str = "truncated";
    const ARGUMENTS: &'static [Argument] = <LogMass<F> as Function>::ARGUMENTS;
    const COMPLEMENTS: &'static [usize] = F::FACTS.complements;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn value_and_partials<A: Tuple, I: Simd>(packs: &Packs<I>) -> (Pack<I>, Packs<I>) {
        let mut packs = *packs;
        if const { S::IS_ABOVE && is_whole::<F>() } {
            packs[0] = math::floor(packs[0]) + 1.0;
        }
        LogMass::<F>::value_and_partials::<A, I>(&packs)
    }
}

impl<F, Arguments, Sides, S, Flags> Sealed for FlaggedInside<F, Arguments, Sides, S, Flags> {}

/// The rule that a censored observation breaks if nothing is left between the bound and the observation.
const NOTHING_LEFT: &str = "not be censored at a bound of the truncation, beyond which there is no value";

/// Implements [`Law`] for the truncation on some sides and the censoring on one side: the probability of a
/// censored observation and the probability of being inside, as expressions, and the function that computes
/// the log density from them.
macro_rules! flagged_inside {
    ($(
        [$First:ident $(, $Second:ident)?] $Sides:ty = $sides:pat, $Side:ty, $Function:ident;
        $Probability:ty, $Mass:ty where $($condition:ty: $trait:path),+;
        |$arguments:ident, $variable:ident| $probability:expr, $mass:expr;
        |$index:ident| $lower_datum:expr, $upper_datum:expr;
        $lower:expr, $upper:expr;
    )*) => {$(
        impl<F: Cumulative, Arguments, $First: Expression, $($Second: Expression,)? Flags, Y> Law<Y>
            for FlaggedInside<F, Arguments, $Sides, $Side, Flags>
        where
            Flags: Expression,
            Y: Expression,
            Arguments: Copy + Send + Sync,
            Distribution<F, Arguments>: Law<Y>,
            $($condition: $trait,)+
            (Y, $First, Flags, DensityAt<F, Arguments, Y>, $Probability, $Mass): Fit,
            $((
                Y,
                $Second,
                Inside<$Function<$Side>, F, Arguments, Y, $First, Flags, $Probability, $Mass>,
            ): Fit,)?
        {
            type LogDensity = flagged_inside!(
                @bounded Y; $($Second)?;
                Inside<$Function<$Side>, F, Arguments, Y, $First, Flags, $Probability, $Mass>
            );
            const CHECKED: () = <Distribution<F, Arguments> as Law<Y>>::CHECKED;
            const IS_ELEMENTWISE: bool = true;

            #[allow(non_snake_case)]
            fn log_density_at(self, $variable: Y) -> Self::LogDensity {
                let $sides = self.sides;
                let $arguments = self.distribution.arguments;
                let density = self.distribution.log_density_at($variable);
                let inside = ($variable, $First, self.flags, density, $probability, $mass);
                let inside = apply::<$Function<$Side>, _>(inside);
                $(let inside = apply::<UpTo, _>(($variable, $Second, inside));)?
                inside
            }

            #[allow(non_snake_case)]
            fn broken_rule(&self, $index: usize, y: f64) -> Option<&'static str> {
                let $sides = self.sides;
                let (lower, upper): (Option<f64>, Option<f64>) = ($lower_datum, $upper_datum);
                let is_flagged = self.flags.datum($index).is_some_and(|flag| flag == 1.0);
                // For whole numbers the bound itself is left.
                let below = lower.filter(|_| const { !is_whole::<F>() });
                let above = upper.map(|upper| inwards::<F>(f64::NEG_INFINITY, upper).1);
                let end = if <$Side>::IS_ABOVE { above } else { below };
                let nothing = (is_flagged && end == Some(y)).then_some(NOTHING_LEFT);
                outside::<F>(y, lower, upper).or(nothing).or(self.distribution.broken_rule($index, y))
            }

            #[allow(non_snake_case)]
            fn sketch(&self, variable: Y) -> LawSketch {
                let $sides = self.sides;
                let law = self.distribution.sketch(variable).truncated($lower, $upper);
                law.then(<$Side>::NAME).with("flags", ExpressionSketch::of(&self.flags))
            }

            fn describe(&self, text: &mut String) {
                self.distribution.describe(text);
                text.push_str(".truncated(…).");
                text.push_str(<$Side>::NAME);
                text.push_str("(…)");
            }
        }
    )*};
    (@bounded $Y:ident; ; $Inside:ty) => { $Inside };
    (@bounded $Y:ident; $Second:ident; $Inside:ty) => { Applied<UpTo, ($Y, $Second, $Inside)> };
}

/// The log density given one of the bounds; the masses depend on all bounds.
type Inside<Function, F, Arguments, Y, Bound, Flags, Probability, Mass> =
    Applied<Function, (Y, Bound, Flags, DensityAt<F, Arguments, Y>, Probability, Mass)>;

/// A mass whose upper point is `U`.
type MassUpTo<G, L, Arguments, U> = MassAt<G, L, <Arguments as Append<U>>::Output>;

flagged_inside! {
    [L] Below<L> = Below(L), Right, FlaggedBelow;
    MassAt<LogCcdf<F>, Y, Arguments>, MassAt<LogTail<F>, L, Arguments> where
        Arguments: Prepend<Y>, <Arguments as Prepend<Y>>::Output: Fit,
        Arguments: Prepend<L>, <Arguments as Prepend<L>>::Output: Fit;
    |arguments, y| mass_at::<LogCcdf<F>, _, _>(y, arguments), mass_at::<LogTail<F>, _, _>(L, arguments);
    |index| L.datum(index), None;
    Some(ExpressionSketch::of(&L)), None;

    [L] Below<L> = Below(L), Left, FlaggedBelow;
    MassUpTo<LogRest<F, Left>, L, Arguments, Y>, MassAt<LogTail<F>, L, Arguments> where
        Arguments: Append<Y>, <Arguments as Append<Y>>::Output: Prepend<L>,
        <<Arguments as Append<Y>>::Output as Prepend<L>>::Output: Fit,
        Arguments: Prepend<L>, <Arguments as Prepend<L>>::Output: Fit;
    |arguments, y| mass_at::<LogRest<F, Left>, _, _>(L, arguments.append(y)),
        mass_at::<LogTail<F>, _, _>(L, arguments);
    |index| L.datum(index), None;
    Some(ExpressionSketch::of(&L)), None;

    [U] Above<U> = Above(U), Right, FlaggedAbove;
    MassUpTo<LogRest<F, Right>, Y, Arguments, U>, MassAt<LogCdf<F>, U, Arguments> where
        Arguments: Append<U>, <Arguments as Append<U>>::Output: Prepend<Y>,
        <<Arguments as Append<U>>::Output as Prepend<Y>>::Output: Fit,
        Arguments: Prepend<U>, <Arguments as Prepend<U>>::Output: Fit;
    |arguments, y| mass_at::<LogRest<F, Right>, _, _>(y, arguments.append(U)),
        mass_at::<LogCdf<F>, _, _>(U, arguments);
    |index| None, U.datum(index);
    None, Some(ExpressionSketch::of(&U));

    [U] Above<U> = Above(U), Left, FlaggedAbove;
    MassAt<LogCdf<F>, Y, Arguments>, MassAt<LogCdf<F>, U, Arguments> where
        Arguments: Prepend<Y>, <Arguments as Prepend<Y>>::Output: Fit,
        Arguments: Prepend<U>, <Arguments as Prepend<U>>::Output: Fit;
    |arguments, y| mass_at::<LogCdf<F>, _, _>(y, arguments), mass_at::<LogCdf<F>, _, _>(U, arguments);
    |index| None, U.datum(index);
    None, Some(ExpressionSketch::of(&U));

    [L, U] (Below<L>, Above<U>) = (Below(L), Above(U)), Right, FlaggedBelow;
    MassUpTo<LogRest<F, Right>, Y, Arguments, U>, MassUpTo<LogMass<F>, L, Arguments, U> where
        Arguments: Append<U>, <Arguments as Append<U>>::Output: Prepend<Y>,
        <<Arguments as Append<U>>::Output as Prepend<Y>>::Output: Fit,
        <Arguments as Append<U>>::Output: Prepend<L>,
        <<Arguments as Append<U>>::Output as Prepend<L>>::Output: Fit;
    |arguments, y| mass_at::<LogRest<F, Right>, _, _>(y, arguments.append(U)),
        mass_at::<LogMass<F>, _, _>(L, arguments.append(U));
    |index| L.datum(index), U.datum(index);
    Some(ExpressionSketch::of(&L)), Some(ExpressionSketch::of(&U));

    [L, U] (Below<L>, Above<U>) = (Below(L), Above(U)), Left, FlaggedBelow;
    MassUpTo<LogRest<F, Left>, L, Arguments, Y>, MassUpTo<LogMass<F>, L, Arguments, U> where
        Arguments: Append<Y>, <Arguments as Append<Y>>::Output: Prepend<L>,
        <<Arguments as Append<Y>>::Output as Prepend<L>>::Output: Fit,
        Arguments: Append<U>, <Arguments as Append<U>>::Output: Prepend<L>,
        <<Arguments as Append<U>>::Output as Prepend<L>>::Output: Fit;
    |arguments, y| mass_at::<LogRest<F, Left>, _, _>(L, arguments.append(y)),
        mass_at::<LogMass<F>, _, _>(L, arguments.append(U));
    |index| L.datum(index), U.datum(index);
    Some(ExpressionSketch::of(&L)), Some(ExpressionSketch::of(&U));
}
