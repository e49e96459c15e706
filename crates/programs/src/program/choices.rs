//! Choices by their addresses, which can be read and changed.

use super::Record;
use super::address::hash_of;
use super::record::{Hashed, Site, SiteKind};
use crate::error::Error;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The choices of a run, each with its value; `true` is 1.
///
/// An address consists of the path of calls and the name, `next.next.stop`, with a count if the name was
/// used before, `y#2`, or an index, `z[3]`. Names that themselves contain `.`, `#` or `[` cannot be
/// addressed here.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    values: HashMap<u64, f64, BuildHasherDefault<Hashed>>,
    /// The addresses of the choices that were set, for messages.
    named: HashMap<u64, String, BuildHasherDefault<Hashed>>,
}

impl Choices {
    /// Returns the choices of a run.
    pub(super) fn of(record: &Record) -> Self {
        Self { values: record.sampled().collect(), named: HashMap::default() }
    }

    /// The value of a choice.
    ///
    /// # Errors
    ///
    /// [`Error::MissingValue`] if there is no such choice.
    pub fn get(&self, address: &str) -> Result<f64, Error> {
        let missing = || Error::MissingValue { name: address.to_owned() };
        self.values.get(&hash_of(address)).copied().ok_or_else(missing)
    }

    /// True if there is a choice with this address.
    pub fn contains(&self, address: &str) -> bool {
        self.values.contains_key(&hash_of(address))
    }

    /// Sets a choice, which may be new.
    pub fn set(&mut self, address: &str, value: f64) {
        let hash = hash_of(address);
        if self.values.insert(hash, value).is_none() {
            self.named.insert(hash, address.to_owned());
        }
    }

    /// Removes a choice, and returns its value.
    ///
    /// # Errors
    ///
    /// [`Error::MissingValue`] if there is no such choice.
    pub fn remove(&mut self, address: &str) -> Result<f64, Error> {
        let missing = || Error::MissingValue { name: address.to_owned() };
        self.values.remove(&hash_of(address)).ok_or_else(missing)
    }

    /// Exchanges the values of two choices.
    ///
    /// # Errors
    ///
    /// [`Error::MissingValue`] if one of the choices does not exist.
    pub fn swap(&mut self, one: &str, other: &str) -> Result<(), Error> {
        let (first, second) = (self.get(one)?, self.get(other)?);
        self.set(one, second);
        self.set(other, first);
        Ok(())
    }

    /// The number of choices.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True if there are no choices.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Makes a record from which a run takes its values.
    pub(super) fn record(&self) -> Record {
        Record::of_values(self.values.iter().map(|(hash, value)| (*hash, *value)))
    }

    /// Returns an error unless these are exactly the choices that a run has made. `before` has the
    /// addresses of the choices that were not set.
    pub(super) fn check_all_made(&self, record: &Record, before: &Record) -> Result<(), Error> {
        let lacks = |hash: &u64| !self.values.contains_key(hash);
        let error = |address: String, reason: &str| {
            Err(Error::Program { address, reason: format!("the involution {reason}") })
        };
        if let Some((hash, _)) = record.sampled().find(|(hash, _)| lacks(hash)) {
            let address = record.site(hash).map_or(String::new(), |site| record.address(site));
            return error(address, "gives no value to this choice of the run that it proposes");
        }
        let is_sampled = |site: &Site| site.kind == SiteKind::Sampled;
        match self.values.keys().find(|hash| !record.site(**hash).is_some_and(is_sampled)) {
            None => Ok(()),
            Some(hash) => {
                let known = || before.site(*hash).map(|site| before.address(site));
                let address = self.named.get(hash).cloned().or_else(known).unwrap_or_default();
                let reason = match record.site(*hash) {
                    Some(_) => "gives a value to this choice, which has one: it was given, or is observed",
                    None => "gives a value to this choice, which the run that it proposes does not make",
                };
                error(address, reason)
            }
        }
    }

    /// Finds a choice whose values in `self` and in `other` differ by more than rounding, and returns both
    /// values, where NaN stands for a missing choice; `None` if no choice differs.
    pub(super) fn difference(&self, other: &Self) -> Option<(f64, f64)> {
        let pair = |hash: &u64| {
            let value = |choices: &Self| choices.values.get(hash).copied().unwrap_or(f64::NAN);
            (value(self), value(other))
        };
        let mut pairs = self.values.keys().chain(other.values.keys()).map(pair);
        pairs.find(|&(own, other)| !is_near(own, other))
    }
}

/// True if two numbers differ at most by rounding.
pub(super) fn is_near(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= 1e-6 * one.abs().max(1.0)
}
