//! Products of matrices.

use super::product::{Product, Strided};
use super::transpose::{copy_upper_to_lower, transpose_part};
use super::vectors::{add_combination, dots, four_rows};
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::{Accum, MatMut, MatRef, Par};
use pulp::{Simd, WithSimd};

/// The largest number of multiplications for which the loops of a product are inlined, so that constant
/// sizes unroll.
const INLINED_PRODUCT: usize = 4 * 4 * 4;

/// The largest number of multiplications for which the loops are inlined if one of the matrices is a
/// vector.
const INLINED_WITH_VECTOR: usize = 4 * 4;

/// The least number of multiplications for which faer is faster if B is transposed: the kernel of this
/// crate transposes such a B first.
const FAER_TRANSPOSED: usize = 24 * 24 * 24;

/// The least number of multiplications for which faer is faster for Aᵀ A, of which one triangle is
/// computed.
const FAER_GRAM: usize = 96 * 96 * 96;

/// A matrix as it is stored, or its transpose.
#[derive(Clone, Copy)]
pub enum Operand<'a> {
    /// A, the stored matrix.
    Plain(&'a [f64]),
    /// Aᵀ, where A is the stored matrix.
    Transposed(&'a [f64]),
}

impl<'a> Operand<'a> {
    /// The numbers as they are stored.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn numbers(self) -> &'a [f64] {
        let (Self::Plain(numbers) | Self::Transposed(numbers)) = self;
        numbers
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn transpose(self) -> Self {
        match self {
            Self::Plain(numbers) => Self::Transposed(numbers),
            Self::Transposed(numbers) => Self::Plain(numbers),
        }
    }

    /// The view for faer; the sizes are those after transposing.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn view(self, rows: usize, columns: usize) -> MatRef<'a, f64> {
        match self {
            Self::Plain(numbers) => MatRef::from_row_major_slice(numbers, rows, columns),
            Self::Transposed(numbers) => MatRef::from_column_major_slice(numbers, rows, columns),
        }
    }

    /// Access to single numbers; the sizes are those after transposing.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn strided(self, rows: usize, columns: usize) -> Strided<'a> {
        match self {
            Self::Plain(numbers) => Strided { numbers, down: columns, along: 1 },
            Self::Transposed(numbers) => Strided { numbers, down: 1, along: rows },
        }
    }
}

/// The sizes of a product: (rows × depth) (depth × columns).
#[derive(Clone, Copy)]
pub struct Sizes {
    /// The number of rows of the left factor.
    pub rows: usize,
    /// The number of columns of the left factor, and of rows of the right factor.
    pub depth: usize,
    /// The number of columns of the right factor.
    pub columns: usize,
}

/// C += α A B
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn add_product<S: Simd>(simd: S, c: &mut [f64], alpha: f64, a: Operand, b: Operand, sizes: Sizes) {
    let Sizes { rows, depth, columns } = sizes;
    let multiplications = rows * depth * columns;
    let has_vector = rows == 1 || columns == 1;
    if multiplications <= if has_vector { INLINED_WITH_VECTOR } else { INLINED_PRODUCT } {
        let (a, b) = (a.strided(rows, depth), b.strided(depth, columns));
        for (row, c) in c[..rows * columns].chunks_exact_mut(columns.max(1)).enumerate() {
            for (column, c) in c.iter_mut().enumerate() {
                let mut sum = 0.0;
                for step in 0..depth {
                    sum += a.at(row, step) * b.at(step, column);
                }
                *c += alpha * sum;
            }
        }
        return;
    }
    // A vector has the same numbers as a row and as a column.
    if columns == 1 {
        return add_product_with_vector(simd, &mut c[..rows], alpha, a, &b.numbers()[..depth]);
    }
    if rows == 1 {
        return add_product_with_vector(simd, &mut c[..columns], alpha, b.transpose(), &a.numbers()[..depth]);
    }
    match b {
        Operand::Plain(b) => {
            let (a, b_stride, c_stride) = (a.strided(rows, depth), columns, columns);
            Product { rows, depth, columns, alpha, a, b, b_stride, c, c_stride }.add_of_any_size(simd);
        }
        Operand::Transposed(_) if multiplications >= FAER_TRANSPOSED => {
            let c = MatMut::from_row_major_slice_mut(c, rows, columns);
            matmul(c, Accum::Add, a.view(rows, depth), b.view(depth, columns), alpha, Par::Seq);
        }
        Operand::Transposed(b) => {
            simd.vectorize(WithTransposed { sizes, alpha, a: a.strided(rows, depth), b, c });
        }
    }
}

/// y += α A x
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add_product_with_vector<S: Simd>(simd: S, y: &mut [f64], alpha: f64, a: Operand, x: &[f64]) {
    match a {
        // A single row is stored like a single column, so it can be read as either.
        Operand::Transposed(a) if y.len() == 1 => add_matrix_vector(simd, y, alpha, a, x),
        Operand::Plain(a) if y.len() == 1 || x.len() > 1 => add_matrix_vector(simd, y, alpha, a, x),
        Operand::Plain(a) | Operand::Transposed(a) => add_vector_matrix(simd, y, alpha, x, a),
    }
}

/// The number of rows and columns of the blocks in which a matrix is transposed.
const BLOCK: usize = 32;

