//! Parameters whose elements are data if they were observed: `data(&y).missing(&mask)`.

use crate::compiler::{Compiler, Datum, DeclaredData, Elements};
use crate::contract::expression::Expression;
use crate::contract::sketch::least_and_greatest;
use crate::error::Error;
use crate::name::Var;
use crate::node::{DataTable, DataVector, Expr};
use crate::sealed::Sealed;
use crate::shape::Dimension;
use crate::support::{Real, Space};

/// Data with missing elements.
#[derive(Clone, Copy, Debug)]
pub struct Incomplete<'a, Data> {
    data: Data,
    /// True for each element that is missing; without a mask, elements that are NaN are missing.
    mask: Option<&'a [bool]>,
}

impl<Data> Sealed for Incomplete<'_, Data> {}

impl<Data: Expression> DeclaredData for Incomplete<'_, Data> {
    fn tell(&self, var: Var, compiler: &mut Compiler) -> Result<(), Error> {
        if compiler.size_of(var).is_some() {
            // The parameter has been read before, and its data were recorded then.
            return Ok(());
        }
        let count = self.data.extent().size();
        if let Some(mask) = self.mask {
            let what = format!("the mask of what is missing of `{}`", var.name());
            compiler.context().check_same_length("the data", count, &what, mask.len())?;
        }
        let (places, values): (Vec<usize>, Vec<f64>) = self.seen().unzip();
        compiler.hold_elements(var, Elements::List(&places), &values, true)
    }

    fn range(&self) -> Option<(f64, f64)> {
        least_and_greatest(self.seen().map(|(_, number)| number))
    }
}

impl<Data: Expression> Incomplete<'_, Data> {
    /// Returns the observed elements, with their places.
    fn seen(&self) -> impl Iterator<Item = (usize, f64)> {
        let places = 0..self.data.extent().size();
        // Every element of data has a number.
        let numbers = places.filter_map(|place| Some((place, self.data.datum(place)?)));
        numbers.filter(|(place, number)| match self.mask {
            // A mask of another length is an error elsewhere.
            Some(mask) => mask.get(*place) == Some(&false),
            None => !number.is_nan(),
        })
    }
}

/// Data that have elements: a vector or a matrix.
#[diagnostic::on_unimplemented(
    message = "only data that are a vector or a matrix can be missing in part",
    label = "neither a vector nor a matrix of data"
)]
pub trait DataElements: Expression {}

impl<T: Datum, N: Dimension> DataElements for DataVector<'_, T, N> {}
impl<R: Dimension, C: Dimension> DataElements for DataTable<'_, R, C> {}

impl<Data: DataElements> Expr<Data> {
    /// A partly observed parameter, for `params!`: elements for which the mask is `false` are data, and the
    /// others are missing. Missing elements follow the law of the parameter's statement and are sampled with
    /// the other parameters, under their own names, such as `y[3]`.
    ///
    /// The elements are real numbers, unless a support is named: `data(&y).missing(&mask).positive()`.
    /// Missing whole numbers, `data(&n).missing(&mask).integer(0, 20)`, are
    /// [marginalised](crate::model::Marginalise::marginalise) or drawn by Gibbs sampling.
    /// [`condition_at`](crate::model::Condition::condition_at) documents which statements count as
    /// likelihood, and which supports are possible. The mask of a matrix has its elements row by row, as
    /// data are stored; the coordinates of the missing elements are in the same order.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.9, 0.0, 1.5];
    /// let mask = [false, false, true, false];
    /// params! { mu: real(), y: data(&y).missing(&mask) }
    /// let model = model! { mu |= normal(0.0, 10.0), y |= normal(mu, 1.0) };
    /// let posterior = model.compile()?;
    /// assert_eq!(posterior.dimension(), 2);                                   // mu and y[2]
    /// assert_eq!(posterior.constrain(&[0.0, -1.0])?.get("y")?, [1.2, 0.9, -1.0, 1.5]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// Missing elements need not be sampled: [`marginalise`](crate::model::Marginalise::marginalise) leaves
    /// the density of the observed elements (for rows with a multivariate normal law, the density of the
    /// observed cells of each row), and [`recover`](crate::posterior::Posterior::recover) imputes the
    /// others. The same holds for missing predictors with a normal law of their own.
    ///
    /// ```
    /// use monomorph::{faer::mat, prelude::*};
    ///
    /// let y = mat![[1.2, 0.4], [0.9, f64::NAN], [f64::NAN, 1.3], [2.0, 1.9]];
    /// params! {
    ///     mu: vector(2), scale: vector(2).positive(), corr: cholesky_factor_corr(2),
    ///     cells: data(&y).missing_nan(),
    /// }
    /// let model = model! {
    ///     mu    |= normal(0.0, 2.0),
    ///     scale |= exponential(1.0),
    ///     corr  |= lkj_corr_cholesky(2.0),
    ///     cells |= multi_normal_cholesky(mu, diag_pre_multiply(scale, corr)),
    /// };
    /// let posterior = model.marginalise(cells).compile()?;
    /// assert_eq!(posterior.dimension(), 5);                                   // no coordinate for a cell
    /// let fit = posterior.nuts().chains(2).draws(200).seed(1).run()?;
    /// let imputed = posterior.recover(fit.draws(), 1)?;
    /// assert!(imputed.column("cells[1,1]")?.sd() > 0.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Errors of `compile()`: [`Error::LengthMismatch`](crate::Error::LengthMismatch) between mask and data,
    /// and the errors of [`condition_at`](crate::model::Condition::condition_at).
    pub fn missing<'mask>(self, mask: &'mask [bool]) -> Space<Data::Shape, Real, Incomplete<'mask, Data>> {
        Space::observed(self.0.extent(), Incomplete { data: self.0, mask: Some(mask) })
    }

    /// A partly observed parameter as with [`missing`](Self::missing), whose missing elements are those that
    /// are NaN.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, f64::NAN, 1.5];
    /// params! { rate: positive(), y: data(&y).missing_nan().positive() }
    /// let model = model! { rate |= gamma(2.0, 1.0), y |= exponential(rate) };
    /// assert_eq!(model.compile()?.dimension(), 2);                            // the rate and y[1]
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn missing_nan(self) -> Space<Data::Shape, Real, Incomplete<'static, Data>> {
        Space::observed(self.0.extent(), Incomplete { data: self.0, mask: None })
    }
}
