//! Directions along which a log density does not fall, and their names.
//!
//! One standard deviation from its mode a log density has fallen by about ½. If the data leave a direction
//! open on one side only, as in a logistic regression whose data a line separates, the point where the
//! ascent ended has a curvature and so a standard deviation, but one such step away the log density has not
//! fallen at all. If the log density is constant along a curve, such as all a and b of one product, it is
//! flat at a point of the curve, rounding makes the standard deviation long, and the log density has fallen
//! far at both ends of it.

use super::dense::solve_transposed;
use super::lbfgs::Objective;
use crate::target::Target;

/// A direction is examined only if it moves some coordinate x by more than this many times 1 + |x|.
const LONG: f64 = 3.0;

/// The least fall of a log density over one standard deviation. The density of log x for gamma(a, b) falls
/// by √a − a: this value belongs to a = 1e-6.
const FALL: f64 = 1e-3;

/// A log density that falls by more than this on both sides, over one standard deviation, is not a
/// parabola.
const FAR: f64 = 10.0;

/// The most coordinates by which a direction is named.
const SHOWN: usize = 6;
/// A coordinate is named if its part is at least this share of the largest part.
const PART: f64 = 0.01;

/// Returns a direction of one standard deviation, by the factor L of the Hessian at a point, along which
/// the value stays the same or is not a parabola, if there is one; and the number of evaluations.
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

/// Writes a direction with the names of its coordinates: `a` − 0.5 `b`.
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
