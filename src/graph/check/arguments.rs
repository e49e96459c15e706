//! [`LintRule::ArgumentDomain`]: parameters that may lie outside the domains of the arguments for which they
//! are used.

use super::{Findings, LintRule, Severity};
use crate::contract::family::Domain;
use crate::contract::sketch::{ExpressionSketch, Range};
use crate::contract::transform::BoundRole;
use crate::graph::Graph;

pub(super) fn check(graph: &Graph, findings: &mut Findings<'_>) {
    for (place, vertex) in graph.vertices.iter().enumerate() {
        for argument in vertex.laws().flat_map(|law| law.arguments()) {
            if let Some(domain) = argument.domain.filter(|domain| !domain.is_discrete()) {
                one(graph, place, &argument.name, domain, &argument.value, findings);
            }
        }
        for (role, bound) in vertex.support().into_iter().flat_map(|support| support.bounds()) {
            if *role == BoundRole::Multiplier {
                one(graph, place, &role.to_string(), Domain::Positive, bound, findings);
            }
        }
    }
}

fn one(
    graph: &Graph,
    place: usize,
    name: &str,
    domain: Domain,
    value: &ExpressionSketch,
    findings: &mut Findings<'_>,
) {
    let Some(variable) = value.variables().iter().find(|variable| is_part(value.text(), variable)) else {
        return;
    };
    let Some(support) = graph.vertex(variable).ok().and_then(|vertex| vertex.support()) else { return };
    if support.range().reaches_beyond(&Range::of(domain)) == Some(true) {
        let remedy = match domain {
            Domain::Positive | Domain::NonNegative if support.is_ordered() => {
                "declare it `positive_ordered(…)`"
            }
            _ => "declare it more narrowly",
        };
        let message = format!(
            "the {name} of `{}` must {}, but `{variable}` is declared {support}: {remedy}",
            graph.vertices[place].name,
            domain.rule()
        );
        findings.add(LintRule::ArgumentDomain, Severity::Warning, place, message);
    }
}

/// True if the text is that of a variable, or of one or some of its elements, `x.at(…)`.
fn is_part(text: &str, variable: &str) -> bool {
    let Some(rest) = text.strip_prefix(variable) else { return false };
    let Some(index) = rest.strip_prefix(".at") else { return rest.is_empty() };
    let mut depth = 0;
    let end = index.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.is_some_and(|end| index.starts_with('(') && end + 1 == index.len())
}
