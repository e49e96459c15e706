//! A run of a program from its beginning: to its end, to an observation, or to where it becomes impossible.

use super::run::Halt;
use super::{Program, Record, Run};
use crate::error::Error;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The end of a run.
pub(super) enum Outcome<T> {
    /// It came to its end.
    Ended(T),
    /// It made as many observations as were wanted.
    Paused,
    /// It has the density 0.
    Impossible,
}

impl<T, F: Fn(&mut Run) -> T> Program<F> {
    /// Runs the program from its beginning to its end; nothing if the run has the density 0.
    pub(super) fn execute(&self, run: &mut Run) -> Result<Option<T>, Error> {
        match self.execute_until(run, None)? {
            Outcome::Ended(value) => Ok(Some(value)),
            Outcome::Paused | Outcome::Impossible => Ok(None),
        }
    }

    /// Runs the program until it has made this number of observations, or to its end if there is none.
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

/// The error of a panic in the user's code, with where the run was.
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
