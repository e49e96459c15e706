//! Vectors that sum to zero over each component of a graph, and are free at its islands: with the elements
//! of a component in order, and V of the component's size as in [`helmert`](crate::support::helmert),
//!
//! x at component c = V q at c,   log |det ∂x/∂q| = 0,   q̄ = Vᵀx̄.
//!
//! Coordinates of one component follow those of the previous component; an island has one coordinate.

use crate::compiler::Compiler;
use crate::contract::scope::Scope;
use crate::contract::sketch::{Range, SupportSketch};
use crate::contract::transform::{
    BoundSupport, Inside, Normals, Placement, SupportFacts, SupportKind, Totals, outside,
};
use crate::error::Error;
use crate::frame::{Frame, PackedIndices, Slot};
use crate::markov_field::{Adjacency, Subspace};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Dyn, Predecessor, Vector};
use crate::support::helmert::{Helmert, Places};
use crate::support::sum_to_zero::{Adjoints, SumToZero, TOLERANCE};
use crate::support::{Space, Support, SupportOf, add_or_reject};
use monomorph_macros::inlined;
use pulp::Simd;

/// The support of vectors that sum to zero over each component of a graph.
#[derive(Clone, Copy, Debug)]
pub struct SumToZeroWithin<'a> {
    adjacency: &'a Adjacency,
}

/// [`SumToZeroWithin`] as it runs.
#[derive(Clone, Copy, Debug)]
pub struct BoundSumToZeroWithin {
    basis: Helmert,
    subspace: Subspace,
    /// The indices of the elements, one component after the other.
    elements: PackedIndices,
    /// The offset in `elements` of the end of each component.
    ends: PackedIndices,
    components: usize,
    /// The number of sums that are 0.
    sums: usize,
}

impl<N: Dimension + Predecessor> Space<Vector<N>, SumToZero> {
    /// Vectors whose elements sum to zero over each component of a graph, instead of over all elements. An
    /// island, a place without neighbours, has any value. For a connected graph these are the vectors that
    /// sum to zero.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// // Three districts, two on another island, and one alone.
    /// let adjacency = Adjacency::new(6, &[(0, 1), (1, 2), (3, 4)])?;
    /// params! { phi: sum_to_zero(6).within(&adjacency), tau: positive() }
    /// let model = model! { tau |= half_normal(1.0), phi |= icar(&adjacency, tau) };
    /// let posterior = model.compile()?;
    /// assert_eq!(posterior.dimension(), 1 + 2 + 1 + 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn within(self, adjacency: &Adjacency) -> Space<Vector<N>, SumToZeroWithin<'_>> {
        self.on(SumToZeroWithin { adjacency })
    }
}

/// The elements of a component.
#[derive(Clone, Copy)]
struct Part {
    slot: Slot,
    elements: PackedIndices,
    coordinate: usize,
    length: usize,
}

impl Places for Part {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn length(self) -> usize {
        self.length
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn element(self, frame: &Frame<'_>, k: usize) -> Slot {
        self.slot.element(frame.index(self.elements, k))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn coordinate(self, k: usize) -> usize {
        self.coordinate + k
    }
}

#[inlined(all)]
impl BoundSumToZeroWithin {
    /// Calls a function for each component in turn.
    fn for_each(&self, frame: &mut Frame<'_>, place: Placement, mut f: impl FnMut(&mut Frame<'_>, Part)) {
        let (mut first, mut coordinate) = (0, 0);
        for component in 0..self.components {
            let part = Part {
                slot: place.slot,
                elements: PackedIndices(self.elements.0 + first),
                coordinate: place.coordinate + coordinate,
                length: frame.index(self.ends, component) - first,
            };
            f(frame, part);
            first += part.length;
            coordinate += part.length - usize::from(part.length > 1);
        }
    }
}

impl<N: Dimension + Predecessor> SupportOf<Vector<N>> for SumToZeroWithin<'_> {
    type Free = Dyn;
}

