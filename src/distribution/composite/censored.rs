//! Censored distributions: an observation beyond a limit is known only to be beyond it,
//!
//! log P(Y ≤ a) where y ≤ a,  log P(Y ≥ b) where y ≥ b,  elsewhere log p(y).
//!
//! If flags mark the censored observations, each is censored at its own value: log P(Y > y) or log P(Y ≤ y)
//! if the flag is 1, otherwise log p(y).

use crate::contract::expression::{Expression, Expressions, Fit, Fitted, Prepend};
use crate::contract::family::{Cumulative, Family, dead_end};
use crate::contract::sketch::{ExpressionSketch, LawSketch};
use crate::distribution::composite::cumulative::{LogCcdf, LogCdf, LogTail, MassAt, mass_at};
use crate::distribution::composite::{
    Applied, CensoredAbove, CensoredBelow, CensoredBetween, UnlessFlagged, apply,
};
use crate::distribution::{Distribution, Law};
use crate::expression::IntoExpr;
use crate::node::Function;
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// A limit on the lower side.
#[derive(Clone, Copy, Debug)]
pub struct Below<N>(pub(super) N);

/// A limit on the upper side.
#[derive(Clone, Copy, Debug)]
pub struct Above<N>(pub(super) N);

/// A limit on each side.
pub type Both<L, U> = (Below<<L as IntoExpr>::Node>, Above<<U as IntoExpr>::Node>);

/// The side on which flagged observations are censored, with the function of the point that replaces the
/// density.
pub trait Side: Sealed + Copy + Send + Sync + 'static {
    /// The log probability of the values that a flagged observation stands for: log P(Y ≤ y) or log P(Y > y).
    type Probability<F: Cumulative>: Function;

    /// True if the value is known to be larger than the observation.
    const IS_ABOVE: bool;

    /// The name of the law's method.
    const NAME: &'static str;

    /// Returns a draw for comparison with a censored observation: the observation itself if the draw is in
    /// the range of the censored value, and otherwise a number outside of this range.
    fn beside(drawn: f64, observed: f64) -> f64;
}

/// Censoring from below: the value is known to satisfy Y ≤ y.
#[derive(Clone, Copy, Debug)]
pub struct Left;

/// Censoring from above: the value is known to satisfy Y > y.
#[derive(Clone, Copy, Debug)]
pub struct Right;

impl Sealed for Left {}

impl Side for Left {
    type Probability<F: Cumulative> = LogCdf<F>;
    const IS_ABOVE: bool = false;
    const NAME: &'static str = "left_censored";

    fn beside(drawn: f64, observed: f64) -> f64 {
        if drawn <= observed { observed } else { drawn }
    }
}

impl Sealed for Right {}

impl Side for Right {
    type Probability<F: Cumulative> = LogCcdf<F>;
    const IS_ABOVE: bool = true;
    const NAME: &'static str = "right_censored";

    fn beside(drawn: f64, observed: f64) -> f64 {
        // A count that equals the observation is not larger.
        match drawn > observed {
            true => observed,
            false if drawn == observed => observed.next_down(),
            false => drawn,
        }
    }
}

/// A distribution censored beyond limits on the sides `S`.
#[derive(Clone, Copy, Debug)]
pub struct Censored<F, Arguments, S> {
    pub(super) distribution: Distribution<F, Arguments>,
    pub(super) sides: S,
}

/// A distribution whose flagged observations are censored on the side `S`.
#[derive(Clone, Copy, Debug)]
pub struct Flagged<F, Arguments, S, Flags> {
    pub(super) distribution: Distribution<F, Arguments>,
    pub(super) flags: Flags,
    side: PhantomData<fn() -> S>,
}

