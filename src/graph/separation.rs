//! Conditional independence, read off the graph.
//!
//! A path carries dependence, given Z, if each vertex at which two arrows meet is in Z or has a descendant
//! there, and no other vertex of it is determined by Z. What cannot be reached from x by such a path is
//! independent of x, given Z, whatever the laws are (D-separation; Geiger, Verma and Pearl 1990). It is
//! d-separation with, beside Z, the definitions of which all parents are known.
//!
//! The search is Shachter's Bayes ball (1998), which visits each vertex at most twice, from a parent and from
//! a child. It goes up from a vertex that is not determined, if it came from a child, and bounces off a known
//! one, if it came from a parent: so it gets from one parent of a collider to the other by way of the
//! collider's known descendant. It goes down from every vertex that is not determined.

use super::Graph;
use crate::contract::sketch::Kind;
use crate::error::Error;

/// The model as a directed graph without circles, in which all that is no conditional density is an observed
/// child.
struct Network {
    parents: Vec<Vec<usize>>,
    children: Vec<Vec<usize>>,
    is_known: Vec<bool>,
    is_definition: Vec<bool>,
}

impl Graph {
    /// True if two sets of variables are independent, given others, whatever the numbers in the model are.
    ///
    /// Nothing is given that is not listed: without data, the question is about the prior. With
    /// [`data`](Self::data) it is about the posterior. Factors always count as observed, and so do statements
    /// that are no density of their variable, as the [module](super) says.
    ///
    /// `true` is certain. `false` means that the graph does not show independence: numbers can make it hold
    /// all the same, and so can functions, since beyond "a definition is known if all its parents are" the
    /// graph knows nothing of definitions (of x, y and their sum two determine the third).
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
    /// [`Error::UnknownName`].
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
    /// The vertices to which a path that carries dependence leads from any of these.
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

    /// The vertices that are known, and the definitions of which all parents are.
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
