//! The element of a marginalised variable to which each row of a statement belongs.

use crate::compiler::reads::How;
use crate::compiler::{Compiler, StatementNames};
use crate::error::Error;
use crate::frame::{PackedIndices, Scratch};
use crate::name::Var;
use monomorph_base::shape::Extent;
use monomorph_base::sort::sort_by_key;

/// The rows of a statement and the elements that they read, of a variable that does not have exactly one
/// row for each element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowsOfElements {
    pub elements: PackedIndices,
    pub rows: usize,
    pub scratch: Scratch,
}

impl Compiler {
    /// The elements to which the rows of the statement that has been bound belong; `None` if row i belongs
    /// to element i, or all rows to the variable as a whole.
    pub(crate) fn owners(
        &mut self,
        rows: usize,
        names: &StatementNames,
    ) -> Result<Option<RowsOfElements>, Error> {
        let origins = self.origins();
        let apart = self.one_of_each(&origins);
        self.check_order(&apart)?;
        self.keep_meetings(rows, names);
        if apart.len() > 1 {
            self.reads.together.push(apart);
        }
        let mut owners = None;
        for &origin in &origins {
            if self.is_approximated(origin) {
                continue;
            }
            let elements = match self.elements_of(origin, rows, names.crossed) {
                How::Number | How::Own => continue,
                How::By(elements) if elements.len() == rows => elements,
                How::By(elements) if elements.len() == 1 => vec![elements[0]; rows],
                _ => {
                    let reason = "a row reads several of its elements, or it is not known which: marginalise it in statements whose rows \
                                  read one element each, as it stands or by `at(&index)`";
                    return Err(self.not_summed(origin, reason));
                }
            };
            if origins.len() > 1 {
                let reason = "its elements are read by an index beside another variable that is marginalised";
                return Err(self.not_summed(origin, reason));
            }
            let scratch = self.scratch(rows);
            owners = Some(RowsOfElements { elements: self.pack_own_indices(elements), rows, scratch });
        }
        Ok(owners)
    }

    /// The extent of the rows of a sum over a variable.
    pub(super) fn extent_of_sum(&self, var: Var) -> Extent {
        if self.is_one(var) { Extent::Scalar } else { self.extent_of(var) }
    }

    /// Checks that nested sums fit: the inner sum must have one row for each element of the outer one, or
    /// the outer sum must be over a number, to which all rows belong.
    fn check_order(&mut self, origins: &[Var]) -> Result<(), Error> {
        // Orders the variables so that the one that was marginalised last comes first.
        let inside_out =
            |var: &Var| self.reads.summed.iter().position(|summed| summed.var.key() == var.key());
        let mut ordered = origins.to_vec();
        sort_by_key(&mut ordered, inside_out);
        let extents: Vec<Extent> = ordered.iter().map(|&var| self.extent_of_sum(var)).collect();
        for (pair, extents) in ordered.windows(2).zip(extents.windows(2)) {
            self.reads.nested.push((pair[0], pair[1]));
            let [outer, inner] = [extents[0], extents[1]];
            if outer != Extent::Scalar && outer != inner {
                let (first, last) = (pair[1].name(), pair[0].name());
                let reason = format!(
                    "its elements are tied by `{first}`, which stands beside it: marginalise `{first}` after `{last}`"
                );
                return Err(self.not_summed(pair[0], &reason));
            }
        }
        Ok(())
    }
}
