//! Curves g and the matrix P of their penalty for bending: Σⱼ cⱼ gⱼ(t) has the penalty cᵀP c, and a straight
//! line, or under a period a constant, has none. With the distances hᵢ = tᵢ₊₁ − tᵢ of knots and the second
//! derivatives γ at them
//!
//!   ∫ f″(t)² dt = γᵀB γ,   Bᵢᵢ = (hᵢ₋₁ + hᵢ)/3,   Bᵢ,ᵢ₊₁ = hᵢ/6,
//!
//! which is the DᵀB⁻¹D of values at knots, since D f = B γ. The γ of a natural spline are 0 at both ends;
//! those of a periodic spline are equal there and satisfy ∫ f″(t) dt = Σᵢ (hᵢ₋₁ + hᵢ)/2 γᵢ = 0. For a
//! P-spline with the coefficients β of B-splines over knots at equal distances h
//!
//!   P = I for cⱼ = βⱼ₊₂ − 2 βⱼ₊₁ + βⱼ,   fᵢ = (βᵢ + 4 βᵢ₊₁ + βᵢ₊₂)/6,   γᵢ = (βᵢ − 2 βᵢ₊₁ + βᵢ₊₂)/h².
//!
//! Wood 2017, "Generalized Additive Models", section 5.3.1; Eilers and Marx 1996, "Flexible smoothing with
//! B-splines and penalties".
//!
//! Curves are constructed from second derivatives, not from the eigenvectors of DᵀB⁻¹D: the eigenvalues of
//! this matrix differ as much as the third powers of the distances of knots, and the small ones, of the
//! smoothest curves, would be lost to rounding for skewed values of x.

use super::pieces::Pieces;
use crate::linalg::product;
use faer::Mat;

/// Curves, and the matrix of their penalty.
pub(super) struct Penalised {
    pub curves: Pieces,
    pub penalty: Mat<f64>,
}

impl Penalised {
    /// Returns natural cubic splines.
    pub fn cubic(knots: Vec<f64>) -> Self {
        let free = knots.len() - 2;
        let h = distances(&knots);
        let penalty = Mat::from_fn(free, free, |i, j| match i.abs_diff(j) {
            0 => (h[i] + h[i + 1]) / 3.0,
            1 => h[i.max(j)] / 6.0,
            _ => 0.0,
        });
        let hats = Mat::from_fn(knots.len(), free, |i, j| f64::from(u8::from(i == j + 1)));
        Self { curves: Pieces::of_curvatures(knots, hats), penalty }
    }

    /// Returns cubic splines whose ends meet.
    pub fn cyclic(knots: Vec<f64>) -> Self {
        let count = knots.len() - 1;
        let h = distances(&knots);
        let before = |i: usize| h[(i + count - 1) % count];
        // The integral of the second derivatives is 0, because those of two neighbours are balanced.
        let balanced = Mat::from_fn(count, count - 1, |i, j| match i {
            _ if i == j => 2.0 / (before(i) + h[i]),
            _ if i == j + 1 => -2.0 / (before(i) + h[i]),
            _ => 0.0,
        });
        let mut bending = Mat::zeros(count, count);
        for i in 0..count {
            let next = (i + 1) % count;
            bending[(i, i)] += (before(i) + h[i]) / 3.0;
            bending[(i, next)] += h[i] / 6.0;
            bending[(next, i)] += h[i] / 6.0;
        }
        let penalty = product(balanced.transpose(), product(bending.as_ref(), balanced.as_ref()).as_ref());
        let curvatures = Mat::from_fn(count + 1, count - 1, |i, j| balanced[(i % count, j)]);
        let (first, length) = (knots[0], knots[count] - knots[0]);
        let mut curves = Pieces::of_curvatures(knots, curvatures);
        // Slopes are equal at both ends; subtracting a straight line makes the values equal too.
        let lines: Vec<_> = (0..count - 1)
            .map(|column| {
                let slope = curves.values[(count, column)] / length;
                (-slope * first, slope)
            })
            .collect();
        curves.subtract_lines(&lines);
        Self { curves, penalty }
    }

    /// Returns P-splines over knots at equal distances.
    pub fn p_spline(knots: Vec<f64>) -> Self {
        let free = knots.len();
        let h = (knots[free - 1] - knots[0]) / (free - 1) as f64;
        // With these β only the second difference j is not 0, but 1: β is a ramp.
        let beta = |i: usize, j: usize| i.saturating_sub(j + 1) as f64;
        let values =
            Mat::from_fn(free, free, |i, j| (beta(i, j) + 4.0 * beta(i + 1, j) + beta(i + 2, j)) / 6.0);
        let curvatures = Mat::from_fn(free, free, |i, j| if i == j { (h * h).recip() } else { 0.0 });
        Self { curves: Pieces { knots, values, curvatures }, penalty: Mat::identity(free, free) }
    }
}

fn distances(knots: &[f64]) -> Vec<f64> {
    knots.windows(2).map(|pair| pair[1] - pair[0]).collect()
}
