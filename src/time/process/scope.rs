//! The scope of the law of a process: the past changes if the process does.

use super::PAST;
use crate::contract::node::Node;
use crate::contract::scope::{Scope, Sets, any_free};
use crate::name::VarSet;
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The scope `C` in the law of a process with the values `Values` and the beginning `BoundStart`.
pub(crate) struct InProcess<C, Values, BoundStart>(PhantomData<fn(C, Values, BoundStart)>);

impl<C: Scope, Values: Node, BoundStart: super::BoundStart> InProcess<C, Values, BoundStart> {
    const IS_FREE: bool = any_free::<C>(&Values::FACTS.vars.union(BoundStart::VARS));

    const HELD: VarSet = C::SETS.held.union(&PAST);

    const CHANGING: VarSet = match C::SETS.changing {
        None => PAST,
        Some(changing) => changing.union(&PAST),
    };
}

impl<C, Values, BoundStart> Sealed for InProcess<C, Values, BoundStart> {}

impl<C: Scope, Values: Node, BoundStart: super::BoundStart> Scope for InProcess<C, Values, BoundStart> {
    const SETS: Sets = match C::SETS.changing {
        _ if !Self::IS_FREE => Sets { held: &Self::HELD, ..C::SETS },
        None => C::SETS,
        Some(_) => Sets { changing: Some(&Self::CHANGING), ..C::SETS },
    };
}

/// The scope of the law of one row of a process, for draws.
pub(crate) enum OneRow {}

impl Sealed for OneRow {}

impl Scope for OneRow {
    const SETS: Sets = Sets { again: true, row: Some(&PAST), ..Sets::whole(false) };
}
