//! The scope of a kernel: which gradients and which statements it computes, decided at compile time.
//!
//! A kernel is compiled for a scope `C`. Every leaf reads from it whether its gradient is wanted, and every
//! statement whether it is evaluated. Because these are constants, unwanted code is not compiled:
//!
//! * [`Gradient`] and [`Value`] are the whole posterior with and without its gradient;
//! * [`Restricted`](crate::model::statement::Restricted) fixes some variables, which have no gradient then,
//!   or focuses on some variables and evaluates only the statements that mention them, their Markov
//!   blanket: the result is their full conditional.

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
/// Every leaf reads whether its gradient is wanted, and every statement whether it is evaluated. Because
/// these are constants, unwanted code is not compiled. [`Gradient`] and [`Value`] are the whole posterior
/// with and without its gradient, [`Restricted`](crate::model::statement::Restricted) fixes some variables
/// or focuses on some.
pub trait Scope: Sealed + 'static {
    /// The variables and statements for which the kernel computes something. A scope that modifies another
    /// scope `C` is `Sets { …, ..C::SETS }`.
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

/// The statements of one part of the model, priors or likelihood, at values that stand in the workspace.
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

/// The scope `C` in a kernel that computes the parameters from the point before it reads them.
pub struct Constrained<C>(PhantomData<fn() -> C>);

impl<C: Scope> Sealed for Constrained<C> {}

impl<C: Scope> Scope for Constrained<C> {
    const SETS: Sets = Sets { constrained: true, ..C::SETS };
}

/// The scope `C` for a model with many statements, each of which is compiled as a function of its own.
pub struct Calling<C>(PhantomData<fn() -> C>);

impl<C: Scope> Sealed for Calling<C> {}

impl<C: Scope> Scope for Calling<C> {
    const SETS: Sets = Sets { calls: true, ..C::SETS };
}

/// The scope `C` in another sweep over the same nodes: see [`Reuse`] and [`Recompute`].
pub struct Sweep<C, const AGAIN: bool>(PhantomData<fn() -> C>);

/// The scope `C` in a second sweep over a definition's expression, when the adjoint of the definition is
/// known. Values that the first sweep has left in slots are not computed again.
pub type Reuse<C> = Sweep<C, true>;

/// The scope `C` where the nodes' own slots hold other values, those of another component of a mixture.
pub type Recompute<C> = Sweep<C, false>;

impl<C: Scope, const AGAIN: bool> Sealed for Sweep<C, AGAIN> {}

impl<C: Scope, const AGAIN: bool> Scope for Sweep<C, AGAIN> {
    const SETS: Sets = Sets { again: AGAIN, ..C::SETS };
}
