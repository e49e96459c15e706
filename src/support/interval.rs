//! Two bounds a < b: x = a + (b − a) s(q) with the logistic function s,
//!
//! log |∂x/∂q| = log(b − a) + log s(q) + log s(−q) = log(b − a) − |q| − 2 log1p(e^−|q|),
//!
//! q̄ = x̄ (b − a) s(q) s(−q) + s(−q) − s(q),
//!
//! ā = x̄ s(−q) − 1 / (b − a),   b̄ = x̄ s(q) + 1 / (b − a).
//!
//! The distance of x from the nearer bound is d = (b − a) s(−|q|), so that x = b − d or a + d, and the
//! rounding error of the computed x̂ is (b − x̂) − d or (a − x̂) + d.
//!
//! The transform of the Stan Reference Manual, "Lower and upper bounded scalar". Everything is computed from
//! e^−|q|, so that neither s(q) nor s(−q) loses digits or overflows at any q. The smaller of the two is
//! kept; the larger is 1 minus the smaller, which is exact to half a unit in the last place.

use crate::contract::node::Packs;
use crate::contract::transform::{BoundRole, SupportKind};
use crate::frame::MAX_ARGUMENTS;
use crate::math;
use crate::sealed::Sealed;
use crate::simd::{Pack, mul_add};
use crate::support::{ConstrainedNumber, Elementwise, Transform};
use monomorph_macros::inlined;
use pulp::Simd;

/// The transform x = a + (b − a) s(q) to the numbers between two bounds.
#[derive(Clone, Copy, Debug)]
pub struct Between;

/// The support of parameters between two bounds.
pub type Interval<LowerBound, UpperBound> = Elementwise<Between, (LowerBound, UpperBound)>;

/// Returns s(q) and s(−q), given the smaller of them.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn logistic_pair<S: Simd>(q: Pack<S>, smaller: Pack<S>) -> (Pack<S>, Pack<S>) {
    let larger = 1.0 - smaller;
    let negative = q.lt(0.0);
    (negative.select(smaller, larger), negative.select(larger, smaller))
}

/// Returns the bound nearest to x, and the signed distance from it to x for each unit of the smaller of s(q)
/// and s(−q).
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn from_nearer_bound<S: Simd>(q: Pack<S>, bounds: &Packs<S>) -> (Pack<S>, Pack<S>) {
    let (width, below) = (bounds[1] - bounds[0], q.lt(0.0));
    (below.select(bounds[0], bounds[1]), below.select(width, -width))
}

impl Sealed for Between {}

#[inlined]
impl Transform for Between {
    const KIND: SupportKind = SupportKind::Between;

    const HAS_REST: bool = true;
    const HAS_SCALE: bool = true;
    const HAS_LOGARITHMS: bool = true;
    const BOUNDS: &[BoundRole] = &[BoundRole::Lower, BoundRole::Upper];

    fn broken_rule(bounds: &[f64; MAX_ARGUMENTS]) -> Option<(usize, &'static str)> {
        if bounds[0] < bounds[1] { None } else { Some((0, "be below the upper bound")) }
    }

    fn log_scale<S: Simd>(bounds: &Packs<S>, _: impl Fn(usize) -> Option<Pack<S>>) -> Pack<S> {
        math::log(bounds[1] - bounds[0])
    }

    fn constrain<S: Simd>(q: Pack<S>, bounds: &Packs<S>) -> (Pack<S>, Pack<S>, Pack<S>) {
        let math::Tails { log, lower, .. } = math::logistic_tails(q);
        let (bound, step) = from_nearer_bound(q, bounds);
        (step.mul_add(lower, bound), log.mul_add(-2.0, -q.abs()), lower)
    }

    fn constrain_number<S: Simd>(simd: S, q: f64, bounds: &Packs<S>) -> ConstrainedNumber {
        let math::LogisticOfNumber { up, down, log_up, log_down, .. } = math::logistic_of_number::<S>(q);
        let (bound, step) = from_nearer_bound(Pack::splat(simd, q), bounds);
        let smaller = if q < 0.0 { up } else { down };
        let x = mul_add::<S>(step.first(), smaller, bound.first());
        let log_jacobian = log_up + log_down;
        ConstrainedNumber { x, log_jacobian, kept: smaller, logarithms: [log_up, log_down] }
    }

    /// Uses ∂ log s(q)/∂q = s(−q), ∂ log s(−q)/∂q = −s(q).
    fn pull_back_logarithms<S: Simd>(
        q: Pack<S>,
        smaller: Pack<S>,
        [of_log, of_log_rest]: [Pack<S>; 2],
    ) -> Pack<S> {
        let (up, down) = logistic_pair(q, smaller);
        of_log.mul_add(down, -(of_log_rest * up))
    }

    fn rest<S: Simd>(q: Pack<S>, smaller: Pack<S>, bounds: &Packs<S>, x: Pack<S>) -> Pack<S> {
        let (bound, step) = from_nearer_bound(q, bounds);
        step.mul_add(smaller, bound - x)
    }

    fn pull_back<S: Simd>(q: Pack<S>, smaller: Pack<S>, bounds: &Packs<S>, adjoint: Pack<S>) -> Pack<S> {
        let width = bounds[1] - bounds[0];
        let (up, down) = logistic_pair(q, smaller);
        (adjoint * width).mul_add(up * down, down - up)
    }

    fn to_bounds<S: Simd>(q: Pack<S>, smaller: Pack<S>, bounds: &Packs<S>, adjoint: Pack<S>) -> Packs<S> {
        let widening = (bounds[1] - bounds[0]).recip();
        let (up, down) = logistic_pair(q, smaller);
        let mut adjoints = [adjoint * down - widening; MAX_ARGUMENTS];
        adjoints[1] = adjoint.mul_add(up, widening);
        adjoints
    }

    fn nudge_inside(x: f64, bounds: &[f64; MAX_ARGUMENTS]) -> f64 {
        if x == bounds[0] {
            x.next_up()
        } else if x == bounds[1] {
            x.next_down()
        } else {
            x
        }
    }

    fn unconstrain(x: f64, bounds: &[f64; MAX_ARGUMENTS]) -> Result<f64, &'static str> {
        let inside = x > bounds[0] && x < bounds[1];
        let (up, down) = (x - bounds[0], bounds[1] - x);
        if inside { Ok((up / down).ln()) } else { Err("lie between its bounds") }
    }
}
