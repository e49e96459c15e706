//! The state of one forward draw.

use crate::error::Error;
use crate::name::{Var, VarSet};
use crate::shape::Extent;
use rand::Rng;
use std::collections::{HashMap, HashSet};

/// One forward draw of a model's variables. Statements draw their variables and record them here.
///
/// Statements may stand in any order, so the simulation walks through the model until each statement is
/// done.
pub struct Simulation<'r> {
    pub(crate) rng: &'r mut dyn Rng,
    /// True if data are drawn as well.
    pub(crate) draws_data: bool,
    /// True if data are drawn for a comparison with the observed data.
    pub(crate) is_compared: bool,
    /// A variable that has values, but is drawn as if it were data.
    pub(crate) replicated: Option<Var>,
    /// The variables whose values are in the workspace: given, held, drawn or computed.
    known: HashSet<u64>,
    /// For each parameter that is drawn in parts, which of its elements are in the workspace.
    in_parts: HashMap<u64, Vec<bool>>,
    /// The variables that were drawn, and the definitions that depend on them.
    drawn: HashSet<u64>,
    /// The keys of the variables that have been given a value, each with true if the variable's own statement
    /// counts.
    held: Vec<(u64, bool)>,
    /// True for each statement that is done.
    is_done: Vec<bool>,
    next: usize,
    has_moved: bool,
    /// The number of steps that are drawn after the given values, if series are continued.
    pub(crate) horizon: Option<usize>,
    /// For each parameter with some given elements, which of its elements are given: all but the last steps
    /// of a series, or the levels that the draws contain.
    given_in_part: HashMap<u64, Vec<bool>>,
    /// The parameters whose given values belong to other levels than they were drawn with.
    relabelled: Vec<u64>,
    /// The names of the variables in the draws that give parameters their values, if there are such draws.
    pub(crate) given_by: Option<Vec<&'static str>>,
    /// The reason why this draw has no density.
    pub(crate) refused: Option<Error>,
    /// The variables that a law reads, if their values make the law invalid and this is the error of the
    /// draw.
    pub(crate) without_law: Option<&'static VarSet>,
    /// The data that were drawn, with their statements.
    pub(crate) data: Vec<Replicate>,
    /// Memory for coordinates that are computed but not used.
    pub(crate) point: Vec<f64>,
}

/// The values that were drawn instead of data.
pub(crate) struct Replicate {
    /// The number of the statement in the model.
    pub turn: usize,
    pub statement: String,
    pub extent: Extent,
    pub values: Vec<f64>,
}

impl<'r> Simulation<'r> {
    /// Returns an empty draw of a model with `dimension` coordinates.
    pub(crate) fn new(dimension: usize, rng: &'r mut dyn Rng) -> Self {
        Self {
            rng,
            draws_data: true,
            is_compared: false,
            replicated: None,
            known: HashSet::new(),
            in_parts: HashMap::new(),
            drawn: HashSet::new(),
            held: Vec::new(),
            is_done: Vec::new(),
            next: 0,
            has_moved: false,
            horizon: None,
            given_in_part: HashMap::new(),
            relabelled: Vec::new(),
            given_by: None,
            refused: None,
            without_law: None,
            data: Vec::new(),
            point: vec![0.0; dimension],
        }
    }

    /// Returns the draw, set to continue series by `horizon` steps, if a horizon is given.
    pub(crate) fn continuing(self, horizon: Option<usize>) -> Self {
        Self { horizon, ..self }
    }

    /// Returns the draw, with some elements of parameters given.
    pub(crate) fn given_in_part(self, parts: &[(Var, Vec<bool>)]) -> Self {
        let given_in_part = parts.iter().map(|(var, is_given)| (var.key(), is_given.clone())).collect();
        Self { given_in_part, ..self }
    }

    /// Returns the draw, with given values of `vars` from other places, so that the values may be outside
    /// the support.
    pub(crate) fn relabelled(self, vars: &[Var]) -> Self {
        Self { relabelled: vars.iter().map(|var| var.key()).collect(), ..self }
    }

    /// Returns the reason why a parameter has no value, if the draws that give the other parameters do not
    /// contain it.
    pub(crate) fn lacks(&self, name: &str) -> Option<String> {
        const SHOWN: usize = 8;
        let names = self.given_by.as_ref().filter(|names| !names.contains(&name))?;
        let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
        let more = if names.len() > SHOWN { ", …" } else { "" };
        let shown = shown.join(", ");
        Some(format!(
            "the draws have no `{name}` (they have {shown}{more}), and its law has no draws: give it draws of a model \
             that has `{name}`, or a law that can be drawn from"
        ))
    }

