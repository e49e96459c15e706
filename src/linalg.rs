//! Stand-in.
use pulp::Simd;
pub(crate) fn multiply<const TA: bool, const TB: bool, S: Simd>(
    _: S,
    c: &mut [f64],
    alpha: f64,
    a: &[f64],
    b: &[f64],
    (m, k, n): (usize, usize, usize),
) {
    for i in 0..m {
        for j in 0..n {
            for l in 0..k {
                let x = if TA { a[l * m + i] } else { a[i * k + l] };
                let y = if TB { b[j * k + l] } else { b[l * n + j] };
                c[i * n + j] += alpha * x * y;
            }
        }
    }
}
