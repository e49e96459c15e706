//! [`Shared`], a statement whose functions are compiled once for its structure, with any names.
//!
//! The statement is stored without names. The functions of the statement without names evaluate it wherever
//! names make no difference: in the whole log density and its gradient, and in every other scope that treats
//! all variables of the statement alike. Where names make a difference, as in the full conditional of one of
//! two variables, it is [viewed](crate::erase) with its names.

use crate::contract::conjugacy::Factors;
use crate::contract::scope::{
    Constrained, Gradient, Scope, Value, View, any_free, any_needed, keeps, view, view_of_parameter,
};
use crate::contract::transform::Totals;
use crate::erase::Erase;
use crate::error::Error;
use crate::frame::Frame;
use crate::model::drawing::{Observations, Simulation};
use crate::model::facts::{Level, ModelFacts};
use crate::model::marginalised::VisitSummed;
use crate::model::rows::{Points, Tally};
use crate::model::statement::{Blame, BoundModel, Schedule, Scheduled, Sites, no_score_of_points, outline};
use crate::name::VarSet;
use crate::sealed::{Sealed, sealed};
use core::fmt;
use core::marker::PhantomData;
use pulp::Simd;

/// The scopes of statements that a kernel sees as a whole; schedules and points are used by kernels only.
type KernelGradient = Constrained<Gradient>;
type KernelValue = Constrained<Value>;

/// Declares, for each verb, a function that calls it: for the statement without names in a scope that sees
/// the statement as a whole, and for the statement with its names otherwise. A constant chooses between
/// them, so that the compiler does not visit the function that is not called.
macro_rules! by_view {
    ($($by_view:ident $verb:ident($($argument:ident: $Argument:ty),*) calls $calls:expr, sees $view:expr,
        reads $reads:expr, if $condition:expr;)*) => {
        impl<N: BoundModel + Erase<Erased: BoundModel>> Shared<N> {$(
            #[inline(always)]
            fn $by_view<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, $($argument: $Argument),*) {
                struct Dispatch<N>(PhantomData<N>);

                impl<N: BoundModel + Erase<Erased: BoundModel>> Dispatch<N> {
                    #[inline(always)]
                    fn nothing<S: Simd>(_: &Shared<N>, _: S, _: &mut Frame<'_>, $(_: $Argument),*) {}

                    #[inline(always)]
                    fn erased<const CALLED: bool, C: Scope, S: Simd>(
                        shared: &Shared<N>,
                        simd: S,
                        frame: &mut Frame<'_>,
                        $($argument: $Argument),*
                    ) {
                        outline::$verb::<CALLED, C, S, _>(&shared.erased, simd, frame, $($argument),*);
                    }

                    #[inline(always)]
                    fn named<C: Scope, S: Simd>(
                        shared: &Shared<N>,
                        simd: S,
                        frame: &mut Frame<'_>,
                        $($argument: $Argument),*
                    ) {
                        outline::$verb::<false, C, S, _>(shared.named(), simd, frame, $($argument),*);
                    }
                }

                let run = const {
                    let view: View = $view;
                    match (view, $reads && C::SETS.constrained, $calls) {
                        _ if !$condition => Dispatch::<N>::nothing::<S>,
                        (View::Named, ..) => Dispatch::<N>::named::<C, S>,
                        (View::Whole, true, true) => Dispatch::<N>::erased::<true, KernelGradient, S>,
                        (View::Whole, true, false) => Dispatch::<N>::erased::<false, KernelGradient, S>,
                        (View::Whole, false, _) => Dispatch::<N>::erased::<false, Gradient, S>,
                        (View::Constant, true, true) => Dispatch::<N>::erased::<true, KernelValue, S>,
                        (View::Constant, true, false) => Dispatch::<N>::erased::<false, KernelValue, S>,
                        (View::Constant, false, _) => Dispatch::<N>::erased::<false, Value, S>,
                    }
                };
                run(self, simd, frame, $($argument),*);
            }
        )*}
    };
}

