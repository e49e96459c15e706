//! The rows of a statement that count, where elements of its variable were set from outside: Pearl's do on y₁
//! takes the factor p(y₁ | …) out of Πᵢ p(yᵢ | …), and leaves the others and whatever reads y as they are.
//!
//! A row that is gone is a masked lane, of which nothing is accumulated: no density, and no adjoint to any
//! argument, be the slope there infinite. The flags are packed by `compile()`; in scopes in which nothing was
//! set there is no code for them.

use crate::compiler::Compiler;
use crate::contract::scope::{Scope, loses_rows};
use crate::error::Error;
use crate::frame::{Frame, Packed};
use crate::model::statement::BoundVariable;
use crate::name::Var;
use crate::shape::Sides;
use crate::simd::Lane;
use pulp::{Scalar, Simd};

/// The rows of a statement that count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveRows {
    /// The weight one for each row that counts, zero for the others; nothing if all count.
    flags: Option<Packed>,
    /// The number of rows that count.
    pub count: usize,
}

impl ActiveRows {
    /// All rows of a statement with `count` of them.
    pub fn all(count: usize) -> Self {
        Self { flags: None, count }
    }

    /// The rows that count of a statement with `rows` rows whose law `is_elementwise` or one of all elements
    /// together, about `target`, of which the variable with these sides consists, or about data. A row is
    /// that of an element; a variable with fewer elements is repeated.
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

    /// The rows that count of a statement with `rows` rows about a variable with `size` elements.
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

    /// True if a statement about `Target` has no row left.
    #[inline(always)]
    pub fn is_empty<C: Scope, Target: BoundVariable>(&self) -> bool {
        let may_lose = const { loses_rows::<C>(Target::FACTS.target) };
        may_lose && self.count == 0
    }

    /// The lanes of a statement about `Target` that count.
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

    /// True if the row counts.
    pub fn has(&self, frame: &Frame<'_>, row: usize) -> bool {
        self.flags.is_none_or(|flags| frame.packed(Scalar::new(), flags.element(row)).first() > 0.0)
    }
}
