//! Cholesky factors L of correlation matrices LLᵀ: lower triangular, with rows of length 1 and a positive
//! diagonal. L is computed from [`partial_correlations`](crate::support::partial_correlations), whose
//! coordinates are in the order of the rows;
//!
//! log |det ∂L/∂q| = Σᵢ Σⱼ₍ⱼ₌₁…ᵢ₋₁₎ (1 + (i − 1 − j) / 2) log (1 − zᵢⱼ²),
//!
//! in the elements below the diagonal: log (1 − z²) comes from tanh, and log p, half a sum over the elements
//! to the left, from Lᵢⱼ = zᵢⱼ pᵢⱼ.
//!
//! The transform of the Stan Reference Manual, "Cholesky factors of correlation matrices".

use crate::compiler::Compiler;
use crate::contract::scope::Scope;
use crate::contract::sketch::{Range, SupportSketch};
use crate::contract::transform::{BoundSupport, Placement, SupportFacts, Totals};
use crate::error::Error;
use crate::frame::Frame;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, IntoDimension, Matrix, MatrixForm, Triangular};
use crate::support::partial_correlations::{Order, PartialCorrelations, below_diagonal, check_length_of_row};
use crate::support::space::square;
use crate::support::triangle::check_triangle;
use crate::support::{Space, SquareMatrices, Support, SupportOf, add_or_reject};
use monomorph_macros::inlined;
use pulp::Simd;

/// The order (2,1), (3,1), (3,2), (4,1), …, and the log Jacobian of L.
#[derive(Clone, Copy, Debug)]
pub struct RowByRow;

impl Sealed for RowByRow {}

impl Order for RowByRow {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn place(row: usize, column: usize, _: usize) -> usize {
        below_diagonal(row) + column
    }

    fn weight(row: usize, column: usize, _: usize) -> f64 {
        1.0 + 0.5 * (row - 1 - column) as f64
    }
}

/// The support of Cholesky factors of correlation matrices of `K` rows.
#[derive(Clone, Copy, Debug)]
pub struct CholeskyFactorCorr<K> {
    partial: PartialCorrelations<RowByRow, K>,
}

/// The Cholesky factor L of a correlation matrix LLᵀ: lower triangular, with rows of length 1 and a positive
/// diagonal. The number K of its rows is a `usize`, or a `typenum` value, and it has K (K − 1) / 2
/// unconstrained coordinates.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { factor: cholesky_factor_corr(3) }
/// let posterior = model! { factor |= flat() }.compile()?;
/// assert_eq!(posterior.dimension(), 3);
/// assert_eq!(posterior.constrain(&[0.0; 3])?.get("factor")?, [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
/// assert!(posterior.unconstrain(&[1.0, 0.6, 0.0, 0.0, 0.8, 0.6, 0.0, 0.0, 0.8]).is_ok());
/// assert_eq!(
///     posterior.unconstrain(&[1.0, 0.5, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0]).unwrap_err().to_string(),
///     "the norm of row 1 of the parameter `factor` is 0.7071067811865476, but must be 1, up to 1e-8"
/// );
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn cholesky_factor_corr<Size: IntoDimension>(
    size: Size,
) -> SquareMatrices<Size, CholeskyFactorCorr<Size::Dimension>>
where
    Size::Dimension: Triangular,
{
    let (size, levels) = square(size);
    Space::matrix(size, size, CholeskyFactorCorr { partial: PartialCorrelations::new(size) })
        .with_levels(levels)
        .with_form(MatrixForm::CorrelationFactor)
}

impl<K: Triangular> SupportOf<Matrix<K, K>> for CholeskyFactorCorr<K> {
    type Free = K::Below;
}

impl<K: Dimension> Support for CholeskyFactorCorr<K> {
    type Bound = Self;

    fn sketch(&self) -> SupportSketch {
        SupportSketch::of_whole("cholesky_factor_corr", Range::between(-1.0, 1.0), true)
    }

    fn bind(mut self, compiler: &mut Compiler, _: usize, _: usize) -> Result<Self, Error> {
        self.partial.bind(compiler);
        Ok(self)
    }
}

#[inlined]
impl<K: Dimension> BoundSupport for CholeskyFactorCorr<K> {
    const FACTS: SupportFacts = SupportFacts { own_laws: Some("`lkj_corr_cholesky`"), ..SupportFacts::NONE };

    fn free(&self, _: usize) -> usize {
        self.partial.free()
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let size = self.partial.size();
        let set = |frame: &mut Frame<'_>, (row, column), element| {
            frame.start_number(place.slot.element(row * size + column), element);
        };
        let log_jacobian = self.partial.factor(simd, frame, place.coordinate, set);
        add_or_reject(simd, totals, log_jacobian, counts, log_jacobian.is_finite());
    }

    fn pull_back<C: Scope, S: Simd>(&self, _: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        let size = self.partial.size();
        for row in 0..size {
            let slot = place.slot.element(row * size);
            let adjoint = |frame: &Frame<'_>, column| frame.adjoint_number(slot.element(column));
            self.partial.pull_back_row(frame, place.coordinate, row, adjoint);
        }
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let (x, size) = (place.values(frame), self.partial.size());
        check_triangle(name, &x, size)?;
        for (row, elements) in x.chunks(size).enumerate() {
            check_length_of_row(name, row, elements)?;
        }
        self.partial.coordinates(&x, &mut point[place.coordinate..]);
        Ok(())
    }
}

sealed! {
    [K] CholeskyFactorCorr<K>;
}
