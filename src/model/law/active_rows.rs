//! The rows of a statement that contribute to the density if elements of its variable were set from outside:
//! Pearl's do-operator on y₁ removes the factor p(y₁ | …) from Πᵢ p(yᵢ | …), and changes neither the other
//! factors nor other statements that read y.
//!
//! A removed row is a masked lane. It adds nothing to the density, and nothing to the adjoint of any
//! argument, even if the slope there is infinite. The flags are packed by `compile()`; in scopes in which no
//! element was set, no code for them is compiled.

use crate::compiler::Compiler;
use crate::contract::scope::{Scope, loses_rows};
use crate::error::Error;
use crate::frame::{Frame, Packed};
use crate::model::statement::BoundVariable;
use crate::name::Var;
use crate::shape::Sides;
use crate::simd::Lane;
use pulp::{Scalar, Simd};

/// The rows of a statement that contribute to the density.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveRows {
    /// The weight of each row: one if it contributes, zero otherwise; `None` if all rows contribute.
    flags: Option<Packed>,
    /// The number of rows that contribute.
    pub count: usize,
}

impl ActiveRows {
    /// Returns all of `count` rows.
    pub fn all(count: usize) -> Self {
        Self { flags: None, count }
    }

    /// Returns the active ones of `rows` rows of a statement. The statement is about the parameter `target`,
    /// or a part of it, or about data, and its variable has these sides. Its law `is_elementwise`, or ties
    /// all elements together. Each row belongs to one element; a variable with fewer elements is repeated.
    pub fn bind(
        target: Option<Var>,
        sides: Sides,
        rows: usize,
        is_elementwise: bool,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        match target {
            Some(var) => Self::of(var, sides.length().unwrap_or(1), rows, is_elementwise, compiler),
            None => Ok(Self::all(rows)),
        }
    }

    /// Returns the active ones of `rows` rows of a statement about a variable with `size` elements.
    fn of(
        var: Var,
        size: usize,
        rows: usize,
        is_elementwise: bool,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let held = compiler.held_elements(var);
        let set: Vec<usize> = held.iter().filter(|held| !held.has_row).map(|held| held.place).collect();
        if set.is_empty() {
            return Ok(Self::all(rows));
        }
        if !is_elementwise && set.len() < size {
            return Err(Error::SetInPart { statement: compiler.context().statement(), name: var.name() });
        }
        let counts = |row: usize| set.binary_search(&(row % size)).is_err();
        let flags = compiler.pack_numbers((0..rows).map(|row| if counts(row) { 1.0 } else { 0.0 }));
        let count = (0..rows).filter(|row| counts(*row)).count();
        compiler.note(format!("without {} of its {rows} rows, whose elements are set", rows - count));
        Ok(Self { flags: Some(flags), count })
    }

    /// Returns true if a statement about `Target` has no active row.
    #[inline(always)]
    pub fn is_empty<C: Scope, Target: BoundVariable>(&self) -> bool {
        let may_lose = const { loses_rows::<C>(Target::FACTS.target) };
        may_lose && self.count == 0
    }

    /// Returns the lane with the inactive rows of a statement about `Target` masked.
    #[inline(always)]
    pub fn lane<C: Scope, Target: BoundVariable, S: Simd>(
        &self,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Lane<S> {
        if const { !loses_rows::<C>(Target::FACTS.target) } {
            return lane;
        }
        let Some(flags) = self.flags else { return lane };
        let counts = frame.packed(lane.simd, flags.element(lane.index)).gt(0.0);
        Lane { mask: lane.mask & counts, is_full: false, ..lane }
    }

    /// Returns true if the row is active.
    pub fn has(&self, frame: &Frame<'_>, row: usize) -> bool {
        self.flags.is_none_or(|flags| frame.packed(Scalar::new(), flags.element(row)).first() > 0.0)
    }
}
