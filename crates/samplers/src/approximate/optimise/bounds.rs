//! Modes without Jacobian that lie on a bound, where an unconstrained coordinate is at infinity.
//!
//! The ascent to such a mode stops before it, since the log density changes less and less. So a coordinate
//! far from 0 is moved farther, until its distance from the bound is 1e-9 times the former distance: if the
//! mode is inside of its bounds, the log density falls.

use crate::approximate::ascent::Summit;
use crate::approximate::lbfgs::Objective;
use crate::approximate::problem::{Problem, WithJacobian};
use crate::target::Target;
use core::mem::take;

/// A coordinate nearer to 0 than this is within its bounds.
const FAR: f64 = 3.0;

/// The distance by which a coordinate is moved away from 0.
const FARTHER: f64 = 20.0;

/// The least slope of the log Jacobian by a coordinate whose transform is close to a bound.
const SQUEEZED: f64 = 0.1;

/// The most coordinates that a warning names.
const SHOWN: usize = 6;

/// The share of the log density by which it may fall because of rounding.
const ROUNDING: f64 = 1e-12;

/// Returns the coordinates of a mode whose values are on a bound or at infinity.
pub(super) fn at_bounds(target: &dyn WithJacobian, summit: &mut Summit) -> Vec<usize> {
    let n = summit.point.len();
    let mut slopes = vec![0.0; n];
    target.log_jacobian_and_gradient(&summit.point, &mut slopes, &mut summit.workspace);
    let mut objective = Problem::Without(target).negative_in(take(&mut summit.workspace));
    let (mut moved, mut gradient) = (summit.point.clone(), vec![0.0; n]);
    // Returns true if the log density does not fall when these coordinates are moved farther.
    let mut is_at_bound = |places: &[usize]| {
        let farthest = places.iter().map(|&place| summit.point[place].abs()).fold(0.0, f64::max);
        places.iter().for_each(|&place| moved[place] *= 1.0 + FARTHER / farthest);
        let fall = objective.evaluate(&moved, &mut gradient) + summit.log_density;
        places.iter().for_each(|&place| moved[place] = summit.point[place]);
        summit.gradients += 1;
        // NaN compares false.
        fall <= ROUNDING * (1.0 + summit.log_density.abs())
    };
    let is_far = |&place: &usize| summit.point[place].abs() > FAR && slopes[place].abs() > SQUEEZED;
    let mut found = Vec::new();
    for own in target.coordinates() {
        let far: Vec<usize> = own.range.clone().filter(is_far).collect();
        let alone: Vec<usize> = far.iter().copied().filter(|place| is_at_bound(&[*place])).collect();
        // An element of a simplex goes to 0 when all coordinates move together.
        let together: Vec<usize> = own.range.clone().collect();
        if alone.is_empty() && !far.is_empty() && together.len() > 1 && is_at_bound(&together) {
            found.extend(together);
        } else {
            found.extend(alone);
        }
    }
    summit.workspace = objective.workspace;
    found
}

/// Returns the warning about a mode on bounds, given the coordinates that are on bounds. It mentions
/// standard errors if `has_errors` is set.
pub(super) fn warning(target: &dyn Target, found: &[usize], has_errors: bool) -> String {
    let mut names: Vec<String> = found.iter().map(|&place| target.coordinate_name(place)).collect();
    let others = names.len().saturating_sub(SHOWN);
    names.truncate(SHOWN);
    if others > 0 {
        names.push(format!("and {others} more"));
    }
    let errors = if has_errors {
        ", and has no standard error; the standard errors of other values are those given this value"
    } else {
        ""
    };
    format!(
        "the mode lies on a bound of {}, or at infinity: the log density does not fall as the unconstrained \
         coordinate moves on, so the value is the one at which the search ended{errors}. A prior that is 0 \
         on the bound, such as gamma(2.0, 1.0) for a scale, gives a mode inside",
        names.join(", ")
    )
}
