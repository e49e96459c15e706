//! Cross-validation with a fit for each fold: `elpdᵢ = log mean_s p(yᵢ | θ_s)` at draws `θ_s` of the fit
//! without `i`.

use super::sums::log_mean_exp;
use super::{Dependence, Estimate, Fold, LogLikelihood, LooError, Pointwise};
use std::collections::HashSet;

/// Log predictive densities of observations at draws of models that were fitted without them.
///
/// ```
/// use monomorph_diagnostics::loo::{CrossValidated, LeftOut, LogLikelihood, Pointwise};
///
/// let y = [0.1, -0.4, 0.3, 0.8];
/// let folds = LeftOut::Blocks { k: 2 }.folds(y.len())?;
/// let result = CrossValidated::by_row(&folds, |fold| {
///     // Stands in for a fit: the mean of what is left is known.
///     let mean = fold.training_of(&y).iter().sum::<f64>() / 2.0;
///     let density = |y: f64| -0.919 - 0.5 * (y - mean).powi(2);
///     let values: Vec<f64> = fold.held_out_of(&y).into_iter().map(density).collect();
///     LogLikelihood::new(values, 1, 1)
/// })?;
/// assert_eq!(result.pointwise_elpd().len(), 4);
/// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CrossValidated {
    names: Vec<String>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::any_numbers::serialize"))]
    elpd: Vec<f64>,
    /// The smallest and the largest number of rows of a fold, if folds are predicted together.
    pub(super) joint: Option<(usize, usize)>,
    /// The dependence of folds that are predicted together, if some of them share rows.
    #[cfg_attr(feature = "serde", serde(skip))]
    dependence: Option<Dependence>,
}

impl CrossValidated {
    /// Cross-validates with one number for each row of the data; each row is left out once.
    ///
    /// For a fold, the function returns the log likelihoods at draws of a fit without it: either of the
    /// rows that are left out, or of all rows up to the last of these rows.
    ///
    /// # Errors
    /// The errors of the function; [`LooError`] if the log likelihoods have other rows, or if a row is left
    /// out twice or never.
    pub fn by_row<'a, E: From<LooError>>(
        folds: &[Fold],
        mut fit: impl FnMut(&Fold) -> Result<LogLikelihood<'a>, E>,
    ) -> Result<Self, E> {
        let rows = folds.iter().map(Fold::end).max().unwrap_or(0);
        let mut found: Vec<Option<(String, f64)>> = vec![None; rows];
        for fold in folds {
            let log_likelihood = fit(fold)?;
            for (row, column) in fold.held_out().iter().zip(log_likelihood.held_out(fold)?) {
                if found[*row].is_some() {
                    return Err(LooError::LeftOut { observation: *row, times: 2 }.into());
                }
                // If the log likelihoods are those of the left-out rows alone, their names count from 0.
                let (name, _) = log_likelihood.names()[column].split_once('[').unwrap_or(("y", ""));
                let name = format!("{name}[{row}]");
                found[*row] = Some((name, log_mean_exp(log_likelihood.column(column))));
            }
        }
        let mut result = Self { names: Vec::new(), elpd: Vec::new(), joint: None, dependence: None };
        for (observation, row) in found.into_iter().enumerate() {
            let (name, elpd) = row.ok_or(LooError::LeftOut { observation, times: 0 })?;
            result.names.push(name);
            result.elpd.push(elpd);
        }
        match result.elpd.is_empty() {
            true => Err(LooError::Empty { what: "folds" }.into()),
            false => Ok(result),
        }
    }

    /// Cross-validates with one number for each fold, whose rows are predicted together: groups, or the
    /// next steps of a series. Folds that share rows, such as the next two steps after each step, are
    /// dependent: the standard error is then that of forecasts whose errors are correlated while they share
    /// steps, and NaN if no two folds are disjoint.
    ///
    /// # Errors
    /// The errors of the function, which is as in [`by_row`](Self::by_row); [`LooError`] if the log
    /// likelihoods have other rows.
    pub fn by_fold<'a, E: From<LooError>>(
        folds: &[Fold],
        mut fit: impl FnMut(&Fold) -> Result<LogLikelihood<'a>, E>,
    ) -> Result<Self, E> {
        if folds.is_empty() {
            return Err(LooError::Empty { what: "folds" }.into());
        }
        let rows = || folds.iter().map(|fold| fold.held_out().len());
        let joint = rows().min().zip(rows().max());
        let mut dependence = Dependence::default();
        folds.iter().for_each(|fold| dependence.add(fold.held_out(), 1));
        let dependence = Some(dependence).filter(|_| share_rows(folds));
        let mut result = Self { names: Vec::new(), elpd: Vec::new(), joint, dependence };
        for (number, fold) in folds.iter().enumerate() {
            result.names.push(format!("fold {number}"));
            result.elpd.push(log_mean_exp(&fit(fold)?.joint(fold)?));
        }
        Ok(result)
    }

    /// Gives the observations or folds names, so that results can be compared with others.
    ///
    /// # Errors
    /// [`LooError`] if the number of names is not the number of observations or folds.
    pub fn named<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Result<Self, LooError> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let (expected, found) = (self.names.len(), names.len());
        if expected != found {
            return Err(LooError::Length { what: "names of observations".to_owned(), expected, found });
        }
        self.names = names;
        Ok(self)
    }
}

/// True if some row is left out by several folds.
fn share_rows(folds: &[Fold]) -> bool {
    let mut seen = HashSet::new();
    folds.iter().flat_map(Fold::held_out).any(|row| !seen.insert(*row))
}

impl Pointwise for CrossValidated {
    fn pointwise_elpd(&self) -> &[f64] {
        &self.elpd
    }

    fn sum(&self, pointwise: &[f64]) -> Estimate {
        match &self.dependence {
            Some(dependence) => dependence.sum(&(0..pointwise.len()).collect::<Vec<_>>(), pointwise),
            None => Estimate::of(pointwise),
        }
    }

    fn remark(&self) -> &str {
        ""
    }

    fn names(&self) -> &[String] {
        &self.names
    }
}
