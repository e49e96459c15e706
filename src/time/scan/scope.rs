//! The scopes in which a step is evaluated: with all of its variables but the carry, with the carry alone, or
//! as a value.

use super::CARRY;
use crate::contract::scope::{Recall, Scope, Sets};
use crate::name::VarSet;
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The scope `C` where the carry does not change: what the step passes on to everything else that it reads.
pub(crate) struct Captured<C>(PhantomData<fn() -> C>);

impl<C: Scope> Captured<C> {
    const HELD: VarSet = C::SETS.held.union(&CARRY);
}

impl<C> Sealed for Captured<C> {}

impl<C: Scope> Scope for Captured<C> {
    const SETS: Sets = Sets { held: &Self::HELD, ..C::SETS };
}

/// The scope `C` where the carry alone changes: what the step passes on to the steps before. If it reads
/// nothing, its value is that of a carry of 0. In a chain the slopes are added up in a register.
pub(crate) struct Slopes<C, const READS: bool, const CHAIN: bool>(PhantomData<fn() -> C>);

impl<C, const READS: bool, const CHAIN: bool> Sealed for Slopes<C, READS, CHAIN> {}

impl<C: Scope, const READS: bool, const CHAIN: bool> Scope for Slopes<C, READS, CHAIN> {
    const SETS: Sets = Sets {
        gradient: true,
        changing: Some(&CARRY),
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
