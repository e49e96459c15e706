//! The scope of a kernel: which gradients and which statements it computes, decided at compile time.
//!
//! A kernel is compiled for a scope `C`. Every leaf asks whether its gradient is wanted and every statement
//! whether it belongs, and because the answers are constants the code that is not wanted is not there:
//!
//! * [`Gradient`] and [`Value`] are the whole posterior with and without its gradient;
//! * [`Restricted`](crate::model::statement::Restricted) fixes some variables, whose gradient disappears, or
//!   focuses on some, which leaves the statements that mention them: the Markov blanket, so the result is
//!   their full conditional.

mod ask;
mod sets;
mod view;

pub use ask::{
    any_free, any_needed, is_free, is_needed, is_of_row, is_partly_known, is_summed, is_uniform, is_whole,
    is_written, keeps, keeps_curve, keeps_statement, knows_parts, loses_rows,
};
pub use sets::{Approximated, Recall, Role, Sets};
pub use view::{View, view, view_of_parameter};

use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The part of a model that a kernel computes: its gradients and statements, decided at compile time.
///
/// Every leaf asks whether its gradient is wanted and every statement whether it belongs. The answers are
/// constants, so the code that is not wanted is not there. [`Gradient`] and [`Value`] are the whole posterior
/// with and without its gradient, [`Restricted`](crate::model::statement::Restricted) fixes some variables or
/// focuses on some.
pub trait Scope: Sealed + 'static {
    /// The sets of what is computed. A scope that is made from another, `C`, is `Sets { …, ..C::SETS }`.
    const SETS: Sets;
}

/// The log density and its whole gradient.
pub struct Gradient;

impl Sealed for Gradient {}

impl Scope for Gradient {
    const SETS: Sets = Sets::whole(true);
}

/// The log density alone.
pub struct Value;

impl Sealed for Value {}

impl Scope for Value {
    const SETS: Sets = Sets::whole(false);
}

/// The statements of a part alone, at values that stand in the workspace.
pub struct Only<const LIKELIHOOD: bool>;

impl<const LIKELIHOOD: bool> Sealed for Only<LIKELIHOOD> {}

impl<const LIKELIHOOD: bool> Scope for Only<LIKELIHOOD> {
    const SETS: Sets =
        Sets { role: if LIKELIHOOD { Role::Likelihood } else { Role::Prior }, ..Sets::whole(false) };
}

/// The statements with observations on the left, and increments, with their gradient.
pub struct Observed;

impl Sealed for Observed {}

impl Scope for Observed {
    const SETS: Sets = Sets { role: Role::Likelihood, ..Sets::whole(true) };
}

/// The scope `C` of a kernel, which computes the parameters from the point before it reads them.
pub struct Constrained<C>(PhantomData<fn() -> C>);

impl<C: Scope> Sealed for Constrained<C> {}

impl<C: Scope> Scope for Constrained<C> {
    const SETS: Sets = Sets { constrained: true, ..C::SETS };
}

/// The scope `C` of a model with many statements, in which each is a function of its own.
pub struct Calling<C>(PhantomData<fn() -> C>);

impl<C: Scope> Sealed for Calling<C> {}

impl<C: Scope> Scope for Calling<C> {
    const SETS: Sets = Sets { calls: true, ..C::SETS };
}

/// The scope `C` in another sweep over the same nodes: see [`Reuse`] and [`Recompute`].
pub struct Sweep<C, const AGAIN: bool>(PhantomData<fn() -> C>);

/// The scope `C` in a second sweep over a definition's expression, when its adjoint is known: what the first
/// sweep has left in slots is not computed again.
pub type Reuse<C> = Sweep<C, true>;

/// The scope `C` where the nodes' own slots hold the values of something else, of another component of a
/// mixture.
pub type Recompute<C> = Sweep<C, false>;

impl<C: Scope, const AGAIN: bool> Sealed for Sweep<C, AGAIN> {}

impl<C: Scope, const AGAIN: bool> Scope for Sweep<C, AGAIN> {
    const SETS: Sets = Sets { again: AGAIN, ..C::SETS };
}
