//! [`LintRule::UnseenData`]: increments that contain data, which predictions and comparisons leave out.

use super::{Findings, LintRule, Severity};
use crate::contract::sketch::{Kind, Vertex};
use crate::graph::Graph;

/// The name of the function with which data are written in a statement's text.
const DATA: &str = "data";

pub(super) fn check(graph: &Graph, findings: &mut Findings<'_>) {
    for (place, vertex) in graph.vertices.iter().enumerate() {
        if tells_of_data(graph, vertex) {
            let message = format!(
                "`{}` depends on data, but belongs to no observation: if it is a part of the law of the \
                 data, `predict`, `loo` and `waic` leave this part out. Write the law with the data on the \
                 left of `|=`",
                vertex.name
            );
            findings.add(LintRule::UnseenData, Severity::Note, place, message);
        }
    }
}

impl Graph {
    /// The texts of the increments that contain data.
    pub(crate) fn unseen_data(&self) -> impl Iterator<Item = &str> {
        let unseen = self.vertices.iter().filter(|vertex| tells_of_data(self, vertex));
        unseen.map(|vertex| vertex.statement.as_str())
    }
}

/// True for an increment that depends on parameters, and mentions data directly or in definitions.
fn tells_of_data(graph: &Graph, vertex: &Vertex) -> bool {
    let is_increment = vertex.kind == Kind::Factor && vertex.law.is_none();
    is_increment
        && vertex.parts().any(|part| graph.depends_on_parameters(part.variables()))
        && (mentions_data(vertex) || definitions_below(graph, vertex).into_iter().any(mentions_data))
}

/// The definitions that a vertex mentions, directly or through other definitions.
fn definitions_below<'a>(graph: &'a Graph, vertex: &'a Vertex) -> Vec<&'a Vertex> {
    let mut found: Vec<&Vertex> = Vec::new();
    let mut left = vec![vertex];
    while let Some(vertex) = left.pop() {
        for name in vertex.parts().flat_map(|part| part.variables()) {
            let known = graph.vertices.iter().find(|other| other.name == *name);
            let Some(definition) = known.filter(|other| other.kind == Kind::Definition) else { continue };
            if !found.iter().any(|other| other.name == definition.name) {
                found.push(definition);
                left.push(definition);
            }
        }
    }
    found
}

/// True if data are written in a statement, or in an expression that the statement's text names by a
/// variable of the program.
fn mentions_data(vertex: &Vertex) -> bool {
    has_word(&vertex.statement) || vertex.parts().any(|part| has_word(part.text()))
}

/// True if the text contains the word `data`, and not only as a part of another name.
fn has_word(text: &str) -> bool {
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(DATA).any(|(place, _)| {
        !text[..place].ends_with(is_of_name) && !text[place + DATA.len()..].starts_with(is_of_name)
    })
}