impl<F: Family, Arguments> Distribution<F, Arguments> {
    /// The distribution of a measurement that cannot distinguish values beyond two limits: for an
    /// observation at or beyond a limit, the density is the probability of being there.
    ///
    /// A limit of a distribution of whole numbers may be any number: the values at or below 2.5 are 0, 1 and
    /// 2.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let dose = [1.0, 0.1, 2.7, 5.0, 0.1];        // the instrument reads from 0.1 to 5
    /// params! { mu: real(), sigma: positive() }
    /// let model = model! {
    ///     mu    |= normal(0.0, 10.0),
    ///     sigma |= exponential(1.0),
    ///     data(&dose) |= normal(mu, sigma).censored(0.1, 5.0),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn censored<L: IntoExpr, U: IntoExpr>(self, lower: L, upper: U) -> Censored<F, Arguments, Both<L, U>>
    where
        F: Cumulative,
    {
        let sides = (Below(lower.into_expr().0), Above(upper.into_expr().0));
        Censored { distribution: self, sides }
    }

    /// The distribution with a lower limit only, see [`censored`](Self::censored).
    pub fn censored_below<L: IntoExpr>(self, lower: L) -> Censored<F, Arguments, Below<L::Node>>
    where
        F: Cumulative,
    {
        Censored { distribution: self, sides: Below(lower.into_expr().0) }
    }

    /// The distribution with an upper limit only, see [`censored`](Self::censored).
    pub fn censored_above<U: IntoExpr>(self, upper: U) -> Censored<F, Arguments, Above<U::Node>>
    where
        F: Cumulative,
    {
        Censored { distribution: self, sides: Above(upper.into_expr().0) }
    }

    /// The distribution of observations of which those with the flag 1 or `true` are known only to be larger
    /// than their recorded value, such as survival times of subjects who were still alive.
    ///
    /// Predictions are not censored, because flags do not contain how long the other subjects were observed.
    /// So replications reach beyond the data, and a [check](monomorph_diagnostics::predictive::check) that
    /// compares them shows this. If the end of observation is known for each subject,
    /// [`censored_above`](Self::censored_above)`(data(&watched))` predicts observations with censoring.
    /// [`loo_pit`](crate::comparison::CrossValidate::loo_pit) takes flags into account.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let months = [3.2, 12.0, 7.7, 12.0];
    /// let alive = [false, true, false, true];
    /// params! { scale: positive() }
    /// let model = model! {
    ///     scale |= half_normal(20.0),
    ///     data(&months) |= normal(10.0, scale).right_censored(data(&alive)),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn right_censored<Flags: IntoExpr>(self, flags: Flags) -> Flagged<F, Arguments, Right, Flags::Node>
    where
        F: Cumulative,
    {
        Flagged { distribution: self, flags: flags.into_expr().0, side: PhantomData }
    }

    /// The distribution of observations of which those with the flag 1 or `true` are known only not to be
    /// larger than their recorded value, see [`right_censored`](Self::right_censored).
    pub fn left_censored<Flags: IntoExpr>(self, flags: Flags) -> Flagged<F, Arguments, Left, Flags::Node>
    where
        F: Cumulative,
    {
        Flagged { distribution: self, flags: flags.into_expr().0, side: PhantomData }
    }
}

/// A distribution's log density at a variable.
pub(super) type DensityAt<F, Arguments, Y> = <Distribution<F, Arguments> as Law<Y>>::LogDensity;

impl<F, Arguments, Sides> Sealed for Censored<F, Arguments, Sides> {}

