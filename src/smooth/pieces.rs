//! Curves that are cubic between knots t₁ < … < tₖ, by their values f and second derivatives γ there. With
//! h = tᵢ₊₁ − tᵢ, b = (t − tᵢ)/h and a = 1 − b
//!
//!   f(t) = a fᵢ + b fᵢ₊₁ + h²/6 ((a³ − a) γᵢ + (b³ − b) γᵢ₊₁)   for t from tᵢ to tᵢ₊₁,
//!
//! and beyond the ends a straight line with the slope of the end,
//!
//!   f′(t₁) = (f₂ − f₁)/h − h/6 (2 γ₁ + γ₂),   f′(tₖ) = (fₖ − fₖ₋₁)/h + h/6 (γₖ₋₁ + 2 γₖ).
//!
//! Wood 2017, "Generalized Additive Models", table 5.1.

use crate::linalg::product;
use faer::{Mat, MatRef};

/// Curves over the same knots, one in each column.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    pub knots: Vec<f64>,
    /// fᵢ, a row for each knot.
    pub values: Mat<f64>,
    /// γᵢ, a row for each knot.
    pub curvatures: Mat<f64>,
}

impl Pieces {
    /// Returns the curves with these second derivatives that begin at 0 with the slope 0.
    pub fn of_curvatures(knots: Vec<f64>, curvatures: Mat<f64>) -> Self {
        let mut values = Mat::zeros(knots.len(), curvatures.ncols());
        for column in 0..curvatures.ncols() {
            let mut slope = 0.0;
            for (knot, pair) in knots.windows(2).enumerate() {
                let h = pair[1] - pair[0];
                let [from, to] = [curvatures[(knot, column)], curvatures[(knot + 1, column)]];
                values[(knot + 1, column)] =
                    values[(knot, column)] + h * (slope + h / 6.0 * (2.0 * from + to));
                slope += 0.5 * h * (from + to);
            }
        }
        Self { knots, values, curvatures }
    }

    /// Returns the curves at places, a row for each place.
    pub fn at(&self, places: &[f64]) -> Mat<f64> {
        let mut heights = Mat::zeros(places.len(), self.values.ncols());
        for (row, &place) in places.iter().enumerate() {
            let (knot, [a, b, c, d]) = self.weights(place);
            for column in 0..heights.ncols() {
                let here =
                    |numbers: &Mat<f64>, a, b| a * numbers[(knot, column)] + b * numbers[(knot + 1, column)];
                heights[(row, column)] = here(&self.values, a, b) + here(&self.curvatures, c, d);
            }
        }
        heights
    }

    /// Returns the knot before a place, and the weights of fᵢ, fᵢ₊₁, γᵢ and γᵢ₊₁ there.
    fn weights(&self, place: f64) -> (usize, [f64; 4]) {
        let last = self.knots.len() - 2;
        let knot = self.knots.partition_point(|&knot| knot <= place).saturating_sub(1).min(last);
        let (from, h) = (self.knots[knot], self.knots[knot + 1] - self.knots[knot]);
        let b = (place - from) / h;
        let a = 1.0 - b;
        let sixth = h * h / 6.0;
        let [c, d] = match b {
            _ if b < 0.0 => [-2.0 * b, -b],
            _ if a < 0.0 => [-a, -2.0 * a],
            _ => [a * a * a - a, b * b * b - b],
        };
        (knot, [a, b, sixth * c, sixth * d])
    }

    /// Returns the linear combinations of the curves whose coefficients are in the columns of a matrix.
    pub fn combined(&self, columns: MatRef<'_, f64>) -> Self {
        let [values, curvatures] =
            [&self.values, &self.curvatures].map(|numbers| product(numbers.as_ref(), columns));
        Self { knots: self.knots.clone(), values, curvatures }
    }

    /// Subtracts from each curve the level and the slope of its column.
    pub fn subtract_lines(&mut self, lines: &[(f64, f64)]) {
        for (column, (level, slope)) in lines.iter().enumerate() {
            for (row, knot) in self.knots.iter().enumerate() {
                self.values[(row, column)] -= level + slope * knot;
            }
        }
    }
}
