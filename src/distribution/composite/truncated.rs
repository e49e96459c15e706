//! Truncated distributions: the part of a distribution between bounds, with the density normalised to
//! integrate to one,
//!
//! log p(y) − log P(a ≤ Y ≤ b)  for a ≤ y ≤ b, elsewhere −∞.
//!
//! The derivatives are those of the log density and of the mass (`composite/cumulative.rs`). Bounds of whole
//! numbers belong to the support, and are rounded inwards if they are not whole.
//!
//! Stan Reference Manual, "Truncated distributions".

use crate::contract::expression::{Append, Expression, Fit, Prepend};
use crate::contract::family::{Cumulative, Family};
use crate::contract::sketch::{ExpressionSketch, LawSketch};
use crate::distribution::composite::cumulative::{LogCdf, LogMass, LogTail, MassAt, mass_at};
use crate::distribution::composite::{
    Above, Applied, Below, Both, TruncatedAbove, TruncatedBelow, TruncatedBetween, apply,
};
use crate::distribution::shared::whole::broken_bounds;
use crate::distribution::{Distribution, Law};
use crate::expression::IntoExpr;
use crate::sealed::Sealed;

/// A distribution truncated on the sides `S`.
#[derive(Clone, Copy, Debug)]
pub struct Truncated<F, Arguments, S> {
    pub(super) distribution: Distribution<F, Arguments>,
    pub(super) sides: S,
}

impl<F: Family, Arguments> Distribution<F, Arguments> {
    /// The distribution between two bounds, scalars or vectors, data or parameters.
    ///
    /// Bounds of a distribution of whole numbers are included: `poisson(3.0).truncated(1, 9)` has the values
    /// 1, …, 9. Bounds that are not whole are rounded inwards: `poisson(3.0).truncated(0.5, 9.7)` is the
    /// same, and a bound that is a parameter has the slope 0.
    ///
    /// A bound may be infinite, which means no bound. Data for which nothing is between the bounds are an
    /// error of `compile()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [0.3, 2.0, 1.4];
    /// params! { mu: real() }
    /// let model = model! {
    ///     mu |= normal(0.0, 10.0),
    ///     data(&y) |= normal(mu, 1.0).truncated(0.0, 4.0),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn truncated<L: IntoExpr, U: IntoExpr>(
        self,
        lower: L,
        upper: U,
    ) -> Truncated<F, Arguments, Both<L, U>>
    where
        F: Cumulative,
    {
        let sides = (Below(lower.into_expr().0), Above(upper.into_expr().0));
        Truncated { distribution: self, sides }
    }

    /// The distribution from a bound upwards, see [`truncated`](Self::truncated).
    pub fn truncated_below<L: IntoExpr>(self, lower: L) -> Truncated<F, Arguments, Below<L::Node>>
    where
        F: Cumulative,
    {
        Truncated { distribution: self, sides: Below(lower.into_expr().0) }
    }

    /// The distribution up to a bound, see [`truncated`](Self::truncated).
    pub fn truncated_above<U: IntoExpr>(self, upper: U) -> Truncated<F, Arguments, Above<U::Node>>
    where
        F: Cumulative,
    {
        Truncated { distribution: self, sides: Above(upper.into_expr().0) }
    }
}

impl<F, Arguments, Sides> Sealed for Truncated<F, Arguments, Sides> {}

/// The rule that an observation beyond a bound breaks; the text follows "must".
const OUTSIDE: &str = "lie inside the truncation";

/// Returns the rule that an observation breaks, given the known bounds.
pub(super) fn outside<F: Family>(y: f64, lower: Option<f64>, upper: Option<f64>) -> Option<&'static str> {
    let (low, high) = (lower.unwrap_or(f64::NEG_INFINITY), upper.unwrap_or(f64::INFINITY));
    if broken_bounds::<F>(low, high).is_some() {
        return Some(
            "lie inside the truncation, but there is no value from the lower bound to the upper bound",
        );
    }
    (y < low || y > high).then_some(OUTSIDE)
}

