//! The process whose law is being bound: where what the law reads of the past stands.

use crate::compiler::{ClosureKey, Compiler};
use crate::error::Error;
use crate::frame::Slot;
use crate::shape::Extent;

/// The values of a process some steps back, in memory of their own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PastValues {
    /// The number of steps back.
    pub lag: usize,
    /// The place of the values, one for each step.
    pub slot: Slot,
}

/// A process while its law is bound.
#[derive(Debug)]
pub(crate) struct OpenProcess {
    /// The key of the process.
    pub key: ClosureKey,
    /// The number of steps.
    pub length: usize,
    /// The number of steps before the first one that have a value; nothing if all have.
    pub given: Option<usize>,
    /// The values of the past that the law reads.
    pub pasts: Vec<PastValues>,
}

impl Compiler {
    /// Binds the law of a process; gives the process back with what the law reads.
    pub(crate) fn within_process<T>(
        &mut self,
        process: OpenProcess,
        bind: impl FnOnce(&mut Self) -> T,
    ) -> (T, OpenProcess) {
        let outer = self.process.replace(process);
        let bound = bind(self);
        let process = core::mem::replace(&mut self.process, outer).expect("a process that was opened");
        (bound, process)
    }

    /// The values of the process with a key some steps back, which expressions may read several times.
    pub(crate) fn past(&mut self, key: ClosureKey, lag: usize) -> Result<Slot, Error> {
        let statement = self.context.statement();
        let Some(process) = self.process.as_ref().filter(|process| process.key == key) else {
            return Err(Error::OutsideProcess { statement });
        };
        if lag == 0 || process.given.is_some_and(|given| lag > given) {
            return Err(self.context.refused("lag", lag_reason(lag, process.given)));
        }
        if let Some(known) = process.pasts.iter().find(|past| past.lag == lag) {
            return Ok(known.slot);
        }
        let slot = self.slot_of(Extent::Vector(process.length));
        if let Some(process) = &mut self.process {
            process.pasts.push(PastValues { lag, slot });
        }
        Ok(slot)
    }

    /// Binds something whose elements are not the rows of the statement, and that reads vectors in the order
    /// of time, so that it may stand in the law of a process.
    pub(crate) fn in_order<T>(&mut self, bind: impl FnOnce(&mut Self) -> T) -> T {
        self.arguments_in_order(|compiler| compiler.outside_rows(bind))
    }

    /// Binds vectors that are read in the order of time: those of the past of a process may be among them.
    pub(crate) fn arguments_in_order<T>(&mut self, bind: impl FnOnce(&mut Self) -> T) -> T {
        let outer = core::mem::replace(&mut self.reads_in_order, true);
        let outcome = bind(self);
        self.reads_in_order = outer;
        outcome
    }
}

/// The reason why a lag is refused.
fn lag_reason(lag: usize, given: Option<usize>) -> String {
    match given {
        Some(given) if lag > 0 => {
            format!(
                "`lag({lag})` reads {lag} values before a step, and there are {given} before the first that the law describes"
            )
        }
        _ => "`lag(0)` is the value itself; the latest value before it is `lag(1)`".to_owned(),
    }
}
