//! Neighbours among n places: an undirected graph whose edges {a, b} have weights w > 0.

use super::component::Component;
use super::graph::components;
use super::subspace::Subspace;
use crate::error::Error;
use crate::linalg::sparse::PatternError;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The neighbours among places, such as the districts of a map: the graph of
/// [`icar`](crate::distribution::icar()).
///
/// Places are counted from 0. The places that edges connect are a component; a place without neighbours is
/// an island.
///
/// ```
/// use monomorph::prelude::*;
///
/// // 0 – 1 – 2, 3 – 4, and 5 alone.
/// let adjacency = Adjacency::new(6, &[(0, 1), (1, 2), (3, 4)])?;
/// assert_eq!(adjacency.components(), [0, 0, 0, 1, 1, 2]);
/// assert_eq!(adjacency.islands().collect::<Vec<_>>(), [5]);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Adjacency {
    edges: Vec<(usize, usize)>,
    weights: Vec<f64>,
    /// The component of each place. Components are numbered in the order of their first places.
    components: Vec<usize>,
    /// The number of places of each component.
    sizes: Vec<usize>,
    /// The factorised components, which are computed at the first use.
    known: OnceLock<Result<Arc<[Component]>, PatternError>>,
}

impl Adjacency {
    /// Makes the graph of `count` places with these edges. Each edge is given once, in either direction.
    ///
    /// # Errors
    ///
    /// Fails if an edge has a place that does not exist, connects a place with itself, or is given twice.
    pub fn new(count: usize, edges: &[(usize, usize)]) -> Result<Self, Error> {
        Self::checked("Adjacency::new", count, edges, vec![1.0; edges.len()])
    }

    /// Makes the graph whose edges have these weights, such as the lengths of common boundaries. The
    /// difference along an edge of the weight w has the law of the difference along an edge of the weight
    /// 1, divided by √w.
    ///
    /// # Errors
    ///
    /// Fails if [`new`](Self::new) fails, or if there is not one positive and finite weight for each edge.
    pub fn weighted(count: usize, edges: &[(usize, usize)], weights: &[f64]) -> Result<Self, Error> {
        const CALL: &str = "Adjacency::weighted";
        check_length(CALL, "the edges", edges.len(), "the weights", weights.len())?;
        if let Some(edge) = weights.iter().position(|&weight| !(weight > 0.0 && weight < f64::INFINITY)) {
            return Err(Error::OutsideSupport {
                statement: CALL.to_owned(),
                what: "the weight of an edge".to_owned(),
                index: Some(edge),
                value: weights[edge],
                rule: "be positive and finite".to_owned(),
            });
        }
        Self::checked(CALL, count, edges, weights.to_vec())
    }

    /// Makes the graph from lists of neighbours, one after the other, and the length of each list. These
    /// are `adj` and `num` of WinBUGS and GeoBUGS, except that places are counted from 0.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (num, adj) = ([1, 2, 1, 0], [2, 1, 3, 2]);
    /// let adjacency = Adjacency::of_lists(&num, &adj.map(|place| place - 1))?;
    /// assert_eq!(adjacency.edges(), [(0, 1), (1, 2)]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the lengths do not add up to the number of neighbours, if a neighbour does not exist or is
    /// the place itself, if a neighbour is given twice in a list, or if a place is a neighbour of another
    /// place but not the reverse.
    pub fn of_lists(lengths: &[usize], neighbours: &[usize]) -> Result<Self, Error> {
        const CALL: &str = "Adjacency::of_lists";
        let sum = lengths.iter().fold(0_usize, |sum, &length| sum.saturating_add(length));
        check_length(CALL, "the sum of the lengths", sum, "the neighbours", neighbours.len())?;
        let owners = lengths.iter().enumerate().flat_map(|(place, &length)| (0..length).map(move |_| place));
        let mut found = BTreeMap::new();
        for (from, &to) in owners.zip(neighbours) {
            let place = || format!("place {from} has the neighbour {to}");
            check_place(CALL, lengths.len(), to, place)?;
            if from == to {
                return Err(refused(CALL, format!("place {from} is a neighbour of itself")));
            }
            if found.insert((from, to), ()).is_some() {
                return Err(refused(CALL, format!("{} twice", place())));
            }
        }
        if let Some((from, to)) = found.keys().find(|&&(from, to)| !found.contains_key(&(to, from))) {
            let reason = format!(
                "place {from} has the neighbour {to}, but place {to} does not have the neighbour {from}"
            );
            return Err(refused(CALL, reason));
        }
        let edges: Vec<(usize, usize)> = found.into_keys().filter(|(from, to)| from < to).collect();
        let weights = vec![1.0; edges.len()];
        Self::checked(CALL, lengths.len(), &edges, weights)
    }

