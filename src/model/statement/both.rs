//! The variables of two lists.

use crate::name::{VarSet, Variables};
use core::marker::PhantomData;

/// The variables of either list.
pub struct Both<A, B>(PhantomData<fn() -> (A, B)>);

impl<A: Variables, B: Variables> Variables for Both<A, B> {
    const SET: VarSet = A::SET.union(&B::SET);
}
