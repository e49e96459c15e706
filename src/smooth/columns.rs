//! Curves with a penalty as columns with independent coefficients, the mixed model of Wood 2004: for curves
//! g with the penalty cᵀP c, P = L Lᵀ, and the line ℓ(x) = (x − x̄)/sd(x) over n values of x
//!
//!   h = g − (1/n Σᵢ g(xᵢ)) − (1/n Σᵢ ℓ(xᵢ) g(xᵢ)) ℓ,   w = s VᵀL⁻¹h   with L⁻¹(Σᵢ h hᵀ)L⁻ᵀ = V diag(λ) Vᵀ,
//!
//! so that Σⱼ uⱼ wⱼ has the penalty s² |u|² and neither level nor trend over the values. Over these the
//! columns are orthogonal, with the smoothest first. s = √(n/Σⱼ λⱼ) makes the variance of Σⱼ uⱼ wⱼ(xᵢ) 1 on
//! average over i if the u are standard normal.
//!
//! Wood 2004, "Stable and efficient multiple smoothing parameter estimation for generalized additive models";
//! Demmler and Reinsch 1975, "Oscillation matrices with spline smoothing", for the orthogonal columns.

use super::penalised::Penalised;
use super::pieces::Pieces;
use crate::linalg::{Eigen, product};
use faer::{Mat, MatRef};

/// The straight line without level, whose mean square over the values is 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub mean: f64,
    pub deviation: f64,
}

impl Line {
    pub fn over(places: &[f64]) -> Self {
        let count = places.len() as f64;
        let mean = places.iter().sum::<f64>() / count;
        let square = places.iter().map(|place| (place - mean).powi(2)).sum::<f64>() / count;
        Self { mean, deviation: square.sqrt() }
    }

    pub fn at(self, place: f64) -> f64 {
        (place - self.mean) / self.deviation
    }
}

/// Returns the columns w as curves, and s²; `None` if numbers are not finite.
pub(super) fn independent(penalised: Penalised, places: &[f64], line: Option<Line>) -> Option<(Pieces, f64)> {
    let Penalised { mut curves, penalty } = penalised;
    // The second pass removes the rounding errors of the first.
    for _ in 0..2 {
        let lines = lines_of(curves.at(places).as_ref(), places, line);
        curves.subtract_lines(&lines);
    }
    let roots = inverse_transposed_factor(penalty);
    let heights = product(curves.at(places).as_ref(), roots.as_ref());
    let eigen = Eigen::of(product(heights.transpose(), heights.as_ref()).as_ref())?;
    let square = places.len() as f64 / eigen.values.iter().sum::<f64>();
    let last = eigen.values.len() - 1;
    let turned = product(roots.as_ref(), eigen.vectors.as_ref());
    let columns = Mat::from_fn(turned.nrows(), turned.ncols(), |i, j| square.sqrt() * turned[(i, last - j)]);
    let mut independent = curves.combined(columns.as_ref());
    make_signs_definite(&mut independent);
    square.is_finite().then_some((independent, square))
}

/// Returns the level and the slope of each column by least squares, or the mean and 0 if there is no line.
fn lines_of(heights: MatRef<'_, f64>, places: &[f64], line: Option<Line>) -> Vec<(f64, f64)> {
    let count = places.len() as f64;
    let of = |column: usize| {
        let level = heights.col(column).iter().sum::<f64>() / count;
        let Some(line) = line else { return (level, 0.0) };
        let both = places.iter().zip(heights.col(column).iter());
        let trend = both.map(|(&place, height)| line.at(place) * height).sum::<f64>() / count;
        let slope = trend / line.deviation;
        (level - slope * line.mean, slope)
    };
    (0..heights.ncols()).map(of).collect()
}

/// Returns L⁻ᵀ of P = L Lᵀ.
fn inverse_transposed_factor(mut p: Mat<f64>) -> Mat<f64> {
    let n = p.nrows();
    for j in 0..n {
        for i in j..n {
            let dot: f64 = (0..j).map(|k| p[(i, k)] * p[(j, k)]).sum();
            p[(i, j)] = if i == j { (p[(i, i)] - dot).sqrt() } else { (p[(i, j)] - dot) / p[(j, j)] };
        }
    }
    let mut inverse = Mat::zeros(n, n);
    for j in 0..n {
        for i in (0..=j).rev() {
            let dot: f64 = (i + 1..=j).map(|k| p[(k, i)] * inverse[(k, j)]).sum();
            inverse[(i, j)] = (f64::from(u8::from(i == j)) - dot) / p[(i, i)];
        }
    }
    inverse
}

/// Flips columns so that the first large value at a knot is positive: the signs of eigenvectors are
/// arbitrary, and draws should be the same on every machine.
fn make_signs_definite(curves: &mut Pieces) {
    let Pieces { values, curvatures, .. } = curves;
    for column in 0..values.ncols() {
        let largest = values.col(column).iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
        let first = values.col(column).iter().find(|value| value.abs() > 0.5 * largest);
        if first.is_some_and(|&first| first < 0.0) {
            for numbers in [&mut *values, &mut *curvatures] {
                numbers.col_mut(column).iter_mut().for_each(|number| *number = -*number);
            }
        }
    }
}
