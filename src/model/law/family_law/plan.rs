//! The plan by which a statement is evaluated: as it is written, or as one of the
//! [rewrites](crate::compiler::rewrite).

use super::FamilyLaw;
use crate::compiler::rewrite::Quadratic;
use crate::contract::family::{Averages, Family, Square};
use crate::contract::node::Tuple;
use crate::frame::{MAX_ARGUMENTS, Packed};
use crate::shape::Shape;

/// The form of a statement that `compile()` has chosen.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "a statement has one plan, and reads it in each gradient")]
pub(crate) enum Plan {
    /// The statement is evaluated row by row.
    AsWritten,
    /// The statement is evaluated row by row, over other rows than those of the data; each row stands for
    /// several rows of the data if they are merged.
    Rows(Option<Merged>),
    /// The statement is evaluated as a sum of squares.
    Squares(Quadratic),
}

/// The numbers of merged rows, each of which stands for several rows of the data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Merged {
    /// The number of rows of the data that each row stands for.
    pub weights: Packed,
    /// Σ (y − ȳ)² over these rows of the data, if the law has a square of y.
    pub deviations: Packed,
}

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// The square of observations, if there is one.
    pub(crate) const SQUARE: Option<Square> = Square::of::<F::Terms, A>();

    /// The square, if its location is an affine form.
    pub(crate) const AFFINE_SQUARE: Option<Square> = match Self::SQUARE {
        Some(square) if Self::KNOWS_DATA && square.is_of_affine_form::<F::Terms, A>() => Some(square),
        _ => None,
    };

    /// True if rows may be merged and reordered.
    pub(crate) const HAS_ROWS: bool = Self::KNOWS_DATA && A::FACTS.has_rows;

    /// True if the statement may have another form than the written one.
    pub(crate) const IS_REWRITABLE: bool = Self::HAS_ROWS || Self::AFFINE_SQUARE.is_some();

    /// True if the observations are a vector and all its data are known row by row.
    const KNOWS_DATA: bool = {
        let mut known = A::EACH[0].is_data() && !Sh::IS_SCALAR && !Self::HAS_VECTORS;
        let mut place = 0;
        while place < A::COUNT {
            known = known && (A::EACH[place].is_datum || !A::EACH[place].is_data());
            place += 1;
        }
        known
    };

    /// True if the observations are vectors.
    pub(crate) const HAS_VECTORS: bool = Sh::IS_MATRIX || Self::HAS_TOTALS;

    /// The places whose data may be replaced by their mean.
    pub(crate) const AVERAGES: [bool; MAX_ARGUMENTS] = Averages::of::<F::Terms, A>();
}
