//! Functions of each row of a matrix, as methods.

use crate::contract::expression::Expression;
use crate::expression::Expr;
use crate::matrix::{LogSumExpRows, SoftmaxRows};
use crate::node::{Linear, Logarithmic, Stored, Whole};
use crate::shape::{Dimension, Matrix, Vector};

/// The logarithms of the sums of the exponentials of the rows of `N`, a vector of the dimension `Rows`.
pub type LogSumExpOfRows<N, Rows> = Whole<LogSumExpRows, (Stored<N>,), Vector<Rows>>;

/// The rows of `N` as probabilities or, depending on `In`, as their logarithms.
pub type SoftmaxOfRows<In, N> = Whole<SoftmaxRows<In>, (Stored<N>,), <N as Expression>::Shape>;

impl<N: Expression<Shape = Matrix<Rows, Columns>>, Rows: Dimension, Columns: Dimension> Expr<N> {
    /// log Σⱼ exp(xᵢⱼ) of each row, which does not overflow: a vector. (NumPy: `logsumexp(m, axis=1)`.)
    ///
    /// For a row of −∞ it is −∞, with a gradient of zero. For columns, use
    /// `m.transpose().log_sum_exp_rows()`. A matrix whose rows have no elements is an error of `compile()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { m: vector(2).rows(2) }
    /// let model = model! { m |= normal(0.0, 1.0), sums = m.log_sum_exp_rows(), increment(sums.sum()) };
    /// let trace = model.compile()?.constrain(&[3f64.ln(), 5f64.ln(), 1000.0, 1000.0])?;
    /// let sums = trace.get("sums")?;
    /// assert!((sums[0] - 8f64.ln()).abs() < 1e-14 && sums[1] == 1000.0 + 2f64.ln());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn log_sum_exp_rows(self) -> Expr<LogSumExpOfRows<N, Rows>> {
        Expr(Whole::new(LogSumExpRows, (Stored::new(self.0),)))
    }

    /// The probabilities exp(xᵢⱼ) / Σₖ exp(xᵢₖ): a matrix, each row of which has the sum 1. (SciPy:
    /// `softmax(m, axis=1)`.)
    ///
    /// An element that is −∞ has the probability 0. A row of −∞ only, or a row with ∞, has no probabilities:
    /// they are NaN, as for a vector, and the log density is −∞. A matrix whose rows have no elements is an
    /// error of `compile()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { m: vector(2).rows(2) }
    /// let model = model! {
    ///     m |= normal(0.0, 1.0), shares = m.softmax_rows(), increment(shares.column(0).sum()),
    /// };
    /// let trace = model.compile()?.constrain(&[7.0, 7.0, 3f64.ln(), 0.0])?;
    /// let shares = trace.get("shares")?;
    /// assert_eq!(shares[..2], [0.5, 0.5]);
    /// assert!((shares[2] - 0.75).abs() < 1e-15 && (shares[3] - 0.25).abs() < 1e-15);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn softmax_rows(self) -> Expr<SoftmaxOfRows<Linear, N>> {
        Expr(Whole::new(SoftmaxRows::new(), (Stored::new(self.0),)))
    }

    /// The logarithms of the probabilities, xᵢⱼ − log Σₖ exp(xᵢₖ): a matrix. See
    /// [`softmax_rows`](Self::softmax_rows).
    ///
    /// The log likelihood of a category in each row is
    /// [`categorical_logit`](crate::distribution::categorical_logit()).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { m: vector(2).rows(1) }
    /// let model = model! { m |= normal(0.0, 1.0), logs = m.log_softmax_rows(), increment(logs.sum()) };
    /// let trace = model.compile()?.constrain(&[0.0, -1000.0])?;
    /// assert_eq!(trace.get("logs")?, [0.0, -1000.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn log_softmax_rows(self) -> Expr<SoftmaxOfRows<Logarithmic, N>> {
        Expr(Whole::new(SoftmaxRows::new(), (Stored::new(self.0),)))
    }
}
