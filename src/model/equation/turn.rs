//! A statement `variable |= law` as simulation and prediction use it, without its types.

use crate::contract::conjugacy::Curve;
use crate::model::drawing::{Turn, TurnFacts};
use crate::model::equation::BoundEqNode;
use crate::model::statement::{BoundLaw, BoundVariable};
use crate::name::VarSet;

impl<Target: BoundVariable, Law: BoundLaw<Target>> BoundEqNode<Target, Law> {
    /// The variables that must have values before the variable is drawn.
    const READS: VarSet = Law::FACTS.vars.union(Target::FACTS.bounds).without(Target::FACTS.target);

    const TURN: TurnFacts = TurnFacts {
        variable: Target::FACTS,
        law: Law::FACTS,
        reads: &Self::READS,
        is_normal: match Target::FACTS.var() {
            Some(var) => Law::FACTORS.sum(var).curve.is(Curve::Gaussian),
            None => false,
        },
    };

    /// Returns the statement without its types.
    pub(crate) fn turn(&self) -> Turn<'_> {
        let Self { variable, law, owners, text, .. } = self;
        Turn { facts: const { &Self::TURN }, variable, law, owners: owners.as_ref(), text }
    }
}
