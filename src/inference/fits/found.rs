//! [`FoundFits`]: the results of many fits, by key.

use crate::error::Error;
use core::iter::Map;
use core::{fmt, slice};
use std::collections::HashMap;

/// The results of many fits, by key: the result of each fit, or its error.
///
/// It prints the number of fits, and the first of the fits that failed.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FoundFits<R> {
    results: Vec<Found<R>>,
    #[cfg_attr(feature = "serde", serde(skip))]
    places: HashMap<String, usize>,
    resumed: usize,
    not_saved: Option<Error>,
}

/// The key of a fit, with its result.
type Found<R> = (String, Result<R, Error>);

/// The maximum number of failed fits that are printed.
const PRINTED: usize = 10;

impl<R> FoundFits<R> {
    pub(super) fn new(results: Vec<Found<R>>) -> Self {
        // A key is twice in a file if its first row was damaged, or if the same fit was written again.
        let places = results.iter().enumerate().map(|(place, (key, _))| (key.clone(), place)).collect();
        Self { results, places, resumed: 0, not_saved: None }
    }

    pub(super) fn with_record(self, resumed: usize, not_saved: Option<Error>) -> Self {
        Self { resumed, not_saved, ..self }
    }

    /// All fits with their results, in the order of the data.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, Result<&R, &Error>)> {
        self.into_iter()
    }

    /// The number of fits, including failed ones.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// True if there is no fit.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// The result of a key.
    ///
    /// # Errors
    ///
    /// The error of a fit that failed; [`Error::UnknownName`] if the key does not exist.
    pub fn get(&self, key: impl fmt::Display) -> Result<&R, Error> {
        let key = key.to_string();
        match self.places.get(&key) {
            Some(&place) => self.results[place].1.as_ref().map_err(Clone::clone),
            None => {
                let known = self.results.iter().map(|(key, _)| key.clone()).collect();
                Err(Error::UnknownName { name: key, known })
            }
        }
    }

    /// The fits that succeeded.
    pub fn succeeded(&self) -> impl Iterator<Item = (&str, &R)> {
        self.iter().filter_map(|(key, result)| Some((key, result.ok()?)))
    }

    /// The fits that failed, with their errors: [`Error::Interrupted`] for fits that an interruption has
    /// prevented.
    pub fn failed(&self) -> impl Iterator<Item = (&str, &Error)> {
        self.iter().filter_map(|(key, result)| Some((key, result.err()?)))
    }

    /// The number of fits that the record contained when this run began.
    pub fn resumed(&self) -> usize {
        self.resumed
    }

    /// The reason why results are missing in the record, if it could no longer be written. The results are
    /// in memory nevertheless.
    pub fn not_saved(&self) -> Option<&Error> {
        self.not_saved.as_ref()
    }
}

impl<'a, R> IntoIterator for &'a FoundFits<R> {
    type Item = (&'a str, Result<&'a R, &'a Error>);
    type IntoIter = Map<slice::Iter<'a, Found<R>>, fn(&'a Found<R>) -> Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.results.iter().map(|(key, result)| (key.as_str(), result.as_ref()))
    }
}

impl<R> IntoIterator for FoundFits<R> {
    type Item = (String, Result<R, Error>);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.results.into_iter()
    }
}

impl<R> fmt::Display for FoundFits<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed = self.failed().count();
        write!(f, "{} fits", self.len() - failed)?;
        if let Some(error) = &self.not_saved {
            write!(f, "\nnot all of them are saved: {error}")?;
        }
        if failed == 0 {
            return Ok(());
        }
        write!(f, "\n{failed} failed:")?;
        self.failed().take(PRINTED).try_for_each(|(key, error)| write!(f, "\n  {key}: {error}"))?;
        if failed > PRINTED { write!(f, "\n  and {} more", failed - PRINTED) } else { Ok(()) }
    }
}
