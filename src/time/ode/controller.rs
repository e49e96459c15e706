//! The length of the next step.
//!
//! With the error e of a step relative to its tolerances, as the root mean square over elements, the next
//! step is min(10, max(1/5, 0.9 e^(−1/p))) times as long, where p is the order of the error, and a step with
//! e > 1 is repeated.
//!
//! Hairer, Nørsett and Wanner, "Solving ordinary differential equations I", section II.4.

use super::BoundOde;
use super::method::RungeKutta;
use crate::contract::node::{Node, Tuple};
use crate::frame::Frame;
use crate::shape::Shape;
use crate::time::RowSteps;
use pulp::Simd;

/// The maximum fraction of the first interval that the first step may cover.
const FIRST: f64 = 0.5;

/// The fraction of the predicted length that is tried, and the smallest and largest factors of the length.
const SAFETY: f64 = 0.9;
const LEAST: f64 = 0.2;
const MOST: f64 = 10.0;

/// Returns the factor of the length of a step, given the mean square of its error and the error's order. NaN
/// gives the smallest factor.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn factor(square: f64, order: f64) -> f64 {
    let factor = SAFETY * power(square, -0.5 / order);
    if factor >= LEAST { if factor <= MOST { factor } else { MOST } } else { LEAST }
}

/// Returns xᵖ, to 8 % for the exponents of errors: the bits of a number approximate its logarithm, and a
/// power is a product of logarithms. A step's length need not be more exact, and `powf` takes as long as
/// several stages.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn power(x: f64, p: f64) -> f64 {
    const ONE: f64 = 1.0_f64.to_bits() as f64;
    // The bits of a positive number, as an integer, are converted by one instruction.
    let bits = ONE + p * (x.to_bits() as i64 as f64 - ONE);
    f64::from_bits(bits as i64 as u64)
}

impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Returns a length for the first step: a hundredth of the time in which the slopes would change the
    /// point by its own size, both relative to tolerances.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn first_length<S: Simd>(&self, simd: S, frame: &Frame<'_>) -> f64 {
        let start = self.settings.initial_time;
        let mut times = (0..self.memory.size.rows).map(|place| self.time(frame, place));
        let first = times.find(|time| *time > start).map_or(0.0, |time| time - start);
        let points = self.mean_square(simd, frame, self.memory.state, 1.0);
        let slopes = self.mean_square(simd, frame, self.slope(0), 1.0);
        let length = 0.01 * (points / slopes).sqrt();
        // Zero and NaN are not valid lengths.
        let is_length = length > 1e-6 * first;
        if is_length { if length < FIRST * first { length } else { FIRST * first } } else { 1e-6 * first }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_nearly_right() {
        for exponent in -300..300 {
            let x = 10.0_f64.powf(f64::from(exponent) * 0.5 + 0.123);
            for order in [4.0, 5.0] {
                let ratio = power(x, -0.5 / order) / x.powf(-0.5 / order);
                assert!((ratio - 1.0).abs() < 0.08, "{x}: {ratio}");
            }
        }
    }

    #[test]
    fn factors_are_bounded() {
        for (square, expected) in
            [(0.0, MOST), (1e-30, MOST), (1e12, LEAST), (f64::INFINITY, LEAST), (f64::NAN, LEAST), (1.0, 0.9)]
        {
            assert!((factor(square, 5.0) - expected).abs() < 1e-12, "{square}: {}", factor(square, 5.0));
        }
    }
}
