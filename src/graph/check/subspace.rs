//! [`LintRule::CutPrior`] for parameters on supports with fewer dimensions than elements, such as
//! [`sum_to_zero`](crate::support::sum_to_zero()): there the integral of a law of the elements is not one,
//! but depends on the law's arguments.
//!
//! For n elements x with r sums that are 0, under a law with the location 0 and the scale τ, the integral
//! is c τ⁻ʳ. So the statements about x and τ are equal to a model in which the prior of τ is p(τ) τ⁻ʳ. This
//! prior has no finite integral if p(τ) is about τᵏ at 0 with k ≤ r − 1. Data do not repair it, unless they
//! exclude x = 0 or depend on τ in another way.

use super::{Findings, LintRule, Prior, Severity};
use crate::contract::family::Property;
use crate::contract::sketch::{LawSketch, Limit};
use crate::graph::Graph;

pub(super) fn check(graph: &Graph, prior: &Prior<'_>, findings: &mut Findings<'_>) {
    let Prior { place, name, support, law } = prior;
    let Some(own_laws) = support.own_laws().filter(|_| !law.is_of_whole()) else { return };
    let mentioned = law.arguments().iter().flat_map(|argument| argument.value.variables());
    let mentioned: Vec<String> = mentioned.cloned().collect();
    let mut varying = graph.parameters_in(&mentioned);
    varying.retain(|other| other != place);
    if varying.is_empty() {
        return;
    }
    let names: Vec<String> =
        varying.iter().map(|&other| format!("`{}`", graph.vertices[other].name())).collect();
    let (names, power) = (names.join(" and "), power_of_scale(graph, prior).unwrap_or_default());
    let message = format!(
        "the support of `{name}`, {}, has fewer dimensions than elements, and the integral of {} there \
         depends on {names}, so the prior of {names} is not the law of its own statement{power}; laws for \
         such a parameter are {own_laws}",
        support.name(),
        law.name(),
    );
    findings.add(LintRule::CutPrior, Severity::Warning, *place, message);
}

/// The text about the power of the scale by which its prior is multiplied, if the power is known.
fn power_of_scale(graph: &Graph, prior: &Prior<'_>) -> Option<String> {
    let Prior { place, support, law, .. } = prior;
    let sums = support.zero_sums();
    let (location, scale) = law.properties().iter().find_map(|property| match *property {
        Property::LocationScale(location, scale) => Some((location, scale)),
        _ => None,
    })?;
    let [location, scale] = [location, scale].map(|place| &law.arguments()[place - 1].value);
    if sums == 0 || location.number() != Some(0.0) {
        return None;
    }
    let divisor = match sums {
        1 => scale.text().to_owned(),
        sums => format!("{}^{sums}", scale.text()),
    };
    let words = format!(", but that divided by {divisor}");
    let only = graph.vertices.iter().position(|vertex| vertex.name() == scale.text());
    let Some(only) = only.filter(|&only| graph.through_definitions(only, &graph.children) == [*place]) else {
        return Some(words);
    };
    let scale = &graph.vertices[only];
    let starts_at_zero = scale.support().is_some_and(|support| support.range().lower == Limit::at(0.0));
    match scale.law() {
        Some(law) if starts_at_zero && is_at_least_power(law, sums) => {
            Some(format!("{words}, with a pole at 0 that has no finite integral, whatever the data are"))
        }
        _ => Some(words),
    }
}

/// True if it is known that a density is at least c τ^(sums − 1) near 0.
fn is_at_least_power(law: &LawSketch, sums: usize) -> bool {
    let is_inside = |law: &LawSketch| {
        let Some(range) = law.range() else { return false };
        let is_periodic = law.is(Property::Periodic);
        let is_on_edge = range.lower == Limit::at(0.0)
            && law.properties().iter().any(|property| matches!(property, Property::Between(..)));
        !is_periodic && (range.lower.is_below(&Limit::at(0.0)) == Some(true) || is_on_edge)
    };
    let shape = law.properties().iter().find_map(|property| match *property {
        Property::PowerAtZero(shape) => law.arguments()[shape - 1].value.number(),
        _ => None,
    });
    law.is(Property::PositiveAtZero) || is_inside(law) || shape.is_some_and(|shape| shape <= sums as f64)
}
