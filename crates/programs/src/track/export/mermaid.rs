//! A picture in Mermaid's language, which many Markdown viewers render.

use super::{Language, List, Shown};
use crate::picture::mermaid_text;
use crate::track::{Kind, NodeId};

impl List {
    /// Returns the list as a Mermaid flowchart, with the shapes of [`to_dot`](Self::to_dot), to be put
    /// between <code>```mermaid</code> and <code>```</code>.
    ///
    /// ```
    /// use monomorph::track::{op, track};
    ///
    /// let (_, list) = track(|tape| {
    ///     let (x, at) = (tape.input("x", 3.0), tape.here());
    ///     if at.jump(op::gt(x, at.constant(2.0), at)) { op::mul(x, x, at) } else { x }
    /// });
    /// let mermaid = list.to_mermaid();
    /// assert!(mermaid.starts_with("flowchart TD\n  v0[\"x = 3\"]\n"));
    /// assert!(mermaid.contains("v0 --> v2\n") && mermaid.contains("v3 -.-> v4\n"));
    /// ```
    pub fn to_mermaid(&self) -> String {
        let mut text = String::from("flowchart TD\n");
        self.draw::<Mermaid>(&mut text);
        text.push_str("  classDef data fill:#d3d3d3\n");
        text
    }
}

struct Mermaid;

impl Language for Mermaid {
    const END: &'static str = "end";

    fn begin(call: NodeId, title: &str) -> String {
        format!("subgraph c{}[\"{}\"]", call.index(), mermaid_text(title))
    }

    fn vertex(shown: &Shown<'_>, label: &str) -> String {
        let (number, label) = (shown.id.index(), mermaid_text(label));
        match shown.node.kind() {
            Kind::Choice { .. } => format!("v{number}([\"{label}\"])"),
            Kind::Observation { .. } => format!("v{number}([\"{label}\"]):::data"),
            Kind::Jump => format!("v{number}{{\"{label}\"}}"),
            _ => format!("v{number}[\"{label}\"]"),
        }
    }

    fn arrow(from: NodeId, to: NodeId, is_control: bool) -> String {
        format!("v{} {} v{}", from.index(), if is_control { "-.->" } else { "-->" }, to.index())
    }
}
