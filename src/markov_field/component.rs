//! A component of a structure, which is a set of connected places, with the factor, log pdet R, and the
//! geometric mean of the marginal variances
//!
//!   s = exp(1/n Σᵢ log R⁺ᵢᵢ),
//!
//! A *scaled* structure is R multiplied by s, so the geometric mean of its variances is 1. Sørbye and Rue
//! 2014, "Scaling intrinsic Gaussian Markov random field priors". Each component is scaled by itself:
//! Freni-Sterrantino, Ventrucci and Rue 2018, "A note on intrinsic conditional autoregressive models for
//! disconnected graphs".

use super::adjacency::Adjacency;
use super::pinned::Pinned;
use super::sparse::Sparse;
use crate::linalg::sparse::PatternError;
use std::sync::Arc;

/// A factorised component.
#[derive(Clone, Debug)]
pub(super) struct Component {
    /// The places, in ascending order.
    pub places: Vec<usize>,
    pub pinned: Pinned,
    /// log pdet R, the logarithm of the product of the nonzero eigenvalues of R.
    pub log_pdet: f64,
    /// s, the geometric mean of the marginal variances.
    pub spread: f64,
}

impl Component {
    /// Makes the component of these places from the factor of its structure.
    pub fn new(places: Vec<usize>, pinned: Pinned) -> Self {
        let logs: f64 = pinned.variances().iter().map(|variance| variance.ln()).sum();
        let spread = (logs / places.len() as f64).exp();
        Self { places, log_pdet: pinned.log_pdet(), spread, pinned }
    }

    /// Returns the vectors of the null space, each by its nonzero elements.
    pub fn null(&self) -> impl Iterator<Item = Vec<(u32, f64)>> + '_ {
        let places = || self.places.iter().map(|&place| place as u32);
        self.pinned.null.iter().map(move |vector| places().zip(vector.iter().copied()).collect())
    }

    /// Returns the components of a graph, with R = D − W, and R = 1 for an island.
    pub fn all(adjacency: &Adjacency) -> Result<Arc<[Self]>, PatternError> {
        let places = adjacency.places();
        // The row of each place in its component. The first place of a component has the last row.
        let mut rows = vec![0; adjacency.count()];
        for own in &places {
            own.iter().rev().enumerate().for_each(|(row, &place)| rows[place] = row);
        }
        let mut edges = vec![Vec::new(); places.len()];
        for (&(from, to), &weight) in adjacency.edges().iter().zip(adjacency.weights()) {
            edges[adjacency.components()[from]].push((rows[from], rows[to], weight));
        }
        places.into_iter().zip(edges).map(|(places, edges)| Self::of_edges(places, edges)).collect()
    }

    /// Makes the component of these places, with edges between rows.
    fn of_edges(places: Vec<usize>, edges: Vec<(usize, usize, f64)>) -> Result<Self, PatternError> {
        let count = places.len();
        let (edges, null) = match count {
            // An edge to a pinned place makes R = 1.
            1 => (vec![(0, 1, 1.0)], Vec::new()),
            _ => (edges, vec![vec![(count as f64).sqrt().recip(); count]]),
        };
        let factor = Arc::new(Sparse::new(&edges, count - null.len())?);
        Ok(Self::new(places, Pinned { factor, null }))
    }
}
