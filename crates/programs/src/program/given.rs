//! Values that a program is given for its choices, and traces as such values.

use super::address::hash_of;
use super::{Program, Run, SiteKind};
use crate::error::Error;
use crate::shape::Extent;
use crate::trace::{Trace, VarName};

/// The message about an address that no run has come by.
pub(super) const UNSEEN: &str = "a value is given, and no run makes this choice";

impl<T, F: Fn(&mut Run) -> T> Program<F> {
    /// log p of a run with these choices, its observations included.
    ///
    /// What the program was [conditioned on](Self::condition) counts and what was [set](Self::intervene) does
    /// not, as in its runs. The trace may have both, and observations, or leave them out: the
    /// [trace](crate::program::Record::trace) of a run has the log density of [its
    /// record](crate::program::Record::log_density).
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::program::program;
    ///
    /// let coin = program(|run| {
    ///     if run.sample("first", bernoulli(0.25)) { run.sample("second", bernoulli(0.5)) } else { true }
    /// });
    /// let log_density = coin.log_density_of(&Trace::of([("first", 1.0), ("second", 0.0)])?)?;
    /// assert!((log_density - 0.125_f64.ln()).abs() < 1e-15);
    ///
    /// let set = coin.intervene("first", 1.0)?;
    /// assert_eq!(set.log_density_of(&Trace::of([("second", 0.0)])?)?, 0.5_f64.ln());
    /// let run = set.simulate(1)?;
    /// assert_eq!(set.log_density_of(&run.record.trace(false)?)?, run.record.log_density());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::MissingValue`] of a choice that neither the trace nor the program has, and those of
    /// [`simulate`](Self::simulate); [`Error::Program`] of a name of no choice, and of a value that is not
    /// the one that the program was given or observes.
    pub fn log_density_of(&self, trace: &Trace) -> Result<f64, Error> {
        let mut run = self.run(0);
        let own = run.given.len();
        for (name, value) in numbers(trace) {
            match self.given_to(&name) {
                Some(given) => check_agrees(&name, value, given)?,
                None => run.given.push((name, value, true)),
            }
        }
        let is_possible = self.execute(&mut run)?.is_some();
        if let Some(site) = run.record.sites().iter().find(|site| site.kind() == SiteKind::Sampled) {
            return Err(Error::MissingValue { name: run.record.address(site) });
        }
        if !is_possible {
            return Ok(f64::NEG_INFINITY);
        }
        run.seen.resize(run.given.len(), false);
        for (number, (name, value, _)) in run.given.iter().enumerate().skip(own) {
            let observed = run.record.site(hash_of(name)).filter(|_| !run.seen[number]);
            if let Some(site) = observed {
                check_agrees(name, *value, site.value())?;
                run.seen[number] = true;
            }
        }
        Seen(run.seen).check(&run.given)?;
        Ok(run.record.log_density())
    }

    /// The value that the program was given for a choice.
    pub(super) fn given_to(&self, address: &str) -> Option<f64> {
        let given = self.given.iter().find(|(known, ..)| known == address);
        given.map(|(_, value, _)| *value)
    }

    /// Checks that every value that is given had its place in one of the runs.
    pub(super) fn check_given(&self, seen: &Seen) -> Result<(), Error> {
        seen.check(&self.given)
    }
}

/// Tells which of the given values had their place in a run.
#[derive(Default)]
pub(super) struct Seen(pub Vec<bool>);

impl Seen {
    /// Adds the values that had their place in another run.
    pub fn add(&mut self, seen: &[bool]) {
        self.0.resize(self.0.len().max(seen.len()), false);
        self.0.iter_mut().zip(seen).for_each(|(own, seen)| *own |= seen);
    }

    /// An error with the first of the values that no run has come by.
    pub fn check(&self, given: &[(String, f64, bool)]) -> Result<(), Error> {
        let is_seen = |number: usize| self.0.get(number).copied().unwrap_or(false);
        let unseen = given.iter().enumerate().find(|&(number, _)| !is_seen(number));
        unseen.map_or(Ok(()), |(_, (address, ..))| {
            Err(Error::Program { address: address.clone(), reason: UNSEEN.to_owned() })
        })
    }
}

/// Checks that a value for a choice is the one that it has already.
pub(super) fn check_agrees(address: &str, value: f64, given: f64) -> Result<(), Error> {
    if value == given {
        return Ok(());
    }
    let reason =
        format!("the trace has {value}, and the program has {given}, which was given or is observed");
    Err(Error::Program { address: address.to_owned(), reason })
}

/// The address of a choice as runs write it: without spaces between the indices of an element of a matrix.
pub(super) fn address_of(name: &VarName) -> String {
    name.to_string().replace(", ", ",")
}

/// The numbers that a trace has for choices, by their addresses: of a vector or a matrix, which parameters of
/// models within the program may be, those of its elements.
pub(super) fn numbers(trace: &Trace) -> Vec<(String, f64)> {
    let mut all = Vec::with_capacity(trace.len());
    for (name, value) in trace.iter() {
        let element = |place: usize| match value.extent() {
            Extent::Scalar => name.clone(),
            Extent::Vector(_) => name.index(place),
            Extent::Matrix { columns, .. } => name.index((place / columns, place % columns)),
        };
        let elements = value.as_slice().iter().enumerate();
        all.extend(elements.map(|(place, number)| (address_of(&element(place)), *number)));
    }
    all
}
