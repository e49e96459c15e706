//! Cholesky factors L of covariance matrices LLᵀ: lower triangular with a positive diagonal, and possibly
//! more rows m than columns n. q is the lower triangle row by row, with the logarithm of the diagonal:
//!
//! Lᵢᵢ = e^qᵢᵢ,   Lᵢⱼ = qᵢⱼ for j < i,   log |det ∂L/∂q| = Σᵢ qᵢᵢ,
//!
//! q̄ᵢᵢ = L̄ᵢᵢ Lᵢᵢ + 1,   q̄ᵢⱼ = L̄ᵢⱼ.
//!
//! The transform of the Stan Reference Manual, "Cholesky factors of covariance matrices".

use crate::compiler::Compiler;
use crate::contract::scope::Scope;
use crate::contract::sketch::{Range, SupportSketch};
use crate::contract::transform::{BoundSupport, Inside, Normals, Placement, SupportFacts, Totals};
use crate::error::Error;
use crate::frame::Frame;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Dyn, IntoDimension, Matrix, MatrixForm, Triangular};
use crate::support::space::{sides, square};
use crate::support::triangle::{LogDiagonal, check_triangle, coordinates, start_of_row};
use crate::support::{Matrices, Space, SquareMatrices, Support, SupportOf, add_or_reject};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The support of Cholesky factors of covariance matrices of `Columns` columns, with `Free` unconstrained
/// coordinates.
#[derive(Clone, Copy, Debug)]
pub struct CholeskyFactorCov<Columns, Free> {
    rows: usize,
    columns: usize,
    diagonal: LogDiagonal,
    types: PhantomData<fn() -> (Columns, Free)>,
}

/// The Cholesky factor L of a covariance matrix LLᵀ: lower triangular with a positive diagonal. The number K
/// of its rows is a `usize`, or a `typenum` value, and it has K (K + 1) / 2 unconstrained coordinates.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { factor: cholesky_factor_cov(2) }
/// let posterior = model! { factor |= flat() }.compile()?;
/// assert_eq!(posterior.constrain(&[0.0, -3.0, 0.0])?.get("factor")?, [1.0, 0.0, -3.0, 1.0]);
/// assert_eq!(
///     posterior.unconstrain(&[1.0, 0.0, 0.5, 1.0]).unwrap_err().to_string(),
///     "the parameter `factor[0,1]` is 0.5, but must be 0, as all elements above the diagonal"
/// );
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn cholesky_factor_cov<Size: IntoDimension>(
    size: Size,
) -> SquareMatrices<Size, CholeskyFactorCov<Size::Dimension, <Size::Dimension as Triangular>::Through>>
where
    Size::Dimension: Triangular,
{
    let (size, levels) = square(size);
    Space::matrix(size, size, CholeskyFactorCov::new(size, size))
        .with_levels(levels)
        .with_form(MatrixForm::LowerTriangular)
}

/// The factor L of a covariance matrix LLᵀ of rank n, with m ≥ n rows, n columns, no elements above the
/// diagonal, and a positive diagonal. Both numbers are a `usize`, or a `typenum` value; there are n (n + 1)
/// / 2 + (m − n) n unconstrained coordinates. With fewer rows than columns the model does not compile.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { loadings: cholesky_factor_cov_of(3, 2) }
/// let posterior = model! { loadings |= flat() }.compile()?;
/// let trace = posterior.constrain(&[0.0, 2.0, 0.0, 4.0, 5.0])?;
/// assert_eq!(trace.get("loadings")?, [1.0, 0.0, 2.0, 1.0, 4.0, 5.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn cholesky_factor_cov_of<Rows: IntoDimension, Columns: IntoDimension>(
    rows: Rows,
    columns: Columns,
) -> Matrices<Rows, Columns, CholeskyFactorCov<Columns::Dimension, Dyn>> {
    let (rows, columns, levels) = sides(rows, columns);
    Space::matrix(rows, columns, CholeskyFactorCov::new(rows, columns))
        .with_levels(levels)
        .with_form(MatrixForm::LowerTriangular)
}

