//! The differential equation whose right-hand side is being bound: where its state and the time stand.

use super::{ClosureKey, Compiler, RowPart};
use crate::error::Error;
use crate::simd::{Scratch, Slot};

/// A differential equation while its right-hand side is bound.
#[derive(Debug)]
pub(crate) struct OpenOde {
    /// Which equation it is.
    pub key: ClosureKey,
    pub time: Slot,
    pub parts: Vec<RowPart>,
}

impl Compiler {
    /// Binds the right-hand side of an equation.
    pub(crate) fn within_ode<T>(&mut self, ode: OpenOde, bind: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.ode.replace(ode);
        let bound = bind(self);
        self.ode = outer;
        bound
    }

    /// Where failed solutions of the model are counted.
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

    /// The equation with a key, if its right-hand side is being bound.
    pub(crate) fn open_ode(&self, key: ClosureKey) -> Result<&OpenOde, Error> {
        let refused = || {
            let reason = "its state and its time can be read in its right-hand side alone, not outside of it nor in that of \
                          another `ode` inside";
            self.context.refused("ode", reason.to_owned())
        };
        self.ode.as_ref().filter(|ode| ode.key == key).ok_or_else(refused)
    }
}
