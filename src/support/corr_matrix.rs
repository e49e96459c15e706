//! Correlation matrices: X = LLᵀ, symmetric and positive definite with ones on the diagonal. L is computed
//! from [`partial_correlations`](crate::support::partial_correlations), whose coordinates are in the order
//! of the columns;
//!
//! log |det ∂X/∂q| = Σⱼ Σᵢ₍ᵢ₌ⱼ₊₁…ₖ₎ (1 + (K − 1 − j) / 2) log (1 − zᵢⱼ²),
//!
//! in the elements below the diagonal: the exponent 1 comes from tanh, the rest from the partial
//! correlations. x̄ is passed to L̄ as in [`gram`](crate::support::gram), and then to q̄.
//!
//! L is stored in addition to X, with its own adjoints, because a nearly singular X does not determine L.
//!
//! The transform of the Stan Reference Manual, "Correlation matrices".

use crate::compiler::Compiler;
use crate::contract::node::Companion;
use crate::contract::scope::Scope;
use crate::contract::sketch::{Range, SupportSketch};
use crate::contract::transform::{BoundSupport, Placement, SupportFacts, Totals};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, IntoDimension, Matrix, MatrixForm, Triangular};
use crate::support::gram::{Gram, factor};
use crate::support::partial_correlations::{Order, PartialCorrelations};
use crate::support::space::square;
use crate::support::{Space, SquareMatrices, Support, SupportOf, add_or_reject};
use monomorph_macros::inlined;
use pulp::Simd;

/// The largest distance of the diagonal from 1.
const TOLERANCE: f64 = 1e-8;

/// The order (2,1), (3,1), …, (K,1), (3,2), …, and the log Jacobian of X.
#[derive(Clone, Copy, Debug)]
pub struct ColumnByColumn;

impl Sealed for ColumnByColumn {}

impl Order for ColumnByColumn {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn place(row: usize, column: usize, size: usize) -> usize {
        column * (2 * size - column - 1) / 2 + (row - column - 1)
    }

    fn weight(_: usize, column: usize, size: usize) -> f64 {
        1.0 + 0.5 * (size - 2 - column) as f64
    }
}

/// The support of correlation matrices of `K` rows.
#[derive(Clone, Copy, Debug)]
pub struct CorrMatrix<K> {
    partial: PartialCorrelations<ColumnByColumn, K>,
    product: Gram,
}

/// A correlation matrix: symmetric and positive definite, with ones on the diagonal. The number K of its rows
/// is a `usize`, or a `typenum` value, and it has K (K − 1) / 2 unconstrained coordinates.
///
/// A density that needs the Cholesky factor is evaluated faster with
/// [`cholesky_factor_corr`](crate::support::cholesky_factor_corr()), whose value is the factor.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { correlations: corr_matrix(2) }
/// let posterior = model! { correlations |= flat() }.compile()?;
/// let q = posterior.unconstrain(&[1.0, 0.5, 0.5, 1.0])?;
/// assert!((q[0].tanh() - 0.5).abs() < 1e-15);
/// assert_eq!(
///     posterior.unconstrain(&[1.0, 2.0, 2.0, 1.0]).unwrap_err().to_string(),
///     "pivot 1 of the parameter `correlations` is -3, \
///      but must be above 0, as those of positive definite matrices are"
/// );
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn corr_matrix<Size: IntoDimension>(size: Size) -> SquareMatrices<Size, CorrMatrix<Size::Dimension>>
where
    Size::Dimension: Triangular,
{
    let (size, levels) = square(size);
    let partial = PartialCorrelations::new(size);
    Space::matrix(size, size, CorrMatrix { partial, product: Gram::default() })
        .with_levels(levels)
        .with_form(MatrixForm::Correlation)
}

impl<K: Triangular> SupportOf<Matrix<K, K>> for CorrMatrix<K> {
    type Free = K::Below;
}

impl<K: Dimension> Support for CorrMatrix<K> {
    type Bound = Self;

    fn sketch(&self) -> SupportSketch {
        SupportSketch::of_whole("corr_matrix", Range::between(-1.0, 1.0), true)
    }

    fn bind(mut self, compiler: &mut Compiler, _: usize, _: usize) -> Result<Self, Error> {
        self.partial.bind(compiler);
        self.product.bind(compiler, self.partial.size());
        Ok(self)
    }
}

#[inlined]
impl<K: Dimension> BoundSupport for CorrMatrix<K> {
    const FACTS: SupportFacts = SupportFacts { own_laws: Some("`lkj_corr`"), ..SupportFacts::NONE };

    fn beside(&self) -> Option<Companion> {
        Some(Companion::Factor)
    }

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
        let (size, beside) = (self.partial.size(), place.beside);
        let log_jacobian = self.partial.factor(simd, frame, place.coordinate, |frame, place, element| {
            self.product.set(frame, place, size, element);
            if let Some(factor) = beside {
                frame.start_number(factor.element(place.0 * size + place.1), element);
            }
        });
        self.product.multiply(simd, frame, place.slot, size);
        for row in 0..size {
            frame.start_number(place.slot.element(row * size + row), 1.0);
        }
        add_or_reject(simd, totals, log_jacobian, counts, log_jacobian.is_finite());
    }

    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        let size = self.partial.size();
        for row in 0..size {
            // The diagonal is constant, so its adjoint is set to 0.
            frame.start_number(place.slot.element(row * size + row), 1.0);
        }
        for row in 0..size {
            self.product.pull_back_row(simd, frame, place.slot, row, size);
            let of_factor = |frame: &Frame<'_>, column| {
                let element = |factor: Slot| factor.element(row * size + column);
                place.beside.map_or(0.0, |factor| frame.adjoint_number(element(factor)))
            };
            let adjoint =
                |frame: &Frame<'_>, column| self.product.adjoint(frame, column) + of_factor(frame, column);
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
        for (index, &x) in x.iter().enumerate().step_by(size + 1) {
            if x.is_nan() || (x - 1.0).abs() > TOLERANCE {
                let rule = "be 1, as all elements of the diagonal, up to 1e-8";
                return Err(Error::outside_support(name, Some(index), x, rule));
            }
        }
        let factor = factor(name, &x, size)?;
        if let Some(beside) = place.beside {
            frame.set_numbers(beside, &factor);
        }
        self.partial.coordinates(&factor, &mut point[place.coordinate..]);
        Ok(())
    }
}

sealed! {
    [K] CorrMatrix<K>;
}
