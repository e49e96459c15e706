//! The process whose law is being bound: the places of the past values that the law reads.

use crate::compiler::{ClosureKey, Compiler};
use crate::error::Error;
use crate::frame::Slot;
use monomorph_base::shape::Extent;

/// The values of a process some steps back, in a slot of their own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PastValues {
    /// The number of steps back.
    pub lag: usize,
    /// The slot of the values, one for each step.
    pub slot: Slot,
}

/// A process while its law is bound.
#[derive(Debug)]
pub(crate) struct OpenProcess {
    /// The key of the process.
    pub key: ClosureKey,
    /// The number of steps.
    pub length: usize,
    /// The number of steps before the first one for which values are given; `None` if a value is given for
    /// every lag.
    pub given: Option<usize>,
    /// The values of the past that the law reads.
    pub pasts: Vec<PastValues>,
}

impl Compiler {
    /// The slot of the values, some steps back, of the process with this key. Expressions may read it
    /// several times.
    pub(crate) fn past(&mut self, key: ClosureKey, lag: usize) -> Result<Slot, Error> {
        let statement = self.context.statement();
        let Some(process) = self.binders.process().filter(|process| process.key == key) else {
            return Err(Error::OutsideProcess { statement });
        };
        let OpenProcess { length, given, .. } = *process;
        let known = process.pasts.iter().find(|past| past.lag == lag).map(|past| past.slot);
        if lag == 0 || given.is_some_and(|given| lag > given) {
            return Err(self.context.refused("lag", lag_reason(lag, given)));
        }
        if let Some(known) = known {
            return Ok(known);
        }
        let slot = self.slot_of(Extent::Vector(length));
        if let Some(process) = self.binders.process() {
            process.pasts.push(PastValues { lag, slot });
        }
        Ok(slot)
    }
}

/// The reason why a lag is refused.
fn lag_reason(lag: usize, given: Option<usize>) -> String {
    match given {
        Some(given) if lag > 0 => {
            format!(
                "`lag({lag})` reads the value {lag} steps before a step, but the number of values that are given before the first step \
                 of the law is {given}"
            )
        }
        _ => "`lag(0)` is the value itself; the latest value before it is `lag(1)`".to_owned(),
    }
}
