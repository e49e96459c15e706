//! A run with other values at its choices and inputs, as far as it takes the same branches: only what depends
//! on them is computed again.

use super::{Kind, List, Node};
use crate::error::Error;
use crate::track::NodeId;

/// A run that is changed step by step; made by [`List::replay`].
#[derive(Debug)]
pub struct Replay {
    list: List,
    values: Vec<f64>,
    /// The contribution of each choice and factor to the log density.
    log_densities: Vec<f64>,
    children: Children,
    /// The nodes that depend on a choice or input, up to the next choices.
    dependants: Vec<Option<Box<[NodeId]>>>,
    /// The values that were there before the last change.
    before: Vec<(NodeId, f64, f64)>,
    /// The last change in which a node got another value, and how many changes there were.
    changed: Vec<u32>,
    changes: u32,
    /// The last search for dependants in which a node was met, and how many there were.
    seen: Vec<u32>,
    searches: u32,
    inputs: Vec<f64>,
}

/// The reason why a run cannot be followed with other values: it would go elsewhere, or it does what cannot
/// be done again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaves(
    /// The branch that would go elsewhere, or the step that cannot be computed again.
    pub NodeId,
);

impl List {
    /// The run as it was, to be changed.
    ///
    /// ```
    /// use monomorph::track::{op, track};
    ///
    /// let (y, list) = track(|tape| {
    ///     let (x, at) = (tape.input("x", 3.0), tape.here());
    ///     let depth = tape.depth();
    ///     let y = if at.jump(op::gt(x, at.constant(0.0), at)) { op::mul(x, x, at) } else { x };
    ///     tape.close(depth);
    ///     y
    /// });
    /// let x = list.nodes().next().unwrap().0;
    /// let mut replay = list.replay();
    /// assert!(replay.set(x, 5.0).is_ok());
    /// assert_eq!(replay.value(y.node()), 25.0);
    /// assert!(replay.set(x, -5.0).is_err()); // the branch would go elsewhere
    /// ```
    pub fn replay(self) -> Replay {
        let values: Vec<f64> = self.nodes.iter().map(|node| node.value).collect();
        let length = self.len();
        let mut replay = Replay {
            children: Children::of(&self),
            list: self,
            values,
            log_densities: vec![0.0; length],
            dependants: vec![None; length],
            before: Vec::new(),
            changed: vec![0; length],
            changes: 0,
            seen: vec![0; length],
            searches: 0,
            inputs: Vec::new(),
        };
        for place in 0..length {
            replay.log_densities[place] = replay.log_density_of(NodeId(place as u32));
        }
        replay
    }
}

/// The children of all nodes, by data.
#[derive(Debug)]
struct Children {
    starts: Vec<u32>,
    nodes: Vec<NodeId>,
}

impl Children {
    fn of(list: &List) -> Self {
        let mut starts = vec![0; list.len() + 1];
        list.parents.iter().for_each(|parent| starts[parent.index() + 1] += 1);
        (1..starts.len()).for_each(|place| starts[place] += starts[place - 1]);
        let (mut next, mut nodes) = (starts.clone(), vec![NodeId::NONE; list.parents.len()]);
        for (child, _) in list.nodes() {
            for parent in list.parents(child) {
                nodes[next[parent.index()] as usize] = child;
                next[parent.index()] += 1;
            }
        }
        Self { starts, nodes }
    }

    fn children(&self, id: NodeId) -> &[NodeId] {
        &self.nodes[self.starts[id.index()] as usize..self.starts[id.index() + 1] as usize]
    }

