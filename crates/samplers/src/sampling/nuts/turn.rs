//! The check whether a trajectory turns where two neighbouring parts meet.

use super::arena::{Registers, Row};
use crate::simd::Pack;
use pulp::Simd;

/// The rows of a part of a trajectory: the sum of its momenta, and the momenta at its ends.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub sum: usize,
    pub first: usize,
    pub last: usize,
}

impl Part {
    /// Returns true if the trajectory does not turn between this part and its neighbour: all six products
    /// are positive. Stores the sum of all momenta in a row, which may be one of the rows of sums.
    #[inline(always)]
    pub fn goes_on_into<S: Simd>(
        self,
        neighbour: Self,
        simd: S,
        rows: Registers<'_, S>,
        total: usize,
    ) -> bool {
        let row = |place| -> Row<'_, S> { rows.row(place) };
        let (sum_a, first_a, last_a) = (row(self.sum), row(self.first), row(self.last));
        let (sum_b, first_b, last_b) = (row(neighbour.sum), row(neighbour.first), row(neighbour.last));
        let total = row(total);
        let zero = Pack::zero(simd);
        let (mut whole, mut into, mut out) = ((zero, zero), (zero, zero), (zero, zero));
        for i in 0..rows.count {
            let (a, b) = (sum_a.get(i), sum_b.get(i));
            let (begin, end, next, before) = (first_a.get(i), last_b.get(i), first_b.get(i), last_a.get(i));
            let sum = a + b;
            let (with_next, with_before) = (a + next, b + before);
            whole = (sum.mul_add(begin, whole.0), sum.mul_add(end, whole.1));
            into = (with_next.mul_add(begin, into.0), with_next.mul_add(next, into.1));
            out = (with_before.mul_add(before, out.0), with_before.mul_add(end, out.1));
            total.set(i, sum);
        }
        let positive = |pair: (Pack<S>, Pack<S>)| (pair.0.sum() > 0.0) & (pair.1.sum() > 0.0);
        positive(whole) & positive(into) & positive(out)
    }
}
