//! Draws of elements that each come from one of several laws.

use crate::contract::drawing::{Drawing, Drawn};
use crate::contract::scope::{Recompute, Value};
use crate::simd::{Blocks, for_lanes};
use pulp::Scalar;

/// The number of the law from which each element of a variable is drawn.
#[derive(Clone, Copy)]
pub struct Chosen<'a> {
    numbers: &'a [f64],
    /// The number of the first law that belongs to a node.
    first: usize,
}

impl<'a> Chosen<'a> {
    /// The choices of laws, given the number of the law of each element.
    pub(crate) fn new(numbers: &'a [f64]) -> Self {
        Self { numbers, first: 0 }
    }

    /// The choices, counted from the law that comes `count` laws later.
    pub(crate) fn after(self, count: usize) -> Self {
        Self { first: self.first + count, ..self }
    }

    /// Draws the elements that belong to the first law, except elements that have their values already. The
    /// rows of the node `law` are the log densities of the law. False if the law has no draws.
    pub(crate) fn draw<N: Drawn>(self, law: &N, to: &mut Drawing<'_, '_>) -> bool {
        let simd = Scalar::new();
        let mut state = law.begin::<Recompute<Value>, Scalar>(simd, to.frame);
        let mut is_drawn = true;
        for block in Blocks::new(simd, self.numbers.len(), const { N::FACTS.blocked }) {
            law.begin_block::<Recompute<Value>, Scalar>(&mut state, to.frame, block);
            for_lanes!(lane in block => {
                if lane.index >= to.known && self.numbers[lane.index] as usize == self.first {
                    let Drawing { frame, row, is_observed, is_compared, rng, .. } = &mut *to;
                    let row = &mut row[lane.index..=lane.index];
                    let (is_observed, is_compared) = (*is_observed, *is_compared);
                    let mut one = Drawing { frame, row, is_observed, is_compared, known: 0, rng };
                    is_drawn = is_drawn && law.draw(&state, lane, &mut one);
                }
            });
        }
        is_drawn
    }
}
