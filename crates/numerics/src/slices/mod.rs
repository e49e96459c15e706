//! Functions of whole slices, for what is no kernel: the instruction set is chosen once for a slice.
//!
//! Loops are written out where the function is called: a closure is not always inlined, and what is not
//! inlined runs without the instruction set, many times slower.

mod exp;
mod log1p;

pub use exp::exp_in_place;
pub use log1p::SumOfLog1p;

use crate::simd::{MAX_LANES, Pack};
use pulp::Simd;

/// Numbers that are less than a register, with zeros behind them.
#[inline(always)]
fn padded<S: Simd>(simd: S, numbers: &[f64]) -> Pack<S> {
    let mut lanes = [0.0; MAX_LANES];
    lanes[..numbers.len()].copy_from_slice(numbers);
    Pack::from_array(simd, lanes)
}
