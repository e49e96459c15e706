//! [`Rule::NoSimplex`]: parameters that are probabilities as they stand, and need not add up to 1.

use super::{Findings, Rule, Severity};
use crate::contract::family::Property;
use crate::contract::sketch::{ExpressionSketch, LawSketch};
use crate::graph::Graph;

pub(super) fn check(graph: &Graph, findings: &mut Findings<'_>) {
    for (place, vertex) in graph.vertices.iter().enumerate() {
        let mut found: Vec<&str> = vertex.laws().flat_map(|law| plain_probabilities(law)).collect();
        found.dedup();
        for variable in found {
            let support = graph.vertex(variable).ok().and_then(|vertex| vertex.support());
            let Some(support) = support.filter(|support| support.is_elementwise()) else { continue };
            let message = format!(
                "the probabilities of `{}` are `{variable}`, which is declared {support}, so that they need not add up to 1: declare it as \
                 `simplex(…)`, or rows of them, or divide it by its sum",
                graph.vertices[place].name
            );
            findings.add(Rule::NoSimplex, Severity::Warning, place, message);
        }
    }
}

/// The variables that are vectors of probabilities of a law as they stand.
fn plain_probabilities(law: &LawSketch) -> Vec<&str> {
    let named = |names: &[&str]| {
        let arguments = law.arguments().iter().filter(|argument| names.contains(&argument.name.as_str()));
        arguments.map(|argument| &argument.value).collect::<Vec<_>>()
    };
    let values = match law.name() {
        "markov_chain" => named(&["initial", "transition"]),
        "mixture" => named(&["weight"]),
        _ => {
            let of_place = |property: &Property| match *property {
                Property::Probabilities(place) if place > 0 => Some(&law.arguments()[place - 1].value),
                _ => None,
            };
            law.properties().iter().filter_map(of_place).collect()
        }
    };
    // The weights of a mixture are the elements of a vector, if that is what was given.
    if let Some(variable) = values.first().and_then(|first| element(first))
        && values.iter().all(|value| element(value) == Some(variable))
    {
        return vec![variable];
    }
    values.into_iter().filter_map(plain).collect()
}

/// The variable that an expression is as it stands, if it is no single number.
fn plain(value: &ExpressionSketch) -> Option<&str> {
    let [variable] = value.variables() else { return None };
    (value.text() == variable && value.extent().length().is_some()).then_some(variable.as_str())
}

/// The variable that an expression is a single element of.
fn element(value: &ExpressionSketch) -> Option<&str> {
    let [variable] = value.variables() else { return None };
    let index = value.text().strip_prefix(variable.as_str())?.strip_prefix(".at(")?.strip_suffix(')')?;
    let is_one = index == "k" || index.bytes().all(|byte| byte.is_ascii_digit());
    is_one.then_some(variable.as_str())
}
