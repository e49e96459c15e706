//! The scan by rows whose step is being bound: the places of the values that the step reads.

use crate::compiler::{ClosureKey, Compiler, Counter};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use monomorph_base::shape::Extent;

/// One value of the carry, and its place in each row of the result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowPart {
    /// The slot of the initial value.
    pub initial: Slot,
    /// The slot of the value of the first step.
    pub first: Slot,
    /// The extent of the value.
    pub extent: Extent,
    /// True if the carry consists of this value alone.
    pub is_only: bool,
    /// Two slots for adjoints, which consecutive steps use in turn: each holds the adjoints that the next
    /// step has left for a step.
    pub left: [Slot; 2],
}

impl RowPart {
    /// The slot of the adjoints that the next step has left for a step, and the slot of those that this
    /// step leaves for the step before.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn left_at(&self, step: usize) -> [Slot; 2] {
        let [even, odd] = self.left;
        if step.is_multiple_of(2) { [even, odd] } else { [odd, even] }
    }
}

/// The place of the rows of a value, one for each step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    pub first: Slot,
    pub width: usize,
}

impl Rows {
    /// The slot of the first element of a row.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn at(&self, step: usize) -> Slot {
        self.first.element(step * self.width)
    }
}

/// The current step of a scan by rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    clock: Counter,
    /// The number of steps whose values have been computed.
    known: Counter,
}

impl Times {
    /// Claims the memory for the current step of a scan of `steps` steps.
    pub fn claim(steps: usize, compiler: &mut Compiler) -> Self {
        Self {
            clock: Counter::claim(steps, compiler),
            known: Counter::claim(steps.saturating_add(1), compiler),
        }
    }

    /// The number of steps.
    pub fn count(self) -> usize {
        self.known.last()
    }

    /// The number of the current step.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn now(self, frame: &Frame<'_>) -> usize {
        self.clock.get(frame)
    }

    /// Sets the current step.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn go_to(self, frame: &mut Frame<'_>, step: usize) {
        self.clock.set(frame, step);
    }

    /// Records that the values of `steps` steps have been computed.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn set_known(self, frame: &mut Frame<'_>, steps: usize) {
        self.known.set(frame, steps);
    }

    /// True if the value of a step has been computed: in the backward pass, and if the value is read again.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn is_known(self, frame: &Frame<'_>, step: usize) -> bool {
        step < self.known.get(frame)
    }
}

/// A scan by rows while its step is bound.
#[derive(Debug)]
pub(crate) struct OpenRowScan {
    /// The key of the scan.
    pub key: ClosureKey,
    pub times: Times,
    /// The number of elements in a row of the result.
    pub width: usize,
    pub parts: Vec<RowPart>,
    pub inputs: Vec<Rows>,
}

impl Compiler {
    /// The scan by rows with this key, if its step is being bound.
    pub(crate) fn row_scan(&self, key: ClosureKey) -> Result<&OpenRowScan, Error> {
        let refused = || {
            let reason = "its carry and its inputs can be read only in its own step, not outside of it and not in the step of \
                          another `scan_rows` inside it";
            self.context.refused("scan_rows", reason.to_owned())
        };
        self.binders.row_scan().filter(|scan| scan.key == key).ok_or_else(refused)
    }
}
