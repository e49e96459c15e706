//! Transposes and symmetric copies of matrices.

/// Transposes a matrix of `rows` × `columns` into another one.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn transpose(a: &[f64], rows: usize, columns: usize, transposed: &mut [f64]) {
    transpose_part(a, columns, transposed, rows, rows, columns);
}

/// The number of rows and columns of the blocks that are transposed in registers.
const BLOCK: usize = 4;

/// Returns four numbers of each of four rows, as columns. The indices are constants, from which LLVM makes
/// shuffles.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn transposed_block(a: &[f64], stride: usize) -> [[f64; BLOCK]; BLOCK] {
    let mut columns = [[0.0; BLOCK]; BLOCK];
    for row in 0..BLOCK {
        let numbers = &a[row * stride..][..BLOCK];
        for column in 0..BLOCK {
            columns[column][row] = numbers[column];
        }
    }
    columns
}

/// Transposes a part of a matrix, whose rows begin `stride` apart, into a part of another matrix.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn transpose_part(
    a: &[f64],
    stride: usize,
    transposed: &mut [f64],
    transposed_stride: usize,
    rows: usize,
    columns: usize,
) {
    let (full_rows, full_columns) = (rows / BLOCK * BLOCK, columns / BLOCK * BLOCK);
    for row in (0..full_rows).step_by(BLOCK) {
        for column in (0..full_columns).step_by(BLOCK) {
            let block = transposed_block(&a[row * stride + column..], stride);
            for (at, numbers) in block.iter().enumerate() {
                transposed[(column + at) * transposed_stride + row..][..BLOCK].copy_from_slice(numbers);
            }
        }
    }
    for row in 0..rows {
        for column in if row < full_rows { full_columns } else { 0 }..columns {
            transposed[column * transposed_stride + row] = a[row * stride + column];
        }
    }
}

/// A := (A + Aᵀ) / 2
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn symmetrize(a: &mut [f64], n: usize) {
    for row in 0..n {
        for column in row + 1..n {
            let mean = 0.5 * (a[row * n + column] + a[column * n + row]);
            a[row * n + column] = mean;
            a[column * n + row] = mean;
        }
    }
}

/// S := C + Cᵀ
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn sum_with_transpose(c: &[f64], n: usize, sums: &mut [f64]) {
    for row in 0..n {
        for column in 0..n {
            sums[row * n + column] = c[row * n + column] + c[column * n + row];
        }
    }
}

/// The least number of rows for which copying a triangle takes less time than copying the matrix.
const TRIANGLE: usize = 128;

/// Copies the upper triangle of a matrix into another one; for a small matrix the lower triangle too.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn copy_upper(a: &[f64], n: usize, copy: &mut [f64]) {
    if n < TRIANGLE {
        return copy.copy_from_slice(a);
    }
    for (row, (copy, a)) in copy.chunks_exact_mut(n).zip(a.chunks_exact(n)).enumerate() {
        copy[row..].copy_from_slice(&a[row..]);
    }
}

/// Copies the upper triangle of a matrix to the lower triangle.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn copy_upper_to_lower(a: &mut [f64], n: usize) {
    copy_upper_to_lower_part(a, n, n);
}

/// Copies the upper triangle of a part of a matrix, whose rows begin `stride` apart, to the lower triangle.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn copy_upper_to_lower_part(a: &mut [f64], n: usize, stride: usize) {
    for row in (0..n).step_by(BLOCK) {
        let end = (row + BLOCK).min(n);
        // The whole blocks right of the diagonal are copied first, then the rest of these rows.
        let mut column = end;
        while column + BLOCK <= n {
            let block = transposed_block(&a[row * stride + column..], stride);
            for (at, numbers) in block.iter().enumerate() {
                a[(column + at) * stride + row..][..BLOCK].copy_from_slice(numbers);
            }
            column += BLOCK;
        }
        for above in row..end {
            for below in (above + 1..end).chain(column..n) {
                a[below * stride + above] = a[above * stride + below];
            }
        }
    }
}

/// Copies the lower triangle of a matrix to the upper triangle.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn copy_lower_to_upper(a: &mut [f64], n: usize) {
    for row in (0..n).step_by(BLOCK) {
        let end = (row + BLOCK).min(n);
        let full = if end == row + BLOCK { row } else { 0 };
        for column in (0..full).step_by(BLOCK) {
            let block = transposed_block(&a[row * n + column..], n);
            for (at, numbers) in block.iter().enumerate() {
                a[(column + at) * n + row..][..BLOCK].copy_from_slice(numbers);
            }
        }
        for below in row..end {
            for above in full..below {
                a[above * n + below] = a[below * n + above];
            }
        }
    }
}

/// Sets the part below the diagonal to zero.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn clear_lower(a: &mut [f64], n: usize) {
    for row in 1..n {
        a[row * n..][..row].fill(0.0);
    }
}
