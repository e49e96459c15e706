//! The slopes of values that have no probability, which are 0.

/// Returns a logarithm and its derivatives, with derivatives of 0 if the logarithm is −∞.
pub(in crate::distribution) fn flat_where_impossible<const N: usize>(result: [f64; N]) -> [f64; N] {
    let mut flat = [0.0; N];
    flat[0] = f64::NEG_INFINITY;
    if result[0] == f64::NEG_INFINITY { flat } else { result }
}
