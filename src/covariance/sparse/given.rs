//! A sparse precision whose elements are an expression. The maths is in [`bound`](super::bound).

use super::bound::{BoundSparsePrecision, Elements};
use crate::contract::expression::Expression;
use crate::contract::operation::{Setup, Side};
use crate::covariance::{Claim, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::linalg::sparse::Pattern;
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Size, Vector};

/// The structure of a covariance with a given sparse inverse. Its only argument is the vector of the
/// elements.
#[derive(Clone, Copy, Debug)]
pub struct SparsePrecision<'a> {
    pattern: &'a Pattern,
}

/// The covariance Ω⁻¹ of a sparse precision matrix Ω, for Gaussian Markov random fields.
///
/// `pattern` has the places at which Ω may be nonzero. `values` is a vector with one number for each place
/// of the pattern, in its order: the lower triangle, column by column. [`Pattern::values_of`] turns known
/// matrices into vectors, so that the precision of a model is an expression of them:
///
/// ```
/// use monomorph::covariance::{Pattern, sparse_precision};
/// use monomorph::faer::sparse::{SparseColMat, Triplet};
/// use monomorph::prelude::*;
///
/// // A conditional autoregression, τ (D − α W), of four areas in a row.
/// let edges = [(1, 0), (2, 1), (3, 2)];
/// let pattern = Pattern::new(4, edges)?;
/// let triplets = |of: fn(usize) -> f64| (0..4).map(move |i| Triplet::new(i, i, of(i)));
/// let d = SparseColMat::<usize, f64>::try_new_from_triplets(
///     4,
///     4,
///     &triplets(|i| if i == 0 || i == 3 { 1.0 } else { 2.0 }).collect::<Vec<_>>(),
/// )
/// .expect("a matrix");
/// let w: Vec<_> = edges.iter().map(|&(i, j)| Triplet::new(i, j, 1.0)).collect();
/// let w = SparseColMat::<usize, f64>::try_new_from_triplets(4, 4, &w).expect("a matrix");
/// let (d, w) = (pattern.values_of(d.as_ref())?, pattern.values_of(w.as_ref())?);
///
/// let count = [2, 5, 4, 9];
/// params! { alpha: interval(0.0, 1.0), tau: positive(), x: vector(4) }
/// let model = model! {
///     alpha |= beta(2.0, 1.0),
///     tau   |= gamma(2.0, 1.0),
///     x     |= multi_normal(0.0, sparse_precision(&pattern, tau * (data(&d) - alpha * data(&w)))),
///     data(&count) |= poisson_log(1.0 + x),
/// };
/// assert_eq!(model.compile()?.dimension(), 6);
/// // Or without the field: its elements are integrated out, and neighbours alone meet.
/// assert_eq!(model.marginalise_by_laplace(x).compile()?.dimension(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Where Ω is not positive definite the log density is −∞. The factor is computed in each evaluation,
/// without allocation. [`explain`](crate::posterior::Posterior::explain) reports the number of operations.
pub fn sparse_precision<Values, Length>(
    pattern: &Pattern,
    values: Values,
) -> Structured<SparsePrecision<'_>, (Stored<Values::Node>,)>
where
    Values: IntoExpr,
    Values::Node: Expression<Shape = Vector<Length>>,
    Length: Dimension,
{
    Structured::new(SparsePrecision { pattern }, (Stored::new(values.into_expr().0),))
}

impl Sealed for SparsePrecision<'_> {}

impl Structure for SparsePrecision<'_> {
    type Bound = BoundSparsePrecision;

    fn describe(&self, arguments: &[String]) -> String {
        format!("sparse_precision(pattern, {})", arguments[0])
    }

    fn dimension(&self, _: &[Size]) -> Option<usize> {
        Some(self.pattern.size())
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(BoundSparsePrecision, Claim), Error> {
        setup.check_length("the places of the pattern", self.pattern.len(), (task.first, Side::Column))?;
        BoundSparsePrecision::bind(setup, task, self.pattern, Elements::Given)
    }
}
