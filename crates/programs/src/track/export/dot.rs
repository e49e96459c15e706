//! A picture in Graphviz's language.

use super::{Language, List, Shown};
use crate::picture::dot_text;
use crate::track::{Kind, NodeId};

impl List {
    /// Returns the list in Graphviz's language: choices are ellipses, observations are shaded, branches are
    /// diamonds, other steps are boxes with their expression and their value, and calls are boxes around
    /// their steps. Arrows lead from the operands to a value, and dashed arrows from the branch on which it
    /// depends. The place in the source is the tooltip.
    ///
    /// ```
    /// use monomorph::track::{op, track};
    ///
    /// let (_, list) = track(|tape| {
    ///     let (x, at) = (tape.input("x", 3.0), tape.here());
    ///     if at.jump(op::gt(x, at.constant(2.0), at)) { op::mul(x, x, at) } else { x }
    /// });
    /// let dot = list.to_dot();
    /// assert!(dot.contains("v0 -> v2;") && dot.contains("v3 -> v4 [style=dashed];"));
    /// // std::fs::write("run.dot", dot), then: dot -Tsvg run.dot -o run.svg
    /// ```
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph run {\n  node [fontname=\"Helvetica\"];\n");
        text.push_str("  graph [fontname=\"Helvetica\", labeljust=l];\n");
        self.draw::<Dot>(&mut text);
        text.push_str("}\n");
        text
    }
}

struct Dot;

impl Language for Dot {
    const END: &'static str = "}";

    fn begin(call: NodeId, title: &str) -> String {
        format!("subgraph cluster_{} {{ label={};", call.index(), dot_text(title))
    }

    fn vertex(shown: &Shown<'_>, label: &str) -> String {
        let source = shown.node.source();
        let tip = match source.line {
            0 => String::new(),
            _ => format!(", tooltip={}", dot_text(&source.to_string())),
        };
        let shape = match shown.node.kind() {
            Kind::Choice { .. } => "ellipse",
            Kind::Observation { .. } => "ellipse, style=filled, fillcolor=lightgray",
            Kind::Jump => "diamond",
            Kind::Argument { .. } | Kind::Return | Kind::Join => "plaintext",
            _ => "box",
        };
        format!("v{} [label={}{tip}, shape={shape}];", shown.id.index(), dot_text(label))
    }

    fn arrow(from: NodeId, to: NodeId, is_control: bool) -> String {
        let style = if is_control { " [style=dashed]" } else { "" };
        format!("v{} -> v{}{style};", from.index(), to.index())
    }
}
