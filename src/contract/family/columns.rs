//! Columns: functions of the variable alone, which terms read in the places after the arguments. For data
//! they are computed by `compile()` and packed; for a parameter they are computed once per register.

use crate::compiler::{Compiler, Rows};
use crate::contract::family::{COMPLEMENT, Family, LOGARITHM};
use crate::contract::node::{Logarithms, Packs, Rests, Tuple, complement};
use crate::contract::scope::Scope;
use crate::frame::{Frame, Packed};
use crate::math;
use crate::math::LogOfProduct;
use crate::shape::Shape;
use crate::simd::{Lane, MAX_LANES, Pack};
use pulp::{Scalar, Simd};

/// The offsets of the columns of a variable that is data, one column after the other at equal distances.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Columns {
    place: Packed,
    stride: usize,
}

impl Columns {
    /// Makes room for the columns of `length` observations, if they are data.
    pub fn reserve<F: Family, A: Tuple>(compiler: &mut Compiler, length: usize) -> Self {
        if F::FACTS.columns == 0 || const { !A::EACH[0].is_data() } {
            return Self::default();
        }
        let stride = length.next_multiple_of(MAX_LANES);
        Self { place: compiler.reserve(stride * F::FACTS.columns), stride }
    }

    /// Packs the columns of merged rows: the mean of each column over the observations of a row.
    pub fn of_rows<F: Family>(compiler: &mut Compiler, rows: &Rows, datum: &dyn Fn(usize) -> f64) -> Self {
        let stride = rows.len().next_multiple_of(MAX_LANES);
        let mut numbers = Vec::with_capacity(stride * F::FACTS.columns);
        for column in 0..F::FACTS.columns {
            let number = |row: usize| column_of::<F>(column, datum(row));
            if F::FACTS.summed == Some(column) {
                numbers.resize(numbers.len() + rows.len(), rows.sum(&number));
            } else {
                numbers.extend(rows.means(&number));
            }
            numbers.resize((column + 1) * stride, 0.0);
        }
        Self { place: compiler.pack_numbers(numbers), stride }
    }

    /// Computes the columns of one observation, and packs them if it is data.
    pub fn precompute<F: Family, A: Tuple>(
        self,
        frame: &mut Frame<'_>,
        index: usize,
        packs: Packs<Scalar>,
    ) -> Packs<Scalar> {
        let packs = compute_columns::<F, A, Scalar>(packs);
        if const { A::EACH[0].is_data() } {
            for column in 0..F::FACTS.columns {
                let place = self.place.element(column * self.stride + index);
                frame.set_packed(place, packs[A::COUNT + column].first());
            }
        }
        packs
    }

    /// Replaces the summed column by its sums over vectors of `width` elements each.
    pub fn precompute_sums<F: Family, A: Tuple>(self, frame: &mut Frame<'_>, length: usize, width: usize) {
        if let Some(column) = const { if A::EACH[0].is_data() { F::FACTS.summed } else { None } } {
            self.sum_column(column, frame, length, width);
        }
    }

    fn sum_column(self, column: usize, frame: &mut Frame<'_>, length: usize, width: usize) {
        let place = |index: usize| self.place.element(column * self.stride + index);
        for first in (0..length).step_by(width.max(1)) {
            let elements = first..length.min(first + width);
            let sum = elements.clone().map(|index| frame.packed(Scalar::new(), place(index)).first()).sum();
            elements.for_each(|index| frame.set_packed(place(index), sum));
        }
    }

    /// Puts the columns of the variable into their places, for a statement of the shape `Sh`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn load<F: Family, A: Tuple, Sh: Shape, S: Simd>(
        self,
        frame: &Frame<'_>,
        lane: Lane<S>,
        packs: Packs<S>,
    ) -> Packs<S> {
        if const { !A::EACH[0].is_data() } {
            return with_columns::<F, A, S>(packs);
        }
        let mut packs = packs;
        for column in 0..F::FACTS.columns {
            let place = self.place.element(column * self.stride);
            packs[A::COUNT + column] = frame.packed_of::<Sh, S>(lane, place);
        }
        packs
    }
}

/// Replaces the elements of the column at `place`, if there is one, by their sum over a vector.
pub(crate) fn sum_over_vector(place: Option<usize>, elements: &mut [Packs<Scalar>]) {
    if let Some(place) = place {
        let sum = elements.iter().map(|packs| packs[place].first()).sum();
        elements.iter_mut().for_each(|packs| packs[place] = Pack::splat(Scalar::new(), sum));
    }
}

/// The value of one column for an observation.
pub(crate) fn column_of<F: Family>(column: usize, observation: f64) -> f64 {
    let observation = Pack::splat(Scalar::new(), observation);
    F::columns(observation, 1.0 - observation)[column].0.first()
}

/// The packs with the complements that a family reads, taken from the nodes of its arguments where they are
/// known, and computed elsewhere.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn with_known_complements<F: Family, A: Tuple, C: Scope, S: Simd>(
    nodes: &A,
    state: &A::State<S>,
    frame: &Frame<'_>,
    lane: Lane<S>,
    packs: Packs<S>,
) -> Packs<S> {
    // Without the branch, a loop over no places is left in every kernel.
    if const { F::FACTS.complements.is_empty() } {
        return packs;
    }
    with_complements_of_nodes::<A, C, S>(F::FACTS.complements, nodes, state, frame, lane, packs)
}

