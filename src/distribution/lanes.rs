//! Functions of plain numbers on registers, lane by lane, for what has no SIMD form.

use crate::simd::{MAX_LANES, Pack};
use pulp::Simd;

/// The results of the function for each lane of the packs.
#[inline(always)]
pub(super) fn by_lane<S: Simd, const IN: usize, const OUT: usize>(
    packs: [Pack<S>; IN],
    function: impl Fn([f64; IN]) -> [f64; OUT],
) -> [Pack<S>; OUT] {
    let simd = packs[0].simd;
    let lanes = packs.map(Pack::to_array);
    let mut results = [[0.0; MAX_LANES]; OUT];
    for lane in 0..Pack::<S>::LANES {
        let values = function(lanes.map(|numbers| numbers[lane]));
        for (result, value) in results.iter_mut().zip(values) {
            result[lane] = value;
        }
    }
    results.map(|numbers| Pack::from_array(simd, numbers))
}

/// A logarithm and its derivatives, which are 0 where it is −∞.
pub(super) fn flat_where_impossible<const N: usize>(result: [f64; N]) -> [f64; N] {
    let mut flat = [0.0; N];
    flat[0] = f64::NEG_INFINITY;
    if result[0] == f64::NEG_INFINITY { flat } else { result }
}
