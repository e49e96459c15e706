//! The sets of a scope, as one constant: a scope that is made from another names what it changes and takes
//! the rest.

use crate::name::VarSet;

/// The gradients and statements that a kernel computes.
#[derive(Clone, Copy, Debug)]
pub struct Sets {
    /// True if gradients are wanted.
    pub gradient: bool,

    /// True if all parameters were computed from the point, so that what their transforms store beside values
    /// belongs to these values.
    pub constrained: bool,

    /// True if statements are functions of their own, which those of one structure share.
    pub calls: bool,

    /// True if the nodes' own slots hold their values already.
    pub again: bool,

    /// The variables that change from row to row while rows are drawn, if there are any. Slots hold all
    /// numbers that do not depend on them; of the others they hold the rows before the one that the frame
    /// names.
    pub row: Option<&'static VarSet>,

    /// The way in which the step of a scan reads the values of earlier steps.
    pub recall: Recall,

    /// True if the slopes of a scan's step are added up in a register, because the step reads one value.
    pub is_chain: bool,

    /// The statements that count.
    pub role: Role,

    /// The only variables that may change, if given: parameters whose coordinates do, and what depends on any
    /// of them. Everything else is a constant.
    pub changing: Option<&'static VarSet>,

    /// The only parameters for whose coordinates a gradient is stored, if given. A parameter may change
    /// without its own coordinates, with its bounds.
    pub written: Option<&'static VarSet>,

    /// The variables of interest, if given, with everything that depends on any of them. Statements without
    /// any of them are left out.
    pub focus: Option<&'static VarSet>,

    /// The only variables whose values are read, if given.
    pub needed: Option<&'static VarSet>,

    /// Variables that have a value: they are neither computed nor do they change.
    pub held: &'static VarSet,

    /// Parameters of which some elements were seen.
    pub partly: &'static VarSet,

    /// Variables of which the own statements are gone.
    pub dropped: &'static VarSet,

    /// Parameters of which some elements were set: their rows of the own statements are gone.
    pub dropped_partly: &'static VarSet,

    /// Variables that are marginalised, with the definitions that depend on them: what mentions them is left
    /// to the passes of the sum.
    pub summed: &'static VarSet,

    /// Vectors whose elements are all equal, in a pass of a sum.
    pub uniform: &'static VarSet,

    /// True if each row's adjoint has a weight, and rows without weight are masked.
    pub weighted: bool,

    /// The statements that count in a pass of a Laplace approximation, if it is one.
    pub approximated: Option<Approximated>,
}

/// The statements that count in a pass of a Laplace approximation.
#[derive(Clone, Copy, Debug)]
pub struct Approximated {
    /// The variables that are marginalised.
    pub vars: &'static VarSet,

    /// True for the statements whose log density is quadratic in one of these variables and depends on it
    /// alone of what moves, false for all others.
    pub is_quadratic: bool,
}

impl Sets {
    /// The sets of the whole posterior, in which every statement counts and every parameter may change; with
    /// its gradient or without.
    pub const fn whole(gradient: bool) -> Self {
        Self {
            gradient,
            constrained: false,
            calls: false,
            again: false,
            row: None,
            recall: Recall::Lanes,
            is_chain: false,
            role: Role::Any,
            changing: None,
            written: None,
            focus: None,
            needed: None,
            held: &VarSet::EMPTY,
            partly: &VarSet::EMPTY,
            dropped: &VarSet::EMPTY,
            dropped_partly: &VarSet::EMPTY,
            summed: &VarSet::EMPTY,
            uniform: &VarSet::EMPTY,
            weighted: false,
            approximated: None,
        }
    }
}

impl Sets {
    /// True if all variables change and none is told apart: each definition is computed once, and adjoints of
    /// all variables begin with 0.
    pub const fn is_whole(&self) -> bool {
        !self.again
            && !self.is_chain
            && !self.weighted
            && self.row.is_none()
            && matches!(self.recall, Recall::Lanes)
            && self.changing.is_none()
            && self.written.is_none()
            && self.focus.is_none()
            && self.needed.is_none()
            && self.held.is_empty()
            && self.partly.is_empty()
            && self.dropped.is_empty()
            && self.dropped_partly.is_empty()
            && self.summed.is_empty()
            && self.uniform.is_empty()
            && self.approximated.is_none()
    }
}

/// The role of statements in the log density.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Role {
    /// All statements.
    Any,
    /// The statements with a parameter on the left.
    Prior,
    /// The statements with observations on the left, and increments.
    Likelihood,
}

/// The way in which the step of a scan reads the values of earlier steps, and a right-hand side the point at
/// which it is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recall {
    /// All steps are known: a register of steps reads a register of values.
    Lanes,
    /// Steps are evaluated one after the other: each reads one value.
    Step,
    /// The values are taken for 0.
    Nothing,
    /// All points of a differential equation are known: a register of them is read, and a number that is the
    /// same for all gets the sum of their adjoints.
    Points,
}
