//! [`Rule::ArgumentDomain`]: parameters that can be where the arguments they are used for cannot.

use super::{Findings, Rule, Severity};
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
    let [variable] = value.variables() else { return };
    let rest = value.text().strip_prefix(variable.as_str());
    let is_plain = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(".at("));
    let support = graph.vertex(variable).ok().and_then(|vertex| vertex.support());
    let Some(support) = support.filter(|_| is_plain) else { return };
    if support.range().reaches_beyond(&Range::of(domain)) == Some(true) {
        let message = format!(
            "the {name} of `{}` must {}, but `{variable}` is declared {support}: declare it more narrowly",
            graph.vertices[place].name,
            domain.rule()
        );
        findings.add(Rule::ArgumentDomain, Severity::Warning, place, message);
    }
}
