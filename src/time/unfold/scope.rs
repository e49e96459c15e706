//! The scopes in which a step is evaluated. A step of numbers has three: all variables except the carry
//! change, only the carry changes, or nothing changes. A step of rows has one: the carry changes, and inputs
//! change if the expressions from which they are computed change.

use super::{numbers, rows};
use crate::contract::scope::{Recall, Recompute, Scope, Sets};
use crate::name::VarSet;
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The scope `C` in which the carry does not change, for the adjoints that the step passes on to everything
/// else that it reads.
pub(crate) struct Captured<C>(PhantomData<fn() -> C>);

impl<C: Scope> Captured<C> {
    const HELD: VarSet = C::SETS.held.union(&numbers::CARRY);
}

impl<C> Sealed for Captured<C> {}

impl<C: Scope> Scope for Captured<C> {
    const SETS: Sets = Sets { held: &Self::HELD, ..C::SETS };
}

/// The scope `C` in which only the carry changes, for the adjoints that the step passes on to earlier steps.
/// If not `READS`, the value is that at a carry of 0. In a chain the slopes are summed in a register.
pub(crate) struct Slopes<C, const READS: bool, const CHAIN: bool>(PhantomData<fn() -> C>);

impl<C, const READS: bool, const CHAIN: bool> Sealed for Slopes<C, READS, CHAIN> {}

impl<C: Scope, const READS: bool, const CHAIN: bool> Scope for Slopes<C, READS, CHAIN> {
    const SETS: Sets = Sets {
        gradient: true,
        changing: Some(&numbers::CARRY),
        held: &VarSet::EMPTY,
        recall: if READS { Recall::Lanes } else { Recall::Nothing },
        is_chain: CHAIN,
        ..C::SETS
    };
}

/// The scope `C` without a gradient, for steps that are evaluated one after the other.
pub(crate) struct Stepwise<C>(PhantomData<fn() -> C>);

impl<C> Sealed for Stepwise<C> {}

impl<C: Scope> Scope for Stepwise<C> {
    const SETS: Sets = Sets { gradient: false, recall: Recall::Step, ..C::SETS };
}

/// The scope `C` inside a step of rows. In a chain the adjoint of the carry is summed in a register.
pub(crate) struct Within<C, const CHAIN: bool>(PhantomData<fn() -> C>);

impl<C: Scope, const CHAIN: bool> Within<C, CHAIN> {
    const HELD: VarSet = C::SETS.held.union(&rows::INPUT).union(&rows::CLOCK);

    const CHANGING: VarSet = match C::SETS.changing {
        Some(changing) => changing.union(&rows::CARRY),
        None => VarSet::EMPTY,
    };
}

/// The scope `C` inside a step that has its own sweep.
pub(crate) type Alone<C> = Within<Recompute<C>, false>;

impl<C, const CHAIN: bool> Sealed for Within<C, CHAIN> {}

impl<C: Scope, const CHAIN: bool> Scope for Within<C, CHAIN> {
    const SETS: Sets = Sets {
        held: &Self::HELD,
        changing: if C::SETS.changing.is_some() { Some(&Self::CHANGING) } else { None },
        is_chain: CHAIN,
        ..C::SETS
    };
}