/// The packs with the complements that a family reads, all computed from the arguments.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn with_computed_complements<F: Family, S: Simd>(packs: Packs<S>) -> Packs<S> {
    if const { F::FACTS.complements.is_empty() } {
        return packs;
    }
    let mut packs = packs;
    for (number, &place) in F::FACTS.complements.iter().enumerate() {
        packs[COMPLEMENT - number] = complement(packs[place], None);
    }
    packs
}

/// The packs with 1 − x for the arguments x in `places`, taken from their nodes where it is known, and
/// computed elsewhere.
///
/// There is no closure here: LLVM calls a closure that it does not inline without the kernel's instruction
/// set, and with all packs in memory, which took three quarters of the time of a model of one probability.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn with_complements_of_nodes<A: Tuple, C: Scope, S: Simd>(
    places: &'static [usize],
    nodes: &A,
    state: &A::State<S>,
    frame: &Frame<'_>,
    lane: Lane<S>,
    mut packs: Packs<S>,
) -> Packs<S> {
    for (number, &place) in places.iter().enumerate() {
        let may_know = place < A::COUNT && A::EACH[place].has_rest;
        let rest = if may_know { nodes.companion::<Rests, C, S>(place, state, frame, lane) } else { None };
        packs[COMPLEMENT - number] = complement(packs[place], rest);
    }
    packs
}

/// The packs with the logarithm of an argument in its place; it is computed unless `known` holds it.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn with_logarithm<F: Family, S: Simd>(mut packs: Packs<S>, known: Option<Pack<S>>) -> Packs<S> {
    if let Some(place) = const { F::FACTS.logarithm_of } {
        packs[LOGARITHM] = match known {
            // The logarithm of an argument outside its domain is NaN.
            Some(logarithm) => packs[place].gt(0.0).select(logarithm, f64::NAN),
            None => math::log(packs[place]),
        };
    }
    packs
}

/// The packs with the logarithm of an argument, taken from its node where it is known, and computed
/// elsewhere.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn with_known_logarithm<F: Family, A: Tuple, C: Scope, S: Simd>(
    nodes: &A,
    state: &A::State<S>,
    frame: &Frame<'_>,
    lane: Lane<S>,
    packs: Packs<S>,
) -> Packs<S> {
    if const { F::FACTS.logarithm_of.is_none() } {
        return packs;
    }
    let place = const { F::FACTS.logarithm_of };
    let known = place.and_then(|place| nodes.companion::<Logarithms, C, S>(place, state, frame, lane));
    with_logarithm::<F, S>(packs, known)
}

/// The packs with the logarithm of an argument, taken from its node where it is known. Where it is not
/// known its place holds 0, and the argument becomes a factor of `product`, whose logarithm has to be
/// subtracted from the sum over all rows.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn with_logarithm_in_product<F: Family, A: Tuple, C: Scope, S: Simd>(
    nodes: &A,
    state: &A::State<S>,
    frame: &Frame<'_>,
    lane: Lane<S>,
    mut packs: Packs<S>,
    product: &mut LogOfProduct<S>,
) -> Packs<S> {
    if let Some(place) = const { F::FACTS.logarithm_of } {
        let known = nodes.companion::<Logarithms, C, S>(place, state, frame, lane);
        if known.is_some() {
            return with_logarithm::<F, S>(packs, known);
        }
        product.multiply(lane, packs[place]);
        packs[LOGARITHM] = Pack::zero(lane.simd);
    }
    packs
}

/// Computes everything that terms read beside the arguments, and returns the packs that contain it.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn compute_columns<F: Family, A: Tuple, S: Simd>(packs: Packs<S>) -> Packs<S> {
    compute_other_columns::<F, A, S>(with_computed_complements::<F, S>(packs))
}

/// Computes everything that terms read beside the arguments, except complements, which the packs contain
/// already; returns the packs that contain the results.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn compute_other_columns<F: Family, A: Tuple, S: Simd>(packs: Packs<S>) -> Packs<S> {
    with_columns::<F, A, S>(with_logarithm::<F, S>(packs, None))
}

/// The packs with the columns of the variable in the places after the arguments of `A`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn with_columns<F: Family, A: Tuple, S: Simd>(mut packs: Packs<S>) -> Packs<S> {
    let columns = F::columns(packs[0], packs[COMPLEMENT]);
    for column in 0..F::FACTS.columns {
        packs[A::COUNT + column] = columns[column].0;
    }
    // A register does not hold the other elements of a vector, so that the sum of a variable that is not
    // data cannot be computed here.
    if let (false, Some(column)) = const { (A::EACH[0].is_data(), F::FACTS.summed) } {
        packs[A::COUNT + column] = packs[0].constant(0.0);
    }
    packs
}

/// Adds the partial derivatives with respect to the columns, by the chain rule, to the partial derivative
/// with respect to the variable.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn pull_back_columns<F: Family, A: Tuple, S: Simd>(
    packs: &Packs<S>,
    mut partials: Packs<S>,
) -> Packs<S> {
    if const { !A::EACH[0].is_data() } {
        let columns = F::columns(packs[0], packs[COMPLEMENT]);
        for column in 0..F::FACTS.columns {
            // A column may be infinite at the edge of the support, where its partial derivative is 0.
            let partial = partials[A::COUNT + column];
            let share = partial.eq(0.0).select(0.0, partial * columns[column].1);
            partials[0] = partials[0] + share;
        }
    }
    partials
}
