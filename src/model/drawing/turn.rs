//! [`Turn`], a statement `variable |= law` as draws see it.

use crate::contract::conjugacy::Curve;
use crate::contract::transform::SupportFacts;
use crate::frame::Frame;
use crate::model::drawing::{DrawnLaw, DrawnVariable};
use crate::model::statement::{BoundLaw, RowElements};
use crate::model::variable::Role;
use crate::model::{BoundEqNode, BoundVariable};
use crate::name::{Var, VarSet};

/// The facts of a statement on which its draws depend, as plain values.
pub(crate) struct TurnFacts {
    pub role: Role,
    /// The parameter or the definition on the left, and as a set; nothing for data.
    pub target: Option<Var>,
    pub targets: &'static VarSet,
    /// The variables in a parameter's bounds.
    pub bounds: &'static VarSet,
    /// The variables on which the law depends.
    pub vars: &'static VarSet,
    /// The variables that must have values before the variable is drawn: those in the law's arguments and in
    /// the bounds of a parameter.
    pub reads: &'static VarSet,
    pub support: SupportFacts,
    /// True if the log density is a quadratic function of the variable.
    pub is_normal: bool,
    pub is_flat: bool,
    pub is_normalised: bool,
    pub couples_elements: bool,
    pub shows_limits: bool,
}

/// A statement without its types: how it is drawn is compiled once, not for each statement.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'a> {
    pub facts: &'static TurnFacts,
    pub variable: &'a dyn DrawnVariable,
    pub law: &'a dyn DrawnLaw,
    /// The elements to which rows belong, where a variable that is marginalised does not have one row an
    /// element.
    pub owners: Option<&'a RowElements>,
    /// The statement as a reader would write it.
    pub text: &'a str,
}

impl<Target: BoundVariable, Law: BoundLaw<Target>> BoundEqNode<Target, Law> {
    /// The variables that must have values before the variable is drawn.
    const READS: VarSet = Law::FACTS.vars.union(Target::FACTS.bounds).without(Target::FACTS.target);

    const TURN: TurnFacts = TurnFacts {
        role: Target::FACTS.role,
        target: Target::FACTS.var(),
        targets: Target::FACTS.target,
        bounds: Target::FACTS.bounds,
        vars: Law::FACTS.vars,
        reads: &Self::READS,
        support: Target::FACTS.support,
        is_normal: match Target::FACTS.var() {
            Some(var) => Law::FACTORS.sum(var).curve.is(Curve::Gaussian),
            None => false,
        },
        is_flat: Law::FACTS.is_flat,
        is_normalised: Law::FACTS.is_normalised,
        couples_elements: Law::FACTS.couples_elements,
        shows_limits: Law::FACTS.shows_limits,
    };

    /// The statement without its types.
    pub(crate) fn turn(&self) -> Turn<'_> {
        let Self { variable, law, owners, text, .. } = self;
        Turn { facts: const { &Self::TURN }, variable, law, owners: owners.as_ref(), text }
    }
}

impl Turn<'_> {
    /// The name of the parameter or the definition.
    pub fn name(&self) -> &'static str {
        self.facts.target.map_or("", Var::name)
    }

    /// True if the law mentions the parameter of which its variable is a part.
    pub fn reads_itself(&self) -> bool {
        self.law.reads_itself(self.facts.targets)
    }

    /// True if every element is drawn for itself.
    pub fn is_elementwise(&self) -> bool {
        self.law.is_elementwise(self.variable)
    }

    /// The log density of each observation.
    pub fn log_densities(&self, frame: &mut Frame<'_>) -> Vec<f64> {
        self.law.log_densities(self.variable, frame)
    }
}
