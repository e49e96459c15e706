//! A structure as a sum of squares, with a term for each edge of a graph or each difference of a walk:
//!
//!   xᵀR x = Σ (Σⱼ cⱼ xⱼ)²,   R x = Σ c (Σⱼ cⱼ xⱼ),
//!
//! so nothing is factorised when a density is evaluated, and no square is below 0. The coefficients of a
//! scaled structure have the factor √s of their [component](super::component).

use super::adjacency::Adjacency;
use super::component::Component;
use super::subspace::Subspace;
use super::walk;
use crate::linalg::sparse::PatternError;
use core::iter::zip;
use std::sync::Arc;

/// A difference, given by the coefficients of some elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term<const WIDTH: usize> {
    pub(super) places: [u32; WIDTH],
    pub(super) coefficients: [f64; WIDTH],
}

/// The structure R of a law, whose terms have the same number of coefficients.
#[derive(Clone, Debug)]
pub(crate) struct Structure<const WIDTH: usize> {
    terms: Vec<Term<WIDTH>>,
    components: Arc<[Component]>,
    is_scaled: bool,
    /// The number of elements.
    pub count: usize,
    /// The rank r of R.
    pub rank: usize,
    /// log pdet R, the logarithm of the product of the nonzero eigenvalues of R.
    pub log_pdet: f64,
    /// The values x with Uᵀx = 0.
    pub subspace: Subspace,
}

impl Structure<2> {
    /// Makes the structure of a graph, with a term for each edge and for each island.
    pub fn of_graph(adjacency: &Adjacency, is_scaled: bool) -> Result<Self, PatternError> {
        let edges = zip(adjacency.edges(), adjacency.weights()).map(|(&(from, to), weight)| Term {
            places: [from as u32, to as u32],
            coefficients: [weight.sqrt(), -weight.sqrt()],
        });
        let island = |place: usize| Term { places: [place as u32; 2], coefficients: [1.0, 0.0] };
        let terms = edges.chain(adjacency.islands().map(island)).collect();
        Ok(Self::new(terms, adjacency.known()?, is_scaled, adjacency.subspace()))
    }
}

impl Structure<3> {
    /// Makes the structure of a random walk of order 1 or 2 over ascending places. There must be more
    /// places than the order.
    pub fn of_walk(places: &[f64], order: usize, is_scaled: bool) -> Self {
        let terms = walk::terms(places, order);
        let component = walk::component(places, order, &terms);
        let subspace = match order {
            1 => Subspace::of_sums(places.iter().map(|_| Some(0))),
            _ => Subspace::without_trend(places),
        };
        Self::new(terms, Arc::new([component]), is_scaled, subspace)
    }
}

impl<const WIDTH: usize> Structure<WIDTH> {
    /// Returns the pairs of elements that are in one term.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let of_term = |term: &Term<WIDTH>| {
            let places = term.places.map(|place| place as usize);
            let others =
                move |at: usize| places.into_iter().skip(at + 1).map(move |other| (places[at], other));
            (0..WIDTH).flat_map(others).filter(|(one, other)| one != other).collect::<Vec<_>>()
        };
        self.terms.iter().flat_map(of_term).collect()
    }

    /// Returns the vectors of the null space, each by its nonzero elements.
    pub fn constraints(&self) -> Vec<Vec<(u32, f64)>> {
        self.components.iter().flat_map(Component::null).collect()
    }

    fn new(
        mut terms: Vec<Term<WIDTH>>,
        components: Arc<[Component]>,
        is_scaled: bool,
        subspace: Subspace,
    ) -> Self {
        let count = components.iter().map(|component| component.places.len()).sum();
        let (mut roots, mut rank, mut log_pdet) = (vec![1.0; count], 0, 0.0);
        for component in components.iter() {
            let own = component.places.len() - component.pinned.null.len();
            rank += own;
            log_pdet += component.log_pdet;
            if is_scaled {
                log_pdet += own as f64 * component.spread.ln();
                component.places.iter().for_each(|&place| roots[place] = component.spread.sqrt());
            }
        }
        for term in &mut terms {
            let root = roots[term.places[0] as usize];
            term.coefficients.iter_mut().for_each(|coefficient| *coefficient *= root);
        }
        Self { terms, components, is_scaled, count, rank, log_pdet, subspace }
    }

    /// Returns xᵀR x/σ², where `inverse` is 1/σ, and adds R x, without σ, to the slopes if they are given.
    ///
    /// # Panics
    ///
    /// Panics if the number of elements, or of slopes, is not the number of places.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn square(&self, x: &[f64], inverse: f64, mut slopes: Option<&mut [f64]>) -> f64 {
        let mut square = 0.0;
        for Term { places, coefficients } in &self.terms {
            let parts = zip(places, coefficients).map(|(&place, c)| c * x[place as usize]);
            let difference: f64 = parts.sum();
            let scaled = difference * inverse;
            square += scaled * scaled;
            if let Some(slopes) = &mut slopes {
                zip(places, coefficients).for_each(|(&place, c)| slopes[place as usize] += c * difference);
            }
        }
        square
    }

    /// Stores a draw for σ = 1 in `x`, given a source of standard normal numbers.
    pub fn draw(&self, mut normal: impl FnMut() -> f64, x: &mut [f64]) {
        for component in self.components.iter() {
            let root = if self.is_scaled { component.spread.sqrt() } else { 1.0 };
            let drawn = component.pinned.draw(component.places.len(), &mut normal);
            zip(&component.places, drawn).for_each(|(&place, drawn)| x[place] = drawn / root);
        }
    }

    /// Returns the part of Uᵀx that is farthest from 0: the first place of its component, the number of the
    /// column (0 for a level and 1 for a trend), and the part as a sum over the component.
    pub fn farthest(&self, x: &[f64]) -> (usize, usize, f64) {
        let part = |component: &Component, column: usize| {
            let null = &component.pinned.null[column];
            let along: f64 = zip(&component.places, null).map(|(&place, u)| u * x[place]).sum();
            (component.places[0], column, along * (component.places.len() as f64).sqrt())
        };
        let columns = |component: &'_ Component| 0..component.pinned.null.len();
        let all = self.components.iter().flat_map(|own| columns(own).map(move |column| part(own, column)));
        // A part that is not finite counts as the farthest.
        all.reduce(|most, part| if part.2.abs() <= most.2.abs() { most } else { part }).unwrap_or_default()
    }
}
