//! The ridge: an increase of the diagonal that makes a matrix positive definite.
//!
//! Coordinates are ordered by their numbers of neighbours, with the smallest number first. The leading
//! parts of the matrix in this order are positive definite up to some coordinate c, which bisection finds.
//! There the pivot s = a_cc − bᵀ B⁻¹ b, with the part B before c and its column b, is not positive. Then
//! a_cc becomes |a_cc| + bᵀ B⁻¹ b, so that the pivot is |a_cc|, and the search continues after c.
//!
//! So for a field and its scale, where the curvature of the scale without the field is upwards or unknown,
//! the field keeps its precision and the scale gets a curvature of its own. A sum Q + ρ I, with the ρ that
//! the scale needs, would remove the correlations of the field.
//!
//! If more than [`MOST`] coordinates would be raised, the point is a bad one, and the diagonal d becomes d
//! + ρ |d| instead, with the smallest ρ = 10⁻³ 2ᵏ for which the matrix is positive definite.

use super::PrecisionMatrix;
use super::operations::Triangle;
use crate::error::Error;

/// The largest number of coordinates that are raised one by one.
const MOST: usize = 32;

/// The first ρ, and the largest number of its doublings.
const FIRST: f64 = 1e-3;
const DOUBLINGS: usize = 60;

impl PrecisionMatrix {
    /// Computes the factor, and raises the diagonal if there is no factor.
    pub(super) fn raise(&mut self) -> Result<(), Error> {
        if self.factorise().is_finite() {
            return Ok(());
        }
        let diagonal: Vec<usize> = self.pattern.diagonal().collect();
        let before: Vec<f64> = diagonal.iter().map(|&place| self.values[place]).collect();
        if !self.raise_few(&diagonal) && !self.raise_all(&diagonal, &before) {
            let reason = "no ridge makes the matrix positive definite".to_owned();
            return Err(Error::Refused { statement: String::new(), function: "PrecisionMatrix::at", reason });
        }
        for ((ridge, &place), before) in self.ridge.iter_mut().zip(&diagonal).zip(before) {
            *ridge = self.values[place] - before;
        }
        Ok(())
    }

    /// Raises, one by one, the coordinates at which leading parts stop being positive definite. Returns
    /// true if the matrix has a factor afterwards.
    fn raise_few(&mut self, diagonal: &[usize]) -> bool {
        let ranks = self.ranks();
        let mut scratch = vec![0.0; self.solve_scratch()];
        let mut definite = 0;
        for _ in 0..MOST {
            let mut end = ranks.len();
            while definite + 1 < end {
                let middle = definite.midpoint(end);
                if self.factorise_leading(&ranks, middle) { definite = middle } else { end = middle }
            }
            if !self.factorise_leading(&ranks, definite) {
                return false;
            }
            let mut column = vec![0.0; ranks.len()];
            for ((row, other), &value) in self.pattern.iter().zip(&self.values) {
                for (row, other) in [(row, other), (other, row)] {
                    if ranks[other] == definite && ranks[row] < definite {
                        column[row] = value;
                    }
                }
            }
            self.solve(Triangle::Lower, (&mut column, &mut scratch));
            let place =
                ranks.iter().position(|&rank| rank == definite).map(|coordinate| diagonal[coordinate]);
            let Some(place) = place else { return false };
            let explained: f64 = column.iter().map(|number| number * number).sum();
            self.values[place] = size_of(self.values[place]) + explained;
            definite += 1;
            if self.factorise().is_finite() {
                return true;
            }
        }
        false
    }

    /// Raises the diagonal as a whole. Returns true if the matrix has a factor afterwards.
    fn raise_all(&mut self, diagonal: &[usize], before: &[f64]) -> bool {
        let mut part = FIRST;
        (0..DOUBLINGS).any(|_| {
            for (&place, &before) in diagonal.iter().zip(before) {
                self.values[place] = before + part * size_of(before);
            }
            part *= 2.0;
            self.factorise().is_finite()
        })
    }

    /// Returns the place of each coordinate in the order by numbers of neighbours.
    fn ranks(&self) -> Vec<usize> {
        let mut counts = vec![0; self.pattern.size()];
        self.pattern.iter().flat_map(|(row, column)| [row, column]).for_each(|row| counts[row] += 1);
        let mut order: Vec<usize> = (0..counts.len()).collect();
        order.sort_by_key(|&row| counts[row]);
        let mut ranks = vec![0; order.len()];
        order.into_iter().enumerate().for_each(|(rank, row)| ranks[row] = rank);
        ranks
    }

    /// Computes the factor of the part of the first `count` coordinates, with 1 on the diagonal for each of
    /// the others. Returns true if there is a factor.
    fn factorise_leading(&mut self, ranks: &[usize], count: usize) -> bool {
        let leading = self.pattern.iter().zip(&self.values).map(|((row, column), &value)| {
            let is_inside = ranks[row].max(ranks[column]) < count;
            if is_inside { value } else { f64::from(u8::from(row == column)) }
        });
        let values = leading.collect();
        let all = core::mem::replace(&mut self.values, values);
        let is_definite = self.factorise().is_finite();
        self.values = all;
        is_definite
    }
}

/// Returns the size of a number on the diagonal, or 1 if the number is 0.
fn size_of(number: f64) -> f64 {
    if number == 0.0 { 1.0 } else { number.abs() }
}
