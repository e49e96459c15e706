//! The levels of a dimension, which live until the program ends.

use super::part::{Part, Parts, listed};
use core::iter::Map;
use core::slice;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The name of a dimension, and the names of its places from 0.
///
/// Expressions are `Copy` and contain the levels of their elements, so levels live as long as the program.
/// Equal levels are stored only once, so that fits in a loop do not use more and more memory.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Levels {
    name: String,
    levels: Vec<String>,
    /// The number of levels that are not new; new levels follow them.
    known: usize,
    /// The elements of a longer value that the levels stand for: rows of data, or cells of a matrix, that
    /// were observed. `None` if the levels are labels.
    places: Option<Vec<Parts>>,
}

impl Levels {
    /// Returns stored levels with this name, which may exist already.
    pub(crate) fn kept(name: String, levels: Vec<String>) -> &'static Self {
        let known = levels.len();
        Self::kept_with_new(name, levels, known)
    }

    /// Returns stored levels with this name; the levels after the first `known` are new.
    pub(crate) fn kept_with_new(name: String, levels: Vec<String>, known: usize) -> &'static Self {
        Self { name, levels, known, places: None }.keep()
    }

    /// Returns stored levels for some elements of a longer value, each with its name in that value.
    pub(crate) fn of_places(places: Vec<Parts>) -> &'static Self {
        let levels: Vec<String> = places.iter().map(|parts| listed(*parts)).collect();
        Self { name: String::new(), known: levels.len(), levels, places: Some(places) }.keep()
    }

    /// Stores the levels until the program ends. Equal levels are stored once.
    fn keep(self) -> &'static Self {
        static KEPT: Mutex<BTreeSet<&'static Levels>> = Mutex::new(BTreeSet::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(&self) {
            return known;
        }
        let levels: &'static Self = Box::leak(Box::new(self));
        kept.insert(levels);
        levels
    }

    /// The name of the dimension; empty if it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of levels.
    pub fn len(&self) -> usize {
        self.levels.len()
    }

    /// True if there are no levels.
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// The level at a place, counted from 0; `None` if there are fewer levels.
    pub fn get(&self, place: usize) -> Option<&str> {
        self.levels.get(place).map(String::as_str)
    }

    /// The index or the label of the element at a place, as it stands in a name.
    pub(crate) fn parts(&'static self, place: usize) -> Parts {
        match (&self.places, self.get(place)) {
            (Some(places), _) => places.get(place).copied().unwrap_or([Some(Part::Index(place)), None]),
            (None, Some(level)) => [Some(Part::Label(level)), None],
            (None, None) => [Some(Part::Index(place)), None],
        }
    }

    /// The rows of data for which the levels stand; `None` if they stand for anything else.
    #[cfg(feature = "report")]
    pub(crate) fn rows(&self) -> Option<Vec<usize>> {
        let row = |parts: &Parts| match parts {
            [Some(Part::Index(row)), None] => Some(*row),
            _ => None,
        };
        self.places.as_ref()?.iter().map(row).collect()
    }

    /// True if the levels are labels, and not elements of a longer value.
    pub(crate) fn are_labels(&self) -> bool {
        self.places.is_none()
    }

    /// The place of a level, counted from 0; `None` if there is no such level.
    pub fn place(&self, level: &str) -> Option<usize> {
        self.levels.iter().position(|own| own == level)
    }

    /// True if [`Labels::extended`](super::Labels::extended) added the level at a place. Predictions draw
    /// the elements of a new level from their law if the draws do not have them.
    pub fn is_new(&self, place: usize) -> bool {
        (self.known..self.len()).contains(&place)
    }

    /// The number of levels that are not new; new levels follow them.
    pub(crate) fn known(&self) -> usize {
        self.known
    }

    /// Returns the last `count` levels alone.
    #[doc(hidden)]
    pub fn last(&self, count: usize) -> &'static Self {
        Self::kept(self.name.clone(), self.levels[self.len() - count..].to_vec())
    }

    /// Returns the levels at some places.
    pub(crate) fn some(&self, places: &[usize]) -> &'static Self {
        let levels = places.iter().filter_map(|place| self.get(*place)).map(str::to_owned).collect();
        Self::kept(self.name.clone(), levels)
    }

    /// The names of the levels, in their order.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let school = Labels::from(&["Cedar", "Birch", "Cedar"]);
    /// assert_eq!(school.levels().iter().collect::<Vec<_>>(), ["Cedar", "Birch"]);
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.into_iter()
    }

    /// Returns the level with the most similar spelling, if the distance is at most a third of the letters
    /// of `text`.
    #[doc(hidden)]
    pub fn nearest(&self, text: &str) -> Option<String> {
        let letters: Vec<char> = text.chars().collect();
        let (distance, level) = self
            .iter()
            .map(|level| (distance(&letters, level), level))
            .min_by_key(|(distance, _)| *distance)?;
        (distance * 3 <= letters.len()).then(|| level.to_owned())
    }
}

impl<'a> IntoIterator for &'a Levels {
    type Item = &'a str;
    type IntoIter = Map<slice::Iter<'a, String>, fn(&'a String) -> &'a str>;

    fn into_iter(self) -> Self::IntoIter {
        self.levels.iter().map(String::as_str)
    }
}

/// Computes Levenshtein's distance: the number of letters to insert, delete or replace.
fn distance(one: &[char], other: &str) -> usize {
    let mut row: Vec<usize> = (0..=one.len()).collect();
    for (count, letter) in other.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = count + 1;
        for place in 0..one.len() {
            let replaced = diagonal + usize::from(one[place] != letter);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(row[place] + 1).min(diagonal + 1);
        }
    }
    row[one.len()]
}
