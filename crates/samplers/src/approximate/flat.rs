//! Directions along which a log density does not fall, and their words.
//!
//! One standard deviation from its mode a log density has fallen by about ½. Where the data leave a direction
//! open on one side only, as those of a logistic regression do that a line separates, there is a curvature at
//! the point where the way up ended, and a standard deviation of it, at which the log density has not fallen
//! at all. Where it is the same along a bent line, such as all a and b of one product, it is flat at a point
//! of it, and has fallen far at both ends of what rounding makes a standard deviation.

use super::dense::solve_transposed;
use super::lbfgs::Objective;
use crate::target::Target;

/// Standard deviations above this many sizes of the coordinates are looked at.
const LONG: f64 = 3.0;

/// What a log density falls by at least over a standard deviation. gamma(a, b) of log x has √a − a: this of
/// a = 1e-6.
const FALL: f64 = 1e-3;

/// The most by which a flat log density falls on one of both sides.
const FAR: f64 = 10.0;

/// The most coordinates that a direction is said by, and the share of the largest part from which on a part
/// is said.
const SHOWN: usize = 6;
const PART: f64 = 0.01;

/// A direction of one standard deviation, by the factor L of the Hessian at a point, over which the value
/// stays the same or is no parabola: with the number of evaluations.
pub(super) fn flat_direction(
    objective: &mut dyn Objective,
    factor: &[f64],
    point: &[f64],
    value: f64,
) -> (Option<Vec<f64>>, usize) {
    let n = point.len();
    let (mut direction, mut moved, mut gradient) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    let mut evaluations = 0;
    for column in 0..n {
        direction.fill(0.0);
        direction[column] = 1.0;
        solve_transposed(factor, n, &mut direction);
        let is_long = |(v, x): (&f64, &f64)| v.abs() > LONG * (1.0 + x.abs());
        if !direction.iter().zip(point).any(is_long) {
            continue;
        }
        let mut falls = [1.0, -1.0].map(|side| {
            let both = point.iter().zip(&direction);
            moved.iter_mut().zip(both).for_each(|(moved, (x, v))| *moved = x + side * v);
            objective.evaluate(&moved, &mut gradient) - value
        });
        evaluations += 2;
        falls.sort_by(f64::total_cmp);
        if falls.iter().any(|fall| fall.abs() < FALL) || falls[0] > FAR {
            return (Some(direction), evaluations);
        }
    }
    (None, evaluations)
}

/// A direction by the names of its coordinates: `a` − 0.5 `b`.
pub(super) fn named(target: &dyn Target, direction: &[f64]) -> String {
    let largest = direction.iter().map(|part| part.abs()).fold(0.0, f64::max);
    let mut parts: Vec<usize> =
        (0..direction.len()).filter(|&place| direction[place].abs() >= PART * largest).collect();
    let others = parts.len().saturating_sub(SHOWN);
    parts.truncate(SHOWN);
    let sign = parts.first().map_or(1.0, |&first| direction[first].signum());
    let mut text = String::new();
    for (place, part) in parts.into_iter().enumerate() {
        let share = sign * direction[part] / largest;
        text.push_str(match (place, share < 0.0) {
            (0, _) => "",
            (_, true) => " − ",
            (_, false) => " + ",
        });
        let digits = format!("{:.2}", share.abs());
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        if digits != "1" {
            text.push_str(digits);
            text.push(' ');
        }
        text.push_str(&target.coordinate_name(part));
    }
    if others > 0 {
        text.push_str(&format!(" and {others} more"));
    }
    text
}