/// Computes C += α A Bᵀ; B is transposed block by block.
struct WithTransposed<'a> {
    sizes: Sizes,
    alpha: f64,
    a: Strided<'a>,
    b: &'a [f64],
    c: &'a mut [f64],
}

impl WithSimd for WithTransposed<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { sizes: Sizes { rows, depth, columns }, alpha, a, b, c } = self;
        let mut block = [0.0; BLOCK * BLOCK];
        for column in (0..columns).step_by(BLOCK) {
            let width = BLOCK.min(columns - column);
            for step in (0..depth).step_by(BLOCK) {
                let steps = BLOCK.min(depth - step);
                transpose_part(&b[column * depth + step..], depth, &mut block, width, width, steps);
                Product {
                    rows,
                    depth: steps,
                    columns: width,
                    alpha,
                    a: Strided { numbers: &a.numbers[step * a.along..], ..a },
                    b: &block,
                    b_stride: width,
                    c: &mut c[column..],
                    c_stride: columns,
                }
                .add(simd);
            }
        }
    }
}

/// S += α Aᵀ A, where S is symmetric, n × n, and A has n columns.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn add_gram<S: Simd>(simd: S, s: &mut [f64], alpha: f64, a: &[f64], n: usize) {
    let depth = a.len().checked_div(n).unwrap_or(0);
    if depth == 0 {
        return;
    }
    add_upper_gram(simd, s, alpha, a, GramSizes { depth, n, stride: n });
    copy_upper_to_lower(s, n);
}

/// Computes the upper triangle of S += α Aᵀ A, where S is n × n and the rows of A begin `stride` apart.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn add_upper_gram<S: Simd>(simd: S, s: &mut [f64], alpha: f64, a: &[f64], sizes: GramSizes) {
    let GramSizes { depth, n, stride } = sizes;
    if n * n * depth >= FAER_GRAM {
        let a = MatRef::from_column_major_slice_with_stride(a, n, depth, stride).transpose();
        let (upper, whole) = (BlockStructure::TriangularUpper, BlockStructure::Rectangular);
        let target = MatMut::from_row_major_slice_mut(s, n, n);
        triangular::matmul(target, upper, Accum::Add, a.transpose(), whole, a, whole, alpha, Par::Seq);
    } else {
        simd.vectorize(Gram { s, alpha, a, sizes });
    }
}

/// The sizes of a product Aᵀ A.
#[derive(Clone, Copy)]
pub(super) struct GramSizes {
    /// The number of rows of A.
    pub depth: usize,
    /// The number of columns of A.
    pub n: usize,
    /// The distance between the beginnings of rows of A.
    pub stride: usize,
}

/// The number of rows of S whose products begin at the same column.
const GRAM_ROWS: usize = 8;

/// Computes the upper triangle of S += α Aᵀ A.
struct Gram<'a> {
    s: &'a mut [f64],
    alpha: f64,
    a: &'a [f64],
    sizes: GramSizes,
}

impl WithSimd for Gram<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { s, alpha, a, sizes: GramSizes { depth, n, stride } } = self;
        for row in (0..n).step_by(GRAM_ROWS) {
            Product {
                rows: GRAM_ROWS.min(n - row),
                depth,
                columns: n - row,
                alpha,
                a: Strided { numbers: &a[row..], down: 1, along: stride },
                b: &a[row..],
                b_stride: stride,
                c: &mut s[row * n + row..],
                c_stride: n,
            }
            .add(simd);
        }
    }
}

/// y += α A x
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn add_matrix_vector<S: Simd>(simd: S, y: &mut [f64], alpha: f64, a: &[f64], x: &[f64]) {
    let columns = x.len();
    let mut row = 0;
    while row + 4 <= y.len() {
        let rows = four_rows(&a[row * columns..], columns, columns);
        for (y, sum) in y[row..row + 4].iter_mut().zip(dots::<S, 4, 2>(simd, rows, x)) {
            *y += alpha * sum;
        }
        row += 4;
    }
    for row in row..y.len() {
        let [sum] = dots::<S, 1, 4>(simd, [&a[row * columns..]], x);
        y[row] += alpha * sum;
    }
}

/// y += α Aᵀ x
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn add_vector_matrix<S: Simd>(simd: S, y: &mut [f64], alpha: f64, x: &[f64], a: &[f64]) {
    let (depth, columns) = (x.len(), y.len());
    if columns <= IN_REGISTERS {
        let x = Strided { numbers: x, down: depth, along: 1 };
        let (b_stride, c_stride) = (columns, columns);
        Product { rows: 1, depth, columns, alpha, a: x, b: a, b_stride, c: y, c_stride }.add(simd);
        return;
    }
    let mut row = 0;
    while row + 4 <= depth {
        let rows = four_rows(&a[row * columns..], columns, columns);
        let factors = [alpha * x[row], alpha * x[row + 1], alpha * x[row + 2], alpha * x[row + 3]];
        add_combination(simd, y, factors, rows);
        row += 4;
    }
    for row in row..depth {
        add_combination(simd, y, [alpha * x[row]], [&a[row * columns..]]);
    }
}

/// The largest length of a row vector that is summed in registers, some columns at a time, instead of row
/// by row.
const IN_REGISTERS: usize = 128;
