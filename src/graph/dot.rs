//! A picture of the graph in Graphviz's language.

use super::Graph;
use crate::contract::sketch::{Kind, Vertex};
use crate::picture::{dot_text, line};

impl Graph {
    /// The graph in Graphviz's language: parameters are ellipses, definitions diamonds, data shaded, factors
    /// small black squares, and [plates](Self::plates) boxes with the number of repetitions. Statements are
    /// tool tips.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.4];
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 1.0), data(&y) |= normal(mu, 1.0) };
    /// let dot = model.graph().to_dot();
    /// assert!(dot.contains("v0 -> v1"));
    /// assert!(dot.contains("label=\"2\""));
    /// // std::fs::write("model.dot", dot), then: dot -Tsvg model.dot -o model.svg
    /// ```
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph model {\n  node [fontname=\"Helvetica\"];\n");
        text.push_str("  graph [fontname=\"Helvetica\", labeljust=r, labelloc=b];\n");
        let plates = self.plate_members();
        for (number, plate) in self.plates().iter().enumerate() {
            line(
                &mut text,
                format_args!("  subgraph cluster_{number} {{\n    label={};", dot_text(&plate.to_string())),
            );
            for &place in &plates[number].1 {
                line(&mut text, format_args!("    v{place} {};", style(&self.vertices[place])));
            }
            text.push_str("  }\n");
        }
        for (place, vertex) in self.vertices.iter().enumerate() {
            if !plates.iter().any(|plate| plate.1.contains(&place)) {
                line(&mut text, format_args!("  v{place} {};", style(vertex)));
            }
        }
        for (child, parents) in self.parents.iter().enumerate() {
            let ending = if self.vertices[child].kind == Kind::Factor { " [dir=none]" } else { "" };
            for parent in parents {
                line(&mut text, format_args!("  v{parent} -> v{child}{ending};"));
            }
        }
        text.push_str("}\n");
        text
    }
}

fn style(vertex: &Vertex) -> String {
    let name = dot_text(&vertex.name);
    let tip = dot_text(&vertex.statement);
    match vertex.kind {
        Kind::Parameter if vertex.has_no_law() => format!("[label={name}, shape=ellipse, style=dashed]"),
        Kind::Parameter => format!("[label={name}, tooltip={tip}, shape=ellipse]"),
        Kind::Definition => format!("[label={name}, tooltip={tip}, shape=diamond]"),
        Kind::Data => {
            format!("[label={name}, tooltip={tip}, shape=ellipse, style=filled, fillcolor=lightgray]")
        }
        Kind::Factor => format!(
            "[label=\"\", xlabel={name}, tooltip={tip}, shape=square, style=filled, fillcolor=black, width=0.15]"
        ),
    }
}
