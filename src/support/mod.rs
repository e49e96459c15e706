//! Supports: the set of a parameter's values, and the transform from the unconstrained line to this set.
//!
//! | space | elements | coordinates |
//! |-|-|-|
//! | [`real()`](real), [`vector(n)`](vector()) | any | n |
//! | [`positive()`](positive), [`lower(a)`](lower()) | above a bound | n |
//! | [`upper(b)`](upper()) | below a bound | n |
//! | [`interval(a, b)`](interval()) | between two bounds | n |
//! | [`offset_multiplier(m, c)`](offset_multiplier()) | any, m + c q | n |
//! | [`ordered(n)`](ordered()) | increasing | n |
//! | [`positive_ordered(n)`](positive_ordered()) | positive and increasing | n |
//! | [`simplex(n)`](simplex()) | positive, of sum 1 | n − 1 |
//! | [`sum_to_zero(n)`](sum_to_zero()) | of sum 0 | n − 1 |
//! | [`sum_to_zero(n).within(&adjacency)`](Space::within) | of sum 0 over each component of a graph | n minus the number of sums |
//! | [`sum_to_zero(n).without_trend(&places)`](Space::without_trend) | of sum 0, and without a trend | n − 2 |
//! | [`unit_vector(n)`](unit_vector()) | of length 1 | n |
//! | [`space.rows(r)`](Space::rows) | a matrix, each row a vector of the space | r times those of the space |
//! | [`real_matrix(r, c)`](real_matrix) | any | r c |
//! | [`cholesky_factor_corr(k)`](cholesky_factor_corr()) | L, lower triangular, rows of length 1 | k (k − 1) / 2 |
//! | [`corr_matrix(k)`](corr_matrix()) | symmetric, positive definite, ones on the diagonal | k (k − 1) / 2 |
//! | [`cholesky_factor_cov(k)`](cholesky_factor_cov()) | L, lower triangular, positive diagonal | k (k + 1) / 2 |
//! | [`cholesky_factor_cov_of(m, n)`](cholesky_factor_cov_of) | the same with m ≥ n rows, n columns | n (n + 1) / 2 + (m − n) n |
//! | [`cov_matrix(k)`](cov_matrix()) | symmetric, positive definite | k (k + 1) / 2 |
//! | [`row_stochastic_matrix(r, c)`](row_stochastic_matrix) | positive, each row of sum 1 | r (c − 1) |
//! | [`column_stochastic_matrix(r, c)`](column_stochastic_matrix) | positive, each column of sum 1 | (r − 1) c |
//! | [`sum_to_zero_matrix(r, c)`](sum_to_zero_matrix()) | each row and each column of sum 0 | (r − 1) (c − 1) |
//! | [`binary()`](binary), [`category(k)`](category), [`integer(a, b)`](integer) | whole numbers | 0 |
//!
//! [`data(&y).missing(&mask)`](crate::expression::Expr::missing) is a space too, of partly observed
//! elements.
//!
//! The bounds of the first six are numbers, data or expressions of parameters that are declared before. They
//! are also methods of vectors and matrices: `vector(8).lower(mu)`.
//!
//! The transforms, their order in the unconstrained point and their log Jacobians are Stan's, so that a point
//! can be compared with Stan's.
//!
//! The chapter [The first model](crate::guide::first_model) begins with a whole program.

mod bound_elementwise;
mod bounds;
pub(crate) mod centre;
mod cholesky_factor_corr;
mod cholesky_factor_cov;
mod corr_matrix;
mod cov_matrix;
mod elementwise;
mod gram;
mod helmert;
mod incomplete;
mod increasing;
mod integers;
mod interval;
mod lower;
mod offset_multiplier;
mod ordered;
mod partial_correlations;
mod positive_ordered;
mod real;
mod rows;
mod simplex;
mod simplexes;
mod space;
mod stochastic;
mod sum_to_zero;
mod sum_to_zero_matrix;
mod sum_to_zero_within;
mod triangle;
mod unit_vector;
mod upper;
mod without_trend;

