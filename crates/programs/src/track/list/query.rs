//! The dependences between the nodes of a list.

use super::{Kind, List};
use crate::track::NodeId;

/// The dependence of a step on another.
// Exhaustive: two ways, and both of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// The value of the node is computed from the step.
    Data,
    /// The step is the branch that led to the node.
    Control,
    /// The node depends on the step in either way.
    Both,
}

/// The depth that includes the whole graph.
const EVERYTHING: usize = usize::MAX;

impl List {
    /// The nodes on which a node depends directly.
    pub fn depends_on(&self, id: NodeId, dependence: Dependence) -> impl Iterator<Item = NodeId> + '_ {
        let data = if dependence == Dependence::Control { &[] } else { self.parents(id) };
        let control = self.node(id).map_or(NodeId::NONE, |node| node.control());
        let is_wanted = dependence != Dependence::Data && control != NodeId::NONE;
        data.iter().copied().chain(is_wanted.then_some(control))
    }

    /// The nodes that depend on a node directly, in the order of the run. The time is proportional to the
    /// length of the list.
    pub fn children(&self, id: NodeId, dependence: Dependence) -> impl Iterator<Item = NodeId> + '_ {
        let later = self.nodes().map(|(child, _)| child).skip(id.index().saturating_add(1));
        later.filter(move |&child| self.depends_on(child, dependence).any(|parent| parent == id))
    }

    /// The nodes on which a node depends through at most `depth` direct dependences, in the order of the
    /// run.
    ///
    /// ```
    /// use monomorph::track::{Dependence, op, track};
    ///
    /// let (z, list) = track(|tape| {
    ///     let (x, y, at) = (tape.input("x", 2.0), tape.input("y", 3.0), tape.here());
    ///     let z = if at.jump(op::lt(x, y, at)) { y } else { x };
    ///     at.join(z)
    /// });
    /// assert_eq!(list.ancestors(z.node(), Dependence::Data, usize::MAX).len(), 1); // y
    /// // and x, x < y, the branch
    /// assert_eq!(list.ancestors(z.node(), Dependence::Both, usize::MAX).len(), 4);
    /// ```
    pub fn ancestors(&self, id: NodeId, dependence: Dependence, depth: usize) -> Vec<NodeId> {
        let mut depths = vec![EVERYTHING; id.index().saturating_add(1).min(self.len())];
        if id.index() >= self.len() {
            return Vec::new();
        }
        depths[id.index()] = 0;
        // Parents come before their children, so the distance of a node is final when it is visited.
        for place in (0..=id.index()).rev() {
            let distance = depths[place];
            if distance < depth {
                for parent in self.depends_on(NodeId(place as u32), dependence) {
                    let known = &mut depths[parent.index()];
                    *known = (*known).min(distance + 1);
                }
            }
        }
        depths.pop();
        reached(&depths, 0)
    }

    /// The nodes that depend on a node through at most `depth` direct dependences, in the order of the run.
    pub fn descendants(&self, id: NodeId, dependence: Dependence, depth: usize) -> Vec<NodeId> {
        if id.index() >= self.len() {
            return Vec::new();
        }
        let first = id.index();
        let mut depths = vec![EVERYTHING; self.len() - first];
        depths[0] = 0;
        for place in first + 1..self.len() {
            let parents = self.depends_on(NodeId(place as u32), dependence);
            let nearest =
                parents.filter(|parent| parent.index() >= first).map(|parent| depths[parent.index() - first]);
            depths[place - first] =
                nearest.min().filter(|&nearest| nearest < depth).map_or(EVERYTHING, |nearest| nearest + 1);
        }
        let mut reached = reached(&depths, first);
        reached.remove(0);
        reached
    }

    /// The backward slice: the node, and all nodes on which its value or its execution depends.
    pub fn backward_slice(&self, id: NodeId) -> Vec<NodeId> {
        let mut slice = self.ancestors(id, Dependence::Both, EVERYTHING);
        slice.extend(self.node(id).map(|_| id));
        slice
    }

    /// The forward slice: the node, and all nodes that depend on it.
    pub fn forward_slice(&self, id: NodeId) -> Vec<NodeId> {
        let mut slice: Vec<NodeId> = self.node(id).map(|_| id).into_iter().collect();
        slice.extend(self.descendants(id, Dependence::Both, EVERYTHING));
        slice
    }

    /// The branches that led to a node, from the outermost to the innermost.
    pub fn branches_of(&self, id: NodeId) -> Vec<NodeId> {
        let control = |id: NodeId| self.node(id).map(|node| node.control());
        let next = |&id: &NodeId| control(id).filter(|&control| control != NodeId::NONE);
        let mut branches: Vec<NodeId> = core::iter::successors(next(&id), next).collect();
        branches.reverse();
        branches
    }

    /// The random choices on which a node depends, through data and through branches.
    pub fn choices_of(&self, id: NodeId) -> Vec<NodeId> {
        let mut choices = self.ancestors(id, Dependence::Both, EVERYTHING);
        choices.retain(|&id| matches!(self.nodes[id.index()].kind, Kind::Choice { .. }));
        choices
    }

    /// The steps inside a call of a tracked function, without those of the calls in it.
    pub fn steps_of(&self, call: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes().filter(move |(_, node)| node.call() == call).map(|(id, _)| id)
    }
}

/// Returns the nodes with a known distance; `first` is the index of the first node in `depths`.
fn reached(depths: &[usize], first: usize) -> Vec<NodeId> {
    let places = depths.iter().enumerate().filter(|&(_, &depth)| depth < EVERYTHING);
    places.map(|(place, _)| NodeId((first + place) as u32)).collect()
}