by_view! {
    // A verb that reads numbers which transforms have stored is a different function in a kernel than
    // elsewhere. The numbers that a gradient needs of bounds are computed by `pull_back`, so that both kinds
    // of kernels share one function.
    constrain_by_view constrain(level: Level, totals: &mut Totals<S>)
        calls false,
        sees view_of_parameter::<C>(N::FACTS.lhs, &Shared::<N>::PLACED).without_gradient(),
        reads false,
        if any_needed::<C>(N::FACTS.lhs);
    define_by_view define()
        calls Shared::<N>::calls::<C>(),
        sees view::<C>(&Shared::<N>::MENTIONED),
        reads true,
        if any_needed::<C>(N::FACTS.defined);
    score_by_view score(totals: &mut Totals<S>)
        calls Shared::<N>::calls::<C>(),
        sees view::<C>(&Shared::<N>::MENTIONED),
        reads true,
        if N::FACTS.has_density && keeps::<C>(N::FACTS.all);
    propagate_by_view propagate()
        calls Shared::<N>::calls::<C>(),
        sees view::<C>(&Shared::<N>::MENTIONED),
        reads true,
        if C::SETS.gradient && any_needed::<C>(N::FACTS.defined);
    pull_back_by_view pull_back(level: Level)
        calls false,
        sees view_of_parameter::<C>(N::FACTS.lhs, &Shared::<N>::PLACED),
        reads true,
        if C::SETS.gradient && any_free::<C>(N::FACTS.lhs);
}

/// The statement `N`, kept without its names.
pub struct Shared<N: Erase> {
    erased: N::Erased,
}

impl<N: Erase> Shared<N> {
    /// Returns the shared form of a statement that was bound without names.
    pub(crate) fn new(erased: N::Erased) -> Self {
        Self { erased }
    }

    /// Returns the statement with its names.
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
    /// The variables that the statement mentions or computes.
    const MENTIONED: VarSet = N::FACTS.all.union(N::FACTS.lhs).union(N::FACTS.defined);

    /// The parameter that the statement computes from the unconstrained point, with the variables in its
    /// bounds.
    const PLACED: VarSet = N::FACTS.edges.close_needed(*N::FACTS.lhs);

    /// Returns true if the statement is a separate function: in a model with many statements, this holds for
    /// statements with observations and for definitions. A call takes a nanosecond, and the prior of a
    /// scalar little more.
    const fn calls<C: Scope>() -> bool {
        C::SETS.calls && (N::FACTS.has_evidence || !N::FACTS.defined.is_empty())
    }
}

impl<N: BoundModel + Erase<Erased: BoundModel>> BoundModel for Shared<N> {
    // The functions that this statement calls are already separate functions.
    const FACTS: &'static ModelFacts = &ModelFacts { is_glued: true, ..*N::FACTS };
    const FACTORS: Factors = N::FACTORS;
    type Needs<C: Scope> = N::Needs<C>;
    type Inexact<Root: BoundModel> = N::Inexact<Root>;

    fn count<C: Scope>() -> usize {
        N::count::<C>()
    }

    fn precompute(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.erased.precompute(frame)
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
        self.constrain_by_view::<C, S>(simd, frame, level, totals);
    }

    #[inline(always)]
    fn define<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.define_by_view::<C, S>(simd, frame);
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        // The condition is a constant in each scope.
        if N::count::<C>() > 0 {
            self.score_by_view::<C, S>(simd, frame, totals);
        }
    }

    #[inline(always)]
    fn score_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        let score = const {
            match view::<C>(&Self::MENTIONED) {
                _ if !N::FACTS.has_density || !keeps::<C>(N::FACTS.all) => no_score_of_points,
                View::Whole => Self::score_erased_points::<KernelGradient, S>,
                View::Constant => Self::score_erased_points::<KernelValue, S>,
                View::Named => Self::score_named_points::<C, S>,
            }
        };
        if N::count::<C>() > 0 {
            score(self, simd, points);
        }
    }

    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.propagate_by_view::<C, S>(simd, frame);
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        self.pull_back_by_view::<C, S>(simd, frame, level);
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        self.named().score_rows::<C, S, T>(simd, frame, tally);
    }

    fn visit_summed<C: Scope, S: Simd, V: VisitSummed>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        visitor: &mut V,
    ) {
        self.named().visit_summed::<C, S, V>(simd, frame, visitor);
    }

    fn sites<T: Sites>(&self, sites: &mut T) {
        self.named().sites(sites);
    }

    fn blame<C: Scope>(&self, blame: &mut Blame<'_>, frame: &mut Frame<'_>) {
        self.named().blame::<C>(blame, frame);
    }

    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.named().simulate(simulation, frame)
    }

    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        self.named().observe(observations, frame);
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        self.erased.unconstrain(frame, point)
    }
}