    /// The nodes that are computed from a node, through other steps but not through choices, whose values
    /// stay; in the order of the run.
    ///
    /// Time is in proportion to their number, and not to the length of the list.
    /// `seen` tells for each node the last question in which it was met, and `question` is the number of this
    /// one.
    fn dependants(&self, id: NodeId, list: &List, seen: &mut [u32], question: u32) -> Box<[NodeId]> {
        let (mut dependants, mut open) = (Vec::new(), vec![id]);
        while let Some(next) = open.pop() {
            for &child in self.children(next) {
                if seen[child.index()] == question {
                    continue;
                }
                seen[child.index()] = question;
                dependants.push(child);
                if !matches!(list.nodes[child.index()].kind, Kind::Choice { .. }) {
                    open.push(child);
                }
            }
        }
        dependants.sort_unstable();
        dependants.into()
    }
}

impl Replay {
    /// The run as it was.
    pub fn list(&self) -> &List {
        &self.list
    }

    /// The nodes that the last change has reached: their values or their log densities may be others.
    pub fn reached(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.before.iter().map(|&(id, ..)| id)
    }

    /// The contribution of a choice or factor to the log density now.
    pub fn term(&self, id: NodeId) -> f64 {
        self.log_densities.get(id.index()).copied().unwrap_or(0.0)
    }

    /// The value of a node now.
    pub fn value(&self, id: NodeId) -> f64 {
        // A call has no step of its own, but the value that it returns.
        let id = match self.list.node(id).map(|node| node.kind) {
            Some(Kind::Call { .. }) => self.list.returns.get(&id).copied().unwrap_or(id),
            _ => id,
        };
        self.values.get(id.index()).copied().unwrap_or(f64::NAN)
    }

    /// The log density of all choices, observations and factors now.
    pub fn log_density(&self) -> f64 {
        self.log_densities.iter().sum()
    }

    /// Gives a choice or an input another value, and computes what depends on it: the change of the log
    /// density.
    ///
    /// # Errors
    ///
    /// [`Leaves`] if the run would take another branch, or cannot be computed again; then nothing has
    /// changed.
    pub fn set(&mut self, id: NodeId, value: f64) -> Result<f64, Leaves> {
        if id.index() >= self.list.len() {
            return Err(Leaves(id));
        }
        self.before.clear();
        self.changes = self.changes.wrapping_add(1);
        self.keep(id);
        self.values[id.index()] = value;
        self.mark(id);
        let mut change = self.score(id);
        let dependants = match self.dependants[id.index()].take() {
            Some(known) => known,
            None => {
                self.searches += 1;
                self.children.dependants(id, &self.list, &mut self.seen, self.searches)
            }
        };
        let mut leaves = None;
        for &dependant in &dependants {
            // A value that came out the same changes nothing further on.
            if !self.list.parents(dependant).iter().any(|parent| self.changed[parent.index()] == self.changes)
            {
                continue;
            }
            self.keep(dependant);
            let before = self.values[dependant.index()];
            if !self.compute(dependant) {
                leaves = Some(Leaves(dependant));
                break;
            }
            if self.values[dependant.index()] != before {
                self.mark(dependant);
            }
            change += self.score(dependant);
        }
        self.dependants[id.index()] = Some(dependants);
        match leaves {
            Some(leaves) => {
                self.undo();
                Err(leaves)
            }
            None => Ok(change),
        }
    }

    fn mark(&mut self, id: NodeId) {
        self.changed[id.index()] = self.changes;
    }

    /// Takes the last change back.
    pub fn undo(&mut self) {
        while let Some((id, value, log_density)) = self.before.pop() {
            self.values[id.index()] = value;
            self.log_densities[id.index()] = log_density;
        }
    }

    /// Gives several choices and inputs other values at once, and computes the run from its beginning to its
    /// end: the log density.
    ///
    /// # Errors
    ///
    /// [`Leaves`] of the first branch that would go elsewhere, or step that cannot be computed again. The
    /// values are the new ones all the same, and those of the path that was taken.
    pub fn set_all(&mut self, ids: &[NodeId], values: &[f64]) -> Result<f64, Leaves> {
        self.before.clear();
        for (id, &value) in ids.iter().zip(values) {
            self.values[id.index()] = value;
        }
        let (mut log_density, mut leaves) = (0.0, None);
        for place in 0..self.list.len() {
            let id = NodeId(place as u32);
            if !self.list.nodes[place].is_fixed && !self.compute(id) {
                leaves = leaves.or(Some(Leaves(id)));
            }
            self.log_densities[place] = self.log_density_of(id);
            log_density += self.log_densities[place];
        }
        leaves.map_or(Ok(log_density), Err)
    }

