//! Rearranging a matrix.

/// The transpose of a matrix of `rows` × `columns`, into another.
#[inline(always)]
pub(crate) fn transpose(a: &[f64], rows: usize, columns: usize, transposed: &mut [f64]) {
    transpose_part(a, columns, transposed, rows, rows, columns);
}

/// The same for a part of a matrix, whose rows begin `stride` apart, into a part of another.
#[inline(always)]
pub(super) fn transpose_part(
    a: &[f64],
    stride: usize,
    transposed: &mut [f64],
    transposed_stride: usize,
    rows: usize,
    columns: usize,
) {
    for column in 0..columns {
        let target = &mut transposed[column * transposed_stride..][..rows];
        for (row, number) in target.iter_mut().enumerate() {
            *number = a[row * stride + column];
        }
    }
}

/// A := (A + Aᵀ) / 2
#[inline(always)]
pub(crate) fn symmetrize(a: &mut [f64], n: usize) {
    for row in 0..n {
        for column in row + 1..n {
            let mean = 0.5 * (a[row * n + column] + a[column * n + row]);
            a[row * n + column] = mean;
            a[column * n + row] = mean;
        }
    }
}

/// Makes a matrix symmetric by its upper triangle.
#[inline(always)]
pub(crate) fn copy_upper_to_lower(a: &mut [f64], n: usize) {
    for row in 1..n {
        for column in 0..row {
            a[row * n + column] = a[column * n + row];
        }
    }
}

/// Makes a matrix symmetric by its lower triangle.
#[inline(always)]
pub(crate) fn copy_lower_to_upper(a: &mut [f64], n: usize) {
    for row in 1..n {
        for column in 0..row {
            a[column * n + row] = a[row * n + column];
        }
    }
}

/// Sets what is below the diagonal to zero.
#[inline(always)]
pub(crate) fn clear_lower(a: &mut [f64], n: usize) {
    for row in 1..n {
        a[row * n..][..row].fill(0.0);
    }
}
