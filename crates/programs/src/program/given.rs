//! Values that are given to the choices of a program, and the log density of a trace.

use super::address::hash_of;
use super::{Program, Run, SiteKind};
use crate::error::Error;
use crate::shape::Extent;
use crate::trace::{Trace, VarName};

/// The message about an address at which no run makes a choice.
pub(super) const UNSEEN: &str = "a value is given, but no run makes this choice";

impl<T, F: Fn(&mut Run) -> T> Program<F> {
    /// Computes log p of a run with these choices, including its observations.
    ///
    /// Choices that the program was [conditioned on](Self::condition) count, and choices that were
    /// [set](Self::intervene) do not, as in its runs. The trace may contain both, and observations, or omit
    /// them: the [trace](crate::program::Record::trace) of a run has the log density of [its
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
    /// [`Error::MissingValue`] if neither the trace nor the program has a value for a choice;
    /// [`Error::Program`] if a name belongs to no choice, or if a value differs from the one that the
    /// program was given or observes; and the errors of [`simulate`](Self::simulate).
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

    /// Returns the value that was given to a choice; `None` if none was given.
    pub(super) fn given_to(&self, address: &str) -> Option<f64> {
        let given = self.given.iter().find(|(known, ..)| known == address);
        given.map(|(_, value, _)| *value)
    }

    /// Checks that every given value was used in one of the runs.
    pub(super) fn check_given(&self, seen: &Seen) -> Result<(), Error> {
        seen.check(&self.given)
    }
}

/// A flag for each given value: true if a run has used it.
#[derive(Default)]
pub(super) struct Seen(pub Vec<bool>);

impl Seen {
    /// Adds the flags of another run.
    pub fn add(&mut self, seen: &[bool]) {
        self.0.resize(self.0.len().max(seen.len()), false);
        self.0.iter_mut().zip(seen).for_each(|(own, seen)| *own |= seen);
    }

    /// Returns an error for the first value that no run has used.
    pub fn check(&self, given: &[(String, f64, bool)]) -> Result<(), Error> {
        let is_seen = |number: usize| self.0.get(number).copied().unwrap_or(false);
        let unseen = given.iter().enumerate().find(|&(number, _)| !is_seen(number));
        unseen.map_or(Ok(()), |(_, (address, ..))| {
            Err(Error::Program { address: address.clone(), reason: UNSEEN.to_owned() })
        })
    }
}

/// Checks that a value for a choice equals the value that it already has.
pub(super) fn check_agrees(address: &str, value: f64, given: f64) -> Result<(), Error> {
    if value == given {
        return Ok(());
    }
    let reason =
        format!("the trace has {value}, and the program has {given}, which was given or is observed");
    Err(Error::Program { address: address.to_owned(), reason })
}

/// Returns the address of a choice in the form of a run: without spaces between the indices of an element
/// of a matrix.
pub(super) fn address_of(name: &VarName) -> String {
    name.to_string().replace(", ", ",")
}

/// Returns the numbers of a trace by the addresses of choices. A vector or a matrix, which a parameter of a
/// model within the program may be, gives a number for each element.
pub(super) fn numbers(trace: &Trace) -> Vec<(String, f64)> {
    let mut all = Vec::with_capacity(trace.len());
    for (name, value) in trace {
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
