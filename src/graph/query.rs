//! Questions about dependence: parents, children, ancestors, descendants, blankets.

use super::Graph;
use crate::contract::sketch::{Kind, Vertex};
use crate::error::Error;

impl Graph {
    /// All vertices: parameters, definitions, data, factors; each kind in the order of the statements.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The vertex with this name.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if no vertex has the name, here and in all functions that take names.
    pub fn vertex(&self, name: &str) -> Result<&Vertex, Error> {
        Ok(&self.vertices[self.place(name)?])
    }

    /// The names of all data, for example as the given variables of
    /// [`is_independent`](Self::is_independent).
    pub fn data(&self) -> Vec<&str> {
        self.names((0..self.vertices.len()).filter(|&place| self.vertices[place].kind == Kind::Data))
    }

    /// The variables that the statement of a variable mentions.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), tau: positive(), eta: real() }
    /// let model = model! {
    ///     mu  |= normal(0.0, 1.0),
    ///     tau |= half_normal(1.0),
    ///     eta |= normal(0.0, 1.0),
    ///     theta = mu + tau * eta,
    ///     data(0.3) |= normal(theta, 1.0),
    /// };
    /// let graph = model.graph();
    /// assert_eq!(graph.parents("0.3")?, ["theta"]);
    /// assert_eq!(graph.stochastic_parents("0.3")?, ["mu", "tau", "eta"]);
    /// assert_eq!(graph.children("mu")?, ["theta"]);
    /// assert_eq!(graph.stochastic_children("mu")?, ["0.3"]);
    /// assert_eq!(graph.ancestors("0.3")?, ["mu", "tau", "eta", "theta"]);
    /// assert_eq!(graph.descendants("tau")?, ["theta", "0.3"]);
    /// assert_eq!(graph.blanket("mu")?, ["tau", "eta", "0.3"]);
    /// assert_eq!(graph.topological_order()?, ["mu", "tau", "eta", "theta", "0.3"]);
    /// assert!(graph.parents("sigma").is_err());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn parents(&self, name: &str) -> Result<Vec<&str>, Error> {
        Ok(self.names(self.parents[self.place(name)?].iter().copied()))
    }

    /// The variables whose statements mention a variable, and the factors that do.
    pub fn children(&self, name: &str) -> Result<Vec<&str>, Error> {
        Ok(self.names(self.children[self.place(name)?].iter().copied()))
    }

    /// The parents, where each definition is replaced by its own parents.
    pub fn stochastic_parents(&self, name: &str) -> Result<Vec<&str>, Error> {
        let place = self.place(name)?;
        Ok(self.names(self.through_definitions(place, &self.parents)))
    }

    /// The children, where each definition is replaced by its own children.
    pub fn stochastic_children(&self, name: &str) -> Result<Vec<&str>, Error> {
        let place = self.place(name)?;
        Ok(self.names(self.through_definitions(place, &self.children)))
    }

    /// All variables on which a variable depends, directly or not.
    pub fn ancestors(&self, name: &str) -> Result<Vec<&str>, Error> {
        let place = self.place(name)?;
        Ok(self.names(marked(&self.reach(&[place], &self.parents))))
    }

    /// All variables and factors that depend on a variable, directly or not.
    pub fn descendants(&self, name: &str) -> Result<Vec<&str>, Error> {
        let place = self.place(name)?;
        Ok(self.names(marked(&self.reach(&[place], &self.children))))
    }

    /// The Markov blanket of a variable: its parents, its children and their other parents. Given these,
    /// the variable is independent of all other variables.
    ///
    /// Definitions are never in the blanket; they are replaced by their parents or children. The blanket of
    /// a parameter contains the variables, data and factors in the statements of its full conditional. The
    /// blanket of a definition contains the variables that determine it.
    pub fn blanket(&self, name: &str) -> Result<Vec<&str>, Error> {
        let place = self.place(name)?;
        Ok(self.names(marked(&self.blanket_of(place))))
    }

    /// All names, with parents before their children.
    ///
    /// # Errors
    ///
    /// [`Error::Circular`] if a variable depends on itself.
    pub fn topological_order(&self) -> Result<Vec<&str>, Error> {
        let count = self.vertices.len();
        let mut is_done = vec![false; count];
        let mut order = Vec::with_capacity(count);
        while order.len() < count {
            let is_next = |&place: &usize| !is_done[place] && self.parents[place].iter().all(|&p| is_done[p]);
            let Some(next) = (0..count).find(is_next) else {
                let circle = self.circles().into_iter().flatten();
                return Err(Error::Circular {
                    names: self.names(circle).into_iter().map(str::to_owned).collect(),
                });
            };
            is_done[next] = true;
            order.push(next);
        }
        Ok(self.names(order))
    }

    pub(super) fn blanket_of(&self, place: usize) -> Vec<bool> {
        let mut is_in = vec![false; self.vertices.len()];
        let children = match self.vertices[place].kind {
            Kind::Definition => Vec::new(),
            _ => self.through_definitions(place, &self.children),
        };
        for member in self.through_definitions(place, &self.parents) {
            is_in[member] = true;
        }
        for child in children {
            is_in[child] = true;
            for parent in self.through_definitions(child, &self.parents) {
                is_in[parent] = true;
            }
        }
        is_in[place] = false;
        is_in
    }

    /// The vertices to which arrows lead from a vertex, where each definition is replaced by the vertices
    /// to which its own arrows lead.
    pub(super) fn through_definitions(&self, place: usize, arrows: &[Vec<usize>]) -> Vec<usize> {
        let mut is_seen = vec![false; self.vertices.len()];
        let mut open = arrows[place].clone();
        while let Some(next) = open.pop() {
            if !is_seen[next] {
                is_seen[next] = true;
                if self.vertices[next].kind == Kind::Definition {
                    open.extend(&arrows[next]);
                }
            }
        }
        marked(&is_seen).into_iter().filter(|&found| self.vertices[found].kind != Kind::Definition).collect()
    }

    pub(super) fn place(&self, name: &str) -> Result<usize, Error> {
        self.vertices.iter().position(|vertex| vertex.name == name).ok_or_else(|| Error::UnknownName {
            name: name.to_owned(),
            known: self.vertices.iter().map(|vertex| vertex.name.clone()).collect(),
        })
    }

    pub(super) fn names(&self, places: impl IntoIterator<Item = usize>) -> Vec<&str> {
        places.into_iter().map(|place| self.vertices[place].name.as_str()).collect()
    }
}

/// The indices of the marks that are true.
fn marked(marks: &[bool]) -> Vec<usize> {
    (0..marks.len()).filter(|&place| marks[place]).collect()
}
