//! Statements of one type, any number of them, as they run: Σₖ log p of the statement with the number k, each
//! with its own adjoints.

#[cfg(feature = "random")]
use super::Blame;
use super::{BoundModel, Edges, Schedule, Scheduled, Tally, Totals, outline};
use crate::conjugacy::Factors;
#[cfg(feature = "random")]
use crate::drawing::{Observations, Simulation};
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::scope::Scope;
use pulp::Simd;

/// Statements of one type without parameters or definitions on their left: they have no coordinates and
/// define nothing.
#[derive(Clone, Debug)]
pub struct ForEach<M> {
    pub(crate) statements: Box<[M]>,
}

impl<M: BoundModel> BoundModel for ForEach<M> {
    const LHS: VarSet = VarSet::EMPTY;
    const DEFINED: VarSet = VarSet::EMPTY;
    const ALL: VarSet = M::ALL;
    const WHOLE: VarSet = M::WHOLE;
    const HAS_EVIDENCE: bool = M::HAS_EVIDENCE;
    const IS_GLUED: bool = true;
    const HAS_DENSITY: bool = M::HAS_DENSITY;
    /// The factors of one statement: a sum of log densities of one curve has this curve, what is read by one
    /// row or by another row's element stays so, and the facts of a type hold for every k, whichever elements
    /// a statement reads. Nobody asks how many statements there are.
    const FACTORS: Factors = M::FACTORS;
    const EDGES: Edges = Edges::NONE;
    type Needs<C: Scope> = M::Needs<C>;
    #[cfg(feature = "random")]
    type Inexact<Root: BoundModel> = M::Inexact<Root>;

    fn count<C: Scope>() -> usize {
        M::count::<C>()
    }

    fn precompute(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.statements.iter_mut().try_for_each(|statement| statement.precompute(frame))
    }

    fn drop_constants(&mut self) {
        self.statements.iter_mut().for_each(M::drop_constants);
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        for statement in &self.statements {
            outline::score::<false, C, S, _>(statement, simd, frame, totals);
        }
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        for statement in &self.statements {
            statement.score_rows::<C, S, T>(simd, frame, tally);
        }
    }

    #[cfg(feature = "random")]
    fn blame<C: Scope>(&self, blame: &mut Blame<'_>, frame: &mut Frame<'_>) {
        self.statements.iter().for_each(|statement| statement.blame::<C>(blame, frame));
    }

    #[cfg(feature = "random")]
    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.statements.iter().try_for_each(|statement| statement.simulate(simulation, frame))
    }

    #[cfg(feature = "random")]
    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        self.statements.iter().for_each(|statement| statement.observe(observations, frame));
    }
}

impl<M: BoundModel> Scheduled for ForEach<M> {
    fn schedule<C: Scope>(&self, schedule: &mut Schedule) {
        for statement in &self.statements {
            statement.schedule::<C>(schedule);
        }
    }
}
