//! Laws that are linear in the two logarithms that a parameter between 0 and 1 computes, if all else is
//! data:
//!
//! Σ log p = c + a log x + b log(1 − x),  ∂/∂ log x = a,  ∂/∂ log(1 − x) = b,
//!
//! with sums a and b over the data. So ten thousand observations cost as much as one, nothing is divided,
//! and no digits are lost near 0 and 1. For a law of a scalar above 0 that reads the scalar's logarithm, the
//! transform of the scalar computes the logarithm: ∂ log p/∂ log x is added to the adjoint of the logarithm.

use super::score::weighted;
use super::{FamilyLaw, Plan};
use crate::contract::family::{
    FactorsOfLogarithms, Family, PerLane, evaluate, pull_back_columns, with_known_logarithm,
};
use crate::contract::node::{Tuple, any_active, for_data};
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::frame::{Frame, Slot};
use crate::model::rows::Tally;
use crate::shape::Shape;
use crate::simd::{Lane, Pack};
use pulp::Simd;

/// The sums of the factors of log x and log(1 − x), and the place of both logarithms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfLogarithms {
    slot: Slot,
    factors: [f64; 2],
}

impl OfLogarithms {
    /// Adds the terms of the logarithms; with a gradient, also adds the factors to the adjoints of the
    /// logarithms.
    #[inline(always)]
    pub fn score<const GRADIENT: bool, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
    ) {
        for (place, factor) in self.factors.into_iter().enumerate() {
            let slot = self.slot.element(place);
            totals.add(Pack::splat(simd, frame.number(slot) * factor));
            if GRADIENT {
                frame.add_adjoint_number(slot, factor);
            }
        }
    }
}

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// The place of the argument, or of the variable, in whose logarithms the law is linear, if all else is
    /// data, and the function that computes the factors of a row.
    pub(crate) const LINEAR_IN_LOGARITHMS: Option<(usize, FactorsOfLogarithms)> = {
        let mut found = F::FACTS.linear_in_logarithms;
        if let Some((of, _)) = found {
            let mut place = 0;
            while place < A::COUNT {
                if A::EACH[place].is_data() == (place == of) || !Self::IS_ELEMENTWISE {
                    found = None;
                }
                place += 1;
            }
        }
        found
    };

    /// The place of the variable's logarithm among the columns that terms read, if the variable is a scalar
    /// parameter.
    pub(crate) const KNOWN_COLUMN: Option<usize> = match F::FACTS.known_column {
        Some(place) if Sh::IS_SCALAR && !A::EACH[0].is_data() && A::EACH[0].in_slot => Some(place),
        _ => None,
    };

    /// Scores a scalar whose logarithm is in a slot.
    #[inline(always)]
    pub(super) fn score_of_logarithm<C: Scope, S: Simd, T: Tally<S>>(
        &self,
        slot: Slot,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        let place = const { if let Some(place) = Self::KNOWN_COLUMN { place } else { 0 } };
        let mut state = self.nodes.begin::<C, S>(simd, frame);
        let lane = Lane::scalar(simd);
        let (packs, tape) = self.nodes.forward::<C, S>(&state, frame, lane);
        let mut packs = self.with_columns::<C, S>(&state, frame, lane, packs);
        packs[place] = frame.value(simd, slot);
        let packs = with_known_logarithm::<F, A, C, S>(&self.nodes, &state, frame, lane, packs);
        let (value, mut partials) = evaluate::<F::Terms, PerLane<A>, S>(simd, &packs);
        tally.add_number(value);
        if const { T::HAS_ADJOINT && any_active::<C, A>() } {
            let of_logarithm = core::mem::replace(&mut partials[place], Pack::zero(simd));
            let mut partials = pull_back_columns::<F, A, S>(&packs, partials);
            partials[place] = of_logarithm;
            let partials = weighted(partials, tally.weight(frame, lane));
            frame.add_adjoint(slot, partials[place]);
            self.nodes.backward::<C, S>(&mut state, frame, lane, tape, partials);
            self.nodes.end::<C, S>(state, simd, frame);
        }
    }

    /// Adds up the factors of the active rows, if the logarithms are computed.
    pub(super) fn sum_factors(&mut self, frame: &mut Frame<'_>) {
        let (Some((_, factors)), Some(slot)) = (Self::LINEAR_IN_LOGARITHMS, self.known_logarithms) else {
            return;
        };
        let (plan, kept, mut sums) = (&self.plan, &self.kept, [0.0; 2]);
        let mut is_linear = true;
        let outcome = for_data(&self.nodes, self.length, frame, &mut |frame, row, packs| {
            let weight = match plan {
                _ if !kept.has(frame, row) => return Ok(()),
                Plan::Rows(Some(merged)) => frame.packed_number(merged.weights.element(row)),
                _ => 1.0,
            };
            match factors(&packs.map(Pack::first)) {
                Some(own) => sums.iter_mut().zip(own).for_each(|(sum, factor)| *sum += factor * weight),
                None => is_linear = false,
            }
            Ok(())
        });
        self.logarithms = (is_linear && outcome.is_ok()).then_some(OfLogarithms { slot, factors: sums });
    }
}
