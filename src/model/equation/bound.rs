//! [`BoundEqNode`], the statement `variable |= law` as it runs: it computes a parameter from the
//! unconstrained point, adds the law's log density, and passes the parameter's adjoint back to the point.

use crate::compiler::{Context, Rows};
use crate::contract::conjugacy::Factors;
use crate::contract::scope::{Scope, keeps_curve, keeps_statement};
use crate::contract::transform::Totals;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::model::drawing::{Observations, Simulation};
use crate::model::exact::Unknown;
use crate::model::facts::{Kinds, Level, ModelFacts};
use crate::model::rows::{Points, RowElements, Tally};
use crate::model::statement::{
    Blame, BoundLaw, BoundModel, BoundVariable, Sites, no_score, no_score_of_points,
};
use crate::name::VarSet;
use crate::sealed::{Sealed, sealed};
use pulp::{Scalar, Simd};
use std::sync::Arc;

/// The statement that `Target` follows a law.
#[derive(Clone, Debug)]
pub struct BoundEqNode<Target, Law> {
    pub(crate) variable: Target,
    pub(crate) law: Law,
    /// The rows that are evaluated, if they are not the rows of the data: `precompute` uses them to name
    /// elements of the data in messages, and then drops them.
    pub(crate) rows: Option<Arc<Rows>>,
    /// The elements to which the rows belong, if a marginalised variable does not have one row for each
    /// element.
    pub(crate) owners: Option<RowElements>,
    /// The text of the statement, for messages.
    pub(crate) text: String,
}

erase! {
    [Target: Erase, Law: Erase] BoundEqNode<Target, Law> => BoundEqNode<Target::Erased, Law::Erased>,
        [Target, Law], { variable, law, rows, owners, text };
}

/// Returns true if the law ties the elements of a variable that the scope marginalises.
const fn joins<C: Scope, Target: BoundVariable, Law: BoundLaw<Target>>() -> bool {
    Law::FACTS.couples_elements && !Target::FACTS.target.is_disjoint(C::SETS.uniform)
}

impl<Target: BoundVariable, Law: BoundLaw<Target>> BoundEqNode<Target, Law> {
    /// Adds the rows of a statement that the scope keeps to the tally.
    #[inline(always)]
    fn score_kept_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        if let Some(owners) = &self.owners {
            tally.begin_rows(simd, frame, owners);
        }
        self.law.score_rows::<C, S, T>(simd, frame, tally);
        if let Some(owners) = &self.owners {
            tally.end_rows(simd, frame, owners);
        }
    }

    /// Adds the parameter's site to the sites of a sampler.
    fn push_site<T: Sites>(&self, sites: &mut T) {
        if let Some(owner) = self.variable.owner() {
            sites.push::<Target::Owner>(owner.clone(), self.law.operands());
        }
    }
}

fn push_nothing<M, T>(_: &M, _: &mut T) {}

impl<Target: BoundVariable, Law: BoundLaw<Target>> BoundModel for BoundEqNode<Target, Law> {
    const FACTS: &'static ModelFacts = &ModelFacts {
        lhs: &Target::FACTS.parameters(),
        parts: if Target::FACTS.is_part() { Target::FACTS.target } else { &VarSet::EMPTY },
        flat: if Law::FACTS.is_flat && !Target::FACTS.is_part() {
            &Target::FACTS.parameters()
        } else {
            &VarSet::EMPTY
        },
        whole: Law::FACTS.whole,
        all: &Law::FACTS.vars.union(Target::FACTS.bounds),
        kinds: &Kinds::of(&Target::FACTS),
        edges: &Target::FACTS.edges(),
        has_evidence: !Target::FACTS.is_parameter(),
        has_density: true,
        ..ModelFacts::NONE
    };
    const FACTORS: Factors = Law::FACTORS.then(&Factors::unknown(Target::FACTS.bounds));
    type Needs<C: Scope> = Law::Needs<C>;
    type Inexact<Root: BoundModel> = (Unknown<Self, Target, Root>, Law::Undrawn<Root>);

    fn count<C: Scope>() -> usize {
        usize::from(const { keeps_statement::<C>(Law::FACTS.vars, Target::FACTS.target) })
    }

    fn precompute(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        let context = Context::of(&self.text);
        self.variable.precompute(&context, frame)?;
        self.law.precompute(&self.variable, &context.with_rows(self.rows.take()), frame)
    }

    fn drop_constants(&mut self) {
        self.law.drop_constants();
    }

    #[inline(always)]
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        level: Level,
        totals: &mut Totals<S>,
    ) {
        self.variable.constrain::<C, S>(simd, frame, level, totals);
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        let score = const {
            if keeps_statement::<C>(Law::FACTS.vars, Target::FACTS.target) {
                Law::score::<C, S>
            } else {
                no_score
            }
        };
        score(&self.law, simd, frame, totals);
    }

    #[inline(always)]
    fn score_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        let score = const {
            if keeps_statement::<C>(Law::FACTS.vars, Target::FACTS.target) {
                Law::score_points::<C, S>
            } else {
                no_score_of_points
            }
        };
        score(&self.law, simd, points);
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        self.variable.pull_back::<C, S>(simd, frame, level);
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        self.variable.unconstrain(frame, point)
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        let score = const {
            if keeps_statement::<C>(Law::FACTS.vars, Target::FACTS.target)
                && keeps_curve::<C>(&<Self as BoundModel>::FACTORS)
                && joins::<C, Target, Law>() == T::COUPLES_ELEMENTS
            {
                Self::score_kept_rows::<C, S, T>
            } else {
                no_score
            }
        };
        score(self, simd, frame, tally);
    }

    fn blame<C: Scope>(&self, blame: &mut Blame<'_>, frame: &mut Frame<'_>) {
        let mut totals = Totals::new(Scalar::new());
        self.score::<C, Scalar>(Scalar::new(), frame, &mut totals);
        blame.record((&self.text, Law::FACTS.undefined), const { Self::FACTS.all }, totals.sum(), frame);
    }

    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.turn().simulate(simulation, frame)
    }

    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        observations.observe(self.turn(), frame);
    }

    fn sites<T: Sites>(&self, sites: &mut T) {
        let push = const { if Target::FACTS.is_parameter() { Self::push_site::<T> } else { push_nothing } };
        push(self, sites);
    }
}

sealed! {
    [Target, Law] BoundEqNode<Target, Law>;
}
