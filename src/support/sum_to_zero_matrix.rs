//! Matrices of R rows and C columns, all of which sum to zero: x = Uᵣ Q U꜀ᵀ, where Q is q as a matrix with
//! one row and one column less, in the order of the columns. U has orthonormal columns; column i of the U
//! with n rows is
//!
//! wᵢ (−1, …, −1, i, 0, …, 0, −1)   with i at place i and wᵢ = 1 / √(i (i + 1)),
//!
//! a different basis from that of [`sum_to_zero`](crate::support::sum_to_zero()). A product takes one pass:
//! with vᵢ = wᵢ qᵢ
//!
//! (Uq)ₖ = k vₖ − Σᵢ vᵢ over i > k,   (Uq)ₙ = −Σᵢ vᵢ,   (Uᵀx)ᵢ = wᵢ (i xᵢ − xₙ − Σₖ xₖ over k < i).
//!
//! log |det ∂x/∂q| = 0,   Q̄ = Uᵣᵀ x̄ U꜀,   and Q = Uᵣᵀ x U꜀.
//!
//! The transform of the Stan Reference Manual, "Sum-to-zero matrix".

use crate::compiler::Compiler;
use crate::contract::scope::Scope;
use crate::contract::sketch::{Range, SupportSketch};
use crate::contract::transform::{
    BoundSupport, Inside, Normals, Placement, SupportFacts, SupportKind, Totals, outside,
};
use crate::error::Error;
use crate::frame::{Frame, Packed, Scratch};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Dyn, IntoDimension, Matrix, Predecessor};
use crate::support::centre::centre;
use crate::support::helmert::weight;
use crate::support::space::sides;
use crate::support::{Matrices, Space, Support, SupportOf, add_or_reject};
use monomorph_macros::inlined;
use pulp::Simd;

/// The largest distance of a sum from 0, for elements up to 1.
const TOLERANCE: f64 = 1e-8;

/// The support of matrices whose rows and columns sum to zero.
#[derive(Clone, Copy, Debug)]
pub struct SumToZeroMatrix {
    rows: usize,
    columns: usize,
    /// wᵢ, for the longer side.
    weights: Packed,
    /// The rows of Uᵣᵀ x̄.
    halfway: Scratch,
}

/// A matrix in which all rows and all columns sum to zero, such as the interactions of two factors in
/// addition to their main effects; both numbers are a `usize`, or a `typenum` value. With r rows and c
/// columns it has (r − 1) (c − 1) unconstrained coordinates.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { interactions: sum_to_zero_matrix(2, 3) }
/// let posterior = model! { interactions |= normal(0.0, 1.0) }.compile()?;
/// assert_eq!(posterior.dimension(), 2);
/// assert!(posterior.unconstrain(&[1.0, -1.0, 2.0, -2.0, -3.0, 3.0]).is_ok());
/// assert_eq!(
///     posterior.unconstrain(&[1.0, -1.0, 2.0, 2.0, -3.0, -1.0]).unwrap_err().to_string(),
///     "the sum of column 1 of the parameter `interactions` is 4, \
///      but must be 0, up to 1e-8 of the largest element"
/// );
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn sum_to_zero_matrix<Rows: IntoDimension, Columns: IntoDimension>(
    rows: Rows,
    columns: Columns,
) -> Matrices<Rows, Columns, SumToZeroMatrix>
where
    Rows::Dimension: Predecessor,
    Columns::Dimension: Predecessor,
{
    let (rows, columns, levels) = sides(rows, columns);
    let (weights, halfway) = (Packed::default(), Scratch::default());
    Space::matrix(rows, columns, SumToZeroMatrix { rows, columns, weights, halfway }).with_levels(levels)
}

#[inlined(all)]
impl SumToZeroMatrix {
    /// Returns the place of the coordinate of a row and a column of Q.
    fn coordinate(&self, place: Placement, row: usize, column: usize) -> usize {
        place.coordinate + column * (self.rows - 1) + row
    }

    /// Returns wᵢ, for i from 1.
    fn weight(&self, frame: &Frame<'_>, i: usize) -> f64 {
        frame.packed_number(self.weights.element(i - 1))
    }
}

impl<R: Dimension + Predecessor, C: Dimension + Predecessor> SupportOf<Matrix<R, C>> for SumToZeroMatrix {
    type Free = Dyn;
}

impl Support for SumToZeroMatrix {
    type Bound = Self;

    fn sketch(&self) -> SupportSketch {
        let sums = (self.rows + self.columns).saturating_sub(1);
        SupportSketch::of_whole("sum_to_zero_matrix", Range::REAL, false).with_zero_sums(sums)
    }

    fn bind(mut self, compiler: &mut Compiler, length: usize, _: usize) -> Result<Self, Error> {
        self.weights = compiler.pack_numbers((1..self.rows.max(self.columns)).map(weight));
        self.halfway = compiler.scratch(length);
        Ok(self)
    }
}

