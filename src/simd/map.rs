//! Functions of plain numbers, lane by lane.
//!
//! For functions whose algorithms iterate, as those of [`math::scalar`](crate::math::scalar): the lanes would end
//! after different numbers of steps. Lanes beyond the end of a vector are computed with the others, so the
//! function must take any number.

use super::pack::{MAX_LANES, Pack};
use pulp::Simd;

impl<S: Simd> Pack<S> {
    /// f of each lane.
    #[inline(always)]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let [result] = map_lanes([self], |[x]| [f(x)]);
        result
    }
}

/// f of each lane of the inputs, of which there must be one at least.
#[inline(always)]
pub fn map_lanes<S: Simd, const IN: usize, const OUT: usize>(
    inputs: [Pack<S>; IN],
    f: impl Fn([f64; IN]) -> [f64; OUT],
) -> [Pack<S>; OUT] {
    const { assert!(IN > 0) };
    let simd = inputs[0].simd;
    let inputs = inputs.map(Pack::to_array);
    let mut outputs = [[0.0; MAX_LANES]; OUT];
    for lane in 0..S::F64_LANES {
        let results = f(core::array::from_fn(|input| inputs[input][lane]));
        for (output, result) in outputs.iter_mut().zip(results) {
            output[lane] = result;
        }
    }
    outputs.map(|lanes| Pack::from_array(simd, lanes))
}
