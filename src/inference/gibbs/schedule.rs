//! The steps of a sweep, in order.

use crate::model::conjugacy::UpdateRule;
use core::fmt;

/// The update of one parameter in a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScheduledUpdate {
    /// The parameter.
    pub name: &'static str,
    /// The rule by which the parameter is updated.
    pub rule: UpdateRule,
}

/// The steps of a sweep; each is given the newest values of all other parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Schedule {
    /// The steps in order.
    pub steps: Vec<ScheduledUpdate>,
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.steps.iter().map(|step| step.name.chars().count()).max().unwrap_or(0);
        for ScheduledUpdate { name, rule } in &self.steps {
            writeln!(f, "{name:width$}  {rule}")?;
        }
        Ok(())
    }
}
