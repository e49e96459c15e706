//! The functions of a bound support that its parameter calls: the transform from the unconstrained line.

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

    /// The facts that the type of the support knows.
    const FACTS: SupportFacts;

    /// The lowest whole number that a discrete parameter may be, and the number of its possible values;
    /// `None` for a continuous parameter.
    fn integers(&self) -> Option<(f64, usize)> {
        None
    }

    /// True if the bounds are 0 and 1.
    fn is_unit_interval(&self) -> bool {
        false
    }

    /// True if x = e^q.
    fn is_exponential(&self) -> bool {
        false
    }

    /// The companion that the transform knows beside its values and stores at [`Placement::beside`].
    fn beside(&self) -> Option<Companion> {
        None
    }

    /// The subspace in which the values lie, for supports that laws of vectors must tell apart.
    fn subspace(&self, _length: usize) -> Option<Subspace> {
        None
    }

    /// The number of unconstrained coordinates of a parameter with `length` elements.
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

    /// Computes x = T(q), and adds log |det ∂x/∂q| if `counts` is true. If an element of x is not finite, the
    /// sum becomes NaN.
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    );

    /// Does the same as `constrain` for a parameter that is one number, without loops over elements, which
    /// would run only once.
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

    /// Does the same as `pull_back` for a parameter that is one number.
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

    /// Calls `constrain` on `count` consecutive rows, given the place of each.
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

    /// Calls `pull_back` on `count` consecutive rows, given the place of each.
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

    /// Computes q̄ = (∂x/∂q)ᵀ x̄ + ∂ log |det ∂x/∂q| / ∂q, and stores it in the gradient if `writes` is
    /// true. The derivatives with respect to bounds are added to the adjoints of the variables in them. For
    /// a support without bounds it is called only if `writes` is true.
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Placement, writes: bool);

    /// Moves drawn elements that rounding has put on a bound, or made infinite, to the next number inside.
    /// Other elements outside stay where they are.
    fn nudge_inside(&self, _frame: &mut Frame<'_>, _place: Placement, _rng: &mut dyn rand::Rng) {}

    /// Brings a draw of independent elements inside in the way [`inside`](SupportFacts::inside). A
    /// projection reads the law of each element from `_law`. False if the result would not be a draw from
    /// their law on the support.
    fn bring_inside(&self, _frame: &mut Frame<'_>, _place: Placement, _law: Normals<'_>) -> bool {
        false
    }

    /// Computes q = T⁻¹(x), or returns an error that names the element outside the support.
    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error>;
}
