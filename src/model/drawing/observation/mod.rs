//! The log likelihood of each observation at one point.

mod passes;

pub(crate) use passes::SumOfRows;

use crate::contract::transform::SupportKind;
use crate::frame::Frame;
use crate::model::drawing::turn::Turn;
use crate::name::{Var, VarSet};
use crate::shape::Extent;

/// The log densities of the statements with data on their left, observation by observation.
#[derive(Default)]
pub struct Observations {
    /// The variables that have been given a value; for each, true if its own statement counts, and true if
    /// the value is of the whole variable.
    held: Vec<(u64, bool, bool)>,
    pub(crate) all: Vec<Observation>,
    /// True if the log densities of statements about parameters are collected, not those of data.
    is_of_parameters: bool,
    /// The facts about the integrals of priors, if only these are collected.
    pub(crate) priors: Option<Priors>,
    /// The marginalised variables; statements that mention them are counted in passes of their sums.
    summed: Vec<VarSet>,
    /// The pass that is running, if there is one.
    pass: Option<SumOfRows>,
}

/// The facts about the integrals of priors.
pub(crate) struct Priors {
    pub unnormalised: Vec<Unnormalised>,
    /// The variables of factors that are not the law of a parameter or of data; such a factor may be part of
    /// a prior.
    pub factors: VarSet,
}

/// A statement of a parameter whose density does not integrate to one.
pub(crate) struct Unnormalised {
    pub statement: String,
    pub parameter: Var,
    /// True if the integral is known to be finite.
    pub is_bounded: bool,
}

/// The log densities of one statement.
pub(crate) struct Observation {
    pub statement: String,
    /// The parameter or the definition on the left; `None` for data and for parts.
    pub parameter: Option<&'static str>,
    pub extent: Extent,
    /// The elements to which the log densities belong, if these are not all elements.
    pub seen: Option<Seen>,
    pub log_densities: Vec<f64>,
    /// True if the law predicts each row from the earlier rows.
    pub is_given_the_past: bool,
}

/// Some elements of a value.
pub(crate) struct Seen {
    /// The extent of the value.
    pub of: Extent,
    /// The indices of the elements, row by row; the indices of a matrix are in the order of its names.
    pub places: Vec<usize>,
}

impl Observations {
    /// Returns an empty collection for the statements of parameters without a given value, instead of the
    /// statements of data.
    pub(crate) fn of_parameters() -> Self {
        Self { is_of_parameters: true, ..Self::default() }
    }

    /// Returns an empty collection for facts about the integrals of priors, without log densities.
    pub(crate) fn of_priors() -> Self {
        let priors = Priors { unnormalised: Vec::new(), factors: VarSet::EMPTY };
        Self { priors: Some(priors), ..Self::of_parameters() }
    }

    /// Adds the variables of a factor that is not the law of a parameter or of data.
    pub(crate) fn add_factor(&mut self, vars: &VarSet) {
        if let Some(priors) = &mut self.priors {
            priors.factors = priors.factors.union(vars);
        }
    }

    /// Adds the statement of a parameter if its density does not integrate to one.
    fn add_unnormalised(&mut self, turn: Turn<'_>, parameter: Var, frame: &Frame<'_>) {
        let Turn { variable, text, facts, .. } = turn;
        let is_between = facts.variable.support.kind.is(SupportKind::Between);
        // On the interval from 0 to 1 a flat density is the uniform density.
        let is_proper = is_between && (!facts.law.is_flat || variable.is_standard());
        let is_known = variable.known_elements(frame).len() == variable.whole_size();
        if is_proper || is_known || variable.is_filled() || self.holds(parameter) {
            return;
        }
        if let Some(priors) = &mut self.priors {
            priors.unnormalised.push(Unnormalised {
                statement: text.to_owned(),
                parameter,
                is_bounded: is_between,
            });
        }
    }

    /// Records that a variable has been given a value; the record is skipped if a value of the whole
    /// variable is recorded already.
    pub(crate) fn hold(&mut self, var: Var, has_law: bool, is_whole: bool) {
        if !self.held.iter().any(|&(key, _, is_whole)| is_whole && key == var.key()) {
            self.held.push((var.key(), has_law, is_whole));
        }
    }

