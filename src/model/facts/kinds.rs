//! The facts about the parameters of a model that are known by their types.

use crate::contract::transform::SupportKind;
use crate::model::facts::VariableFacts;
use crate::name::{List, Var, VarSet};

/// The kind of a parameter.
#[derive(Clone, Copy)]
pub struct Kind {
    /// The parameter.
    pub var: Var,
    /// The support of the parameter.
    pub support: SupportKind,
    /// True if the parameter is a scalar.
    pub is_scalar: bool,
}

impl Kind {
    /// Returns the kind of the parameter on the left of a statement, as a whole or in part; `None` for other
    /// variables.
    pub(crate) const fn of(variable: &VariableFacts) -> Option<Self> {
        match variable.parameters().first() {
            Some(var) => Some(Self { var, support: variable.support.kind, is_scalar: variable.is_scalar }),
            None => None,
        }
    }
}

/// The parameters of a model, sorted by key.
#[derive(Clone, Copy)]
pub struct Kinds(List<Kind, { VarSet::CAPACITY }>);

/// The text of the compile-time error about the capacity.
const TOO_MANY: &str = "monomorph: a model has at most 256 variables";

impl Kinds {
    /// An empty set of parameters.
    pub const NONE: Self = Self(List::EMPTY);

    /// Returns the kind of the parameter on the left of a statement, if there is one.
    pub(crate) const fn of(variable: &VariableFacts) -> Self {
        let mut kinds = Self::NONE;
        if let Some(kind) = Kind::of(variable) {
            kinds.0.push(kind, TOO_MANY);
        }
        kinds
    }

    /// The number of parameters.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there is no parameter.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the parameter at a place, in the order of the keys.
    pub const fn get(&self, place: usize) -> Kind {
        self.0.get(place)
    }

    /// Returns the parameters of both models.
    pub const fn union(&self, others: &Self) -> Self {
        let mut all = Self::NONE;
        let (mut i, mut j) = (0, 0);
        while i < self.len() || j < others.len() {
            let is_own =
                j == others.len() || (i < self.len() && self.get(i).var.key() <= others.get(j).var.key());
            let next = if is_own { self.get(i) } else { others.get(j) };
            if i < self.len() && self.get(i).var.key() == next.var.key() {
                i += 1;
            }
            if j < others.len() && others.get(j).var.key() == next.var.key() {
                j += 1;
            }
            all.0.push(next, TOO_MANY);
        }
        all
    }

    /// Returns the parameters that are not in `vars`.
    pub const fn without(&self, vars: &VarSet) -> Self {
        self.chosen(vars, false)
    }

    /// Returns the parameters that are in `vars`.
    pub const fn common(&self, vars: &VarSet) -> Self {
        self.chosen(vars, true)
    }

    const fn chosen(&self, vars: &VarSet, are_common: bool) -> Self {
        let mut rest = Self::NONE;
        let mut place = 0;
        while place < self.len() {
            if vars.contains(self.get(place).var) == are_common {
                rest.0.push(self.get(place), TOO_MANY);
            }
            place += 1;
        }
        rest
    }

    /// Returns the kind of a parameter; `None` if it is not a parameter of the model.
    pub const fn find(&self, var: Var) -> Option<Kind> {
        let mut place = 0;
        while place < self.len() {
            if self.get(place).var.key() == var.key() {
                return Some(self.get(place));
            }
            place += 1;
        }
        None
    }

    /// Returns the parameters whose values are whole numbers.
    pub const fn discrete(&self) -> VarSet {
        let (mut vars, mut place) = (VarSet::EMPTY, 0);
        while place < self.len() {
            if self.get(place).support.is(SupportKind::Integers) {
                vars = vars.union(&VarSet::of(self.get(place).var));
            }
            place += 1;
        }
        vars
    }

    /// Returns the first parameter whose values are whole numbers.
    pub const fn first_discrete(&self) -> Option<Var> {
        let mut place = 0;
        while place < self.len() {
            if self.get(place).support.is(SupportKind::Integers) {
                return Some(self.get(place).var);
            }
            place += 1;
        }
        None
    }
}
