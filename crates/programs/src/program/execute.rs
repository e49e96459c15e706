//! The execution of a program from its beginning: to its end, to an observation, or until the run becomes
//! impossible.

use super::run::Halt;
use super::{Program, Record, Run};
use crate::error::Error;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The outcome of a run.
pub(super) enum Outcome<T> {
    /// The program returned a value.
    Ended(T),
    /// The run has made the requested number of observations.
    Paused,
    /// The run has the density 0.
    Impossible,
}

impl<T, F: Fn(&mut Run) -> T> Program<F> {
    /// Runs the program from its beginning to its end; returns `None` if the run has the density 0.
    pub(super) fn execute(&self, run: &mut Run) -> Result<Option<T>, Error> {
        match self.execute_until(run, None)? {
            Outcome::Ended(value) => Ok(Some(value)),
            Outcome::Paused | Outcome::Impossible => Ok(None),
        }
    }

    /// Runs the program from its beginning until it has made a number of `observations`; to its end if this
    /// is `None`.
    pub(super) fn execute_until(
        &self,
        run: &mut Run,
        observations: Option<usize>,
    ) -> Result<Outcome<T>, Error> {
        run.restart();
        run.pause = observations;
        match catch_unwind(AssertUnwindSafe(|| (self.function)(run))) {
            Ok(value) => Ok(Outcome::Ended(value)),
            Err(payload) => match payload.downcast::<Halt>() {
                Ok(halt) => match *halt {
                    Halt::Paused => Ok(Outcome::Paused),
                    Halt::Impossible => Ok(Outcome::Impossible),
                    Halt::Failed(error) => Err(error),
                },
                Err(payload) => Err(panicked(&*payload, &run.record)),
            },
        }
    }
}

/// Makes the error of a panic in the user's code, with the last choices of the run.
fn panicked(payload: &(dyn Any + Send), record: &Record) -> Error {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
    let last = record.sites().iter().rev().take(5).rev();
    let trace: Vec<String> =
        last.map(|site| format!("{} = {}", record.address(site), site.value())).collect();
    let reason = format!(
        "it panicked, “{text}”, after {} choices, the last of which are {}",
        record.sites().len(),
        trace.join(", ")
    );
    Error::Program { address: String::new(), reason }
}
