//! The levels of a dimension, kept for as long as the program runs.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The name of a dimension, and the names of its places from 0.
///
/// Expressions are `Copy` and name the levels of their elements, so levels live as long as the program. Equal
/// ones are kept once: fits in a loop take memory once.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Levels {
    name: String,
    levels: Vec<String>,
}

impl Levels {
    /// The levels of this dimension, which may be known already.
    pub(crate) fn kept(name: String, levels: Vec<String>) -> &'static Self {
        static KEPT: Mutex<BTreeSet<&'static Levels>> = Mutex::new(BTreeSet::new());
        let levels = Self { name, levels };
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(&levels) {
            return known;
        }
        let levels: &'static Self = Box::leak(Box::new(levels));
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

    /// The level at a place.
    pub fn get(&self, place: usize) -> Option<&str> {
        self.levels.get(place).map(String::as_str)
    }

    /// The place of a level.
    pub fn place(&self, level: &str) -> Option<usize> {
        self.levels.iter().position(|own| own == level)
    }

    /// The levels in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.levels.iter().map(String::as_str)
    }
}
