//! Lists as text and as pictures.
//!
//! Constants have no lines and no vertices of their own: they are shown in the expressions of their
//! children. A call is a box, or an indented part, with its steps.

mod dot;
mod mermaid;
mod text;

use super::{Kind, List, Node, NodeId};
use crate::picture::line;

impl List {
    /// Iterates over the nodes that are shown, with the number of calls with steps around each.
    fn shown(&self) -> impl Iterator<Item = Shown<'_>> {
        let mut depths = vec![0; self.len()];
        self.nodes().filter_map(move |(id, node)| {
            let depth = depths.get(node.call().index()).map_or(0, |outer| outer + 1);
            depths[id.index()] = depth;
            let is_shown = !matches!(node.kind(), Kind::Constant);
            is_shown.then(|| Shown { id, node, depth, has_steps: self.has_steps(id) })
        })
    }

    /// True for a call whose steps are in the list.
    fn has_steps(&self, id: NodeId) -> bool {
        let is_call = matches!(self.node(id).map(Node::kind), Some(Kind::Call { .. }));
        is_call && self.parents(id).is_empty()
    }

    /// The branch on which a node depends, unless the whole call that contains it depends on this branch.
    fn own_control(&self, node: &Node) -> Option<NodeId> {
        let of_call = self.node(node.call()).map_or(NodeId::NONE, Node::control);
        Some(node.control()).filter(|&control| control != NodeId::NONE && control != of_call)
    }

    /// The parents that are shown.
    fn shown_parents(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let is_shown = |id: &NodeId| !matches!(self.node(*id).map(Node::kind), Some(Kind::Constant));
        self.parents(id).iter().copied().filter(is_shown)
    }

    /// The text of a node's vertex in a picture: its expression and its value.
    fn label(&self, shown: &Shown<'_>) -> String {
        let Shown { id, node, .. } = *shown;
        let (text, value) = (node.source().text, short(node.value()));
        match node.kind() {
            Kind::Argument { name } => format!("{name} = {value}"),
            Kind::Return => format!("return {value}"),
            Kind::Jump => format!("{text}: {value}"),
            Kind::Choice { .. } | Kind::Observation { .. } | Kind::Factor => {
                format!("{}\n= {value}", if text.is_empty() { self.expression(id) } else { text.to_owned() })
            }
            _ if text.is_empty() => format!("{}\n= {value}", self.expression(id)),
            _ => format!("{text}\n= {value}"),
        }
    }
}

/// A node that is shown.
struct Shown<'a> {
    id: NodeId,
    node: &'a Node,
    /// The number of calls around it.
    depth: usize,
    /// True for a call with steps.
    has_steps: bool,
}

/// A language of pictures.
trait Language {
    /// The text that ends the box of a call.
    const END: &'static str;

    /// Returns the text that begins the box of a call.
    fn begin(call: NodeId, title: &str) -> String;

    /// Returns the text of a vertex.
    fn vertex(shown: &Shown<'_>, label: &str) -> String;

    /// Returns the text of an arrow from an operand to a node, or, if `is_control`, from the branch on
    /// which it depends.
    fn arrow(from: NodeId, to: NodeId, is_control: bool) -> String;
}

impl List {
    /// Draws boxes, vertices and arrows.
    fn draw<L: Language>(&self, text: &mut String) {
        let indent = |depth: usize| "  ".repeat(depth + 1);
        let mut open = 0;
        let end = |text: &mut String, open: usize, depth: usize| {
            (depth..open).rev().for_each(|depth| line(text, format_args!("{}{}", indent(depth), L::END)));
        };
        for shown in self.shown() {
            end(text, open, shown.depth);
            open = shown.depth + usize::from(shown.has_steps);
            let written = match (shown.has_steps, shown.node.kind(), shown.node.source().text) {
                (true, Kind::Call { function }, "") => L::begin(shown.id, function),
                (true, _, title) => L::begin(shown.id, title),
                (false, ..) => L::vertex(&shown, &self.label(&shown)),
            };
            line(text, format_args!("{}{written}", indent(shown.depth)));
        }
        end(text, open, 0);
        let mut controls = Vec::new();
        for shown in self.shown() {
            controls.extend(self.own_control(shown.node));
            // The arrow from the branch that led to a call ends at the first step of the call.
            if shown.has_steps {
                continue;
            }
            let parents = self.shown_parents(shown.id).map(|parent| (parent, false));
            for (from, is_control) in parents.chain(controls.drain(..).map(|control| (control, true))) {
                line(text, format_args!("  {}", L::arrow(from, shown.id, is_control)));
            }
        }
    }
}

/// Formats a number with five digits.
fn short(number: f64) -> String {
    let rounded = format!("{number:.4e}").parse().unwrap_or(number);
    let text = format!("{rounded:?}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_have_five_digits() {
        let numbers = [0.0, 4.0, -0.292_022_8, 1e-12, 123_456.7, f64::NAN, f64::NEG_INFINITY];
        assert_eq!(numbers.map(short), ["0", "4", "-0.29202", "1e-12", "123460", "NaN", "-inf"]);
    }
}
