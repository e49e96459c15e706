//! A picture of the graph in Mermaid's language, which Markdown viewers draw.

use super::Graph;
use crate::contract::sketch::{Kind, Vertex};
use crate::picture::{line, mermaid_text};

impl Graph {
    /// The graph as a Mermaid flowchart, with the shapes of [`to_dot`](Self::to_dot). In Markdown it stands
    /// between <code>```mermaid</code> and <code>```</code>.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 1.0), double = 2.0 * mu };
    /// let mermaid = model.graph().to_mermaid();
    /// assert!(mermaid.starts_with("flowchart TD\n  v0([\"mu\"])\n  v1{\"double\"}\n  v0 --> v1\n"));
    /// ```
    pub fn to_mermaid(&self) -> String {
        let mut text = String::from("flowchart TD\n");
        let plates = self.plate_members();
        for (number, plate) in self.plates().iter().enumerate() {
            line(&mut text, format_args!("  subgraph p{number}[\"{plate}\"]"));
            for &place in &plates[number].1 {
                line(&mut text, format_args!("    v{place}{}", shape(&self.vertices[place])));
            }
            text.push_str("  end\n");
        }
        for (place, vertex) in self.vertices.iter().enumerate() {
            if !plates.iter().any(|plate| plate.1.contains(&place)) {
                line(&mut text, format_args!("  v{place}{}", shape(vertex)));
            }
        }
        for (child, parents) in self.parents.iter().enumerate() {
            let arrow = if self.vertices[child].kind == Kind::Factor { "---" } else { "-->" };
            for parent in parents {
                line(&mut text, format_args!("  v{parent} {arrow} v{child}"));
            }
        }
        text.push_str("  classDef data fill:#d3d3d3\n  classDef factor fill:#000,color:#fff\n");
        text.push_str("  classDef elsewhere stroke-dasharray:4\n");
        text
    }
}

fn shape(vertex: &Vertex) -> String {
    let name = mermaid_text(&vertex.name);
    match vertex.kind {
        Kind::Parameter if vertex.has_no_law() => format!("([\"{name}\"]):::elsewhere"),
        Kind::Parameter => format!("([\"{name}\"])"),
        Kind::Definition => format!("{{\"{name}\"}}"),
        Kind::Data => format!("([\"{name}\"]):::data"),
        Kind::Factor => format!("[\"{name}\"]:::factor"),
    }
}
