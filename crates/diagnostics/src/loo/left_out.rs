//! The parts of the data that cross-validation leaves out: single rows, groups, folds or future steps.

use super::LooError;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;

/// The parts of the data that cross-validation leaves out, one at a time.
///
/// ```
/// use monomorph_diagnostics::loo::LeftOut;
///
/// let folds = LeftOut::Groups(&[7, 7, 3, 0, 3]).folds(5)?;
/// assert_eq!(folds.len(), 3);
/// assert_eq!((folds[1].held_out(), folds[1].training()), (&[2, 4][..], &[0, 1, 3][..]));
///
/// // After four steps of a series of seven: the next two each time.
/// let folds = LeftOut::Future { first: 4, horizon: 2 }.folds(7)?;
/// assert_eq!((folds[0].held_out(), folds[0].training()), (&[4, 5][..], &[0, 1, 2, 3][..]));
/// assert_eq!(folds.len(), 2);
/// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum LeftOut<'a> {
    /// Each row in turn.
    Rows,
    /// Each group in turn: rows with the same code are a group.
    Groups(&'a [usize]),
    /// Each of `k` folds in turn; rows are assigned to folds at random.
    Folds {
        /// The number of folds.
        k: usize,
        /// The seed of the random assignment.
        seed: u64,
    },
    /// Each of `k` folds in turn; rows are assigned to folds at random so that each group is spread evenly
    /// over the folds.
    Stratified {
        /// The number of folds.
        k: usize,
        /// The seed of the random assignment.
        seed: u64,
        /// The group of each row.
        groups: &'a [usize],
    },
    /// Each of `k` folds in turn; the rows of a fold are successive.
    Blocks {
        /// The number of folds.
        k: usize,
    },
    /// The next `horizon` steps of a series after each step from `first` on; the steps after these are not
    /// used (Bürkner, Gabry and Vehtari 2020).
    Future {
        /// The number of steps that are always known.
        first: usize,
        /// The number of steps that are predicted together.
        horizon: usize,
    },
}

/// The rows that are left out together, and the rows to which the model is fitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    training: Vec<usize>,
    held_out: Vec<usize>,
    tie: Tie,
}

/// The relation between the rows of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tie {
    /// No relation: the rows were assigned at random.
    None,
    /// The rows belong together, so that their errors are dependent.
    Together,
    /// The rows are steps of a series after the steps of the fit; other folds may contain the same steps.
    Path,
}

impl LeftOut<'_> {
    /// Returns the folds of a number of rows, in the order of their first rows.
    ///
    /// # Errors
    /// [`LooError`] if there are more folds than rows or fewer than 2, if the number of group codes is not
    /// the number of rows, if there is only one group, or if no future steps remain.
    pub fn folds(self, rows: usize) -> Result<Vec<Fold>, LooError> {
        let tie = match self {
            Self::Groups(_) | Self::Blocks { .. } => Tie::Together,
            _ => Tie::None,
        };
        let dealt = match self {
            Self::Rows => (0..rows).collect(),
            Self::Groups(codes) => check_length(codes, rows)?.to_vec(),
            Self::Folds { k, seed } => deal(k, seed, &vec![0; rows]),
            Self::Stratified { k, seed, groups } => deal(k, seed, check_length(groups, rows)?),
            Self::Blocks { k } => (0..rows).map(|row| row * k / rows).collect(),
            Self::Future { first, horizon } => return future(first, horizon, rows),
        };
        if let Self::Folds { k, .. } | Self::Stratified { k, .. } | Self::Blocks { k } = self
            && !(2..=rows).contains(&k)
        {
            return Err(LooError::Setting {
                setting: "the number of folds",
                rule: "be at least 2 and at most the number of rows",
            });
        }
        // Groups are in the order of their first rows, as in `LogLikelihood::by_group`.
        let mut seen = HashSet::new();
        let codes: Vec<usize> = dealt.iter().copied().filter(|code| seen.insert(*code)).collect();
        if codes.len() < 2 {
            return Err(LooError::Setting { setting: "what is left out", rule: "leave something to fit" });
        }
        let fold = |code: &usize| {
            let (held_out, training) = (0..rows).partition(|row| dealt[*row] == *code);
            Fold { training, held_out, tie }
        };
        Ok(codes.iter().map(fold).collect())
    }
}

impl Fold {
    /// The rows to which the model is fitted, from 0.
    pub fn training(&self) -> &[usize] {
        &self.training
    }

