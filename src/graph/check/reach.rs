//! [`LintRule::Uninformed`]: parameters that influence no observation.

use super::{Findings, LintRule, Prior, Severity};
use crate::contract::sketch::Vertex;
use crate::graph::Graph;

pub(super) fn check(graph: &Graph, findings: &mut Findings<'_>) {
    if !graph.vertices.iter().any(Vertex::has_observations) {
        return;
    }
    let is_uninformed = |prior: &Prior<'_>| {
        !graph.vertices[prior.place].has_observations() && !graph.reaches_observations(prior.place)
    };
    for prior in graph.priors().filter(is_uninformed) {
        let name = prior.name;
        let (severity, message) = if graph.parents[prior.place].is_empty() {
            let message = format!(
                "`{name}` influences no data and no `increment`, so its posterior is its prior; use it, or leave it out"
            );
            (Severity::Warning, message)
        } else {
            let message = format!(
                "`{name}` influences no data and no `increment`: that is right for a prediction, which is drawn faster after \
                 sampling than with it"
            );
            (Severity::Note, message)
        };
        findings.add(LintRule::Uninformed, severity, prior.place, message);
    }
}
