//! The names of the rows and columns of variables, and the forms of matrices, by which results call and
//! choose their elements.

use crate::compiler::Compiler;
use crate::compiler::census::{Census, Variable};
use crate::frame::Slot;
use crate::labels::{Levels, SideLevels};
use crate::name::{Var, VarSet};
use monomorph_base::shape::{Extent, MatrixForm};

/// The variables that a definition reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reads {
    pub vars: &'static VarSet,
    /// The variables of which a row may read other elements than the element with the row's number.
    pub crossed: &'static VarSet,
    /// The variables of which each row reads the element with the row's number.
    pub aligned: &'static VarSet,
    /// The matrices of which each row reads the row with the same number.
    pub aligned_rows: &'static VarSet,
}

/// The levels that all sides with names have in common; `None` if they differ, or if no side has names.
fn common(sides: impl Iterator<Item = Option<&'static Levels>>) -> Option<&'static Levels> {
    let mut named = sides.flatten();
    let first = named.next()?;
    named.all(|other| other == first).then_some(first)
}

impl Census {
    /// Gives variables the names of their rows and columns, and their form. Without names, or without a form,
    /// the variables keep theirs.
    pub fn set_kind(&mut self, is_it: impl Fn(&Variable) -> bool, (levels, form): (SideLevels, MatrixForm)) {
        for known in self.variables.iter_mut().filter(|known| is_it(known)) {
            known.levels = if levels == SideLevels::NONE { known.levels } else { levels };
            known.form = if form == MatrixForm::General { known.form } else { form };
        }
    }

    /// Names the elements of a definition like those of the variables that it reads. If each element of the
    /// definition reads its own element of a variable with the same extent, both sides get the variable's
    /// names. If each row (or element of a vector) reads its own row of a matrix, the rows get the names of
    /// its rows. Numbers that all elements share, such as the largest element, change nothing. A side has
    /// numbers if the names of two variables differ.
    pub fn name_elements_like(&mut self, definition: Var, extent: Extent, reads: &Reads) {
        if extent == Extent::Scalar {
            return;
        }
        let Reads { aligned, aligned_rows, .. } = *reads;
        let is_alike = |known: &&Variable| known.extent == extent && aligned.contains(known.var);
        let is_by_row = |known: &&Variable| {
            let is_matrix = matches!(known.extent, Extent::Matrix { .. });
            let rows = |extent: Extent| extent.rows_and_columns().0;
            is_matrix && rows(known.extent) == rows(extent) && aligned_rows.contains(known.var)
        };
        let read = || self.variables.iter();
        let rows =
            common(read().filter(|known| is_alike(known) || is_by_row(known)).map(|known| known.levels.rows));
        let columns = common(read().filter(is_alike).map(|known| known.levels.columns));
        let levels = SideLevels { rows, columns };
        self.set_kind(|known| known.var.key() == definition.key(), (levels, MatrixForm::General));
    }
}

impl Compiler {
    /// The names of the rows and columns of the variable at a slot, and its form; no names and the general
    /// form if there is no variable.
    pub(crate) fn kind_at(&mut self, slot: Slot) -> (SideLevels, MatrixForm) {
        self.census.at(slot).map_or_else(Default::default, |variable| (variable.levels, variable.form))
    }

    /// Gives a variable names of its rows and columns, and a form.
    pub(crate) fn set_kind(&mut self, var: Var, kind: (SideLevels, MatrixForm)) {
        self.census.set_kind(|variable| variable.var.key() == var.key(), kind);
    }

    /// Gives the variable that stands at a slot with this number of elements, if there is one, names of its
    /// rows and columns, and a form.
    pub(crate) fn set_kind_at(&mut self, slot: Slot, length: usize, kind: (SideLevels, MatrixForm)) {
        self.census.set_kind(|variable| variable.slot == slot && variable.size() == length, kind);
    }

    /// Gives the elements of a definition the names of the elements of its variables.
    pub(crate) fn name_elements_like(&mut self, definition: Var, extent: Extent, reads: &Reads) {
        self.census.name_elements_like(definition, extent, reads);
    }
}
