//! The log likelihood of each observation at one point.

use crate::model::Variable;
use crate::name::Var;
use crate::shape::Extent;
use crate::simd::Frame;

/// The log densities of the statements with data on their left, observation by observation.
#[derive(Default)]
pub struct Observations {
    /// Variables that have been given a value, and whether their own statement counts.
    held: Vec<(u64, bool)>,
    pub(super) all: Vec<Observation>,
}

/// The log densities of one statement.
pub(super) struct Observation {
    pub statement: String,
    pub extent: Extent,
    pub log_densities: Vec<f64>,
}

impl Observations {
    /// Tells that a variable has been given a value.
    pub(crate) fn hold(&mut self, var: Var, has_law: bool) {
        self.held.push((var.key(), has_law));
    }

    /// Adds a statement, if there is data on its left.
    pub(crate) fn observe<Target: Variable>(
        &mut self,
        variable: &Target,
        text: impl FnOnce() -> String,
        frame: &mut Frame<'_>,
        log_densities: impl FnOnce(&mut Frame<'_>) -> Vec<f64>,
    ) {
        let held = |var: Var| self.held.iter().any(|&(key, has_law)| has_law && key == var.key());
        if const { Target::TARGET.first() }.is_none_or(held) {
            let mut log_densities = log_densities(frame);
            let own = Extent::of(variable);
            let known = variable.known_elements(frame);
            if log_densities.len() == own.size() && !known.is_empty() {
                // Elements without a value are no observations.
                log_densities = known.into_iter().map(|element| log_densities[element]).collect();
            }
            // One number an element, or one for a vector or a row as a whole.
            let extent = match log_densities.len() {
                count if count == own.size() => own,
                1 => Extent::Scalar,
                count => Extent::Vector(count),
            };
            self.all.push(Observation { statement: text(), extent, log_densities });
        }
    }

    /// Begins another point.
    pub(super) fn clear(&mut self) {
        self.held.clear();
        self.all.clear();
    }
}
