//! Short rows side by side, one row in each lane. With xⱼ the elements of column j in a register of rows,
//!
//!   m = max xⱼ,   s = Σⱼ exp(xⱼ − m),   pⱼ = exp(xⱼ − m)/s.
//!
//! Separately, a row of four numbers would fill at most half of a register, and its sums would wait for
//! each other.

use crate::math;
use crate::simd::{MAX_LANES, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The greatest number of elements of a short row.
const MOST: usize = 16;

/// A register of rows, one row in each lane, of a matrix that is stored row by row.
#[derive(Clone, Copy)]
pub(super) struct Abreast<S> {
    simd: S,
    columns: usize,
    /// The number of the first row.
    first: usize,
}

/// The registers of the first `abreast` rows.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn registers<S: Simd>(
    simd: S,
    abreast: usize,
    columns: usize,
) -> impl Iterator<Item = Abreast<S>> {
    (0..abreast).step_by(Pack::<S>::LANES).map(move |first| Abreast { simd, columns, first })
}

/// The number of rows that are stored side by side: all short rows that fill whole registers, from the
/// first row on.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn number_abreast<S: Simd>(rows: usize, columns: usize) -> usize {
    if columns <= MOST { rows - rows % Pack::<S>::LANES } else { 0 }
}

#[inlined(all)]
impl<S: Simd> Abreast<S> {
    /// The elements of a column.
    fn column(self, numbers: &[f64], column: usize) -> Pack<S> {
        let rows = &numbers[self.first * self.columns..];
        let mut lanes = [0.0; MAX_LANES];
        for (lane, element) in lanes.iter_mut().enumerate().take(Pack::<S>::LANES) {
            *element = rows[lane * self.columns + column];
        }
        Pack::from_array(self.simd, lanes)
    }

    /// Adds to the elements of a column.
    pub fn add_to_column(self, numbers: &mut [f64], column: usize, terms: Pack<S>) {
        let rows = &mut numbers[self.first * self.columns..];
        for (lane, term) in terms.to_array().into_iter().enumerate().take(Pack::<S>::LANES) {
            rows[lane * self.columns + column] += term;
        }
    }

    /// Returns one number for each row.
    pub fn numbers(self, of_rows: &[f64]) -> Pack<S> {
        Pack::new(self.simd, S::as_simd_f64s(&of_rows[self.first..][..Pack::<S>::LANES]).0[0])
    }

    /// Stores one number for each row.
    pub fn set_numbers(self, of_rows: &mut [f64], numbers: Pack<S>) {
        S::as_mut_simd_f64s(&mut of_rows[self.first..][..Pack::<S>::LANES]).0[0] = numbers.value;
    }

    /// The registers of the rows' elements where they are stored column by column, one register for each
    /// column.
    pub fn by_columns(self, numbers: &mut [f64]) -> &mut [S::f64s] {
        S::as_mut_simd_f64s(&mut numbers[self.first * self.columns..][..Pack::<S>::LANES * self.columns]).0
    }

    /// Stores the elements column by column. Returns the origins: m where m is finite, and 0 elsewhere.
    pub fn turn(self, x: &[f64], by_columns: &mut [S::f64s]) -> Pack<S> {
        // Comparisons miss NaN; the sum of the exponentials shows it.
        let mut largest = Pack::splat(self.simd, f64::NEG_INFINITY);
        for (column, place) in by_columns.iter_mut().enumerate() {
            let x = self.column(x, column);
            largest = x.gt(largest).select(x, largest);
            *place = x.value;
        }
        largest.abs().lt(f64::INFINITY).select(largest, 0.0)
    }

    /// Computes the probabilities pⱼ in place from elements that are stored column by column. Returns the
    /// sums s.
    pub fn normalise(self, origin: Pack<S>, by_columns: &mut [S::f64s]) -> Pack<S> {
        let Self { simd, .. } = self;
        let mut sum = Pack::zero(simd);
        for place in by_columns.iter_mut() {
            let power = math::exp(Pack::new(simd, *place) - origin);
            sum = sum + power;
            *place = power.value;
        }
        let inverse = sum.recip();
        for place in by_columns {
            *place = (Pack::new(simd, *place) * inverse).value;
        }
        sum
    }
}
