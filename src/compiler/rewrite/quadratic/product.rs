//! A dense triangle multiplied out, RᵀR, if the loss of digits is small.

use crate::compiler::rewrite::quadratic::factor::Factors;

/// The greatest condition of RᵀR, with columns of length 1, up to which the triangle is multiplied out.
const CONDITION: f64 = 1e4;

/// The number of coefficients beyond which two triangles are as fast as their product.
const MOST: usize = 64;

/// A triangle that is multiplied out.
#[derive(Debug)]
pub(super) struct Product {
    /// RᵀR, row after row.
    pub matrix: Vec<f64>,
    /// The vector Rᵀz.
    pub target: Vec<f64>,
    /// The number zᵀz.
    pub square: f64,
}

impl Factors {
    /// The product of the dense triangle, if its condition allows that.
    pub fn product(&self) -> Option<Product> {
        let count = self.count();
        if count == 0 || count > MOST || !self.is_well_conditioned() {
            return None;
        }
        let sum =
            |a: &dyn Fn(usize) -> f64, b: &dyn Fn(usize) -> f64| (0..count).map(|row| a(row) * b(row)).sum();
        let column = |column: usize| move |row: usize| self.dense(row, column);
        let z = |row: usize| self.target(row);
        let matrix = (0..count * count).map(|at| sum(&column(at / count), &column(at % count))).collect();
        let target = (0..count).map(|at| sum(&column(at), &z)).collect();
        Some(Product { matrix, target, square: sum(&z, &z) })
    }

    /// True if n ‖R̃⁻¹‖², in the Frobenius norm and with columns of R̃ of length 1, is not above the limit:
    /// it is a bound of the condition of R̃ᵀR̃.
    fn is_well_conditioned(&self) -> bool {
        let count = self.count();
        let length =
            |column: usize| (0..=column).map(|row| self.dense(row, column).powi(2)).sum::<f64>().sqrt();
        let lengths: Vec<f64> = (0..count).map(length).collect();
        let mut squares = 0.0;
        for unit in 0..count {
            // Solves R̃ x = e, from the row of the 1 upward.
            let mut x = vec![0.0; unit + 1];
            for row in (0..=unit).rev() {
                let known: f64 = (row + 1..=unit).map(|at| self.dense(row, at) / lengths[at] * x[at]).sum();
                let right = if row == unit { 1.0 } else { 0.0 };
                x[row] = (right - known) / (self.dense(row, row) / lengths[row]);
            }
            squares += x.iter().map(|x| x * x).sum::<f64>();
        }
        count as f64 * squares <= CONDITION
    }
}
