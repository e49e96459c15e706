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
    /// Variables that have been given a value, whether their own statement counts, and whether it is a value
    /// of the whole.
    held: Vec<(u64, bool, bool)>,
    pub(crate) all: Vec<Observation>,
    /// True if statements of parameters are wanted, and not those of data.
    is_of_parameters: bool,
    /// What is known of the integrals of priors, if this is wanted and nothing else.
    pub(crate) priors: Option<Priors>,
    /// The variables that are marginalised, whose statements are left to passes.
    summed: Vec<VarSet>,
    /// The pass that goes on.
    pass: Option<SumOfRows>,
}

/// What is known of the integrals of priors.
pub(crate) struct Priors {
    pub unnormalised: Vec<Unnormalised>,
    /// The variables of factors that are no law of a parameter or of data, of which a prior may be made.
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
    /// The elements that the numbers are of, if they are not all.
    pub seen: Option<Seen>,
    pub log_densities: Vec<f64>,
    /// True if the law predicts each row from those before it.
    pub is_given_the_past: bool,
}

/// Some elements of a value.
pub(crate) struct Seen {
    /// The extent of the value.
    pub of: Extent,
    /// The places of the elements, row after row; those of a matrix are in the order of names.
    pub places: Vec<usize>,
}

impl Observations {
    /// The log densities of the statements with parameters on their left that have no value, in the place of
    /// those of data.
    pub(crate) fn of_parameters() -> Self {
        Self { is_of_parameters: true, ..Self::default() }
    }

    /// What is known of the integrals of priors, and no log densities.
    pub(crate) fn of_priors() -> Self {
        let priors = Priors { unnormalised: Vec::new(), factors: VarSet::EMPTY };
        Self { priors: Some(priors), ..Self::of_parameters() }
    }

    /// Adds the variables of a factor that is no law of a parameter or of data.
    pub(crate) fn add_factor(&mut self, vars: &VarSet) {
        if let Some(priors) = &mut self.priors {
            priors.factors = priors.factors.union(vars);
        }
    }

    /// Adds the statement of a parameter if its density does not integrate to one.
    fn add_unnormalised(&mut self, turn: Turn<'_>, parameter: Var, frame: &Frame<'_>) {
        let Turn { variable, text, facts, .. } = turn;
        let is_between = facts.variable.support.kind.is(SupportKind::Between);
        // Between 0 and 1 a flat density is the uniform one.
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

    /// Tells that a variable has been given a value, which counts unless one of the whole has been told of
    /// before.
    pub(crate) fn hold(&mut self, var: Var, has_law: bool, is_whole: bool) {
        if !self.held.iter().any(|&(key, _, is_whole)| is_whole && key == var.key()) {
            self.held.push((var.key(), has_law, is_whole));
        }
    }

    /// Adds a statement, if there is data on its left.
    pub(crate) fn observe(&mut self, turn: Turn<'_>, frame: &mut Frame<'_>) {
        let Turn { variable, law, text, owners, facts } = turn;
        let held = |var: Var| self.held.iter().any(|&(key, has_law, _)| has_law && key == var.key());
        let target = facts.variable.var();
        if self.summed.iter().any(|vars| !facts.law.vars.is_disjoint(vars)) {
            return;
        }
        if let Some(pass) = &self.pass {
            // The law that ties the elements is no row of any.
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
                // A part may have all elements, in another order.
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

    /// Adds the log densities of a statement. Of a variable with as many elements as there are log
    /// densities, whose extent is `own`, those alone that stand in the places `seen`: other elements are no
    /// observations.
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

    /// Begins the observations at another point.
    pub(crate) fn clear(&mut self) {
        self.held.clear();
        self.all.clear();
    }
}

/// The extent of the log densities of a value: one number an element, or one for a vector or a row as a
/// whole.
fn extent_of(count: usize, own: Extent) -> Extent {
    match count {
        count if count == own.size() => own,
        1 => Extent::Scalar,
        count => Extent::Vector(count),
    }
}
