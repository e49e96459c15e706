//! [`Rule::PriorSupport`], [`Rule::CutPrior`] and [`Rule::UniformPrior`]: a parameter's declaration beside
//! its prior's own support.

use super::{Findings, Prior, Rule, Severity};
use crate::contract::family::Property;
use crate::contract::sketch::Limit;
use crate::graph::Graph;

pub(super) fn check(graph: &Graph, prior: &Prior<'_>, findings: &mut Findings<'_>) {
    let Prior { place, name, support, law } = prior;
    let Some(range) = law.range() else { return };
    let declared = support.range();
    if support.is_ordered() && declared.reaches_beyond(range) == Some(true) {
        let remedy = if range.lower == Limit::at(0.0) && range.upper.is_infinite() {
            "declare it `positive_ordered(…)`"
        } else {
            "let a function of what is ordered have this prior"
        };
        let message = format!(
            "`{name}` is declared ordered, but {} is zero outside {range}: {remedy}, so that the sampler meets no wall",
            law.name()
        );
        findings.add(Rule::PriorSupport, Severity::Warning, *place, message);
    }
    if !support.is_elementwise() || support.is_discrete() {
        return;
    }
    let is_wider = declared.reaches_beyond(range);
    let is_narrower = range.reaches_beyond(declared);
    if law.properties().iter().any(|property| matches!(property, Property::Between(..))) {
        if is_wider != Some(false) || is_narrower != Some(false) {
            let severity = if is_wider == Some(true) { Severity::Warning } else { Severity::Note };
            let message = format!(
                "`{name}` is declared {support} and has a uniform prior on {range}: declare it \
                 `interval({}, {})`, or better give it a prior without hard limits",
                range.lower, range.upper
            );
            findings.add(Rule::UniformPrior, severity, *place, message);
        }
        return;
    }
    if law.is(Property::Improper) || law.is(Property::Periodic) {
        return;
    }
    if is_wider == Some(true) {
        let message = format!(
            "`{name}` is declared {support}, but {} is zero outside {range}: declare it there, so that the sampler meets no \
             wall",
            law.name()
        );
        findings.add(Rule::PriorSupport, Severity::Warning, *place, message);
    }
    if is_narrower == Some(true) && !is_half_of_symmetric(prior) {
        let varies =
            law.arguments().iter().any(|argument| graph.depends_on_parameters(argument.value.variables()));
        let (severity, rest) = if varies {
            let rest = "which depends on parameters, so their posterior is not what the statement says; write \
                        `.truncated(…)`";
            (Severity::Warning, rest)
        } else {
            (Severity::Note, "a constant, unless the bounds vary; `.truncated(…)` would count it")
        };
        let message = format!(
            "the prior of `{name}`, {}, is cut to {declared} without being divided by the probability of that, {rest}",
            law.name()
        );
        findings.add(Rule::CutPrior, severity, *place, message);
    }
}

/// Half of a symmetric distribution, of which the probability is ½ whatever its scale is.
fn is_half_of_symmetric(prior: &Prior<'_>) -> bool {
    let range = prior.support.range();
    let bound = match (&range.lower, &range.upper) {
        (bound, limit) | (limit, bound) if limit.is_infinite() && !bound.is_infinite() => bound,
        _ => return false,
    };
    let location = prior.law.argument("location").map_or(Limit::at(0.0), Limit::of);
    prior.law.is(Property::Symmetric) && *bound == location
}
