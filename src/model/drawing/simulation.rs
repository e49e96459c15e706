//! The state of one forward draw.

use crate::error::Error;
use crate::name::{Var, VarSet};
use crate::shape::Extent;
use rand::Rng;
use std::collections::{HashMap, HashSet};

/// One forward draw of a model's variables. Statements draw, and tell it what they drew.
///
/// Statements may stand in any order, so the model is walked through until each has had its turn.
pub struct Simulation<'r> {
    pub(crate) rng: &'r mut dyn Rng,
    /// True if data are drawn as well.
    pub(crate) draws_data: bool,
    /// True if data are drawn to be compared with those that there are.
    pub(crate) is_compared: bool,
    /// A variable that has its values, and is drawn as if it were data.
    pub(crate) replicated: Option<Var>,
    /// Variables that stand in the workspace: given, held, drawn or computed.
    known: HashSet<u64>,
    /// The elements that stand in the workspace, of each parameter that is drawn in parts.
    in_parts: HashMap<u64, Vec<bool>>,
    /// The variables that were drawn, and definitions that follow from them.
    drawn: HashSet<u64>,
    /// Variables that have been given a value, and whether their own statement counts.
    held: Vec<(u64, bool)>,
    /// The statements that have had their turn.
    is_done: Vec<bool>,
    next: usize,
    has_moved: bool,
    /// The number of steps that are drawn behind the values that there are, if series are to be continued.
    pub(crate) horizon: Option<usize>,
    /// The elements that are given, of each parameter of which some are: all but the last steps of a series,
    /// or the levels that draws have.
    given_in_part: HashMap<u64, Vec<bool>>,
    /// Parameters that are given by other levels than they were drawn with.
    relabelled: Vec<u64>,
    /// The names of the draws that parameters are given by, if there are any.
    pub(crate) given_by: Option<Vec<&'static str>>,
    /// The reason why this draw has no density.
    pub(crate) refused: Option<Error>,
    /// The variables that a law reads whose numbers make it none, where that is the error of this draw.
    pub(crate) without_law: Option<&'static VarSet>,
    /// Data that were drawn, with their statement.
    pub(crate) data: Vec<Replicate>,
    /// Memory for coordinates that nobody reads.
    pub(crate) point: Vec<f64>,
}

/// The values that were drawn in the place of data.
pub(crate) struct Replicate {
    /// The place of the statement in the model.
    pub turn: usize,
    pub statement: String,
    pub extent: Extent,
    pub values: Vec<f64>,
}

impl<'r> Simulation<'r> {
    /// A draw of a model with `dimension` coordinates.
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

    /// A draw that continues series, if there is a horizon.
    pub(crate) fn continuing(self, horizon: Option<usize>) -> Self {
        Self { horizon, ..self }
    }

    /// A draw of parameters of which some elements are given.
    pub(crate) fn given_in_part(self, parts: &[(Var, Vec<bool>)]) -> Self {
        let given_in_part = parts.iter().map(|(var, is_given)| (var.key(), is_given.clone())).collect();
        Self { given_in_part, ..self }
    }

    /// A draw given values that stood in other places, so that nobody knows whether they are in the support.
    pub(crate) fn relabelled(self, vars: &[Var]) -> Self {
        Self { relabelled: vars.iter().map(|var| var.key()).collect(), ..self }
    }

    /// The reason why a parameter has no value, where it is one that the draws which give the others lack.
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

    /// True if the values of a parameter stood in other places.
    pub(crate) fn is_relabelled(&self, var: Var) -> bool {
        self.relabelled.contains(&var.key())
    }

    /// The elements that are given, of `size`, of a parameter that is drawn.
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

    /// True if nothing is left to do, or nothing can be done.
    pub(crate) fn has_ended(&self) -> bool {
        self.refused.is_some() || !self.has_moved || self.is_done.iter().all(|is_done| *is_done)
    }

    /// True if a statement waits for variables that nobody draws.
    pub(crate) fn is_stuck(&self) -> bool {
        self.refused.is_none() && self.is_done.iter().any(|is_done| !is_done)
    }

    /// The place of the statement that asks, if it has not had its turn.
    pub(crate) fn turn(&mut self) -> Option<usize> {
        let turn = self.next;
        self.next += 1;
        if turn == self.is_done.len() {
            self.is_done.push(false);
        }
        (self.refused.is_none() && !self.is_done[turn]).then_some(turn)
    }

    /// The statement has nothing to do any more.
    pub(crate) fn end_turn(&mut self, turn: usize) {
        (self.is_done[turn], self.has_moved) = (true, true);
    }

    /// Tells that a variable has been given a value.
    pub(crate) fn hold(&mut self, var: Var, has_law: bool) {
        self.known.insert(var.key());
        self.held.push((var.key(), has_law));
    }

    /// True if the own statement counts of a variable that has been given a value; nothing if it has none.
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

    /// Sorts what was drawn of data by the order of their statements.
    pub(crate) fn sort_data(&mut self) {
        self.data.sort_by_key(|data| data.turn);
    }

    /// True if one of the variables was drawn.
    pub(crate) fn has_drawn(&self, vars: &VarSet) -> bool {
        (0..vars.len()).any(|place| self.drawn.contains(&vars.get(place).key()))
    }

    /// Tells that a definition has been computed from these variables.
    pub(crate) fn computed(&mut self, var: Var, from: &VarSet) {
        self.known.insert(var.key());
        if self.has_drawn(from) {
            self.drawn.insert(var.key());
        }
    }

    /// The elements, of `size`, that stand in the workspace of a parameter that is drawn in parts.
    pub(crate) fn elements(&mut self, var: Var, size: usize) -> &mut Vec<bool> {
        let given = &self.given_in_part;
        let is_given = || given.get(&var.key()).cloned().unwrap_or_else(|| vec![false; size]);
        self.in_parts.entry(var.key()).or_insert_with(is_given)
    }

    /// Tells that something has been done, without which a statement that waits might wait for ever.
    pub(crate) fn moved(&mut self) {
        self.has_moved = true;
    }

    /// Tells that a variable has been drawn.
    pub(crate) fn drew(&mut self, var: Var) {
        self.known.insert(var.key());
        self.drawn.insert(var.key());
    }
}
