//! The differential equation whose right-hand side is being bound: the places of its state and of the time.

use crate::compiler::{ClosureKey, Compiler, Counter, OdePoints, RowPart};
use crate::error::Error;
use crate::frame::{Scratch, Slot};

/// A differential equation while its right-hand side is bound.
#[derive(Debug)]
pub(crate) struct OpenOde {
    /// The key of the equation.
    pub key: ClosureKey,
    pub time: Slot,
    pub parts: Vec<RowPart>,
    /// The points of all stages, if they can be read in lanes.
    pub points: OdePoints,
    /// The inputs that the right-hand side reads and that are constant between times.
    pub inputs: Vec<OdeInput>,
}

/// An input of a right-hand side that is constant between times.
#[derive(Clone, Debug)]
pub(crate) struct OdeInput {
    /// The slot of the times at which values begin; `count` is the number of these times.
    pub times: Slot,
    pub count: usize,
    /// The number of the current value.
    pub piece: Counter,
}

/// What can fail in an evaluation, so that the log density is −∞.
#[derive(Clone, Copy)]
pub(crate) enum Failure {
    /// The solution of a differential equation.
    Solution,
    /// The search for the mode of a Laplace approximation.
    Mode,
}

/// The places where failures of each kind are counted, if there can be any.
pub(crate) type Failures = [Option<Scratch>; 2];

impl Compiler {
    /// Adds an input to the equation with this key, whose right-hand side is being bound.
    pub(crate) fn add_ode_input(&mut self, key: ClosureKey, input: OdeInput) -> Result<(), Error> {
        self.open_ode(key)?;
        if let Some(ode) = self.binders.ode_mut() {
            ode.inputs.push(input);
        }
        Ok(())
    }

    /// The place where failures of a kind are counted, claimed at the first call.
    pub(crate) fn failures(&mut self, kind: Failure) -> Scratch {
        match self.failures[kind as usize] {
            Some(place) => place,
            None => {
                let place = self.scratch(1);
                self.failures[kind as usize] = Some(place);
                place
            }
        }
    }

    /// The equation with this key, if its right-hand side is being bound.
    pub(crate) fn open_ode(&self, key: ClosureKey) -> Result<&OpenOde, Error> {
        let refused = || {
            let reason = "its state and its time can be read only in its own right-hand side, not outside of it and not in the \
                          right-hand side of another `ode` inside it";
            self.context.refused("ode", reason.to_owned())
        };
        self.binders.ode().filter(|ode| ode.key == key).ok_or_else(refused)
    }
}
