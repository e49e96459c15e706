//! Covariance matrices: X = LLᵀ, symmetric and positive definite. q is the lower triangle of L row by row,
//! with the logarithm of the diagonal, Lᵢᵢ = e^qᵢᵢ and Lᵢⱼ = qᵢⱼ for j < i;
//!
//! log |det ∂X/∂q| = K log 2 + Σᵢ (K − i + 2) qᵢᵢ
//!
//! in the elements below and on the diagonal: 1 comes from the exponential, the rest from LLᵀ. With L̄ as in
//! [`gram`](crate::support::gram)
//!
//! q̄ᵢᵢ = L̄ᵢᵢ Lᵢᵢ + K − i + 2,   q̄ᵢⱼ = L̄ᵢⱼ.
//!
//! The transform of the Stan Reference Manual, "Covariance matrices".

use crate::compiler::Compiler;
use crate::contract::scope::Scope;
use crate::contract::sketch::{Range, SupportSketch};
use crate::contract::transform::{BoundSupport, Placement, SupportFacts, SupportKind, Totals};
use crate::error::Error;
use crate::frame::Frame;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, IntoDimension, Matrix, MatrixForm, Triangular};
use crate::support::gram::{Gram, factor};
use crate::support::space::square;
use crate::support::triangle::{LogDiagonal, coordinates, start_of_row};
use crate::support::{Space, SquareMatrices, Support, SupportOf, add_or_reject};
use core::f64::consts::LN_2;
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The support of covariance matrices of `K` rows.
#[derive(Clone, Copy, Debug)]
pub struct CovMatrix<K> {
    size: usize,
    diagonal: LogDiagonal,
    product: Gram,
    dimension: PhantomData<fn() -> K>,
}

/// A covariance matrix: symmetric and positive definite. The number K of its rows is a `usize`, or a
/// `typenum` value, and it has K (K + 1) / 2 unconstrained coordinates.
///
/// A density that needs the Cholesky factor is evaluated faster with
/// [`cholesky_factor_cov`](crate::support::cholesky_factor_cov()), whose value is the factor.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { covariances: cov_matrix(2) }
/// let posterior = model! { covariances |= flat() }.compile()?;
/// assert_eq!(posterior.constrain(&[0.0, 2.0, 0.0])?.get("covariances")?, [1.0, 2.0, 2.0, 5.0]);
/// assert_eq!(posterior.unconstrain(&[1.0, 2.0, 2.0, 5.0])?, [0.0, 2.0, 0.0]);
/// assert_eq!(
///     posterior.unconstrain(&[1.0, 3.0, 2.0, 5.0]).unwrap_err().to_string(),
///     "the parameter `covariances[1,0]` is 3, \
///      but must be element [0,1], 2, up to 1e-8 of the largest element"
/// );
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn cov_matrix<Size: IntoDimension>(size: Size) -> SquareMatrices<Size, CovMatrix<Size::Dimension>>
where
    Size::Dimension: Triangular,
{
    let (size, levels) = square(size);
    let (diagonal, product) = (LogDiagonal::default(), Gram::default());
    Space::matrix(size, size, CovMatrix { size, diagonal, product, dimension: PhantomData })
        .with_levels(levels)
        .with_form(MatrixForm::Symmetric)
}

impl<K: Dimension> CovMatrix<K> {
    /// Returns the number of rows, as a constant if the type contains it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> usize {
        const { K::SIZE }.unwrap_or(self.size)
    }
}

/// Returns K − i + 2, with i counted from 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn weight(row: usize, size: usize) -> f64 {
    (size - row + 1) as f64
}

impl<K: Triangular> SupportOf<Matrix<K, K>> for CovMatrix<K> {
    type Free = K::Through;
}

impl<K: Dimension> Support for CovMatrix<K> {
    type Bound = Self;

    fn sketch(&self) -> SupportSketch {
        SupportSketch::of_whole("cov_matrix", Range::REAL, false)
    }

    fn bind(mut self, compiler: &mut Compiler, _: usize, _: usize) -> Result<Self, Error> {
        self.diagonal.bind(compiler, self.size);
        self.product.bind(compiler, self.size);
        Ok(self)
    }
}

#[inlined]
impl<K: Dimension> BoundSupport for CovMatrix<K> {
    const FACTS: SupportFacts = SupportFacts {
        kind: SupportKind::Covariance,
        own_laws: Some("`wishart` and `inv_wishart`"),
        ..SupportFacts::NONE
    };

    fn free(&self, _: usize) -> usize {
        start_of_row(self.size, self.size)
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let size = self.size();
        self.diagonal.start(simd, frame, place.coordinate, size);
        let mut log_jacobian = size as f64 * LN_2;
        for row in 0..size {
            let coordinate = place.coordinate + start_of_row(row, size);
            for column in 0..row {
                let element = frame.coordinate_number(coordinate + column);
                self.product.set(frame, (row, column), size, element);
            }
            self.product.set(frame, (row, row), size, self.diagonal.element(frame, row));
            self.product.clear_right_of(frame, row, size);
            log_jacobian += weight(row, size) * frame.coordinate_number(coordinate + row);
        }
        let is_finite = self.product.multiply(simd, frame, place.slot, size);
        add_or_reject(simd, totals, log_jacobian, counts, is_finite && log_jacobian.is_finite());
    }

    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        let size = self.size();
        for row in 0..size {
            self.product.pull_back_row(simd, frame, place.slot, row, size);
            let coordinate = place.coordinate + start_of_row(row, size);
            for column in 0..row {
                frame.set_gradient_number(coordinate + column, self.product.adjoint(frame, column));
            }
            let along = self.product.adjoint(frame, row) * self.diagonal.element(frame, row);
            frame.set_gradient_number(coordinate + row, along + weight(row, size));
        }
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let size = self.size();
        let factor = factor(name, &place.values(frame), size)?;
        coordinates(&factor, size, &mut point[place.coordinate..]);
        Ok(())
    }
}

sealed! {
    [K] CovMatrix<K>;
}
