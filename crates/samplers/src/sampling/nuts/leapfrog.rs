//! Leapfrog steps, with one pass over the vectors for each.
//!
//! Two half kicks between two points are one whole kick. So an end of the trajectory holds the next point q
//! and the momenta h half a step before it. With the gradient g at q the step is
//!
//!   h′ = h + ε Sᵀ g,   z = (h + h′) / 2,   q′ = q + ε S h′,
//!
//! where z are the momenta at q. For a step backwards ε is negative.
//!
//! In large dimensions a step takes the time of its loads and stores, so nothing is copied: the kernel
//! stores the gradient into the slot of its point, where both stay if the leaf is chosen, and q′ goes to a
//! free slot.

use super::arena::{Arena, ENDS, MOMENTA, STEPS, SUM, VELOCITY, WHITE};
use super::scales::Scales;
use crate::simd::{MAX_LANES, Pack};
use pulp::Simd;

/// With at most this number of coordinates the gradient is read number by number, since it has just been
/// stored: scalars one by one, and vectors across the registers here. With more coordinates only the last
/// numbers would be late.
const FEW: usize = 2 * MAX_LANES;

/// Makes half steps from the point of a slot to both sides, into the slots of both ends, with the momenta
/// in [`SUM`]. Returns |z|².
#[inline(always)]
pub(super) fn depart<S: Simd>(
    simd: S,
    arena: &mut Arena,
    scales: Scales<'_>,
    step: f64,
    slot: usize,
    ends: [usize; 2],
) -> f64 {
    let (point, gradient) = (arena.point(slot), arena.gradient(slot));
    let ends = ends.map(|end| arena.point(end));
    let rows = arena.registers(simd);
    let momenta = rows.row(SUM);
    let mut square = Pack::zero(simd);
    for i in 0..rows.count {
        let z = momenta.get(i);
        rows.row(ENDS).set(i, z);
        rows.row(ENDS + 1).set(i, z);
        square = z.mul_add(z, square);
    }
    if !scales.are_diagonal() {
        scales.whiten(simd, arena, gradient);
    }
    for (direction, step) in [-step, step].into_iter().enumerate() {
        let rows = arena.registers(simd);
        let (momenta, half, steps) =
            (rows.row(SUM), rows.row(MOMENTA + direction), rows.row(STEPS + direction));
        if scales.are_diagonal() {
            let (point, gradient, next) = (rows.row(point), rows.row(gradient), rows.row(ends[direction]));
            for i in 0..rows.count {
                let h = momenta.get(i) + steps.get(i) * gradient.get(i) * 0.5;
                half.set(i, h);
                next.set(i, steps.get(i).mul_add(h, point.get(i)));
            }
        } else {
            for i in 0..rows.count {
                half.set(i, rows.row(WHITE).get(i).mul_add(0.5 * step, momenta.get(i)));
            }
            drift(simd, arena, scales, direction, point, ends[direction]);
        }
    }
    square.sum()
}

/// A step from one end of the trajectory.
pub(super) struct Step<'a> {
    pub scales: Scales<'a>,
    /// The length of the step, negative backwards.
    pub length: f64,
    /// The end of the trajectory: 0 backwards, 1 forwards.
    pub direction: usize,
    /// The slot of the point and its gradient.
    pub slot: usize,
    /// The slot of the next point.
    pub next: usize,
    /// The row for the momenta of a leaf that is the first of a pair.
    pub first: usize,
    /// The rows for the momenta of a leaf that is the second of a pair, and for the sum of both.
    pub last: usize,
    pub sum: usize,
}

/// The sums of a step: |z|², and z · z′ with the previous leaf if both are a pair.
pub(super) struct Leaf {
    pub square: f64,
    pub product: f64,
}

impl Step<'_> {
    /// Processes the gradient at the end.
    #[inline(always)]
    pub fn take<S: Simd>(self, simd: S, arena: &mut Arena, is_second: bool) -> Leaf {
        let is_few = arena.row(STEPS).len() <= FEW;
        match (self.scales.are_diagonal(), is_second, is_few) {
            (true, false, true) => self.pass::<S, false, true, false>(simd, arena),
            (true, true, true) => self.pass::<S, true, true, false>(simd, arena),
            (true, false, false) => self.pass::<S, false, false, false>(simd, arena),
            (true, true, false) => self.pass::<S, true, false, false>(simd, arena),
            (false, false, _) => self.pass::<S, false, false, true>(simd, arena),
            (false, true, _) => self.pass::<S, true, false, true>(simd, arena),
        }
    }

    #[inline(always)]
    fn pass<S: Simd, const SECOND: bool, const FEW: bool, const MAPPED: bool>(
        self,
        simd: S,
        arena: &mut Arena,
    ) -> Leaf {
        let Self { scales, length, direction, slot, next, first, last, sum } = self;
        let places = (arena.point(slot), arena.gradient(slot), arena.point(next));
        if MAPPED {
            scales.whiten(simd, arena, places.1);
        }
        let rows = arena.registers(simd);
        let (point, gradient, next) = (rows.row(places.0), rows.row(places.1), rows.row(places.2));
        let (half, steps, white) =
            (rows.row(MOMENTA + direction), rows.row(STEPS + direction), rows.row(WHITE));
        let (first, last, sum) = (rows.row(first), rows.row(last), rows.row(sum));
        let (mut square, mut product) = (Pack::zero(simd), Pack::zero(simd));
        for i in 0..rows.count {
            let h = half.get(i);
            let after = if MAPPED {
                white.get(i).mul_add(length, h)
            } else {
                let (s, g) = (steps.get(i), if FEW { gradient.gather(i) } else { gradient.get(i) });
                let after = s.mul_add(g, h);
                next.set(i, s.mul_add(after, point.get(i)));
                after
            };
            half.set(i, after);
            let z = (h + after) * 0.5;
            square = z.mul_add(z, square);
            if SECOND {
                let before = first.get(i);
                product = z.mul_add(before, product);
                last.set(i, z);
                sum.set(i, z + before);
            } else {
                first.set(i, z);
            }
        }
        if MAPPED {
            drift(simd, arena, scales, direction, places.0, places.2);
        }
        Leaf { square: square.sum(), product: if SECOND { product.sum() } else { 0.0 } }
    }
}

/// Computes q′ = q + ε S h at an end, if the scales are not a diagonal.
#[inline(always)]
fn drift<S: Simd>(
    simd: S,
    arena: &mut Arena,
    scales: Scales<'_>,
    direction: usize,
    point: usize,
    next: usize,
) {
    scales.velocity(simd, arena, MOMENTA + direction);
    let rows = arena.registers(simd);
    let (point, next) = (rows.row(point), rows.row(next));
    let (steps, velocity) = (rows.row(STEPS + direction), rows.row(VELOCITY));
    for i in 0..rows.count {
        next.set(i, steps.get(i).mul_add(velocity.get(i), point.get(i)));
    }
}
