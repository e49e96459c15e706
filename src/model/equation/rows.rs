//! The checks of `compile()` on the rows of a statement after its nodes are bound. Nothing here is generic,
//! so it is compiled once, not for every statement.

use crate::compiler::{Compiler, Context, StatementNames};
use crate::error::Error;
use crate::model::law::ActiveRows;
use crate::model::rows::RowElements;
use crate::shape::Sides;

/// The rows of a statement as it is written.
pub(crate) struct WrittenRows<'a> {
    /// Returns the name in messages of the variable, in the place 0, or of an argument.
    pub name: &'a dyn Fn(usize) -> String,
    /// The known facts about the sides of the variable and of the arguments.
    pub all: &'a [Sides],
    /// The known facts about the sides of the variable.
    pub variable: Sides,
    /// True if the log density is a sum over elements.
    pub is_elementwise: bool,
    /// The reason why the log densities of rows cannot be separated, if they cannot.
    pub refusal: Option<&'static str>,
    /// Checks the data of a rewritten statement with vectors of a given width, and returns the sum of its
    /// terms of data alone.
    pub constant: &'a dyn Fn(usize, &Context) -> Result<f64, Error>,
    /// The number of rows that are evaluated.
    pub length: usize,
}

/// The rows of a statement as they run.
pub(crate) struct BoundRows {
    /// The number of elements of one vector.
    pub width: usize,
    /// The rows that contribute to the density.
    pub kept: ActiveRows,
    /// The sum of the terms of data alone, for a rewritten statement.
    pub constant: f64,
    /// The elements to which the rows belong, if a marginalised variable does not have one row for each
    /// element.
    pub owners: Option<RowElements>,
}

impl WrittenRows<'_> {
    /// Checks that the sides fit, and that the rows meet the requirements of marginalised variables.
    pub fn bind(self, names: &StatementNames, compiler: &mut Compiler) -> Result<BoundRows, Error> {
        let sides = compiler.context().common_sides(self.all, self.name)?;
        let width = sides.columns.or(sides.length()).unwrap_or(1);
        let kept = ActiveRows::bind(names.target, self.variable, self.length, self.is_elementwise, compiler)?;
        let constant = (self.constant)(width, compiler.context())?;
        if let Some(reason) = self.refusal
            && compiler.sums_rows(names.vars)
            && let Some(var) = compiler.first_summed()
        {
            return Err(compiler.not_summed(var, &format!("the statement {reason}")));
        }
        let owners = RowElements::bind(self.length, names, compiler)?;
        Ok(BoundRows { width, kept, constant, owners })
    }
}
