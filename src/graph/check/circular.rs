//! [`LintRule::Circular`] and [`LintRule::NoStatement`].

use super::{Findings, LintRule, Severity};
use crate::contract::sketch::Kind;
use crate::graph::Graph;

pub(super) fn check(graph: &Graph, findings: &mut Findings<'_>) {
    for circle in graph.circles() {
        let is_parameter = |&place: &usize| graph.vertices[place].kind == Kind::Parameter;
        let Some(first) = circle.iter().copied().find(is_parameter) else { continue };
        let others = graph.names(circle.iter().copied().filter(|&place| place != first));
        let by =
            if others.is_empty() { String::new() } else { format!(" by way of `{}`", others.join("`, `")) };
        let message = format!(
            "`{}` depends on itself{by}, so its statement is no density of it given the others; write what is meant as \
             `increment(…)`, or give it a law that does not mention it",
            graph.vertices[first].name
        );
        findings.add(LintRule::Circular, Severity::Warning, first, message);
    }
    for (place, vertex) in graph.vertices.iter().enumerate() {
        if vertex.kind == Kind::Parameter && vertex.has_no_law() {
            let name = &vertex.name;
            let message = if graph.is_in_factor(place) {
                format!(
                    "`{name}` has no statement; if an increment is its prior, add `{name} |= flat()`, here or \
                     in another part"
                )
            } else {
                format!("`{name}` has no statement; give it one here, or in another part")
            };
            findings.add(LintRule::NoStatement, Severity::Note, place, message);
        }
    }
}
