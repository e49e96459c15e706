//! [`Shared`], a statement whose functions are compiled once for its structure, whatever the names in it are.
//!
//! The statement is kept without names, and functions of the statement without names evaluate it wherever names
//! decide nothing: in the whole log density and its gradient, and in every other scope that sees the whole statement
//! alike. Where names decide, in the full conditional of one of two variables, say, it is [looked at](crate::erase)
//! under its names.

#[cfg(feature = "random")]
use super::{Blame, VisitSummed};
use super::{BoundModel, Edges, Level, Schedule, Scheduled, Tally, Totals, outline};
use crate::conjugacy::{Factors, Kinds};
#[cfg(feature = "random")]
use crate::drawing::{Observations, Simulation, Sites};
use crate::erase::Erase;
use crate::error::Error;
use crate::name::VarSet;
use crate::scope::{Gradient, Scope, Value, View, any_free, any_needed, keeps, view, view_of_parameter};
use crate::simd::Frame;
use core::fmt;
use pulp::Simd;

/// Calls a verb of the statement, without names in the scope that sees it as a whole, or of itself.
macro_rules! by_view {
    ($self:ident, $view:expr, $calls:expr, $verb:ident($($argument:expr),*)) => {
        if const { $view.is(View::Whole) && $calls } {
            outline::$verb::<true, Gradient, S, _>(&$self.erased, $($argument),*);
        } else if const { $view.is(View::Whole) } {
            outline::$verb::<false, Gradient, S, _>(&$self.erased, $($argument),*);
        } else if const { $view.is(View::Constant) && $calls } {
            outline::$verb::<true, Value, S, _>(&$self.erased, $($argument),*);
        } else if const { $view.is(View::Constant) } {
            outline::$verb::<false, Value, S, _>(&$self.erased, $($argument),*);
        } else {
            outline::$verb::<false, C, S, _>($self.named(), $($argument),*);
        }
    };
}

/// The statement `N`, kept without its names.
pub struct Shared<N: Erase> {
    erased: N::Erased,
}

impl<N: Erase> Shared<N> {
    /// The statement that was bound without names.
    pub(crate) fn new(erased: N::Erased) -> Self {
        Self { erased }
    }

    /// The statement under its names.
    #[inline(always)]
    fn named(&self) -> &N {
        N::named(&self.erased)
    }
}

impl<N: Erase<Erased: Clone>> Clone for Shared<N> {
    fn clone(&self) -> Self {
        Self { erased: self.erased.clone() }
    }
}

impl<N: Erase<Erased: fmt::Debug>> fmt::Debug for Shared<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.erased.fmt(f)
    }
}

impl<N: BoundModel + Erase<Erased: BoundModel>> Shared<N> {
    /// What the statement mentions, and what it computes.
    const MENTIONED: VarSet = N::ALL.union(&N::LHS).union(&N::DEFINED);

    /// A parameter that it takes from the unconstrained point, with the variables in its bounds.
    const PLACED: VarSet = N::EDGES.close_needed(N::LHS);

    /// True if it is a function of its own: of a model with many statements those with observations, and definitions.
    /// A call takes a nanosecond, and the prior of a number little more.
    const fn calls<C: Scope>() -> bool {
        C::SETS.calls && (N::HAS_EVIDENCE || !N::DEFINED.is_empty())
    }
}

impl<N: BoundModel + Erase<Erased: BoundModel>> BoundModel for Shared<N> {
    const LHS: VarSet = N::LHS;
    const PARTS: VarSet = N::PARTS;
    const FLAT: VarSet = N::FLAT;
    const DEFINED: VarSet = N::DEFINED;
    const ALL: VarSet = N::ALL;
    const KINDS: Kinds = N::KINDS;
    const WHOLE: VarSet = N::WHOLE;
    const HAS_EVIDENCE: bool = N::HAS_EVIDENCE;
    /// What it calls are functions of their own already.
    const IS_GLUED: bool = true;
    const HAS_DENSITY: bool = N::HAS_DENSITY;
    const FACTORS: Factors = N::FACTORS;
    const EDGES: Edges = N::EDGES;
    type Needs<C: Scope> = N::Needs<C>;
    #[cfg(feature = "random")]
    type Inexact<Root: BoundModel> = N::Inexact<Root>;

    fn count<C: Scope>() -> usize {
        N::count::<C>()
    }

    fn fold(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.erased.fold(frame)
    }

    fn drop_constants(&mut self) {
        self.erased.drop_constants();
    }

