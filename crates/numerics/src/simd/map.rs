//! Functions of plain numbers, lane by lane.
//!
//! They are used for iterative functions, such as those of [`math::scalar`](crate::math::scalar), whose
//! lanes would end after different numbers of steps. Lanes beyond the end of a vector are computed too, so
//! the function must accept any number.

use super::pack::{MAX_LANES, Pack};
use pulp::Simd;

impl<S: Simd> Pack<S> {
    /// Applies f to each lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let [result] = map_lanes([self], |[x]| [f(x)]);
        result
    }
}

/// Applies f to each lane of the inputs. There must be at least one input.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn map_lanes<S: Simd, const IN: usize, const OUT: usize>(
    inputs: [Pack<S>; IN],
    f: impl Fn([f64; IN]) -> [f64; OUT],
) -> [Pack<S>; OUT] {
    const { assert!(IN > 0) };
    let simd = inputs[0].simd;
    let mut numbers = [[0.0; MAX_LANES]; IN];
    for (numbers, input) in numbers.iter_mut().zip(inputs) {
        *numbers = input.to_array();
    }
    let mut outputs = [[0.0; MAX_LANES]; OUT];
    for lane in 0..S::F64_LANES {
        let results = f(core::array::from_fn(|input| numbers[input][lane]));
        for (output, result) in outputs.iter_mut().zip(results) {
            output[lane] = result;
        }
    }
    let mut results = [inputs[0]; OUT];
    for (result, lanes) in results.iter_mut().zip(outputs) {
        *result = Pack::from_array(simd, lanes);
    }
    results
}

/// Applies a function to each register. (The standard library's `map` of arrays is not always inlined, and
/// a function that is not inlined into a kernel runs without its instruction set, several times slower.)
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn each<S: Simd, const COUNT: usize>(
    mut packs: [Pack<S>; COUNT],
    function: impl Fn(Pack<S>) -> Pack<S>,
) -> [Pack<S>; COUNT] {
    for pack in &mut packs {
        *pack = function(*pack);
    }
    packs
}
