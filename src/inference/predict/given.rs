//! The values that draws give to the parameters of a model.

use super::matched::Matched;
use crate::draws::{Column, Draws};
use crate::error::Error;
use crate::name::{Var, VarSet};
use crate::posterior::{Slots, Store, Workspace};

/// The parameters that draws contain.
pub(super) struct Given<'a> {
    pub vars: Vec<Var>,
    /// The parameters that the draws contain in part; for each, which of its elements are given, row by row.
    pub parts: Vec<(Var, Vec<bool>)>,
    /// The parameters whose elements are in other places in the draws.
    pub relabelled: Vec<Var>,
    /// The places in the workspace of the given elements.
    slots: Vec<usize>,
    /// The column of each given element, with its parameter and its name.
    columns: Vec<(Var, &'a str, Column<'a>)>,
}

/// The maximum number of values of a draw that a message shows.
const SHOWN: usize = 8;

impl<'a> Given<'a> {
    /// Returns the parameters of a posterior that the draws contain. Elements are matched by the names of
    /// their levels, and new elements are left to their law. With a horizon, vectors may be shorter in the
    /// draws by as many elements.
    pub fn new(store: &Store, draws: Option<&'a Draws>, horizon: Option<usize>) -> Result<Self, Error> {
        let (vars, parts, relabelled) = (Vec::new(), Vec::new(), Vec::new());
        let mut given = Self { vars, parts, relabelled, slots: Vec::new(), columns: Vec::new() };
        let Some(draws) = draws else { return Ok(given) };
        let own = store.layout.variables.iter().zip(store.variables());
        for (variable, own) in own.filter(|(variable, _)| !variable.is_defined) {
            let Some(info) = draws.variables().iter().find(|info| info.name == own.name) else { continue };
            let matched = Matched::new(&own, info, horizon)?;
            if matched.is_part() {
                let mut is_given = vec![false; own.size()];
                let places = variable.extent.places().zip(&matched.places);
                places.for_each(|(place, found)| is_given[place] = found.is_some());
                given.parts.push((variable.var(), is_given));
            } else {
                given.vars.push(variable.var());
            }
            if !matched.is_in_place() || own.size() != info.size() {
                given.relabelled.push(variable.var());
            }
            let columns: Vec<(&str, Column<'_>)> = draws.get(info.name)?.columns().collect();
            for (place, found) in variable.extent.places().zip(matched.places) {
                let slot = variable.slot.0 + place;
                // A value that the model gives is kept.
                if let Some(found) = found.filter(|_| !store.holds_element(slot)) {
                    given.slots.push(slot);
                    let (name, column) = columns[found];
                    given.columns.push((variable.var(), name, column));
                }
            }
        }
        Ok(given)
    }

    /// Copies the values of the parameters at a draw to the workspace.
    pub fn store(&self, place: usize, workspace: &mut Workspace) {
        for (slot, (_, _, column)) in self.slots.iter().zip(&self.columns) {
            workspace.values_mut(*slot, 1)[0] = column.as_slice()[place];
        }
    }

    /// Returns the error of a law that is invalid at a draw, with the draw's values of the variables that
    /// the law `reads`.
    pub fn named(&self, place: usize, error: Error, reads: &VarSet) -> Error {
        let Error::NoDraw { statement, reason } = error else { return error };
        let read = self.columns.iter().filter(|(var, _, _)| reads.contains(*var));
        let numbers: Vec<String> =
            read.map(|(_, name, column)| format!("{name} = {}", column.as_slice()[place])).collect();
        if numbers.is_empty() {
            return Error::NoDraw { statement, reason };
        }
        let more = if numbers.len() > SHOWN { ", …" } else { "" };
        let shown = numbers[..numbers.len().min(SHOWN)].join(", ");
        Error::NoDraw { statement, reason: format!("{reason}; at draw {place} {shown}{more}") }
    }

    /// Returns the first parameter that the draws do not contain and that has no given value in the model.
    pub fn first_missing(&self, store: &Store) -> Option<&'static str> {
        let parameters = store.layout.variables.iter().filter(|variable| !variable.is_defined);
        let vars = || self.vars.iter().chain(self.parts.iter().map(|(var, _)| var));
        let has = |name: &str| vars().any(|var| var.name() == name);
        parameters.map(|variable| variable.name()).find(|name| !has(name) && !store.holds(name))
    }

    /// Returns an error if the draws do not contain a parameter, or not all of its elements.
    pub fn must_have(&self, var: Var) -> Result<(), Error> {
        let has = self.vars.iter().any(|own| own.key() == var.key());
        if has { Ok(()) } else { Err(Error::MissingValue { name: var.name().to_owned() }) }
    }

    /// Returns an error if the draws lack some elements of a parameter, for methods that draw nothing.
    pub fn refuse_parts(&self) -> Result<(), Error> {
        let Some((var, _)) = self.parts.first() else { return Ok(()) };
        let name = var.name();
        Err(Error::results(format!("`{name}` has levels of which there are no draws")))
    }
}
