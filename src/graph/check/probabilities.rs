//! [`LintRule::NoSimplex`]: parameters that are used directly as probabilities, but need not add up to 1.

use super::{Findings, LintRule, Severity};
use crate::contract::sketch::{ArgumentRole, ArgumentSketch, ExpressionSketch, Kind, LawSketch};
use crate::graph::Graph;
use crate::shape::Extent;

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
            findings.add(LintRule::NoSimplex, Severity::Warning, place, message);
        }
        if let Some(weights) = vertex.laws().find_map(|law| free_weights(law, graph)) {
            let message = format!(
                "the weights of `{}` are the parameters `{}`, which need not add up to 1: let the last be what the others leave, as in \
                 `(p, 1.0 - p)`, or declare them together as `simplex({})`",
                graph.vertices[place].name,
                weights.join("`, `"),
                weights.len()
            );
            findings.add(LintRule::NoSimplex, Severity::Warning, place, message);
        }
    }
}

/// The weights of a mixture, if each of them is a parameter, not necessarily a different one: for any laws
/// of the parameters, nothing makes the weights add up to 1.
fn free_weights<'a>(law: &'a LawSketch, graph: &Graph) -> Option<Vec<&'a str>> {
    let weights = law.arguments().iter().filter(|argument| argument.role == ArgumentRole::Weight);
    let names: Vec<&str> = weights.map(|weight| number(&weight.value, graph)).collect::<Option<_>>()?;
    (names.len() > 1).then_some(names)
}

/// The parameter, if the expression is a parameter and a single number.
fn number<'a>(value: &'a ExpressionSketch, graph: &Graph) -> Option<&'a str> {
    let variable = bare(value)?;
    let vertex = graph.vertex(variable).ok()?;
    (vertex.kind == Kind::Parameter && vertex.extent == Extent::Scalar).then_some(variable)
}

/// The variables that are used directly as vectors of probabilities in a law.
fn plain_probabilities(law: &LawSketch) -> Vec<&str> {
    let is_probability = |argument: &&ArgumentSketch| {
        matches!(argument.role, ArgumentRole::Probabilities | ArgumentRole::Weight)
    };
    let values: Vec<&ExpressionSketch> =
        law.arguments().iter().filter(is_probability).map(|argument| &argument.value).collect();
    // If the weights of a mixture were given as a vector, they are its elements.
    if let Some(variable) = values.first().and_then(|first| element(first))
        && values.iter().all(|value| element(value) == Some(variable))
    {
        return vec![variable];
    }
    values.into_iter().filter_map(plain).collect()
}

/// The variable, if the expression is a variable and not a single number.
fn plain(value: &ExpressionSketch) -> Option<&str> {
    bare(value).filter(|_| value.extent().length().is_some())
}

/// The variable, if the expression is a variable.
fn bare(value: &ExpressionSketch) -> Option<&str> {
    let [variable] = value.variables() else { return None };
    (value.text() == variable).then_some(variable.as_str())
}

/// The variable, if the expression is a single element of a variable.
fn element(value: &ExpressionSketch) -> Option<&str> {
    let [variable] = value.variables() else { return None };
    let index = value.text().strip_prefix(variable.as_str())?.strip_prefix(".at(")?.strip_suffix(')')?;
    let is_one = index == "k" || index.bytes().all(|byte| byte.is_ascii_digit());
    is_one.then_some(variable.as_str())
}
