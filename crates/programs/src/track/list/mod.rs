//! The extended Wengert list: all steps of a run, in their order.
//!
//! A Wengert list is the sequence of a computation's intermediate values, each with its operands. The
//! extended list also has the branches that were taken, with their conditions, the nesting of calls, and
//! the place of every step in the source, so that dependences through data and through branches can be
//! queried (Gabler 2019, *Graph Tracking in Dynamic Probabilistic Programs via Source Transformations*).
//!
//! Nodes are stored in an untyped arena: all values are `f64`, whatever their Rust type is, so the type of
//! a list does not depend on the program.

mod gradient;
mod query;
mod replay;

pub use query::Dependence;
pub use replay::{Leaves, Replay};

use super::{Law, NodeId, Operand, Primitive, RecordedStep, Recorder, Source};
use std::any::Any;
use std::collections::HashMap;

/// The kind of a node.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// An input of the run, or an argument of a call, whose parent is the caller's value.
    Argument {
        /// The name.
        name: &'static str,
    },
    /// A constant.
    Constant,
    /// A call of a primitive function or operator.
    Primitive(&'static Primitive),
    /// A step of the language that is not a function: an element or a cast.
    Special(&'static Primitive),
    /// A call of a tracked function: the steps inside it refer to it as their call. Its value is that of
    /// its `Return`: the first of several numbers, and NaN if it returns no number. A call that was not
    /// entered has its arguments as parents, and stores the value itself.
    Call {
        /// The function.
        function: &'static str,
    },
    /// The value that a call returns.
    Return,
    /// A branch, with its condition as the parent: its value is the value of the condition; `true` is 1.
    Jump,
    /// A value that an arm of a branch may have assigned: it depends on this branch, its control, in all
    /// arms.
    Join,
    /// A random choice: the parents are the arguments of its law.
    Choice {
        /// The law.
        law: &'static Law,
        /// The index of the site in the run's record.
        site: u32,
    },
    /// An observation: the parents are the value, followed by the arguments of its law.
    Observation {
        /// The law.
        law: &'static Law,
        /// The index of the site in the run's record.
        site: u32,
    },
    /// A factor: the parent is the term that it adds to the log density.
    Factor,
}

/// A node of a list.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    kind: Kind,
    value: f64,
    /// The index at which the parents begin; they end at the index at which the parents of the next node
    /// begin.
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

    /// The value in the run; `true` is 1.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The innermost branch that led to the step; [`NodeId::NONE`] if there is none.
    pub fn control(&self) -> NodeId {
        self.control
    }

    /// The call that contains the step; [`NodeId::NONE`] outside of calls.
    pub fn call(&self) -> NodeId {
        self.call
    }

    /// True if the value is computed only from constants: it is the same in all runs with these branches.
    pub fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// The expression in the source, with its place.
    pub fn source(&self) -> &'static Source {
        self.source
    }
}

/// All steps of a run, in their order; recorded by [`track`](fn@crate::track::track).
#[derive(Debug, Default)]
pub struct List {
    nodes: Vec<Node>,
    parents: Vec<NodeId>,
    notes: HashMap<NodeId, Vec<Box<dyn Any + Send>>>,
    /// The node of the value that each entered call returned, or of the first of several numbers.
    returns: HashMap<NodeId, NodeId>,
}

impl List {
    /// A list without nodes.
    pub fn new() -> Self {
        Self::default()
    }

    /// The nodes in the order of the run: parents come before their children.
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

    /// A node; `None` if the list has no such node.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index())
    }

    /// The nodes from which a node is computed directly.
    pub fn parents(&self, id: NodeId) -> &[NodeId] {
        let Some(node) = self.node(id) else { return &[] };
        let end = self.nodes.get(id.index() + 1).map_or(self.parents.len(), |next| next.parents as usize);
        &self.parents[node.parents as usize..end]
    }

    /// Attaches a note of any type to a node, and replaces the node's earlier note of the same type.
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

    /// The note of type `T` that is attached to a node; `None` if there is none.
    pub fn note<T: Any>(&self, node: NodeId) -> Option<&T> {
        self.notes.get(&node)?.iter().find_map(|note| note.downcast_ref())
    }

    /// Returns the node of an operand; a value without a node in this list becomes a constant.
    fn known(&mut self, operand: &Operand) -> NodeId {
        if operand.node.index() < self.nodes.len() {
            return operand.node;
        }
        self.push(Kind::Constant, operand.value, NodeId::NONE, NodeId::NONE, Source::NONE)
    }

    /// Gives the value of a step to its call, if it is the first value that the call returns.
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
    fn record(&mut self, step: RecordedStep<'_>) -> NodeId {
        let RecordedStep { kind, value, parents, control, call, source } = step;
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
