//! The points around a mode at which the statements are evaluated for third derivatives, and at which their
//! backward pass runs.
//!
//! For statements that are quadratic functions of x, with g = ∂l/∂θ, a = Σ σⱼ eⱼ and b = Σ H⁻¹ eⱼ/σⱼ over
//! the columns j of a colour (each pair counts in one column, twice),
//!
//!   ½ aᵀ ∇²g b = ¼ (g(x + a + b) − g(x + a − b)) − ½ ∇gᵀ b,
//!
//! so two points for each colour are enough, and two more for the sum of all ∇gᵀ(u − b/2).

use super::Part;
use super::columns::Columns;
use super::memory::Memory;
use super::plan::Plan;
use super::stencils::{FIRST_POINTS, MIXED_POINTS, first, mixed};

/// Returns the number of points of the backward pass.
pub(super) fn count_of_points(plan: &Plan) -> usize {
    1 + 2 * (plan.quadratic.colours() + 1) + MIXED_POINTS * plan.others.colours() + FIRST_POINTS
}

/// Moves to a point in the directions σⱼ eⱼ and H⁻¹ eⱼ/σⱼ of all columns j of a colour.
pub(super) fn go_to_mixed(
    plan: &Plan,
    columns: &Columns,
    memory: &mut Memory<'_>,
    colour: usize,
    [along, across]: [f64; 2],
) {
    memory.move_from_mode(plan, columns, |values, moves| {
        for place in columns.members(colour) {
            let scale = moves.scale[columns.element(place)];
            values[place] += along * scale;
            for &(near, entry) in columns.neighbours(place) {
                let (near, entry) = (near as usize, entry as usize);
                values[near] += across * Columns::count(near, place) * moves.matrix[entry] / scale;
            }
        }
    });
}

/// Moves to a point of the backward pass; returns its weight and the statements whose backward pass runs
/// there.
pub(super) fn go_to_point(plan: &Plan, memory: &mut Memory<'_>, number: usize) -> (f64, Part) {
    let Some(place) = number.checked_sub(1) else {
        plan.spread(memory.mode, memory.values);
        return (1.0, Part::All);
    };
    let count = 2 * plan.quadratic.colours();
    if place < count {
        let sign = if place.is_multiple_of(2) { 1.0 } else { -1.0 };
        go_to_mixed(plan, &plan.quadratic, memory, place / 2, [1.0, sign]);
        return (0.25 * sign, Part::Quadratic);
    }
    let place = place - count;
    if place < 2 {
        let sign = if place == 0 { 1.0 } else { -1.0 };
        go_along_rest(plan, memory, sign);
        let weight = if count == 0 { 0.0 } else { 0.5 * sign };
        return (weight, Part::Quadratic);
    }
    let place = place - 2;
    let (colour, point) = (place / MIXED_POINTS, place % MIXED_POINTS);
    if colour < plan.others.colours() {
        let (distances, weight) = mixed(point);
        go_to_mixed(plan, &plan.others, memory, colour, distances);
        return (0.5 * weight, Part::Others);
    }
    // The largest step is one standard deviation for each unit of distance.
    let steps = memory.third.iter().zip(&*memory.scale).map(|(step, scale)| (step / scale).abs());
    let largest = steps.fold(0.0, f64::max);
    if largest == 0.0 {
        return (0.0, Part::Others);
    }
    let (distance, weight) = first(place - MIXED_POINTS * plan.others.colours());
    for ((moved, mode), step) in memory.moved.iter_mut().zip(&*memory.mode).zip(&*memory.third) {
        *moved = mode + distance / largest * step;
    }
    plan.spread(memory.moved, memory.values);
    (weight * largest, Part::Others)
}

/// Moves along u − b/2 of all columns of quadratic statements.
fn go_along_rest(plan: &Plan, memory: &mut Memory<'_>, sign: f64) {
    let columns = &plan.quadratic;
    memory.move_from_mode(plan, columns, |values, moves| {
        for (place, value) in values.iter_mut().enumerate().take(columns.length()) {
            *value += sign * moves.third[columns.element(place)];
        }
        for place in 0..columns.length() {
            let scale = moves.scale[columns.element(place)];
            for &(near, entry) in columns.neighbours(place) {
                let (near, entry) = (near as usize, entry as usize);
                values[near] -= 0.5 * sign * Columns::count(near, place) * moves.matrix[entry] / scale;
            }
        }
    });
}
