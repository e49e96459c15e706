//! The scopes of full conditionals, given all other values: the statements of the Markov blanket of one
//! parameter, or of a block.

use crate::contract::scope::{Scope, Sets};
use crate::contract::transform::SupportKind;
use crate::model::BoundVariable;
use crate::model::conjugacy::UpdateRule;
use crate::model::statement::BoundModel;
use crate::name::{VarSet, Variables};
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The statements that mention the parameter `Target`, directly or through definitions; with `GRADIENT`, the
/// gradient is by this parameter only.
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

/// The statements of [`Blanket`], without the sets of variables that are computed: in this scope the model
/// reports the variables that these statements need.
pub(super) struct Focus<M, Target>(PhantomData<fn() -> (M, Target)>);

impl<M: BoundModel, Target: BoundVariable> Sealed for Focus<M, Target> {}

impl<M: BoundModel, Target: BoundVariable> Scope for Focus<M, Target> {
    const SETS: Sets = Sets { focus: Some(&moving::<M, Target>()), ..Sets::whole(false) };
}

/// Returns the parameter and the definitions that depend on it. Parameters whose bounds depend on it are not
/// included: they keep their values when it moves.
const fn moving<M: BoundModel, Target: BoundVariable>() -> VarSet {
    M::FACTS.edges.close(*Target::FACTS.target, M::FACTS.lhs)
}

/// The parameter `Target` alone, as a list of variables.
pub(super) struct Only<Target>(PhantomData<fn() -> Target>);

impl<Target: BoundVariable> Variables for Only<Target> {
    const SET: VarSet = *Target::FACTS.target;
}

/// Some parameters together, and the statements that mention any of them, directly or through definitions.
/// Values that do not change with these parameters are read from the workspace: neither other parameters nor
/// their definitions are computed.
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

/// The statements of [`Block`], without the sets of variables that are computed: in this scope the model
/// reports the variables that these statements need.
pub(super) struct BlockFocus<M, Moved>(PhantomData<fn() -> (M, Moved)>);

impl<M: BoundModel, Moved: Variables> Sealed for BlockFocus<M, Moved> {}

impl<M: BoundModel, Moved: Variables> Scope for BlockFocus<M, Moved> {
    const SETS: Sets = Sets { focus: Some(&changing::<M, Moved>()), ..Sets::whole(false) };
}

/// Returns the parameters, with the definitions that depend on them, and the parameters that they bound.
const fn changing<M: BoundModel, Moved: Variables>() -> VarSet {
    M::FACTS.edges.close(Moved::SET, &VarSet::EMPTY)
}

/// The continuous parameters of a model without a conjugate pair, regardless of the bounds of the others.
pub(super) struct Unpaired<M>(PhantomData<fn() -> M>);

impl<M: BoundModel> Variables for Unpaired<M> {
    const SET: VarSet = {
        let (mut set, mut place) = (VarSet::EMPTY, 0);
        while place < M::FACTS.kinds.len() {
            let kind = M::FACTS.kinds.get(place);
            if matches!(UpdateRule::of_kind(kind, M::FACTS, &M::FACTORS), UpdateRule::Hamiltonian) {
                set = set.union(&VarSet::of(kind.var));
            }
            place += 1;
        }
        set
    };
}

/// Returns true if a parameter may lose its conjugate pair because of its bounds, which the types do not
/// show.
pub(super) const fn depends_on_bounds<M: BoundModel>() -> bool {
    let mut place = 0;
    while place < M::FACTS.kinds.len() {
        let kind = M::FACTS.kinds.get(place);
        let has_bounds = matches!(kind.support, SupportKind::Above | SupportKind::Between);
        if has_bounds && !matches!(UpdateRule::of_kind(kind, M::FACTS, &M::FACTORS), UpdateRule::Hamiltonian)
        {
            return true;
        }
        place += 1;
    }
    false
}
