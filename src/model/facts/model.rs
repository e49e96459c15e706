//! The facts about statements that are known while a program is compiled, as one constant.

use crate::model::facts::{Edges, Kinds};
use crate::name::VarSet;

/// The facts about one or more statements. Each set has room for all variables of a model, so the facts hold
/// references to sets.
#[derive(Clone, Copy)]
pub struct ModelFacts {
    /// The parameters on the left of a `|=`, as a whole or in parts.
    pub lhs: &'static VarSet,

    /// The parameters of which parts stand on the left.
    pub parts: &'static VarSet,

    /// The parameters that stand on the left of `flat()` as a whole; parts of them may stand on the left of
    /// other statements.
    pub flat: &'static VarSet,

    /// The names of definitions.
    pub defined: &'static VarSet,

    /// Every variable that is mentioned.
    pub all: &'static VarSet,

    /// The dependences of definitions, and of parameters by their bounds.
    pub edges: &'static Edges,

    /// The variables that have been given a value.
    pub held: &'static VarSet,

    /// The parameters of which some elements have been given values.
    pub partly: &'static VarSet,

    /// The facts known of the parameters by their types.
    pub kinds: &'static Kinds,

    /// The variables that are marginalised.
    pub summed: &'static VarSet,

    /// The variables in arguments whose values must be whole numbers, such as a number of trials.
    pub whole: &'static VarSet,

    /// True if data, increments or variables with a given value contain information about parameters.
    pub has_evidence: bool,

    /// True if two models are joined in this one.
    pub is_glued: bool,

    /// True if a statement adds to the log density; definitions do not.
    pub has_density: bool,
}

impl ModelFacts {
    /// The facts about no statement.
    pub const NONE: Self = Self {
        lhs: &VarSet::EMPTY,
        parts: &VarSet::EMPTY,
        flat: &VarSet::EMPTY,
        defined: &VarSet::EMPTY,
        all: &VarSet::EMPTY,
        edges: &Edges::NONE,
        held: &VarSet::EMPTY,
        partly: &VarSet::EMPTY,
        kinds: &Kinds::NONE,
        summed: &VarSet::EMPTY,
        whole: &VarSet::EMPTY,
        has_evidence: false,
        is_glued: false,
        has_density: false,
    };

    /// Returns true if the bounds of a parameter mention another parameter.
    pub const fn has_levels(&self) -> bool {
        self.edges.first_bound(self.defined).is_some()
    }
}
