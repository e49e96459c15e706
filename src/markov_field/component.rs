//! A component of a structure, the places that it connects: the factor, log pdet R, and the geometric mean of
//! the marginal variances
//!
//!   s = exp(1/n Σᵢ log R⁺ᵢᵢ),
//!
//! by which R is multiplied to be *scaled*, so that the mean of its variances is 1. Sørbye and Rue 2014,
//! "Scaling intrinsic Gaussian Markov random field priors"; of each component by itself, Freni-Sterrantino,
//! Ventrucci and Rue 2018, "A note on intrinsic conditional autoregressive models for disconnected graphs".

use super::adjacency::Adjacency;
use super::graph::{near_each_other, neighbours};
use super::pinned::Pinned;
use std::sync::Arc;

/// A component, factorised.
#[derive(Clone, Debug)]
pub(super) struct Component {
    /// The places, ascending.
    pub places: Vec<usize>,
    pub pinned: Pinned,
    /// log pdet R
    pub log_pdet: f64,
    /// s
    pub spread: f64,
}

impl Component {
    /// The component of these places, whose structure is that of its factor.
    pub fn new(places: Vec<usize>, pinned: Pinned) -> Self {
        let logs: f64 = pinned.variances().iter().map(|variance| variance.ln()).sum();
        let spread = (logs / places.len() as f64).exp();
        Self { places, log_pdet: pinned.log_pdet(), spread, pinned }
    }

    /// The vectors of the null space, each by the places in which it is not 0.
    pub fn null(&self) -> impl Iterator<Item = Vec<(u32, f64)>> + '_ {
        let places = || self.places.iter().map(|&place| place as u32);
        self.pinned.null().iter().map(move |vector| places().zip(vector.iter().copied()).collect())
    }

    /// The components of a graph, R = D − W, and 1 for an island.
    pub fn all(adjacency: &Adjacency) -> Arc<[Self]> {
        let places = adjacency.places();
        // The number of each place within its component.
        let mut numbers = vec![0; adjacency.count()];
        places
            .iter()
            .for_each(|own| own.iter().enumerate().for_each(|(number, &place)| numbers[place] = number));
        let mut edges = vec![Vec::new(); places.len()];
        for (&(from, to), weight) in adjacency.edges().iter().zip(adjacency.weights()) {
            let ends = [numbers[from], numbers[to]];
            edges[adjacency.components()[from]].push((ends, [weight.sqrt(), -weight.sqrt()]));
        }
        places.into_iter().zip(&edges).map(|(places, edges)| Self::of_edges(places, edges)).collect()
    }

    /// The component of these places with these edges, by the numbers of their ends among them.
    fn of_edges(places: Vec<usize>, edges: &[([usize; 2], [f64; 2])]) -> Self {
        let count = places.len();
        if count == 1 {
            let own = [([0].as_slice(), [1.0].as_slice())];
            return Self::new(places, Pinned::new(own.into_iter(), vec![0], Vec::new()));
        }
        let pairs: Vec<(usize, usize)> = edges.iter().map(|&([from, to], _)| (from, to)).collect();
        let order = near_each_other(&neighbours(count, &pairs), 0);
        let terms = edges.iter().map(|(ends, coefficients)| (ends.as_slice(), coefficients.as_slice()));
        let level = vec![(count as f64).sqrt().recip(); count];
        Self::new(places, Pinned::new(terms, order, vec![level]))
    }
}
