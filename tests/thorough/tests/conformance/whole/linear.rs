//! Plain linear algebra over numbers with derivatives, row after row.

use super::{X, x};

/// The matrix of an element for each row and column.
pub fn fill(n: usize, element: impl Fn(usize, usize) -> X) -> Vec<X> {
    (0..n * n).map(|at| element(at / n, at % n)).collect()
}

/// A Bᵀ of square matrices.
pub fn times_transposed(n: usize, a: &[X], b: &[X]) -> Vec<X> {
    fill(n, |i, j| (0..n).map(|k| a[i * n + k] * b[j * n + k]).sum())
}

/// A Aᵀ + c · 1
pub fn gram(n: usize, a: &[X], c: f64) -> Vec<X> {
    let product = times_transposed(n, a, a);
    fill(n, |i, j| if i == j { product[i * n + j] + c } else { product[i * n + j] })
}

/// The lower triangle, with zeros above it.
pub fn lower(n: usize, a: &[X]) -> Vec<X> {
    fill(n, |i, j| if j <= i { a[i * n + j] } else { x(0.0) })
}

/// L of A = L Lᵀ.
pub fn cholesky(n: usize, a: &[X]) -> Vec<X> {
    let mut l = vec![x(0.0); n * n];
    for i in 0..n {
        for j in 0..=i {
            let rest = a[i * n + j] - (0..j).map(|k| l[i * n + k] * l[j * n + k]).sum::<X>();
            l[i * n + j] = if i == j { rest.sqrt() } else { rest / l[j * n + j] };
        }
    }
    l
}

/// L⁻¹ b of a lower triangle.
pub fn solve(n: usize, l: &[X], b: &[X]) -> Vec<X> {
    let mut y: Vec<X> = Vec::with_capacity(n);
    for (i, &own) in b.iter().enumerate() {
        let rest = own - (0..i).map(|k| l[i * n + k] * y[k]).sum::<X>();
        y.push(rest / l[i * n + i]);
    }
    y
}

/// Σ log Lᵢᵢ
pub fn log_diagonal(n: usize, l: &[X]) -> X {
    (0..n).map(|i| l[i * n + i].ln()).sum()
}

/// A⁻¹ of the factor of A: column by column by L and its transpose.
pub fn inverse(n: usize, l: &[X]) -> Vec<X> {
    // Column j of L⁻¹ is row j of its transpose, and A⁻¹ = L⁻ᵀ L⁻¹.
    let unit = |j: usize| (0..n).map(|i| x(f64::from(u8::from(i == j)))).collect::<Vec<X>>();
    let transposed: Vec<X> = (0..n).flat_map(|j| solve(n, l, &unit(j))).collect();
    times_transposed(n, &transposed, &transposed)
}

/// The sum of the squares.
pub fn squares(numbers: &[X]) -> X {
    numbers.iter().map(|&number| number * number).sum()
}

/// Differences.
pub fn minus(a: &[X], b: &[X]) -> Vec<X> {
    a.iter().zip(b).map(|(&a, &b)| a - b).collect()
}

/// Numbers as faer's matrix, from rows.
pub fn table(rows: usize, columns: usize, numbers: &[f64]) -> monomorph::faer::Mat<f64> {
    monomorph::faer::Mat::from_fn(rows, columns, |i, j| numbers[i * columns + j])
}