#[inlined]
impl BoundSupport for SumToZeroMatrix {
    const FACTS: SupportFacts = SupportFacts {
        kind: SupportKind::ZeroSum,
        own_laws: Some("`zero_sum_normal`"),
        inside: Inside::ByProjection,
        ..SupportFacts::NONE
    };

    fn free(&self, _: usize) -> usize {
        self.rows.saturating_sub(1) * self.columns.saturating_sub(1)
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let (last_row, last_column) = (self.rows - 1, self.columns - 1);
        // These are Q U꜀ᵀ, in all rows except the last.
        for row in 0..last_row {
            let slot = place.slot.element(row * self.columns);
            let mut sum = 0.0;
            for column in (0..last_column).rev() {
                let q = frame.coordinate_number(self.coordinate(place, row, column));
                let v = self.weight(frame, column + 1) * q;
                frame.start_number(slot.element(column), (column + 1) as f64 * v - sum);
                sum += v;
            }
            frame.start_number(slot.element(last_column), -sum);
        }
        let mut is_finite = true;
        for column in 0..self.columns {
            let element = |row: usize| place.slot.element(row * self.columns + column);
            let mut sum = 0.0;
            for row in (0..last_row).rev() {
                let v = self.weight(frame, row + 1) * frame.number(element(row));
                let x: f64 = (row + 1) as f64 * v - sum;
                frame.start_number(element(row), x);
                is_finite &= x.is_finite();
                sum += v;
            }
            frame.start_number(element(last_row), -sum);
            is_finite &= sum.is_finite();
        }
        add_or_reject(simd, totals, 0.0, counts, is_finite);
    }

    fn pull_back<C: Scope, S: Simd>(&self, _: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        let (last_row, last_column) = (self.rows - 1, self.columns - 1);
        for column in 0..self.columns {
            let adjoint = |frame: &Frame<'_>, row: usize| {
                frame.adjoint_number(place.slot.element(row * self.columns + column))
            };
            let mut others = adjoint(frame, last_row);
            for row in 0..last_row {
                let own = adjoint(frame, row);
                let along = self.weight(frame, row + 1) * ((row + 1) as f64 * own - others);
                frame.set_scratch_number(self.halfway.element(row * self.columns + column), along);
                others += own;
            }
        }
        for row in 0..last_row {
            let halfway = self.halfway.element(row * self.columns);
            let mut others = frame.scratch_number(halfway.element(last_column));
            for column in 0..last_column {
                let own = frame.scratch_number(halfway.element(column));
                let along = self.weight(frame, column + 1) * ((column + 1) as f64 * own - others);
                frame.set_gradient_number(self.coordinate(place, row, column), along);
                others += own;
            }
        }
    }

    /// Subtracts the means of rows and columns from x, if all elements have one variance.
    fn bring_inside(&self, frame: &mut Frame<'_>, place: Placement, law: Normals<'_>) -> bool {
        let mut x = place.values(frame);
        for _ in 0..2 {
            centre(&mut x, self.columns, true);
        }
        frame.set_numbers(place.slot, &x);
        law.have_one_variance()
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let x = place.values(frame);
        let mut scale = 1.0_f64;
        for (index, &x) in x.iter().enumerate() {
            if !x.is_finite() {
                return Err(Error::outside_support(name, Some(index), x, "be finite"));
            }
            scale = scale.max(x.abs());
        }
        let row = |row: usize| x.iter().skip(row * self.columns).take(self.columns).copied();
        let column = |column: usize| x.iter().skip(column).step_by(self.columns).copied();
        let rows = (0..self.rows).map(|place| ("row", place, row(place).sum::<f64>()));
        let columns = (0..self.columns).map(|place| ("column", place, column(place).sum::<f64>()));
        for (kind, place, sum) in rows.chain(columns) {
            if sum.abs() > TOLERANCE * scale {
                let what = format!("the sum of {kind} {place} of the parameter `{name}`");
                return Err(outside(what, sum, "be 0, up to 1e-8 of the largest element"));
            }
        }
        let halfway: Vec<Vec<f64>> = (0..self.columns).map(|place| in_basis(column(place))).collect();
        for row in 0..self.rows - 1 {
            let q = in_basis(halfway.iter().map(|column| column[row]));
            for (column, q) in q.into_iter().enumerate() {
                point[self.coordinate(place, row, column)] = q;
            }
        }
        Ok(())
    }
}

/// Returns Uᵀx.
fn in_basis(x: impl Iterator<Item = f64>) -> Vec<f64> {
    let x: Vec<f64> = x.collect();
    let Some((&last, x)) = x.split_last() else {
        return Vec::new();
    };
    let mut others = last;
    let along = |(i, &own): (usize, &f64)| {
        let along = weight(i) * (i as f64 * own - others);
        others += own;
        along
    };
    (1..).zip(x).map(along).collect()
}

sealed! {
    [] SumToZeroMatrix;
}
