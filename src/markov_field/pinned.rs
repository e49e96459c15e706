//! A positive semidefinite matrix R with the null space U, of orthonormal columns, by the factor of what is
//! left of it when some elements P, as many as U has columns, are pinned to 0. With K = (R₋ₚ₋ₚ)⁻¹, and 0 in
//! the rows and columns of P,
//!
//!   pdet R = |R₋ₚ₋ₚ| / |Uₚ|²,   R⁺ = C K C   with C = I − U Uᵀ,
//!
//!   R⁺ᵢᵢ = Kᵢᵢ − 2 uᵢᵀ(K U)ᵢ + uᵢᵀ(Uᵀ K U) uᵢ,
//!
//! and C y of a draw y from N(0, K) is one from N(0, R⁺). For U = 1/√n that is the matrix tree theorem.

use core::iter::zip;
use std::sync::Arc;

/// The factor L Lᵀ of R₋ₚ₋ₚ, whose rows are the elements that are not pinned, the last one first.
pub(super) trait Factor: core::fmt::Debug + Send + Sync {
    /// log |R₋ₚ₋ₚ|; NaN where R is singular.
    fn log_determinant(&self) -> f64;

    /// Kᵢᵢ
    fn inverse_diagonal(&self) -> Vec<f64>;

    /// y := K y
    fn solve(&self, y: &mut [f64]);

    /// y := L⁻ᵀ y, a draw from N(0, K) of standard normal numbers.
    fn solve_upper(&self, y: &mut [f64]);
}

/// The factor of a matrix of which the first elements are pinned, as many as there are columns of U.
#[derive(Clone, Debug)]
pub(super) struct Pinned {
    pub factor: Arc<dyn Factor>,
    /// The columns of U.
    pub null: Vec<Vec<f64>>,
}

impl Pinned {
    /// log pdet R
    pub fn log_pdet(&self) -> f64 {
        let determinant = match &*self.null {
            [] => 1.0,
            [level] => level[0],
            [level, trend, ..] => level[0] * trend[1] - level[1] * trend[0],
        };
        self.factor.log_determinant() - 2.0 * determinant.abs().ln()
    }

    /// R⁺ᵢᵢ of each element.
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

    /// K v, of all elements.
    fn solve(&self, v: &[f64]) -> Vec<f64> {
        let mut y: Vec<f64> = v[self.null.len()..].iter().rev().copied().collect();
        self.factor.solve(&mut y);
        self.of_rows(y)
    }

    /// What rows have, at their elements, and 0 at the pinned ones.
    fn of_rows(&self, y: Vec<f64>) -> Vec<f64> {
        self.null.iter().map(|_| 0.0).chain(y.into_iter().rev()).collect()
    }

    /// A draw of this many elements from N(0, R⁺), given a source of standard normal numbers.
    pub fn draw(&self, count: usize, mut normal: impl FnMut() -> f64) -> Vec<f64> {
        let mut y: Vec<f64> = (0..count - self.null.len()).map(|_| normal()).collect();
        self.factor.solve_upper(&mut y);
        let mut x = self.of_rows(y);
        // A second time for what the first has rounded.
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
