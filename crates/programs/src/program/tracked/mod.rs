//! The interface of a run to tracked functions: choices, observations and calls as steps of a list.

mod depends;
mod gibbs;
mod hamiltonian;
mod path;

pub(super) use gibbs::Gibbs;
pub(super) use hamiltonian::Hamiltonian;
pub(super) use path::Path;

use super::{Program, Record, Run, SiteKind, SiteName};
use crate::error::Error;
use crate::law::TrackedLaw;
use crate::track::{At, Kind, Law, List, Operand, Recording, Space, Tape, Tracked, Values};

/// A run of a tracked program that has ended.
#[derive(Debug)]
#[non_exhaustive]
pub struct TrackedExecution<T> {
    /// The value that the program returned.
    pub value: T,
    /// The choices of the run.
    pub record: Record,
    /// The steps of the run.
    pub list: List,
}

impl<T: Values, F: Fn(&mut Run) -> T> Program<F> {
    /// Runs the program once and records all its steps; the program must be a function with the attribute
    /// `#[track]`.
    ///
    /// # Errors
    ///
    /// The errors of [`simulate`](Self::simulate).
    pub fn track(&self, seed: u64) -> Result<TrackedExecution<T>, Error> {
        let mut run = self.run(seed);
        let recording = Recording::new();
        run.recording = Some(recording);
        let impossible =
            || Error::Program { address: String::new(), reason: "this run is impossible".to_owned() };
        let value = self.execute(&mut run)?.ok_or_else(impossible)?;
        let list = run.recording.map(|recording| recording.take()).unwrap_or_default();
        Ok(TrackedExecution { value, record: run.record, list })
    }
}

/// The law of a choice that is set by an intervention: its log density is 0.
static SET: Law = Law {
    name: "set",
    log_density: |_| 0.0,
    derivative: Some(|_, partials| partials.fill(0.0)),
    draw: |_, _| f64::NAN,
    space: Space::Discrete,
    candidates: |_| None,
};

/// The methods that the code of the attribute `#[track]` calls.
#[doc(hidden)]
impl Run {
    /// The tape on which the steps of this run are recorded.
    pub fn tape(&self) -> Tape {
        self.recording.as_ref().map_or(Tape::off(), Recording::tape)
    }

    /// Makes a random choice, given the operands of the arguments of its law.
    pub fn sample_tracked<Follows: TrackedLaw>(
        &mut self,
        name: impl Into<SiteName>,
        law: Follows,
        arguments: &[Operand],
        at: At<'_>,
    ) -> Tracked<Follows::Value> {
        let value = self.sample(name, law);
        let site = self.last_site();
        // A choice that is set by an intervention follows no law.
        if self.record.sites()[site as usize].kind() == SiteKind::Set {
            return at.choice(Kind::Choice { law: &SET, site }, &[], value);
        }
        at.choice(Kind::Choice { law: Follows::LAW, site }, arguments, value)
    }

    /// Makes an observation, given the operands of the arguments of its law.
    pub fn observe_tracked<Follows: TrackedLaw>(
        &mut self,
        name: impl Into<SiteName>,
        law: Follows,
        arguments: &[Operand],
        value: Tracked<Follows::Value>,
        at: At<'_>,
    ) {
        self.observe(name, law, value.value());
        let operands: Vec<Operand> =
            core::iter::once(value.operand()).chain(arguments.iter().copied()).collect();
        at.choice(Kind::Observation { law: Follows::LAW, site: self.last_site() }, &operands, value.value());
    }

    /// Adds a term to the log density.
    pub fn factor_tracked(&mut self, log_weight: Tracked<f64>, at: At<'_>) {
        self.factor(log_weight.value());
        at.choice(Kind::Factor, &[log_weight.operand()], log_weight.value());
    }

    fn last_site(&self) -> u32 {
        self.record.sites().len() as u32 - 1
    }
}

/// The name of a site in a tracked function: a text, or a text with a tracked index.
impl From<(&'static str, Tracked<usize>)> for SiteName {
    fn from((text, index): (&'static str, Tracked<usize>)) -> Self {
        Self::from((text, index.value()))
    }
}
