//! The scope in which a step is evaluated: its carry changes, its inputs do where what they are made of does.

use super::{CARRY, INPUT};
use crate::name::VarSet;
use crate::scope::{Scope, Sets};
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The scope `C` inside of a step.
pub(crate) struct Within<C>(PhantomData<fn() -> C>);

impl<C: Scope> Within<C> {
    const HELD: VarSet = C::SETS.held.union(&INPUT);

    const CHANGING: VarSet = match C::SETS.changing {
        Some(changing) => changing.union(&CARRY),
        None => VarSet::EMPTY,
    };
}

impl<C> Sealed for Within<C> {}

impl<C: Scope> Scope for Within<C> {
    const SETS: Sets = Sets {
        held: &Self::HELD,
        changing: if C::SETS.changing.is_some() { Some(&Self::CHANGING) } else { None },
        ..C::SETS
    };
}
