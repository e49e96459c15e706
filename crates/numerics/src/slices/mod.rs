//! Functions of whole slices, for code outside of kernels: the instruction set is chosen once for a slice.
//!
//! Loops are written out in each function: a closure is not always inlined, and a function that is not
//! inlined runs without the instruction set, many times slower.

mod exp;
mod log1p;

pub use exp::exp_in_place;
pub use log1p::SumOfLog1p;

use crate::simd::{MAX_LANES, Pack};
use pulp::Simd;

/// Loads fewer numbers than a register has lanes, and fills the rest with zeros.
#[inline(always)]
fn padded<S: Simd>(simd: S, numbers: &[f64]) -> Pack<S> {
    let mut lanes = [0.0; MAX_LANES];
    lanes[..numbers.len()].copy_from_slice(numbers);
    Pack::from_array(simd, lanes)
}
