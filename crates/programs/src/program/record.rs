//! The record of a run: its random choices in their order, with their values and log densities.

use super::address::{Place, SiteName};
use crate::error::Error;
use crate::trace::{Trace, VarName};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A hasher for keys that are hashes already: it returns them unchanged.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash << 8 | u64::from(byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// The name of the law of a value that was not drawn in a run: a choice takes it whatever its own law is.
pub(super) const ANY_LAW: &str = "";

/// The kind of a site in its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SiteKind {
    /// A choice that was made.
    Sampled,
    /// A value that was given, and whose log density counts.
    Observed,
    /// A value that was set by an intervention, and whose log density does not count.
    Set,
}

/// A random choice of a run.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    pub(super) hash: u64,
    pub(super) place: Place,
    pub(super) law: &'static str,
    pub(super) value: f64,
    pub(super) log_density: f64,
    pub(super) kind: SiteKind,
}

impl Site {
    /// The name of the law.
    pub fn law(&self) -> &'static str {
        self.law
    }

    /// The value; true is 1.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The log density of the value.
    pub fn log_density(&self) -> f64 {
        self.log_density
    }

    /// The kind of the site: its value was sampled, observed or set.
    pub fn kind(&self) -> SiteKind {
        self.kind
    }
}

/// The sites of a run.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub(super) sites: Vec<Site>,
    pub(super) calls: Vec<Place>,
    pub(super) places: HashMap<u64, u32, BuildHasherDefault<Hashed>>,
    /// The sum of all factors.
    pub(super) factors: f64,
    /// The number of sites that were sampled.
    pub(super) sampled: usize,
    /// The number of observations, factors included.
    pub(super) observed: usize,
}

impl Record {
    /// Removes all sites.
    pub(super) fn clear(&mut self) {
        self.sites.clear();
        self.calls.clear();
        self.places.clear();
        (self.factors, self.sampled, self.observed) = (0.0, 0, 0);
    }

    /// Makes a record of the choices that a run must make, by the hashes of their addresses.
    pub(super) fn of_values(values: impl IntoIterator<Item = (u64, f64)>) -> Self {
        let mut record = Self::default();
        for (hash, value) in values {
            let place = Place { call: 0, name: SiteName::from(""), count: 0 };
            let number = record.sites.len() as u32;
            record.places.insert(hash, number);
            let kind = SiteKind::Sampled;
            record.sites.push(Site { hash, place, law: ANY_LAW, value, log_density: 0.0, kind });
        }
        record.sampled = record.sites.len();
        record
    }

    /// The choices that were made, by the hashes of their addresses.
    pub(super) fn sampled(&self) -> impl Iterator<Item = (u64, f64)> {
        let sampled = self.sites.iter().filter(|site| site.kind == SiteKind::Sampled);
        sampled.map(|site| (site.hash, site.value))
    }

    /// The site with a hash.
    pub(super) fn site(&self, hash: u64) -> Option<&Site> {
        self.places.get(&hash).map(|&place| &self.sites[place as usize])
    }

    /// The index, among all sites, of the sampled site with this number among the sampled sites; `None` if
    /// there are fewer.
    pub(super) fn sampled_site(&self, number: usize) -> Option<usize> {
        let sampled = self.sites.iter().enumerate().filter(|(_, site)| site.kind == SiteKind::Sampled);
        sampled.map(|(place, _)| place).nth(number)
    }

    /// The sites in the order of the run.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The address of a site.
    pub fn address(&self, site: &Site) -> String {
        site.place.address(&self.calls)
    }

    /// The sum of the log densities of all sites of a kind.
    fn sum_of(&self, kind: SiteKind) -> f64 {
        self.sites.iter().filter(|site| site.kind == kind).map(|site| site.log_density).sum()
    }

    /// The log density of all choices and observations.
    pub fn log_density(&self) -> f64 {
        self.log_prior() + self.log_likelihood()
    }

    /// The log density of the sampled choices.
    pub fn log_prior(&self) -> f64 {
        self.sum_of(SiteKind::Sampled)
    }

    /// The log density of the observations, given the choices.
    pub fn log_likelihood(&self) -> f64 {
        self.sum_of(SiteKind::Observed) + self.factors
    }

    /// Returns the values by name: of sampled choices, of choices that were
    /// [set](crate::program::Program::intervene), and, if `with_observations` is true, of observations,
    /// which include choices that were [conditioned on](crate::program::Program::condition).
    ///
    /// Factors have no value and are not in the trace; nor is the value that the program returned. In the
    /// program with the same conditions and interventions, the trace has the [log
    /// density](crate::program::Program::log_density_of) of this record, with or without observations.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidName`] if a name in the program is not valid.
    pub fn trace(&self, with_observations: bool) -> Result<Trace, Error> {
        let mut trace = Trace::new();
        for site in &self.sites {
            if with_observations || site.kind != SiteKind::Observed {
                trace.set(self.address(site).parse::<VarName>()?, site.value)?;
            }
        }
        Ok(trace)
    }
}
