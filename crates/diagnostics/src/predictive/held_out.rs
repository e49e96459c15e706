//! Predictions of data that a fit has not seen, with the dependence of their errors.

use crate::loo::{Dependence, Fold, LooError, Tie};
use core::ops::Deref;

/// Predictions of rows by fits without these rows: each fold has several data sets of the rows that it
/// leaves out.
///
/// It dereferences to a list of data sets with a number for each row: NaN if no fold leaves the row out, as
/// at the beginning of a series; if several folds leave a row out, the prediction of the last of them,
/// whose fit used the most data. [`accuracy`](super::accuracy) compares the predictions of all folds.
///
/// ```
/// use monomorph_diagnostics::loo::LeftOut;
/// use monomorph_diagnostics::predictive::{HeldOut, accuracy};
///
/// let y = [1.0, 3.0, 2.0, 4.0, 3.0, 5.0];
/// // The next two steps after each: stands in for a fit, the last value is known and so is what comes.
/// let folds = LeftOut::Future { first: 3, horizon: 2 }.folds(y.len())?;
/// let held_out = HeldOut::of(&folds, y.len(), |fold| {
///     let last = y[fold.training().len() - 1];
///     Ok::<_, monomorph_diagnostics::loo::LooError>(vec![vec![last; 2], vec![last + 1.0; 2]])
/// })?;
/// assert!(held_out[0][2].is_nan());
/// assert_eq!(held_out[0][4], 4.0); // by the fold that knows y[3]
/// assert_eq!(accuracy(&y, &held_out)?.observations, 4); // y[4] is predicted twice
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HeldOut {
    /// Data sets with a number for each row.
    by_row: Vec<Vec<f64>>,
    /// Data sets with a number for each prediction.
    predicted: Vec<Vec<f64>>,
    /// The row of each prediction.
    rows: Vec<usize>,
    length: usize,
    dependence: Dependence,
}

impl HeldOut {
    /// Collects the predictions of folds of a number of rows, from a function that returns the data sets of
    /// a fold.
    ///
    /// # Errors
    /// The errors of the function; [`LooError`] if a data set does not have the length of its fold, if a
    /// fold has another number of data sets than the first fold, if a row does not exist, or if a row is
    /// left out twice, which only folds of [`LeftOut::Future`](crate::loo::LeftOut::Future) may do.
    pub fn of<E: From<LooError>>(
        folds: &[Fold],
        rows: usize,
        mut refit: impl FnMut(&Fold) -> Result<Vec<Vec<f64>>, E>,
    ) -> Result<Self, E> {
        let wrong = |what: &str, expected, found| LooError::Length { what: what.to_owned(), expected, found };
        let mut held_out = Self {
            by_row: Vec::new(),
            predicted: Vec::new(),
            rows: Vec::new(),
            length: rows,
            dependence: Dependence::default(),
        };
        let mut is_predicted = vec![false; rows];
        for (number, fold) in folds.iter().enumerate() {
            let drawn = refit(fold)?;
            if number == 0 {
                held_out.by_row = vec![vec![f64::NAN; rows]; drawn.len()];
                held_out.predicted = vec![Vec::new(); drawn.len()];
            }
            let sets = held_out.predicted.len();
            if drawn.len() != sets {
                return Err(wrong(&format!("data sets of fold {number}"), sets, drawn.len()).into());
            }
            for &row in fold.held_out() {
                if row >= rows {
                    return Err(wrong("observations", row + 1, rows).into());
                }
                if core::mem::replace(&mut is_predicted[row], true) && fold.tie() != Tie::Path {
                    let rule = "have each row in one fold at most";
                    return Err(LooError::Setting { setting: "what is left out", rule }.into());
                }
            }
            let (expected, what) =
                (fold.held_out().len(), format!("rows that are predicted of fold {number}"));
            if let Some(drawn) = drawn.iter().find(|drawn| drawn.len() != expected) {
                return Err(wrong(&what, expected, drawn.len()).into());
            }
            held_out.add(fold, &drawn);
        }
        Ok(held_out)
    }

    /// Adds the predictions of a fold.
    fn add(&mut self, fold: &Fold, drawn: &[Vec<f64>]) {
        for ((by_row, predicted), drawn) in self.by_row.iter_mut().zip(&mut self.predicted).zip(drawn) {
            predicted.extend_from_slice(drawn);
            fold.held_out().iter().zip(drawn).for_each(|(row, value)| by_row[*row] = *value);
        }
        self.rows.extend_from_slice(fold.held_out());
        match fold.tie() {
            Tie::None => fold.held_out().iter().for_each(|row| self.dependence.add(&[*row], 1)),
            Tie::Together | Tie::Path => self.dependence.add(fold.held_out(), fold.held_out().len()),
        }
    }

    /// The row of each prediction, fold after fold.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }
}

impl Deref for HeldOut {
    type Target = [Vec<f64>];

    fn deref(&self) -> &[Vec<f64>] {
        &self.by_row
    }
}

impl<'a> IntoIterator for &'a HeldOut {
    type Item = &'a Vec<f64>;
    type IntoIter = core::slice::Iter<'a, Vec<f64>>;

    fn into_iter(self) -> Self::IntoIter {
        self.by_row.iter()
    }
}

/// Predictions that [`accuracy`](super::accuracy) compares with observations: a list of data sets, or
/// [`HeldOut`].
pub trait Predictions {
    /// Returns the predictions in the form in which they are compared.
    #[doc(hidden)]
    fn compared(&self) -> Compared<'_>;
}

/// Predictions, with the row of each.
#[doc(hidden)]
pub struct Compared<'a> {
    /// The data sets, with a number for each prediction.
    pub(super) sets: Vec<&'a [f64]>,
    /// The dependence of the predictions, the row of each, and the number of rows; `None` for data sets
    /// that have a number for each row.
    pub(super) held_out: Option<(&'a Dependence, &'a [usize], usize)>,
}

impl Predictions for HeldOut {
    fn compared(&self) -> Compared<'_> {
        let sets = self.predicted.iter().map(Vec::as_slice).collect();
        Compared { sets, held_out: Some((&self.dependence, &self.rows, self.length)) }
    }
}

impl<T: AsRef<[f64]>> Predictions for [T] {
    fn compared(&self) -> Compared<'_> {
        Compared { sets: self.iter().map(AsRef::as_ref).collect(), held_out: None }
    }
}

impl<T: AsRef<[f64]>> Predictions for Vec<T> {
    fn compared(&self) -> Compared<'_> {
        self.as_slice().compared()
    }
}

impl<T: AsRef<[f64]>, const N: usize> Predictions for [T; N] {
    fn compared(&self) -> Compared<'_> {
        self.as_slice().compared()
    }
}
