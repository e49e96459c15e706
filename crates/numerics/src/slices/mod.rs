//! Functions of whole slices, for what is no kernel: the instruction set is chosen once for a slice.

mod exp;
mod log1p;

pub use exp::exp_in_place;
pub use log1p::SumOfLog1p;

use crate::simd::{MAX_LANES, Pack};
use pulp::Simd;

/// A function of each number, a register at a time. Lanes beyond the end are computed with 0.
#[inline(always)]
fn map_in_place<S: Simd>(simd: S, numbers: &mut [f64], function: impl Fn(Pack<S>) -> Pack<S>) {
    let (whole, rest) = S::as_mut_simd_f64s(numbers);
    for register in whole {
        *register = function(Pack::new(simd, *register)).value;
    }
    let mut lanes = [0.0; MAX_LANES];
    lanes[..rest.len()].copy_from_slice(rest);
    let last = function(Pack::from_array(simd, lanes)).to_array();
    rest.copy_from_slice(&last[..rest.len()]);
}

/// The sum of a function of each number, which is 0 at 0: that is what lanes beyond the end hold.
#[inline(always)]
fn sum<S: Simd>(simd: S, numbers: &[f64], function: impl Fn(Pack<S>) -> Pack<S>) -> f64 {
    let (whole, rest) = S::as_simd_f64s(numbers);
    let mut total = Pack::zero(simd);
    for register in whole {
        total = total + function(Pack::new(simd, *register));
    }
    let mut lanes = [0.0; MAX_LANES];
    lanes[..rest.len()].copy_from_slice(rest);
    (total + function(Pack::from_array(simd, lanes))).sum()
}
