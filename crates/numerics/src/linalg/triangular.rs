//! Systems of equations with a triangular matrix.
//!
//! Rows are solved in blocks of four: the contribution of the rows before is a [`Product`], the block
//! itself is substituted in registers.

use super::product::{Product, Strided, TILE_ROWS};
use super::registers::{load, store};
use super::transpose::transpose_part;
use super::vectors::{add_combination, dots, four_rows};
use crate::simd::MAX_LANES;
use faer::linalg::triangular_solve::{solve_lower_triangular_in_place, solve_upper_triangular_in_place};
use faer::{MatMut, MatRef, Par};
use pulp::{Simd, WithSimd};

/// The least number of rows of the triangle for which faer solves for the columns of a matrix.
const FAER_SOLVE: usize = 128;

/// The least number of rows of the triangle for which faer solves for the rows of a matrix.
const FAER_SOLVE_ROWS: usize = 33;

/// The largest number of rows of the triangle for which a vector is solved number by number, inlined.
const INLINED: usize = 8;

/// The count of numbers in the rows that are solved together, as the columns of a block.
const STRIP: usize = 1024;
/// The same count if all rows fit into fewer numbers.
const SMALL_STRIP: usize = 256;

/// A triangular matrix T or its transpose; the other triangle is not read.
#[derive(Clone, Copy)]
pub struct Triangle<'a> {
    numbers: &'a [f64],
    n: usize,
    /// The distance between the beginnings of stored rows.
    stride: usize,
    is_stored_lower: bool,
    is_transposed: bool,
}

impl<'a> Triangle<'a> {
    /// The upper triangle of a matrix n × n.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn upper(numbers: &'a [f64], n: usize) -> Self {
        Self { numbers, n, stride: n, is_stored_lower: false, is_transposed: false }
    }

    /// The lower triangle of a matrix n × n.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn lower(numbers: &'a [f64], n: usize) -> Self {
        Self { numbers, n, stride: n, is_stored_lower: true, is_transposed: false }
    }

    /// The upper triangle of the first columns of a matrix of n rows, which begin `stride` apart.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn upper_part(numbers: &'a [f64], n: usize, stride: usize) -> Self {
        Self { stride, ..Self::upper(numbers, n) }
    }

    /// Tᵀ
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    #[must_use = "the triangle that is returned is the transposed one"]
    pub fn transpose(self) -> Self {
        Self { is_transposed: !self.is_transposed, ..self }
    }

    /// Returns true if the matrix is lower triangular after transposing, so that its first row is solved
    /// first.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn is_lower(self) -> bool {
        self.is_stored_lower != self.is_transposed
    }

    /// The part that begins at a row and a column.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn part(self, row: usize, column: usize) -> Strided<'a> {
        let (down, along) = if self.is_transposed { (1, self.stride) } else { (self.stride, 1) };
        Strided { numbers: &self.numbers[row * down + column * along..], down, along }
    }

    /// Replaces X by T⁻¹ X with faer.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn solve_by_faer(self, x: MatMut<'_, f64>) {
        let Self { numbers, n, stride, is_transposed, .. } = self;
        let t = MatRef::from_column_major_slice_with_stride(numbers, n, n, stride).transpose();
        let t = if is_transposed { t.transpose() } else { t };
        if self.is_lower() {
            solve_lower_triangular_in_place(t, x, Par::Seq);
        } else {
            solve_upper_triangular_in_place(t, x, Par::Seq);
        }
    }
}

/// x := T⁻¹ x
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn solve_vector<S: Simd>(simd: S, t: Triangle<'_>, x: &mut [f64]) {
    if t.n <= INLINED {
        substitute(t.part(0, 0), &mut x[..t.n], t.is_lower());
    } else {
        simd.vectorize(SolveVector { t, x });
    }
}

/// Computes X := T⁻¹ X, where each column of X is a right-hand side.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn solve<S: Simd>(simd: S, t: Triangle<'_>, x: &mut [f64], columns: usize) {
    if t.n == 0 || columns == 0 {
    } else if columns == 1 {
        solve_vector(simd, t, x);
    } else if t.n >= FAER_SOLVE {
        t.solve_by_faer(MatMut::from_row_major_slice_mut(x, t.n, columns));
    } else {
        simd.vectorize(Solve { t, x, columns });
    }
}

