//! The questions of a parameter as it runs to its support: the transform from the unconstrained line.

mod bound_role;
mod inside;
mod integers;
mod placement;
mod support_facts;
mod support_kind;
mod totals;

pub use bound_role::BoundRole;
pub use inside::{Inside, Normals};
pub use integers::Integers;
pub use totals::Totals;

pub(crate) use placement::{Line, outside};
pub use placement::{Placement, Selection};
pub use support_facts::SupportFacts;
pub use support_kind::SupportKind;

use crate::compiler::Context;
use crate::contract::node::Companion;
use crate::contract::scope::Scope;
use crate::error::Error;
use crate::frame::Frame;
use crate::markov_field::Subspace;
use crate::name::VarSet;
use crate::sealed::Sealed;
use pulp::Simd;

/// A set of values with a transform x = T(q) from the unconstrained line, as it runs.
pub trait BoundSupport: Sealed + Clone + Send + Sync + 'static {
    /// The variables in the bounds.
    const VARS: VarSet = VarSet::EMPTY;

    /// What the type of the support knows.
    const FACTS: SupportFacts;

    /// The lowest of the whole numbers that a discrete parameter may be, and how many they are.
    fn integers(&self) -> Option<(f64, usize)> {
        None
    }

    /// True if 0 and 1 are the bounds.
    fn is_unit_interval(&self) -> bool {
        false
    }

    /// True if x = e^q.
    fn is_exponential(&self) -> bool {
        false
    }

    /// What the transform knows beside its values, and stores at [`Placement::beside`].
    fn beside(&self) -> Option<Companion> {
        None
    }

    /// The subspace in which the values lie, where laws of vectors tell them apart.
    fn subspace(&self, _length: usize) -> Option<Subspace> {
        None
    }

    /// The number of unconstrained coordinates of `length` elements.
    fn free(&self, length: usize) -> usize {
        length
    }

    /// Precomputes bounds, and checks those that are data.
    fn precompute(
        &mut self,
        _context: &Context,
        _name: &str,
        _frame: &mut Frame<'_>,
        _length: usize,
    ) -> Result<(), Error> {
        Ok(())
    }

    /// x = T(q); adds log |det ∂x/∂q| if it `counts`. Where x is not finite the sum becomes NaN.
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    );

    /// Does what `constrain` does, of a parameter that is one number: without loops over elements, which
    /// nobody would run.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn constrain_number<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        self.constrain::<C, S>(simd, frame, place, counts, totals);
    }

    /// Does what `pull_back` does, of a parameter that is one number.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pull_back_number<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        writes: bool,
    ) {
        self.pull_back::<C, S>(simd, frame, place, writes);
    }

    /// Calls `constrain` on `count` rows that follow each other, given the place of each.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn constrain_rows<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (count, row): (usize, impl Fn(usize) -> Placement),
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        for place in (0..count).map(row) {
            self.constrain::<C, S>(simd, frame, place, counts, totals);
        }
    }

    /// Calls `pull_back` on `count` rows that follow each other, given the place of each.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pull_back_rows<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (count, row): (usize, impl Fn(usize) -> Placement),
        writes: bool,
    ) {
        for place in (0..count).map(row) {
            self.pull_back::<C, S>(simd, frame, place, writes);
        }
    }

    /// q̄ = (∂x/∂q)ᵀ x̄ + ∂ log |det ∂x/∂q| / ∂q, stored in the gradient if it `writes`. The derivatives with
    /// respect to bounds are added to the adjoints of the variables in them. Without bounds it is called only
    /// if it writes.
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Placement, writes: bool);

    /// Moves elements that were drawn and that rounding has put on a bound, or made infinite, to the next
    /// number inside. Others outside stay where they are.
    fn nudge_inside(&self, _frame: &mut Frame<'_>, _place: Placement, _rng: &mut dyn rand::Rng) {}

    /// Brings a draw of independent elements inside as [`inside`](SupportFacts::inside) says; for a
    /// projection the law of each is given. False if that would not be a draw of their law on the support.
    fn bring_inside(&self, _frame: &mut Frame<'_>, _place: Placement, _law: Normals<'_>) -> bool {
        false
    }

    /// q = T⁻¹(x), or an error that names the element outside the support.
    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error>;
}