pub use crate::compiler::DeclaredData;
#[cfg_attr(doc, doc(hidden))]
#[doc(inline)]
pub use crate::contract::transform::BoundSupport;
#[cfg_attr(doc, doc(hidden))]
pub use crate::contract::transform::Integers;
#[cfg_attr(doc, doc(hidden))]
#[doc(inline)]
pub use crate::contract::transform::Placement;
#[cfg_attr(doc, doc(hidden))]
#[doc(inline)]
pub use crate::contract::transform::Selection;
#[doc(inline)]
pub use crate::contract::transform::SupportKind;
#[cfg_attr(doc, doc(hidden))]
pub use bound_elementwise::BoundElementwise;
pub use cholesky_factor_corr::cholesky_factor_corr;
#[cfg_attr(doc, doc(hidden))]
pub use cholesky_factor_corr::{CholeskyFactorCorr, RowByRow};
#[cfg_attr(doc, doc(hidden))]
pub use cholesky_factor_cov::CholeskyFactorCov;
pub use cholesky_factor_cov::{cholesky_factor_cov, cholesky_factor_cov_of};
pub use corr_matrix::corr_matrix;
#[cfg_attr(doc, doc(hidden))]
pub use corr_matrix::{ColumnByColumn, CorrMatrix};
#[cfg_attr(doc, doc(hidden))]
pub use cov_matrix::CovMatrix;
pub use cov_matrix::cov_matrix;
#[cfg_attr(doc, doc(hidden))]
#[doc(hidden)]
pub use elementwise::ConstrainedNumber;
pub use elementwise::{Elementwise, Transform};
#[cfg_attr(doc, doc(hidden))]
pub use incomplete::{DataElements, Incomplete};
#[cfg_attr(doc, doc(hidden))]
pub use increasing::{Beginning, Increasing};
pub use integers::{binary, category, integer};
#[cfg_attr(doc, doc(hidden))]
pub use interval::{Between, Interval};
#[cfg_attr(doc, doc(hidden))]
pub use lower::{Above, Lower};
#[cfg_attr(doc, doc(hidden))]
pub use offset_multiplier::{Affine, OffsetMultiplier};
pub use ordered::ordered;
#[cfg_attr(doc, doc(hidden))]
pub use ordered::{FromAnywhere, Ordered};
#[cfg_attr(doc, doc(hidden))]
pub use partial_correlations::Order;
pub use positive_ordered::positive_ordered;
#[cfg_attr(doc, doc(hidden))]
pub use positive_ordered::{FromZero, PositiveOrdered};
#[cfg_attr(doc, doc(hidden))]
pub use real::{Identity, Real};
#[cfg_attr(doc, doc(hidden))]
pub use rows::BoundRows;
pub use rows::Rows;
#[cfg_attr(doc, doc(hidden))]
pub use simplex::Simplex;
pub use simplex::simplex;
#[cfg_attr(doc, doc(hidden))]
pub use space::{AroundOffset, BetweenBounds, Matrices, SquareMatrices};
pub use space::{
    Space, interval, lower, offset_multiplier, parameter, positive, real, real_matrix, upper, vector,
};
#[cfg_attr(doc, doc(hidden))]
pub use stochastic::{ColumnStochastic, Columnwise, Direction, RowStochastic, Rowwise, Stochastic};
pub use stochastic::{column_stochastic_matrix, row_stochastic_matrix};
#[cfg_attr(doc, doc(hidden))]
pub use sum_to_zero::SumToZero;
pub use sum_to_zero::sum_to_zero;
#[cfg_attr(doc, doc(hidden))]
pub use sum_to_zero_matrix::SumToZeroMatrix;
pub use sum_to_zero_matrix::sum_to_zero_matrix;
#[cfg_attr(doc, doc(hidden))]
pub use sum_to_zero_within::{BoundSumToZeroWithin, SumToZeroWithin};
#[cfg_attr(doc, doc(hidden))]
pub use unit_vector::UnitVector;
pub use unit_vector::unit_vector;
#[cfg_attr(doc, doc(hidden))]
pub use upper::{Below, Upper};
#[cfg_attr(doc, doc(hidden))]
pub use without_trend::{BoundWithoutTrend, WithoutTrend};

use crate::compiler::Compiler;
use crate::contract::sketch::SupportSketch;
use crate::contract::transform::Totals;
use crate::error::Error;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Shape};
use crate::simd::Pack;
use pulp::Simd;

/// A set of values with a transform x = T(q) from the unconstrained line, before it is bound.
///
/// A support is `Copy` and may borrow the data of its bounds; [`bind`](Self::bind) returns the support that
/// runs.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a support of a parameter")]
pub trait Support: Sealed + Copy + Send + Sync {
    /// The support as it runs.
    type Bound: BoundSupport;

    /// The sketch of the support for the graph.
    fn sketch(&self) -> SupportSketch;

    /// Checks the support for `rows` rows of `length` elements, each transformed separately, and reserves
    /// memory. A scalar or a vector is one row.
    fn bind(self, compiler: &mut Compiler, length: usize, rows: usize) -> Result<Self::Bound, Error>;
}

/// A support of values of the shape `Sh`.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a support of values of the shape `{Sh}`")]
pub trait SupportOf<Sh: Shape>: Support {
    /// The number of unconstrained coordinates, as far as it is known from types.
    type Free: Dimension;
}

/// Adds a log Jacobian if it `counts`; adds NaN, which makes the log density −∞, if the value is not valid.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add_or_reject<S: Simd>(simd: S, totals: &mut Totals<S>, log_jacobian: f64, counts: bool, is_valid: bool) {
    let term = if counts { log_jacobian } else { 0.0 };
    totals.add(Pack::splat(simd, if is_valid { term } else { f64::NAN }));
}
