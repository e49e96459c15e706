//! The log likelihood of each observation at one point.

use crate::name::Var;
use crate::shape::Extent;
use crate::simd::Frame;
use crate::statement::{BoundLaw, BoundVariable, EqNode};

/// The log densities of the statements with data on their left, observation by observation.
#[derive(Default)]
pub struct Observations {
    /// Variables that have been given a value, whether their own statement counts, and whether it is a value of the whole.
    held: Vec<(u64, bool, bool)>,
    pub(crate) all: Vec<Observation>,
    /// True if statements of parameters are wanted, and not those of data.
    is_of_parameters: bool,
}

/// The log densities of one statement.
pub(crate) struct Observation {
    pub statement: String,
    /// The parameter on the left; `None` for data.
    pub parameter: Option<&'static str>,
    pub extent: Extent,
    pub log_densities: Vec<f64>,
}

impl Observations {
    /// The log densities of the statements with parameters on their left that have no value, in the place of those of data.
    pub(crate) fn of_parameters() -> Self {
        Self { is_of_parameters: true, ..Self::default() }
    }

    /// Tells that a variable has been given a value, which counts unless one of the whole has been told of before.
    pub(crate) fn hold(&mut self, var: Var, has_law: bool, is_whole: bool) {
        if !self.held.iter().any(|&(key, _, is_whole)| is_whole && key == var.key()) {
            self.held.push((var.key(), has_law, is_whole));
        }
    }

    /// Adds a statement, if there is data on its left.
    pub(crate) fn observe<Target: BoundVariable, Law: BoundLaw<Target>>(
        &mut self,
        statement: &EqNode<Target, Law>,
        frame: &mut Frame<'_>,
    ) {
        let EqNode { variable, law, text, .. } = statement;
        let held = |var: Var| self.held.iter().any(|&(key, has_law, _)| has_law && key == var.key());
        let target = const { Target::TARGET.first() };
        if self.is_of_parameters {
            let is_known = |var: Var| self.held.iter().any(|&(key, ..)| key == var.key());
            if let Some(parameter) = target.filter(|var| Target::IS_PARAMETER && !is_known(*var)) {
                self.all.push(Observation {
                    statement: text.clone(),
                    parameter: Some(parameter.name()),
                    extent: variable.extent(),
                    log_densities: law.log_densities(variable, frame),
                });
            }
            return;
        }
        if target.is_none_or(held) {
            let mut log_densities = law.log_densities(variable, frame);
            let own = variable.extent();
            if log_densities.len() == own.size() && !variable.known_elements(frame).is_empty() {
                // Elements that were not seen are no observations.
                let seen = variable.seen_elements(frame);
                log_densities = seen.into_iter().map(|element| log_densities[element]).collect();
                if log_densities.is_empty() {
                    return;
                }
            }
            // One number an element, or one for a vector or a row as a whole.
            let extent = match log_densities.len() {
                count if count == own.size() => own,
                1 => Extent::Scalar,
                count => Extent::Vector(count),
            };
            self.all.push(Observation { statement: text.clone(), parameter: None, extent, log_densities });
        }
    }

    /// Begins another point.
    pub(crate) fn clear(&mut self) {
        self.held.clear();
        self.all.clear();
    }
}
