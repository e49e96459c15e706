//! The extended Wengert list: everything that a run did, in its order.
//!
//! A Wengert list is the sequence of a computation's intermediate values, each with the values that it is
//! computed from. The extended one also has the branches that were taken, with their conditions, the nesting
//! of calls, and the place of every step in the source, so that one can ask what depends on what, through
//! data and through branches (Gabler 2019, *Graph Tracking in Dynamic Probabilistic Programs via Source
//! Transformations*).
//!
//! Nodes stand in an untyped arena: all values are `f64`, whatever their Rust type is, so a list's type does
//! not grow with the program.

mod gradient;
mod query;
mod replay;

pub use query::Dependence;
pub use replay::{Leaves, Replay};

use super::{Law, NodeId, Operand, Primitive, Recorder, Source, Step};
use std::any::Any;
use std::collections::HashMap;

/// The kind of a node.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// An input of the run, or an argument of a call, whose parent is the caller's value.
    Argument {
        /// The name.
        name: &'static str,
    },
    /// A constant.
    Constant,
    /// A call of a primitive function, operators among them.
    Primitive(&'static Primitive),
    /// A step of the language, and no function: an element, a cast.
    Special(&'static Primitive),
    /// A call of a tracked function: the steps inside have it as their call, and its value is that of its
    /// `Return`, the first of several numbers, and NaN if it returns none. A call that was not entered has
    /// the arguments as parents, and the value itself.
    Call {
        /// The function.
        function: &'static str,
    },
    /// The value that a call returns.
    Return,
    /// A branch, with its condition as the parent: the value is where it went, true as 1.
    Jump,
    /// A value that depends on a branch, its control, whichever arm assigned it.
    Join,
    /// A random choice: the parents are the arguments of its law.
    Choice {
        /// The law.
        law: &'static Law,
        /// The place of the site in the run's record.
        site: u32,
    },
    /// An observation: the parents are the value, and then the arguments of its law.
    Observation {
        /// The law.
        law: &'static Law,
        /// The place of the site in the run's record.
        site: u32,
    },
    /// A term of the log density, the parent.
    Factor,
}

/// A node of a list.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    kind: Kind,
    value: f64,
    /// The place at which the parents begin; they end where those of the next node begin.
    parents: u32,
    control: NodeId,
    call: NodeId,
    is_fixed: bool,
    source: &'static Source,
}

impl Node {
    /// The kind of the node.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The value that it had in the run; true is 1.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The branch because of which the step happened; [`NodeId::NONE`] if it happens always.
    pub fn control(&self) -> NodeId {
        self.control
    }

    /// The call that the step stands in; [`NodeId::NONE`] outside of calls.
    pub fn call(&self) -> NodeId {
        self.call
    }

    /// True if the value is made of constants alone: it is the same in all runs that take these branches.
    pub fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// The expression, with its place.
    pub fn source(&self) -> &'static Source {
        self.source
    }
}

/// Everything that a run did, in its order; recorded by [`track`](fn@crate::track::track).
#[derive(Debug, Default)]
pub struct List {
    nodes: Vec<Node>,
    parents: Vec<NodeId>,
    notes: HashMap<NodeId, Vec<Box<dyn Any + Send>>>,
    /// The value that each call that was entered returned, the first number of several.
    returns: HashMap<NodeId, NodeId>,
}

impl List {
    /// A list without nodes.
    pub fn new() -> Self {
        Self::default()
    }

    /// The nodes in the order of the run: parents stand before their children.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (NodeId, &Node)> + DoubleEndedIterator {
        self.nodes.iter().enumerate().map(|(place, node)| (NodeId(place as u32), node))
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A node; nothing if the list has no such node.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index())
    }

    /// The nodes from which a node is computed: nothing else has data that it depends on directly.
    pub fn parents(&self, id: NodeId) -> &[NodeId] {
        let Some(node) = self.node(id) else { return &[] };
        let end = self.nodes.get(id.index() + 1).map_or(self.parents.len(), |next| next.parents as usize);
        &self.parents[node.parents as usize..end]
    }

    /// Keeps something of one's own with a node, in place of what of this type was kept there.
    ///
    /// ```
    /// use monomorph::track::{op, track};
    ///
    /// let (square, mut list) = track(|tape| {
    ///     let x = tape.input("x", 3.0);
    ///     op::mul(x, x, tape.here())
    /// });
    /// list.set_note(square.node(), "area".to_owned());
    /// assert_eq!(list.note::<String>(square.node()).unwrap(), "area");
    /// ```
    pub fn set_note(&mut self, node: NodeId, note: impl Any + Send) {
        let notes = self.notes.entry(node).or_default();
        notes.retain(|known| (**known).type_id() != note.type_id());
        notes.push(Box::new(note));
    }

    /// The note of this type that is kept with a node.
    pub fn note<T: Any>(&self, node: NodeId) -> Option<&T> {
        self.notes.get(&node)?.iter().find_map(|note| note.downcast_ref())
    }

    /// The node of an operand; a value that has none in this list becomes a constant.
    fn known(&mut self, operand: &Operand) -> NodeId {
        if operand.node.index() < self.nodes.len() {
            return operand.node;
        }
        self.push(Kind::Constant, operand.value, NodeId::NONE, NodeId::NONE, Source::NONE)
    }

    /// Gives the value of a step to the call that it stands in, if it is the first that the call returns.
    fn return_first(&mut self, id: NodeId) {
        let Node { kind, value, call, .. } = self.nodes[id.index()];
        if matches!(kind, Kind::Return) && !self.returns.contains_key(&call) {
            self.returns.insert(call, id);
            if let Some(call) = self.nodes.get_mut(call.index()) {
                call.value = value;
            }
        }
    }

    fn push(
        &mut self,
        kind: Kind,
        value: f64,
        control: NodeId,
        call: NodeId,
        source: &'static Source,
    ) -> NodeId {
        let parents = self.parents.len() as u32;
        let is_fixed = matches!(kind, Kind::Constant);
        self.nodes.push(Node { kind, value, parents, control, call, is_fixed, source });
        NodeId(self.nodes.len() as u32 - 1)
    }
}

impl Recorder for List {
    fn record(&mut self, step: Step<'_>) -> NodeId {
        let Step { kind, value, parents, control, call, source } = step;
        let is_foreign = |operand: &Operand| operand.node.index() >= self.nodes.len();
        if parents.iter().any(is_foreign) {
            let known: Vec<NodeId> = parents.iter().map(|operand| self.known(operand)).collect();
            let id = self.push(kind, value, control, call, source);
            self.parents.extend(known);
            self.return_first(id);
            return id;
        }
        let id = self.push(kind, value, control, call, source);
        self.parents.extend(parents.iter().map(|operand| operand.node));
        self.nodes[id.index()].is_fixed = match kind {
            Kind::Choice { .. } | Kind::Call { .. } => false,
            Kind::Argument { .. } if parents.is_empty() => false,
            _ => parents.iter().all(|operand| operand.is_fixed),
        };
        self.return_first(id);
        id
    }

    fn enters(&mut self, _: &'static str) -> bool {
        true
    }
}
