//! A list as text, with a line for each node.

use super::{List, NodeId, short};
use crate::picture::line;
use crate::track::Kind;
use std::collections::HashMap;

/// The largest number of parents that an expression names.
const NAMED: usize = 8;

impl List {
    /// Returns the list as text: a line for every node, with its number, its expression in terms of other
    /// nodes, its value, and the branch on which it depends. The steps of a call are below it. Constants
    /// are in angle brackets where they are used.
    ///
    /// ```
    /// use monomorph::track::{op, track};
    ///
    /// let (_, list) = track(|tape| {
    ///     let (x, at) = (tape.input("x", 3.0), tape.here());
    ///     let depth = tape.depth();
    ///     let y = if at.jump(op::gt(x, at.constant(2.0), at)) { op::mul(x, x, at) } else { x };
    ///     let y = at.join(y);
    ///     tape.close(depth);
    ///     op::sub(y, at.constant(0.5), at).sqrt(at)
    /// });
    /// assert_eq!(list.to_text(), "\
    /// @0: [x = 3]
    /// @2: [@0 > <2> = 1]
    /// @3: [branch by @2: 1]
    /// @4: [@0 * @0 = 9] after @3
    /// @5: [@4 = 9] after @3
    /// @7: [@5 - <0.5> = 8.5]
    /// @8: [sqrt(@7) = 2.9155]
    /// ");
    /// ```
    pub fn to_text(&self) -> String {
        let (mut text, ends) = (String::new(), self.ends());
        for shown in self.shown() {
            let (id, node) = (shown.id, shown.node);
            let indent = "    ".repeat(shown.depth);
            let expression = self.expression(id);
            let content = match (node.kind(), ends.get(&id)) {
                (Kind::Jump, _) => expression,
                // Arguments by reference have no nodes of their own in the list.
                (Kind::Call { .. }, Some((arguments, value)))
                    if arguments.is_empty() && !node.source().text.is_empty() =>
                {
                    format!("{} = {value}", node.source().text)
                }
                (Kind::Call { function }, Some((arguments, value))) => {
                    format!("{function}{} = {value}", self.references(arguments))
                }
                _ => format!("{expression} = {}", short(node.value())),
            };
            let after =
                self.own_control(node).map_or_else(String::new, |control| format!(" after {control}"));
            line(&mut text, format_args!("{indent}{id}: [{content}]{after}"));
        }
        text
    }

    /// Returns the arguments and the returned value of each call with steps.
    fn ends(&self) -> HashMap<NodeId, (Vec<NodeId>, String)> {
        let mut ends: HashMap<NodeId, (Vec<NodeId>, Vec<String>)> = HashMap::new();
        for (id, node) in self.nodes().filter(|(_, node)| node.call() != NodeId::NONE) {
            let of_call = ends.entry(node.call()).or_default();
            match node.kind() {
                Kind::Argument { .. } => of_call.0.extend(self.parents(id)),
                Kind::Return => of_call.1.push(short(node.value())),
                _ => {}
            }
        }
        let value = |values: Vec<String>| match values.as_slice() {
            [value] => value.clone(),
            values => format!("({})", values.join(", ")),
        };
        ends.into_iter().map(|(call, (arguments, values))| (call, (arguments, value(values)))).collect()
    }

    /// The expression of a node in terms of other nodes.
    pub(super) fn expression(&self, id: NodeId) -> String {
        let Some(node) = self.node(id) else { return String::new() };
        let parents = self.parents(id);
        let parent = |place: usize| self.reference(parents.get(place).copied().unwrap_or(NodeId::NONE));
        match node.kind() {
            Kind::Argument { name } if parents.is_empty() => name.to_owned(),
            Kind::Argument { name } => format!("{name} = {}", parent(0)),
            Kind::Constant => self.reference(id),
            Kind::Primitive(function) | Kind::Special(function) => match (function.name, parents) {
                ("[]", [index, element]) => {
                    format!("{}[{}]", self.reference(*element), self.reference(*index))
                }
                ("[]", [index, elements @ ..]) => {
                    format!("{}[{}]", self.references(elements), self.reference(*index))
                }
                (name, [_, _]) if is_sign(name) => format!("{} {name} {}", parent(0), parent(1)),
                (name, [_]) if is_sign(name) => format!("{name}{}", parent(0)),
                (name, parents) => format!("{name}{}", self.references(parents)),
            },
            Kind::Call { function } => format!("{function}{}", self.references(parents)),
            Kind::Return => format!("return {}", parent(0)),
            Kind::Jump => format!("branch by {}: {}", parent(0), short(node.value())),
            Kind::Join => parent(0),
            Kind::Choice { law, .. } => format!("~ {}{}", law.name, self.references(parents)),
            Kind::Observation { law, .. } => {
                let (value, arguments) = parents.split_at(parents.len().min(1));
                let value = value.first().map_or_else(String::new, |&value| self.reference(value));
                format!("{value} ~ {}{}", law.name, self.references(arguments))
            }
            Kind::Factor => format!("factor{}", self.references(parents)),
        }
    }

    /// Formats a node by its number, and a constant by its value.
    fn reference(&self, id: NodeId) -> String {
        match self.node(id) {
            Some(node) if matches!(node.kind(), Kind::Constant) => format!("<{}>", short(node.value())),
            _ => id.to_string(),
        }
    }

    /// Formats a list of nodes in parentheses; a long list is shown by its beginning and its end.
    fn references(&self, ids: &[NodeId]) -> String {
        let all = |ids: &[NodeId]| ids.iter().map(|&id| self.reference(id)).collect::<Vec<_>>().join(", ");
        match ids {
            [first, second, rest @ .., last] if ids.len() > NAMED => {
                format!("({}, … {} more …, {})", all(&[*first, *second]), rest.len(), self.reference(*last))
            }
            _ => format!("({})", all(ids)),
        }
    }
}

/// True for the sign of an operator.
fn is_sign(name: &str) -> bool {
    !name.contains(|letter: char| letter.is_alphanumeric() || letter == '_')
}
