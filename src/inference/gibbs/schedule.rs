//! What a sweep does, in its order.

use crate::model::conjugacy::Rule;
use core::fmt;

/// One parameter of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The parameter.
    pub name: &'static str,
    /// The rule by which the parameter is updated.
    pub rule: Rule,
}

/// The steps of a sweep, each given the newest values of all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The steps in their order.
    pub steps: Vec<Step>,
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.steps.iter().map(|step| step.name.chars().count()).max().unwrap_or(0);
        for Step { name, rule } in &self.steps {
            writeln!(f, "{name:width$}  {rule}")?;
        }
        Ok(())
    }
}
