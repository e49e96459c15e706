//! [`Rule::UnseenData`]: increments that tell of data, which predictions and comparisons do not see.

use super::{Findings, Rule, Severity};
use crate::contract::sketch::{Kind, Vertex};
use crate::graph::Graph;

/// How data are written in a statement.
const DATA: &str = "data(";

pub(super) fn check(graph: &Graph, findings: &mut Findings<'_>) {
    for (place, vertex) in graph.vertices.iter().enumerate() {
        if tells_of_data(graph, vertex) {
            let message = format!(
                "`{}` tells of data, which `predict`, `loo` and `waic` do not see: it belongs to no observation. A law with \
                 the data on the left of `|=` is seen",
                vertex.name
            );
            findings.add(Rule::UnseenData, Severity::Note, place, message);
        }
    }
}

impl Graph {
    /// The increments that tell of data, as they are written.
    pub(crate) fn unseen_data(&self) -> impl Iterator<Item = &str> {
        let unseen = self.vertices.iter().filter(|vertex| tells_of_data(self, vertex));
        unseen.map(|vertex| vertex.statement.as_str())
    }
}

/// True for an increment that mentions parameters, and data by itself or in definitions.
fn tells_of_data(graph: &Graph, vertex: &Vertex) -> bool {
    let is_increment = vertex.kind == Kind::Factor && vertex.law.is_none();
    let mentioned = || graph.ancestors(&vertex.name).unwrap_or_default();
    let of_definition = |name: &&str| {
        let found = graph.vertices.iter().find(|vertex| vertex.name == *name);
        found.is_some_and(|vertex| vertex.kind == Kind::Definition && vertex.statement.contains(DATA))
    };
    let reads_parameters = || vertex.parts().any(|part| !part.variables().is_empty());
    is_increment
        && reads_parameters()
        && (vertex.statement.contains(DATA) || mentioned().iter().any(of_definition))
}