/// Computes x := T⁻¹ x for each row x of X, in other words X := X T⁻ᵀ.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn solve_rows<S: Simd>(simd: S, t: Triangle<'_>, x: &mut [f64]) {
    if t.n == 0 || x.is_empty() {
        return;
    }
    let rows = x.len() / t.n;
    let few = if t.n <= INLINED { MAX_LANES } else { TILE_ROWS };
    if rows < few {
        for row in x.chunks_exact_mut(t.n) {
            solve_vector(simd, t, row);
        }
    } else if t.n >= FAER_SOLVE_ROWS {
        t.solve_by_faer(MatMut::from_column_major_slice_mut(x, t.n, rows));
    } else {
        simd.vectorize(SolveRows { t, x });
    }
}

/// Solves within a block of rows, number by number: from the first row if `forward` is set, else from the
/// last.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn substitute(t: Strided<'_>, x: &mut [f64], forward: bool) {
    let n = x.len();
    for step in 0..n {
        let pivot = if forward { step } else { n - 1 - step };
        // The reciprocals do not depend on each other.
        let solved = x[pivot] * (1.0 / t.at(pivot, pivot));
        x[pivot] = solved;
        for row in if forward { pivot + 1..n } else { 0..pivot } {
            x[row] -= t.at(row, pivot) * solved;
        }
    }
}

/// Returns the blocks of rows, in the order in which they are solved: from the first row if `forward` is
/// set, else from the last. Each block is its first row and its number of rows.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn blocks(n: usize, forward: bool) -> impl Iterator<Item = (usize, usize)> {
    let count = n.div_ceil(TILE_ROWS);
    (0..count).map(move |index| {
        let row = TILE_ROWS * if forward { index } else { count - 1 - index };
        (row, TILE_ROWS.min(n - row))
    })
}

struct Solve<'a> {
    t: Triangle<'a>,
    x: &'a mut [f64],
    columns: usize,
}

impl WithSimd for Solve<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { t, x, columns } = self;
        let forward = t.is_lower();
        for (row, rows) in blocks(t.n, forward) {
            let end = row + rows;
            let (before, rest) = x.split_at_mut(row * columns);
            let (block, after) = rest.split_at_mut(rows * columns);
            let (depth, solved, a) = if forward {
                (row, before, t.part(row, 0))
            } else {
                // The last block has no part after it, and the matrix has no column there.
                (t.n - end, after, t.part(row, end.min(t.n - 1)))
            };
            Product {
                rows,
                depth,
                columns,
                alpha: -1.0,
                a,
                b: solved,
                b_stride: columns,
                c: &mut *block,
                c_stride: columns,
            }
            .add(simd);
            solve_block(simd, t.part(row, row), forward, rows, block, columns, columns);
        }
    }
}