    /// Returns true if the given values of a parameter come from other places.
    pub(crate) fn is_relabelled(&self, var: Var) -> bool {
        self.relabelled.contains(&var.key())
    }

    /// Returns true for each given element of a drawn parameter with `size` elements.
    pub(crate) fn given_elements(&self, var: Var, size: usize) -> Vec<bool> {
        self.given_in_part.get(&var.key()).cloned().unwrap_or_else(|| vec![false; size])
    }

    /// Begins a draw in which some variables are given.
    pub(crate) fn restart(&mut self, given: &[Var]) {
        self.known = given.iter().map(|var| var.key()).collect();
        self.in_parts.clear();
        self.drawn.clear();
        self.is_done.fill(false);
        self.refused = None;
        self.data.clear();
    }

    /// Begins a walk through the model.
    pub(crate) fn start_walk(&mut self) {
        (self.next, self.has_moved) = (0, false);
        self.held.clear();
    }

    /// Returns true if nothing is left to do, or nothing more can be done.
    pub(crate) fn has_ended(&self) -> bool {
        self.refused.is_some() || !self.has_moved || self.is_done.iter().all(|is_done| *is_done)
    }

    /// Returns true if a statement waits for variables that no statement draws.
    pub(crate) fn is_stuck(&self) -> bool {
        self.refused.is_none() && self.is_done.iter().any(|is_done| !is_done)
    }

    /// Returns the number of the next statement in the walk, if it is not done.
    pub(crate) fn turn(&mut self) -> Option<usize> {
        let turn = self.next;
        self.next += 1;
        if turn == self.is_done.len() {
            self.is_done.push(false);
        }
        (self.refused.is_none() && !self.is_done[turn]).then_some(turn)
    }

    /// Marks a statement as done.
    pub(crate) fn end_turn(&mut self, turn: usize) {
        (self.is_done[turn], self.has_moved) = (true, true);
    }

    /// Records that a variable has been given a value.
    pub(crate) fn hold(&mut self, var: Var, has_law: bool) {
        self.known.insert(var.key());
        self.held.push((var.key(), has_law));
    }

    /// Returns true if the own statement of a variable with a given value counts; `None` if the variable has
    /// no given value.
    pub(crate) fn held(&self, var: Var) -> Option<bool> {
        if self.replicated.is_some_and(|replicated| replicated.key() == var.key()) {
            return Some(true);
        }
        self.held.iter().find(|(key, _)| *key == var.key()).map(|(_, has_law)| *has_law)
    }

    /// True if all variables have values.
    pub(crate) fn knows(&self, vars: &VarSet) -> bool {
        (0..vars.len()).all(|place| self.known.contains(&vars.get(place).key()))
    }

    /// Sorts the drawn data by the order of their statements.
    pub(crate) fn sort_data(&mut self) {
        self.data.sort_by_key(|data| data.turn);
    }

    /// True if one of the variables was drawn.
    pub(crate) fn has_drawn(&self, vars: &VarSet) -> bool {
        (0..vars.len()).any(|place| self.drawn.contains(&vars.get(place).key()))
    }

    /// Records that a definition has been computed from the variables `from`.
    pub(crate) fn computed(&mut self, var: Var, from: &VarSet) {
        self.known.insert(var.key());
        if self.has_drawn(from) {
            self.drawn.insert(var.key());
        }
    }

    /// Returns, for a parameter with `size` elements that is drawn in parts, which of its elements are in
    /// the workspace.
    pub(crate) fn elements(&mut self, var: Var, size: usize) -> &mut Vec<bool> {
        let given = &self.given_in_part;
        let is_given = || given.get(&var.key()).cloned().unwrap_or_else(|| vec![false; size]);
        self.in_parts.entry(var.key()).or_insert_with(is_given)
    }

    /// Records that something has changed in this walk, so that another walk may succeed.
    pub(crate) fn moved(&mut self) {
        self.has_moved = true;
    }

    /// Records that a variable has been drawn.
    pub(crate) fn drew(&mut self, var: Var) {
        self.known.insert(var.key());
        self.drawn.insert(var.key());
    }
}