/// Implements [`Law`] for the truncation on some sides: the log probability of the remaining part, as an
/// expression, and the function that computes the log density from it.
macro_rules! truncated {
    ($(
        [$($Bound:ident),+] $Sides:ty = $sides:pat,
        $Function:ident of $Mass:ty where $($condition:ty: $trait:path),+;
        |$arguments:ident| $mass:expr;
        |$index:ident, $y:ident| $outside:expr;
        $lower:expr, $upper:expr;
    )*) => {$(
        impl<F: Cumulative, Arguments, $($Bound: Expression,)+ Y: Expression> Law<Y>
            for Truncated<F, Arguments, $Sides>
        where
            Arguments: Copy + Send + Sync,
            Distribution<F, Arguments>: Law<Y>,
            $($condition: $trait,)+
            (Y, $($Bound,)+ <Distribution<F, Arguments> as Law<Y>>::LogDensity, $Mass): Fit,
        {
            type LogDensity = Applied<
                $Function,
                (Y, $($Bound,)+ <Distribution<F, Arguments> as Law<Y>>::LogDensity, $Mass),
            >;
            const CHECKED: () = <Distribution<F, Arguments> as Law<Y>>::CHECKED;
            const IS_ELEMENTWISE: bool = true;

            #[allow(non_snake_case)]
            fn log_density_at(self, variable: Y) -> Self::LogDensity {
                let $sides = self.sides;
                let $arguments = self.distribution.arguments;
                let density = self.distribution.log_density_at(variable);
                apply::<$Function, _>((variable, $($Bound,)+ density, $mass))
            }

            #[allow(non_snake_case)]
            fn broken_rule(&self, $index: usize, $y: f64) -> Option<&'static str> {
                let $sides = self.sides;
                let outside = $outside;
                outside.or(self.distribution.broken_rule($index, $y))
            }

            #[allow(non_snake_case)]
            fn sketch(&self, variable: Y) -> LawSketch {
                let $sides = self.sides;
                self.distribution.sketch(variable).truncated($lower, $upper)
            }

            fn describe(&self, text: &mut String) {
                self.distribution.describe(text);
                text.push_str(".truncated(…)");
            }
        }
    )*};
}

truncated! {
    [L] Below<L> = Below(L),
    TruncatedBelow of MassAt<LogTail<F>, L, Arguments> where
        Arguments: Prepend<L>,
        <Arguments as Prepend<L>>::Output: Fit;
    |arguments| mass_at::<LogTail<F>, _, _>(L, arguments);
    |index, y| L.datum(index).is_some_and(|lower| y < lower).then_some(OUTSIDE);
    Some(ExpressionSketch::of(&L)), None;

    [U] Above<U> = Above(U),
    TruncatedAbove of MassAt<LogCdf<F>, U, Arguments> where
        Arguments: Prepend<U>,
        <Arguments as Prepend<U>>::Output: Fit;
    |arguments| mass_at::<LogCdf<F>, _, _>(U, arguments);
    |index, y| U.datum(index).is_some_and(|upper| y > upper).then_some(OUTSIDE);
    None, Some(ExpressionSketch::of(&U));

    [L, U] (Below<L>, Above<U>) = (Below(L), Above(U)),
    TruncatedBetween of MassAt<LogMass<F>, L, <Arguments as Append<U>>::Output> where
        Arguments: Append<U>,
        <Arguments as Append<U>>::Output: Prepend<L>,
        <<Arguments as Append<U>>::Output as Prepend<L>>::Output: Fit;
    |arguments| mass_at::<LogMass<F>, _, _>(L, arguments.append(U));
    |index, y| outside::<F>(y, L.datum(index), U.datum(index));
    Some(ExpressionSketch::of(&L)), Some(ExpressionSketch::of(&U));
}