    /// The rows that are left out, from 0.
    pub fn held_out(&self) -> &[usize] {
        &self.held_out
    }

    /// The relation between the rows that are left out.
    pub(crate) fn tie(&self) -> Tie {
        self.tie
    }

    /// Returns the values of a column in the rows to which the model is fitted. It panics if the column is
    /// too short.
    pub fn training_of<T: Clone>(&self, column: &[T]) -> Vec<T> {
        self.training.iter().map(|row| column[*row].clone()).collect()
    }

    /// Returns the values of a column in the rows that are left out. It panics if the column is too short.
    pub fn held_out_of<T: Clone>(&self, column: &[T]) -> Vec<T> {
        self.held_out.iter().map(|row| column[*row].clone()).collect()
    }

    /// The number of rows up to the last row that is left out: for a series, all steps that are known by
    /// then.
    pub fn end(&self) -> usize {
        self.held_out.last().map_or(0, |last| last + 1)
    }
}

fn check_length(groups: &[usize], rows: usize) -> Result<&[usize], LooError> {
    if groups.len() == rows {
        return Ok(groups);
    }
    Err(LooError::Length { what: "codes of groups".to_owned(), expected: rows, found: groups.len() })
}

/// Returns the fold of each row: rows in random order, sorted by groups, are assigned to the folds in turn.
fn deal(k: usize, seed: u64, groups: &[usize]) -> Vec<usize> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut rows: Vec<usize> = (0..groups.len()).collect();
    for last in (1..rows.len()).rev() {
        rows.swap(last, rng.random_range(0..=last));
    }
    rows.sort_by_key(|row| groups[*row]);
    let mut folds = vec![0; groups.len()];
    for (place, row) in rows.into_iter().enumerate() {
        folds[row] = place % k.max(1);
    }
    folds
}

fn future(first: usize, horizon: usize, rows: usize) -> Result<Vec<Fold>, LooError> {
    if horizon == 0 || first == 0 || first + horizon > rows {
        return Err(LooError::Setting {
            setting: "the first steps and the horizon",
            rule: "be at least 1 and together at most the number of rows",
        });
    }
    let after = |known: usize| Fold {
        training: (0..known).collect(),
        held_out: (known..known + horizon).collect(),
        tie: Tie::Path,
    };
    Ok((first..=rows - horizon).map(after).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_left_out_once() {
        let groups = [3, 1, 1, 0, 3, 3, 0, 1, 1, 3, 0];
        let described = [
            LeftOut::Rows,
            LeftOut::Groups(&groups),
            LeftOut::Folds { k: 3, seed: 1 },
            LeftOut::Stratified { k: 3, seed: 1, groups: &groups },
            LeftOut::Blocks { k: 4 },
        ];
        for left_out in described {
            let folds = left_out.folds(groups.len()).unwrap();
            let mut rows: Vec<usize> = folds.iter().flat_map(|fold| fold.held_out().to_vec()).collect();
            rows.sort_unstable();
            assert_eq!(rows, (0..groups.len()).collect::<Vec<_>>(), "{left_out:?}");
            let (least, most) = folds.iter().fold((99, 0), |(least, most), fold| {
                assert_eq!(fold.training().len() + fold.held_out().len(), groups.len());
                (fold.held_out().len().min(least), fold.held_out().len().max(most))
            });
            assert!(most - least <= 1, "{left_out:?}: {folds:?}");
        }
    }

    #[test]
    fn groups_are_spread() {
        let groups = [3, 1, 1, 0, 3, 3, 0, 1, 1, 3, 0, 0];
        let folds = LeftOut::Stratified { k: 4, seed: 9, groups: &groups }.folds(12).unwrap();
        for fold in folds {
            let mut held_out = fold.held_out_of(&groups);
            held_out.sort_unstable();
            assert_eq!(held_out, [0, 1, 3]);
        }
    }

    #[test]
    fn what_cannot_be_left_out() {
        let wrong = [
            LeftOut::Groups(&[0, 1]),
            LeftOut::Groups(&[2, 2, 2]),
            LeftOut::Folds { k: 1, seed: 0 },
            LeftOut::Folds { k: 4, seed: 0 },
            LeftOut::Blocks { k: 0 },
            LeftOut::Future { first: 2, horizon: 2 },
            LeftOut::Future { first: 0, horizon: 2 },
        ];
        for left_out in wrong {
            assert!(left_out.folds(3).is_err(), "{left_out:?}");
        }
        assert!(LeftOut::Rows.folds(0).is_err());
    }
}
