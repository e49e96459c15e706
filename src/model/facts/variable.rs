//! The facts of the variable on the left of a statement that are known while a program is compiled, as one
//! constant.

use crate::contract::transform::SupportFacts;
use crate::model::facts::Edges;
use crate::name::{Name, Var, VarSet};
use crate::shape::Tag;

/// The kind of variable on the left of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableKind {
    /// Data, whose values are in the workspace.
    Data,
    /// A definition, or elements of one.
    Definition,
    /// A parameter as a whole.
    Parameter,
    /// Some elements of a parameter.
    Part,
}

/// The facts of the variable on the left of a statement. Each set has room for all variables of a model, so
/// the facts hold references to sets.
#[derive(Clone, Copy)]
pub struct VariableFacts {
    /// The kind of the variable.
    pub kind: VariableKind,

    /// The parameter or the definition; nothing for data.
    pub target: &'static VarSet,

    /// The variables in a parameter's bounds.
    pub bounds: &'static VarSet,

    /// The facts of a parameter's support; for other variables, the facts of no support.
    pub support: SupportFacts,

    /// True if the parameter as a whole is one number.
    pub is_scalar: bool,

    /// The name of a parameter or a definition.
    pub name: &'static str,
}

impl VariableFacts {
    /// The facts of data.
    pub const DATA: Self = Self {
        kind: VariableKind::Data,
        target: &VarSet::EMPTY,
        bounds: &VarSet::EMPTY,
        support: SupportFacts::NONE,
        is_scalar: false,
        name: "",
    };

    /// Returns the facts of the definition `Definition`.
    pub const fn definition<Definition: Name>() -> Self {
        let target = const { &VarSet::of(Definition::VAR) };
        Self { kind: VariableKind::Definition, target, name: Definition::NAME, ..Self::DATA }
    }

    /// Returns the facts of a parameter of the shape `Whole`, as a whole, or of a part of it.
    pub const fn parameter<Parameter: Name, Whole: Tag>(
        kind: VariableKind,
        bounds: &'static VarSet,
        support: SupportFacts,
    ) -> Self {
        let target = const { &VarSet::of(Parameter::VAR) };
        Self { kind, target, bounds, support, is_scalar: Whole::IS_SCALAR, name: Parameter::NAME }
    }

    /// True for data.
    pub const fn is_data(&self) -> bool {
        matches!(self.kind, VariableKind::Data)
    }

    /// True for a parameter, and for a part of one.
    pub const fn is_parameter(&self) -> bool {
        matches!(self.kind, VariableKind::Parameter | VariableKind::Part)
    }

    /// True for a part of a parameter.
    pub const fn is_part(&self) -> bool {
        matches!(self.kind, VariableKind::Part)
    }

    /// True for a definition.
    pub const fn is_definition(&self) -> bool {
        matches!(self.kind, VariableKind::Definition)
    }

    /// The parameter or the definition; nothing for data.
    pub const fn var(&self) -> Option<Var> {
        self.target.first()
    }

    /// Returns the set of the parameter; it is empty for other variables.
    pub const fn parameters(&self) -> VarSet {
        if self.is_parameter() { *self.target } else { VarSet::EMPTY }
    }

    /// Returns the edges to the variables on which a parameter depends through its bounds.
    pub const fn edges(&self) -> Edges {
        match self.var() {
            Some(var) => Edges::of(var, self.bounds),
            None => Edges::NONE,
        }
    }
}
