//! The log density of a statement row by row: what a discrete parameter's elements, each with rows of its own, ask for.

use super::FamilyLaw;
use crate::distribution::{Family, Once, PerLane, evaluate};
use crate::node::Tuple;
use crate::scope::Scope;
use crate::shape::Shape;
use crate::simd::{Blocks, Frame, Lane, for_lanes};
use crate::statement::BoundVariable;
use crate::statement::sum::add_each;
use pulp::Simd;

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// Adds each row's log density, but for terms of data alone, to the sum of its own.
    #[inline(always)]
    pub(super) fn add_rows<Target: BoundVariable, C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        sums: &mut [f64],
    ) {
        if sums.len() != self.length() || self.kept.is_empty::<C, Target>() {
            return;
        }
        let mut state = self.nodes.begin::<C, S>(simd, frame);
        let splats = self.nodes.splats::<C, S>(&state, frame, simd);
        let lane = Lane::scalar(simd);
        let splats = self.prepare::<C, S>(&state, frame, lane, splats);
        let (shared, _) = evaluate::<F::Terms, Once<A>, S>(simd, &splats);
        for block in Blocks::new(simd, self.length(), A::BLOCKED) {
            self.nodes.begin_block::<C, S>(&mut state, frame, block);
            for_lanes!(lane in block => {
                let lane = self.kept.lane::<C, Target, S>(frame, lane);
                let (packs, _) = self.nodes.forward::<C, S>(&state, frame, lane);
                let packs = self.prepare::<C, S>(&state, frame, lane, packs);
                let (value, _) = evaluate::<F::Terms, PerLane<A>, S>(simd, &packs);
                add_each(sums, lane, value + shared);
            });
        }
    }
}
