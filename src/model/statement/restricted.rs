//! The scopes in which some variables of a model are constant, or only statements about some variables are
//! kept.

use crate::contract::scope::{Scope, Sets};
use crate::model::statement::BoundModel;
use crate::name::{VarSet, Variables};
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The model `M` with the variables `Fixed` held constant and, if `Focus` is not empty, only the statements
/// that mention a variable of `Focus`.
pub struct Restricted<M, Fixed, Focus, const GRADIENT: bool> {
    model: PhantomData<M>,
    variables: PhantomData<(Fixed, Focus)>,
}

impl<M, Fixed, Focus, const GRADIENT: bool> Sealed for Restricted<M, Fixed, Focus, GRADIENT> {}

impl<M: BoundModel, Fixed: Variables, Focus: Variables, const GRADIENT: bool> Scope
    for Restricted<M, Fixed, Focus, GRADIENT>
{
    const SETS: Sets = Sets {
        changing: Some(
            &M::FACTS.edges.close(written::<M, Fixed, Focus>(), &known::<M, Fixed>().without(M::FACTS.lhs)),
        ),
        written: Some(&written::<M, Fixed, Focus>()),
        focus: focus::<M, Focus>(),
        needed: match focus::<M, Focus>() {
            None => None,
            Some(_) => {
                Some(const { &M::FACTS.edges.close_needed(<M::Needs<FocusOn<M, Focus>> as Variables>::SET) })
            }
        },
        ..Sets::whole(GRADIENT)
    };
}

/// The transforms of the model `M` to the supports of its parameters only: no statement contributes, and
/// variables that no bound mentions are not computed.
pub struct Transforms<M>(PhantomData<fn() -> M>);

impl<M> Sealed for Transforms<M> {}

impl<M: BoundModel> Scope for Transforms<M> {
    const SETS: Sets = Sets {
        focus: Some(&VarSet::EMPTY),
        needed: Some(const { &M::FACTS.edges.close_needed(*M::FACTS.lhs) }),
        ..Sets::whole(true)
    };
}

/// The statements that mention a variable of `Focus`, or all statements if `Focus` is empty: in this scope a
/// model reports the variables that these statements [need](BoundModel::Needs).
pub struct FocusOn<M, Focus>(PhantomData<fn() -> (M, Focus)>);

impl<M: BoundModel, Focus: Variables> Sealed for FocusOn<M, Focus> {}

impl<M: BoundModel, Focus: Variables> Scope for FocusOn<M, Focus> {
    const SETS: Sets = Sets { focus: focus::<M, Focus>(), ..Sets::whole(false) };
}

const fn focus<M: BoundModel, Focus: Variables>() -> Option<&'static VarSet> {
    if Focus::SET.is_empty() {
        None
    } else {
        Some(const { &M::FACTS.edges.close(known::<M, Focus>(), &VarSet::EMPTY) })
    }
}

/// Returns the variables in the focus, or all parameters, without the fixed variables.
const fn written<M: BoundModel, Fixed: Variables, Focus: Variables>() -> VarSet {
    let listed = known::<M, Focus>();
    let all = if listed.is_empty() { *M::FACTS.lhs } else { listed };
    all.without(&known::<M, Fixed>())
}

/// Returns the listed variables, each of which must be in the model.
#[track_caller]
pub(crate) const fn known<M: BoundModel, Listed: Variables>() -> VarSet {
    let all = M::FACTS.all.union(M::FACTS.lhs).union(M::FACTS.defined);
    VarSet::complain(Listed::SET.first_missing(&all), "is no variable of the model").refuse();
    Listed::SET
}
