//! Finite differences for derivatives of functions whose first derivatives are known.
//!
//! With the offsets k = ±1, …, ±4,
//!
//!   f′(0) = Σₖ cₖ f(k h)/h + O(h⁸),   cₖ = ±4/5, ∓1/5, ±4/105, ∓1/280,
//!
//! and with r = 1, 2, 3 and all signs s, t
//!
//!   ∂ᵤ∂ᵥ f(0) = Σᵣₛₜ aᵣ s t f(r h (s u + t v))/(4 r² h²) + O(h⁶),   aᵣ = 3/2, −3/5, 1/10.
//!
//! h is in standard deviations, so the truncation error does not depend on the units of the elements, and
//! quadratic functions are exact. Fornberg (1988), "Generation of finite difference formulas on arbitrarily
//! spaced grids", Math. Comp. 51; Richardson's extrapolation.

/// The steps of first differences, and of mixed second differences, in standard deviations. If the data
/// contain little information about an element, a standard deviation is several units of a logarithm, over
/// which e^x is far from a polynomial: with steps of a tenth, such curvatures had five exact digits.
const FIRST: f64 = 0.03;
const MIXED: f64 = 0.015;

const FIRST_WEIGHTS: [f64; 4] = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];
const MIXED_WEIGHTS: [f64; 3] = [1.5, -0.6, 0.1];

/// The number of points of a first difference.
pub(super) const FIRST_POINTS: usize = 2 * FIRST_WEIGHTS.len();

/// The number of points of a mixed second difference.
pub(super) const MIXED_POINTS: usize = 4 * MIXED_WEIGHTS.len();

/// Returns the distance and the weight of a point of a first difference.
pub(super) fn first(point: usize) -> (f64, f64) {
    let (sign, place) = (if point.is_multiple_of(2) { 1.0 } else { -1.0 }, point / 2);
    (sign * FIRST * (place + 1) as f64, sign * FIRST_WEIGHTS[place] / FIRST)
}

/// Returns the distances in both directions, and the weight, of a point of a mixed second difference.
pub(super) fn mixed(point: usize) -> ([f64; 2], f64) {
    let sign = |bit: usize| if (point >> bit).is_multiple_of(2) { 1.0 } else { -1.0 };
    let place = point / 4;
    let length = MIXED * (place + 1) as f64;
    ([sign(0) * length, sign(1) * length], sign(0) * sign(1) * MIXED_WEIGHTS[place] / (4.0 * length * length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_derivatives() {
        let slope: f64 = (0..FIRST_POINTS).map(first).map(|(at, weight)| weight * (2.0 * at).exp()).sum();
        assert!((slope - 2.0).abs() < 1e-8, "{slope}");
        let second: f64 = (0..MIXED_POINTS)
            .map(mixed)
            .map(|([u, v], weight)| weight * (0.3 + u + 0.7 * v).exp() * (1.0 + u * v))
            .sum();
        // ∂ᵤ∂ᵥ e^(0.3 + u + 0.7 v) (1 + u v) at 0
        assert!((second - 0.3_f64.exp() * 1.7).abs() < 1e-9, "{second}");
    }
}
