//! Probabilities of the values of marginalised variables.

use super::chain::{hidden_states, kept};
use crate::error::Error;
use crate::frame::Frame;
use crate::labels::{Labels, SideLevels};
use crate::model::{SummedOut, VisitSummed};
use crate::name::VarSet;
use crate::posterior::VariableInfo;
use crate::shape::Extent;

/// Collects the probabilities of one variable.
pub(super) struct Probabilities {
    pub name: &'static str,
    /// The names of its elements.
    pub levels: SideLevels,
    /// The names of all marginalised variables.
    pub seen: Vec<&'static str>,
    /// The names of the variables that have probabilities.
    pub discrete: Vec<&'static str>,
    pub error: Option<Error>,
    pub info: Option<VariableInfo>,
    /// The probabilities in the order (draw, element, value).
    pub values: Vec<f64>,
}

impl VisitSummed for Probabilities {
    fn weigh(&mut self, _: f64) {}

    fn visit(&mut self, variable: &SummedOut, frame: &mut Frame<'_>) {
        let SummedOut { name, blanket, .. } = variable;
        let is_continuous = variable.posterior(frame, 0).is_some() || variable.together.is_some();
        if *name == self.name && !is_continuous {
            let before = self.seen.iter().find(|seen| **seen != *name && mentions(blanket, seen));
            if let Some(before) = before {
                let reason = format!(
                    "given the other parameters it depends on `{before}`, which was marginalised after it: marginalise it last"
                );
                self.error = Some(Error::NotSummed { statement: String::new(), name, reason });
            }
            let columns = variable.count();
            if self.info.is_none() {
                self.info = Some(table_of(variable, self.levels));
            }
            if let Some(states) = hidden_states(variable, frame) {
                let Some(states) = kept(states, &mut self.error) else { return };
                // `smoothed` has a row for each state; the values here have a row for each element.
                let (smoothed, length) = (states.smoothed(), variable.length());
                let rows =
                    (0..length).flat_map(|element| smoothed.iter().skip(element).step_by(length).copied());
                self.values.extend(rows);
                return;
            }
            for element in 0..variable.length() {
                self.values.extend((0..columns).map(|number| variable.probability(frame, element, number)));
            }
        }
        if !self.seen.contains(name) {
            self.seen.push(name);
        }
        if !is_continuous && !self.discrete.contains(name) {
            self.discrete.push(name);
        }
    }
}

/// Describes the table of a variable's probabilities: a vector for a scalar, else a row for each element.
/// The rows have the names of the elements, and values that do not count from 0 name their probabilities.
fn table_of(variable: &SummedOut, own: SideLevels) -> VariableInfo {
    let columns = variable.count();
    let values: Vec<i64> = (0..columns).map(|number| variable.value(number) as i64).collect();
    let names = (variable.lowest != 0.0).then(|| Labels::from(&values).levels());
    let (extent, levels) = match variable.extent {
        Extent::Scalar => (Extent::Vector(columns), SideLevels::of_vector(names)),
        _ => {
            let length = variable.length() * columns;
            (Extent::Matrix { length, columns }, SideLevels { rows: own.rows, columns: names })
        }
    };
    VariableInfo::behind(&[], variable.name, extent, false).with_levels(levels)
}

/// Returns true if a variable of this name is in the set.
fn mentions(vars: &VarSet, name: &str) -> bool {
    (0..vars.len()).any(|place| vars.get(place).name() == name)
}