impl<N: BoundModel + Erase<Erased: BoundModel>> Scheduled for Shared<N> {
    fn schedule<C: Scope>(&self, schedule: &mut Schedule) {
        let push = const {
            if Self::is_seen_whole::<C>() { Self::schedule_whole } else { Self::schedule_parts::<C> }
        };
        push(self, schedule);
    }
}

/// The evaluation at several points: without names where the scope treats all variables of the statement
/// alike.
impl<N: BoundModel + Erase<Erased: BoundModel>> Shared<N> {
    #[inline(always)]
    fn score_erased_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        outline::score_points::<C, S, _>(&self.erased, simd, points);
    }

    #[inline(always)]
    fn score_named_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        outline::score_points::<C, S, _>(self.named(), simd, points);
    }
}

/// The entries in schedules: without names where the scope sees the statement as a whole.
impl<N: BoundModel + Erase<Erased: BoundModel>> Shared<N> {
    /// Returns true if the scope computes all of the statement, with the gradient of all variables.
    const fn is_seen_whole<C: Scope>() -> bool {
        view::<C>(&Self::MENTIONED).is(View::Whole)
            && view_of_parameter::<C>(N::FACTS.lhs, &Self::PLACED).is(View::Whole)
            && keeps::<C>(N::FACTS.all)
            && (N::FACTS.lhs.is_empty() || any_needed::<C>(N::FACTS.lhs))
            && (N::FACTS.defined.is_empty() || any_needed::<C>(N::FACTS.defined))
    }

    fn schedule_whole(&self, schedule: &mut Schedule) {
        schedule.push_whole(&self.erased);
    }

    /// Adds everything that the scope needs of the statement to the schedule.
    fn schedule_parts<C: Scope>(&self, schedule: &mut Schedule) {
        let parameters = const {
            match view_of_parameter::<C>(N::FACTS.lhs, &Self::PLACED) {
                _ if !any_needed::<C>(N::FACTS.lhs) => Self::schedule_nothing,
                View::Whole => Self::schedule_parameters::<Value, KernelGradient>,
                View::Constant => Self::schedule_parameters::<Value, KernelValue>,
                View::Named => Self::schedule_named_parameters::<C>,
            }
        };
        let definition = const {
            match view::<C>(&Self::MENTIONED) {
                _ if !any_needed::<C>(N::FACTS.defined) => Self::schedule_nothing,
                View::Whole => Self::schedule_definition::<KernelGradient>,
                View::Constant => Self::schedule_definition::<KernelValue>,
                View::Named => Self::schedule_named_definition::<C>,
            }
        };
        let term = const {
            match view::<C>(&Self::MENTIONED) {
                _ if !N::FACTS.has_density || !keeps::<C>(N::FACTS.all) => Self::schedule_nothing,
                View::Whole => Self::schedule_term::<KernelGradient>,
                View::Constant => Self::schedule_term::<KernelValue>,
                View::Named => Self::schedule_named_term::<C>,
            }
        };
        parameters(self, schedule);
        definition(self, schedule);
        if N::count::<C>() > 0 {
            term(self, schedule);
        }
    }

    fn schedule_nothing(&self, _: &mut Schedule) {}

    fn schedule_parameters<Values: Scope, C: Scope>(&self, schedule: &mut Schedule) {
        schedule.push_parameters::<_, Values, C>(&self.erased);
    }

    fn schedule_named_parameters<C: Scope>(&self, schedule: &mut Schedule) {
        schedule.push_parameters::<_, C, C>(self.named());
    }

    fn schedule_definition<C: Scope>(&self, schedule: &mut Schedule) {
        schedule.push_definition::<_, C>(&self.erased);
    }

    fn schedule_named_definition<C: Scope>(&self, schedule: &mut Schedule) {
        schedule.push_definition::<_, C>(self.named());
    }

    fn schedule_term<C: Scope>(&self, schedule: &mut Schedule) {
        schedule.push_term::<_, C>(&self.erased);
    }

    fn schedule_named_term<C: Scope>(&self, schedule: &mut Schedule) {
        schedule.push_term::<_, C>(self.named());
    }
}

sealed! {
    [N: Erase] Shared<N>;
}
