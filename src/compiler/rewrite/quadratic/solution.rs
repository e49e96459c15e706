//! The coefficients û that are subtracted before a triangle is applied: R u ≈ z, with small residuals and
//! no large numbers.
//!
//! Every û is correct, because ‖R (u − û) − z‖ with z = R (û₀ − û) is the same for all of them; they differ
//! only in rounding errors, of the size ε Σⱼ ‖Rⱼ‖ |uⱼ − ûⱼ|. Near the least-squares solution û₀ itself no
//! digits are lost. But if columns depend on each other, or nearly do, û₀ is rounding errors or noise
//! divided by nearly nothing, while a sampler is where the priors are. So no coefficient of û may explain
//! more than [`MOST`] times the observations, ‖Rⱼ‖ |ûⱼ| ≤ `MOST` ‖v‖: then the error is that of the rows as
//! they are written, or at most `MOST` ε ‖v‖. All sizes are those of the original columns, not of the part
//! that other columns leave of them, which may be rounding errors.
//!
//! If û₀ is too large, columns are taken in the order of a factorisation with pivots, as many as the limit
//! allows; the coefficients of the others are 0.
//!
//! Golub and Van Loan, Matrix Computations, section 5.5 (rank-deficient least squares).

use faer::{Mat, MatRef};

/// The largest multiple of the observations that a coefficient may explain.
const MOST: f64 = 1e4;

/// The size of a pivot, relative to its column, below which it is a rounding error.
const ROUNDING: f64 = 1e-13;

/// The rows of a triangle, or of a trapezoid that begins with one.
pub(super) struct Trapezoid<'a> {
    pub rows: &'a [f64],
    /// The length of a row.
    pub columns: usize,
    /// The number of coefficients of the triangle.
    pub count: usize,
}

impl Trapezoid<'_> {
    fn entry(&self, row: usize, column: usize) -> f64 {
        self.rows[row * self.columns + column]
    }

    /// Solves for the coefficients, given the right side, the length of each original column, and the
    /// length of the observations.
    pub fn solve(&self, right: &[f64], lengths: &[f64], observed: f64) -> Vec<f64> {
        let most = MOST * observed;
        let is_small = |solution: &[f64]| {
            solution.iter().zip(lengths).all(|(coefficient, length)| (coefficient * length).abs() <= most)
        };
        let exact = self.substitute_back(right, lengths);
        if is_small(&exact) { exact } else { self.solve_with_pivots(right, lengths, most) }
    }

    /// The least-squares solution; 0 where a pivot is a rounding error.
    fn substitute_back(&self, right: &[f64], lengths: &[f64]) -> Vec<f64> {
        let mut solution = vec![0.0; self.count];
        for row in (0..self.count).rev() {
            let pivot = self.entry(row, row);
            if pivot.abs() > ROUNDING * lengths[row] {
                let known: f64 =
                    (row + 1..self.count).map(|column| self.entry(row, column) * solution[column]).sum();
                solution[row] = (right[row] - known) / pivot;
            }
        }
        solution
    }

    /// The solution with as many columns as the limit allows: no coefficient explains more than `most`.
    fn solve_with_pivots(&self, right: &[f64], lengths: &[f64], most: f64) -> Vec<f64> {
        let count = self.count;
        let scaled = |row: usize, column: usize| {
            if row > column || lengths[column] == 0.0 {
                0.0
            } else {
                self.entry(row, column) / lengths[column]
            }
        };
        let matrix = Mat::from_fn(count, count, scaled);
        let is_finite = right.iter().all(|number| number.is_finite())
            && matrix.as_ref().col_iter().all(|column| column.iter().all(|number| number.is_finite()));
        if !is_finite {
            return vec![0.0; count];
        }
        let factors = matrix.col_piv_qr();
        let triangle = factors.thin_R();
        let rotated = factors.compute_thin_Q().transpose() * MatRef::from_column_major_slice(right, count, 1);
        let leading = |rank: usize| {
            let mut solution = vec![0.0; rank];
            for row in (0..rank).rev() {
                let known: f64 =
                    (row + 1..rank).map(|column| triangle[(row, column)] * solution[column]).sum();
                solution[row] = (rotated[(row, 0)] - known) / triangle[(row, row)];
            }
            solution
        };
        let is_allowed = |rank: usize| {
            let is_regular = triangle[(rank - 1, rank - 1)].abs() > ROUNDING * triangle[(0, 0)].abs();
            is_regular && leading(rank).iter().all(|coefficient| coefficient.abs() <= most)
        };
        // The largest allowed rank is found by halving: each further column makes the coefficients larger.
        let (mut allowed, mut refused) = (0, count + 1);
        while refused - allowed > 1 {
            let rank = allowed.midpoint(refused);
            *(if is_allowed(rank) { &mut allowed } else { &mut refused }) = rank;
        }
        let mut solution = vec![0.0; count];
        let (order, _) = factors.P().arrays();
        for (coefficient, &column) in leading(allowed).iter().zip(order) {
            solution[column] = coefficient / lengths[column];
        }
        solution
    }
}