impl Support for SumToZeroWithin<'_> {
    type Bound = BoundSumToZeroWithin;

    fn sketch(&self) -> SupportSketch {
        let sums = self.adjacency.sum_count();
        SupportSketch::of_whole("sum_to_zero.within", Range::REAL, false).with_zero_sums(sums)
    }

    fn bind(self, compiler: &mut Compiler, length: usize, _: usize) -> Result<Self::Bound, Error> {
        let Self { adjacency } = self;
        let graph = "the graph that it sums to zero within";
        compiler.context().check_same_length("a vector", length, graph, adjacency.count())?;
        let places = adjacency.places();
        let ends = places.iter().scan(0, |end, own| {
            *end += own.len();
            Some(*end)
        });
        let ends = compiler.pack_own_indices(ends);
        let mut basis = Helmert::default();
        basis.bind(compiler, places.iter().map(Vec::len).max().unwrap_or(0));
        Ok(BoundSumToZeroWithin {
            basis,
            subspace: adjacency.subspace(),
            ends,
            components: places.len(),
            elements: compiler.pack_own_indices(places.into_iter().flatten()),
            sums: adjacency.sum_count(),
        })
    }
}

#[inlined]
impl BoundSupport for BoundSumToZeroWithin {
    const FACTS: SupportFacts = SupportFacts {
        kind: SupportKind::ZeroSum,
        own_laws: Some("`icar`"),
        inside: Inside::ByProjection,
        ..SupportFacts::NONE
    };

    fn subspace(&self, _: usize) -> Option<Subspace> {
        Some(self.subspace)
    }

    fn free(&self, length: usize) -> usize {
        length - self.sums
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let mut is_finite = true;
        self.for_each(frame, place, |frame, part| {
            if part.length > 1 {
                is_finite &= self.basis.expand(frame, part).is_finite();
            } else {
                let q = frame.coordinate_number(part.coordinate);
                frame.start_number(part.element(frame, 0), q);
                is_finite &= q.is_finite();
            }
        });
        add_or_reject(simd, totals, 0.0, counts, is_finite);
    }

    fn pull_back<C: Scope, S: Simd>(&self, _: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        self.for_each(frame, place, |frame, part| {
            if part.length > 1 {
                self.basis.pull_back(frame, part, &Adjoints);
            } else {
                let adjoint = frame.adjoint_number(part.element(frame, 0));
                frame.set_gradient_number(part.coordinate, adjoint);
            }
        });
    }

    /// Replaces each component x by x − D 1 (1ᵀx)/(1ᵀD 1) with the variances D on the diagonal.
    fn bring_inside(&self, frame: &mut Frame<'_>, place: Placement, law: Normals<'_>) -> bool {
        let variances = law.relative_variances();
        self.for_each(frame, place, |frame, part| {
            if part.length == 1 {
                return;
            }
            let all: Vec<usize> = (0..part.length).map(|k| frame.index(part.elements, k)).collect();
            let variance: f64 = all.iter().map(|&element| variances[element]).sum();
            // The second pass removes the rounding error of the first, if the sum was large.
            for _ in 0..2 {
                let sum: f64 = all.iter().map(|&element| frame.number(part.slot.element(element))).sum();
                for &element in &all {
                    let slot = part.slot.element(element);
                    frame.set_number(slot, frame.number(slot) - variances[element] * (sum / variance));
                }
            }
        });
        true
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let mut found = Ok(());
        self.for_each(frame, place, |frame, part| {
            let x: Vec<f64> = (0..part.length).map(|k| frame.number(part.element(frame, k))).collect();
            let largest = x.iter().fold(1.0, |largest: f64, x| largest.max(x.abs()));
            let (first, sum) = (frame.index(part.elements, 0), x.iter().sum::<f64>());
            if let Some(k) = x.iter().position(|x| !x.is_finite()) {
                let index = place.start() + frame.index(part.elements, k);
                found = Err(Error::outside_support(name, Some(index), x[k], "be finite"));
            } else if part.length == 1 {
                point[part.coordinate] = x[0];
            } else if sum.abs() > TOLERANCE * largest {
                let of = place.described(name);
                let what = format!("the sum of {of} over the component of place {first}");
                found = Err(outside(what, sum, "be 0, up to 1e-8 of the largest element"));
            } else {
                self.basis.coordinates(&x, part, point);
            }
        });
        found
    }
}

sealed! {
    ['a] SumToZeroWithin<'a>;
    [] BoundSumToZeroWithin;
}
