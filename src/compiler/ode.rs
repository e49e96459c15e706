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

impl Compiler {
    /// Adds an input to the equation with this key, whose right-hand side is being bound.
    pub(crate) fn add_ode_input(&mut self, key: ClosureKey, input: OdeInput) -> Result<(), Error> {
        self.open_ode(key)?;
        if let Some(ode) = self.binders.ode_mut() {
            ode.inputs.push(input);
        }
        Ok(())
    }

    /// The place where failed solutions of the model's equations are counted, claimed at the first call.
    pub(crate) fn failures(&mut self) -> Scratch {
        match self.failures {
            Some(place) => place,
            None => {
                let place = self.scratch(1);
                self.failures = Some(place);
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
