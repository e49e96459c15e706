//! The points around a mode at which the statements are evaluated for third derivatives and go backward.

use super::memory::Memory;
use super::plan::Plan;
use super::stencils::{MIXED_POINTS, first, mixed};

/// Goes to a point of the mixed second differences of a colour, in the directions σⱼ eⱼ and H⁻¹ eⱼ/σⱼ of all
/// its elements j.
pub(super) fn go_to_mixed(plan: &Plan, memory: &Memory<'_>, values: &mut [f64], colour: usize, point: usize) {
    let ([along, across], _) = mixed(point);
    values.copy_from_slice(memory.mode);
    for &element in plan.members(colour) {
        let scale = memory.scale[element as usize];
        values[element as usize] += along * scale;
        for &(near, place) in plan.neighbours(element as usize) {
            values[near as usize] += across * memory.matrix[place as usize] / scale;
        }
    }
}

/// Goes to a point of the backward pass, and tells its weight.
pub(super) fn go_to_point(plan: &Plan, memory: &Memory<'_>, values: &mut [f64], number: usize) -> f64 {
    let Some(place) = number.checked_sub(1) else {
        values.copy_from_slice(memory.mode);
        return 1.0;
    };
    let (colour, point) = (place / MIXED_POINTS, place % MIXED_POINTS);
    if colour < plan.colours() {
        go_to_mixed(plan, memory, values, colour, point);
        return 0.5 * mixed(point).1;
    }
    // The largest step is one standard deviation for each unit of distance.
    let steps = memory.third.iter().zip(&*memory.scale).map(|(step, scale)| (step / scale).abs());
    let largest = steps.fold(0.0, f64::max);
    if largest == 0.0 {
        return 0.0;
    }
    let (distance, weight) = first(place - MIXED_POINTS * plan.colours());
    for ((value, mode), step) in values.iter_mut().zip(&*memory.mode).zip(&*memory.third) {
        *value = mode + distance / largest * step;
    }
    weight * largest
}