    #[inline(always)]
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        level: Level,
        totals: &mut Totals<S>,
    ) {
        if const { !any_needed::<C>(&N::LHS) } {
            return;
        }
        // What a gradient needs of bounds is computed by `pull_back`, so that both kinds of kernels share one function.
        by_view!(
            self,
            view_of_parameter::<C>(&N::LHS, &Self::PLACED).without_gradient(),
            false,
            constrain(simd, frame, level, totals)
        );
    }

    #[inline(always)]
    fn define<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        if const { !any_needed::<C>(&N::DEFINED) } {
            return;
        }
        by_view!(self, view::<C>(&Self::MENTIONED), Self::calls::<C>(), define(simd, frame));
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        // A constant in each scope.
        if N::count::<C>() == 0 {
            return;
        }
        by_view!(self, view::<C>(&Self::MENTIONED), Self::calls::<C>(), score(simd, frame, totals));
    }

    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        if const { !C::SETS.gradient || !any_needed::<C>(&N::DEFINED) } {
            return;
        }
        by_view!(self, view::<C>(&Self::MENTIONED), Self::calls::<C>(), propagate(simd, frame));
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        if const { !C::SETS.gradient || !any_free::<C>(&N::LHS) } {
            return;
        }
        by_view!(self, view_of_parameter::<C>(&N::LHS, &Self::PLACED), false, pull_back(simd, frame, level));
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        self.named().score_rows::<C, S, T>(simd, frame, tally);
    }

    #[cfg(feature = "random")]
    fn visit_summed<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        visitor: &mut impl VisitSummed,
    ) {
        self.named().visit_summed::<C, S>(simd, frame, visitor);
    }

    #[cfg(feature = "random")]
    fn sites(&self, sites: &mut impl Sites) {
        self.named().sites(sites);
    }

    #[cfg(feature = "random")]
    fn blame<C: Scope>(&self, blame: &mut Blame<'_>, frame: &mut Frame<'_>) {
        self.named().blame::<C>(blame, frame);
    }

    #[cfg(feature = "random")]
    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.named().simulate(simulation, frame)
    }

    #[cfg(feature = "random")]
    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        self.named().observe(observations, frame);
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        self.erased.unconstrain(frame, point)
    }
}

impl<N: BoundModel + Erase<Erased: BoundModel>> Scheduled for Shared<N> {
    fn schedule<C: Scope>(&self, schedule: &mut Schedule) {
        if const { Self::is_seen_whole::<C>() } {
            return schedule.push_whole(&self.erased);
        }
        if const { any_needed::<C>(&N::LHS) } {
            self.schedule_parameters::<C>(schedule);
        }
        if const { any_needed::<C>(&N::DEFINED) } {
            self.schedule_definition::<C>(schedule);
        }
        if const { N::HAS_DENSITY && keeps::<C>(&N::ALL) } && N::count::<C>() > 0 {
            self.schedule_term::<C>(schedule);
        }
    }
}

impl<N: BoundModel + Erase<Erased: BoundModel>> Shared<N> {
    /// True if the scope computes all of the statement, with the gradient of everything.
    const fn is_seen_whole<C: Scope>() -> bool {
        view::<C>(&Self::MENTIONED).is(View::Whole)
            && view_of_parameter::<C>(&N::LHS, &Self::PLACED).is(View::Whole)
            && keeps::<C>(&N::ALL)
            && (N::LHS.is_empty() || any_needed::<C>(&N::LHS))
            && (N::DEFINED.is_empty() || any_needed::<C>(&N::DEFINED))
    }

    #[inline(always)]
    fn schedule_parameters<C: Scope>(&self, schedule: &mut Schedule) {
        if const { view_of_parameter::<C>(&N::LHS, &Self::PLACED).is(View::Whole) } {
            schedule.push_parameters::<_, Value, Gradient>(&self.erased);
        } else if const { view_of_parameter::<C>(&N::LHS, &Self::PLACED).is(View::Constant) } {
            schedule.push_parameters::<_, Value, Value>(&self.erased);
        } else {
            schedule.push_parameters::<_, C, C>(self.named());
        }
    }

    #[inline(always)]
    fn schedule_definition<C: Scope>(&self, schedule: &mut Schedule) {
        if const { view::<C>(&Self::MENTIONED).is(View::Whole) } {
            schedule.push_definition::<_, Gradient>(&self.erased);
        } else if const { view::<C>(&Self::MENTIONED).is(View::Constant) } {
            schedule.push_definition::<_, Value>(&self.erased);
        } else {
            schedule.push_definition::<_, C>(self.named());
        }
    }

    #[inline(always)]
    fn schedule_term<C: Scope>(&self, schedule: &mut Schedule) {
        if const { view::<C>(&Self::MENTIONED).is(View::Whole) } {
            schedule.push_term::<_, Gradient>(&self.erased);
        } else if const { view::<C>(&Self::MENTIONED).is(View::Constant) } {
            schedule.push_term::<_, Value>(&self.erased);
        } else {
            schedule.push_term::<_, C>(self.named());
        }
    }
}
