//! The sets of a scope, as one constant. A scope that modifies another scope states only the sets that it
//! changes, and takes all others from that scope.

use crate::name::VarSet;

/// The gradients and statements that a kernel computes.
#[derive(Clone, Copy, Debug)]
pub struct Sets {
    /// True if gradients are wanted.
    pub gradient: bool,

    /// True if all parameters were computed from the point, so that the numbers which transforms store
    /// beside values belong to these values.
    pub constrained: bool,

    /// True if statements are compiled as functions, which statements of the same structure share.
    pub calls: bool,

    /// True if the nodes' own slots hold their values already.
    pub again: bool,

    /// The variables that change from row to row while rows are drawn, if there are any. Slots hold every
    /// number that does not depend on them. Of numbers that do, slots hold the rows before the row that the
    /// frame names.
    pub row: Option<&'static VarSet>,

    /// The way in which the step of a scan reads values of earlier steps.
    pub recall: Recall,

    /// True if the slopes of a scan's step are added up in a register, because the step reads one value.
    pub is_chain: bool,

    /// The role of the statements that are evaluated.
    pub role: Role,

    /// If given, only these variables may change: parameters whose coordinates change, and everything that
    /// depends on them. Other variables are constants.
    pub changing: Option<&'static VarSet>,

    /// If given, the gradient is stored only for the coordinates of these parameters. A parameter may
    /// change without its own coordinates, when its bounds change.
    pub written: Option<&'static VarSet>,

    /// If given, the variables of interest, with everything that depends on them. Statements that mention
    /// none of them are left out.
    pub focus: Option<&'static VarSet>,

    /// If given, only the values of these variables are read.
    pub needed: Option<&'static VarSet>,

    /// Variables that have a given value: they are neither computed nor changed.
    pub held: &'static VarSet,

    /// Parameters of which some elements were observed.
    pub partly: &'static VarSet,

    /// Variables whose own statements were removed.
    pub dropped: &'static VarSet,

    /// Parameters of which some elements were set: the rows of these elements were removed from the
    /// parameters' own statements.
    pub dropped_partly: &'static VarSet,

    /// Variables that are marginalised, with the definitions that depend on them. Statements that mention
    /// them are evaluated only in the passes of the sum.
    pub summed: &'static VarSet,

    /// Vectors with equal elements, in a pass of a sum.
    pub uniform: &'static VarSet,

    /// True if each row's adjoint has a weight, and rows with weight 0 are masked.
    pub weighted: bool,

    /// The statements that are evaluated in a pass of a Laplace approximation, if the scope is one.
    pub approximated: Option<Approximated>,
}

/// The statements that are evaluated in a pass of a Laplace approximation.
#[derive(Clone, Copy, Debug)]
pub struct Approximated {
    /// The variables that are marginalised.
    pub vars: &'static VarSet,

    /// True for the statements whose log density is quadratic in one of these variables and depends on no
    /// other changing variable, false for all other statements.
    pub is_quadratic: bool,
}

impl Sets {
    /// The sets of the whole posterior: every statement is evaluated, and every parameter may change.
    /// `gradient` is true if the gradient is computed.
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
    /// True if all variables change and no variable is treated in another way than the others: each
    /// definition is computed once, and the adjoints of all variables begin with 0.
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

/// The way in which the step of a scan reads values of earlier steps, and the right-hand side of a
/// differential equation reads the points at which it is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recall {
    /// All steps are known: a register of steps reads a register of earlier values.
    Lanes,
    /// Steps are evaluated one after the other: each step reads one value.
    Step,
    /// The values are taken as 0.
    Nothing,
    /// All points of a differential equation are known: a register of points is read, and a number that all
    /// points share gets the sum of their adjoints.
    Points,
}
