//! The scan whose step is being bound: the places of the values that the step reads.

use crate::compiler::{ClosureKey, Compiler};
use crate::error::Error;
use crate::frame::{Scratch, Slot};
use crate::simd::MAX_LANES;

/// One number of the carry at all steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Series {
    /// The slot of the values.
    pub values: Slot,
    /// The slot of the initial value, or of the first of several.
    pub initial: Slot,
    /// The number of initial values; `None` if a single number stands for all of them.
    pub given: Option<usize>,
}

impl Series {
    /// The slot of the value `lag` steps before a step.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn past(&self, step: usize, lag: usize) -> Slot {
        match self.given {
            _ if step >= lag => self.values.element(step - lag),
            None => self.initial,
            Some(given) => self.initial.element(given + step - lag),
        }
    }
}

/// A value of earlier steps that expressions of the step read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Read {
    /// The number of the carry's element.
    pub carry: usize,
    /// The part of the earlier values that is read.
    pub window: Window,
    /// The place where the nodes that read the value write slopes.
    pub slopes: Scratch,
    /// The distance to the slopes of the next number of the carry; 0 if the carry has one number.
    pub stride: usize,
}

/// The part of the earlier values that a step reads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Window {
    /// The value this number of steps before.
    Lag(usize),
    /// A weighted sum of all earlier values.
    History(History),
}

/// The memory of a weighted sum of all values before a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct History {
    /// The slot of the weights; the first weight belongs to the step before.
    pub weights: Slot,
    /// The number of weights.
    pub count: usize,
    /// The weights between registers of zeros, and the same in reverse.
    pub padded: Scratch,
    pub reversed: Scratch,
    /// The sum at each step, and its adjoint, which the adjoints of the weights need.
    pub sums: Scratch,
    pub adjoints: Scratch,
    /// The adjoint of each sum that was passed back to the earlier values, and the adjoint that each value
    /// has collected from the sums.
    pub passed: Scratch,
    pub collected: Scratch,
}

impl Read {
    /// The length of the working memory for the slopes of one number at `length` steps.
    pub fn stride(length: usize) -> usize {
        length.saturating_add(2 * MAX_LANES).next_multiple_of(MAX_LANES)
    }

    /// The place of the slopes with respect to a number of the carry.
    pub fn slopes_of(&self, output: usize) -> Scratch {
        if self.stride == 0 { self.slopes } else { self.slopes.element((output + 1) * self.stride) }
    }
}

/// A scan while its step is bound.
#[derive(Debug)]
pub(crate) struct OpenScan {
    /// The key of the scan.
    pub key: ClosureKey,
    /// The number of steps.
    pub length: usize,
    /// The numbers of the carry.
    pub series: Vec<Series>,
    /// The slots of the inputs.
    pub inputs: Vec<Slot>,
    /// The values of earlier steps that the expressions read.
    pub reads: Vec<Read>,
}

impl Compiler {
    /// The scan with this key, if its step is being bound, and the expression being bound in it does not
    /// read vectors as a whole.
    pub(crate) fn scan(&mut self, key: ClosureKey) -> Result<&mut OpenScan, Error> {
        let statement = self.context.statement();
        self.binders.scan().filter(|scan| scan.key == key).ok_or(Error::OutsideScan { statement })
    }

    /// The value a number of steps before, which expressions may read several times.
    pub(crate) fn read_lag(&mut self, key: ClosureKey, carry: usize, lag: usize) -> Result<Read, Error> {
        let is_same =
            |read: &&Read| read.carry == carry && matches!(read.window, Window::Lag(known) if known == lag);
        match self.scan(key)?.reads.iter().find(is_same) {
            Some(read) => Ok(*read),
            None => self.read(key, carry, Window::Lag(lag)),
        }
    }

    /// The weighted sum of all earlier values, with `count` weights in a slot.
    pub(crate) fn read_history(
        &mut self,
        key: ClosureKey,
        carry: usize,
        weights: Slot,
        count: usize,
    ) -> Result<(Read, History), Error> {
        let length = Read::stride(self.scan(key)?.length);
        let [padded, reversed] = [(); 2].map(|()| self.scratch(Read::stride(count)));
        let [sums, adjoints, passed, collected] = [(); 4].map(|()| self.scratch(length));
        let history = History { weights, count, padded, reversed, sums, adjoints, passed, collected };
        Ok((self.read(key, carry, Window::History(history))?, history))
    }

    fn read(&mut self, key: ClosureKey, carry: usize, window: Window) -> Result<Read, Error> {
        let scan = self.scan(key)?;
        let (count, length) = (scan.series.len(), Read::stride(scan.length));
        let (rows, stride) = if count == 1 { (1, 0) } else { (count + 1, length) };
        let slopes = self.scratch(length.saturating_mul(rows));
        let read = Read { carry, window, slopes, stride };
        self.scan(key)?.reads.push(read);
        Ok(read)
    }
}