impl<Columns, Free> CholeskyFactorCov<Columns, Free> {
    fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, diagonal: LogDiagonal::default(), types: PhantomData }
    }
}

impl<Columns: Dimension, Free: Dimension> CholeskyFactorCov<Columns, Free> {
    /// Returns the number of columns, as a constant if the type contains it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn columns(&self) -> usize {
        const { Columns::SIZE }.unwrap_or(self.columns)
    }
}

impl<R: Dimension, Columns: Dimension, Free: Dimension> SupportOf<Matrix<R, Columns>>
    for CholeskyFactorCov<Columns, Free>
{
    type Free = Free;
}

impl<Columns: Dimension, Free: Dimension> Support for CholeskyFactorCov<Columns, Free> {
    type Bound = Self;

    fn sketch(&self) -> SupportSketch {
        SupportSketch::of_whole("cholesky_factor_cov", Range::REAL, false)
    }

    fn bind(mut self, compiler: &mut Compiler, _: usize, _: usize) -> Result<Self, Error> {
        if self.rows < self.columns {
            let what = "the number of rows of the parameter".to_owned();
            let rule = format!("be at least that of columns, which is {}", self.columns);
            return Err(compiler.context().outside(what, None, self.rows as f64, &rule));
        }
        self.diagonal.bind(compiler, self.columns);
        Ok(self)
    }
}

#[inlined]
impl<Columns: Dimension, Free: Dimension> BoundSupport for CholeskyFactorCov<Columns, Free> {
    const FACTS: SupportFacts = SupportFacts {
        own_laws: Some("`wishart_cholesky` and `inv_wishart_cholesky`"),
        inside: Inside::ByFixing,
        ..SupportFacts::NONE
    };

    fn free(&self, _: usize) -> usize {
        start_of_row(self.rows, self.columns)
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let columns = self.columns();
        self.diagonal.start(simd, frame, place.coordinate, columns);
        let (mut log_jacobian, mut is_finite) = (0.0, true);
        for row in 0..self.rows {
            let slot = place.slot.element(row * columns);
            let coordinate = place.coordinate + start_of_row(row, columns);
            for column in 0..row.min(columns) {
                let element = frame.coordinate_number(coordinate + column);
                frame.start_number(slot.element(column), element);
                is_finite &= element.is_finite();
            }
            if row < columns {
                let element = self.diagonal.element(frame, row);
                frame.start_number(slot.element(row), element);
                is_finite &= element.is_finite();
                log_jacobian += frame.coordinate_number(coordinate + row);
            }
            for column in row + 1..columns {
                frame.start_number(slot.element(column), 0.0);
            }
        }
        add_or_reject(simd, totals, log_jacobian, counts, is_finite && log_jacobian.is_finite());
    }

    fn pull_back<C: Scope, S: Simd>(&self, _: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        let columns = self.columns();
        for row in 0..self.rows {
            let slot = place.slot.element(row * columns);
            let coordinate = place.coordinate + start_of_row(row, columns);
            for column in 0..row.min(columns) {
                frame.set_gradient_number(coordinate + column, frame.adjoint_number(slot.element(column)));
            }
            if row < columns {
                let diagonal = slot.element(row);
                let gradient = frame.adjoint_number(diagonal) * frame.number(diagonal) + 1.0;
                frame.set_gradient_number(coordinate + row, gradient);
            }
        }
    }

    /// Keeps the lower triangle, and sets the elements above the diagonal to 0.
    fn bring_inside(&self, frame: &mut Frame<'_>, place: Placement, _: Normals<'_>) -> bool {
        for place in (0..self.rows.min(self.columns)).map(|row| (row, place.slot.element(row * self.columns)))
        {
            (place.0 + 1..self.columns).for_each(|column| frame.set_numbers(place.1.element(column), &[0.0]));
        }
        true
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let (x, columns) = (place.values(frame), self.columns());
        check_triangle(name, &x, columns)?;
        coordinates(&x, columns, &mut point[place.coordinate..]);
        Ok(())
    }
}

sealed! {
    [Columns, Free] CholeskyFactorCov<Columns, Free>;
}
