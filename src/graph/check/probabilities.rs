//! [`Rule::NoSimplex`]: parameters that are probabilities as they stand, and need not add up to 1.

use super::{Findings, Rule, Severity};
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
            findings.add(Rule::NoSimplex, Severity::Warning, place, message);
        }
        if let Some(weights) = vertex.laws().find_map(|law| free_weights(law, graph)) {
            let message = format!(
                "the weights of `{}` are the parameters `{}`, which need not add up to 1: let the last be what the others leave, as in \
                 `(p, 1.0 - p)`, or declare them together as `simplex({})`",
                graph.vertices[place].name,
                weights.join("`, `"),
                weights.len()
            );
            findings.add(Rule::NoSimplex, Severity::Warning, place, message);
        }
    }
}

/// The weights of a mixture, if each is a parameter of its own or the same one again: whatever their laws
/// are, nothing makes them add up to 1.
fn free_weights<'a>(law: &'a LawSketch, graph: &Graph) -> Option<Vec<&'a str>> {
    let weights = law.arguments().iter().filter(|argument| argument.role == ArgumentRole::Weight);
    let names: Vec<&str> = weights.map(|weight| number(&weight.value, graph)).collect::<Option<_>>()?;
    (names.len() > 1).then_some(names)
}

/// The parameter that is one number and that an expression is as it stands.
fn number<'a>(value: &'a ExpressionSketch, graph: &Graph) -> Option<&'a str> {
    let variable = bare(value)?;
    let vertex = graph.vertex(variable).ok()?;
    (vertex.kind == Kind::Parameter && vertex.extent == Extent::Scalar).then_some(variable)
}

/// The variables that are vectors of probabilities of a law as they stand.
fn plain_probabilities(law: &LawSketch) -> Vec<&str> {
    let is_probability = |argument: &&ArgumentSketch| {
        matches!(argument.role, ArgumentRole::Probabilities | ArgumentRole::Weight)
    };
    let values: Vec<&ExpressionSketch> =
        law.arguments().iter().filter(is_probability).map(|argument| &argument.value).collect();
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
    bare(value).filter(|_| value.extent().length().is_some())
}

/// The variable that an expression is as it stands.
fn bare(value: &ExpressionSketch) -> Option<&str> {
    let [variable] = value.variables() else { return None };
    (value.text() == variable).then_some(variable.as_str())
}

/// The variable that an expression is a single element of.
fn element(value: &ExpressionSketch) -> Option<&str> {
    let [variable] = value.variables() else { return None };
    let index = value.text().strip_prefix(variable.as_str())?.strip_prefix(".at(")?.strip_suffix(')')?;
    let is_one = index == "k" || index.bytes().all(|byte| byte.is_ascii_digit());
    is_one.then_some(variable.as_str())
}
