//! [`LintRule::Cutpoints`]: the number and the order of the cutpoints of ordered categories.

use super::{Findings, LintRule, Severity};
use crate::contract::sketch::{ArgumentRole, Kind, Vertex};
use crate::graph::Graph;
use crate::shape::Extent;

pub(super) fn check(graph: &Graph, findings: &mut Findings<'_>) {
    for (place, vertex) in graph.vertices.iter().enumerate() {
        let mut arguments = vertex.laws().flat_map(|law| law.arguments());
        let Some(found) = arguments.find(|argument| argument.role == ArgumentRole::Cutpoints) else {
            continue;
        };
        let [name] = found.value.variables() else { continue };
        let Some(cutpoints) = graph.vertices.iter().find(|vertex| vertex.name == *name) else { continue };
        number(vertex, cutpoints, place, findings);
        order(cutpoints, place, findings);
    }
}

/// Checks the number of cutpoints: K − 1 cutpoints separate K categories, of which the highest should be
/// among the data.
fn number(vertex: &Vertex, cutpoints: &Vertex, place: usize, findings: &mut Findings<'_>) {
    let (Extent::Vector(count), Some((_, most))) = (cutpoints.extent, vertex.values) else { return };
    if most >= count as f64 {
        return;
    }
    let message = format!(
        "the {count} elements of `{}` separate {} categories, from 0 to {count}, and the highest in the data \
         is {most}: K categories have K - 1 cutpoints",
        cutpoints.name,
        count + 1
    );
    findings.add(LintRule::Cutpoints, Severity::Note, place, message);
}

/// Checks the order of the cutpoints: the density of cutpoints that do not ascend is 0.
fn order(cutpoints: &Vertex, place: usize, findings: &mut Findings<'_>) {
    let Some(support) = cutpoints.support().filter(|_| cutpoints.kind == Kind::Parameter) else { return };
    if support.is_elementwise() && cutpoints.extent.size() > 1 {
        let message = format!(
            "the cutpoints `{0}` must ascend, but are declared {support}: the density is zero where they do \
             not ascend; declare `{0}: ordered({1})`",
            cutpoints.name,
            cutpoints.extent.size()
        );
        findings.add(LintRule::Cutpoints, Severity::Warning, place, message);
    }
}
