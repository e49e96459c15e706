//! The scope in which a step is evaluated: its carry changes, its inputs do where what they are made of does.

use super::{CARRY, CLOCK, INPUT};
use crate::contract::scope::{Scope, Sets};
use crate::name::VarSet;
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The scope `C` inside of a step. In a chain the adjoint of the carry is added up in a register.
pub(crate) struct Within<C, const CHAIN: bool>(PhantomData<fn() -> C>);

impl<C: Scope, const CHAIN: bool> Within<C, CHAIN> {
    const HELD: VarSet = C::SETS.held.union(&INPUT).union(&CLOCK);

    const CHANGING: VarSet = match C::SETS.changing {
        Some(changing) => changing.union(&CARRY),
        None => VarSet::EMPTY,
    };
}

impl<C, const CHAIN: bool> Sealed for Within<C, CHAIN> {}

impl<C: Scope, const CHAIN: bool> Scope for Within<C, CHAIN> {
    const SETS: Sets = Sets {
        held: &Self::HELD,
        changing: if C::SETS.changing.is_some() { Some(&Self::CHANGING) } else { None },
        is_chain: CHAIN,
        ..C::SETS
    };
}