    /// The derivatives of the log density by the value of every node, added to `adjoints`, which are of the
    /// length of the list.
    ///
    /// # Errors
    ///
    /// [`Error::NoDerivative`] as [`List::gradient`].
    pub fn add_gradient(&mut self, adjoints: &mut [f64]) -> Result<(), Error> {
        let mut partials = Vec::new();
        for place in 0..self.list.len() {
            let (id, node) = (NodeId(place as u32), self.list.nodes[place]);
            match node.kind {
                Kind::Choice { law, .. } | Kind::Observation { law, .. } => {
                    self.gather(id);
                    partials.clear();
                    partials.resize(self.inputs.len(), 0.0);
                    let Some(derivative) = law.derivative else {
                        let place = node.source.to_string();
                        return Err(Error::NoDerivative { function: law.name.to_owned(), place });
                    };
                    derivative(&self.inputs, &mut partials);
                    let is_choice = matches!(node.kind, Kind::Choice { .. });
                    let inputs = is_choice.then_some(&id).into_iter().chain(self.list.parents(id));
                    for (input, partial) in inputs.zip(&partials) {
                        adjoints[input.index()] += partial;
                    }
                }
                Kind::Factor => adjoints[place] += 1.0,
                _ => {}
            }
        }
        self.list.add_adjoints(&self.values, adjoints)
    }

    fn keep(&mut self, id: NodeId) {
        self.before.push((id, self.values[id.index()], self.log_densities[id.index()]));
    }

    /// Fills the inputs of a node: of a choice its value and then the arguments of its law.
    fn gather(&mut self, id: NodeId) {
        self.inputs.clear();
        if let Kind::Choice { .. } = self.list.nodes[id.index()].kind {
            self.inputs.push(self.values[id.index()]);
        }
        let values = &self.values;
        self.inputs.extend(self.list.parents(id).iter().map(|parent| values[parent.index()]));
    }

    /// Computes the value of a node; false if it cannot be, or is a branch that goes elsewhere.
    fn compute(&mut self, id: NodeId) -> bool {
        let Node { kind, value, .. } = self.list.nodes[id.index()];
        let parent = self.list.parents(id).first().map(|parent| self.values[parent.index()]);
        match (kind, parent) {
            (
                Kind::Argument { .. } | Kind::Return | Kind::Join | Kind::Factor | Kind::Observation { .. },
                Some(parent),
            ) => {
                self.values[id.index()] = parent;
                true
            }
            (Kind::Primitive(function) | Kind::Special(function), _) => {
                self.gather(id);
                let Some(evaluate) = function.evaluate else { return false };
                self.values[id.index()] = evaluate(&self.inputs);
                true
            }
            (Kind::Jump, Some(parent)) => parent == value,
            (Kind::Call { .. }, Some(_)) => false,
            _ => true,
        }
    }

    /// Computes what a node adds to the log density: the change.
    fn score(&mut self, id: NodeId) -> f64 {
        let log_density = self.log_density_of(id);
        log_density - core::mem::replace(&mut self.log_densities[id.index()], log_density)
    }

    fn log_density_of(&mut self, id: NodeId) -> f64 {
        match self.list.nodes[id.index()].kind {
            Kind::Choice { law, .. } | Kind::Observation { law, .. } => {
                self.gather(id);
                (law.log_density)(&self.inputs)
            }
            Kind::Factor => self.values[id.index()],
            _ => 0.0,
        }
    }
}
