//! The scopes of full conditionals, the other values held: the statements of the Markov blanket of one
//! parameter, or of a block.

use crate::contract::scope::{Scope, Sets};
use crate::contract::transform::SupportKind;
use crate::model::BoundVariable;
use crate::model::conjugacy::Rule;
use crate::model::statement::BoundModel;
use crate::name::{VarSet, Variables};
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The statements that mention the parameter `Target`, directly or through definitions; with a gradient, that
/// of the parameter alone.
pub(super) struct Blanket<M, Target, const GRADIENT: bool>(PhantomData<fn() -> (M, Target)>);

impl<M: BoundModel, Target: BoundVariable, const GRADIENT: bool> Sealed for Blanket<M, Target, GRADIENT> {}

impl<M: BoundModel, Target: BoundVariable, const GRADIENT: bool> Scope for Blanket<M, Target, GRADIENT> {
    const SETS: Sets = Sets {
        changing: Some(&moving::<M, Target>()),
        focus: Some(&moving::<M, Target>()),
        needed: Some(&M::FACTS.edges.close_needed(<M::Needs<Focus<M, Target>> as Variables>::SET)),
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
    M::FACTS.edges.close(*Target::FACTS.target, M::FACTS.lhs)
}

/// The parameter as a list of names.
pub(super) struct Only<Target>(PhantomData<fn() -> Target>);

impl<Target: BoundVariable> Variables for Only<Target> {
    const SET: VarSet = *Target::FACTS.target;
}

/// Some parameters together, and the statements that mention any of them, directly or through definitions.
/// What does not change with them is read from the workspace as it stands there: neither other parameters are
/// computed, nor definitions of theirs.
pub(super) struct Block<M, Moved, const GRADIENT: bool>(PhantomData<fn() -> (M, Moved)>);

impl<M: BoundModel, Moved: Variables, const GRADIENT: bool> Sealed for Block<M, Moved, GRADIENT> {}

impl<M: BoundModel, Moved: Variables, const GRADIENT: bool> Scope for Block<M, Moved, GRADIENT> {
    const SETS: Sets = Sets {
        changing: Some(&changing::<M, Moved>()),
        written: Some(&Moved::SET),
        focus: Some(&changing::<M, Moved>()),
        needed: Some(
            &M::FACTS
                .edges
                .close_needed(<M::Needs<BlockFocus<M, Moved>> as Variables>::SET)
                .common(&changing::<M, Moved>())
                .union(&Moved::SET),
        ),
        ..Sets::whole(GRADIENT)
    };
}

/// The focus of a block alone, of which a model tells what it needs.
pub(super) struct BlockFocus<M, Moved>(PhantomData<fn() -> (M, Moved)>);

impl<M: BoundModel, Moved: Variables> Sealed for BlockFocus<M, Moved> {}

impl<M: BoundModel, Moved: Variables> Scope for BlockFocus<M, Moved> {
    const SETS: Sets = Sets { focus: Some(&changing::<M, Moved>()), ..Sets::whole(false) };
}

/// The parameters, with the definitions and the parameters bounded by them that depend on them.
const fn changing<M: BoundModel, Moved: Variables>() -> VarSet {
    M::FACTS.edges.close(Moved::SET, &VarSet::EMPTY)
}

/// The continuous parameters of a model that have no conjugate pair, whatever the bounds of the others are.
pub(super) struct Unpaired<M>(PhantomData<fn() -> M>);

impl<M: BoundModel> Variables for Unpaired<M> {
    const SET: VarSet = {
        let (mut set, mut place) = (VarSet::EMPTY, 0);
        while place < M::FACTS.kinds.len() {
            let kind = M::FACTS.kinds.get(place);
            if matches!(Rule::of_kind(kind, M::FACTS, &M::FACTORS), Rule::Hamiltonian) {
                set = set.union(&VarSet::of(kind.var));
            }
            place += 1;
        }
        set
    };
}

/// True if a parameter may lose its conjugate pair by its bounds, which types do not tell.
pub(super) const fn depends_on_bounds<M: BoundModel>() -> bool {
    let mut place = 0;
    while place < M::FACTS.kinds.len() {
        let kind = M::FACTS.kinds.get(place);
        let has_bounds = matches!(kind.support, SupportKind::Above | SupportKind::Between);
        if has_bounds && !matches!(Rule::of_kind(kind, M::FACTS, &M::FACTORS), Rule::Hamiltonian) {
            return true;
        }
        place += 1;
    }
    false
}
