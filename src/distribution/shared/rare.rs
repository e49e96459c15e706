//! Rare cases are computed separately: lanes whose numbers overflow, or lose their digits, in the common
//! formula get their results from a function of plain numbers.
//!
//! A kernel contains only a comparison and a branch for them. The function is compiled once, not for every
//! kernel.

use crate::simd::{MAX_LANES, Mask, Pack};
use pulp::Simd;

/// Returns the usual results, replaced by those of the function in the rare lanes.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn unless_rare<S: Simd, const IN: usize, const OUT: usize>(
    rare: Mask<S>,
    inputs: [Pack<S>; IN],
    usual: [Pack<S>; OUT],
    function: fn([f64; IN]) -> [f64; OUT],
) -> [Pack<S>; OUT] {
    if !rare.any() {
        return usual;
    }
    let (zero, one) = (inputs[0].constant(0.0), inputs[0].constant(1.0));
    let is_rare = rare.select(one, zero).to_array();
    let mut numbers = [[0.0; MAX_LANES]; IN];
    for (numbers, input) in numbers.iter_mut().zip(inputs) {
        *numbers = input.to_array();
    }
    let mut lanes = [[0.0; MAX_LANES]; OUT];
    for (lanes, output) in lanes.iter_mut().zip(usual) {
        *lanes = output.to_array();
    }
    replace(&is_rare, &numbers, &mut lanes, function);
    let mut results = usual;
    for (result, lanes) in results.iter_mut().zip(lanes) {
        *result = Pack::from_array(inputs[0].simd, lanes);
    }
    results
}

#[cold]
#[inline(never)]
fn replace<const IN: usize, const OUT: usize>(
    is_rare: &[f64; MAX_LANES],
    numbers: &[[f64; MAX_LANES]; IN],
    lanes: &mut [[f64; MAX_LANES]; OUT],
    function: fn([f64; IN]) -> [f64; OUT],
) {
    for (lane, _) in is_rare.iter().enumerate().filter(|(_, is_rare)| **is_rare == 1.0) {
        let results = function(core::array::from_fn(|input| numbers[input][lane]));
        for (output, result) in lanes.iter_mut().zip(results) {
            output[lane] = result;
        }
    }
}