/// Implements [`Law`] for the censoring on some sides: the log probabilities beyond the limits, as
/// expressions, and the function that computes the log density from them.
macro_rules! censored {
    ($([$($Limit:ident: $Mass:ident),+] $Sides:ty = $sides:pat, $Function:ident;)*) => {$(
        impl<F: Cumulative, Arguments, $($Limit: Expression,)+ Y: Expression> Law<Y>
            for Censored<F, Arguments, $Sides>
        where
            Arguments: Copy + Send + Sync $(+ Prepend<$Limit>)+,
            Distribution<F, Arguments>: Law<Y>,
            $(<Arguments as Prepend<$Limit>>::Output: Fit,)+
            (Y, $($Limit,)+ DensityAt<F, Arguments, Y>, $(MassAt<$Mass<F>, $Limit, Arguments>),+): Fit,
        {
            type LogDensity = Applied<
                $Function<F>,
                (Y, $($Limit,)+ DensityAt<F, Arguments, Y>, $(MassAt<$Mass<F>, $Limit, Arguments>),+),
            >;
            const CHECKED: () = <Distribution<F, Arguments> as Law<Y>>::CHECKED;
            const IS_ELEMENTWISE: bool = true;

            #[allow(non_snake_case)]
            fn log_density_at(self, variable: Y) -> Self::LogDensity {
                let $sides = self.sides;
                let arguments = self.distribution.arguments;
                let density = self.distribution.log_density_at(variable);
                apply::<$Function<F>, _>((
                    variable, $($Limit,)+ density, $(mass_at::<$Mass<F>, _, _>($Limit, arguments)),+
                ))
            }

            fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str> {
                self.distribution.broken_rule(index, observation)
            }

            #[allow(non_snake_case)]
            fn sketch(&self, variable: Y) -> LawSketch {
                let $sides = self.sides;
                self.distribution.sketch(variable).then("censored")$(.with("limit", ExpressionSketch::of(&$Limit)))+
            }

            fn describe(&self, text: &mut String) {
                self.distribution.describe(text);
                text.push_str(".censored(…)");
            }
        }
    )*};
}

censored! {
    [L: LogCdf] Below<L> = Below(L), CensoredBelow;
    [U: LogTail] Above<U> = Above(U), CensoredAbove;
    [L: LogCdf, U: LogTail] (Below<L>, Above<U>) = (Below(L), Above(U)), CensoredBetween;
}

impl<F, Arguments, S, Flags> Sealed for Flagged<F, Arguments, S, Flags> {}

impl<F: Cumulative, Arguments, S: Side, Flags: Expression, Y: Expression> Law<Y>
    for Flagged<F, Arguments, S, Flags>
where
    Arguments: Copy + Send + Sync + Prepend<Y>,
    Distribution<F, Arguments>: Law<Y>,
    <Arguments as Prepend<Y>>::Output: Fit,
    (Flags, DensityAt<F, Arguments, Y>, MassAt<S::Probability<F>, Y, Arguments>): Fit,
{
    type LogDensity = Applied<
        UnlessFlagged<S>,
        (Flags, DensityAt<F, Arguments, Y>, MassAt<S::Probability<F>, Y, Arguments>),
    >;
    const CHECKED: () = <Distribution<F, Arguments> as Law<Y>>::CHECKED;
    const IS_ELEMENTWISE: bool = true;

    fn log_density_at(self, variable: Y) -> Self::LogDensity {
        let density = self.distribution.log_density_at(variable);
        let probability = mass_at::<S::Probability<F>, _, _>(variable, self.distribution.arguments);
        apply::<UnlessFlagged<S>, _>((self.flags, density, probability))
    }

    fn broken_rule(&self, index: usize, observation: f64) -> Option<&'static str> {
        let broken = self.distribution.broken_rule(index, observation);
        // A censored observation has a probability at the end of the support, which may be 1.
        let is_observed = self.flags.datum(index) == Some(0.0);
        let dead_end = dead_end::<F, <Fitted<<Arguments as Prepend<Y>>::Output> as Expressions>::Bound>;
        broken.or_else(|| dead_end(observation).filter(|_| is_observed))
    }

    fn sketch(&self, variable: Y) -> LawSketch {
        self.distribution.sketch(variable).then(S::NAME).with("flags", ExpressionSketch::of(&self.flags))
    }

    fn describe(&self, text: &mut String) {
        self.distribution.describe(text);
        text.push('.');
        text.push_str(S::NAME);
        text.push_str("(…)");
    }
}
