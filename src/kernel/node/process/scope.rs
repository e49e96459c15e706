//! The scope of a process' law: the past changes if the process does.

use super::PAST;
use crate::name::VarSet;
use crate::node::Node;
use crate::scope::{Scope, Sets, any_free};
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The scope `C` in the law of a process with the values `Values`, which begins with `Start`.
pub(crate) struct InProcess<C, Values, Start>(PhantomData<fn(C, Values, Start)>);

impl<C: Scope, Values: Node, Start: super::Start> InProcess<C, Values, Start> {
    const IS_FREE: bool = any_free::<C>(&Values::VARS.union(&Start::VARS));

    const HELD: VarSet = C::SETS.held.union(&PAST);

    const CHANGING: VarSet = match C::SETS.changing {
        None => PAST,
        Some(changing) => changing.union(&PAST),
    };
}

impl<C, Values, Start> Sealed for InProcess<C, Values, Start> {}

impl<C: Scope, Values: Node, Start: super::Start> Scope for InProcess<C, Values, Start> {
    const SETS: Sets = match C::SETS.changing {
        _ if !Self::IS_FREE => Sets { held: &Self::HELD, ..C::SETS },
        None => C::SETS,
        Some(_) => Sets { changing: Some(&Self::CHANGING), ..C::SETS },
    };
}

/// The law of one row of a process, which is drawn.
#[cfg(feature = "random")]
pub(crate) enum OneRow {}

#[cfg(feature = "random")]
impl Sealed for OneRow {}

#[cfg(feature = "random")]
impl Scope for OneRow {
    const SETS: Sets = Sets { again: true, row: Some(&PAST), ..Sets::whole(false) };
}
