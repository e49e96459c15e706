//! The union of two lists of variables.

use crate::name::{VarSet, Variables};
use core::marker::PhantomData;

/// The variables of both lists.
pub struct Both<A, B>(PhantomData<fn() -> (A, B)>);

impl<A: Variables, B: Variables> Variables for Both<A, B> {
    const SET: VarSet = A::SET.union(&B::SET);
}
