//! A causal convolution of each column with its own weights: Y at (t, m) = Σₖ W at (k, m) · X at (t − k, m)
//! for k = 0, 1, …, for all k for which these rows exist, with
//!
//! X̄ at (s, m) += Σₖ W at (k, m) · Ȳ at (s + k, m),  W̄ at (k, m) += Σₛ X at (s, m) · Ȳ at (s + k, m).
//!
//! Lanes are columns. All three sums have the same form: sums of products of rows. Four rows of the result
//! are computed from four rows of the first factor at a time; these products read seven rows of the second
//! factor, each of which is loaded once. The factors are copied into rows of whole registers, with rows of
//! zeros around them.

use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Side, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands, scratch};
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::simd::{MAX_LANES, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The number of rows of the result, and of the first factor, that are computed at a time.
const ROWS: usize = 4;

/// The number of rows of the second factor that such a group of products reads.
const WINDOW: usize = 2 * ROWS - 1;

/// The number of rows of zeros before X, and after all factors.
const ZEROS: usize = 2 * ROWS;

/// The convolution of the columns of a matrix with the columns of another one.
#[derive(Clone, Copy, Debug)]
pub struct ConvolveColumns;

/// The length of a row in working memory: whole registers.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn stride(columns: usize) -> usize {
    columns.next_multiple_of(MAX_LANES)
}

impl Sealed for ConvolveColumns {}

impl Operation for ConvolveColumns {
    type Bound = Self;
    const IS_CAUSAL: bool = true;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.convolve_columns({})", arguments[0], arguments[1])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        sizes[0]
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_not_empty(0)?;
        setup.check_not_empty(1)?;
        setup.check_same((0, Side::Row), (1, Side::Row))?;
        let [x, weights] = [setup.size(0), setup.size(1)];
        setup.claim_scratch(ConvolutionScratch::length(x, weights));
        Ok(self)
    }
}

scratch! {
    /// X between rows of zeros, and Ȳ and the weights followed by rows of zeros.
    struct ConvolutionScratch(
        of_x: Size, of_weights: Size;
        rows = of_x.rows,
        weight_rows = of_weights.rows,
        zeros = ZEROS,
        stride = stride(of_x.columns),
    ) {
        x: (rows + 2 * zeros) * stride,
        adjoint: (rows + zeros) * stride,
        weights: (weight_rows + zeros) * stride,
    }
}

/// Copies rows to the beginning of longer rows, and adds rows of zeros after them.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn pad<S: Simd>(simd: S, rows: &[f64], columns: usize, padded: &mut [f64]) {
    let width = stride(columns) / Pack::<S>::LANES;
    let (rows, zero) = (rows.chunks_exact(columns), simd.splat_f64s(0.0));
    let (padded, zeros) = S::as_mut_simd_f64s(padded).0.split_at_mut(rows.len() * width);
    zeros.fill(zero);
    for (row, padded) in rows.zip(padded.chunks_exact_mut(width)) {
        let (whole, rest) = S::as_simd_f64s(row);
        for (place, register) in padded.iter_mut().enumerate() {
            *register = match whole.get(place) {
                Some(whole) => *whole,
                None if place == whole.len() => simd.partial_load_f64s(rest),
                None => zero,
            };
        }
    }
}

/// Adds to each row i of `sums` the sum of the products of the rows j of `factors` with the rows i + j of
/// `others`, for j below `count(i)`. If `DOWN` is true, the products are with the rows i − j, and row 0 of
/// `others` stands after rows of zeros.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add_products<const DOWN: bool, S: Simd>(
    simd: S,
    (sums, columns): (&mut [f64], usize),
    factors: &[f64],
    others: &[f64],
    count: impl Fn(usize) -> usize,
) {
    let (factors, others) = (S::as_simd_f64s(factors).0, S::as_simd_f64s(others).0);
    let (lanes, width) = (Pack::<S>::LANES, stride(columns) / Pack::<S>::LANES);
    for (four, rows) in sums.chunks_mut(ROWS * columns).enumerate() {
        let first = ROWS * four;
        for (place, start) in (0..columns).step_by(lanes).enumerate() {
            let mut added = [Pack::zero(simd); ROWS];
            for step in (0..count(first)).step_by(ROWS) {
                let nearest = if DOWN { first + ZEROS + 1 - step - ROWS } else { first + step };
                let mut window = [Pack::zero(simd); WINDOW];
                for (row, other) in window.iter_mut().enumerate() {
                    other.value = others[(nearest + row) * width + place];
                }
                for offset in 0..ROWS {
                    let factor = Pack::new(simd, factors[(step + offset) * width + place]);
                    for row in 0..ROWS {
                        let other = window[if DOWN { row + ROWS - 1 - offset } else { row + offset }];
                        added[row] = other.mul_add(factor, added[row]);
                    }
                }
            }
            let end = (start + lanes).min(columns);
            for (row, sum) in rows.chunks_exact_mut(columns).zip(added) {
                match S::as_mut_simd_f64s(&mut row[start..end]) {
                    ([register], _) => *register = simd.add_f64s(*register, sum.value),
                    (_, rest) => {
                        let before = Pack::new(simd, simd.partial_load_f64s(rest));
                        simd.partial_store_f64s(rest, (before + sum).value);
                    }
                }
            }
        }
    }
}

#[inlined]
impl BoundOperation for ConvolveColumns {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let Operands { arguments: [x, weights, ..], value, scratch, .. } = operands;
        let memory = ConvolutionScratch::divide(scratch, sizes[0], sizes[1]);
        let (padded, padded_weights) = (memory.x, memory.weights);
        let (zeros, rows) = padded.split_at_mut(ZEROS * stride(size.columns));
        zeros.fill(0.0);
        pad(simd, x, size.columns, rows);
        pad(simd, weights, size.columns, padded_weights);
        value.fill(0.0);
        let count = |first: usize| sizes[1].rows.min(first + ROWS);
        add_products::<true, S>(simd, (value, size.columns), padded_weights, padded, count);
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let ConvolutionScratch { x, adjoint, weights } =
            ConvolutionScratch::divide(operands.scratch, sizes[0], sizes[1]);
        pad(simd, adjoints.value, size.columns, adjoint);
        if let Some(of_x) = adjoints.of(0) {
            let count = |first: usize| sizes[1].rows.min(size.rows - first);
            add_products::<false, S>(simd, (of_x, size.columns), weights, adjoint, count);
        }
        if let Some(of_weights) = adjoints.of(1) {
            let x = &x[ZEROS * stride(size.columns)..];
            let count = |first: usize| size.rows.saturating_sub(first);
            add_products::<false, S>(simd, (of_weights, size.columns), x, adjoint, count);
        }
    }
}
