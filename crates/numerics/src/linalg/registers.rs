//! Loads and stores of registers at the end of a row.

use pulp::Simd;

/// Loads the first numbers of a slice as one register; lanes beyond the end of the slice are zero.
///
/// In a row of a matrix the register may contain the beginning of the next row as well: lanes beyond the
/// row are computed with the others and never stored.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn load<S: Simd>(simd: S, numbers: &[f64]) -> S::f64s {
    match numbers.get(..S::F64_LANES) {
        Some(full) => S::as_simd_f64s(full).0[0],
        None => simd.partial_load_f64s(numbers),
    }
}

/// Stores a register in a slice: all lanes, or the first lanes if the slice has fewer numbers than the
/// register has lanes.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn store<S: Simd>(simd: S, numbers: &mut [f64], register: S::f64s) {
    match numbers.get_mut(..S::F64_LANES) {
        Some(full) => S::as_mut_simd_f64s(full).0[0] = register,
        None => simd.partial_store_f64s(numbers, register),
    }
}
