//! A lower bound a: x = a + e^q, log |∂x/∂q| = q, q̄ = x̄ e^q + 1, and ā = x̄.
//!
//! The transform of the Stan Reference Manual, "Lower bounded scalar".

use crate::contract::node::Packs;
use crate::contract::transform::{BoundRole, SupportKind};
use crate::frame::MAX_ARGUMENTS;
use crate::math;
use crate::sealed::Sealed;
use crate::simd::Pack;
use crate::support::{ConstrainedNumber, Elementwise, Transform};
use monomorph_macros::inlined;
use pulp::Simd;

/// The transform x = a + e^q to the numbers above a bound.
#[derive(Clone, Copy, Debug)]
pub struct Above;

/// The support of parameters above a bound.
pub type Lower<Bound> = Elementwise<Above, (Bound,)>;

impl Sealed for Above {}

#[inlined]
impl Transform for Above {
    const KIND: SupportKind = SupportKind::Above;

    const IS_ABOVE: bool = true;
    const HAS_LOGARITHMS: bool = true;
    const BOUNDS: &[BoundRole] = &[BoundRole::Lower];

    fn broken_rule(_: &[f64; MAX_ARGUMENTS]) -> Option<(usize, &'static str)> {
        None
    }

    fn constrain<S: Simd>(q: Pack<S>, bounds: &Packs<S>) -> (Pack<S>, Pack<S>, Pack<S>) {
        let excess = math::exp(q);
        (bounds[0] + excess, q, excess)
    }

    fn constrain_number<S: Simd>(_: S, q: f64, bounds: &Packs<S>) -> ConstrainedNumber {
        let (excess, reciprocal) = math::exp_of_number::<S>(q);
        let x = bounds[0].first() + excess;
        ConstrainedNumber { x, log_jacobian: q, kept: excess, logarithms: [q, reciprocal] }
    }

    /// Uses that the logarithm of a number above 0 is q.
    fn pull_back_logarithms<S: Simd>(_: Pack<S>, _: Pack<S>, [of_logarithm, _]: [Pack<S>; 2]) -> Pack<S> {
        of_logarithm
    }

    fn pull_back<S: Simd>(_: Pack<S>, excess: Pack<S>, _: &Packs<S>, adjoint: Pack<S>) -> Pack<S> {
        adjoint.mul_add(excess, 1.0)
    }

    fn to_bounds<S: Simd>(_: Pack<S>, _: Pack<S>, _: &Packs<S>, adjoint: Pack<S>) -> Packs<S> {
        [adjoint; MAX_ARGUMENTS]
    }

    fn nudge_inside(x: f64, bounds: &[f64; MAX_ARGUMENTS]) -> f64 {
        if x == bounds[0] { x.next_up() } else { x.clamp(f64::NEG_INFINITY, f64::MAX) }
    }

    fn unconstrain(x: f64, bounds: &[f64; MAX_ARGUMENTS]) -> Result<f64, &'static str> {
        let inside = x > bounds[0] && x.is_finite();
        if inside { Ok((x - bounds[0]).ln()) } else { Err("be finite and above its lower bound") }
    }
}
