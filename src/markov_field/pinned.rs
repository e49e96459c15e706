//! A positive semidefinite matrix R whose null space has the orthonormal columns U. It is represented by
//! the factor of the rows and columns that remain when some elements P, as many as U has columns, are
//! pinned to 0. With K = (R₋ₚ₋ₚ)⁻¹, and 0 in the rows and columns of P,
//!
//!   pdet R = |R₋ₚ₋ₚ| / |Uₚ|²,   R⁺ = C K C   with C = I − U Uᵀ,
//!
//!   R⁺ᵢᵢ = Kᵢᵢ − 2 uᵢᵀ(K U)ᵢ + uᵢᵀ(Uᵀ K U) uᵢ,
//!
//! and if y is a draw from N(0, K), then C y is a draw from N(0, R⁺). For U = 1/√n this is the matrix tree
//! theorem.

use core::iter::zip;
use std::sync::Arc;

/// The factor L Lᵀ of R₋ₚ₋ₚ. Its rows are the elements that are not pinned, in reverse order.
pub(super) trait Factor: core::fmt::Debug + Send + Sync {
    /// Returns log |R₋ₚ₋ₚ|, which is NaN if R is singular.
    fn log_determinant(&self) -> f64;

    /// Returns Kᵢᵢ for each row.
    fn inverse_diagonal(&self) -> Vec<f64>;

    /// Replaces y by K y.
    fn solve(&self, y: &mut [f64]);

    /// Replaces y by L⁻ᵀ y, which turns standard normal numbers into a draw from N(0, K).
    fn solve_upper(&self, y: &mut [f64]);
}

/// The factor of a matrix whose first elements are pinned, as many as there are columns of U.
#[derive(Clone, Debug)]
pub(super) struct Pinned {
    pub factor: Arc<dyn Factor>,
    /// The columns of U.
    pub null: Vec<Vec<f64>>,
}

impl Pinned {
    /// Returns log pdet R.
    pub fn log_pdet(&self) -> f64 {
        let determinant = match &*self.null {
            [] => 1.0,
            [level] => level[0],
            [level, trend, ..] => level[0] * trend[1] - level[1] * trend[0],
        };
        self.factor.log_determinant() - 2.0 * determinant.abs().ln()
    }

    /// Returns R⁺ᵢᵢ of each element.
    pub fn variances(&self) -> Vec<f64> {
        let mut variances = self.of_rows(self.factor.inverse_diagonal());
        let solved: Vec<Vec<f64>> = self.null.iter().map(|column| self.solve(column)).collect();
        for (u, solved) in zip(&self.null, &solved) {
            let within: Vec<f64> = self.null.iter().map(|v| dot(v, solved)).collect();
            for (i, variance) in variances.iter_mut().enumerate() {
                let along: f64 = zip(&self.null, &within).map(|(v, within)| v[i] * within).sum();
                *variance += u[i] * (along - 2.0 * solved[i]);
            }
        }
        variances
    }

    /// Returns K v for all elements.
    fn solve(&self, v: &[f64]) -> Vec<f64> {
        let mut y: Vec<f64> = v[self.null.len()..].iter().rev().copied().collect();
        self.factor.solve(&mut y);
        self.of_rows(y)
    }

    /// Returns the numbers of rows in the order of the elements, with 0 for the pinned elements.
    fn of_rows(&self, y: Vec<f64>) -> Vec<f64> {
        self.null.iter().map(|_| 0.0).chain(y.into_iter().rev()).collect()
    }

    /// Returns a draw of `count` elements from N(0, R⁺), given a source of standard normal numbers.
    pub fn draw(&self, count: usize, mut normal: impl FnMut() -> f64) -> Vec<f64> {
        let mut y: Vec<f64> = (0..count - self.null.len()).map(|_| normal()).collect();
        self.factor.solve_upper(&mut y);
        let mut x = self.of_rows(y);
        // The projection is repeated to remove the rounding errors of the first one.
        for column in self.null.iter().chain(&self.null) {
            let along = dot(column, &x);
            x.iter_mut().zip(column).for_each(|(x, u)| *x -= along * u);
        }
        x
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
