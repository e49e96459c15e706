//! The questions of a rewritten statement's kernel to a bound node: which rows it has, and where the
//! coefficients of its affine form are.

use crate::compiler::rewrite::Cursor;
use crate::contract::node::Node;
use crate::contract::scope::Scope;
use crate::frame::Frame;
use pulp::Simd;

/// A node as a rewritten statement reads it: rows that may be merged and moved, or coefficients of an affine
/// form.
pub trait Coefficients: Node {
    /// True if [`datum`](crate::compiler::rewrite::RowFacts::datum) knows the value of every row.
    const IS_DATUM: bool = false;

    /// True for a column of data as it stands.
    const IS_COLUMN: bool = false;

    /// True if a row reads, beside what all rows share, only the data of this row: rows may then be merged
    /// and moved.
    const HAS_ROWS: bool = false;

    /// True if the value is [`affine`](crate::compiler::rewrite::RowFacts::affine) in numbers that rows
    /// share, with data as weights, or may be: of a product of two such values the data decide.
    const IS_AFFINE: bool = false;

    /// True if all slopes of the affine form have data as factors, so that they may be 0.
    const IS_WEIGHTED: bool = Self::IS_DATUM;

    /// Loads the coefficients of the affine form, in place of `begin`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn load<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        _cursor: &mut Cursor,
    ) -> Self::State<S> {
        self.begin::<C, S>(simd, frame)
    }

    /// Adds the adjoints of the coefficients to those of the variables, in place of `end`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn unload<C: Scope, S: Simd>(
        &self,
        state: Self::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        _cursor: &mut Cursor,
    ) {
        self.end::<C, S>(state, simd, frame);
    }
}
