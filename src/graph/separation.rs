//! Conditional independence, derived from the graph.
//!
//! A path carries dependence, given Z, if each vertex at which two arrows meet is in Z or has a descendant
//! in Z, and no other vertex of the path is determined by Z. The vertices that such paths from x do not
//! reach are independent of x, given Z, for any laws (D-separation; Geiger, Verma and Pearl 1990). It is
//! d-separation in which definitions whose parents are all known are added to Z.
//!
//! The search is Shachter's Bayes ball (1998), which visits each vertex at most twice, from a parent and
//! from a child. From a vertex that is not determined, it continues to the parents if it came from a child,
//! and always to the children. If it came from a parent to a known vertex, it turns back to the parents: so
//! it gets from one parent of a collider to the other through the collider's known descendant.

use super::Graph;
use crate::contract::sketch::Kind;
use crate::error::Error;

/// The model as a directed graph without circles, in which every statement that is not a conditional
/// density has an observed child.
struct Network {
    parents: Vec<Vec<usize>>,
    children: Vec<Vec<usize>>,
    is_known: Vec<bool>,
    is_definition: Vec<bool>,
}

impl Graph {
    /// True if two sets of variables are independent, given others, for all numbers in the model.
    ///
    /// Only listed variables are given: without data, the result is about the prior, with
    /// [`data`](Self::data) about the posterior. Factors always count as observed, and so do statements
    /// that are not a density of their variable, as the [module](super) explains.
    ///
    /// `true` is certain. `false` means that the graph does not show independence. Numbers can make the
    /// variables independent all the same, and so can functions, since the graph uses only that a
    /// definition is known if all its parents are (if x, y and their sum are variables, any two determine
    /// the third).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { sprinkler: real(), rain: real(), wet: real(), slippery: real() }
    /// let model = model! {
    ///     sprinkler |= normal(0.0, 1.0),
    ///     rain      |= normal(0.0, 1.0),
    ///     wet       |= normal(sprinkler + rain, 1.0),
    ///     slippery  |= normal(wet, 1.0),
    /// };
    /// let graph = model.graph();
    /// assert!(graph.is_independent(&["sprinkler"], &["rain"], &[])?);
    /// // one explains the other away
    /// assert!(!graph.is_independent(&["sprinkler"], &["rain"], &["slippery"])?);
    /// assert!(graph.is_independent(&["sprinkler", "rain"], &["slippery"], &["wet"])?);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if a name is not in the graph.
    pub fn is_independent(&self, left: &[&str], right: &[&str], given: &[&str]) -> Result<bool, Error> {
        let places = |names: &[&str]| -> Result<Vec<usize>, Error> {
            names.iter().map(|name| self.place(name)).collect()
        };
        let (left, right, given) = (places(left)?, places(right)?, places(given)?);
        let mut network = self.network();
        given.into_iter().for_each(|place| network.is_known[place] = true);
        let is_dependent = network.connected(&left);
        Ok(!right.into_iter().any(|place| is_dependent[place]))
    }

    fn network(&self) -> Network {
        let count = self.vertices.len();
        let mut parents = self.parents.clone();
        let mut is_known: Vec<bool> =
            self.vertices.iter().map(|vertex| vertex.kind == Kind::Factor).collect();
        let mut is_definition: Vec<bool> =
            self.vertices.iter().map(|vertex| vertex.kind == Kind::Definition).collect();
        let mut is_circular = vec![false; count];
        self.circles().into_iter().flatten().for_each(|place| is_circular[place] = true);
        for (place, vertex) in self.vertices.iter().enumerate() {
            let is_variable = matches!(vertex.kind, Kind::Parameter | Kind::Data);
            if is_variable && (is_circular[place] || !vertex.is_conditional()) {
                let mut members = core::mem::take(&mut parents[place]);
                members.push(place);
                parents.push(members);
                is_known.push(true);
                is_definition.push(false);
            }
        }
        let mut children = vec![Vec::new(); parents.len()];
        for (child, own) in parents.iter().enumerate() {
            own.iter().for_each(|&parent| children[parent].push(child));
        }
        Network { parents, children, is_known, is_definition }
    }
}

/// The direction from which the search comes when it visits a vertex.
#[derive(Clone, Copy)]
enum From {
    Parent,
    Child,
}

impl Network {
    /// The vertices to which a path that carries dependence leads from any of the given vertices.
    fn connected(&self, from: &[usize]) -> Vec<bool> {
        let count = self.parents.len();
        let is_determined = self.determined();
        let mut is_connected = vec![false; count];
        let mut is_visited = [vec![false; count], vec![false; count]];
        let mut open: Vec<(usize, From)> = from.iter().map(|&place| (place, From::Child)).collect();
        while let Some((place, came_from)) = open.pop() {
            if core::mem::replace(&mut is_visited[came_from as usize][place], true) {
                continue;
            }
            let is_open = !is_determined[place];
            is_connected[place] |= is_open;
            let goes_up = match came_from {
                From::Child => is_open,
                From::Parent => self.is_known[place],
            };
            if goes_up {
                open.extend(self.parents[place].iter().map(|&parent| (parent, From::Child)));
            }
            if is_open {
                open.extend(self.children[place].iter().map(|&child| (child, From::Parent)));
            }
        }
        is_connected
    }

    /// The vertices that are known, and the definitions whose parents are all known.
    fn determined(&self) -> Vec<bool> {
        let mut is_determined = self.is_known.clone();
        loop {
            let follows = |&place: &usize| {
                !is_determined[place]
                    && self.is_definition[place]
                    && self.parents[place].iter().all(|&parent| is_determined[parent])
            };
            match (0..self.parents.len()).find(follows) {
                Some(place) => is_determined[place] = true,
                None => return is_determined,
            }
        }
    }
}