    /// Checks the edges, and makes the graph.
    fn checked(
        call: &'static str,
        count: usize,
        edges: &[(usize, usize)],
        weights: Vec<f64>,
    ) -> Result<Self, Error> {
        let mut found = BTreeMap::new();
        for (edge, &(from, to)) in edges.iter().enumerate() {
            let name = || format!("edge {edge}, ({from}, {to})");
            for place in [from, to] {
                check_place(call, count, place, name)?;
            }
            if from == to {
                return Err(refused(call, format!("{}, joins a place with itself", name())));
            }
            if let Some(other) = found.insert((from.min(to), from.max(to)), edge) {
                let (there, end) = edges[other];
                let reason = format!("{}, joins the same places as edge {other}, ({there}, {end})", name());
                return Err(refused(call, reason));
            }
        }
        let components = components(count, edges);
        let mut sizes = vec![0; components.iter().max().map_or(0, |last| last + 1)];
        components.iter().for_each(|&component| sizes[component] += 1);
        Ok(Self { edges: edges.to_vec(), weights, components, sizes, known: OnceLock::new() })
    }

    /// Returns the number of places.
    pub fn count(&self) -> usize {
        self.components.len()
    }

    /// Returns the edges.
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    /// Returns the weights of the edges.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Returns the component of each place. Components are numbered from 0 in the order of their first
    /// places.
    pub fn components(&self) -> &[usize] {
        &self.components
    }

    /// Returns the places without neighbours.
    pub fn islands(&self) -> impl Iterator<Item = usize> {
        (0..self.count()).filter(|&place| self.is_island(place))
    }

    /// Returns the number of components that are not islands, which is the number of sums that are 0.
    pub(crate) fn sum_count(&self) -> usize {
        self.sizes.iter().filter(|&&size| size > 1).count()
    }

    /// Returns true if a place has no neighbours.
    fn is_island(&self, place: usize) -> bool {
        self.sizes[self.components[place]] == 1
    }

    /// Returns the subspace in which the sum over each component is 0, and islands are free.
    pub(crate) fn subspace(&self) -> Subspace {
        let group = |place: usize| (!self.is_island(place)).then(|| self.components[place]);
        Subspace::of_sums((0..self.count()).map(group))
    }

    /// Returns the places of each component.
    pub(crate) fn places(&self) -> Vec<Vec<usize>> {
        let mut places = vec![Vec::new(); self.sizes.len()];
        self.components.iter().enumerate().for_each(|(place, &component)| places[component].push(place));
        places
    }

    /// Returns the factorised components.
    pub(super) fn known(&self) -> Result<Arc<[Component]>, PatternError> {
        self.known.get_or_init(|| Component::all(self)).clone()
    }
}

/// Checks that a place exists.
fn check_place(
    call: &'static str,
    count: usize,
    place: usize,
    named_by: impl Fn() -> String,
) -> Result<(), Error> {
    if place < count {
        return Ok(());
    }
    let reason = format!(
        "{}: place {place} does not exist, since there are {count} places, counted from 0",
        named_by()
    );
    Err(refused(call, reason))
}

fn check_length(call: &str, by: &str, expected: usize, within: &str, found: usize) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    let (statement, expected_by) = (call.to_owned(), by.to_owned());
    Err(Error::LengthMismatch { statement, expected_by, expected, found_in: within.to_owned(), found })
}

fn refused(function: &'static str, reason: String) -> Error {
    Error::Refused { statement: String::new(), function, reason }
}
