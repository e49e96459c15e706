//! A run with other values of its choices and inputs, while it takes the same branches: only the nodes that
//! depend on them are computed again.

use super::{Kind, List, Node};
use crate::error::Error;
use crate::track::NodeId;

/// A run whose choices and inputs can be changed; made by [`List::replay`].
#[derive(Debug)]
pub struct Replay {
    list: List,
    values: Vec<f64>,
    /// The contribution of each choice and factor to the log density.
    log_densities: Vec<f64>,
    children: Children,
    /// The nodes that depend on a choice or input, up to the next choices.
    dependants: Vec<Option<Box<[NodeId]>>>,
    /// The nodes that the last change has changed, with their values and log densities before it.
    before: Vec<(NodeId, f64, f64)>,
    /// For each node, the number of the last change of its value; and the number of changes.
    changed: Vec<u32>,
    changes: u32,
    /// For each node, the number of the last search for dependants that met it; and the number of searches.
    seen: Vec<u32>,
    searches: u32,
    inputs: Vec<f64>,
}

/// The reason why a run cannot be replayed with other values: it would take another branch, or a step
/// cannot be computed again.
// Exhaustive: one node says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaves(
    /// The node of the other branch, or of the step that cannot be computed again.
    pub NodeId,
);

impl List {
    /// Converts the list to a run whose choices and inputs can be changed.
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

/// The children of all nodes, through data.
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

    /// Returns the nodes that are computed from a node, in the order of the run: through other steps, but
    /// not through choices, which keep their values.
    ///
    /// The time is proportional to their number, and not to the length of the list. `seen` has for each
    /// node the number of the last search that met it, and `question` is the number of this search.
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
    /// The recorded run, with its original values.
    pub fn list(&self) -> &List {
        &self.list
    }

    /// The nodes that the last change has reached: their values or their log densities may have changed.
    pub fn reached(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.before.iter().map(|&(id, ..)| id)
    }

    /// The current contribution of a choice or factor to the log density.
    pub fn term(&self, id: NodeId) -> f64 {
        self.log_densities.get(id.index()).copied().unwrap_or(0.0)
    }

    /// The current value of a node.
    pub fn value(&self, id: NodeId) -> f64 {
        // The value of a call is that of the node that it returns.
        let id = match self.list.node(id).map(|node| node.kind) {
            Some(Kind::Call { .. }) => self.list.returns.get(&id).copied().unwrap_or(id),
            _ => id,
        };
        self.values.get(id.index()).copied().unwrap_or(f64::NAN)
    }

    /// The current log density of all choices, observations and factors.
    pub fn log_density(&self) -> f64 {
        self.log_densities.iter().sum()
    }

    /// Sets the value of a choice or an input, recomputes the nodes that depend on it, and returns the
    /// change of the log density.
    ///
    /// # Errors
    ///
    /// [`Leaves`] if the run would take another branch, or cannot be computed again; then the run is
    /// unchanged.
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
            // A node whose operands have not changed is not computed again.
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

    /// Undoes the last change.
    pub fn undo(&mut self) {
        while let Some((id, value, log_density)) = self.before.pop() {
            self.values[id.index()] = value;
            self.log_densities[id.index()] = log_density;
        }
    }

    /// Sets the values of several choices and inputs, recomputes the whole run, and returns the log
    /// density.
    ///
    /// # Errors
    ///
    /// [`Leaves`] with the first branch that would change, or the first step that cannot be computed again.
    /// The new values are set all the same, and are computed along the recorded path.
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

    /// Adds the derivatives of the log density with respect to the value of every node to `adjoints`, which
    /// has the length of the list.
    ///
    /// # Errors
    ///
    /// [`Error::NoDerivative`] as for [`List::gradient`].
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

    /// Collects the inputs of a node; for a choice these are its value and then the arguments of its law.
    fn gather(&mut self, id: NodeId) {
        self.inputs.clear();
        if let Kind::Choice { .. } = self.list.nodes[id.index()].kind {
            self.inputs.push(self.values[id.index()]);
        }
        let values = &self.values;
        self.inputs.extend(self.list.parents(id).iter().map(|parent| values[parent.index()]));
    }

    /// Computes the value of a node; returns false if this is not possible, or if the node is a branch that
    /// would change.
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

    /// Recomputes the contribution of a node to the log density, and returns the change.
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
