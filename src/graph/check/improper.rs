//! [`LintRule::ImproperPrior`]: priors whose integral is infinite, unless an `increment` about the parameter
//! may be its prior.

use super::{Findings, LintRule, Prior, Severity};
use crate::contract::family::Property;
use crate::contract::sketch::Limit;
use crate::graph::Graph;
use core::f64::consts::TAU;

pub(super) fn check(graph: &Graph, prior: &Prior<'_>, findings: &mut Findings<'_>) {
    let Prior { place, name, support, law } = prior;
    if law.is(Property::Improper) && !support.is_bounded() && !graph.is_in_factor(*place) {
        let (severity, rest) = if graph.reaches_observations(*place) {
            (Severity::Note, "so the posterior is proper only if the data make it so; a weak prior is safer")
        } else {
            (Severity::Warning, "and no data make the posterior proper; give it a prior")
        };
        let message = format!("the prior of `{name}`, flat on {support}, is improper, {rest}");
        findings.add(LintRule::ImproperPrior, severity, *place, message);
    }
    if law.is(Property::Periodic) && !is_within_a_turn(&support.range().lower, &support.range().upper) {
        let message = format!(
            "`{name}` follows {}, which repeats itself every 2π, on {support}: declare it `interval(-PI, PI)`",
            law.name()
        );
        findings.add(LintRule::ImproperPrior, Severity::Warning, *place, message);
    }
}

fn is_within_a_turn(lower: &Limit, upper: &Limit) -> bool {
    match (lower, upper) {
        (Limit::Numbers(least, _), Limit::Numbers(_, greatest)) => greatest - least <= TAU * (1.0 + 1e-9),
        _ => false,
    }
}
