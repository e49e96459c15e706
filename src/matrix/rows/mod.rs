//! Exponentials of the rows of a matrix: the logarithm of their sum, and their shares of the sum. With mᵢ
//! the largest element of row i, eᵢⱼ = exp(xᵢⱼ − mᵢ) and sᵢ = Σⱼ eᵢⱼ:
//!
//! | | value | adjoint |
//! |-|-|-|
//! | [`LogSumExpRows`] | yᵢ = mᵢ + log sᵢ | x̄ᵢⱼ += pᵢⱼ ȳᵢ |
//! | [`SoftmaxRows<Linear>`](SoftmaxRows) | pᵢⱼ = eᵢⱼ/sᵢ | x̄ᵢⱼ += pᵢⱼ (p̄ᵢⱼ − Σₖ pᵢₖ p̄ᵢₖ) |
//! | [`SoftmaxRows<Logarithmic>`](SoftmaxRows) | yᵢⱼ = xᵢⱼ − mᵢ − log sᵢ | x̄ᵢⱼ += ȳᵢⱼ − pᵢⱼ Σₖ ȳᵢₖ |
//! | [`CategoricalRows<Logarithmic>`](CategoricalRows) | yᵢ = xᵢₖ − mᵢ − log sᵢ with k = zᵢ | x̄ᵢⱼ += (1 if j = zᵢ, else 0) ȳᵢ − pᵢⱼ ȳᵢ |
//!
//! Rows are often shorter than a register. Short rows that fill registers are stored [side by
//! side](side_by_side), unless their probabilities are the value, which is stored row by row: to transpose
//! them back takes longer than it saves. For all other rows the exponentials are computed register by
//! register, across the ends of rows. The logarithms are computed for all sums together.

mod categorical;
mod log_sum_exp;
mod side_by_side;
mod softmax;

pub use categorical::CategoricalRows;
pub use log_sum_exp::LogSumExpRows;
pub use softmax::SoftmaxRows;

use crate::frame::scratch;
use crate::linalg::add_scaled;
use crate::math;
use crate::matrix::sums::total;
use crate::shape::Size;
use crate::simd::Pack;
use pulp::Simd;
use side_by_side::{number_abreast, registers};

scratch! {
    /// The origin and the sum of each row, and the probabilities if they are not the value.
    struct SoftmaxScratch(
        size: Size, keeps_probabilities: bool;
        rows = size.rows,
        cells = if keeps_probabilities { size.length() } else { 0 },
    ) {
        origins: rows,
        sums: rows,
        probabilities: cells,
    }
}

/// The number of elements below which a row is summed number by number.
const SHORT: usize = 8;

/// Applies a function to all numbers, in place, one register at a time. (This is a macro because a closure is
/// not always inlined, and then runs without SIMD.)
macro_rules! each_register {
    ($simd:expr, $numbers:expr, $function:path) => {
        let (registers, rest) = S::as_mut_simd_f64s($numbers);
        for register in registers {
            *register = $function(Pack::new($simd, *register)).value;
        }
        if !rest.is_empty() {
            let last = $function(Pack::new($simd, $simd.partial_load_f64s(rest))).value;
            $simd.partial_store_f64s(rest, last);
        }
    };
}

/// The number that is subtracted from a row before its exponentials are taken: its largest element, if that
/// is finite.
///
/// Infinities stay as they are, so that a row of −∞ has the sum 0, and one with ∞ the sum ∞.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn origin(row: &[f64]) -> f64 {
    // Comparisons miss NaN; the sum shows it.
    let largest = row.iter().fold(f64::NEG_INFINITY, |largest, &x| if x > largest { x } else { largest });
    if largest.is_finite() { largest } else { 0.0 }
}

/// The sum of a row.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn sum_of_row<S: Simd>(simd: S, row: &[f64]) -> f64 {
    if row.len() < SHORT { row.iter().sum() } else { total(simd, row) }
}

/// Computes for each row of `x` its probabilities pᵢⱼ, its origin and its sum sᵢ. For a row of −∞ the
/// probabilities are NaN. The first `abreast` rows are computed side by side, and their probabilities are
/// stored column by column; those of all other rows are stored row by row.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn normalise<S: Simd>(
    simd: S,
    x: &[f64],
    (columns, abreast): (usize, usize),
    probabilities: &mut [f64],
    origins: &mut [f64],
    sums: &mut [f64],
) {
    let columns = columns.max(1);
    for rows in registers(simd, abreast, columns) {
        let by_columns = rows.by_columns(probabilities);
        let origin = rows.turn(x, by_columns);
        rows.set_numbers(origins, origin);
        rows.set_numbers(sums, rows.normalise(origin, by_columns));
    }
    let (origins, sums) = (&mut origins[abreast..], &mut sums[abreast..]);
    let (x, probabilities) = (&x[abreast * columns..], &mut probabilities[abreast * columns..]);
    let rows = x.chunks_exact(columns).zip(probabilities.chunks_exact_mut(columns));
    for ((row, shifted), place) in rows.zip(origins.iter_mut()) {
        *place = origin(row);
        for (shifted, x) in shifted.iter_mut().zip(row) {
            *shifted = x - *place;
        }
    }
    each_register!(simd, probabilities, math::exp);
    for (row, place) in probabilities.chunks_exact_mut(columns).zip(sums) {
        *place = sum_of_row(simd, row);
        let inverse = 1.0 / *place;
        row.iter_mut().for_each(|number| *number *= inverse);
    }
}

/// Adds x̄ᵢⱼ += pᵢⱼ fᵢ, with the probabilities that [`normalise`] has stored with the same number
/// `abreast`. Nothing is added for a row whose factor is 0, even if its probabilities are NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add_probabilities<S: Simd>(
    simd: S,
    adjoint: &mut [f64],
    factors: &[f64],
    probabilities: &mut [f64],
    (columns, abreast): (usize, usize),
) {
    for rows in registers(simd, abreast, columns) {
        let factor = rows.numbers(factors);
        for (column, &mut probability) in rows.by_columns(probabilities).iter_mut().enumerate() {
            let term = Pack::new(simd, probability) * factor;
            rows.add_to_column(adjoint, column, factor.eq(0.0).select(0.0, term));
        }
    }
    let (adjoint, probabilities) = (&mut adjoint[abreast * columns..], &probabilities[abreast * columns..]);
    let rows = adjoint.chunks_exact_mut(columns).zip(probabilities.chunks_exact(columns));
    for ((row, probabilities), &factor) in rows.zip(&factors[abreast..]) {
        if factor != 0.0 {
            add_scaled(simd, row, factor, probabilities);
        }
    }
}

/// Replaces all numbers by their logarithms.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn logarithms<S: Simd>(simd: S, numbers: &mut [f64]) {
    each_register!(simd, numbers, math::log);
}
