//! Choices by their addresses, to be read and changed.

use super::Record;
use super::address::hash_of;
use super::record::{Hashed, Site, SiteKind};
use crate::error::Error;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The choices that a run makes, each with its value; true is 1.
///
/// An address is the path of calls, the name, and how often it came before, `next.next.stop`, `y#2`, or its
/// index, `z[3]`. Names that contain one of `.`, `#` and `[` themselves have no address here.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    values: HashMap<u64, f64, BuildHasherDefault<Hashed>>,
    /// The addresses of those that were set, for messages.
    named: HashMap<u64, String, BuildHasherDefault<Hashed>>,
}

impl Choices {
    /// The choices that a run made.
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

    /// True if there is this choice.
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

    /// Takes a choice away; its value.
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
    /// [`Error::MissingValue`] if one of them is not there.
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

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The record that a run is to take its values from.
    pub(super) fn record(&self) -> Record {
        Record::of_values(self.values.iter().map(|(hash, value)| (*hash, *value)))
    }

    /// An error unless these are the choices that a run has made. `before` knows the addresses of those that
    /// were not set.
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

    /// The value here and there of a choice that differs by more than rounding; NaN where it is not there.
    pub(super) fn difference(&self, other: &Self) -> Option<(f64, f64)> {
        let pair = |hash: &u64| {
            let value = |choices: &Self| choices.values.get(hash).copied().unwrap_or(f64::NAN);
            (value(self), value(other))
        };
        let mut pairs = self.values.keys().chain(other.values.keys()).map(pair);
        pairs.find(|&(own, other)| !is_near(own, other))
    }
}

/// True if numbers differ by rounding at most.
pub(super) fn is_near(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= 1e-6 * one.abs().max(1.0)
}