    /// Adds a statement if it belongs to the collection: normally, if it has data on its left.
    pub(crate) fn observe(&mut self, turn: Turn<'_>, frame: &mut Frame<'_>) {
        let Turn { variable, law, text, owners, facts } = turn;
        let held = |var: Var| self.held.iter().any(|&(key, has_law, _)| has_law && key == var.key());
        let target = facts.variable.var();
        if self.summed.iter().any(|vars| !facts.law.vars.is_disjoint(vars)) {
            return;
        }
        if let Some(pass) = &self.pass {
            // A law that ties elements together does not contribute a row to any one element.
            if !facts.law.vars.is_disjoint(&pass.vars) && !facts.law.couples_elements {
                let (rows, is_seen) = (turn.log_densities(frame), target.is_none_or(held));
                let elements = owners.map(|owners| owners.elements(frame));
                let own = variable.seen_elements(frame);
                let own = if rows.len() == variable.extent().size() { own } else { None };
                self.add_rows_to_pass(&rows, elements.as_deref(), own, is_seen, text);
            }
            return;
        }
        if self.priors.is_some() {
            if facts.variable.is_definition() {
                self.add_factor(facts.law.vars);
            }
            if let (true, Some(parameter)) =
                (facts.variable.is_parameter() && !facts.law.is_normalised, target)
            {
                self.add_unnormalised(turn, parameter, frame);
            }
            return;
        }
        if self.is_of_parameters {
            let is_known = |var: Var| self.held.iter().any(|&(key, ..)| key == var.key());
            if let Some(parameter) = target.filter(|var| !is_known(*var)) {
                let log_densities = turn.log_densities(frame);
                let extent = extent_of(log_densities.len(), variable.extent());
                // A part may contain all elements in another order.
                let is_all = facts.variable.is_part() && extent == Extent::Vector(variable.whole_size());
                let seen = is_all.then(|| Seen { of: extent, places: variable.elements(frame) });
                let (statement, parameter) = (text.to_owned(), Some(parameter.name()));
                self.all.push(Observation {
                    statement,
                    parameter,
                    extent,
                    seen,
                    log_densities,
                    is_given_the_past: law.is_sequential(),
                });
            }
            return;
        }
        if target.is_none_or(held) {
            let log_densities = turn.log_densities(frame);
            let (own, seen) = (variable.extent(), variable.seen_elements(frame));
            self.add_seen(
                Observation {
                    statement: text.to_owned(),
                    parameter: target.filter(|_| !facts.variable.is_part()).map(Var::name),
                    extent: extent_of(log_densities.len(), own),
                    seen: None,
                    log_densities,
                    is_given_the_past: law.is_sequential(),
                },
                own,
                seen,
            );
        }
    }

    /// Adds the log densities of a statement. If there are as many log densities as elements, in the extent
    /// `own`, only those in the places `seen` are added, because the other elements are not observations.
    fn add_seen(&mut self, mut observation: Observation, own: Extent, seen: Option<Vec<usize>>) {
        let log_densities = &mut observation.log_densities;
        if let Some(mut places) = seen.filter(|_| log_densities.len() == own.size()) {
            let (_, columns) = own.rows_and_columns();
            places.sort_by_key(|place| (place % columns, *place));
            *log_densities = places.iter().map(|place| log_densities[*place]).collect();
            if log_densities.is_empty() {
                return;
            }
            observation.extent = Extent::Vector(log_densities.len());
            observation.seen = Some(Seen { of: own, places });
        }
        self.all.push(observation);
    }

    /// True if a variable has been given a value as a whole.
    pub(crate) fn holds(&self, var: Var) -> bool {
        self.held.iter().any(|&(key, _, is_whole)| is_whole && key == var.key())
    }

    /// Clears the collection for another point.
    pub(crate) fn clear(&mut self) {
        self.held.clear();
        self.all.clear();
    }
}

/// Returns the extent of the log densities of a value: one number for each element, or one for a vector or a
/// row as a whole.
fn extent_of(count: usize, own: Extent) -> Extent {
    match count {
        count if count == own.size() => own,
        1 => Extent::Scalar,
        count => Extent::Vector(count),
    }
}