/// Solves within a block of up to four rows, whose beginnings are `stride` apart: from the first row if
/// `forward` is set, else from the last.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn solve_block<S: Simd>(
    simd: S,
    t: Strided<'_>,
    forward: bool,
    rows: usize,
    x: &mut [f64],
    stride: usize,
    columns: usize,
) {
    match (rows, forward) {
        (4, true) => solve_tile::<S, 4, true>(simd, t, x, stride, columns),
        (3, true) => solve_tile::<S, 3, true>(simd, t, x, stride, columns),
        (2, true) => solve_tile::<S, 2, true>(simd, t, x, stride, columns),
        (_, true) => solve_tile::<S, 1, true>(simd, t, x, stride, columns),
        (4, false) => solve_tile::<S, 4, false>(simd, t, x, stride, columns),
        (3, false) => solve_tile::<S, 3, false>(simd, t, x, stride, columns),
        (2, false) => solve_tile::<S, 2, false>(simd, t, x, stride, columns),
        (_, false) => solve_tile::<S, 1, false>(simd, t, x, stride, columns),
    }
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn solve_tile<S: Simd, const ROWS: usize, const FORWARD: bool>(
    simd: S,
    t: Strided<'_>,
    x: &mut [f64],
    stride: usize,
    columns: usize,
) {
    let mut factors = [[simd.splat_f64s(0.0); ROWS]; ROWS];
    for row in 0..ROWS {
        for column in if FORWARD { 0..row } else { row + 1..ROWS } {
            factors[row][column] = simd.splat_f64s(-t.at(row, column));
        }
        factors[row][row] = simd.splat_f64s(1.0 / t.at(row, row));
    }
    let mut column = 0;
    while column < columns {
        let lanes = S::F64_LANES.min(columns - column);
        let mut registers = [simd.splat_f64s(0.0); ROWS];
        for row in 0..ROWS {
            registers[row] = load(simd, &x[row * stride + column..]);
        }
        for step in 0..ROWS {
            let pivot = if FORWARD { step } else { ROWS - 1 - step };
            registers[pivot] = simd.mul_f64s(registers[pivot], factors[pivot][pivot]);
            for row in if FORWARD { pivot + 1..ROWS } else { 0..pivot } {
                registers[row] = simd.mul_add_e_f64s(factors[row][pivot], registers[pivot], registers[row]);
            }
        }
        for row in 0..ROWS {
            store(simd, &mut x[row * stride + column..][..lanes], registers[row]);
        }
        column += S::F64_LANES;
    }
}

/// Solves for rows: some rows at a time are transposed, solved as columns, and transposed back.
struct SolveRows<'a> {
    t: Triangle<'a>,
    x: &'a mut [f64],
}

impl WithSimd for SolveRows<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        if self.x.len() <= SMALL_STRIP {
            self.by_strips::<S, SMALL_STRIP>(simd);
        } else {
            self.by_strips::<S, STRIP>(simd);
        }
    }
}

impl SolveRows<'_> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn by_strips<S: Simd, const SIZE: usize>(self, simd: S) {
        let Self { t, x } = self;
        let mut strip = [0.0; SIZE];
        for x in x.chunks_mut(SIZE / t.n * t.n) {
            let rows = x.len() / t.n;
            let strip = &mut strip[..rows * t.n];
            transpose_part(x, t.n, strip, rows, rows, t.n);
            simd.vectorize(Solve { t, x: strip, columns: rows });
            transpose_part(strip, rows, x, t.n, t.n, rows);
        }
    }
}

struct SolveVector<'a> {
    t: Triangle<'a>,
    x: &'a mut [f64],
}

impl WithSimd for SolveVector<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { t, x } = self;
        let (n, stride, forward) = (t.n, t.stride, t.is_lower());
        let x = &mut x[..n];
        for (row, rows) in blocks(n, forward) {
            let end = row + rows;
            let (before, rest) = x.split_at_mut(row);
            let (block, after) = rest.split_at_mut(rows);
            // The stored rows of the block connect it with the numbers on one side of it: with the solved
            // ones, or, if the matrix is transposed, with the others.
            let (others, first) = if t.is_stored_lower { (before, 0) } else { (after, end) };
            let stored = &t.numbers[row * stride + first..];
            if t.is_transposed {
                substitute(t.part(row, row), block, forward);
                if let Ok(&[x0, x1, x2, x3]) = <&[f64; 4]>::try_from(&*block) {
                    let rows = four_rows(stored, stride, others.len());
                    add_combination(simd, others, [-x0, -x1, -x2, -x3], rows);
                } else {
                    for (at, &solved) in block.iter().enumerate() {
                        add_combination(
                            simd,
                            others,
                            [-solved],
                            [&stored[(at * stride).min(stored.len())..]],
                        );
                    }
                }
            } else {
                if rows == TILE_ROWS {
                    let sums = dots::<S, 4, 2>(simd, four_rows(stored, stride, others.len()), others);
                    for (number, sum) in block.iter_mut().zip(sums) {
                        *number -= sum;
                    }
                } else {
                    for (at, number) in block.iter_mut().enumerate() {
                        let [sum] =
                            dots::<S, 1, 4>(simd, [&stored[(at * stride).min(stored.len())..]], others);
                        *number -= sum;
                    }
                }
                substitute(t.part(row, row), block, forward);
            }
        }
    }
}
