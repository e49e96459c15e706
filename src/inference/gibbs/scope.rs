//! The scope of one parameter's full conditional, the other values held: the statements of its Markov blanket.

use crate::name::{VarSet, Variables};
use crate::scope::{Scope, Sets};
use crate::sealed::Sealed;
use crate::statement::{BoundModel, BoundVariable};
use core::marker::PhantomData;

/// The statements that mention the parameter `Target`, directly or through definitions; with a gradient, that of the
/// parameter alone.
pub(super) struct Blanket<M, Target, const GRADIENT: bool>(PhantomData<fn() -> (M, Target)>);

impl<M: BoundModel, Target: BoundVariable, const GRADIENT: bool> Sealed for Blanket<M, Target, GRADIENT> {}

impl<M: BoundModel, Target: BoundVariable, const GRADIENT: bool> Scope for Blanket<M, Target, GRADIENT> {
    const SETS: Sets = Sets {
        changing: Some(&moving::<M, Target>()),
        focus: Some(&moving::<M, Target>()),
        needed: Some(&M::EDGES.close_needed(<M::Needs<Focus<M, Target>> as Variables>::SET)),
        ..Sets::whole(GRADIENT)
    };
}

/// The focus alone, of which a model tells what it needs.
pub(super) struct Focus<M, Target>(PhantomData<fn() -> (M, Target)>);

impl<M: BoundModel, Target: BoundVariable> Sealed for Focus<M, Target> {}

impl<M: BoundModel, Target: BoundVariable> Scope for Focus<M, Target> {
    const SETS: Sets = Sets { focus: Some(&moving::<M, Target>()), ..Sets::whole(false) };
}

/// The parameter and the definitions that depend on it. What is bounded by it does not move with it.
const fn moving<M: BoundModel, Target: BoundVariable>() -> VarSet {
    M::EDGES.close(Target::TARGET, &M::LHS)
}

/// The parameter as a list of names.
pub(super) struct Only<Target>(PhantomData<fn() -> Target>);

impl<Target: BoundVariable> Variables for Only<Target> {
    const SET: VarSet = Target::TARGET;
}
